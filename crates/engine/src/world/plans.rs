//! Path requests that wait and searches that run. Both are saved: a save restarts nothing.

use super::{Kind, PeopleIx, TownIx, UnitId};
use crate::grid::Cell;
use crate::search::Search;
use serde::{Deserialize, Serialize};

/// The source of a path request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Requester {
    /// A unit that wants to walk.
    Unit(UnitId),
    /// A people that measures the trip from one settlement to another.
    Survey(TownIx, TownIx),
    /// The player's people, to measure a trip of its objectives.
    Objective,
}

/// Where a path should lead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Target {
    /// To this cell.
    Cell(Cell),
    /// To any known cell beside the unknown, at least eight steps away from what others have claimed.
    Border {
        /// Cells that other scouts are walking to.
        claimed: Vec<Cell>,
    },
}

/// A path request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PathRequest {
    /// Its number, in the order of asking.
    pub id: u64,
    /// Who asks.
    pub requester: Requester,
    /// Whether the player's order is behind it: such requests go first.
    pub urgent: bool,
    /// The people whose belief is searched.
    pub people: PeopleIx,
    /// The kind whose prices apply.
    pub kind: Kind,
    /// Where it starts.
    pub from: Cell,
    /// Where it should lead.
    pub target: Target,
    /// Cells of other units nearby at the time, which add the price of a crowd.
    pub crowd: Vec<Cell>,
    /// The unit's band of hunger at the time.
    pub hunger: u8,
    /// Tick when it was asked.
    pub requested: u64,
    /// Where it stands on the ladder of methods.
    pub rung: Rung,
}

impl PathRequest {
    /// A request for a porter with food, without haste, as if it were alone.
    pub fn between(
        requester: Requester,
        people: PeopleIx,
        (from, to): (Cell, Cell),
        requested: u64,
    ) -> PathRequest {
        PathRequest {
            id: 0,
            requester,
            urgent: false,
            people,
            kind: Kind::Porter,
            from,
            target: Target::Cell(to),
            crowd: Vec::new(),
            hunger: 0,
            requested,
            rung: Rung::default(),
        }
    }
}

/// The rung of the ladder of methods (`plan::queue`) that a request stands on: how far down it has been passed on.
///
/// Variants stand in the order in which saves number them; on the ladder `Direct` stands above `Far`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Rung {
    /// The first: in haste, or near and a look around may be enough.
    #[default]
    First,
    /// Near: the look around was not enough, or is seldom enough so far away.
    WideLook,
    /// The last: the direct search has exceeded its labels, so that the goal counts as far.
    Far,
    /// Near: the wide look was not enough either.
    Direct,
}

/// Who found a path: a planning method (`plan::method`), or what finds short paths without a request.
///
/// The words for it are in `plan::how_planned`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlannedBy {
    /// One field for many requests to the same goal.
    Field,
    /// The first path found, in haste.
    Greedy,
    /// A search of the surroundings.
    LookAround,
    /// A wide search of the surroundings.
    WideLook,
    /// An exact search over several ticks.
    Direct,
    /// A route by the abstraction, refined in parts.
    Far,
    /// A search for the border of the known.
    Border,
    /// The way to the reachable cell nearest to a goal without a path.
    NoPath,
    /// The path of the first of a group, taken over by those beside it.
    Group,
    /// A search for the nearest of several beds.
    Bed,
    /// The mind of the unit, which looked only near by.
    Mind,
}

/// A search that works on a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LiveSearch {
    /// The request.
    pub request: PathRequest,
    /// Price of the cheapest straight step when it began: its heuristic must not change during the search.
    pub cheapest: u32,
    /// The search.
    pub search: Search,
}

/// Everything the planner has to do.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Plans {
    /// Requests that wait, in the order in which they will be taken up.
    pub waiting: Vec<PathRequest>,
    /// Searches that run.
    pub live: Vec<LiveSearch>,
    /// Number of the next request.
    pub next_id: u64,
}

impl Plans {
    /// Cancels all requests of a unit. Otherwise one drag of the mouse would fill the queue with obsolete ones.
    pub fn cancel(&mut self, unit: UnitId) {
        self.waiting.retain(|request| request.requester != Requester::Unit(unit));
        self.live.retain(|live| live.request.requester != Requester::Unit(unit));
    }
}
