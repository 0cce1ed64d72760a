//! Units: bodies, and the *data* of their behaviours.

use super::{Kind, Order, Route, SearchGoal, Steps, TownId, TownPair, UnitOrPlace};
use crate::graph::Cost;
use crate::grid::{Cell, Size};
use crate::land::Good;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// A unit's number. Numbers are never used twice; they also say who yields (the lower one).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct UnitId(pub u32);

/// One layer of a unit's behaviour stack. The top acts; the bottom is what it returns to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Behaviour {
    /// Stands still for good.
    Stop,
    /// Stays near a place until a tick.
    Stay {
        /// Centre.
        around: Cell,
        /// When it ends.
        until: u64,
    },
    /// Explores the nearest frontier, over and over.
    Explore {
        /// The frontier cell that it walks to, once chosen.
        target: Option<Cell>,
        /// Fruitless looks in a row.
        fruitless: u8,
    },
    /// Walks to a cell.
    Travel {
        /// Where to.
        goal: Cell,
        /// What for.
        purpose: TripPurpose,
    },
    /// Trades between settlements.
    Trade {
        /// The settlement it calls home.
        home: TownId,
        /// Where it is going with what it carries, and where it came from.
        trip: Option<(TownId, TownId)>,
    },
    /// Walks to a site and founds a hamlet there.
    Settle {
        /// The chosen cell.
        at: Cell,
    },
    /// Wanders without a goal.
    Wander {
        /// When it ends.
        until: u64,
    },
    /// Sleeps.
    Rest {
        /// When it wakes.
        until: u64,
    },
    /// Patrols a list of places for ever.
    Patrol {
        /// The places.
        points: Vec<Cell>,
        /// Which is next.
        next: u16,
    },
    /// Follows another unit.
    Follow {
        /// The other unit.
        unit: UnitId,
    },
    /// Builds a road: works on each cell of a path that is no road yet.
    Build {
        /// Every cell of it, in order.
        path: Vec<Cell>,
        /// The first cell that is not done.
        next: u16,
        /// Ticks of work done on that cell.
        worked: u16,
    },
    /// Runs to a settlement with the news that a guard is wanted somewhere.
    Herald {
        /// Where the news goes.
        to: TownId,
        /// Where the guard is wanted.
        post: Cell,
    },
    /// Robs travellers: ambushes them, and eats at its lair.
    Raid {
        /// Where it eats and rests.
        lair: Cell,
        /// Its ambush site.
        site: Option<Cell>,
        /// Tick when it chose that place.
        since: u64,
        /// Tick when it last had something to eat.
        fed: u64,
    },
    /// Runs from foes to where they are far, and never strikes.
    Flee {
        /// The foe seen last, if any.
        from: Option<UnitId>,
        /// Where that was, or where it began.
        last: Cell,
        /// Tick when that was, or when it began.
        since: u64,
    },
    /// Does the same, but strikes back.
    Retreat {
        /// The foe seen last, if any.
        from: Option<UnitId>,
        /// Where that was, or where it began.
        last: Cell,
        /// Tick when that was, or when it began.
        since: u64,
    },
    /// Searches for something, one block of the land after the other, the nearest first.
    Search {
        /// What for.
        what: SearchGoal,
        /// How many of it were known at the start.
        known: u32,
        /// Blocks that it has searched or given up, sorted: row-major numbers of squares of [`BLOCK`] cells.
        looked: Vec<u32>,
        /// The block that it walks to.
        toward: Option<u32>,
    },
    /// Spies on a unit or a place from where no stranger sees it, and reports home.
    Spy {
        /// The target.
        mark: UnitOrPlace,
        /// Where it was last seen.
        last: Cell,
        /// Since when it watches unseen.
        since: Option<u64>,
        /// Whether it has watched for long enough.
        learned: bool,
    },
    /// Stays near its ward and drives off foes.
    Defend {
        /// The target.
        ward: UnitOrPlace,
    },
    /// Holds a cell, and turns back to it.
    Guard {
        /// The cell.
        at: Cell,
    },
    /// Attacks a unit.
    Attack {
        /// The other unit.
        unit: UnitId,
        /// Where it was last seen.
        last: Cell,
    },
    /// Surrounds a unit together with others that do the same.
    Surround {
        /// The other unit.
        unit: UnitId,
        /// Where it was last seen.
        last: Cell,
    },
    /// Keeps away from a unit or a place.
    Avoid {
        /// What to avoid.
        mark: UnitOrPlace,
        /// Where it was last seen.
        last: Cell,
    },
    /// Keeps away from all units.
    Disperse {
        /// When it ends.
        until: u64,
    },
    /// Groups with others that do the same.
    Group {
        /// When it ends.
        until: u64,
    },
    /// Works at a site and carries the yield to a settlement, over and over.
    Work {
        /// The site.
        site: Cell,
        /// The settlement.
        store: TownId,
        /// Ticks of work done on the present load.
        worked: u16,
    },
    /// Escorts a unit, between it and foes.
    Escort {
        /// The other unit.
        unit: UnitId,
    },
    /// Grazes, down its potential field.
    Graze,
    /// Hunts, down its potential field.
    Hunt {
        /// When it last ate.
        fed: u64,
    },
    /// Possessed: does what the player has it do, action by action (see [`super::Possession`]).
    Possessed,
}

