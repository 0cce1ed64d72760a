//! Lifelong Planning A* (Koenig, Likhachev & Furcy 2004) and D* Lite (Koenig & Likhachev 2002).
//!
//! The idea: when a price changes, most of an old search is still true. Each node has two costs: `g`, which was
//! settled, and `ahead` (the papers' rhs), which its neighbours promise now. Where both agree there is nothing to do;
//! where they do not, the node waits to be settled, and only such nodes are looked at. A change makes a few nodes
//! disagree, and the repair spreads no farther than it matters. D* Lite is the same rooted at the goal, for a
//! walker whose start moves: what he leaves behind stays true, and a running surcharge keeps old ranks comparable.
//! Promise: optimal, at first and after every change. Needs: edges that can be walked backwards, a terrain of its own.
//! Units: milli-steps. Ties: smaller rank, smaller g, smaller node. Cost: sixteen bytes a node, and a sorted tree.
//! Differs from the papers in a tree for their heap, so that an entry is taken out where it lies.

use super::{Aim, Algorithm, Heuristic, Observer, Step};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain, Visit};
use std::collections::BTreeSet;

const FAR: Cost = NO_PATH;

/// Which end the search is rooted at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// At the start: Lifelong Planning A*.
    Start,
    /// At the goal, so that the start can move: D* Lite.
    Goal,
}

/// A search that is repaired instead of begun anew.
#[derive(Clone, Debug)]
pub struct Lifelong {
    terrain: Terrain,
    rooted: Root,
    /// Estimates lead to the end that is not the root.
    aim: Aim,
    root: NodeId,
    g: Vec<Cost>,
    ahead: Vec<Cost>,
    /// Rank of each waiting node, as it stands in the queue.
    ranks: Vec<Option<(Cost, Cost)>>,
    queue: BTreeSet<(Cost, Cost, NodeId)>,
    /// Nodes whose costs are not [`FAR`].
    touched: Vec<NodeId>,
    /// What the start has moved since the search began, by the estimate.
    surcharge: Cost,
}

impl Lifelong {
    /// A search over its own copy of a terrain.
    pub fn new(terrain: &Terrain, rooted: Root) -> Self {
        let nodes = terrain.node_count() as usize;
        Self {
            terrain: terrain.clone(),
            rooted,
            aim: Aim::new(terrain),
            root: 0,
            g: vec![FAR; nodes],
            ahead: vec![FAR; nodes],
            ranks: vec![None; nodes],
            queue: BTreeSet::new(),
            touched: Vec::new(),
            surcharge: 0,
        }
    }

    /// The terrain as it is now.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Changes the price of a cell: 0 for a wall, else no cheaper than any cell was when the search was made, or the
    /// estimate would be too high.
    pub fn change(&mut self, node: NodeId, price: u16) {
        self.terrain.set_price(node, price);
        for near in self.terrain.block_around(node) {
            self.update(near);
        }
    }

    /// Moves the start of a search that is rooted at the goal.
    ///
    /// # Panics
    /// When the search is rooted at the start.
    pub fn move_start(&mut self, start: NodeId) {
        assert!(self.rooted == Root::Goal, "a root does not move");
        self.surcharge = self.surcharge.saturating_add(self.aim.estimate(start));
        self.aim.at(self.root, start);
    }

    /// Cost between start and goal as far as it is known.
    pub fn cost(&self) -> Option<Cost> {
        let cost = self.ahead[self.end() as usize];
        (cost != FAR).then_some(cost)
    }

    fn end(&self) -> NodeId {
        self.aim.goal()
    }

    fn rank(&self, node: NodeId) -> (Cost, Cost) {
        let least = self.g[node as usize].min(self.ahead[node as usize]);
        (least.saturating_add(self.aim.estimate(node)).saturating_add(self.surcharge), least)
    }

