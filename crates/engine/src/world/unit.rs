//! Everybody who walks: bodies, and the *data* of their behaviours.

use super::{Kind, Mark, Order, Route, Sought, Steps, TownId};
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
    /// Keeps near a place until a tick.
    Stay {
        /// Centre.
        around: Cell,
        /// When it ends.
        until: u64,
    },
    /// Looks for the nearest border of the known, over and over.
    Explore {
        /// The border cell it walks to, once one was chosen.
        target: Option<Cell>,
        /// Fruitless looks in a row.
        fruitless: u8,
    },
    /// Walks to a cell.
    Travel {
        /// Where to.
        goal: Cell,
        /// What for.
        errand: Errand,
    },
    /// Carries goods between settlements for its living.
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
    /// Walks about without a goal.
    Wander {
        /// When it ends.
        until: u64,
    },
    /// Sleeps.
    Rest {
        /// When it wakes.
        until: u64,
    },
    /// Walks round a list of places for ever.
    Patrol {
        /// The places.
        points: Vec<Cell>,
        /// Which is next.
        next: u16,
    },
    /// Keeps near another unit.
    Follow {
        /// Whom.
        whom: UnitId,
    },
    /// Builds a road: works on each cell of a way that is no road yet.
    Build {
        /// Every cell of it, in order.
        way: Vec<Cell>,
        /// The first cell that was not dealt with.
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
    /// Lives on what it takes from travellers: lies in wait where they come by, and eats at its lair.
    Raid {
        /// Where it eats and rests.
        lair: Cell,
        /// Where it lies in wait.
        site: Option<Cell>,
        /// Tick when it chose that place.
        since: u64,
        /// Tick when it last had something to eat.
        fed: u64,
    },
    /// Runs from foes to where they are far, and never strikes.
    Flee {
        /// Whom it saw last, if anybody.
        from: Option<UnitId>,
        /// Where that was, or where it began.
        last: Cell,
        /// Tick when that was, or when it began.
        since: u64,
    },
    /// Does the same, but strikes back.
    Retreat {
        /// Whom it saw last, if anybody.
        from: Option<UnitId>,
        /// Where that was, or where it began.
        last: Cell,
        /// Tick when that was, or when it began.
        since: u64,
    },
    /// Looks for something, one block of the land after the other, the nearest first.
    Search {
        /// What for.
        what: Sought,
        /// How many of it were known at the beginning.
        known: u32,
        /// Blocks that it has looked over or given up, sorted: row-major numbers of squares of [`BLOCK`] cells.
        looked: Vec<u32>,
        /// The block that it walks to.
        toward: Option<u32>,
    },
    /// Watches somebody or a place from where no stranger sees it, and brings home what it saw.
    Spy {
        /// Whom or what.
        mark: Mark,
        /// Where that was seen last.
        last: Cell,
        /// Since when it watches unseen.
        since: Option<u64>,
        /// Whether it has watched for long enough.
        learned: bool,
    },
    /// Keeps near its ward and drives off foes who come near.
    Defend {
        /// Whom or what.
        ward: Mark,
    },
    /// Holds a cell, and turns back to it.
    Guard {
        /// Which.
        at: Cell,
    },
    /// Goes for somebody.
    Attack {
        /// Whom.
        whom: UnitId,
        /// Where he was seen last.
        last: Cell,
    },
    /// Rings somebody together with others who do the same.
    Surround {
        /// Whom.
        whom: UnitId,
        /// Where he was seen last.
        last: Cell,
    },
    /// Goes away from one thing.
    Shun {
        /// From what.
        mark: Mark,
        /// Where that was seen last.
        last: Cell,
    },
    /// Keeps away from everybody.
    Avoid {
        /// When it ends.
        until: u64,
    },
    /// Looks for others who do the same, and stays with them.
    Group {
        /// When it ends.
        until: u64,
    },
    /// Fetches what a site yields and brings it to a settlement, over and over.
    Work {
        /// The site.
        site: Cell,
        /// The settlement.
        store: TownId,
        /// Ticks of work done on the present load.
        worked: u16,
    },
    /// Keeps with somebody, between him and foes.
    Escort {
        /// Whom.
        whom: UnitId,
    },
    /// Grazes where its instinct pulls it.
    Graze,
    /// Hunts where its instinct pulls it.
    Hunt {
        /// When it last ate.
        fed: u64,
    },
    /// Does what the player has it do, deed by deed (see [`super::Life`]).
    Lived,
}

