//! Path requests that wait and searches that run. Both are saved: a save restarts nothing.

use super::{Kind, TownId, UnitId};
use crate::grid::Cell;
use crate::search::Search;
use serde::{Deserialize, Serialize};

/// The source of a path request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Requester {
    /// A unit that wants to walk.
    Unit(UnitId),
    /// A people that measures the trip from one settlement to another.
    Survey(TownId, TownId),
    /// The player's people, to measure its objective.
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
    pub people: u8,
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
    /// Methods that have failed so far.
    pub failed: FailedMethod,
}

/// Methods that have failed on a request for a near goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum FailedMethod {
    /// None yet.
    #[default]
    Nothing,
    /// The look around was not enough.
    Look,
    /// The direct search has exceeded its budget.
    Search,
    /// The wide look around was not enough either.
    Wide,
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