    /// Neighbours on the side of the root, with the cost between them and the node.
    fn rootwards(&self, node: NodeId, emit: &mut impl FnMut(NodeId, Cost)) {
        match self.rooted {
            Root::Start => self.terrain.predecessors(node, emit),
            Root::Goal => self.terrain.successors(Visit { node, parent: node }, emit),
        }
    }

    /// The neighbours that may be reached through a node, and the node itself.
    fn dependants(&self, node: NodeId) -> Vec<NodeId> {
        let mut nodes = vec![node];
        match self.rooted {
            Root::Start => {
                self.terrain.successors(Visit { node, parent: node }, &mut |next, _| nodes.push(next));
            }
            Root::Goal => self.terrain.predecessors(node, &mut |next, _| nodes.push(next)),
        }
        nodes
    }

    /// The neighbour towards the root that promises least, and what it promises.
    fn best_neighbour(&self, node: NodeId) -> (Cost, NodeId) {
        let mut best = (FAR, node);
        self.rootwards(node, &mut |near, cost| {
            best = best.min((self.g[near as usize].saturating_add(cost), near));
        });
        best
    }

    /// Looks again what a node is promised, and has it wait if that is not what was settled.
    fn update(&mut self, node: NodeId) {
        if node != self.root {
            self.ahead[node as usize] = self.best_neighbour(node).0;
        }
        self.enqueue(node);
    }

    fn enqueue(&mut self, node: NodeId) {
        if let Some((first, second)) = self.ranks[node as usize].take() {
            self.queue.remove(&(first, second, node));
        }
        if self.g[node as usize] != self.ahead[node as usize] {
            let (first, second) = self.rank(node);
            self.queue.insert((first, second, node));
            self.ranks[node as usize] = Some((first, second));
            self.touched.push(node);
        }
    }
}

impl Algorithm for Lifelong {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        for node in self.touched.drain(..) {
            self.g[node as usize] = FAR;
            self.ahead[node as usize] = FAR;
            self.ranks[node as usize] = None;
        }
        self.queue.clear();
        let (root, end) = if self.rooted == Root::Start { (start, goal) } else { (goal, start) };
        self.aim.at(root, end);
        (self.root, self.surcharge) = (root, 0);
        self.ahead[root as usize] = 0;
        self.enqueue(root);
    }

    /// Settles one node. Found or exhausted is true until something changes; then there is work again.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let end = self.end();
        let settled = self.g[end as usize] == self.ahead[end as usize];
        let first = self.queue.first().copied();
        let Some((f, g, node)) = first.filter(|(f, g, _)| !settled || (*f, *g) < self.rank(end)) else {
            return if self.cost().is_some() { Step::Found(end) } else { Step::Exhausted };
        };
        if (f, g) < self.rank(node) {
            // Ranked before the start moved: it waits again, under its rank of now.
            self.enqueue(node);
            return Step::Working;
        }
        self.queue.pop_first();
        self.ranks[node as usize] = None;
        observer.expanded(node, g, f);
        let is_cheaper = self.g[node as usize] > self.ahead[node as usize];
        self.g[node as usize] = if is_cheaper { self.ahead[node as usize] } else { FAR };
        for next in self.dependants(node) {
            self.update(next);
            observer.reached(next, self.ahead[next as usize]);
        }
        observer.waiting(self.queue.len());
        Step::Working
    }

    fn way(&self) -> Vec<NodeId> {
        let mut way = vec![self.end()];
        while let Some(node) = way.last().copied().filter(|node| *node != self.root) {
            let (cost, next) = self.best_neighbour(node);
            if cost == FAR || way.len() > self.g.len() {
                return Vec::new();
            }
            way.push(next);
        }
        if self.rooted == Root::Start {
            way.reverse();
        }
        way
    }

    fn prepared_bytes(&self) -> usize {
        self.terrain.bytes() + self.g.len() * (2 * size_of::<Cost>() + size_of::<Option<(Cost, Cost)>>())
    }
}
