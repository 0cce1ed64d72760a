//! The construction of a hierarchy: which node is removed next, and which shortcuts replace it.

use super::hierarchy::{Hierarchy, HierarchyEdge, HierarchyEdges, NO_NODE};
use crate::graph::{Cost, NodeId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes that a search for a detour expands before it gives up and the shortcut is added.
const WITNESS_EXPANSIONS_MAX: u32 = 300;
/// The same while nodes are only compared.
const SKETCH_EXPANSIONS_MAX: u32 = 16;

/// When to stop removing nodes.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Limits {
    /// Nodes that are left as the core.
    pub core_nodes: usize,
    /// Expansions of all searches for detours together.
    pub expansions: u64,
}

/// A graph whose nodes are being removed.
struct Contractor {
    /// Edges out of each node, and into it, without those to removed nodes.
    leaving: Vec<Vec<HierarchyEdge>>,
    arriving: Vec<Vec<HierarchyEdge>>,
    /// Length of the longest chain of removed nodes below each node.
    depths: Vec<u32>,
    witnesses: WitnessSearch,
    /// Whether every edge can be used both ways at the same cost.
    is_symmetric: bool,
    /// The shortcuts that removing the node considered last takes, each with the node that it leaves.
    shortcuts: Vec<(NodeId, HierarchyEdge)>,
}

/// A hierarchy of the graph in which node `i` has the edges `out[i]`.
pub(in crate::search) fn contract(out: &[Vec<(NodeId, Cost)>], limits: Limits) -> Hierarchy {
    let mut contractor = Contractor::new(out);
    let mut queue: BinaryHeap<_> =
        (0..out.len() as NodeId).map(|node| Reverse((contractor.consider(node), node))).collect();
    let mut removed = Vec::new();
    while let Some(Reverse((priority, node))) = queue.pop() {
        if queue.len() < limits.core_nodes || contractor.witnesses.expansions > limits.expansions {
            queue.push(Reverse((priority, node)));
            break;
        }
        let now = contractor.consider(node);
        if queue.peek().is_some_and(|Reverse((next, _))| now > *next) {
            queue.push(Reverse((now, node)));
            continue;
        }
        contractor.remove(node);
        removed.push(node);
    }
    let mut core: Vec<NodeId> = queue.into_iter().map(|Reverse((_, node))| node).collect();
    core.sort_unstable();
    contractor.finish(&core, &removed)
}

impl Contractor {
    fn new(out: &[Vec<(NodeId, Cost)>]) -> Self {
        let link = |other, cost| HierarchyEdge { other, middle: NO_NODE, cost };
        let mut contractor = Self {
            leaving: vec![Vec::new(); out.len()],
            arriving: vec![Vec::new(); out.len()],
            depths: vec![0; out.len()],
            witnesses: WitnessSearch::new(out.len()),
            is_symmetric: false,
            shortcuts: Vec::new(),
        };
        for (from, list) in (0..).zip(out) {
            for (to, cost) in list.iter().filter(|(to, _)| *to != from) {
                contractor.add(from, link(*to, *cost));
            }
        }
        for lists in [&mut contractor.leaving, &mut contractor.arriving] {
            for list in lists {
                list.sort_unstable_by_key(|link| link.other);
            }
        }
        contractor.is_symmetric = contractor.leaving == contractor.arriving;
        contractor
    }

    /// Adds an edge, unless there is one that costs no more.
    fn add(&mut self, from: NodeId, link: HierarchyEdge) {
        put(&mut self.leaving[from as usize], link);
        put(&mut self.arriving[link.other as usize], HierarchyEdge { other: from, ..link });
    }

    /// How unimportant a node is: the smaller, the sooner it is removed. Finds its shortcuts.
    fn consider(&mut self, node: NodeId) -> u64 {
        self.find_shortcuts(node, SKETCH_EXPANSIONS_MAX);
        let directions = if self.is_symmetric { 2 } else { 1 };
        let added = directions * self.shortcuts.len() as u64;
        let gone = self.leaving[node as usize].len() + self.arriving[node as usize].len();
        2000 * added / (gone as u64).max(1) + 1000 * u64::from(self.depths[node as usize])
    }

    /// Finds the shortcuts that removing a node takes; in a symmetric graph only one of the two directions of each.
    fn find_shortcuts(&mut self, node: NodeId, expansions_max: u32) {
        self.shortcuts.clear();
        let (arriving, leaving) = (&self.arriving[node as usize], &self.leaving[node as usize]);
        for before in arriving {
            let is_asked = |after: &&HierarchyEdge| {
                after.other != before.other && (!self.is_symmetric || after.other > before.other)
            };
            let targets = leaving.iter().filter(is_asked);
            self.witnesses.run(&self.leaving, (before, node), targets.clone(), expansions_max);
            for after in targets {
                let cost = before.cost + after.cost;
                if self.witnesses.cost(after.other).is_none_or(|detour| detour > cost) {
                    self.shortcuts
                        .push((before.other, HierarchyEdge { other: after.other, middle: node, cost }));
                }
            }
        }
    }

