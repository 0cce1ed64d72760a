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

use super::{Aim, Algorithm, Heuristic, Observer, Step};
use crate::graph::{Components, Cost, Graph, NodeId, Terrain, Visit};

/// A walker that learns.
#[derive(Clone, Debug)]
pub struct Learner<'a> {
    terrain: &'a Terrain,
    components: Components,
    aim: Aim,
    /// The learned estimate of each node plus one; 0 if there is none.
    learned: Vec<Cost>,
    /// Nodes with a learned estimate.
    touched: Vec<NodeId>,
    walked: Vec<NodeId>,
}

impl<'a> Learner<'a> {
    /// A walker without learned estimates.
    pub fn new(terrain: &'a Terrain) -> Self {
        Self {
            terrain,
            components: Components::of(terrain),
            aim: Aim::new(terrain),
            learned: vec![0; terrain.node_count() as usize],
            touched: Vec::new(),
            walked: Vec::new(),
        }
    }

    /// Walks from `start` to the same goal again, with the learned estimates.
    pub fn again(&mut self, start: NodeId) {
        self.walked = vec![start];
    }

    fn guess(&self, node: NodeId) -> Cost {
        match self.learned[node as usize] {
            0 => self.aim.estimate(node),
            learned => learned - 1,
        }
    }
}

impl Algorithm for Learner<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        for node in self.touched.drain(..) {
            self.learned[node as usize] = 0;
        }
        self.aim.at(start, goal);
        self.again(start);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(here) = self.walked.last().copied() else { return Step::Exhausted };
        let goal = self.aim.goal();
        if !self.components.are_joined(here, goal) {
            return Step::Exhausted;
        }
        let h = self.guess(here);
        observer.expanded(here, 0, h);
        if here == goal {
            return Step::Found(here);
        }
        let mut best: Option<(Cost, NodeId)> = None;
        self.terrain.successors(Visit { node: here, parent: here }, &mut |next, cost| {
            let f = cost + self.guess(next);
            best = Some(best.map_or((f, next), |best| best.min((f, next))));
        });
        let Some((f, next)) = best else { return Step::Exhausted };
        if f > h {
            if self.learned[here as usize] == 0 {
                self.touched.push(here);
            }
            self.learned[here as usize] = f + 1;
            observer.reached(here, f);
        }
        self.walked.push(next);
        Step::Working
    }

    fn way(&self) -> Vec<NodeId> {
        self.walked.clone()
    }

    fn prepared_bytes(&self) -> usize {
        self.components.bytes()
    }
}
