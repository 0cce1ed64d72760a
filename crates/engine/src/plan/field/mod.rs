//! Fields over the land: for one goal or many, from every cell what it costs to get there and where to step next.
//!
//! The idea: Dijkstra's search (1959), backwards from the goals, reaches everything once; a hundred walkers then follow
//! arrows instead of searching. Its queue is one of buckets (Dial 1969) that are no wider than the cheapest step: what
//! waits in the first bucket cannot be bettered any more, so nothing in it need be sorted. A label holds the cost and
//! below it the direction, so that one comparison finds the least cost and among equals the first direction.
//! When prices change, only what they concern is done again ([`Field::repair`], after Ramalingam & Reps 1996).
//! Promise: exact, and a pure function of prices and goals: of the steps that attain the least cost the arrow is the
//! first clockwise from north, however the field came about. Needs: prices of 1 to 65,534 milli-steps a step, none
//! lower than [`CostModel::cheapest`] says; no way above [`FARTHEST`]. Units: milli-steps. Ties: see the promise.
//! Cost: linear in the cells reached; 5.7 bytes a cell, and 18 for prices ([`Entries`]), which fields can share.
//! Differs from the papers in the two things that a label holds, in settling a bucket as a whole, and in repairing many
//! changed cells at once.
//!
//! The corner rule is the land's: a diagonal needs both cells beside it free. What does not live here: who wants
//! fields, and how long they are kept ([`Fields`]).

mod cache;
mod cache_check;
mod entries;
mod flood;
mod frame;
mod repair;

use crate::graph::CostModel;
use crate::grid::{Cell, Dir8};

pub use cache::{Fields, Who};
pub use entries::Entries;
use flood::{ARROW, FloodBounds, cost_in, label};
pub use flood::{Extent, FARTHEST, FloodQueue};
pub use frame::FieldWindow;
use frame::{BESIDE, Frame};
pub use repair::Repaired;

/// The costs and arrows of some goals.
#[derive(Clone, Debug)]
pub struct Field {
    frame: Frame,
    goals: Vec<Cell>,
    /// By place: see [`flood::label`]; 0 where no way is known.
    labels: Vec<i32>,
    /// By place: one more than the direction of the next step; 0 at goals and where nothing is settled.
    arrows: Vec<u8>,
    /// What costs less is settled, in milli-steps.
    settled: u32,
}

impl Field {
    /// Floods from the goals (those outside of the window do not count) as far as is asked for.
    pub fn build(
        entries: &mut Entries,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        goals: &[Cell],
        extent: Extent,
    ) -> Self {
        let frame = entries.frame;
        let mut goals: Vec<Cell> =
            goals.iter().copied().filter(|cell| frame.window.contains(*cell)).collect();
        goals.sort_unstable();
        goals.dedup();
        let places = frame.len();
        let mut field = Self { frame, goals, labels: vec![0; places], arrows: vec![0; places], settled: 0 };
        field.fill(entries, cost, flood, extent);
        field
    }

    /// Floods again from the beginning: for another extent, or when everything has changed.
    pub fn rebuild(
        &mut self,
        entries: &mut Entries,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        extent: Extent,
    ) {
        self.labels.fill(0);
        self.arrows.fill(0);
        self.fill(entries, cost, flood, extent);
    }

    fn fill(&mut self, entries: &mut Entries, cost: &impl CostModel, flood: &mut FloodQueue, extent: Extent) {
        let place = |cell: &Cell| self.frame.place(*cell) as u32;
        let seeds: Vec<u32> = self.goals.iter().map(place).collect();
        let (limit, until) = match extent {
            Extent::All => (FARTHEST, Vec::new()),
            Extent::Cost(limit) => (limit, Vec::new()),
            Extent::Cells(cells) => (
                FARTHEST,
                cells.iter().filter(|cell| self.frame.window.contains(**cell)).map(place).collect(),
            ),
        };
        for seed in &seeds {
            self.set(*seed as usize, label(0));
        }
        let course = FloodBounds { seeds, limit, until, budget: u32::MAX };
        let ended = self.flood::<false>(entries, cost, flood, course);
        self.settled = ended.map_or(0, |ended| ended.settled);
    }

