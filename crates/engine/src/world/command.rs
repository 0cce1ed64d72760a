//! Commands: the only way to change the world from outside. They are recorded with tick and order, and replayed.

use super::{Action, Kind, OrderProblem, Paint, SearchGoal, TownIx, UnitId, WorkId};
use crate::grid::Cell;
use crate::land::Surface;
use crate::level::OrderOf;
use serde::{Deserialize, Serialize};

/// A command of the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Gives some units orders.
    Orders {
        /// The units; dead ones and those of other peoples are left out; refused if none is left.
        units: Vec<UnitId>,
        /// What, in order.
        orders: Vec<Order>,
        /// Instead of their present orders, or after them.
        queue: Queue,
    },
    /// Undoes the last change of each unit's orders, as far as that still stands; else removes its last order that has not
    /// begun.
    UndoOrders {
        /// The unit.
        units: Vec<UnitId>,
    },
    /// Edits the land with a brush.
    EditLand {
        /// The stroke that this is part of: commands of one stroke are one act.
        stroke: u32,
        /// The brush.
        brush: Brush,
        /// The cells; those that the brush does not apply to are left out; refused if none is left.
        cells: Vec<Cell>,
    },
    /// Adds a unit to the player's people.
    Spawn {
        /// What it is.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// Removes the units of the player's people who are on these cells.
    Remove {
        /// Where.
        cells: Vec<Cell>,
    },
    /// Undoes the last act on the land, as far as it still stands.
    Undo,
    /// Accepts or refuses a charter that is offered.
    AnswerCharter {
        /// Its number.
        charter: u32,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Switches free building on or off.
    FreeBuild(bool),
    /// Edits the orders that a unit already has, including the one under way.
    EditOrders {
        /// The unit.
        unit: UnitId,
        /// Which stop (see [`super::Stop`]), from 0; the number of stops stands for the end.
        at: u16,
        /// Where that stop is as far as the sender knows: if the unit has completed some stops in the meantime, this one is
        /// found again by its place.
        place: Option<Cell>,
        /// The change.
        edit: Edit,
    },
    /// Sets a settlement's rally orders: units that it hires carry them out first. Without orders, the rally is removed.
    Rally {
        /// The settlement.
        town: TownIx,
        /// What, in order.
        orders: Vec<Order>,
    },
    /// Changes the behaviour stack of a unit.
    EditStack {
        /// The unit.
        unit: UnitId,
        /// Height of the stack as far as the sender knows.
        height: u8,
        /// The change.
        edit: StackEdit,
    },
    /// Possesses this unit: the player controls it action by action.
    Possess(UnitId),
    /// Releases the possessed unit; it resumes what it did before.
    Release,
    /// An action of the possessed unit.
    TakeAction(Action),
    /// In the wanderer's game: the next life begins at home.
    NextLife,
    /// A decision about works.
    Works(WorkCommand),
}

/// A decision about works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WorkCommand {
    /// Builds what is offered.
    Fund(WorkId),
    /// Has it offered again next season.
    Postpone(WorkId),
    /// Never has it offered again.
    Refuse(WorkId),
    /// Closes a work, which saves its upkeep.
    Close(WorkId),
    /// Opens a closed work for a season's upkeep.
    Open(WorkId),
    /// Takes a work off the land.
    Remove(WorkId),
    /// Sets the toll of a work, in coin a load.
    Toll(WorkId, u8),
    /// Whether a steward decides about works.
    Steward(bool),
}

/// Brushes to edit the land with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Brush {
    /// A wall: impassable.
    #[default]
    Wall,
    /// A bridge over water or a gorge, from bank to bank: walked like level grass.
    Bridge,
    /// Mud: very slow ground.
    Mud,
    /// Fire: impassable for two days; may spread into woods.
    Fire,
    /// Water that can be waded.
    River,
    /// A beacon: steps in its light are preferred.
    Beacon,
    /// A watchtower: sees for ever, and exposes strangers.
    Tower,
    /// Preferred ground.
    Prefer,
    /// Avoided ground.
    Avoid,
    /// Forbidden ground.
    Forbid,
    /// Removes what another brush put there.
    Erase,
}