impl Behaviour {
    /// Whether a unit with this behaviour strikes back.
    pub fn strikes_back(&self) -> bool {
        !matches!(self, Behaviour::Flee { .. })
    }
}

/// Side of the blocks of a search, in cells.
pub const BLOCK: u16 = 8;

/// Purpose of a trip; decides what happens at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TripPurpose {
    /// Ordered by the player.
    Order,
    /// To sell and buy.
    Trade,
    /// To sleep at a camp.
    Camp,
    /// To explore.
    Explore,
    /// To found a hamlet.
    Settle,
    /// Any other: patrol, wandering, following.
    Other,
    /// Travel of the possessed unit.
    Possession,
}

/// A load.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cargo {
    /// What.
    pub good: Good,
    /// How much, in hundredths of a load.
    pub amount: u32,
}

/// A path to walk, at a byte a step.
///
/// Directions are stored last step first, so that taking a step and splicing in front are both at the end. Of a
/// far path only the near part is refined to cells; the rest is a route, and is refined when it is reached. Figures are
/// those of the refined part; the route has its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Path {
    /// Its remaining steps.
    pub steps: Steps,
    /// Its last cell, of route and all.
    pub goal: Cell,
    /// Whether it leads to what was asked for, or only near it.
    pub reaches: bool,
    /// Tick when it was planned.
    pub planned: u64,
    /// Number of steps when planned.
    pub length: u32,
    /// Price when planned, in milli-steps.
    pub price: Cost,
    /// The price item by item, in milli-steps; they sum to it.
    pub terms: Vec<i64>,
    /// Walking time when planned, in milli-steps.
    pub time: Cost,
    /// Cells of it that were unknown when planned.
    pub unknown: u32,
    /// The part that is not refined yet.
    pub route: Option<Route>,
}

impl Path {
    /// Whether it is completed.
    pub fn is_over(&self) -> bool {
        self.steps.is_empty() && self.route.is_none()
    }

    /// Price of the whole path when planned, in milli-steps.
    pub fn whole_price(&self) -> Cost {
        self.price + self.route.as_ref().map_or(0, |route| route.price)
    }

    /// Walking time of the whole path when planned, in milli-steps.
    pub fn whole_time(&self) -> Cost {
        self.time + self.route.as_ref().map_or(0, |route| route.time)
    }

    /// Share of a figure that falls on the remaining steps.
    fn share_left(&self, figure: Cost) -> Cost {
        // Checked bounds of saves keep this from overflowing.
        (u128::from(figure) * self.steps.len() as u128 / u128::from(self.length.max(1))) as Cost
    }

    /// Remaining price, by the plan, in milli-steps.
    pub fn price_left(&self) -> Cost {
        self.share_left(self.price) + self.whole_price() - self.price
    }

    /// Remaining walking time, by the plan, in milli-steps.
    pub fn time_left(&self) -> Cost {
        self.share_left(self.time) + self.whole_time() - self.time
    }
}

/// A path that a unit has left for the night, to resume in the morning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredPath {
    /// Its rest.
    pub path: Path,
    /// The cell where it was left.
    pub from: Cell,
    /// Height of the behaviour stack when it was left: it belongs to the behaviour that was on top then.
    pub depth: u8,
}

/// Why a unit that wants to walk does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Block {
    /// A unit stands in the way.
    Unit(UnitId),
    /// The ground is not as it was believed.
    Ground,
    /// No path is known.
    NoWay,
    /// Others are coming through the narrow passage.
    Passage,
    /// It has made room and lets others pass.
    Courtesy,
    /// It waits for the planner.
    Thinking,
}

