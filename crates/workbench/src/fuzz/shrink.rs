//! Plays one case until its end or its first failure, and shrinks a failing case.
//!
//! Besides the failures that `table` detects, it reports panics, and games whose saves, loads, threads and frames
//! change the outcome of the commands alone. Shrinking is delta debugging (Zeller & Hildebrandt 2002): it drops
//! events by halves, quarters and so on, then shortens the lists in commands, then the time in between. What does not
//! live here: which cases are played.

use super::event::{Case, Event, Input};
use super::harness::{Fault, GameLog, Harness};
use super::player::RandomPlayer;
use crate::app::self_check::SelfCheckArgs;
use crate::save::{self, RecordedCommand, Replay, ReplayHeader, VerifyError};
use crate::world::{Command, Hashes};
use rayon::ThreadPool;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Most games played to shrink one case.
const TRIES_MAX: u32 = 600;

/// Message and location of the last panic.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Records panics instead of printing them from now on.
pub(super) fn record_panics() {
    std::panic::set_hook(Box::new(|info| {
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string().replace('\n', " ");
    }));
}

/// The panic that was recorded last, or the words that this one carries.
fn panic_words(panic: &(dyn Any + Send)) -> String {
    let recorded = std::mem::take(&mut *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner));
    let carried = || panic.downcast_ref::<String>().cloned().unwrap_or_default();
    if recorded.is_empty() { carried() } else { recorded }
}

/// Threads, checks and test hooks of a run.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    /// Thread pools that a game switches between.
    pub pools: &'a [ThreadPool],
    /// What to check after each tick.
    pub self_checks: SelfCheckArgs,
    /// What tests do to the game after each tick.
    pub fault: Option<Fault>,
    /// Called after every moment of a generated case.
    pub on_moment: &'a (dyn Fn() + Sync),
}

/// A failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    /// Ticks and moments that had begun.
    pub tick: u64,
    pub moment: u64,
    /// What failed.
    pub message: String,
    /// The commands until then, as a replay records them.
    pub commands: Vec<RecordedCommand>,
}

impl Failure {
    /// Whether both may be the same failure: equal messages, apart from numbers.
    fn is_like(&self, other: &Failure) -> bool {
        let words = |failure: &Failure| failure.message.replace(|c: char| c.is_ascii_digit(), "");
        words(self) == words(other)
    }

    /// The commands as a replay of a game with this header and these hashes.
    pub(super) fn replay(&self, header: ReplayHeader, hashes: Vec<(u64, Hashes)>) -> Replay {
        Replay { header, commands: self.commands.clone(), hashes, note: None }
    }
}

/// The number of ticks played, or the first failure.
pub(super) type PlayResult = Result<u64, Failure>;

/// Plays a case that a random player generates on the fly, and adds its events to the case.
pub(super) fn play_random(case: &mut Case, seed: u64, setup: Setup) -> PlayResult {
    let mut player = RandomPlayer::new(seed);
    let mut events = Vec::new();
    let played = run_guarded(|log| {
        let mut table = new_harness(case, log, setup)?;
        for moment in 0..case.moments {
            for what in player.inputs(&table.game.world, table.window()) {
                events.push(Event { moment, input: what.clone() });
                for command in table.apply_input(&what)? {
                    let what = Input::Command(command);
                    events.push(Event { moment, input: what.clone() });
                    table.apply_input(&what)?;
                }
            }
            table.pass_moment()?;
            (setup.on_moment)();
        }
        Ok(())
    });
    case.events = events;
    played.and_then(|log| check_commands_alone(case, &log, setup))
}

/// Plays a case as it is.
pub(super) fn play_case(case: &Case, setup: Setup) -> PlayResult {
    let played = run_guarded(|log| {
        let mut table = new_harness(case, log, setup)?;
        let mut events = case.events.iter().peekable();
        for moment in 0..=case.moments {
            while let Some(event) = events.next_if(|event| event.moment <= moment) {
                table.apply_input(&event.input)?;
            }
            if moment < case.moments {
                table.pass_moment()?;
            }
        }
        Ok(())
    });
    played.and_then(|log| check_commands_alone(case, &log, setup))
}

fn new_harness<'a>(case: &Case, log: &'a mut GameLog, setup: Setup<'a>) -> Result<Harness<'a>, String> {
    Harness::new(&case.header, log, setup.pools, setup.self_checks, setup.fault)
        .map_err(|error| error.to_string())
}

