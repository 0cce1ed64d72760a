//! Iterative-deepening A* (Korf 1985).
//!
//! The idea: a depth-first search that follows no path whose f = g + h exceeds a limit, and remembers nothing but the
//! current path. If the goal is not found, the limit is raised and the search starts again. The limit starts at the
//! estimate of the start; it is raised to the smallest f that exceeded it, or by a fixed step.
//! Promise: optimal under an admissible estimate when raised to the smallest excess; with a step `s`, at most `s`
//! dearer. Needs: small maps: grids have very many paths of equal cost, and every one is followed. To find that there
//! is no path, it follows all of them.
//! Units: milli-steps. Ties: the order of directions.
//! Cost: exponential time in the length of the path, memory of the path alone.
//! Differs from the paper in not stepping onto a cell that is already on the path.

use super::{Algorithm, GridTarget, Heuristic, Observer, Step};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain, Visit};

/// How the limit is raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NextLimit {
    /// To the smallest f that was cut off.
    SmallestExcess,
    /// By this many milli-steps.
    Plus(u32),
}

/// A node of the path, with its neighbours that were not tried yet.
#[derive(Clone, Debug)]
struct IdaFrame {
    node: NodeId,
    g: Cost,
    untried: Vec<(NodeId, Cost)>,
}

/// A search that remembers only its current path.
#[derive(Clone, Debug)]
pub struct IdaStar<'a> {
    terrain: &'a Terrain,
    next_limit: NextLimit,
    start: NodeId,
    aim: GridTarget,
    limit: Cost,
    /// Smallest f beyond the limit in this round.
    excess: Cost,
    stack: Vec<IdaFrame>,
    rounds: u32,
}

impl<'a> IdaStar<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain, next_limit: NextLimit) -> Self {
        let aim = GridTarget::new(terrain);
        Self { terrain, next_limit, start: 0, aim, limit: 0, excess: Cost::MAX, stack: Vec::new(), rounds: 0 }
    }

    /// Rounds begun.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    fn push_frame<O: Observer + ?Sized>(&mut self, node: NodeId, g: Cost, observer: &mut O) {
        observer.expanded(node, g, g + self.aim.estimate(node));
        let mut untried = Vec::new();
        self.terrain.successors(Visit { node, parent: node }, &mut |next, cost| untried.push((next, cost)));
        untried.reverse();
        self.stack.push(IdaFrame { node, g, untried });
        observer.frontier_len(self.stack.len());
    }

    fn next_round(&mut self) -> Step {
        if self.excess == NO_PATH {
            return Step::Exhausted;
        }
        self.limit = match self.next_limit {
            NextLimit::SmallestExcess => self.excess,
            NextLimit::Plus(by) => self.limit + Cost::from(by.max(1)),
        };
        self.excess = NO_PATH;
        self.rounds += 1;
        Step::Working
    }
}

impl Algorithm for IdaStar<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        self.start = start;
        (self.limit, self.excess, self.rounds) = (self.aim.estimate(start), NO_PATH, 1);
        self.stack.clear();
    }

    /// Takes one step forward, after backtracking as far as it must. The first step of a round expands the start.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.stack.is_empty() {
            self.push_frame(self.start, 0, observer);
            return if self.start == self.aim.goal() { Step::Found(self.start) } else { Step::Working };
        }
        while let Some(top) = self.stack.last_mut() {
            let Some((next, cost)) = top.untried.pop() else {
                self.stack.pop();
                continue;
            };
            let g = top.g + cost;
            if self.stack.iter().any(|frame| frame.node == next) {
                continue;
            }
            let f = g + self.aim.estimate(next);
            if f > self.limit {
                self.excess = self.excess.min(f);
                continue;
            }
            observer.generated(next, g);
            self.push_frame(next, g, observer);
            return if next == self.aim.goal() { Step::Found(next) } else { Step::Working };
        }
        self.next_round()
    }

    fn path(&self) -> Vec<NodeId> {
        self.stack.iter().map(|frame| frame.node).collect()
    }
}
