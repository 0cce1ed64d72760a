//! First moves for all pairs: a compressed path database (Botea 2011).
//!
//! The idea: answer every query beforehand. For each goal, flood backwards once and store for every cell only the
//! direction of its first step. Neighbouring cells mostly agree, so a row of directions is a few runs; walls and cells
//! without a path fit into any run. A query is then no search: look up the step, take it, look up the next.
//! Promise: optimal. Needs: preparation, a map of few cells, edges that can be followed backwards.
//! Units: milli-steps. Ties: those of the flood, newest first.
//! Cost: a flood per cell beforehand; a binary search per step; four bytes a run and four a cell, and the components.
//! Differs from the paper in storing rows by goal instead of by start, with the cells in row-major order.

use super::field::DistanceField;
use super::{Algorithm, NoObserver, Observer, Step};
use crate::graph::{Components, Graph, NodeId, Terrain};
use crate::grid::Dir8;

/// Low bits of a run that hold its direction; the others hold its first cell.
const DIR_BITS: u32 = 3;

/// The first step from every cell to every other.
#[derive(Clone, Debug)]
pub struct CompressedPathDatabase<'a> {
    terrain: &'a Terrain,
    components: Components,
    /// Runs of equal first steps, those of a goal side by side, in order of their first cells.
    runs: Vec<u32>,
    /// Where the runs of each goal start, and the end of the last.
    offsets: Vec<u32>,
    goal: NodeId,
    trail: Vec<NodeId>,
}

impl<'a> CompressedPathDatabase<'a> {
    /// Computes the first moves for every goal of this terrain.
    pub fn new(terrain: &'a Terrain) -> Self {
        let mut field = DistanceField::new(terrain);
        let (mut runs, mut offsets) = (Vec::new(), vec![0]);
        for goal in 0..terrain.node_count() {
            if !terrain.is_wall(goal) {
                field.begin(goal, goal);
                while field.step(&mut NoObserver) == Step::Working {}
                push_runs(terrain, &field, &mut runs);
            }
            offsets.push(runs.len() as u32);
        }
        Self { terrain, components: Components::of(terrain), runs, offsets, goal: 0, trail: Vec::new() }
    }

    /// Number of runs of all goals together.
    pub fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// The next cell on the path from a cell that is connected to the goal.
    fn next_node(&self, here: NodeId) -> Option<NodeId> {
        let [from, to] = [0, 1].map(|more| self.offsets[self.goal as usize + more] as usize);
        let runs = &self.runs[from..to];
        let index = runs.partition_point(|run| run >> DIR_BITS <= here).checked_sub(1)?;
        let dir = Dir8::from_index((runs[index] & ((1 << DIR_BITS) - 1)) as u8);
        self.terrain.size().step(self.terrain.cell(here), dir).map(|cell| self.terrain.node(cell))
    }
}

/// Adds the runs of the goal of this field.
fn push_runs(terrain: &Terrain, field: &DistanceField, runs: &mut Vec<u32>) {
    let mut last = None;
    for node in 0..terrain.node_count() {
        let next = field.next_node(node).filter(|next| *next != node);
        let Some(dir) = next.and_then(|next| terrain.cell(node).dir_to(terrain.cell(next))) else { continue };
        if last != Some(dir) {
            runs.push(node << DIR_BITS | dir as u32);
            last = Some(dir);
        }
    }
}

impl Algorithm for CompressedPathDatabase<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.goal = goal;
        self.trail = vec![start];
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(here) = self.trail.last().copied() else { return Step::Exhausted };
        if !self.components.are_connected(here, self.goal) {
            return Step::Exhausted;
        }
        observer.expanded(here, 0, 0);
        if here == self.goal {
            return Step::Found(here);
        }
        let Some(next) = self.next_node(here) else { return Step::Exhausted };
        observer.generated(next, 0);
        self.trail.push(next);
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.trail.clone()
    }

    fn prepared_bytes(&self) -> usize {
        (self.runs.len() + self.offsets.len()) * size_of::<u32>() + self.components.bytes()
    }
}
