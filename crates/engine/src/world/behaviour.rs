//! Behaviours as data: one variant each, with what a unit has to remember while it does so.
//!
//! What a behaviour decides, what makes its data sound, what it says and how it is ordered is in `mind::behaviour`, in a
//! file each. The data cannot be there: the world holds it, and the rules read the world.

use super::{SearchGoal, TownIx, UnitId, UnitOrPlace};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// One layer of a unit's behaviour stack. The top acts; the bottom is what it returns to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Behaviour {
    /// Stands still for good.
    Stop,
    /// Stays near a place until a tick.
    Stay(Stay),
    /// Explores the nearest frontier, over and over.
    Explore(Explore),
    /// Walks to a cell.
    Travel(Travel),
    /// Trades between settlements.
    Trade(Trade),
    /// Walks to a site and founds a hamlet there.
    Settle(Settle),
    /// Wanders without a goal.
    Wander(Stroll),
    /// Sleeps.
    Rest(Rest),
    /// Patrols a list of places for ever.
    Patrol(Patrol),
    /// Follows another unit.
    Follow(Follow),
    /// Builds a road: works on each cell of a path that is no road yet.
    Build(Build),
    /// Runs to a settlement with the news that a guard is wanted somewhere.
    Herald(Herald),
    /// Robs travellers: ambushes them, and eats at its lair.
    Raid(Raid),
    /// Runs from foes to where they are far, and never strikes.
    Flee(Flee),
    /// Does the same, but strikes back.
    Retreat(Retreat),
    /// Searches for something, one block of the land after the other, the nearest first.
    Search(Search),
    /// Spies on a unit or a place from where no stranger sees it, and reports home.
    Spy(Spy),
    /// Stays near its ward and drives off foes.
    Defend(Defend),
    /// Holds a cell, and turns back to it.
    Guard(Guard),
    /// Attacks a unit.
    Attack(Attack),
    /// Surrounds a unit together with others that do the same.
    Surround(Surround),
    /// Keeps away from a unit or a place.
    Avoid(Avoid),
    /// Keeps away from all units.
    Disperse(Disperse),
    /// Groups with others that do the same.
    Group(Group),
    /// Works at a site and carries the yield to a settlement, over and over.
    Work(SiteWork),
    /// Escorts a unit, between it and foes.
    Escort(Escort),
    /// Grazes, down its potential field.
    Graze,
    /// Hunts, down its potential field.
    Hunt(Hunt),
    /// Possessed: does what the player has it do, action by action (see [`super::Possession`]).
    Possessed,
}

/// Stays near a place until a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stay {
    /// Centre.
    pub around: Cell,
    /// When it ends.
    pub until: u64,
}

/// Explores the nearest frontier, over and over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Explore {
    /// The frontier cell that it walks to, once chosen.
    pub target: Option<Cell>,
    /// Fruitless looks in a row.
    pub fruitless: u8,
}

/// Walks to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Travel {
    /// Where to.
    pub goal: Cell,
    /// What for.
    pub purpose: TripPurpose,
}

/// Trades between settlements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trade {
    /// The settlement it calls home.
    pub home: TownIx,
    /// Where it is going with what it carries, and where it came from.
    pub trip: Option<(TownIx, TownIx)>,
}

/// Walks to a site and founds a hamlet there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settle {
    /// The chosen cell.
    pub at: Cell,
}

/// Wanders without a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stroll {
    /// When it ends.
    pub until: u64,
}

/// Sleeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rest {
    /// When it wakes.
    pub until: u64,
}

/// Patrols a list of places for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Patrol {
    /// The places.
    pub points: Vec<Cell>,
    /// Which is next.
    pub next: u16,
}

/// Follows another unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Follow {
    /// The other unit.
    pub unit: UnitId,
}

/// Builds a road: works on each cell of a path that is no road yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// Every cell of it, in order.
    pub path: Vec<Cell>,
    /// The first cell that is not done.
    pub next: u16,
    /// Ticks of work done on that cell.
    pub worked: u16,
}

/// Runs to a settlement with the news that a guard is wanted somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Herald {
    /// Where the news goes.
    pub to: TownIx,
    /// Where the guard is wanted.
    pub post: Cell,
}

/// Robs travellers: ambushes them, and eats at its lair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Raid {
    /// Where it eats and rests.
    pub lair: Cell,
    /// Its ambush site.
    pub site: Option<Cell>,
    /// Tick when it chose that place.
    pub since: u64,
    /// Tick when it last had something to eat.
    pub fed: u64,
}

/// Runs from foes to where they are far, and strikes back or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flight<const STRIKES_BACK: bool> {
    /// The foe seen last, if any.
    pub from: Option<UnitId>,
    /// Where that was, or where it began.
    pub last: Cell,
    /// Tick when that was, or when it began.
    pub since: u64,
}

/// Runs from foes, and never strikes.
pub type Flee = Flight<false>;

/// Runs from foes like [`Flee`], but strikes back.
pub type Retreat = Flight<true>;

/// Searches for something, one block of the land after the other, the nearest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Search {
    /// What for.
    pub what: SearchGoal,
    /// How many of it were known at the start.
    pub known: u32,
    /// Blocks that it has searched or given up, sorted: row-major numbers of squares of [`BLOCK`] cells.
    pub looked: Vec<u32>,
    /// The block that it walks to.
    pub toward: Option<u32>,
}

/// Spies on a unit or a place from where no stranger sees it, and reports home.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spy {
    /// The target.
    pub mark: UnitOrPlace,
    /// Where it was last seen.
    pub last: Cell,
    /// Since when it watches unseen.
    pub since: Option<u64>,
    /// Whether it has watched for long enough.
    pub learned: bool,
}

/// Stays near its ward and drives off foes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Defend {
    /// The target.
    pub ward: UnitOrPlace,
}

/// Holds a cell, and turns back to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guard {
    /// The cell.
    pub at: Cell,
}

/// Attacks a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// The other unit.
    pub unit: UnitId,
    /// Where it was last seen.
    pub last: Cell,
}

/// Surrounds a unit together with others that do the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Surround {
    /// The other unit.
    pub unit: UnitId,
    /// Where it was last seen.
    pub last: Cell,
}

/// Keeps away from a unit or a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Avoid {
    /// What to avoid.
    pub mark: UnitOrPlace,
    /// Where it was last seen.
    pub last: Cell,
}

/// Keeps away from all units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Disperse {
    /// When it ends.
    pub until: u64,
}

/// Groups with others that do the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// When it ends.
    pub until: u64,
}

/// Works at a site and carries the yield to a settlement, over and over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteWork {
    /// The site.
    pub site: Cell,
    /// The settlement.
    pub store: TownIx,
    /// Ticks of work done on the present load.
    pub worked: u16,
}

/// Escorts a unit, between it and foes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Escort {
    /// The other unit.
    pub unit: UnitId,
}

/// Hunts, down its potential field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hunt {
    /// When it last ate.
    pub fed: u64,
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