/// Compares a game's hashes with those of the same game played on one thread with the commands alone.
fn check_commands_alone(case: &Case, log: &GameLog, setup: Setup) -> PlayResult {
    let GameLog { commands, hashes, hash_moments: hashed_in, .. } = log.clone();
    let replay = Replay { header: case.header.clone(), commands, hashes, note: None };
    let fault = |game: &mut crate::sim::Game| {
        setup.fault.into_iter().for_each(|fault| fault(game));
        Ok(())
    };
    let held = run_guarded(|at| {
        *at = log.clone();
        match save::verify_with(&replay, 1, &fault) {
            Ok(_) => Ok(()),
            Err(VerifyError::Mismatch { tick, subsystem }) => {
                let which = replay.hashes.iter().position(|(hashed, _)| *hashed == tick);
                at.moment = which.and_then(|which| hashed_in.get(which).copied()).unwrap_or(at.moment);
                at.tick = tick;
                at.commands.retain(|recorded| recorded.tick < tick);
                Err(format!("saves, loads, threads or pictures have changed {subsystem}"))
            }
            Err(other) => Err(other.to_string()),
        }
    });
    held.map(|log| log.tick)
}

/// Runs something that may fail or panic, and logs how far it got.
fn run_guarded(run: impl FnOnce(&mut GameLog) -> Result<(), String>) -> Result<GameLog, Failure> {
    let mut log = GameLog::default();
    let done = catch_unwind(AssertUnwindSafe(|| run(&mut log)));
    let what = match done {
        Ok(Ok(())) => return Ok(log),
        Ok(Err(what)) => what,
        Err(panic) => panic_words(&*panic),
    };
    Err(Failure { tick: log.tick, moment: log.moment, message: what, commands: log.commands })
}

/// Shrinks a case: the result fails in the same way, and no single event can be dropped from it.
pub(super) fn shrink(case: Case, failure: Failure, setup: Setup) -> (Case, Failure) {
    let mut smaller = Shrinker { case, failure, setup, tries: 0 };
    let end = smaller.failure.moment;
    let short = Case { moments: end, ..smaller.case.clone() };
    smaller.try_case(short);
    let commands_only = smaller.without(|event| !matches!(event.input, Input::Command(_)));
    smaller.try_case(commands_only);
    while smaller.drop_events() | smaller.halve_lists() | smaller.shorten_gaps() {}
    (smaller.case, smaller.failure)
}

struct Shrinker<'a> {
    case: Case,
    failure: Failure,
    setup: Setup<'a>,
    tries: u32,
}

impl Shrinker<'_> {
    /// Takes this case instead if it fails in the same way.
    fn try_case(&mut self, case: Case) -> bool {
        self.tries += 1;
        if self.tries > TRIES_MAX {
            return false;
        }
        let Some(failure) = play_case(&case, self.setup).err() else { return false };
        if !failure.is_like(&self.failure) {
            return false;
        }
        let moments = case.moments.min(failure.moment);
        let mut case = Case { moments, ..case };
        case.events.retain(|event| event.moment <= moments);
        (self.case, self.failure) = (case, failure);
        true
    }

    fn without(&self, is_left_out: impl Fn(&Event) -> bool) -> Case {
        let events = self.case.events.iter().filter(|event| !is_left_out(event)).cloned().collect();
        Case { events, ..self.case.clone() }
    }

    /// Drops events, large parts first.
    fn drop_events(&mut self) -> bool {
        let before = self.case.events.len();
        let mut part = before.div_ceil(2);
        while part > 0 && self.tries <= TRIES_MAX {
            let mut start = 0;
            while start < self.case.events.len() {
                let end = (start + part).min(self.case.events.len());
                let mut fewer = self.case.clone();
                fewer.events.drain(start..end);
                if !self.try_case(fewer) {
                    start = end;
                }
            }
            part = if part == 1 { 0 } else { part.div_ceil(2) };
        }
        self.case.events.len() < before
    }

    /// Halves the lists in commands.
    fn halve_lists(&mut self) -> bool {
        let mut has_cut = false;
        let mut place = 0;
        while place < self.case.events.len() && self.tries <= TRIES_MAX {
            let Event { moment, input: what } = self.case.events[place].clone();
            let Input::Command(command) = what else {
                place += 1;
                continue;
            };
            let cut = halves(&command).into_iter().any(|half| {
                let mut smaller = self.case.clone();
                smaller.events[place] = Event { moment, input: Input::Command(half) };
                self.try_case(smaller)
            });
            has_cut |= cut;
            place += usize::from(!cut);
        }
        has_cut
    }

    /// Removes time between events. A failure that comes sooner also ends the game sooner.
    fn shorten_gaps(&mut self) -> bool {
        let when = |case: &Case| case.moments + case.events.iter().map(|event| event.moment).sum::<u64>();
        let before = when(&self.case);
        for place in (0..self.case.events.len()).rev() {
            let Some(event) = self.case.events.get(place) else { continue };
            let last = if place == 0 { 0 } else { self.case.events[place - 1].moment };
            let mut gap = event.moment - last;
            while gap > 0 && self.tries <= TRIES_MAX {
                let mut sooner = self.case.clone();
                sooner.events[place..].iter_mut().for_each(|event| event.moment -= gap);
                gap = if self.try_case(sooner) { 0 } else { gap / 2 };
            }
        }
        when(&self.case) < before
    }
}

