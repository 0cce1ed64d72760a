//! What makes a level playable: what has to come about, how well it went, and how it can be done.

use super::LevelOrder;
use crate::grid::Cell;

/// Kinds of goals, with the fields that each needs and those that it may have.
pub const GOAL_KINDS: [(&str, &[&str], &[&str]); 7] = [
    ("reach", &["at", "within"], &["unit", "unseen", "fed"]),
    ("see", &["within"], &["at", "unit"]),
    ("survive", &["unit", "until"], &[]),
    ("hold", &["at", "until"], &["to"]),
    ("deliver", &["loads", "within"], &[]),
    ("home", &["unit", "at", "within"], &["watch", "unseen"]),
    ("bring", &["unit", "at", "within"], &[]),
];
/// Latest tick of which a goal can speak.
pub const TICKS_MAX: u64 = 10_000_000;
/// What results can be measured in; the first if nothing is said. Of the last more is better, of the others less.
pub const MEASURES: [&str; 5] = ["ticks", "steps", "wounds", "robberies", "deliveries"];
/// What the land can be bent with in a solution.
pub const BRUSHES: [&str; 11] =
    ["wall", "bridge", "mud", "fire", "river", "beacon", "tower", "prefer", "avoid", "forbid", "erase"];

/// Something that has to come about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelGoal {
    /// What.
    pub demand: LevelDemand,
    /// The tick by which it has to come about, or until which it has to last.
    pub until: u64,
}

/// What has to come about. Units are told by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LevelDemand {
    /// Somebody stands on a cell.
    Reach {
        /// Who; `None` for anybody of the player's people.
        unit: Option<String>,
        /// Where.
        at: Cell,
        /// Whether no stranger may have seen him.
        unseen: bool,
        /// Whether his food must not have run out.
        fed: bool,
    },
    /// The player's people has seen a place.
    SeePlace(Cell),
    /// The player's people sees somebody.
    SeeUnit(String),
    /// Somebody is alive at the end.
    Survive(String),
    /// No foe stands on a cell of a rectangle before the end.
    Hold {
        /// One corner.
        from: Cell,
        /// The other.
        to: Cell,
    },
    /// So many loads are sold.
    Deliver(u32),
    /// Somebody has watched a place and is in a settlement of his people again.
    Home {
        /// Who.
        unit: String,
        /// What he has to watch.
        of: Cell,
        /// For how many ticks.
        watch: u32,
        /// Whether no stranger may have seen him.
        unseen: bool,
    },
    /// Somebody stands on a cell with what he carries, which nobody has taken from him on the way.
    Bring {
        /// Who.
        unit: String,
        /// Where.
        at: Cell,
    },
}

/// A step of a solution: what a player could do, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionStep {
    /// After how many ticks.
    pub at: u64,
    /// What.
    pub act: SolutionAct,
}

/// What a player does in a step of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionAct {
    /// Gives somebody orders instead of those that he had.
    Orders {
        /// The unit's name.
        unit: String,
        /// What, in order.
        orders: Vec<LevelOrder>,
    },
    /// Bends the land.
    Bend {
        /// One of [`BRUSHES`].
        brush: &'static str,
        /// Where.
        cells: Vec<Cell>,
    },
}