/// A unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its number.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Index of its people.
    pub people: u8,
    /// Where it stands (it holds this cell).
    pub cell: Cell,
    /// The cell it is stepping onto (it holds that one too).
    pub next: Option<Cell>,
    /// Time spent on the step so far, in thousandths of milli-steps × ticks; see `sim::walk::movement`.
    pub progress: u32,
    /// Whether its step is greedy, before its path has come: such steps wear nothing.
    pub greedy_step: bool,
    /// Behaviour stack, bottom first.
    pub stack: Vec<Behaviour>,
    /// Queued orders.
    pub orders: VecDeque<Order>,
    /// Whether what it does now was ordered.
    pub ordered: bool,
    /// The path that it follows.
    pub path: Option<Path>,
    /// The path that it left for the night.
    pub stored_path: Option<StoredPath>,
    /// Id of the path request it waits for.
    pub request: Option<u64>,
    /// Tick when it last asked for a path.
    pub requested: u64,
    /// What keeps it from walking, and since when.
    pub blocked: Option<(Block, u64)>,
    /// Tick until which it lets others pass after it made room.
    pub courtesy: u64,
    /// Replans in a row without a step of progress.
    pub setbacks: u8,
    /// Walking time since its last night, in milli-steps.
    pub fatigue: u32,
    /// Walking time since it last had food, in milli-steps; at most what its food lasts.
    pub unfed: u32,
    /// The direction of its last step, in eighths of a circle; `None` when it comes out of a settlement.
    pub heading: Option<u8>,
    /// What it carries.
    pub cargo: Option<Cargo>,
    /// Walking time of the present trip so far, in milli-steps.
    pub journey: u32,
    /// Walking time that roads have saved it on this trip, in milli-steps.
    pub saved: u32,
    /// Steps taken in all.
    pub steps: u32,
    /// Wounds that have not healed; with [`WOUNDS_MAX`] it is dead.
    pub wounds: u8,
    /// Tick when it was last struck or robbed, or struck a unit; 0 if never.
    pub fought: u64,
}

/// The remaining steps of a unit without a path.
static NO_STEPS: Steps = Steps::NONE;

/// Wounds that kill.
pub const WOUNDS_MAX: u8 = 3;

impl Unit {
    /// The two settlements that a trader walks between, the smaller id first.
    pub fn trip(&self) -> Option<TownPair> {
        self.stack.iter().rev().find_map(|behaviour| match behaviour {
            Behaviour::Trade { trip: Some((to, from)), .. } => Some((*to.min(from), *to.max(from))),
            _ => None,
        })
    }

    /// The behaviour that acts now.
    pub fn top(&self) -> Option<&Behaviour> {
        self.stack.last()
    }

    /// Band of hunger (see [`Kind::hunger`]).
    pub fn hunger(&self) -> u8 {
        self.kind.hunger(self.unfed)
    }

    /// Drops its path and its path request.
    pub fn drop_path(&mut self) {
        self.path = None;
        self.stored_path = None;
        self.request = None;
        self.blocked = None;
        self.setbacks = 0;
    }

    /// Stores its path for the night; one that was stored before stays.
    pub fn store_path(&mut self) {
        let rest = self.path.take().filter(|path| path.reaches && !path.is_over());
        if self.stored_path.is_none() {
            let (from, depth) = (self.path_start(), self.stack.len() as u8);
            self.stored_path = rest.map(|path| StoredPath { path, from, depth });
        }
    }

    /// Takes the path that was stored for the behaviour on top; one of a behaviour that is gone is dropped.
    pub fn take_stored_path(&mut self) -> Option<StoredPath> {
        let depth = self.stack.len();
        self.stored_path
            .take_if(|kept| usize::from(kept.depth) >= depth)
            .filter(|kept| usize::from(kept.depth) == depth)
    }

    /// Start of its next path: the cell that it steps onto, else its own.
    pub fn path_start(&self) -> Cell {
        self.next.unwrap_or(self.cell)
    }

    /// The rest of its path, with the cell from which it goes on.
    pub fn remaining_path(&self, size: Size) -> Vec<Cell> {
        let start = self.path_start();
        std::iter::once(start).chain(self.steps_left().cells_after(start, size)).collect()
    }

    /// The cells that the rest of its path leads over, from the cell after the one it stands on.
    pub fn cells_ahead(&self, size: Size) -> impl Iterator<Item = Cell> {
        self.next.into_iter().chain(self.steps_left().cells_after(self.path_start(), size))
    }

    /// The steps of its path that it has not begun.
    pub fn steps_left(&self) -> &Steps {
        self.path.as_ref().map_or(&NO_STEPS, |path| &path.steps)
    }
}