/// The same command with the first or the second half of one of its lists.
fn halves(command: &Command) -> Vec<Command> {
    fn of<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
        let (first, second) = list.split_at(list.len() / 2);
        if list.len() < 2 { Vec::new() } else { vec![first.to_vec(), second.to_vec()] }
    }
    match command.clone() {
        Command::EditLand { stroke, brush, cells } => {
            of(&cells).into_iter().map(|cells| Command::EditLand { stroke, brush, cells }).collect()
        }
        Command::Remove { cells } => of(&cells).into_iter().map(|cells| Command::Remove { cells }).collect(),
        Command::UndoOrders { units } => {
            of(&units).into_iter().map(|units| Command::UndoOrders { units }).collect()
        }
        Command::Rally { town, orders } => {
            of(&orders).into_iter().map(|orders| Command::Rally { town, orders }).collect()
        }
        Command::Orders { units, orders, queue } => {
            let of_units = of(&units).into_iter().map(|units| (units, orders.clone()));
            let of_orders = of(&orders).into_iter().map(|orders| (units.clone(), orders));
            let both = of_units.chain(of_orders);
            both.map(|(units, orders)| Command::Orders { units, orders, queue }).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::play::SaveTrigger;
    use crate::grid::Size;
    use crate::land::Surface;
    use crate::sim::Game;
    use crate::world::Brush;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    /// A planted fault: once more than eight cells are built on, the numbers of new units start again.
    fn plant_fault(game: &mut Game) {
        let is_put = |surface: &&Surface| matches!(surface, Surface::Wall | Surface::Mud | Surface::Tower);
        let put = game.world.land.surface.values().iter().filter(is_put).count();
        if put > 8 && game.world.tick.is_multiple_of(30) {
            game.world.next_unit = 0;
        }
    }

    /// At most three moments after the key, and a single tick when one is asked for.
    #[test]
    fn time_stands_still_while_the_player_wants_it_and_files_change_nothing() {
        let setup =
            Setup { pools: &[], self_checks: SelfCheckArgs::default(), fault: None, on_moment: &|| () };
        let key = |letter| Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        let played = |events: &[(u64, Input)]| {
            let events = events.iter().map(|(moment, what)| Event { moment: *moment, input: what.clone() });
            let header = ReplayHeader::new(4, Size::new(48, 48), None);
            play_case(&Case { header, moments: 10, events: events.collect() }, setup)
        };
        let files = [
            (3, Input::SaveAndLoadFile(SaveTrigger::Player)),
            (4, Input::SaveAndLoadFile(SaveTrigger::Autosave)),
            (5, Input::SaveAndLoad),
        ];
        assert_eq!(played(&files), Ok(10));
        assert_eq!(played(&[(2, key(' '))]), Ok(7));
        assert_eq!(played(&[(2, key(' ')), (4, key(' '))]), Ok(8));
        assert_eq!(played(&[(2, key(' ')), (3, key('.')), (4, key(' '))]), Ok(9));
    }

    #[test]
    fn a_planted_fault_is_found_and_made_small() {
        let setup = Setup {
            pools: &[],
            self_checks: SelfCheckArgs::default(),
            fault: Some(plant_fault),
            on_moment: &|| (),
        };
        let header = ReplayHeader::new(4, Size::new(48, 48), None);
        let try_with = |seed| {
            let mut case = Case { header: header.clone(), moments: 800, events: Vec::new() };
            play_random(&mut case, seed, setup).err().map(|failure| (case, failure))
        };
        let (case, failure) = (4..12).find_map(try_with).unwrap();
        assert!(failure.message.contains("of the future"), "{failure:?}");
        assert!(case.events.len() > 20, "{} events", case.events.len());
        let (small, again) = shrink(case, failure.clone(), setup);
        assert!(again.is_like(&failure) && small.moments <= 64, "{again:?} after {} moments", small.moments);
        assert!(small.events.len() <= 4, "{:?}", small.events);
        assert!(small.events.iter().any(|event| {
            matches!(&event.input, Input::Command(Command::EditLand { brush, .. }) if *brush != Brush::Erase)
        }));
        let text = again.replay(header, Vec::new()).text();
        let commands = small.events.iter().filter(|event| matches!(event.input, Input::Command(_))).count();
        assert_eq!(Replay::parse(&text).unwrap().commands.len(), commands);
        assert_eq!(play_case(&small, setup), Err(again));
    }
}
