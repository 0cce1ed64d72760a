//! What bidirectional searches share: what a step costs, the labels of each side, the expansion of a node on its side,
//! and the cheapest meeting of the two. Each search decides which node comes next and when to stop.

use super::{
    FrontierKey, GridTarget, HeapFrontier, Heuristic, LabelTable, Observer, PriorityQueue, StampedLabels,
    Step,
};
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};
use crate::grid::STRAIGHT;

/// What a step costs, and whether an estimate guides the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepCost {
    /// Every step costs one, and there is no estimate.
    Unit,
    /// Steps cost their price, and the estimate guides.
    Prices,
}

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// From the start.
    Forward,
    /// From the goal, following every edge against its direction.
    Backward,
}

impl Side {
    pub(super) const BOTH: [Side; 2] = [Side::Forward, Side::Backward];

    pub(super) fn other(self) -> Side {
        if self == Side::Forward { Side::Backward } else { Side::Forward }
    }
}

/// Begins a guided search on each side, with only its root open.
pub(super) fn begin_frontiers(
    frontiers: &mut [HeapFrontier; 2],
    aims: &mut [GridTarget; 2],
    start: NodeId,
    goal: NodeId,
) {
    let roots = [(start, goal), (goal, start)];
    for ((frontier, aim), (from, to)) in frontiers.iter_mut().zip(aims).zip(roots) {
        aim.set(from, to);
        frontier.clear();
        frontier.push(FrontierKey { f: aim.estimate(from), g: 0, node: from });
    }
}

/// The labels of both sides, and their best meeting.
#[derive(Clone, Debug)]
pub(super) struct BidirectionalLabels<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) step_cost: StepCost,
    labels: [StampedLabels; 2],
    /// Cost of the best known path, and the node where its halves meet.
    pub(super) meeting: Option<(Cost, NodeId)>,
}

impl<'a> BidirectionalLabels<'a> {
    pub(super) fn new(terrain: &'a Terrain, step_cost: StepCost) -> Self {
        let labels = Side::BOTH.map(|_| StampedLabels::new(terrain.node_count()));
        Self { terrain, step_cost, labels, meeting: None }
    }

    pub(super) fn begin(&mut self, start: NodeId, goal: NodeId) {
        for (labels, root) in self.labels.iter_mut().zip([start, goal]) {
            labels.clear();
            labels.relax(root, 0, root);
        }
        self.meeting = (start == goal).then_some((0, start));
    }

    /// Whether this is the best known cost of a node on a side, and the node was not expanded since.
    pub(super) fn is_fresh(&self, side: Side, node: NodeId, g: Cost) -> bool {
        self.labels[side as usize].get(node).is_some_and(|label| label.g == g && !label.is_expanded())
    }

    /// Expands a node on one side. Calls `push(node, g)` for each neighbour with a cheaper path than before.
    pub(super) fn expand<O: Observer + ?Sized>(
        &mut self,
        side: Side,
        key: FrontierKey,
        observer: &mut O,
        mut push: impl FnMut(NodeId, Cost),
    ) {
        let [ahead, behind] = &mut self.labels;
        let (near, far) = if side == Side::Forward { (ahead, &*behind) } else { (behind, &*ahead) };
        let (pace, meeting) = (self.step_cost, &mut self.meeting);
        near.close(key.node);
        observer.expanded(key.node, key.g, key.f);
        let mut relax = |next: NodeId, cost: Cost| {
            let g = key.g + if pace == StepCost::Unit { STRAIGHT.into() } else { cost };
            if near.get(next).is_some_and(|known| known.g <= g) {
                return;
            }
            near.relax(next, g, key.node);
            observer.generated(next, g);
            if let Some(other) = far.get(next) {
                let whole = g + other.g;
                if meeting.is_none_or(|(best, _)| whole < best) {
                    *meeting = Some((whole, next));
                }
            }
            push(next, g);
        };
        match side {
            Side::Forward => self.terrain.successors(Visit { node: key.node, parent: key.node }, &mut relax),
            Side::Backward => self.terrain.predecessors(key.node, &mut relax),
        }
    }

    /// Whether the best meeting costs no more than `least`, a lower bound of all other paths.
    pub(super) fn is_proven(&self, least: Cost) -> bool {
        self.meeting.is_some_and(|(best, _)| best <= least)
    }

    /// The result when nothing better can be found.
    pub(super) fn result(&self) -> Step {
        self.meeting.map_or(Step::Exhausted, |(_, node)| Step::Found(node))
    }

    /// The path through the best meeting.
    pub(super) fn path(&self) -> Vec<NodeId> {
        let Some((_, middle)) = self.meeting else { return Vec::new() };
        let [mut path, rest] = [0, 1].map(|side| self.labels[side].path_to(middle));
        path.extend(rest.into_iter().rev().skip(1));
        path
    }
}