impl Brush {
    /// All of them.
    pub const ALL: [Brush; 11] = [
        Brush::Wall,
        Brush::Bridge,
        Brush::Mud,
        Brush::Fire,
        Brush::River,
        Brush::Beacon,
        Brush::Tower,
        Brush::Prefer,
        Brush::Avoid,
        Brush::Forbid,
        Brush::Erase,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Brush::Wall => "wall",
            Brush::Bridge => "bridge",
            Brush::Mud => "mud",
            Brush::Fire => "fire",
            Brush::River => "river",
            Brush::Beacon => "beacon",
            Brush::Tower => "tower",
            Brush::Prefer => "prefer",
            Brush::Avoid => "avoid",
            Brush::Forbid => "forbid",
            Brush::Erase => "erase",
        }
    }

    /// The word that begins an act's report: `wall near Mill`.
    pub const fn act_word(self) -> &'static str {
        match self {
            Brush::Prefer => "preferred ground",
            Brush::Avoid => "avoided ground",
            Brush::Forbid => "forbidden ground",
            Brush::Erase => "cleared ground",
            other => other.name(),
        }
    }

    /// Coin per cell.
    pub const fn coin(self) -> u32 {
        match self {
            Brush::Bridge => 4,
            Brush::Beacon => 20,
            Brush::Tower => 50,
            Brush::Wall | Brush::Mud | Brush::Fire | Brush::Forbid => 2,
            Brush::River | Brush::Prefer | Brush::Avoid | Brush::Erase => 0,
        }
    }

    /// The surface that it puts down, if it puts one down.
    pub const fn surface(self) -> Option<Surface> {
        match self {
            Brush::Wall => Some(Surface::Wall),
            Brush::Bridge => Some(Surface::Bridge),
            Brush::Mud => Some(Surface::Mud),
            Brush::Fire => Some(Surface::Fire),
            Brush::River => Some(Surface::River),
            Brush::Beacon => Some(Surface::Beacon),
            Brush::Tower => Some(Surface::Tower),
            Brush::Prefer | Brush::Avoid | Brush::Forbid | Brush::Erase => None,
        }
    }

    /// The paint that it applies, if any.
    pub const fn paint(self) -> Option<Paint> {
        match self {
            Brush::Prefer => Some(Paint::Prefer),
            Brush::Avoid => Some(Paint::Avoid),
            Brush::Forbid => Some(Paint::Forbid),
            _ => None,
        }
    }

    /// What it needs of a cell, in words.
    pub const fn needs(self) -> &'static str {
        match self {
            Brush::Wall => "a wall needs ground without a settlement or a unit",
            Brush::Bridge => "a bridge needs water or a gorge below it",
            Brush::Mud | Brush::River => "that needs open ground without a settlement or a unit",
            Brush::Fire => "nothing burns there: fire needs grass, woods or hills",
            Brush::Beacon | Brush::Tower => "that needs dry, open ground without a settlement or a unit",
            Brush::Prefer | Brush::Avoid | Brush::Forbid => "that is painted there already",
            Brush::Erase => "nothing that you put there is left to erase",
        }
    }
}

/// An order to a unit, as commands give it: units by their ids.
pub type Order = OrderOf<UnitId, SearchGoal>;

/// A change of a behaviour stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StackEdit {
    /// The top is dropped; what lies below it goes on.
    Drop,
    /// Everything above the livelihood is dropped, queued orders included.
    Clear,
    /// This comes on top; what lies below it goes on afterwards.
    Push(Order),
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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejection {
    /// None of the units is there to be ordered.
    #[error("no unit of yours is selected")]
    NoUnits,
    /// The cell is not on the land.
    #[error("{}, {} is not on this land", .0.x, .0.y)]
    OffTheLand(Cell),
    /// More than this many at once.
    #[error("at most {0} at once")]
    TooMany(usize),
    /// The orders are no longer what they were thought to be.
    #[error("that stop is already done or gone")]
    NoSuchStop,
    /// The stop is not at a place, or cannot be moved.
    #[error("that order cannot be moved: remove it and give another")]
    NotMovable,
    /// The behaviour is done or gone.
    #[error("that is already done: it does something else now")]
    NoSuchLayer,
    /// A livelihood cannot be dropped.
    #[error("its livelihood cannot be removed")]
    Livelihood,
    /// The order cannot be carried out, for this reason.
    #[error("it cannot: {}", .0.description())]
    Cannot(OrderProblem),
    /// There is no such settlement.
    #[error("no settlement of yours stands there")]
    NoSuchTown,
    /// No cell can be edited with this brush.
    #[error("{}", .0.needs())]
    BrushDoesNotApply(Brush),
    /// No unit can be added on this cell.
    #[error("no unit can stand on {}, {} now", .0.x, .0.y)]
    NoRoom(Cell),
    /// No unit of the player's people is there.
    #[error("no unit of yours is there")]
    NoUnitThere,
    /// No act is left to undo.
    #[error("nothing is left to undo")]
    NothingToUndo,
    /// No such charter waits for an answer.
    #[error("no charter waits for an answer")]
    NoSuchCharter,
    /// No unit is possessed.
    #[error("you are not playing as a unit")]
    NotPossessing,
    /// The possessed unit is in the middle of a step.
    #[error("finish this step first")]
    MidStep,
    /// The wanderer has to choose first.
    #[error("choose first what to do about what is at hand")]
    MustChoose,
    /// A wanderer cannot do that here.
    #[error("{0}")]
    NotHere(&'static str),
    /// The wanderer cannot be released.
    #[error("a wanderer has one life and gives no orders")]
    WandererOnly,
    /// No life can begin: one is under way, or there is no wanderer's game, or no home.
    #[error("{0}")]
    NoBirth(&'static str),
    /// No such work or offer stands, or it takes no toll.
    #[error("that is not offered or does not stand any more")]
    NoSuchWork,
    /// The ground is in use or has changed.
    #[error("the ground is in use or has changed")]
    WorkBlocked,
    /// The people's coin does not suffice.
    #[error("that costs {cost} coin, and you have {coin}: works earn more")]
    TooExpensive {
        /// What it costs.
        cost: u32,
        /// What there is.
        coin: u32,
    },
}
