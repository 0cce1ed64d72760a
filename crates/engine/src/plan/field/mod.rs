//! Fields over the land: for one goal or many, the cost from every cell and the next step from it.
//!
//! The idea: Dijkstra's search (1959), backwards from the goals, visits everything once; a hundred units then follow
//! arrows instead of searching. Its queue has buckets (Dial 1969) that are no wider than the cheapest step: no entry of
//! the first bucket can be improved any more, so that nothing in it need be sorted. A label holds the cost and below it
//! the direction, so that one comparison finds the least cost and among equals the first direction. When prices change,
//! only what depends on them is computed again ([`Field::repair`], after Ramalingam & Reps 1996).
//! Promise: exact, and a pure function of prices and goals: the arrow is the first one clockwise from north of the
//! steps with the least cost, however the field was computed. Needs: prices of 1 to 65,534 milli-steps a step, none
//! lower than [`CostModel::cheapest`] says; no path above [`FIELD_COST_MAX`].
//! Units: milli-steps. Ties: see the promise.
//! Cost: linear in the number of cells reached; 5.7 bytes a cell, and 18 for prices ([`FieldPrices`]), which fields can
//! share.
//! Differs from the papers in the content of a label, in settling a bucket as a whole, and in repairing many changed
//! cells at once.
//!
//! The corner rule is that of the game: a diagonal needs both cells beside it free. Not here: who needs fields, and how
//! long they stay cached ([`FieldCache`]).

mod cache;
mod cache_check;
mod entries;
mod flood;
mod frame;
mod queue;
mod repair;

use crate::graph::CostModel;
use crate::grid::{Cell, Dir8, distinct};

pub use cache::{FieldCache, FieldOwner};
pub use entries::FieldPrices;
pub use frame::FieldWindow;
use frame::{NEIGHBOUR_OFFSETS, SlotLayout};
use queue::{ARROW_BITS, FloodBounds, cost_in, label};
pub use queue::{Extent, FIELD_COST_MAX, FloodQueue};
pub use repair::Repaired;

/// The costs and arrows towards some goals.
#[derive(Clone, Debug)]
pub struct Field {
    frame: SlotLayout,
    goals: Vec<Cell>,
    /// By slot: see [`queue::label`]; 0 where no path is known.
    labels: Vec<i32>,
    /// By slot: the direction of the next step plus one; 0 at goals and where nothing is settled.
    arrows: Vec<u8>,
    /// Costs below this are settled, in milli-steps.
    settled_below: u32,
}

impl Field {
    /// Floods from the goals (those outside of the window are ignored) as far as `extent` says.
    pub fn build(
        entries: &mut FieldPrices,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        goals: &[Cell],
        extent: Extent,
    ) -> Self {
        let frame = entries.frame;
        let goals: Vec<Cell> = distinct(goals.iter().copied().filter(|cell| frame.window.contains(*cell)));
        let slots = frame.len();
        let mut field =
            Self { frame, goals, labels: vec![0; slots], arrows: vec![0; slots], settled_below: 0 };
        field.flood_from_goals(entries, cost, flood, extent);
        field
    }

    /// Floods again from scratch: for another extent, or when everything has changed.
    pub fn rebuild(
        &mut self,
        entries: &mut FieldPrices,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        extent: Extent,
    ) {
        self.labels.fill(0);
        self.arrows.fill(0);
        self.flood_from_goals(entries, cost, flood, extent);
    }

    fn flood_from_goals(
        &mut self,
        entries: &mut FieldPrices,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        extent: Extent,
    ) {
        let slot = |cell: &Cell| self.frame.slot(*cell) as u32;
        let seeds: Vec<u32> = self.goals.iter().map(slot).collect();
        let (limit, until) = match extent {
            Extent::All => (FIELD_COST_MAX, Vec::new()),
            Extent::Cost(limit) => (limit, Vec::new()),
            Extent::Cells(cells) => (
                FIELD_COST_MAX,
                cells.iter().filter(|cell| self.frame.window.contains(**cell)).map(slot).collect(),
            ),
        };
        for seed in &seeds {
            self.set(*seed as usize, label(0));
        }
        let bounds = FloodBounds { seeds, limit, until, budget: u32::MAX };
        let ended = self.flood::<false>(entries, cost, flood, bounds);
        self.settled_below = ended.map_or(0, |ended| ended.settled_below);
    }

