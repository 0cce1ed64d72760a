//! Best-first search: Dijkstra 1959, greedy (Doran & Michie 1966), A* (Hart, Nilsson & Raphael 1968) and
//! weighted A* (Pohl 1970) are this one loop with another rank.
//!
//! The idea: keep the reached nodes in a frontier ordered by a rank; take the best out; if it is the goal, stop
//! (at the pop, never at the push: the last step's price may vary); else reach its neighbours through it wherever
//! that is cheaper than what was known, and put them into the frontier.
//! Promise: complete on finite graphs; optimal for `UniformCost`, and for `AStar` under an admissible estimate.
//! Needs: prices of at least 1. Units: milli-steps. Ties: smaller f, larger g, smaller node.
//! Cost: O(n log n) time, 12 bytes a touched node plus the frontier.
//! Differs from the papers in pushing duplicates instead of decreasing keys, and in re-opening an expanded node
//! that is reached more cheaply, so that an inconsistent estimate does no harm. Greedy alone keeps the way by which it
//! reached a node first: a cheaper one would not change the node's rank, and only have it expanded twice.

use super::{Frontier, Key, LabelTable, Labels, Observer, Queue, Step};
use crate::graph::{Cost, Graph, NodeId, Visit};
use serde::{Deserialize, Serialize};

/// What the frontier is ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rank {
    /// f = g: Dijkstra's search.
    UniformCost,
    /// f = h: greedy, hasty, not optimal.
    Greedy,
    /// f = g + h.
    AStar,
    /// f = g + h · percent ÷ 100; at most that much dearer than the cheapest way.
    Weighted {
        /// Weight of the estimate; 100 is A*.
        percent: u16,
    },
    /// Weighted at the start, plain at the goal: the weight falls with the estimate (Pohl 1973).
    Dynamic {
        /// Weight of the estimate at the start; at most that much dearer than the cheapest way.
        percent: u16,
        /// Estimate at the start, in milli-steps.
        far: Cost,
    },
}

impl Rank {
    /// The same for a search that begins so far from its goal, by the estimate.
    #[must_use]
    pub fn from_afar(self, far: Cost) -> Rank {
        match self {
            Rank::Dynamic { percent, .. } => Rank::Dynamic { percent, far },
            rank => rank,
        }
    }

    /// The rank of a node at this cost with this estimate.
    #[inline]
    pub fn of(self, g: Cost, h: Cost) -> Cost {
        if self == Rank::AStar { g + h } else { self.of_other(g, h) }
    }

    fn of_other(self, g: Cost, h: Cost) -> Cost {
        match self {
            Rank::UniformCost => g,
            Rank::Greedy => h,
            Rank::AStar => g + h,
            Rank::Weighted { percent } => g + h * Cost::from(percent) / 100,
            Rank::Dynamic { percent, far } => {
                let (near, far) = (h.min(far), far.max(1));
                let extra = h * Cost::from(percent.saturating_sub(100)) / 100 * (near * 1024 / far) / 1024;
                g + h + extra
            }
        }
    }
}

/// An estimate of the remaining cost.
pub trait Heuristic {
    /// Estimated cost from `node` to the nearest goal, in milli-steps.
    fn estimate(&self, node: NodeId) -> Cost;
}

/// The set of nodes that end the search.
pub trait Goal {
    /// Whether reaching this node is enough.
    fn contains(&self, node: NodeId) -> bool;
}

/// A search in progress: it can be stopped after any expansion, saved, and resumed. Frontier and labels are parts
/// that can be exchanged; those of the game can be saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Search<F = Frontier, L = Labels> {
    rank: Rank,
    labels: L,
    frontier: F,
    /// Reached node with the smallest estimate, and that estimate: the answer of last resort.
    closest: (Cost, NodeId),
    expansions: u32,
    labels_max: u32,
}

impl Search {
    /// A search from `start` over a graph of `nodes` nodes that gives up beyond `labels_max` reached nodes.
    pub fn new(nodes: u32, start: NodeId, rank: Rank, heuristic: &impl Heuristic, labels_max: u32) -> Self {
        let mut search = Search::of_parts(Frontier::default(), Labels::new(nodes));
        search.labels_max = labels_max;
        search.restart(start, rank, heuristic);
        search
    }

    /// Whether it is a search over a graph of this many nodes (for untrusted input).
    pub fn fits(&self, nodes: u32) -> bool {
        let labelled = |node: NodeId| node < nodes && self.labels.get(node).is_some();
        self.labels.nodes() == nodes && labelled(self.closest.1) && self.frontier.nodes().all(labelled)
    }
}

