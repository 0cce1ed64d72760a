//! Bidirectional searches: breadth-first, and A* (Pohl 1971).
//!
//! The idea: a ring that grows from the start and one that grows from the goal meet half-way, and two small discs have
//! less area than one large one. The backward search follows each edge against its direction. The first meeting need
//! not lie on the best path, so the best meeting is remembered, and the search ends when no open node could beat it.
//! Promise: breadth-first, fewest steps; A*, optimal under a consistent estimate. Needs: edges that can be followed
//! backwards.
//! Units: milli-steps; steps × 1000 for the breadth-first one. Ties: forward goes first; within a side the total order.
//! Cost: as the one-sided searches, often half; with a good estimate A* saves little, since both sides must search past
//! the middle.
//! Differs from the paper in expanding the side with the smaller frontier (breadth-first) or the smaller f (A*).

pub use super::bidirectional_labels::StepCost;

use super::bidirectional_labels::{BidirectionalLabels, Side, begin_frontiers};
use super::{
    Algorithm, FrontierKey, GridTarget, HeapFrontier, Heuristic, Metric, Observer, PriorityQueue, Step,
};
use crate::graph::{Cost, NodeId, Terrain};

/// A bidirectional search.
#[derive(Clone, Debug)]
pub struct Bidirectional<'a> {
    ends: BidirectionalLabels<'a>,
    frontiers: [HeapFrontier; 2],
    aims: [GridTarget; 2],
}

impl<'a> Bidirectional<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain, pace: StepCost) -> Self {
        let mut aim = GridTarget::new(terrain);
        if pace == StepCost::Unit {
            aim.metric = Metric::Zero;
        }
        let aims = [aim.clone(), aim];
        Self { ends: BidirectionalLabels::new(terrain, pace), frontiers: Default::default(), aims }
    }

    /// The best open entry of a side, after stale entries are dropped.
    fn best_entry(&mut self, side: Side) -> Option<FrontierKey> {
        let frontier = &mut self.frontiers[side as usize];
        frontier.drop_until(|key| self.ends.is_fresh(side, key.node, key.g))
    }

    /// A lower bound of the cost of a path better than the best meeting. Such a path has an open node on each side: its
    /// f is at least the smallest of either side, and without an estimate also the sum of both.
    fn lower_bound(&self, ahead: FrontierKey, behind: FrontierKey) -> Cost {
        match self.ends.step_cost {
            StepCost::Unit => ahead.g + behind.g,
            StepCost::Prices => ahead.f.max(behind.f),
        }
    }
}

impl Algorithm for Bidirectional<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.ends.begin(start, goal);
        begin_frontiers(&mut self.frontiers, &mut self.aims, start, goal);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let (Some(ahead), Some(behind)) = (self.best_entry(Side::Forward), self.best_entry(Side::Backward))
        else {
            return self.ends.result();
        };
        if self.ends.is_proven(self.lower_bound(ahead, behind)) {
            return self.ends.result();
        }
        let is_forward = match self.ends.step_cost {
            StepCost::Unit => self.frontiers[0].len() <= self.frontiers[1].len(),
            StepCost::Prices => ahead.f <= behind.f,
        };
        let (side, key) = if is_forward { (Side::Forward, ahead) } else { (Side::Backward, behind) };
        let (frontier, aim) = (&mut self.frontiers[side as usize], &self.aims[side as usize]);
        frontier.pop();
        self.ends.expand(side, key, observer, |node, g| {
            frontier.push(FrontierKey { f: g + aim.estimate(node), g, node });
        });
        observer.frontier_len(self.frontiers[0].len() + self.frontiers[1].len());
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.ends.path()
    }
}