    /// Sets the label of a slot, and of the copy of its cell.
    #[inline]
    fn set(&mut self, slot: usize, label: i32) {
        self.labels[slot] = label;
        self.labels[self.frame.copy_slot(slot)] = label;
    }

    /// Sets the arrow of a cell from its label.
    #[inline]
    fn set_arrow(&mut self, slot: usize, label: i32) {
        let is_goal = cost_in(label) == 0;
        self.arrows[slot] = if is_goal { 0 } else { (label & ARROW_BITS) as u8 + 1 };
    }

    /// The goals, sorted.
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// Costs below this are settled, in milli-steps; nothing is known of higher ones.
    pub fn settled(&self) -> u32 {
        self.settled_below
    }

    /// The label of a cell whose cost is known.
    fn label_at(&self, cell: Cell) -> Option<i32> {
        let label = self.frame.window.contains(cell).then(|| self.labels[self.frame.slot(cell)])?;
        (label != 0 && cost_in(label) < self.settled_below).then_some(label)
    }

    /// Cost of the cheapest path from a cell to a goal, in milli-steps; `None` if there is none, or none with a settled
    /// cost.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.label_at(cell).map(cost_in)
    }

    /// The next step from a cell; `None` at a goal and where no path is known.
    pub fn arrow(&self, cell: Cell) -> Option<Dir8> {
        let label = self.label_at(cell).filter(|label| cost_in(*label) > 0)?;
        Some(Dir8::from_index((label & ARROW_BITS) as u8))
    }

    /// The cheapest path from a cell to a goal, both included. From an impassable cell it leaves by the best neighbour.
    pub fn path(&self, cost: &impl CostModel, entries: &FieldPrices, from: Cell) -> Option<Vec<Cell>> {
        let mut path = vec![from];
        let mut here = from;
        if self.cost(from).is_none() {
            here = self.exit_from(cost, entries, from)?;
            path.push(here);
        }
        while let Some(dir) = self.arrow(here) {
            here = self.frame.step(here, dir)?;
            path.push(here);
        }
        Some(path)
    }

    /// The best step out of an impassable cell, if any.
    fn exit_from(&self, cost: &impl CostModel, entries: &FieldPrices, from: Cell) -> Option<Cell> {
        let steps = entries.steps_out(cost, from);
        let total = |(step, next): (u32, Cell)| Some((step.saturating_add(self.cost(next)?), next));
        steps.filter_map(total).min_by_key(|(total, _)| *total).map(|(_, next)| next)
    }

    /// The slot of a cell of the window, for [`Field::advance_all`].
    pub fn slot(&self, cell: Cell) -> u32 {
        self.frame.slot(cell) as u32
    }

    /// The cell of a slot.
    pub fn cell_of(&self, spot: u32) -> Option<Cell> {
        self.frame.cell(spot as usize)
    }

    /// Moves every unit one step along the arrows; one without an arrow stays.
    pub fn advance_all(&self, slots: &mut [u32]) {
        const BY: [i32; 9] = {
            let mut by = [0; 9];
            let mut dir = 0;
            while dir < 8 {
                by[dir + 1] = NEIGHBOUR_OFFSETS[dir];
                dir += 1;
            }
            by
        };
        for slot in slots {
            let arrow = self.arrows.get(*slot as usize).copied().unwrap_or(0);
            let there = slot.wrapping_add_signed(BY[usize::from(arrow % 9)]);
            *slot = there.wrapping_add_signed(self.frame.to_own[there as usize % 16]);
        }
    }

    /// Bytes that the field takes.
    pub fn bytes(&self) -> usize {
        self.labels.len() * size_of::<i32>() + self.arrows.len()
    }
}
