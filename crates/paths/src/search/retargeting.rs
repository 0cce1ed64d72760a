//! Bidirectional search with retargeting (D-node retargeting; Politowski & Pohl 1984).
//!
//! The idea: the two sides take turns of a fixed number of expansions. Each turn aims neither at the other's root nor
//! at all of its front, but at the one node that the other side would expand next. The open nodes are ranked anew for
//! that target. So the sides walk towards each other, for one pass over the own frontier per turn.
//! Promise: complete. The search ends at the first meeting, which need not lie on the best path.
//! Needs: edges that can be followed backwards.
//! Units: milli-steps. Ties: the total order, on either side.
//! Cost: at most as A* on each side, and n log n of the open nodes for each turn.
//! Differs from the paper in aiming at the best open node instead of the deepest one, and in an unweighted estimate.

use super::bidirectional_labels::{BidirectionalLabels, Side, StepCost, begin_frontiers};
use super::{Algorithm, FrontierKey, GridTarget, HeapFrontier, Heuristic, Observer, PriorityQueue, Step};
use crate::graph::{NodeId, Terrain};

/// Expansions per turn, as in the paper.
const TURN_EXPANSIONS: u32 = 75;

/// A bidirectional search whose sides take turns in aiming at each other.
#[derive(Clone, Debug)]
pub struct Retargeting<'a> {
    ends: BidirectionalLabels<'a>,
    frontiers: [HeapFrontier; 2],
    aims: [GridTarget; 2],
    side: Side,
    /// Expansions left in this turn.
    left: u32,
}

impl<'a> Retargeting<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain) -> Self {
        let aims = Side::BOTH.map(|_| GridTarget::new(terrain));
        let ends = BidirectionalLabels::new(terrain, StepCost::Prices);
        Self { ends, frontiers: Default::default(), aims, side: Side::Forward, left: TURN_EXPANSIONS }
    }

    /// The entry that a side would expand next.
    fn candidate(&mut self, side: Side) -> Option<FrontierKey> {
        let ends = &self.ends;
        self.frontiers[side as usize].drop_until(|key| ends.is_fresh(side, key.node, key.g))
    }

    /// Passes the turn to the other side, which aims at this side's candidate.
    fn next_turn(&mut self) {
        let Some(target) = self.candidate(self.side) else { return };
        self.side = self.side.other();
        self.left = TURN_EXPANSIONS;
        let (frontier, aim) = (&mut self.frontiers[self.side as usize], &mut self.aims[self.side as usize]);
        aim.set(target.node, target.node);
        let waiting: Vec<FrontierKey> = std::iter::from_fn(|| frontier.pop()).collect();
        for key in waiting.iter().filter(|key| self.ends.is_fresh(self.side, key.node, key.g)) {
            frontier.push(FrontierKey { f: key.g + aim.estimate(key.node), ..*key });
        }
    }
}

impl Algorithm for Retargeting<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.ends.begin(start, goal);
        begin_frontiers(&mut self.frontiers, &mut self.aims, start, goal);
        (self.side, self.left) = (Side::Forward, TURN_EXPANSIONS);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.ends.meeting.is_some() {
            return self.ends.result();
        }
        if self.left == 0 {
            self.next_turn();
        }
        let Some(key) = self.candidate(self.side) else { return Step::Exhausted };
        let (frontier, aim) = (&mut self.frontiers[self.side as usize], &self.aims[self.side as usize]);
        frontier.pop();
        self.ends.expand(self.side, key, observer, |node, g| {
            frontier.push(FrontierKey { f: g + aim.estimate(node), g, node });
        });
        self.left = self.left.saturating_sub(1);
        observer.frontier_len(self.frontiers[0].len() + self.frontiers[1].len());
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.ends.path()
    }
}
