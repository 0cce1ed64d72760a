//! The counterfactual: the same land simulated without the player's commands, which a year's card compares with. Like
//! the game it begins without a steward.
//!
//! A separate thread starts from the beginning of the game's record and follows up to the game's tick. It sleeps as
//! long as it works, so that the game keeps its pace.

use crate::app::play::clock;
use crate::grid::Size;
use crate::save::{first_game, load_replay};
use crate::scene::{Command, WorkCommand};
use crate::world::Figures;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Largest area that is simulated twice, in cells: 1024 × 1024.
const AREA_MAX: usize = 1 << 20;
/// Ticks between two sleeps.
const TICKS_PER_SLICE: u32 = 16;
/// How long it sleeps when it has caught up with the game.
const WAIT_INTERVAL: Duration = Duration::from_millis(50);

/// Shared by both threads.
#[derive(Default)]
struct CounterfactualShared {
    /// The game's tick.
    tick: AtomicU64,
    /// Whether the thread should end.
    is_over: AtomicBool,
    /// Figures at the ends of years.
    years: Mutex<Vec<Figures>>,
}

/// The game's handle of the counterfactual.
pub(in crate::app::play) struct Counterfactual(Arc<CounterfactualShared>);

impl Counterfactual {
    /// Whether a land is small enough to be simulated twice.
    pub(in crate::app::play) fn fits(size: Size) -> bool {
        size.area() <= AREA_MAX
    }

    /// Starts simulating the land of this record without its commands, up to a tick.
    pub(in crate::app::play) fn start(record: PathBuf, tick: u64) -> Counterfactual {
        let shared = Arc::new(CounterfactualShared { tick: tick.into(), ..CounterfactualShared::default() });
        let (here, there) = (Counterfactual(Arc::clone(&shared)), shared);
        // Without a thread, the card shows only the previous year.
        let _ = thread::Builder::new().name("untouched".to_owned()).spawn(move || simulate(&record, &there));
        here
    }

    /// Sets the game's current tick.
    pub(in crate::app::play) fn follow(&self, tick: u64) {
        self.0.tick.store(tick, Ordering::Relaxed);
    }

    /// Whether the thread runs. An unreadable record, or no thread, ends it at once.
    pub(in crate::app::play) fn is_running(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Figures at the ends of the years simulated so far.
    pub(in crate::app::play) fn years(&self) -> Vec<Figures> {
        self.0.years.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Counterfactual {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

fn simulate(record: &Path, shared: &CounterfactualShared) {
    let Ok(replay) = load_replay(record) else { return };
    let Ok(mut game) = first_game(&replay.header) else { return };
    let dismissal =
        replay.commands.first().filter(|first| first.command == Command::Works(WorkCommand::Steward(false)));
    let dismissal = dismissal.cloned();
    drop(replay);
    while !shared.is_over.load(Ordering::Relaxed) {
        let wanted = shared.tick.load(Ordering::Relaxed);
        let begun = clock::now();
        for _ in 0..TICKS_PER_SLICE {
            if dismissal.as_ref().is_some_and(|first| first.tick == game.world.tick) {
                let _ = game.apply(&Command::Works(WorkCommand::Steward(false)));
            }
            if game.world.tick < wanted {
                game.tick();
            }
        }
        let mut years = shared.years.lock().unwrap_or_else(PoisonError::into_inner);
        if years.len() < game.world.years.len() {
            years.clone_from(&game.world.years);
        }
        drop(years);
        thread::sleep(if game.world.tick < wanted {
            clock::now().saturating_sub(begun)
        } else {
            WAIT_INTERVAL
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::{Replay, ReplayHeader};
    use crate::sim::Game;
    use crate::world::{DAY, YEAR_DAYS};

    #[test]
    fn the_counterfactual_equals_a_game_without_commands() {
        let (seed, size) = (3, Size::new(48, 48));
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("land.replay");
        let replay = Replay {
            header: ReplayHeader::new(seed, size, None),
            commands: Vec::new(),
            hashes: Vec::new(),
            note: None,
        };
        std::fs::write(&record, replay.text()).expect("written");
        let untouched = Counterfactual::start(record, 100);
        untouched.follow(YEAR_DAYS * DAY);
        let mut game = Game::new(seed, size).expect("a land");
        while game.world.years.is_empty() {
            game.tick();
        }
        while untouched.years().is_empty() {
            thread::sleep(WAIT_INTERVAL);
        }
        assert_eq!(untouched.years(), game.world.years);
    }
}
