//! Plays a record again and compares: the same seed and the same commands must give the same world, on any number of
//! threads and in any build.

use super::VerifyError;
use super::replay::{Header, Replay};
use crate::level::Level;
use crate::sim::Game;

/// A replay that came out as it was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Ticks played.
    pub ticks: u64,
    /// Recorded hashes that were compared.
    pub hashes_checked: usize,
}

/// The game that a record begins with.
///
/// # Errors
/// When its land cannot be made or its level cannot be read.
pub fn first_game(header: &Header) -> Result<Game, VerifyError> {
    if let Some(text) = &header.level {
        return Ok(Game::from_level(&Level::parse(text)?));
    }
    let make = if header.wander { Game::wander } else { Game::of };
    Ok(make(header.recipe, header.seed, header.size, &mut |_, _| ())?)
}

/// Plays a replay on this many threads (0 lets the machine choose) and compares every recorded hash.
///
/// # Errors
/// The first recorded tick that differs, with the first subsystem that differs there.
pub fn verify(replay: &Replay, threads: usize) -> Result<Verified, VerifyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| VerifyError::Threads(error.to_string()))?.install(|| play(replay))
}

fn play(replay: &Replay) -> Result<Verified, VerifyError> {
    let mut game = first_game(&replay.header)?;
    let mut given = 0;
    for (tick, recorded) in &replay.hashes {
        run_to(&mut game, replay, &mut given, *tick);
        if let Some(subsystem) = game.world.hash().first_difference(recorded) {
            return Err(VerifyError::Mismatch { tick: *tick, subsystem });
        }
    }
    run_to(&mut game, replay, &mut given, replay.end());
    Ok(Verified { ticks: game.world.tick, hashes_checked: replay.hashes.len() })
}

/// Plays until this many ticks have passed; commands of that very tick are not given yet.
fn run_to(game: &mut Game, replay: &Replay, given: &mut usize, tick: u64) {
    while game.world.tick < tick {
        while let Some(next) = replay.commands.get(*given).filter(|next| next.tick == game.world.tick) {
            // A refusal was a refusal when it was recorded, too.
            let _ = game.apply(&next.command);
            *given += 1;
        }
        game.tick();
    }
}
