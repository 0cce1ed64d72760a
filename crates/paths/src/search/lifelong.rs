//! Lifelong Planning A* (Koenig, Likhachev & Furcy 2004) and D* Lite (Koenig & Likhachev 2002).
//!
//! The idea: when a price changes, most of an old search is still valid. Each node has two costs: `g`, which was
//! settled, and `ahead` (the papers' rhs), which its neighbours imply now. Where both agree there is nothing to do;
//! where they differ, the node is queued, and only such nodes are expanded. A change makes a few nodes inconsistent,
//! and the repair spreads no farther than it matters. D* Lite is the same rooted at the goal, for a walker whose start
//! moves: what lies behind it stays valid, and a running surcharge (the papers' `k_m`) keeps old keys comparable.
//! Promise: optimal, at first and after every change. Needs: edges that can be followed backwards, a terrain of its
//! own.
//! Units: milli-steps. Ties: smaller rank, smaller g, smaller node.
//! Cost: sixteen bytes a node, and a sorted tree.
//! Differs from the papers in a tree instead of a heap, so that an entry can be removed from anywhere.

use super::{Algorithm, GridTarget, Heuristic, Observer, Step};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain, Visit};
use std::collections::BTreeSet;

const UNREACHED: Cost = NO_PATH;

/// The end at which the search is rooted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// At the start: Lifelong Planning A*.
    Start,
    /// At the goal, so that the start can move: D* Lite.
    Goal,
}

/// A search that is repaired after changes instead of restarted.
#[derive(Clone, Debug)]
pub struct Lifelong {
    terrain: Terrain,
    root_end: Root,
    /// Estimates lead to the end that is not the root.
    aim: GridTarget,
    root: NodeId,
    g: Vec<Cost>,
    rhs: Vec<Cost>,
    /// The key of each queued node.
    keys: Vec<Option<(Cost, Cost)>>,
    queue: BTreeSet<(Cost, Cost, NodeId)>,
    /// Nodes whose costs are not [`UNREACHED`].
    labelled: Vec<NodeId>,
    /// How far the start has moved since the search began, by the estimate.
    key_modifier: Cost,
}

