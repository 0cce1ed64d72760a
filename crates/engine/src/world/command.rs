//! The only way in: what a player can want. Commands are recorded, stamped with tick and order, and replayed.

use super::{Deed, Kind, Mark, Paint, Sought, TownId, UnitId};
use crate::grid::Cell;
use crate::land::Surface;
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
    /// Takes back, for each of these, what it was told last, as far as that still stands; else the last order that has
    /// not been begun.
    Unqueue {
        /// Whose.
        units: Vec<UnitId>,
    },
    /// Bends the land with a brush.
    Bend {
        /// The stroke that this is part of: commands of one stroke are one act.
        stroke: u32,
        /// With what.
        brush: Brush,
        /// Where; cells that cannot be bent that way are left out, and if none is left it is refused.
        cells: Vec<Cell>,
    },
    /// Adds a walker to the player's people.
    Spawn {
        /// What it is.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// Removes the walkers of the player's people who are on these cells.
    Remove {
        /// Where.
        cells: Vec<Cell>,
    },
    /// Takes back what the last of these acts has changed, as far as it still stands.
    Undo,
    /// Gives the present ambition up for another one.
    NextAmbition,
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
    /// Changes the behaviour stack of a unit.
    EditStack {
        /// Whose.
        unit: UnitId,
        /// How many layers the stack had, as far as whoever edits knows.
        height: u8,
        /// The change.
        edit: StackEdit,
    },
    /// The player lives this unit from now on, deed by deed.
    StepIn(UnitId),
    /// He leaves it to itself again; it goes on with what it did before.
    StepOut,
    /// Has the one do something whom he lives.
    Do(Deed),
    /// In the wanderer's game: the next life begins at home.
    NextLife,
}

/// What the land can be bent with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Brush {
    /// A wall: nobody passes.
    #[default]
    Wall,
    /// A bridge over water or a gorge, from bank to bank: walked like level grass.
    Bridge,
    /// Mud: very slow ground.
    Mud,
    /// Fire: bars the way for two days and may leap into woods.
    Fire,
    /// Water that can be waded.
    River,
    /// A beacon: steps in its light cost less judgement.
    Beacon,
    /// A tower: somebody looks out for ever, and strangers feel seen.
    Tower,
    /// A wish to walk here.
    Prefer,
    /// A wish to walk elsewhere.
    Avoid,
    /// A wish that nobody walks here.
    Forbid,
    /// Takes back anything that a brush put there.
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

    /// What was done with it, as the answer to an act begins: `wall near Mill`.
    pub const fn deed(self) -> &'static str {
        match self {
            Brush::Prefer => "preferred ground",
            Brush::Avoid => "avoided ground",
            Brush::Forbid => "forbidden ground",
            Brush::Erase => "cleared ground",
            other => other.name(),
        }
    }

    /// Coin that a cell of it costs.
    pub const fn coin(self) -> u32 {
        match self {
            Brush::Bridge => 4,
            Brush::Beacon => 20,
            Brush::Tower => 50,
            _ => 0,
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

    /// The wish that it paints, if it paints one.
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
            Brush::Wall => "a wall needs ground without a settlement or a walker",
            Brush::Bridge => "a bridge needs water or a gorge below it",
            Brush::Mud | Brush::River => "that needs open ground without a settlement or a walker",
            Brush::Fire => "nothing burns there: fire needs grass, woods or hills",
            Brush::Beacon | Brush::Tower => "that needs dry, open ground without a settlement or a walker",
            Brush::Prefer | Brush::Avoid | Brush::Forbid => "that is painted there already",
            Brush::Erase => "nothing that you put there is left to erase",
        }
    }
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
    /// Run from foes to safety.
    Flee,
    /// The same, but strike back.
    Retreat,
    /// Look for something that is not seen yet.
    Search(Sought),
    /// Watch somebody or a place unseen.
    Spy(Mark),
    /// Keep near somebody or a place, and foes off.
    Defend(Mark),
    /// Hold a cell.
    Guard(Cell),
    /// Go for somebody.
    Attack(UnitId),
    /// Ring somebody together with others.
    Surround(UnitId),
    /// Go away from somebody or a place.
    Shun(Mark),
    /// Keep away from everybody for a day.
    Avoid,
    /// Look for others who do the same and stay with them for a day.
    Group,
    /// Fetch what a site yields, over and over.
    Work(Cell),
    /// Keep with somebody, between him and foes.
    Escort(UnitId),
}

/// A change of a behaviour stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StackEdit {
    /// The top is dropped; what lies below it goes on.
    Drop,
    /// Everything above the livelihood is forgotten, orders that wait included.
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// None of the units is there to be ordered.
    NobodyToOrder,
    /// The cell is not on the land.
    OffTheLand(Cell),
    /// More than this many at once.
    TooMany(usize),
    /// The orders are no longer what they were thought to be.
    NoSuchStop,
    /// The stop is not at a place, or cannot be moved.
    NotMovable,
    /// The behaviour is done or gone.
    NoSuchLayer,
    /// Nobody can be told to give up his livelihood.
    Livelihood,
    /// The order cannot be carried out, for this reason.
    Cannot(&'static str),
    /// There is no such settlement.
    NoSuchTown,
    /// No cell can be bent with this brush.
    CannotBend(Brush),
    /// Nobody can come into being on this cell.
    NoRoom(Cell),
    /// Nobody of the player's people is there.
    NobodyThere,
    /// No act is left to take back.
    NothingToUndo,
    /// There is no ambition to give up.
    NoAmbition,
    /// The player lives nobody.
    NoLife,
    /// The one whom he lives is in the middle of a step.
    InAStep,
    /// The wanderer has but this one life.
    OneLife,
    /// No life can begin: one is being lived, or there is no wanderer's game, or no home.
    NoBirth(&'static str),
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
            Rejection::NoSuchLayer => write!(f, "that is done already: it does something else now"),
            Rejection::Livelihood => write!(f, "that is its livelihood, which nobody can take from it"),
            Rejection::Cannot(why) => write!(f, "it cannot: {why}"),
            Rejection::NoSuchTown => write!(f, "no settlement of yours stands there"),
            Rejection::CannotBend(brush) => write!(f, "{}", brush.needs()),
            Rejection::NoRoom(cell) => write!(f, "nobody can stand on {}, {} just now", cell.x, cell.y),
            Rejection::NobodyThere => write!(f, "nobody of yours is there"),
            Rejection::NothingToUndo => write!(f, "nothing is left to undo"),
            Rejection::NoAmbition => write!(f, "there is no ambition yet; one is being looked for"),
            Rejection::NoLife => write!(f, "you live nobody's life just now"),
            Rejection::InAStep => write!(f, "first this step"),
            Rejection::OneLife => write!(f, "a wanderer has one life, and nobody to order about"),
            Rejection::NoBirth(why) => write!(f, "{why}"),
            Rejection::TooDear { cost, coin } => {
                write!(f, "that costs {cost} coin and there are {coin}; deliveries bring more")
            }
        }
    }
}
