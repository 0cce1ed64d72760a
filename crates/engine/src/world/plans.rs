//! Path requests that wait and searches that run. Both are saved: nothing restarts because of a save.

use super::{Kind, TownId, UnitId};
use crate::grid::Cell;
use crate::search::Search;
use serde::{Deserialize, Serialize};

/// Who wants a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Asker {
    /// A unit that wants to walk.
    Unit(UnitId),
    /// A people that wants to know how far it is from one settlement to another.
    Survey(TownId, TownId),
    /// The player's people, who want to know how their ambition stands.
    Ambition,
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

/// A wish for a path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Its number, in the order of asking.
    pub id: u64,
    /// Who asks.
    pub asker: Asker,
    /// Whether the player's order is behind it: such requests go first.
    pub urgent: bool,
    /// Whose knowledge counts.
    pub people: u8,
    /// Whose prices count.
    pub kind: Kind,
    /// Where it starts.
    pub from: Cell,
    /// Where it should lead.
    pub target: Target,
    /// Cells of others nearby when it was asked, which add the price of a crowd.
    pub crowd: Vec<Cell>,
    /// How low on food the walker was when it was asked, in bands.
    pub hunger: u8,
    /// Tick when it was asked.
    pub asked: u64,
    /// What has been tried in vain so far.
    pub tried: Tried,
}

/// How far an answer to a request for a near place has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Tried {
    /// Nothing was tried yet.
    #[default]
    Nothing,
    /// A look at the surroundings was not enough to know the best way.
    Look,
    /// A direct search has lost itself.
    Search,
    /// A look far around was not enough either.
    Wide,
}

/// A search that works on a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LiveSearch {
    /// The request.
    pub request: Request,
    /// The cheapest believed straight step when it began: its estimate must not change under way.
    pub cheapest: u32,
    /// The search.
    pub search: Search,
}

/// Everything the planner has to do.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Plans {
    /// Requests that wait, in the order in which they will be taken up.
    pub waiting: Vec<Request>,
    /// Searches that run.
    pub live: Vec<LiveSearch>,
    /// Number of the next request.
    pub next_id: u64,
}
