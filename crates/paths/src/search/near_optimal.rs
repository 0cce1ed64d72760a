//! Near-optimal bidirectional search, NBS (Chen, Holte, Zilles & Sturtevant 2017).
//!
//! The idea: a front-to-end search cannot prove its answer before, for every pair of a node u ahead and a node v behind
//! that might lie on one cheaper path, it has expanded one of the two. Such a path costs at least f(u), at least f(v),
//! and at least g(u) + g(v) and one step between them. So take the pair with the smallest such bound and expand both:
//! one of the two was necessary, so the search expands at most twice as many nodes as necessary. When the best meeting
//! costs no more than the bound, it is the best path.
//! Promise: optimal under a consistent estimate, with at most twice the fewest expansions below the optimum that any
//! front-to-end search needs. Needs: edges that can be followed backwards.
//! Units: milli-steps; the f that is reported is the bound of the pair. Ties: forward first; within a side the smaller
//! g, then the smaller node.
//! Cost: two heaps per side: by f what lies beyond the bound, by g what lies within it.
//! Differs from the paper in omitting the second of a pair when the first completes the proof.

use super::bidirectional_labels::{BidirectionalLabels, Side, StepCost};
use super::{Algorithm, FrontierKey, GridTarget, HeapFrontier, Heuristic, Observer, PriorityQueue, Step};
use crate::graph::{Cost, NodeId, Terrain};

/// The open nodes of one side.
#[derive(Clone, Debug)]
struct SideFrontier {
    /// By f.
    later: HeapFrontier,
    /// By g: all with an f below the bound, and some with an f equal to it.
    ready: HeapFrontier,
    aim: GridTarget,
}

/// A bidirectional search that expands pairs.
#[derive(Clone, Debug)]
pub struct NearOptimal<'a> {
    ends: BidirectionalLabels<'a>,
    sides: [SideFrontier; 2],
    /// A lower bound of every path that was not found yet.
    bound: Cost,
    /// The second node of a pair.
    second: Option<FrontierKey>,
}

impl<'a> NearOptimal<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain) -> Self {
        let side = |_| SideFrontier {
            later: HeapFrontier::default(),
            ready: HeapFrontier::default(),
            aim: GridTarget::new(terrain),
        };
        Self {
            ends: BidirectionalLabels::new(terrain, StepCost::Prices),
            sides: Side::BOTH.map(side),
            bound: 0,
            second: None,
        }
    }

    /// Moves the entries with an f below the bound to `ready`. Returns the best of those that are not ready and of
    /// those that are.
    fn heads(&mut self, side: Side) -> (Option<FrontierKey>, Option<FrontierKey>) {
        let (ends, waiting) = (&self.ends, &mut self.sides[side as usize]);
        let is_fresh = |key: FrontierKey| ends.is_fresh(side, key.node, key.g);
        while waiting.later.drop_until(is_fresh).is_some_and(|key| key.f < self.bound) {
            waiting.make_ready();
        }
        (waiting.later.peek(), waiting.ready.drop_until(is_fresh))
    }

    /// The pair with the smallest bound, or `None` if a side has no open nodes.
    fn best_pair(&mut self) -> Option<[FrontierKey; 2]> {
        let step = Cost::from(self.ends.terrain.cheapest());
        loop {
            let heads = Side::BOTH.map(|side| self.heads(side));
            if heads.contains(&(None, None)) {
                return None;
            }
            let sum = heads[0].1.zip(heads[1].1).map(|(u, v)| u.g + v.g + step);
            if let ([(_, Some(ahead)), (_, Some(behind))], Some(sum)) = (heads, sum)
                && sum <= self.bound
            {
                return Some([ahead, behind]);
            }
            let later = heads.map(|(later, _)| later.map(|key| key.f));
            if let Some(side) = later.iter().position(|f| f.is_some_and(|f| f <= self.bound)) {
                self.sides[side].make_ready();
            } else {
                self.bound = later.into_iter().chain([sum]).flatten().min()?;
            }
        }
    }

    fn expand<O: Observer + ?Sized>(&mut self, side: Side, key: FrontierKey, observer: &mut O) -> Step {
        let waiting = &mut self.sides[side as usize];
        self.ends
            .expand(side, FrontierKey { f: self.bound, ..key }, observer, |node, g| waiting.push(node, g));
        observer.frontier_len(self.sides.iter().map(|side| side.later.len() + side.ready.len()).sum());
        Step::Working
    }
}

impl SideFrontier {
    fn push(&mut self, node: NodeId, g: Cost) {
        self.later.push(FrontierKey { f: g + self.aim.estimate(node), g, node });
    }

    fn make_ready(&mut self) {
        if let Some(key) = self.later.pop() {
            self.ready.push(FrontierKey { f: key.g, ..key });
        }
    }
}

impl Algorithm for NearOptimal<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.ends.begin(start, goal);
        (self.bound, self.second) = (0, None);
        for (side, (from, to)) in self.sides.iter_mut().zip([(start, goal), (goal, start)]) {
            side.later.clear();
            side.ready.clear();
            side.aim.set(from, to);
            side.push(from, 0);
        }
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.ends.is_proven(self.bound) {
            return self.ends.result();
        }
        if let Some(key) = self.second.take() {
            return self.expand(Side::Backward, key, observer);
        }
        let Some([ahead, behind]) = self.best_pair() else { return self.ends.result() };
        if self.ends.is_proven(self.bound) {
            return self.ends.result();
        }
        for side in &mut self.sides {
            side.ready.pop();
        }
        self.second = Some(behind);
        self.expand(Side::Forward, ahead, observer)
    }

    fn path(&self) -> Vec<NodeId> {
        self.ends.path()
    }
}
