//! The search over a hierarchy: two sides that only climb.

use super::super::{
    FrontierKey, GridTarget, HeapFrontier, Heuristic, LabelTable, Observer, PriorityQueue, StampedLabels,
    Step,
};
use super::hierarchy::{Hierarchy, HierarchyEdge};
use crate::graph::{Cost, NO_PATH, NodeId, Terrain};

/// A search over a hierarchy; its ends may have several entries each. The search is guided by an estimate: open ground
/// has many shortest paths, and only the nodes on them matter.
#[derive(Clone, Debug)]
pub(in crate::search) struct Climb {
    sides: [ClimbSide; 2],
    /// The cell of each node.
    cells: Vec<NodeId>,
    /// The least cost of a path found, and the node where its halves meet.
    best: (Cost, NodeId),
}

/// The search from the start, or from the goal.
#[derive(Clone, Debug)]
struct ClimbSide {
    labels: StampedLabels,
    frontier: HeapFrontier,
    /// The cell that the search tries to reach.
    aim: GridTarget,
}

impl ClimbSide {
    /// The least f of an open node.
    fn least(&self) -> Cost {
        self.frontier.peek().map_or(NO_PATH, |key| key.f)
    }

    /// Opens a node at cost `g` unless it is known to cost no more, or the whole path to cost as much as `best`.
    #[inline]
    fn open(&mut self, node: NodeId, cell: NodeId, g: Cost, parent: NodeId, best: Cost) -> bool {
        if !self.labels.improves(node, g) {
            return false;
        }
        let f = g + self.aim.estimate(cell);
        if f >= best {
            return false;
        }
        self.labels.relax(node, g, parent);
        self.frontier.push(FrontierKey { f, g, node });
        true
    }
}

impl Climb {
    /// A search over this hierarchy of some cells of a terrain; `cells` are those of the nodes before they were ranked.
    pub(in crate::search) fn new(terrain: &Terrain, hierarchy: &Hierarchy, cells: &[NodeId]) -> Self {
        let side = || ClimbSide {
            labels: StampedLabels::new(hierarchy.node_count()),
            frontier: HeapFrontier::default(),
            aim: GridTarget::new(terrain),
        };
        let mut ranked = vec![0; cells.len()];
        for (node, cell) in (0..).zip(cells) {
            ranked[hierarchy.rank(node) as usize] = *cell;
        }
        Self { sides: [side(), side()], cells: ranked, best: (NO_PATH, 0) }
    }

    /// Begins a search between two cells; entries follow.
    pub(in crate::search) fn begin(&mut self, start: NodeId, goal: NodeId) {
        for (side, (from, to)) in self.sides.iter_mut().zip([(start, goal), (goal, start)]) {
            side.labels.clear();
            side.frontier.clear();
            side.aim.set(from, to);
        }
        self.best = (NO_PATH, 0);
    }

    /// Adds a node from which the side of the start (0) or of the goal (1) begins, at a cost.
    pub(in crate::search) fn enter(&mut self, side: usize, node: NodeId, cost: Cost) {
        self.sides[side].open(node, self.cells[node as usize], cost, node, NO_PATH);
    }

    /// Expands one node; the observer sees the cells of nodes.
    pub(in crate::search) fn step<O: Observer + ?Sized>(
        &mut self,
        hierarchy: &Hierarchy,
        observer: &mut O,
    ) -> Step {
        let least = self.sides.each_ref().map(ClimbSide::least);
        let side = usize::from(least[1] < least[0]);
        if least[side] >= self.best.0 {
            let Some(top) = self.cells.get(self.best.1 as usize) else { return Step::Exhausted };
            return if self.best.0 == NO_PATH { Step::Exhausted } else { Step::Found(*top) };
        }
        let Some(key) = self.sides[side].frontier.pop() else { return Step::Exhausted };
        observer.expanded(self.cells[key.node as usize], key.g, key.f);
        self.expand(side, key, hierarchy, observer);
        observer.frontier_len(self.sides[0].frontier.len() + self.sides[1].frontier.len());
        Step::Working
    }

    fn expand<O: Observer + ?Sized>(
        &mut self,
        side: usize,
        key: FrontierKey,
        hierarchy: &Hierarchy,
        observer: &mut O,
    ) {
        let (climbing, descending) = hierarchy.links(side == 0);
        let other = self.sides[1 - side].labels.get(key.node);
        let here = &mut self.sides[side];
        if !here.labels.is_open_at(key.node, key.g) {
            return;
        }
        here.labels.close(key.node);
        // A node that a more important one reaches more cheaply is on no shortest path.
        let stalls = |link: &HierarchyEdge| {
            let least = key.g.checked_sub(link.cost + 1);
            least.is_some_and(|least| !here.labels.improves(link.other, least))
        };
        if descending.of(key.node).iter().any(stalls) {
            return;
        }
        if let Some(other) = other.filter(|other| key.g + other.g < self.best.0) {
            self.best = (key.g + other.g, key.node);
        }
        for link in climbing.of(key.node) {
            let (g, cell) = (key.g + link.cost, self.cells[link.other as usize]);
            if here.open(link.other, cell, g, key.node, self.best.0) {
                observer.generated(cell, g);
            }
        }
    }

    /// The cells of the cheapest path, shortcuts unpacked; none if none was found.
    pub(in crate::search) fn path(&self, hierarchy: &Hierarchy) -> Vec<NodeId> {
        if self.best.0 == NO_PATH {
            return Vec::new();
        }
        let chain = |side: usize| {
            let mut chain = vec![self.best.1];
            let mut node = self.best.1;
            while self.sides[side].labels.parent(node) != node {
                node = self.sides[side].labels.parent(node);
                chain.push(node);
            }
            chain
        };
        let (mut up, down) = (chain(0), chain(1));
        up.reverse();
        let mut path = vec![up[0]];
        for two in up.windows(2).chain(down.windows(2)) {
            hierarchy.unpack(two[0], two[1], &mut path);
        }
        for node in &mut path {
            *node = self.cells[*node as usize];
        }
        path
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.cells.len() * size_of::<NodeId>()
    }
}
