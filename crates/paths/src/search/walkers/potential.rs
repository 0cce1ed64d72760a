//! A potential field (Khatib 1986): the goal attracts, walls repel, and the walker follows the gradient.
//!
//! The idea: every cell has a potential. It is the distance to the goal, which attracts with the same force everywhere,
//! plus a term for the nearest wall in sight that falls with the distance to it. The walker steps to the neighbour of
//! least potential, like a ball that rolls downhill; so it keeps away from walls where there is room, and goes round
//! what is small and convex. In a local minimum it stops.
//! Promise: may miss; it never walks in circles, since each step goes down. Needs: nothing.
//! Units: milli-steps.
//! Ties: the smaller node.
//! Cost: a scan of the square around each neighbour per step.
//! Differs from the paper in steps from cell to cell instead of forces and speeds, and in the repulsion of the nearest
//! wall alone: the sum over all cells of a wall would repel more the longer the wall is.

use super::super::{Algorithm, GridTarget, Heuristic, Observer, Step};
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};

/// What a wall one cell away adds, in cheapest steps × 1000; at two cells it is half of it. Below two steps, so that a
/// goal beside a wall can be reached.
const WALL_PUSH: u64 = 1500;
/// How far a wall is seen, in cells.
const SIGHT_CELLS: u16 = 3;

/// A walker in a potential field.
#[derive(Clone, Debug)]
pub struct PotentialField<'a> {
    terrain: &'a Terrain,
    aim: GridTarget,
    trail: Vec<NodeId>,
    cost: Cost,
}

impl<'a> PotentialField<'a> {
    /// A field over this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain) -> Self {
        Self { terrain, aim: GridTarget::new(terrain), trail: Vec::new(), cost: 0 }
    }

    /// Potential of a cell, in milli-steps.
    pub fn potential(&self, node: NodeId) -> Cost {
        let here = self.terrain.cell(node);
        let around = self.terrain.size().square(here, SIGHT_CELLS);
        let walls = around.filter(|cell| self.terrain.is_wall(self.terrain.node(*cell)));
        let nearest = walls.map(|cell| here.octile(cell)).min();
        let push =
            nearest.map_or(0, |far| WALL_PUSH * Cost::from(self.terrain.cheapest()) / Cost::from(far.max(1)));
        self.aim.estimate(node) + push
    }
}

impl Algorithm for PotentialField<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        (self.trail, self.cost) = (vec![start], 0);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(here) = self.trail.last().copied() else { return Step::Exhausted };
        let potential = self.potential(here);
        observer.expanded(here, self.cost, potential);
        if here == self.aim.goal() {
            return Step::Found(here);
        }
        // The goal itself is the minimum, whatever repels there.
        let depth = |next| if next == self.aim.goal() { 0 } else { self.potential(next) };
        let mut lowest: Option<(Cost, NodeId, Cost)> = None;
        self.terrain.successors(Visit { node: here, parent: here }, &mut |next, cost| {
            let there = (depth(next), next, cost);
            lowest = Some(lowest.map_or(there, |lowest| lowest.min(there)));
        });
        let Some((_, next, cost)) = lowest.filter(|(there, ..)| *there < potential) else {
            return Step::Exhausted;
        };
        self.cost += cost;
        observer.generated(next, self.cost);
        self.trail.push(next);
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.trail.clone()
    }
}
