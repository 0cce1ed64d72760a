//! Depth-first search with a cutoff (Tarry 1895; improved as in Stout's "Smart Moves"), and depth-first iterative
//! deepening (Korf 1985).
//!
//! The idea: follow one path until it ends or costs more than the cutoff, then backtrack to the last fork. Two
//! additions keep it from going astray: remember the cheapest path to each node, so that none is expanded again at a
//! higher cost, and try the neighbour nearest to the goal first. Deepening repeats the search with the number of steps
//! as cost and a cutoff that starts at the estimate and rises by one.
//! Promise: without a cutoff complete, any path; with one, a path within it if there is any; deepening, fewest steps.
//! Needs: nothing.
//! Units: milli-steps, and steps × 1000 when deepening. Ties: smaller estimate, then smaller node.
//! Cost: O(n) time without a cutoff; with one a node is expanded again whenever a cheaper path to it is found, which
//! can be often. 16 bytes an entry of the stack and 12 a node.
//! Differs from the paper in deepening with labels, which bounds a round by n expansions a depth.

use super::{Algorithm, GridTarget, Heuristic, LabelTable, Metric, Observer, StampedLabels, Step};
use crate::graph::{Cost, Graph, Moves, NO_PATH, NodeId, Terrain, Visit};
use crate::grid::STRAIGHT;

/// The limit of the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cutoff {
    /// None; each node is expanded at most once.
    None,
    /// This many percent of the estimate at the start; nodes with a cheaper path are expanded again.
    Percent(u32),
    /// First the estimate in steps, then one more each time.
    Deepening,
}

/// A depth-first search.
#[derive(Clone, Debug)]
pub struct DepthFirst<'a> {
    terrain: &'a Terrain,
    kind: Cutoff,
    cutoff: Cost,
    /// Whether a node was cut off in this round.
    was_cut: bool,
    start: NodeId,
    aim: GridTarget,
    /// Nodes to expand, each with its g, the next one last.
    stack: Vec<(NodeId, Cost)>,
    labels: StampedLabels,
    /// Generated neighbours of the current node, sorted before they are pushed.
    generated: Vec<(Cost, NodeId, Cost)>,
}

impl<'a> DepthFirst<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain, kind: Cutoff) -> Self {
        let labels = StampedLabels::new(terrain.node_count());
        let mut aim = GridTarget::new(terrain);
        if kind == Cutoff::Deepening && terrain.moves() != Moves::Four {
            aim.metric = Metric::Chebyshev;
        }
        let (stack, generated) = (Vec::new(), Vec::new());
        Self { terrain, kind, cutoff: 0, was_cut: false, start: 0, aim, stack, labels, generated }
    }

    fn begin_round(&mut self) {
        self.labels.clear();
        self.labels.relax(self.start, 0, self.start);
        self.stack.clear();
        self.stack.push((self.start, 0));
        self.was_cut = false;
    }

    fn generate(&mut self, node: NodeId, next: NodeId, cost: Cost, g: Cost) {
        let step_cost = if self.kind == Cutoff::Deepening { STRAIGHT.into() } else { cost };
        let new_g = g + step_cost;
        let known = self.labels.get(next);
        let is_better = match self.kind {
            Cutoff::None => known.is_none(),
            _ => known.is_none_or(|label| new_g < label.g),
        };
        if !is_better {
            return;
        }
        if new_g > self.cutoff {
            self.was_cut = true;
            return;
        }
        self.labels.relax(next, new_g, node);
        self.generated.push((self.aim.estimate(next), next, new_g));
    }
}

impl Algorithm for DepthFirst<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.start = start;
        self.aim.set(start, goal);
        let far = self.aim.estimate(start);
        self.cutoff = match self.kind {
            Cutoff::None => NO_PATH,
            Cutoff::Percent(percent) => far * Cost::from(percent) / 100,
            Cutoff::Deepening => far / Cost::from(self.terrain.cheapest()) * Cost::from(STRAIGHT),
        };
        self.begin_round();
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some((node, g)) = self.stack.pop() else {
            if self.kind == Cutoff::Deepening && self.was_cut {
                self.cutoff += Cost::from(STRAIGHT);
                self.begin_round();
                return Step::Working;
            }
            return Step::Exhausted;
        };
        // A cheaper path was found since: its own entry is on the stack.
        let Some(label) = self.labels.get(node).filter(|label| label.g == g) else { return Step::Working };
        observer.expanded(node, g, g);
        if node == self.aim.goal() {
            return Step::Found(node);
        }
        let terrain = self.terrain;
        terrain.successors(Visit { node, parent: label.parent() }, &mut |next, cost| {
            self.generate(node, next, cost, g);
        });
        self.generated.sort_unstable();
        for (_, next, new_g) in self.generated.drain(..).rev() {
            self.stack.push((next, new_g));
            observer.generated(next, new_g);
        }
        observer.frontier_len(self.stack.len());
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.labels.path_to(self.aim.goal())
    }
}
