//! Best-first search: Dijkstra 1959, greedy (Doran & Michie 1966), A* (Hart, Nilsson & Raphael 1968) and weighted A*
//! (Pohl 1970) are this one loop with different ranks.
//!
//! The idea: keep the open nodes in a frontier ordered by a rank. Remove the best; if it is the goal, stop (at the pop,
//! never at the push: a cheaper path to the goal may still be found). Otherwise relax its edges: every neighbour with a
//! cheaper path than before is pushed.
//! Promise: complete on finite graphs; optimal for `UniformCost`, and for `AStar` under an admissible estimate.
//! Needs: costs of at least 1.
//! Units: milli-steps. Ties: smaller f, larger g, smaller node.
//! Cost: O(n log n) time, 12 bytes per labelled node plus the frontier.
//! Differs from the papers in pushing duplicates instead of decreasing keys, and in re-opening an expanded node when a
//! cheaper path to it is found, so that an inconsistent estimate does no harm. Greedy alone keeps the first path to a
//! node: a cheaper one would not change the node's rank, and would only expand it twice.

use super::{FrontierKey, HeapFrontier, LabelTable, Labels, Observer, PriorityQueue, Step};
use crate::graph::{Cost, EdgeSink, Graph, NodeId, Visit};
use serde::{Deserialize, Serialize};

/// What orders the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Rank {
    /// f = g: Dijkstra's search.
    UniformCost,
    /// f = h: greedy and fast, not optimal.
    Greedy,
    /// f = g + h.
    AStar,
    /// f = g + h · percent ÷ 100. The path costs at most this percentage of the cheapest.
    Weighted {
        /// Weight of the estimate; 100 is A*.
        percent: u16,
    },
    /// Weighted at the start, unweighted at the goal: the weight falls with the estimate (Pohl 1973).
    DynamicWeighted {
        /// Weight of the estimate at the start. The path costs at most this percentage of the cheapest.
        percent: u16,
        /// Estimate at the start, in milli-steps.
        start_estimate: Cost,
    },
}

impl Rank {
    /// The same rank for a search with this estimate at its start, in milli-steps.
    #[must_use]
    pub fn with_start_estimate(self, far: Cost) -> Rank {
        match self {
            Rank::DynamicWeighted { percent, .. } => Rank::DynamicWeighted { percent, start_estimate: far },
            rank => rank,
        }
    }

    /// The rank f of a node with cost `g` and estimate `h`, in milli-steps.
    #[inline]
    pub fn f_value(self, g: Cost, h: Cost) -> Cost {
        if self == Rank::AStar { g + h } else { self.f_value_other(g, h) }
    }

