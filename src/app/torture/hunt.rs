//! One case played to its end or to the first thing that is wrong; and, if something is, made as small as it still is wrong.
//!
//! Besides what a look at the game finds (`table`): panics, and a game with all its saves, loads, threads and pictures that
//! is not the same as one with the commands alone. Smaller means by delta debugging (Zeller & Hildebrandt 2002): events are
//! left out by halves, quarters and so on, then the lists in commands are cut, then the time in between. What does not live
//! here: which cases there are.

use super::event::{Case, Event, What};
use super::player::Player;
use super::table::{Fault, Table};
use crate::app::doubts::Doubts;
use crate::save::{self, VerifyError};
use crate::world::{Command, Hashes};
use rayon::ThreadPool;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Ticks between two hashes that are held against the game with commands alone.
const HASH_EVERY: u64 = 100;
/// Games that are played, at most, to make a case smaller.
const TRIES_MAX: u32 = 600;

/// The words of the last panic, and where it was.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Panics are kept instead of printed from now on.
pub fn keep_panics() {
    std::panic::set_hook(Box::new(|info| {
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string().replace('\n', " ");
    }));
}

/// On which threads, with which doubts, and what tests add.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// Pools that are changed between.
    pub pools: &'a [ThreadPool],
    /// What to make sure of after each tick.
    pub doubts: Doubts,
    /// What tests do to the game after each tick.
    pub fault: Option<Fault>,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Ticks that had passed.
    pub tick: u64,
    /// It, in words.
    pub what: String,
}

impl Failure {
    /// Whether it may be the same thing: words without their numbers.
    fn is_like(&self, other: &Failure) -> bool {
        let words = |failure: &Failure| failure.what.replace(|c: char| c.is_ascii_digit(), "");
        words(self) == words(other)
    }
}

/// Hashes of every so many ticks, or the first thing that is wrong.
pub type Played = Result<Vec<(u64, Hashes)>, Failure>;

/// Plays a case that the player makes up meanwhile: its events are added to it.
pub fn make_up(case: &mut Case, seed: u64, setup: Setup) -> Played {
    let mut player = Player::new(seed);
    let mut events = Vec::new();
    let played = guarded(|at| {
        let mut table = begin(case, setup)?;
        let mut hashes = Vec::new();
        for tick in 0..case.ticks {
            *at = tick;
            for what in player.moves(&table.game.world, table.window()) {
                events.push(Event { tick, what: what.clone() });
                for command in table.happen(&what)? {
                    let what = What::Command(command);
                    events.push(Event { tick, what: what.clone() });
                    table.happen(&what)?;
                }
            }
            *at = tick + 1;
            go_on(&mut table, &mut hashes)?;
        }
        Ok(hashes)
    });
    case.events = events;
    played.and_then(|hashes| alone(case, hashes, setup))
}

/// Plays a case as it is.
pub fn play(case: &Case, setup: Setup) -> Played {
    let played = guarded(|at| {
        let mut table = begin(case, setup)?;
        let mut hashes = Vec::new();
        let mut events = case.events.iter().peekable();
        for tick in 0..=case.ticks {
            *at = tick;
            while let Some(event) = events.next_if(|event| event.tick <= tick) {
                table.happen(&event.what)?;
            }
            if tick < case.ticks {
                *at = tick + 1;
                go_on(&mut table, &mut hashes)?;
            }
        }
        Ok(hashes)
    });
    played.and_then(|hashes| alone(case, hashes, setup))
}

fn begin<'a>(case: &Case, setup: Setup<'a>) -> Result<Table<'a>, String> {
    Table::new(&case.header, setup.pools, setup.doubts, setup.fault).map_err(|error| error.to_string())
}

fn go_on(table: &mut Table, hashes: &mut Vec<(u64, Hashes)>) -> Result<(), String> {
    table.tick()?;
    let world = &table.game.world;
    if world.tick.is_multiple_of(HASH_EVERY) {
        hashes.push((world.tick, world.hash()));
    }
    Ok(())
}

/// Holds a game's hashes against those of the same game with the commands alone, on one thread.
fn alone(case: &Case, hashes: Vec<(u64, Hashes)>, setup: Setup) -> Played {
    let replay = case.replay(hashes);
    let fault = |game: &mut crate::sim::Game| {
        setup.fault.into_iter().for_each(|fault| fault(game));
        Ok(())
    };
    guarded(|at| match save::verify_with(&replay, 1, &fault) {
        Ok(_) => Ok(()),
        Err(VerifyError::Mismatch { tick, subsystem }) => {
            *at = tick;
            Err(format!("saves, loads, threads or pictures have changed {subsystem}"))
        }
        Err(other) => Err(other.to_string()),
    })?;
    Ok(replay.hashes)
}

/// Does something that may fail or panic; it says how many ticks have passed.
fn guarded<T>(run: impl FnOnce(&mut u64) -> Result<T, String>) -> Result<T, Failure> {
    let mut tick = 0;
    let done = catch_unwind(AssertUnwindSafe(|| run(&mut tick)));
    let what = match done {
        Ok(Ok(done)) => return Ok(done),
        Ok(Err(what)) => what,
        Err(_) => std::mem::take(&mut *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner)),
    };
    Err(Failure { tick, what })
}

/// A case that is wrong in the same way and has nothing in it that could be left out alone.
pub fn shrink(case: Case, failure: Failure, setup: Setup) -> (Case, Failure) {
    let mut smaller = Smaller { case, failure, setup, tries: 0 };
    let end = smaller.failure.tick;
    let short = Case { ticks: end, ..smaller.case.clone() };
    smaller.try_out(short);
    let commands_only = smaller.without(|event| !matches!(event.what, What::Command(_)));
    smaller.try_out(commands_only);
    while smaller.leave_out() | smaller.cut_lists() | smaller.cut_time() {}
    (smaller.case, smaller.failure)
}

