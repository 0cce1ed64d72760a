//! Where a record that does not come out as it was recorded leaves its way, as exactly as that can be known.
//!
//! A record has a hash every hundred ticks. From the last one that is right the game is played on in two ways that must
//! not matter: as it is, and loaded from a save before every tick on one thread. If they part, the tick at which they do is the
//! culprit's; if not, the game that recorded it had other rules. What does not live here: printing, files.

use super::verify::{After, Playing, on_threads};
use super::{Replay, VerifyError, decode, encode};
use crate::sim::Game;
use crate::world::World;

/// Where a game differs from its record.
pub struct Trail {
    /// Last recorded tick without a difference (0 is the beginning), and the world at it.
    pub right: World,
    /// First recorded tick with one, and the world at it as it is played now.
    pub wrong: World,
    /// The subsystem that differs there.
    pub subsystem: &'static str,
    /// Where in between the ways of playing part.
    pub parting: Option<Parting>,
}

/// The tick at which a game that goes on and one that is loaded are no longer the same.
pub struct Parting {
    /// The first subsystem that differs.
    pub subsystem: &'static str,
    /// The world of the game that went on.
    pub played: World,
    /// The world of the game that was loaded before that tick.
    pub loaded: World,
}

/// Plays a record on this many threads up to its first difference and looks around there; `None` when there is none.
///
/// # Errors
/// When the record cannot be played at all.
pub fn follow(replay: &Replay, threads: usize) -> Result<Option<Trail>, VerifyError> {
    follow_with(replay, threads, &|_| Ok(()))
}

fn follow_with(replay: &Replay, threads: usize, after: After) -> Result<Option<Trail>, VerifyError> {
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let alone = alone.map_err(|error| VerifyError::Threads(error.to_string()))?;
    on_threads(threads, || {
        let Some((last, tick, subsystem)) = first_difference(replay, after)? else { return Ok(None) };
        let mut playing = Playing::with(replay, after)?;
        playing.run_to(last)?;
        let right = playing.game.world.clone();
        let mut beside = playing.beside(Game::from_world(right.clone()));
        let mut parting = None;
        while playing.game.world.tick < tick {
            let next = playing.game.world.tick + 1;
            playing.run_to(next)?;
            if parting.is_none() {
                beside.game = Game::from_world(decode(&encode(&beside.game.world))?);
                alone.install(|| beside.run_to(next))?;
                parting = part(&playing.game.world, &beside.game.world);
            }
        }
        Ok(Some(Trail { right, wrong: playing.game.world, subsystem, parting }))
    })
}

/// The last recorded tick that is right, the first that is wrong, and what is wrong there.
fn first_difference(replay: &Replay, after: After) -> Result<Option<(u64, u64, &'static str)>, VerifyError> {
    let mut playing = Playing::with(replay, after)?;
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

fn part(played: &World, loaded: &World) -> Option<Parting> {
    let subsystem = played.hash().first_difference(&loaded.hash())?;
    Some(Parting { subsystem, played: played.clone(), loaded: loaded.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use crate::save::{Header, record_anew, verify};

    fn recorded(every: u64) -> Replay {
        let header = Header::new(3, Size::new(48, 48), None);
        let hashes = [(60, crate::world::Hashes { parts: [0; 8] })].to_vec();
        let replay = Replay { header, commands: Vec::new(), hashes, note: None };
        record_anew(&replay, Some(every), 1).unwrap()
    }

    #[test]
    fn what_is_recorded_anew_is_what_it_comes_to() {
        let replay = recorded(20);
        let ticks: Vec<u64> = replay.hashes.iter().map(|(tick, _)| *tick).collect();
        assert_eq!(ticks, [20, 40, 60]);
        assert_eq!(verify(&replay, 2).unwrap().hashes_checked, 3);
        assert!(follow(&replay, 2).unwrap().is_none());
        let mut wrong = replay.clone();
        wrong.hashes[1].1.parts[3] ^= 1;
        assert!(verify(&wrong, 2).is_err());
        assert_eq!(record_anew(&wrong, None, 2).unwrap(), replay);
    }

    #[test]
    fn other_rules_are_told_from_a_fault_of_this_game() {
        let mut replay = recorded(20);
        replay.hashes[1].1.parts[3] ^= 1;
        let trail = follow(&replay, 2).unwrap().unwrap();
        assert!(trail.parting.is_none());
        assert_eq!((trail.right.tick, trail.wrong.tick, trail.subsystem), (20, 40, "units"));
    }

    /// Something is noted in what is derived, forgotten by who loads, and read seven ticks later.
    fn lean_on_what_is_not_saved(game: &mut Game) {
        match game.world.tick {
            44 => game.derived.roads += 1,
            51 if !game.derived.matches(&game.world) => game.world.tally.trips += 1,
            _ => {}
        }
    }

    #[test]
    fn what_leans_on_caches_is_found_to_the_tick() {
        let lean = |game: &mut Game| {
            lean_on_what_is_not_saved(game);
            Ok(())
        };
        let trail = follow_with(&recorded(20), 2, &lean).unwrap().unwrap();
        assert_eq!((trail.right.tick, trail.wrong.tick, trail.subsystem), (40, 60, "chronicle"));
        let parting = trail.parting.unwrap();
        assert_eq!((parting.played.tick, parting.subsystem), (51, "chronicle"));
        let told = [&parting.played, &parting.loaded].map(|world| world.tell("chronicle").unwrap());
        let lines = told[0].lines().zip(told[1].lines()).filter(|(played, loaded)| played != loaded);
        assert_eq!(lines.count(), 1);
    }
}