impl Lifelong {
    /// A search over its own copy of a terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &Terrain, root_end: Root) -> Self {
        let nodes = terrain.node_count() as usize;
        Self {
            terrain: terrain.clone(),
            root_end,
            aim: GridTarget::new(terrain),
            root: 0,
            g: vec![UNREACHED; nodes],
            rhs: vec![UNREACHED; nodes],
            keys: vec![None; nodes],
            queue: BTreeSet::new(),
            labelled: Vec::new(),
            key_modifier: 0,
        }
    }

    /// The current terrain.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Sets the price of a cell in milli-steps: 0 for a wall, else at least the cheapest price of the original terrain,
    /// or the estimate would not be admissible.
    pub fn set_price(&mut self, node: NodeId, price: u16) {
        self.terrain.set_price(node, price);
        for near in self.terrain.neighbourhood(node) {
            self.update(near);
        }
    }

    /// Moves the start of a search that is rooted at the goal.
    ///
    /// # Panics
    /// If the search is rooted at the start.
    pub fn move_start(&mut self, start: NodeId) {
        assert!(self.root_end == Root::Goal, "a root does not move");
        self.key_modifier = self.key_modifier.saturating_add(self.aim.estimate(start));
        self.aim.set(self.root, start);
    }

    /// Cost between start and goal in milli-steps, as far as the search knows; `None` if there is no known path.
    pub fn cost(&self) -> Option<Cost> {
        let cost = self.rhs[self.target() as usize];
        (cost != UNREACHED).then_some(cost)
    }

    fn target(&self) -> NodeId {
        self.aim.goal()
    }

    fn key(&self, node: NodeId) -> (Cost, Cost) {
        let min_cost = self.g[node as usize].min(self.rhs[node as usize]);
        (min_cost.saturating_add(self.aim.estimate(node)).saturating_add(self.key_modifier), min_cost)
    }

    /// Emits the neighbours on the side of the root, with the cost between them and the node.
    fn predecessors(&self, node: NodeId, emit: &mut impl FnMut(NodeId, Cost)) {
        match self.root_end {
            Root::Start => self.terrain.predecessors(node, emit),
            Root::Goal => self.terrain.successors(Visit { node, parent: node }, emit),
        }
    }

    /// The node itself and the neighbours whose cost may depend on it.
    fn dependants(&self, node: NodeId) -> Vec<NodeId> {
        let mut nodes = vec![node];
        match self.root_end {
            Root::Start => {
                self.terrain.successors(Visit { node, parent: node }, &mut |next, _| nodes.push(next));
            }
            Root::Goal => self.terrain.predecessors(node, &mut |next, _| nodes.push(next)),
        }
        nodes
    }

    /// The neighbour towards the root that implies the least cost, and that cost.
    fn best_neighbour(&self, node: NodeId) -> (Cost, NodeId) {
        let mut best = (UNREACHED, node);
        self.predecessors(node, &mut |near, cost| {
            best = best.min((self.g[near as usize].saturating_add(cost), near));
        });
        best
    }

    /// Recomputes the cost that the neighbours imply, and queues the node if it is inconsistent.
    fn update(&mut self, node: NodeId) {
        if node != self.root {
            self.rhs[node as usize] = self.best_neighbour(node).0;
        }
        self.enqueue(node);
    }

    fn enqueue(&mut self, node: NodeId) {
        if let Some((first, second)) = self.keys[node as usize].take() {
            self.queue.remove(&(first, second, node));
        }
        if self.g[node as usize] != self.rhs[node as usize] {
            let (first, second) = self.key(node);
            self.queue.insert((first, second, node));
            self.keys[node as usize] = Some((first, second));
            self.labelled.push(node);
        }
    }
}

impl Algorithm for Lifelong {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        for node in self.labelled.drain(..) {
            self.g[node as usize] = UNREACHED;
            self.rhs[node as usize] = UNREACHED;
            self.keys[node as usize] = None;
        }
        self.queue.clear();
        let (root, end) = if self.root_end == Root::Start { (start, goal) } else { (goal, start) };
        self.aim.set(root, end);
        (self.root, self.key_modifier) = (root, 0);
        self.rhs[root as usize] = 0;
        self.enqueue(root);
    }

    /// Expands one node. `Found` and `Exhausted` hold until something changes; then there is work again.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let end = self.target();
        let settled = self.g[end as usize] == self.rhs[end as usize];
        let first = self.queue.first().copied();
        let Some((f, g, node)) = first.filter(|(f, g, _)| !settled || (*f, *g) < self.key(end)) else {
            return if self.cost().is_some() { Step::Found(end) } else { Step::Exhausted };
        };
        if (f, g) < self.key(node) {
            // The key is from before the start moved: queue the node again under its current key.
            self.enqueue(node);
            return Step::Working;
        }
        self.queue.pop_first();
        self.keys[node as usize] = None;
        observer.expanded(node, g, f);
        let is_cheaper = self.g[node as usize] > self.rhs[node as usize];
        self.g[node as usize] = if is_cheaper { self.rhs[node as usize] } else { UNREACHED };
        for next in self.dependants(node) {
            self.update(next);
            observer.generated(next, self.rhs[next as usize]);
        }
        observer.frontier_len(self.queue.len());
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        let mut path = vec![self.target()];
        while let Some(node) = path.last().copied().filter(|node| *node != self.root) {
            let (cost, next) = self.best_neighbour(node);
            if cost == UNREACHED || path.len() > self.g.len() {
                return Vec::new();
            }
            path.push(next);
        }
        if self.root_end == Root::Start {
            path.reverse();
        }
        path
    }

    fn prepared_bytes(&self) -> usize {
        self.terrain.bytes() + self.g.len() * (2 * size_of::<Cost>() + size_of::<Option<(Cost, Cost)>>())
    }
}