struct Smaller<'a> {
    case: Case,
    failure: Failure,
    setup: Setup<'a>,
    tries: u32,
}

impl Smaller<'_> {
    /// Takes this case instead if it is wrong in the same way.
    fn try_out(&mut self, case: Case) -> bool {
        self.tries += 1;
        if self.tries > TRIES_MAX {
            return false;
        }
        let Some(failure) = play(&case, self.setup).err() else { return false };
        if !failure.is_like(&self.failure) {
            return false;
        }
        let ticks = case.ticks.min(failure.tick);
        let mut case = Case { ticks, ..case };
        case.events.retain(|event| event.tick <= ticks);
        (self.case, self.failure) = (case, failure);
        true
    }

    fn without(&self, is_left_out: impl Fn(&Event) -> bool) -> Case {
        let events = self.case.events.iter().filter(|event| !is_left_out(event)).cloned().collect();
        Case { events, ..self.case.clone() }
    }

    /// Leaves out events, by large parts first.
    fn leave_out(&mut self) -> bool {
        let before = self.case.events.len();
        let mut part = before.div_ceil(2);
        while part > 0 && self.tries <= TRIES_MAX {
            let mut start = 0;
            while start < self.case.events.len() {
                let end = (start + part).min(self.case.events.len());
                let mut fewer = self.case.clone();
                fewer.events.drain(start..end);
                if !self.try_out(fewer) {
                    start = end;
                }
            }
            part = if part == 1 { 0 } else { part.div_ceil(2) };
        }
        self.case.events.len() < before
    }

    /// Halves the lists in commands.
    fn cut_lists(&mut self) -> bool {
        let mut has_cut = false;
        let mut place = 0;
        while place < self.case.events.len() && self.tries <= TRIES_MAX {
            let Event { tick, what } = self.case.events[place].clone();
            let What::Command(command) = what else {
                place += 1;
                continue;
            };
            let cut = halves(&command).into_iter().any(|half| {
                let mut smaller = self.case.clone();
                smaller.events[place] = Event { tick, what: What::Command(half) };
                self.try_out(smaller)
            });
            has_cut |= cut;
            place += usize::from(!cut);
        }
        has_cut
    }

    /// Takes time out between events.
    fn cut_time(&mut self) -> bool {
        let before = self.case.ticks;
        for place in (0..self.case.events.len()).rev() {
            let Some(event) = self.case.events.get(place) else { continue };
            let last = if place == 0 { 0 } else { self.case.events[place - 1].tick };
            let mut gap = event.tick - last;
            while gap > 0 && self.tries <= TRIES_MAX {
                let mut sooner = self.case.clone();
                sooner.events[place..].iter_mut().for_each(|event| event.tick -= gap);
                sooner.ticks -= gap;
                gap = if self.try_out(sooner) { 0 } else { gap / 2 };
            }
        }
        self.case.ticks < before
    }
}

/// The same command with the first or the second half of one of its lists.
fn halves(command: &Command) -> Vec<Command> {
    fn of<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
        let (first, second) = list.split_at(list.len() / 2);
        if list.len() < 2 { Vec::new() } else { vec![first.to_vec(), second.to_vec()] }
    }
    match command.clone() {
        Command::Bend { stroke, brush, cells } => {
            of(&cells).into_iter().map(|cells| Command::Bend { stroke, brush, cells }).collect()
        }
        Command::Remove { cells } => of(&cells).into_iter().map(|cells| Command::Remove { cells }).collect(),
        Command::Unqueue { units } => {
            of(&units).into_iter().map(|units| Command::Unqueue { units }).collect()
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
    use crate::grid::Size;
    use crate::land::Surface;
    use crate::save::{Header, Replay};
    use crate::sim::Game;
    use crate::world::Brush;

    /// A planted fault: where more than eight cells are built on, the numbers of new units begin anew.
    fn lie(game: &mut Game) {
        let is_put = |surface: &&Surface| matches!(surface, Surface::Wall | Surface::Mud | Surface::Tower);
        let put = game.world.land.surface.values().iter().filter(is_put).count();
        if put > 8 && game.world.tick.is_multiple_of(30) {
            game.world.next_unit = 0;
        }
    }

    #[test]
    fn a_planted_fault_is_found_and_made_small() {
        let setup = Setup { pools: &[], doubts: Doubts::default(), fault: Some(lie) };
        let header = Header::new(4, Size::new(48, 48), None);
        let mut case = Case { header, ticks: 800, events: Vec::new() };
        let failure = make_up(&mut case, 4, setup).unwrap_err();
        assert!(failure.what.contains("of the future"), "{failure:?}");
        assert!(case.events.len() > 20, "{} events", case.events.len());
        let (small, again) = shrink(case, failure.clone(), setup);
        assert!(again.is_like(&failure) && small.ticks <= 48, "{again:?} after {} ticks", small.ticks);
        assert!(small.events.len() <= 4, "{:?}", small.events);
        assert!(small.events.iter().any(|event| {
            matches!(&event.what, What::Command(Command::Bend { brush, .. }) if *brush != Brush::Erase)
        }));
        let text = small.replay(Vec::new()).text();
        assert_eq!(play(&small, setup), Err(again));
        assert_eq!(Replay::parse(&text).unwrap().commands.len(), small.events.len());
    }
}
