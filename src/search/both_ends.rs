//! Searches from both ends: bidirectional breadth-first search, and bidirectional A* (Pohl 1971).
//!
//! The idea: a ring that grows from the start and one that grows from the goal meet half-way, and two small discs
//! have less area than one large one. The backward search walks each edge against its direction. Meeting is not
//! yet being done: the first meeting need not lie on the best way. So the best meeting is remembered, and the end is
//! when nothing that still waits could beat it.
//! Promise: breadth-first, fewest steps; A*, optimal under a consistent estimate.
//! Needs: edges that can be walked backwards. Units: milli-steps; steps × 1000 for the breadth-first one.
//! Ties: forward goes first; within a side the total order.
//! Cost: as the one-sided searches, often half; where the estimate is good A* saves little, since both sides must
//! look past the middle.
//! Differs from the paper in taking the side with the smaller frontier (breadth-first) or the smaller f (A*).

use super::{Aim, Algorithm, Frontier, Heuristic, Key, LabelTable, Observer, Queue, Stamped, Step};
use crate::graph::{Graph, NodeId, Terrain, Visit};
use crate::grid::STRAIGHT;

/// One side: its labels and what waits.
#[derive(Clone, Debug)]
struct Side {
    labels: Stamped,
    frontier: Frontier,
    aim: Aim,
}

impl Side {
    fn new(terrain: &Terrain) -> Self {
        Self {
            labels: Stamped::new(terrain.node_count()),
            frontier: Frontier::default(),
            aim: Aim::new(terrain),
        }
    }

    fn begin(&mut self, from: NodeId, to: NodeId) {
        self.labels.clear();
        self.frontier.clear();
        self.aim.at(from, to);
        self.labels.set(from, 0, from);
        self.frontier.push(Key { f: self.aim.estimate(from), g: 0, node: from });
    }

    /// The smallest f that waits, after stale entries were thrown away.
    fn best(&mut self) -> Option<Key> {
        while let Some(key) = self.frontier.peek() {
            if self.labels.get(key.node).is_some_and(|label| label.g == key.g && !label.is_expanded()) {
                return Some(key);
            }
            self.frontier.pop();
        }
        None
    }
}

/// What the steps cost and what guides them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Every step counts one; nothing guides.
    Steps,
    /// Prices count, and the estimate guides.
    Prices,
}

/// A search from both ends.
#[derive(Clone, Debug)]
pub struct BothEnds<'a> {
    terrain: &'a Terrain,
    pace: Pace,
    forward: Side,
    backward: Side,
    /// Cost of the best way known so far, and where its halves meet.
    meeting: Option<(u32, NodeId)>,
}

impl<'a> BothEnds<'a> {
    /// A search that has nowhere to begin yet.
    pub fn new(terrain: &'a Terrain, pace: Pace) -> Self {
        let mut search =
            Self { terrain, pace, forward: Side::new(terrain), backward: Side::new(terrain), meeting: None };
        if pace == Pace::Steps {
            search.forward.aim.measure = super::Measure::Zero;
            search.backward.aim.measure = super::Measure::Zero;
        }
        search
    }

    /// Whether nothing that waits could lead to a better meeting than the best one.
    fn is_done(&self, ahead: Key, behind: Key) -> bool {
        let Some((best, _)) = self.meeting else { return false };
        // Any better way has a node that waits on each side: its f is at least either side's smallest, and without
        // a guide also the sum of both.
        let least = match self.pace {
            Pace::Steps => ahead.g.saturating_add(behind.g),
            Pace::Prices => ahead.f.max(behind.f),
        };
        least >= best
    }

    fn expand<O: Observer + ?Sized>(&mut self, is_forward: bool, observer: &mut O) {
        let (near, far) = if is_forward {
            (&mut self.forward, &self.backward)
        } else {
            (&mut self.backward, &self.forward)
        };
        let Some(key) = near.frontier.pop() else { return };
        near.labels.close(key.node);
        observer.expanded(key.node, key.g, key.f);
        let (pace, meeting) = (self.pace, &mut self.meeting);
        let mut reach = |next: NodeId, cost: u32| {
            let g = key.g.saturating_add(if pace == Pace::Steps { STRAIGHT } else { cost });
            if near.labels.get(next).is_some_and(|known| known.g <= g) {
                return;
            }
            near.labels.set(next, g, key.node);
            near.frontier.push(Key { f: g.saturating_add(near.aim.estimate(next)), g, node: next });
            observer.reached(next, g);
            if let Some(other) = far.labels.get(next) {
                let whole = g.saturating_add(other.g);
                if meeting.is_none_or(|(best, _)| whole < best) {
                    *meeting = Some((whole, next));
                }
            }
        };
        if is_forward {
            self.terrain.successors(Visit { node: key.node, parent: key.node }, &mut reach);
        } else {
            self.terrain.predecessors(key.node, &mut reach);
        }
    }
}

impl Algorithm for BothEnds<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.forward.begin(start, goal);
        self.backward.begin(goal, start);
        self.meeting = (start == goal).then_some((0, start));
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let end =
            |meeting: Option<(u32, NodeId)>| meeting.map_or(Step::Exhausted, |(_, node)| Step::Found(node));
        let (Some(ahead), Some(behind)) = (self.forward.best(), self.backward.best()) else {
            return end(self.meeting);
        };
        if self.is_done(ahead, behind) {
            return end(self.meeting);
        }
        let is_forward = match self.pace {
            Pace::Steps => self.forward.frontier.len() <= self.backward.frontier.len(),
            Pace::Prices => ahead.f <= behind.f,
        };
        self.expand(is_forward, observer);
        observer.waiting(self.forward.frontier.len() + self.backward.frontier.len());
        Step::Working
    }

    fn way(&self) -> Vec<NodeId> {
        let Some((_, middle)) = self.meeting else { return Vec::new() };
        let mut way = self.forward.labels.way_to(middle);
        way.extend(self.backward.labels.way_to(middle).into_iter().rev().skip(1));
        way
    }
}
