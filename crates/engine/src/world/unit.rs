//! Units: bodies, paths and stacks of behaviours.

use super::{
    Behaviour, Kind, Order, PeopleIx, PlannedBy, Raid, Route, Steps, TownIx, TownPair, Trade, Travel, UnitId,
};
use crate::graph::{Corner, Cost, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::land::{Good, Land, Surface};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// A load.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cargo {
    /// What.
    pub good: Good,
    /// How much, in hundredths of a load.
    pub amount: u32,
}

/// A path to walk, at a byte a step.
///
/// Directions are stored last step first, so that taking a step and splicing in front are both at the end. Of a
/// far path only the near part is refined to cells; the rest is a route, and is refined when it is reached. Figures are
/// those of the refined part; the route has its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Path {
    /// Its remaining steps.
    pub steps: Steps,
    /// Its last cell, of route and all.
    pub goal: Cell,
    /// Whether it leads to what was asked for, or only near it.
    pub reaches: bool,
    /// Tick when it was planned.
    pub planned: u64,
    /// What found it.
    pub by: PlannedBy,
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
    /// The part that is not refined yet.
    pub route: Option<Route>,
}

impl Path {
    /// Whether it is completed.
    pub fn is_over(&self) -> bool {
        self.steps.is_empty() && self.route.is_none()
    }

    /// Price of the whole path when planned, in milli-steps.
    pub fn whole_price(&self) -> Cost {
        self.price + self.route.as_ref().map_or(0, |route| route.price)
    }

    /// Walking time of the whole path when planned, in milli-steps.
    pub fn whole_time(&self) -> Cost {
        self.time + self.route.as_ref().map_or(0, |route| route.time)
    }

    /// Share of a figure that falls on the remaining steps.
    fn share_left(&self, figure: Cost) -> Cost {
        // Checked bounds of saves keep this from overflowing.
        (u128::from(figure) * self.steps.len() as u128 / u128::from(self.length.max(1))) as Cost
    }

    /// Remaining price, by the plan, in milli-steps.
    pub fn price_left(&self) -> Cost {
        self.share_left(self.price) + self.whole_price() - self.price
    }

    /// Remaining walking time, by the plan, in milli-steps.
    pub fn time_left(&self) -> Cost {
        self.share_left(self.time) + self.whole_time() - self.time
    }
}

/// A path that a unit has left for the night, to resume in the morning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredPath {
    /// Its rest.
    pub path: Path,
    /// The cell where it was left.
    pub from: Cell,
    /// Height of the behaviour stack when it was left: it belongs to the behaviour that was on top then.
    pub depth: u8,
}

/// Why a unit that wants to walk does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Block {
    /// A unit stands in the way.
    Unit(UnitId),
    /// The ground is not as it was believed.
    Ground,
    /// No path is known.
    NoWay,
    /// Others are coming through the narrow passage.
    Passage,
    /// It has made room and lets others pass.
    Courtesy,
    /// It waits for the planner.
    Thinking,
}

/// A unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its number.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Index of its people.
    pub people: PeopleIx,
    /// Where it stands (it holds this cell).
    pub cell: Cell,
    /// The neighbouring cell that it is stepping onto (it holds that one too).
    pub next: Option<Cell>,
    /// Time spent on the step so far, in thousandths of milli-steps × ticks; see `sim::walk::movement`.
    pub progress: u32,
    /// Whether its step leaves its path, or has none to follow yet: such steps wear nothing.
    pub is_off_path: bool,
    /// Behaviour stack, bottom first.
    pub stack: Vec<Behaviour>,
    /// Queued orders.
    pub orders: VecDeque<Order>,
    /// Whether what it does now was ordered.
    pub ordered: bool,
    /// The path that it follows.
    pub path: Option<Path>,
    /// The path that it left for the night.
    pub stored_path: Option<StoredPath>,
    /// Id of the path request it waits for.
    pub request: Option<u64>,
    /// Tick when it last asked for a path.
    pub requested: u64,
    /// What keeps it from walking, and since when.
    pub blocked: Option<(Block, u64)>,
    /// Tick until which it lets others pass after it made room.
    pub courtesy: u64,
    /// Replans in a row without a step of progress.
    pub setbacks: u8,
    /// Walking time since its last night, in milli-steps.
    pub fatigue: u32,
    /// Walking time since it last had food, in milli-steps; at most what its food lasts.
    pub unfed: u32,
    /// The direction of its last step, in eighths of a circle; `None` when it comes out of a settlement.
    pub heading: Option<u8>,
    /// What it carries.
    pub cargo: Option<Cargo>,
    /// Walking time of the present trip so far, in milli-steps.
    pub journey: u32,
    /// Steps of it that led over no dirt road.
    pub roadless: u32,
    /// Steps taken in all.
    pub steps: u32,
    /// Wounds that have not healed; with [`WOUNDS_MAX`] it is dead.
    pub wounds: u8,
    /// Tick when it was last struck or robbed, or struck a unit; 0 if never.
    pub fought: u64,
}

/// The remaining steps of a unit without a path.
static NO_STEPS: Steps = Steps::NONE;

/// Wounds that kill.
pub const WOUNDS_MAX: u8 = 3;

