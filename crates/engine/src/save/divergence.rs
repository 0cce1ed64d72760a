//! Finds where a replay diverges from its record, as exactly as possible.
//!
//! A record has a hash every hundred ticks. From the last matching one the game is played twice, in ways that must give
//! the same result: as it is, and on one thread with a save and load before every tick. If these diverge, the bug is at
//! that tick; if not, the recording game had other rules. Printing and files do not live here.

use super::verify::{AfterTick, ReplayPlayer, on_threads};
use super::{Replay, VerifyError, decode, encode};
use crate::sim::Game;
use crate::world::World;

/// Where a game diverges from its record.
pub struct Divergence {
    /// The world at the last recorded tick that matches (0 is the beginning).
    pub last_match: World,
    /// The world at the first recorded tick that differs, as played now.
    pub first_mismatch: World,
    /// The subsystem that differs there.
    pub subsystem: &'static str,
    /// Where in between the two games diverge.
    pub first_difference: Option<FirstDifference>,
}

/// The first tick at which a continued and a reloaded game differ.
pub struct FirstDifference {
    /// The first subsystem that differs.
    pub subsystem: &'static str,
    /// The world of the continued game.
    pub continued: World,
    /// The world of the game that was reloaded before that tick.
    pub reloaded: World,
}

/// Plays a record on this many threads up to its first difference and investigates it; `None` if there is none.
///
/// # Errors
/// When the record cannot be played at all.
pub fn find_divergence(replay: &Replay, threads: usize) -> Result<Option<Divergence>, VerifyError> {
    find_divergence_with(replay, threads, &|_| Ok(()))
}

/// The same, with a look at the game after every tick.
///
/// # Errors
/// As [`find_divergence`], and when `after` refuses a game.
pub fn find_divergence_with(
    replay: &Replay,
    threads: usize,
    after: AfterTick,
) -> Result<Option<Divergence>, VerifyError> {
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let single = single.map_err(|error| VerifyError::Threads(error.to_string()))?;
    on_threads(threads, || {
        let Some((last, tick, subsystem)) = first_difference(replay, after)? else { return Ok(None) };
        let mut playing = ReplayPlayer::with(replay, after)?;
        playing.run_to(last)?;
        let right = playing.game.world.clone();
        let mut reloaded = playing.with_game(Game::from_world(right.clone()));
        let mut parting = None;
        while playing.game.world.tick < tick {
            let next = playing.game.world.tick + 1;
            playing.run_to(next)?;
            if parting.is_none() {
                reloaded.game = Game::from_world(decode(&encode(&reloaded.game.world))?);
                single.install(|| reloaded.run_to(next))?;
                parting = compare_worlds(&playing.game.world, &reloaded.game.world);
            }
        }
        Ok(Some(Divergence {
            last_match: right,
            first_mismatch: playing.game.world,
            subsystem,
            first_difference: parting,
        }))
    })
}

/// The last recorded tick that matches, the first that differs, and the subsystem that differs there.
fn first_difference(
    replay: &Replay,
    after: AfterTick,
) -> Result<Option<(u64, u64, &'static str)>, VerifyError> {
    let mut playing = ReplayPlayer::with(replay, after)?;
    let mut last = 0;
    for (tick, recorded) in &replay.hashes {
        playing.run_to(*tick)?;
        if let Some(subsystem) = playing.game.world.hash().first_difference(recorded) {
            return Ok(Some((last, *tick, subsystem)));
        }
        last = *tick;
    }
    Ok(None)
}

fn compare_worlds(played: &World, loaded: &World) -> Option<FirstDifference> {
    let subsystem = played.hash().first_difference(&loaded.hash())?;
    Some(FirstDifference { subsystem, continued: played.clone(), reloaded: loaded.clone() })
}