impl<F: Queue, L: LabelTable> Search<F, L> {
    /// A search of these parts that has nowhere to begin yet.
    pub fn of_parts(frontier: F, labels: L) -> Self {
        let rank = Rank::UniformCost;
        Self { rank, labels, frontier, closest: (0, 0), expansions: 0, labels_max: u32::MAX }
    }

    /// Forgets everything and begins anew at `start`.
    pub fn restart(&mut self, start: NodeId, rank: Rank, heuristic: &impl Heuristic) {
        self.labels.clear();
        self.frontier.clear();
        let h = heuristic.estimate(start);
        self.labels.set(start, 0, start);
        self.frontier.push(Key { f: rank.of(0, h), g: 0, node: start });
        (self.rank, self.closest, self.expansions) = (rank, (h, start), 0);
    }

    /// Expands one node.
    pub fn step<G: Graph, T: Goal + Heuristic, O: Observer + ?Sized>(
        &mut self,
        graph: &G,
        target: &T,
        observer: &mut O,
    ) -> Step {
        let Some(key) = self.pop_fresh() else { return Step::Exhausted };
        observer.expanded(key.node, key.g, key.f);
        if target.contains(key.node) {
            self.closest = (0, key.node);
            return Step::Found(key.node);
        }
        self.labels.close(key.node);
        self.expansions += 1;
        let visit = Visit { node: key.node, parent: self.labels.parent(key.node) };
        graph.successors(visit, &mut |next, cost| {
            let g = key.g + cost;
            if self.labels.improves(next, g) && self.may_reach_again(next) {
                self.reach(next, g, key.node, target, observer);
            }
        });
        observer.waiting(self.frontier.len());
        if self.labels.reached() > self.labels_max { Step::Exhausted } else { Step::Working }
    }

    /// Whether a cheaper way to a node matters.
    #[inline]
    fn may_reach_again(&self, node: NodeId) -> bool {
        self.rank != Rank::Greedy || self.labels.get(node).is_none()
    }

    /// Takes down a cheaper way to a node.
    #[expect(clippy::inline_always, reason = "called from one place, with more to hand over than to do")]
    #[inline(always)]
    fn reach<T: Heuristic, O: Observer + ?Sized>(
        &mut self,
        node: NodeId,
        g: Cost,
        parent: NodeId,
        target: &T,
        observer: &mut O,
    ) {
        self.labels.set(node, g, parent);
        let h = target.estimate(node);
        if h <= self.closest.0 {
            self.closest = self.closest.min((h, node));
        }
        self.frontier.push(Key { f: self.rank.of(g, h), g, node });
        observer.reached(node, g);
    }

    /// Pops the best entry that was not overtaken by a cheaper one.
    #[expect(
        clippy::inline_always,
        reason = "called once an expansion, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn pop_fresh(&mut self) -> Option<Key> {
        loop {
            let key = self.frontier.pop()?;
            if self.labels.waits_at(key.node, key.g) {
                return Some(key);
            }
        }
    }

    /// The reached node with the smallest estimate: where to walk when the goal is out of reach.
    pub fn closest(&self) -> NodeId {
        self.closest.1
    }

    /// The nodes from the start to a reached `node`.
    pub fn way_to(&self, node: NodeId) -> Vec<NodeId> {
        self.labels.way_to(node)
    }

    /// Accumulated cost of a reached node, in milli-steps.
    pub fn cost_of(&self, node: NodeId) -> Option<Cost> {
        self.labels.get(node).map(|label| label.g)
    }

    /// What its frontier is ordered by.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Expansions so far.
    pub fn expansions(&self) -> u32 {
        self.expansions
    }

    /// What was reached so far.
    pub fn labels(&self) -> &L {
        &self.labels
    }

    /// What waits to be expanded.
    pub fn frontier(&self) -> &F {
        &self.frontier
    }
}

/// Runs a search for at most `budget` expansions; the result does not depend on how the work is sliced.
pub fn run<G: Graph, T: Goal + Heuristic>(
    search: &mut Search<impl Queue, impl LabelTable>,
    graph: &G,
    target: &T,
    budget: u32,
    observer: &mut (impl Observer + ?Sized),
) -> Step {
    for _ in 0..budget {
        let step = search.step(graph, target, observer);
        if step != Step::Working {
            return step;
        }
    }
    Step::Working
}