    fn f_value_other(self, g: Cost, h: Cost) -> Cost {
        match self {
            Rank::UniformCost => g,
            Rank::Greedy => h,
            Rank::AStar => g + h,
            Rank::Weighted { percent } => g + h * Cost::from(percent) / 100,
            Rank::DynamicWeighted { percent, start_estimate: far } => {
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
    /// Whether this node is a goal.
    fn contains(&self, node: NodeId) -> bool;
}

/// A search in progress: it can be stopped after any expansion and resumed, and with the default frontier and labels it
/// can be saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Search<F = HeapFrontier, L = Labels> {
    rank: Rank,
    labels: L,
    frontier: F,
    /// The generated node with the smallest estimate, and that estimate: where to go if the goal is out of reach.
    closest: (Cost, NodeId),
    expansions: u32,
    labels_max: u32,
}

impl Search {
    /// A search from `start` over a graph of `nodes` nodes that gives up beyond `labels_max` labels.
    pub fn new(nodes: u32, start: NodeId, rank: Rank, heuristic: &impl Heuristic, labels_max: u32) -> Self {
        let mut search = Search::from_parts(HeapFrontier::default(), Labels::new(nodes));
        search.labels_max = labels_max;
        search.restart(start, rank, heuristic);
        search
    }

    /// Whether this is a search over a graph of this many nodes. For deserialized searches, which may be invalid.
    pub fn is_valid_for(&self, nodes: u32) -> bool {
        let labelled = |node: NodeId| node < nodes && self.labels.get(node).is_some();
        self.labels.node_count() == nodes && labelled(self.closest.1) && self.frontier.nodes().all(labelled)
    }
}

impl<F: PriorityQueue, L: LabelTable> Search<F, L> {
    /// A search with this frontier and these labels; call [`restart`](Self::restart) next.
    pub fn from_parts(frontier: F, labels: L) -> Self {
        let rank = Rank::UniformCost;
        Self { rank, labels, frontier, closest: (0, 0), expansions: 0, labels_max: u32::MAX }
    }

    /// Drops all state and begins at `start`.
    pub fn restart(&mut self, start: NodeId, rank: Rank, heuristic: &impl Heuristic) {
        self.labels.clear();
        self.frontier.clear();
        let h = heuristic.estimate(start);
        self.labels.relax(start, 0, start);
        self.frontier.push(FrontierKey { f: rank.f_value(0, h), g: 0, node: start });
        (self.rank, self.closest, self.expansions) = (rank, (h, start), 0);
    }

    /// Expands one node.
    pub fn step<G: Graph, T: Goal + Heuristic, O: Observer + ?Sized>(
        &mut self,
        graph: &G,
        target: &T,
        observer: &mut O,
    ) -> Step {
        let Some(key) = self.pop_open() else { return Step::Exhausted };
        observer.expanded(key.node, key.g, key.f);
        if target.contains(key.node) {
            self.closest = (0, key.node);
            return Step::Found(key.node);
        }
        self.labels.close(key.node);
        self.expansions += 1;
        let visit = Visit { node: key.node, parent: self.labels.parent(key.node) };
        graph.wanted_successors(visit, &mut Relaxation { search: self, key, target, observer });
        observer.frontier_len(self.frontier.len());
        if self.labels.label_count() > self.labels_max { Step::Exhausted } else { Step::Working }
    }

    /// Whether a cheaper path to a node matters.
    #[inline]
    fn may_relax(&self, node: NodeId) -> bool {
        self.rank != Rank::Greedy || self.labels.get(node).is_none()
    }

    /// Records a cheaper path to a node and pushes it.
    #[expect(clippy::inline_always, reason = "called from one place, with more to hand over than to do")]
    #[inline(always)]
    fn relax<T: Heuristic, O: Observer + ?Sized>(
        &mut self,
        node: NodeId,
        g: Cost,
        parent: NodeId,
        target: &T,
        observer: &mut O,
    ) {
        self.labels.relax(node, g, parent);
        let h = target.estimate(node);
        if h <= self.closest.0 {
            self.closest = self.closest.min((h, node));
        }
        self.frontier.push(FrontierKey { f: self.rank.f_value(g, h), g, node });
        observer.generated(node, g);
    }

    /// Pops the best entry that is not stale.
    #[expect(
        clippy::inline_always,
        reason = "called once an expansion, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn pop_open(&mut self) -> Option<FrontierKey> {
        loop {
            let key = self.frontier.pop()?;
            if self.labels.is_open_at(key.node, key.g) {
                return Some(key);
            }
        }
    }

    /// The generated node with the smallest estimate: where to go if the goal is out of reach.
    pub fn closest(&self) -> NodeId {
        self.closest.1
    }

    /// The path from the start to a generated `node`, both included.
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        self.labels.path_to(node)
    }

    /// Cost of the best known path to a generated node, in milli-steps.
    pub fn cost_of(&self, node: NodeId) -> Option<Cost> {
        self.labels.get(node).map(|label| label.g)
    }

    /// The rank that orders the frontier.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Number of expansions so far.
    pub fn expansions(&self) -> u32 {
        self.expansions
    }

    /// The labels of the generated nodes.
    pub fn labels(&self) -> &L {
        &self.labels
    }

    /// The open nodes.
    pub fn frontier(&self) -> &F {
        &self.frontier
    }
}

/// The expansion of a node.
struct Relaxation<'a, F, L, T, O: ?Sized> {
    search: &'a mut Search<F, L>,
    key: FrontierKey,
    target: &'a T,
    observer: &'a mut O,
}

impl<F: PriorityQueue, L: LabelTable, T: Heuristic, O: Observer + ?Sized> EdgeSink
    for Relaxation<'_, F, L, T, O>
{
    #[inline]
    fn wants(&self, next: NodeId) -> bool {
        self.search.labels.improves(next, self.key.g)
    }
    #[expect(clippy::inline_always, reason = "called once an edge, where a call costs as much as the work")]
    #[inline(always)]
    fn relax(&mut self, next: NodeId, cost: Cost) {
        let g = self.key.g + cost;
        if self.search.labels.improves(next, g) && self.search.may_relax(next) {
            self.search.relax(next, g, self.key.node, self.target, self.observer);
        }
    }
}

/// Runs a search for at most `budget` expansions. The result does not depend on how the work is sliced.
pub fn run<G: Graph, T: Goal + Heuristic>(
    search: &mut Search<impl PriorityQueue, impl LabelTable>,
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