    /// Removes a node. Its lists stay: they lead to more important nodes.
    fn remove(&mut self, node: NodeId) {
        self.find_shortcuts(node, WITNESS_EXPANSIONS_MAX);
        for (from, link) in std::mem::take(&mut self.shortcuts) {
            self.add(from, link);
            if self.is_symmetric {
                self.add(link.other, HierarchyEdge { other: from, ..link });
            }
        }
        let depth = self.depths[node as usize] + 1;
        for i in 0..self.leaving[node as usize].len() {
            let other = self.leaving[node as usize][i].other as usize;
            self.arriving[other].retain(|link| link.other != node);
            self.depths[other] = self.depths[other].max(depth);
        }
        for i in 0..self.arriving[node as usize].len() {
            let other = self.arriving[node as usize][i].other as usize;
            self.leaving[other].retain(|link| link.other != node);
            self.depths[other] = self.depths[other].max(depth);
        }
    }

    /// Numbers the nodes by importance.
    fn finish(self, core: &[NodeId], removed: &[NodeId]) -> Hierarchy {
        let order: Vec<NodeId> = core.iter().chain(removed.iter().rev()).copied().collect();
        let mut ranks = vec![0; order.len()];
        for (rank, node) in (0..).zip(&order) {
            ranks[*node as usize] = rank;
        }
        let renamed = |node: NodeId| if node == NO_NODE { NO_NODE } else { ranks[node as usize] };
        let links = |lists: &[Vec<HierarchyEdge>]| {
            HierarchyEdges::new(order.iter().map(|node| {
                let list = lists[*node as usize].iter();
                let rename = |link: &HierarchyEdge| HierarchyEdge {
                    other: renamed(link.other),
                    middle: renamed(link.middle),
                    ..*link
                };
                let mut list: Vec<HierarchyEdge> = list.map(rename).collect();
                list.sort_unstable_by_key(|link| link.other);
                list
            }))
        };
        let (leaving, arriving) = (links(&self.leaving), links(&self.arriving));
        Hierarchy::new(leaving, arriving, core.len() as u32, ranks)
    }
}

/// Adds a link to a list, or replaces a dearer one.
fn put(list: &mut Vec<HierarchyEdge>, link: HierarchyEdge) {
    match list.iter_mut().find(|old| old.other == link.other) {
        Some(old) if old.cost <= link.cost => {}
        Some(old) => *old = link,
        None => list.push(link),
    }
}

/// A search for detours around a node.
struct WitnessSearch {
    /// The search that wrote each cost, and the cost.
    costs: Vec<(u32, Cost)>,
    /// The search of which each node is a target.
    targets: Vec<u32>,
    age: u32,
    heap: BinaryHeap<Reverse<(Cost, NodeId)>>,
    /// Expansions of all searches together.
    expansions: u64,
}

impl WitnessSearch {
    fn new(nodes: usize) -> Self {
        let (costs, targets) = (vec![(0, 0); nodes], vec![0; nodes]);
        Self { costs, targets, age: 0, heap: BinaryHeap::new(), expansions: 0 }
    }

    /// Searches from the other end of `before` without entering a node, up to the dearest path over it to a target or
    /// until all targets have their least cost.
    fn run<'a>(
        &mut self,
        leaving: &[Vec<HierarchyEdge>],
        (before, without): (&HierarchyEdge, NodeId),
        targets: impl Iterator<Item = &'a HierarchyEdge>,
        expansions_max: u32,
    ) {
        self.age += 1;
        self.heap.clear();
        let (mut left, mut bound) = (0_i32, 0);
        for after in targets {
            self.targets[after.other as usize] = self.age;
            (left, bound) = (left + 1, bound.max(before.cost + after.cost));
        }
        if left == 0 {
            return;
        }
        self.costs[before.other as usize] = (self.age, 0);
        self.heap.push(Reverse((0, before.other)));
        for _ in 0..expansions_max {
            let Some(Reverse((cost, node))) = self.heap.pop() else { return };
            if self.costs[node as usize].1 < cost {
                continue;
            }
            self.expansions += 1;
            left -= i32::from(self.targets[node as usize] == self.age);
            if left == 0 {
                return;
            }
            for link in leaving[node as usize].iter().filter(|link| link.other != without) {
                let (age, old) = self.costs[link.other as usize];
                let more = cost + link.cost;
                if more <= bound && (age != self.age || more < old) {
                    self.costs[link.other as usize] = (self.age, more);
                    self.heap.push(Reverse((more, link.other)));
                }
            }
        }
    }

    /// The least cost found to a node.
    fn cost(&self, node: NodeId) -> Option<Cost> {
        let (age, cost) = self.costs[node as usize];
        (age == self.age).then_some(cost)
    }
}