impl Behaviour {
    /// Whether somebody who does this strikes whoever strikes him.
    pub fn strikes_back(&self) -> bool {
        !matches!(self, Behaviour::Flee { .. })
    }
}

/// Side of the squares that a search looks over one by one, in cells.
pub const BLOCK: u16 = 8;

/// What a journey is for; decides what happens at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Errand {
    /// Because the player said so.
    Order,
    /// To sell and buy.
    Trade,
    /// To sleep at a camp.
    Camp,
    /// To see what lies beyond.
    Explore,
    /// To found a hamlet.
    Settle,
    /// Anything else: patrol, wandering, following.
    Other,
    /// Because the player lives it and wants to be there.
    Lived,
}

/// A load.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cargo {
    /// What.
    pub good: Good,
    /// How much, in hundredths of a load.
    pub amount: u32,
}

/// A way to walk, kept at a byte a step.
///
/// Directions are stored last step first, so that taking a step and splicing in front are both at the end. Of a far
/// goal only the near part is worked out in cells; the rest is a route, and becomes cells when it is reached. Figures
/// are of what was worked out so far; those of the route are its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Path {
    /// What is left of it, step by step.
    pub steps: Steps,
    /// Where it leads.
    pub goal: Cell,
    /// Whether the planner could reach what was asked, or this only leads near it.
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
    /// What is not worked out yet.
    pub route: Option<Route>,
}

impl Path {
    /// Whether nothing of it is left.
    pub fn is_over(&self) -> bool {
        self.steps.is_empty() && self.route.is_none()
    }

    /// What the whole way costs as it was planned, in milli-steps.
    pub fn whole_price(&self) -> Cost {
        self.price + self.route.as_ref().map_or(0, |route| route.price)
    }

    /// Walking time of the whole way as it was planned, in milli-steps.
    pub fn whole_time(&self) -> Cost {
        self.time + self.route.as_ref().map_or(0, |route| route.time)
    }

    /// Part of a figure of the cells that falls on the steps that are left.
    fn share_left(&self, figure: Cost) -> Cost {
        // No save that is loaded can make this overflow.
        (u128::from(figure) * self.steps.len() as u128 / u128::from(self.length.max(1))) as Cost
    }

    /// What is left of the price, going by when it was planned, in milli-steps.
    pub fn price_left(&self) -> Cost {
        self.share_left(self.price) + self.whole_price() - self.price
    }

    /// Walking time that is left, going by when it was planned, in milli-steps.
    pub fn time_left(&self) -> Cost {
        self.share_left(self.time) + self.whole_time() - self.time
    }
}

/// A way that somebody has left for the night, and where he goes on with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptWay {
    /// What was left of it.
    pub path: Path,
    /// The cell where it was left.
    pub from: Cell,
    /// Height of the behaviour stack when it was left: it belongs to the behaviour that was on top then.
    pub depth: u8,
}

/// Why a unit that wants to walk does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Block {
    /// Somebody stands in the way.
    Unit(UnitId),
    /// The way is not as it was believed.
    Ground,
    /// No way is known.
    NoWay,
    /// Others are coming through the narrow passage.
    Passage,
    /// It has made room and leaves the way to the others.
    Courtesy,
    /// It waits for the planner.
    Thinking,
}