    /// Writes a label at a place and wherever else the same cell has one.
    #[inline]
    fn set(&mut self, place: usize, label: i32) {
        self.labels[place] = label;
        self.labels[self.frame.copy_of(place)] = label;
    }

    /// Points the arrow of a cell where its label says.
    #[inline]
    fn point(&mut self, place: usize, label: i32) {
        let is_goal = cost_in(label) == 0;
        self.arrows[place] = if is_goal { 0 } else { (label & ARROW) as u8 + 1 };
    }

    /// The goals, sorted.
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// What costs less is settled: of the rest nothing is known. In milli-steps.
    pub fn settled(&self) -> u32 {
        self.settled
    }

    /// The label of a cell whose cost is known.
    fn label_at(&self, cell: Cell) -> Option<i32> {
        let label = self.frame.window.contains(cell).then(|| self.labels[self.frame.place(cell)])?;
        (label != 0 && cost_in(label) < self.settled).then_some(label)
    }

    /// What the cheapest way from a cell to a goal costs, in milli-steps; `None` when there is none, or none was found
    /// that near.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.label_at(cell).map(cost_in)
    }

    /// The next step from a cell; `None` at a goal and where no way is known.
    pub fn arrow(&self, cell: Cell) -> Option<Dir8> {
        let label = self.label_at(cell).filter(|label| cost_in(*label) > 0)?;
        Some(Dir8::from_index((label & ARROW) as u8))
    }

    /// The cheapest way from a cell to a goal, both included. From a barred cell it leaves by the best neighbour.
    pub fn way(&self, cost: &impl CostModel, entries: &Entries, from: Cell) -> Option<Vec<Cell>> {
        let mut way = vec![from];
        let mut here = from;
        if self.cost(from).is_none() {
            here = self.way_out(cost, entries, from)?;
            way.push(here);
        }
        while let Some(dir) = self.arrow(here) {
            here = self.frame.step(here, dir)?;
            way.push(here);
        }
        Some(way)
    }

    /// Where to step from a cell on which one may not be, if anywhere.
    fn way_out(&self, cost: &impl CostModel, entries: &Entries, from: Cell) -> Option<Cell> {
        let steps = entries.steps_out(cost, from);
        let total = |(step, next): (u32, Cell)| Some((step.saturating_add(self.cost(next)?), next));
        steps.filter_map(total).min_by_key(|(total, _)| *total).map(|(_, next)| next)
    }

    /// The goal to which the cheapest way from a cell leads.
    pub fn goal_of(&self, cell: Cell) -> Option<Cell> {
        self.cost(cell)?;
        let mut here = cell;
        while let Some(dir) = self.arrow(here) {
            here = self.frame.step(here, dir)?;
        }
        Some(here)
    }

    /// Where a walker on a cell of the window stands, as [`Field::follow`] counts.
    pub fn spot(&self, cell: Cell) -> u32 {
        self.frame.place(cell) as u32
    }

    /// The cell of a spot.
    pub fn cell_of(&self, spot: u32) -> Option<Cell> {
        self.frame.cell(spot as usize)
    }

    /// Every walker takes a step along the arrows; whoever has none stays.
    pub fn follow(&self, spots: &mut [u32]) {
        const BY: [i32; 9] = {
            let mut by = [0; 9];
            let mut dir = 0;
            while dir < 8 {
                by[dir + 1] = BESIDE[dir];
                dir += 1;
            }
            by
        };
        for spot in spots {
            let arrow = self.arrows.get(*spot as usize).copied().unwrap_or(0);
            let there = spot.wrapping_add_signed(BY[usize::from(arrow % 9)]);
            *spot = there.wrapping_add_signed(self.frame.to_own[there as usize % 16]);
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.labels.len() * size_of::<i32>() + self.arrows.len()
    }
}
