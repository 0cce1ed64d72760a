//! Learning real-time A* (Korf 1990).
//!
//! The idea: walk without a plan. Look at the neighbours, step to the one with the smallest price plus estimate, and
//! before leaving raise the estimate of this cell to that sum. Where the estimate was too low, as in a dead end, it
//! grows until the walker leaves. What was learned stays for the next walk to the same goal, and after enough walks
//! every estimate on the path is exact.
//! Promise: complete; one walk may wander, and repeated walks between the same cells become the cheapest path. Needs:
//! edges that can be followed backwards, so that no step is fatal.
//! Units: milli-steps. Ties: the smaller node.
//! Cost: the degree of a node per step; eight bytes a node.
//! Differs from the paper in checking the connected components first, so that hopeless walks end at once.

use super::{Algorithm, GridTarget, Heuristic, Observer, Step};
use crate::graph::{Components, Cost, Graph, NodeId, Terrain, Visit};

/// A walker that learns.
#[derive(Clone, Debug)]
pub struct LearningRealTime<'a> {
    terrain: &'a Terrain,
    components: Components,
    aim: GridTarget,
    /// The learned estimate of each node plus one; 0 if there is none.
    learned: Vec<Cost>,
    /// Nodes with a learned estimate.
    learned_nodes: Vec<NodeId>,
    trail: Vec<NodeId>,
}

impl<'a> LearningRealTime<'a> {
    /// A walker without learned estimates.
    pub fn new(terrain: &'a Terrain) -> Self {
        Self {
            terrain,
            components: Components::of(terrain),
            aim: GridTarget::new(terrain),
            learned: vec![0; terrain.node_count() as usize],
            learned_nodes: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Walks from `start` to the same goal again, with the learned estimates.
    pub fn walk_again(&mut self, start: NodeId) {
        self.trail = vec![start];
    }

    fn learned_estimate(&self, node: NodeId) -> Cost {
        match self.learned[node as usize] {
            0 => self.aim.estimate(node),
            learned => learned - 1,
        }
    }
}

impl Algorithm for LearningRealTime<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        for node in self.learned_nodes.drain(..) {
            self.learned[node as usize] = 0;
        }
        self.aim.set(start, goal);
        self.walk_again(start);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(here) = self.trail.last().copied() else { return Step::Exhausted };
        let goal = self.aim.goal();
        if !self.components.are_connected(here, goal) {
            return Step::Exhausted;
        }
        let h = self.learned_estimate(here);
        observer.expanded(here, 0, h);
        if here == goal {
            return Step::Found(here);
        }
        let mut best: Option<(Cost, NodeId)> = None;
        self.terrain.successors(Visit { node: here, parent: here }, &mut |next, cost| {
            let f = cost + self.learned_estimate(next);
            best = Some(best.map_or((f, next), |best| best.min((f, next))));
        });
        let Some((f, next)) = best else { return Step::Exhausted };
        if f > h {
            if self.learned[here as usize] == 0 {
                self.learned_nodes.push(here);
            }
            self.learned[here as usize] = f + 1;
            observer.generated(here, f);
        }
        self.trail.push(next);
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.trail.clone()
    }

    fn prepared_bytes(&self) -> usize {
        self.components.bytes()
    }
}
