//! The only way in: what a player can want. Commands are recorded, stamped with tick and order, and replayed.

use super::UnitId;
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Something a player wants done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Gives some units orders.
    Orders {
        /// Who; those who are dead or not the player's are left out, and if nobody is left it is refused.
        units: Vec<UnitId>,
        /// What, in order.
        orders: Vec<Order>,
        /// Instead of what they do, or after it.
        queue: Queue,
    },
    /// Takes back the last order that has not been begun.
    Unqueue {
        /// Whose.
        units: Vec<UnitId>,
    },
    /// Builds walls on these cells, or takes them down.
    Wall {
        /// Where; cells with a settlement or somebody on them are left out.
        cells: Vec<Cell>,
        /// Build (or take down).
        build: bool,
    },
    /// Gives the present ambition up for another one.
    NextAmbition,
    /// Switches coin off (or on again): whatever is built costs nothing.
    FreeBuild(bool),
}

/// What a unit can be told to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Walk to a cell.
    Go(Cell),
    /// Walk round these cells for ever.
    Patrol(Vec<Cell>),
    /// Stand still for good.
    Stop,
    /// Stay near here for a day.
    Stay,
    /// Look for the border of the known.
    Explore,
    /// Trade between settlements.
    Trade,
    /// Walk about for a day.
    Wander,
    /// Sleep here.
    Rest,
    /// Keep near somebody.
    Follow(UnitId),
    /// Found a hamlet on a cell.
    Settle(Cell),
}

/// Where new orders go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Queue {
    /// Instead of everything before.
    Replace,
    /// After everything before.
    Append,
}

/// Why a command was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// None of the units is there to be ordered.
    NobodyToOrder,
    /// The cell is not on the land.
    OffTheLand(Cell),
    /// More than this many at once.
    TooMany(usize),
    /// Nothing can be built there.
    NothingToBuild,
    /// There is no ambition to give up.
    NoAmbition,
    /// The people's coin does not suffice.
    TooDear {
        /// What it costs.
        cost: u32,
        /// What there is.
        coin: u32,
    },
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Rejection::NobodyToOrder => write!(f, "nobody of yours is selected"),
            Rejection::OffTheLand(cell) => write!(f, "{}, {} is not on this land", cell.x, cell.y),
            Rejection::TooMany(limit) => write!(f, "at most {limit} at once"),
            Rejection::NothingToBuild => write!(f, "nothing can be built there"),
            Rejection::NoAmbition => write!(f, "there is no ambition yet; one is being looked for"),
            Rejection::TooDear { cost, coin } => {
                write!(f, "that costs {cost} coin and there are {coin}; deliveries bring more")
            }
        }
    }
}
