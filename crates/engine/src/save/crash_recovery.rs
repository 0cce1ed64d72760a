//! Living again what was played since the newest save: how a game that broke off half-way is brought to the last moment
//! at which it was whole.

use super::verify::Playing;
use super::{Replay, Slot, first_game, load_replay};
use crate::sim::Game;
use crate::world::World;

/// A moment between two ticks of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// Ticks that have passed.
    pub tick: u64,
    /// Commands that were given.
    pub commands: u64,
}

/// Lives a slot's game again up to a place in its record, from the newest save that is sound, or from the beginning.
/// Gives up where it has come to when `may_go_on` says so; nothing when the record cannot be played that far.
pub fn relive(slot: &Slot, until: Place, may_go_on: &mut dyn FnMut() -> bool) -> Option<(World, Place)> {
    let mut replay = load_replay(&slot.replay_path()).ok()?;
    replay.commands.truncate(until.commands as usize);
    let saved = slot.newest().and_then(|save| Some((Game::from_world(save.world), save.commands?)));
    let from_save = saved.and_then(|(game, given)| live_on(game, given, &replay, until.tick, may_go_on));
    from_save.or_else(|| live_on(first_game(&replay.header).ok()?, 0, &replay, until.tick, may_go_on))
}

/// Lives on to a tick and all commands of the record; nothing when the game is not that of the record.
fn live_on(
    game: Game,
    given: u64,
    replay: &Replay,
    tick: u64,
    may_go_on: &mut dyn FnMut() -> bool,
) -> Option<(World, Place)> {
    let mut playing = Playing::from(replay, given as usize, game)?;
    let mut now = playing.game.world.tick;
    if now > tick {
        return None;
    }
    while now < tick && may_go_on() {
        now += 1;
        playing.run_to(now).ok()?;
        let recorded = replay.hashes.binary_search_by_key(&now, |(tick, _)| *tick);
        if recorded.is_ok_and(|at| playing.game.world.hash() != replay.hashes[at].1) {
            return None;
        }
    }
    if now == tick {
        playing.give();
    }
    let place = Place { tick: now, commands: playing.given as u64 };
    Some((playing.game.world, place))
}
