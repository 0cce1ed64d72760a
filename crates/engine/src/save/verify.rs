//! Replays a record and compares hashes: the same seed and the same commands must give the same world, on any number of
//! threads and in any build.

use super::VerifyError;
use super::replay::{Replay, ReplayHeader};
use crate::level::Level;
use crate::sim::Game;
use crate::world::{Command, Queue, Unit};

/// Result of a replay that matches its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifiedReplay {
    /// Ticks played.
    pub ticks: u64,
    /// Hashes compared.
    pub hashes_checked: usize,
    /// How often the player ordered units by hand.
    pub manual_orders: ManualOrders,
}

/// How often a player ordered units by hand: a poor planner makes players do so more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ManualOrders {
    /// Units whose orders were replaced.
    pub orders: u32,
    /// Those of them that were walking a path.
    pub overrides: u32,
}

impl ManualOrders {
    /// What a command adds, if carried out now.
    fn from_command(command: &Command, game: &Game) -> ManualOrders {
        let Command::Orders { units, queue: Queue::Replace, .. } = command else {
            return ManualOrders::default();
        };
        let walks = |unit: &&Unit| unit.path.as_ref().is_some_and(|path| !path.is_over());
        let overrides = units.iter().filter_map(|id| game.world.unit(*id)).filter(walks).count();
        ManualOrders { orders: units.len() as u32, overrides: overrides as u32 }
    }
}

/// The game at the start of a record.
///
/// # Errors
/// When its land cannot be generated or its level cannot be read.
pub fn first_game(header: &ReplayHeader) -> Result<Game, VerifyError> {
    if let Some(text) = &header.level {
        return Ok(Game::from_level(&Level::parse(text)?));
    }
    let make = if header.wander { Game::wander } else { Game::with_recipe };
    Ok(make(header.recipe, header.seed, header.size, &mut |_, _| ())?)
}

/// Plays a replay on this many threads (0 lets the machine choose) and compares every recorded hash.
///
/// # Errors
/// The first recorded tick that differs, with the first subsystem that differs there.
pub fn verify(replay: &Replay, threads: usize) -> Result<VerifiedReplay, VerifyError> {
    verify_with(replay, threads, &|_| Ok(()))
}

/// The same with a callback after each tick: a check, or something that must not matter.
///
/// # Errors
/// As [`verify`]; and the first tick after which the callback fails.
pub fn verify_with(replay: &Replay, threads: usize, after: AfterTick) -> Result<VerifiedReplay, VerifyError> {
    on_threads(threads, || play_and_compare(replay, after))
}

/// Callback after each tick.
pub type AfterTick<'a> = &'a (dyn Fn(&mut Game) -> Result<(), String> + Sync);

fn play_and_compare(replay: &Replay, after: AfterTick) -> Result<VerifiedReplay, VerifyError> {
    let mut playing = ReplayPlayer::with(replay, after)?;
    for (tick, recorded) in &replay.hashes {
        playing.run_to(*tick)?;
        if let Some(subsystem) = playing.game.world.hash().first_difference(recorded) {
            return Err(VerifyError::Mismatch { tick: *tick, subsystem });
        }
    }
    playing.run_to(replay.last_tick())?;
    Ok(VerifiedReplay {
        ticks: playing.game.world.tick,
        hashes_checked: replay.hashes.len(),
        manual_orders: playing.led,
    })
}

/// The same start and commands with the hashes of this game, on this many threads: for the recorded ticks, or for every
/// `every` ticks.
///
/// # Errors
/// When the record cannot be played at all.
pub fn record_anew(replay: &Replay, every: Option<u64>, threads: usize) -> Result<Replay, VerifyError> {
    let ticks: Vec<u64> = match every {
        None => replay.hashes.iter().map(|(tick, _)| *tick).collect(),
        Some(every) => (1..=replay.last_tick()).filter(|tick| tick.is_multiple_of(every.max(1))).collect(),
    };
    let hashes = on_threads(threads, || {
        let mut playing = ReplayPlayer::of(replay)?;
        let mut hash_at = |tick: u64| {
            playing.run_to(tick)?;
            Ok((tick, playing.game.world.hash()))
        };
        ticks.into_iter().map(&mut hash_at).collect()
    })?;
    let header = ReplayHeader { game: env!("CARGO_PKG_VERSION").to_owned(), ..replay.header.clone() };
    Ok(Replay { header, hashes, ..replay.clone() })
}

/// Runs on a pool of this many threads; 0 lets the machine choose.
pub(super) fn on_threads<T: Send>(
    threads: usize,
    run: impl FnOnce() -> Result<T, VerifyError> + Send,
) -> Result<T, VerifyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| VerifyError::Threads(error.to_string()))?.install(run)
}

/// A record that is being played.
pub(super) struct ReplayPlayer<'a> {
    replay: &'a Replay,
    /// Commands given so far.
    pub given: usize,
    led: ManualOrders,
    after: AfterTick<'a>,
    /// The game as it is now.
    pub game: Game,
}

impl<'a> ReplayPlayer<'a> {
    /// Starts from the beginning.
    pub(super) fn of(replay: &'a Replay) -> Result<ReplayPlayer<'a>, VerifyError> {
        ReplayPlayer::with(replay, &|_| Ok(()))
    }

    /// The same with a callback after each tick.
    pub(super) fn with(replay: &'a Replay, after: AfterTick<'a>) -> Result<ReplayPlayer<'a>, VerifyError> {
        Ok(ReplayPlayer {
            replay,
            given: 0,
            led: ManualOrders::default(),
            after,
            game: first_game(&replay.header)?,
        })
    }

    /// Starts from a save of the recorded game after `given` commands; `None` if the record does not fit it.
    pub(super) fn from(replay: &'a Replay, given: usize, game: Game) -> Option<ReplayPlayer<'a>> {
        let (before, after) = replay.commands.split_at_checked(given)?;
        let now = game.world.tick;
        let is_of_record = before.iter().all(|recorded| recorded.tick <= now)
            && after.iter().all(|recorded| recorded.tick >= now);
        let led = ManualOrders::default();
        is_of_record.then_some(ReplayPlayer { replay, given, led, after: &|_| Ok(()), game })
    }

    /// Gives the commands of the current tick.
    pub(super) fn give_commands(&mut self) {
        let now = self.game.world.tick;
        while let Some(next) = self.replay.commands.get(self.given).filter(|next| next.tick == now) {
            let led = ManualOrders::from_command(&next.command, &self.game);
            // A command refused now was also refused when recorded.
            if self.game.apply(&next.command).is_ok() {
                self.led.orders += led.orders;
                self.led.overrides += led.overrides;
            }
            self.given += 1;
        }
    }

    /// The same position in the record with another game.
    pub(super) fn with_game(&self, game: Game) -> ReplayPlayer<'a> {
        ReplayPlayer { game, ..*self }
    }

    /// Plays until this many ticks have passed; commands of that tick are not given yet.
    ///
    /// # Errors
    /// When the callback fails.
    pub(super) fn run_to(&mut self, tick: u64) -> Result<(), VerifyError> {
        while self.game.world.tick < tick {
            self.give_commands();
            self.game.tick();
            let tick = self.game.world.tick;
            (self.after)(&mut self.game).map_err(|what| VerifyError::Unsound { tick, what })?;
        }
        Ok(())
    }
}