/// Somebody.
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
    /// Time spent on the step so far, in thousandths of milli-steps × ticks; see `sim::movement`.
    pub progress: u32,
    /// Whether the step it takes is on instinct: such steps wear nothing.
    pub groping: bool,
    /// Behaviour stack, bottom first.
    pub stack: Vec<Behaviour>,
    /// The player's wishes that are still to come.
    pub orders: VecDeque<Order>,
    /// Whether what it does now was ordered.
    pub ordered: bool,
    /// The way it follows.
    pub path: Option<Path>,
    /// The way that it left for the night, to be taken up again in the morning.
    pub kept: Option<KeptWay>,
    /// Id of the path request it waits for.
    pub awaiting: Option<u64>,
    /// Tick when it last asked for a path.
    pub asked: u64,
    /// What keeps it from walking, and since when.
    pub blocked: Option<(Block, u64)>,
    /// Tick until which it leaves the way to others after it made room for them.
    pub courtesy: u64,
    /// Re-plans in a row that did not get it a step further.
    pub setbacks: u8,
    /// Walking time since its last night, in milli-steps.
    pub fatigue: u32,
    /// Walking time since it last had food, in milli-steps; at most what its food lasts.
    pub unfed: u32,
    /// The direction of its last step, in eighths of a circle; `None` for who comes out of a house.
    pub heading: Option<u8>,
    /// What it carries.
    pub cargo: Option<Cargo>,
    /// Walking time of the present journey so far, in milli-steps.
    pub journey: u32,
    /// Walking time that roads have saved it on this journey, in milli-steps.
    pub saved: u32,
    /// Steps taken in all.
    pub steps: u32,
    /// Wounds that have not healed; with [`WOUNDS_MAX`] it is dead.
    pub wounds: u8,
    /// Tick when it was last struck or robbed, or struck somebody; 0 if never.
    pub fought: u64,
}

/// What is left of the way of who has none.
static NO_STEPS: Steps = Steps::NONE;

/// Wounds of which anybody dies.
pub const WOUNDS_MAX: u8 = 3;

impl Unit {
    /// The behaviour that acts now.
    pub fn top(&self) -> Option<&Behaviour> {
        self.stack.last()
    }

    /// How low on food it is, in bands (see [`Kind::hunger`]).
    pub fn hunger(&self) -> u8 {
        self.kind.hunger(self.unfed)
    }

    /// Whatever way it followed or waited for is no longer wanted.
    pub fn forget_way(&mut self) {
        self.path = None;
        self.kept = None;
        self.awaiting = None;
        self.blocked = None;
        self.setbacks = 0;
    }

    /// The way that it follows is left for the night; one that was left before stays the one.
    pub fn keep_way(&mut self) {
        let way = self.path.take().filter(|path| path.reaches && !path.is_over());
        if self.kept.is_none() {
            let (from, depth) = (self.way_start(), self.stack.len() as u8);
            self.kept = way.map(|path| KeptWay { path, from, depth });
        }
    }

    /// The way that was kept for the behaviour which is on top now; one of behaviours that are gone is dropped.
    pub fn take_kept_way(&mut self) -> Option<KeptWay> {
        let depth = self.stack.len();
        self.kept
            .take_if(|kept| usize::from(kept.depth) >= depth)
            .filter(|kept| usize::from(kept.depth) == depth)
    }

    /// Where its next way begins: on the cell that it steps onto, else where it stands.
    pub fn way_start(&self) -> Cell {
        self.next.unwrap_or(self.cell)
    }

    /// The rest of the way that it follows, with the cell from which it goes on.
    pub fn rest_of_way(&self, size: Size) -> Vec<Cell> {
        let start = self.way_start();
        std::iter::once(start).chain(self.steps_left().cells_after(start, size)).collect()
    }

    /// The cells that the rest of its path leads over, from the cell after the one it stands on.
    pub fn way_ahead(&self, size: Size) -> impl Iterator<Item = Cell> {
        self.next.into_iter().chain(self.steps_left().cells_after(self.way_start(), size))
    }

    /// The steps of its path that it has not begun.
    pub fn steps_left(&self) -> &Steps {
        self.path.as_ref().map_or(&NO_STEPS, |path| &path.steps)
    }
}
