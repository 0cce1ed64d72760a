//! Crash recovery: replays what was played since the newest save, up to the last consistent state before the crash.

use super::verify::ReplayPlayer;
use super::{Replay, SaveSlot, first_game, load_replay};
use crate::sim::Game;
use crate::world::World;

/// A position in a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct RecordPosition {
    /// Ticks played.
    pub tick: u64,
    /// Commands given.
    pub commands: u64,
}

/// Replays a slot's game up to a place in its record, from the newest intact save or from the beginning. Stops early,
/// at the place reached, once `may_go_on` returns false; `None` when the record cannot be played that far.
pub fn recover(
    slot: &SaveSlot,
    until: RecordPosition,
    may_go_on: &mut dyn FnMut() -> bool,
) -> Option<(World, RecordPosition)> {
    let mut replay = load_replay(&slot.replay_path()).ok()?;
    replay.commands.truncate(until.commands as usize);
    let saved = slot.newest().and_then(|save| Some((Game::from_world(save.world), save.commands?)));
    let from_save = saved.and_then(|(game, given)| play_on(game, given, &replay, until.tick, may_go_on));
    from_save.or_else(|| play_on(first_game(&replay.header).ok()?, 0, &replay, until.tick, may_go_on))
}

/// Plays on to a tick and through all commands of the record; `None` when the game does not match the record.
fn play_on(
    game: Game,
    given: u64,
    replay: &Replay,
    tick: u64,
    may_go_on: &mut dyn FnMut() -> bool,
) -> Option<(World, RecordPosition)> {
    let mut playing = ReplayPlayer::from(replay, given as usize, game)?;
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
        playing.give_commands();
    }
    let place = RecordPosition { tick: now, commands: playing.given as u64 };
    Some((playing.game.world, place))
}
