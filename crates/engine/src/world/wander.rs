//! The wanderer's game: waystones far from home, what was brought back from them, and past lives.
//!
//! The wanderer is people 0, a people of one; home is people 1, an ordinary people. Beginning, return and end of a life are
//! in `sim::possession::wander`.

use super::{Chosen, Encounter, Grave, Journey, LifeEvent, PeopleIx, TownIx};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Index of the people that the wanderer comes from.
pub const HOME: PeopleIx = PeopleIx(1);
/// Waystones of a land.
pub const WAYSTONES: usize = 5;
/// Lives that are remembered.
pub const LIVES_MAX: usize = 1000;
/// Years from the end of a life to the next, unless the player wants it sooner.
pub const YEARS_BETWEEN_LIVES: u64 = 10;
/// Score per day of distance of a waystone brought home, and cells brought home per point.
const SCORE_A_DAY: u32 = 100;
const CELLS_A_POINT: u32 = 10;

/// A waystone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Waystone {
    /// Where.
    pub cell: Cell,
    /// A porter's walking time there from home over untouched ground, in milli-steps.
    pub time: u32,
    /// Whether the present wanderer has reached it.
    pub reached: bool,
    /// Whether a wanderer has brought it home.
    pub home: bool,
}

/// How a wanderer's life ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// Starved.
    Starved,
    /// Slain.
    Slain,
    /// Removed from the land.
    Gone,
    /// Came home for good.
    Home,
    /// Killed by what waited on its way.
    Met(Encounter),
}

/// A life that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastLife {
    /// The wanderer's name.
    pub name: String,
    /// Tick of its beginning.
    pub born: u64,
    /// Tick of its end.
    pub ended: u64,
    /// How it ended.
    pub ending: Ending,
    /// Where.
    pub cell: Cell,
    /// Cells seen that home did not know at the start.
    pub discovered: u32,
    /// Cells of them brought home.
    pub brought: u32,
    /// Waystones brought home.
    pub stones: u8,
    /// Its last choices, oldest first.
    pub chosen: Vec<Chosen>,
    /// Its last cells, oldest first.
    pub trail: Vec<Cell>,
}

/// The game of one wanderer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wander {
    /// The settlement from which distances of waystones are measured.
    pub home: TownIx,
    /// The waystones, nearest first.
    pub stones: Vec<Waystone>,
    /// Tick when the present life began.
    pub born: u64,
    /// Cells that the present wanderer has brought home.
    pub brought: u32,
    /// Waystones that the present wanderer has brought home.
    pub carried: u8,
    /// Cells that all wanderers have brought home.
    pub brought_in_all: u32,
    /// Lives that are over, oldest first.
    pub lives: Vec<PastLife>,
    /// The journey of the present wanderer.
    pub journey: Journey,
    /// What dead wanderers have left, oldest first.
    pub graves: Vec<Grave>,
}

impl Wander {
    /// What a wanderer is told to do next; `None` if all is done.
    pub fn hint(&self) -> Option<LifeEvent> {
        if let Some((number, _)) = self.next_stone() {
            return Some(LifeEvent::NextWaystone { stone: number - 1 });
        }
        let carries = self.stones.iter().any(|stone| stone.reached && !stone.home);
        carries.then_some(LifeEvent::BringItHome)
    }

    /// A game before its first life.
    pub fn new(home: TownIx, stones: Vec<Waystone>) -> Wander {
        Wander {
            home,
            stones,
            born: 0,
            brought: 0,
            carried: 0,
            brought_in_all: 0,
            lives: Vec::new(),
            journey: Journey::default(),
            graves: Vec::new(),
        }
    }

    /// The tick from which the next life should begin, if one is over and there is still something to do.
    pub fn next_life_from(&self) -> Option<u64> {
        let last = self.lives.last().filter(|_| !self.is_won());
        last.map(|life| life.ended + YEARS_BETWEEN_LIVES * super::YEAR_DAYS * super::DAY)
    }

    /// Number of waystones at home.
    pub fn stones_home(&self) -> usize {
        self.stones.iter().filter(|stone| stone.home).count()
    }

    /// Whether all waystones were brought home.
    pub fn is_won(&self) -> bool {
        !self.stones.is_empty() && self.stones.iter().all(|stone| stone.home)
    }

    /// The nearest waystone that was neither brought home nor reached, with its number from 1.
    pub fn next_stone(&self) -> Option<(u8, &Waystone)> {
        let next = self.stones.iter().position(|stone| !stone.home && !stone.reached)?;
        Some((next as u8 + 1, &self.stones[next]))
    }

    /// The score so far.
    pub fn score(&self) -> u32 {
        let days = |stone: &Waystone| stone.time.div_ceil(super::DAY_TIME).max(1);
        let stones: u32 = self.stones.iter().filter(|stone| stone.home).map(days).sum();
        stones * SCORE_A_DAY + self.brought_in_all / CELLS_A_POINT
    }
}
