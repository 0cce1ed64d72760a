//! The only way in: what a player can want. Commands are recorded, stamped with tick and order, and replayed.

use super::{TownId, UnitId};
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
    /// Switches coin off (or on again): whatever is built costs nothing.
    FreeBuild(bool),
    /// Changes the orders that a unit already has, the one under way too.
    EditOrders {
        /// Whose.
        unit: UnitId,
        /// Which stop (see [`super::Stop`]), from 0; the number of stops stands for the end.
        at: u16,
        /// Where that stop is, as far as whoever edits knows: should the unit have done some in the meantime, the
        /// stop is found again by its place.
        place: Option<Cell>,
        /// The change.
        edit: Edit,
    },
    /// Has everybody whom a settlement hires from now on do this first; with no orders, nothing any more.
    Rally {
        /// Which settlement.
        town: TownId,
        /// What, in order.
        orders: Vec<Order>,
    },
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
    /// Build a road from here to a cell, over what roads there are.
    Connect(Cell),
}

/// A change of one stop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Edit {
    /// Leaves it out.
    Remove,
    /// Puts it elsewhere.
    MoveTo(Cell),
    /// Puts something before it.
    Insert(Order),
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
    /// The orders are no longer what they were thought to be.
    NoSuchStop,
    /// The stop is not at a place, or cannot be moved.
    NotMovable,
    /// There is no such settlement.
    NoSuchTown,
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
            Rejection::NoSuchStop => write!(f, "that stop is done or gone already"),
            Rejection::NotMovable => {
                write!(f, "that order cannot be put elsewhere: remove it and give another")
            }
            Rejection::NoSuchTown => write!(f, "no settlement of yours stands there"),
            Rejection::NothingToBuild => write!(f, "nothing can be built there"),
            Rejection::TooDear { cost, coin } => {
                write!(f, "that costs {cost} coin and there are {coin}; deliveries bring more")
            }
        }
    }
}