impl Unit {
    /// A unit that has just been placed on a cell, of this kind and people and with this livelihood.
    pub fn new(
        id: UnitId,
        name: String,
        (kind, people): (Kind, PeopleIx),
        cell: Cell,
        livelihood: Behaviour,
    ) -> Unit {
        Unit {
            id,
            name,
            kind,
            people,
            cell,
            next: None,
            progress: 0,
            is_off_path: false,
            stack: vec![livelihood],
            orders: VecDeque::new(),
            ordered: false,
            path: None,
            request: None,
            requested: 0,
            blocked: None,
            stored_path: None,
            courtesy: 0,
            setbacks: 0,
            fatigue: 0,
            unfed: 0,
            heading: None,
            cargo: None,
            journey: 0,
            roadless: 0,
            steps: 0,
            wounds: 0,
            fought: 0,
        }
    }

    /// The settlement where a trader lives.
    pub fn home(&self) -> Option<TownIx> {
        match self.stack.first() {
            Some(Behaviour::Trade(Trade { home, .. })) => Some(*home),
            _ => None,
        }
    }

    /// The two settlements that a trader walks between, the smaller id first.
    pub fn trip(&self) -> Option<TownPair> {
        self.stack.iter().rev().find_map(|behaviour| match behaviour {
            Behaviour::Trade(Trade { trip: Some((to, from)), .. }) => Some((*to.min(from), *to.max(from))),
            _ => None,
        })
    }

    /// The behaviour that acts now.
    pub fn top(&self) -> Option<&Behaviour> {
        self.stack.last()
    }

    /// The walk to a cell that it is on, if that is what acts now.
    pub fn travel(&self) -> Option<Travel> {
        match self.top() {
            Some(Behaviour::Travel(trip)) => Some(*trip),
            _ => None,
        }
    }

    /// Band of hunger (see [`Kind::hunger`]).
    pub fn hunger(&self) -> u8 {
        self.kind.hunger(self.unfed)
    }

    /// Records why it stands; if the reason is the same as before, since then.
    pub fn wait_because(&mut self, why: Block, now: u64) {
        if self.blocked.is_none_or(|(block, _)| block != why) {
            self.blocked = Some((why, now));
        }
    }

    /// A raider eats its loot at this tick.
    pub fn eat_loot(&mut self, now: u64) {
        self.cargo = None;
        if let Some(Behaviour::Raid(Raid { fed, .. })) = self.stack.last_mut() {
            *fed = now;
        }
    }

    /// Drops its path and its path request.
    pub fn drop_path(&mut self) {
        self.path = None;
        self.stored_path = None;
        self.request = None;
        self.blocked = None;
        self.setbacks = 0;
    }

    /// Stores its path for the night; one that was stored before stays.
    pub fn store_path(&mut self) {
        let rest = self.path.take().filter(|path| path.reaches && !path.is_over());
        if self.stored_path.is_none() {
            let (from, depth) = (self.path_start(), self.stack.len() as u8);
            self.stored_path = rest.map(|path| StoredPath { path, from, depth });
        }
    }

    /// Takes the path that was stored for the behaviour on top; one of a behaviour that is gone is dropped.
    pub fn take_stored_path(&mut self) -> Option<StoredPath> {
        let depth = self.stack.len();
        self.stored_path
            .take_if(|kept| usize::from(kept.depth) >= depth)
            .filter(|kept| usize::from(kept.depth) == depth)
    }

    /// Start of its next path: the cell that it steps onto, else its own.
    pub fn path_start(&self) -> Cell {
        self.next.unwrap_or(self.cell)
    }

    /// The rest of its path, with the cell from which it goes on.
    pub fn remaining_path(&self, size: Size) -> Vec<Cell> {
        let start = self.path_start();
        std::iter::once(start).chain(self.steps_left().cells_after(start, size)).collect()
    }

    /// The cells that the rest of its path leads over, from the cell after the one it stands on.
    pub fn cells_ahead(&self, size: Size) -> impl Iterator<Item = Cell> {
        self.next.into_iter().chain(self.steps_left().cells_after(self.path_start(), size))
    }

    /// Whether it is on a step or has a path to follow.
    pub fn is_walking(&self) -> bool {
        self.next.is_some() || self.path.as_ref().is_some_and(|path| !path.steps.is_empty())
    }

    /// Whether the true ground lets it step onto a neighbouring cell, including corners.
    pub fn can_enter(&self, land: &Land, next: Cell) -> bool {
        let size = land.size;
        let truth = TrueCosts { surface: land.surface.values(), kind: self.kind };
        let graph = Grid8 { size, cost: &truth, corner: Corner::BothFree };
        let (node, to) = (size.index(self.cell) as NodeId, size.index(next) as NodeId);
        self.cell.dir_to(next).is_some_and(|dir| graph.step_cost(node, dir, to).is_some())
    }

    /// The steps of its path that it has not begun.
    pub fn steps_left(&self) -> &Steps {
        self.path.as_ref().map_or(&NO_STEPS, |path| &path.steps)
    }
}

/// The true ground, priced for a kind.
struct TrueCosts<'a> {
    surface: &'a [Surface],
    kind: Kind,
}

impl CostModel for TrueCosts<'_> {
    fn step_cost(&self, _from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let surface = self.surface[to as usize];
        self.kind.ground_time(surface).map(|time| time * length / 1000)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.surface[node as usize].is_blocked()
    }
    fn cheapest(&self) -> u32 {
        1000
    }
}
