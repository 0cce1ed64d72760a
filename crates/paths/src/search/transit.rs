//! Transit node routing (Bast, Funke, Sanders & Schultes 2007; on grids: Antsfeld, Harabor, Kilby & Walsh 2012).
//!
//! The idea: long paths out of a region pass one of very few places. Choose these transit nodes, tabulate the costs
//! between all of them, and note for every cell the few at which its long paths enter that network. A far query is then
//! a look-up: the cheapest sum of to an access node, between two, and from one. Near ones are searched.
//! Promise: optimal. Needs: preparation, a map of few cells.
//! Units: milli-steps. Ties: of equally cheap steps the first clockwise from north; A* under the total order.
//! Cost: sixteen bytes an access node, eight a pair of transit nodes; a look-up per neighbour and step of a path.
//! Differs from the papers in taking as transit nodes the core that a contraction leaves (Arz, Luxen & Sanders 2013): a
//! query is far if the climbs from its ends meet nowhere below, judged by rectangles around them. The path is walked by
//! look-ups; A* finds the part behind its last transit node.

use super::contraction::{Hierarchy, Limits, contract, moves_of};
use super::{Algorithm, GridTarget, HeapFrontier, Observer, Rank, Search, StampedLabels, Step};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain, Visit};
use crate::grid::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Cells for each transit node.
const CELLS_PER_TRANSIT_NODE: usize = 16;

/// What is known of a cell in one direction: its access nodes, and how far the climb to them goes.
#[derive(Clone, Debug)]
struct Access {
    /// Transit nodes with the cost to them, or from them.
    nodes: Vec<(NodeId, Cost)>,
    /// The rectangle around all cells below them, from its first to its last.
    climb: [Cell; 2],
}

/// The transit nodes of a terrain, and the access to them.
#[derive(Clone, Debug)]
struct TransitNetwork {
    /// Costs between all pairs of transit nodes, row by row.
    table: Vec<Cost>,
    count: usize,
    /// For each cell.
    leaving: Vec<Access>,
    arriving: Vec<Access>,
}

impl TransitNetwork {
    fn new(terrain: &Terrain) -> Self {
        let cells = terrain.node_count();
        let core_nodes = cells as usize / CELLS_PER_TRANSIT_NODE;
        let hierarchy = contract(&moves_of(terrain), Limits { core_nodes, expansions: u64::MAX });
        let count = hierarchy.core_len();
        let row = |from: NodeId| {
            let costs = climb(&hierarchy, from, true, |_| true);
            (0..count).map(move |to| costs.get(&to).copied().unwrap_or(NO_PATH))
        };
        let table: Vec<Cost> = (0..count).flat_map(row).collect();
        let mut places = vec![Cell::new(0, 0); cells as usize];
        for cell in 0..cells {
            places[hierarchy.rank(cell) as usize] = terrain.cell(cell);
        }
        let mut network = Self { table, count: count as usize, leaving: Vec::new(), arriving: Vec::new() };
        let [leaving, arriving] = [true, false].map(|is_forward| {
            (0..cells).map(|cell| network.access(&hierarchy, &places, cell, is_forward)).collect()
        });
        (network.leaving, network.arriving) = (leaving, arriving);
        network
    }

    /// The access of a cell. A transit node reached as cheaply by another one is left out.
    fn access(&self, hierarchy: &Hierarchy, places: &[Cell], cell: NodeId, is_forward: bool) -> Access {
        let is_transit = |node: NodeId| (node as usize) < self.count;
        let costs = climb(hierarchy, hierarchy.rank(cell), is_forward, |node| !is_transit(node));
        let between = |a: NodeId, b: NodeId| if is_forward { self.between(a, b) } else { self.between(b, a) };
        let transit =
            || costs.iter().map(|(node, cost)| (*node, *cost)).filter(|(node, _)| is_transit(*node));
        let is_needed = |(node, cost): &(NodeId, Cost)| {
            transit()
                .all(|(other, less)| other == *node || less.saturating_add(between(other, *node)) > *cost)
        };
        let below = costs.keys().filter(|node| !is_transit(**node)).map(|node| places[*node as usize]);
        let climb = below.fold([Cell::new(u16::MAX, u16::MAX), Cell::new(0, 0)], |[first, last], cell| {
            [
                Cell::new(first.x.min(cell.x), first.y.min(cell.y)),
                Cell::new(last.x.max(cell.x), last.y.max(cell.y)),
            ]
        });
        Access { nodes: transit().filter(is_needed).collect(), climb }
    }

    fn between(&self, from: NodeId, to: NodeId) -> Cost {
        self.table[from as usize * self.count + to as usize]
    }

    /// Whether no path between two cells is cheaper than all those over transit nodes.
    fn is_far(&self, from: NodeId, to: NodeId) -> bool {
        let [a, b] = [&self.leaving[from as usize].climb, &self.arriving[to as usize].climb];
        a[0].x > b[1].x || b[0].x > a[1].x || a[0].y > b[1].y || b[0].y > a[1].y
    }

    /// Cost of the cheapest path over transit nodes.
    fn cost(&self, from: NodeId, to: NodeId) -> Cost {
        let (leaving, arriving) = (&self.leaving[from as usize].nodes, &self.arriving[to as usize].nodes);
        let pairs = leaving.iter().flat_map(|a| arriving.iter().map(move |b| (a, b)));
        let sums = pairs.map(|(a, b)| self.between(a.0, b.0).saturating_add(a.1 + b.1));
        sums.min().unwrap_or(NO_PATH)
    }

    fn bytes(&self) -> usize {
        let accesses = self.leaving.iter().chain(&self.arriving);
        let nodes: usize = accesses.map(|access| access.nodes.len()).sum();
        size_of_val(self.table.as_slice())
            + nodes * size_of::<(NodeId, Cost)>()
            + (self.leaving.len() + self.arriving.len()) * size_of::<[Cell; 2]>()
    }
}

/// The least cost from a node of a hierarchy to all that it climbs to, or from them, going on only from some.
fn climb(
    hierarchy: &Hierarchy,
    from: NodeId,
    is_forward: bool,
    goes_on: impl Fn(NodeId) -> bool,
) -> BTreeMap<NodeId, Cost> {
    let mut costs = BTreeMap::from([(from, 0)]);
    let mut heap = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((cost, node))) = heap.pop() {
        if costs.get(&node).is_some_and(|known| cost > *known) || !goes_on(node) {
            continue;
        }
        for link in hierarchy.climbing(node, is_forward) {
            let known = costs.entry(link.other).or_insert(NO_PATH);
            if cost + link.cost < *known {
                *known = cost + link.cost;
                heap.push(Reverse((cost + link.cost, link.other)));
            }
        }
    }
    costs
}

/// Look-ups between transit nodes, and A* for what is near.
#[derive(Clone, Debug)]
pub struct TransitRouting<'a> {
    terrain: &'a Terrain,
    network: TransitNetwork,
    goal: NodeId,
    /// The cells walked by look-ups.
    trail: Vec<NodeId>,
    /// Cost of the trail, and what is left to pay according to the table.
    paid: Cost,
    left: Option<Cost>,
    aim: GridTarget,
    search: Search<HeapFrontier, StampedLabels>,
}

impl<'a> TransitRouting<'a> {
    /// Chooses transit nodes of a terrain and tabulates the costs between them.
    pub fn new(terrain: &'a Terrain) -> Self {
        let network = TransitNetwork::new(terrain);
        let search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        let (trail, aim) = (Vec::new(), GridTarget::new(terrain));
        Self { terrain, network, goal: 0, trail, paid: 0, left: None, aim, search }
    }

    /// Mean number of access nodes per hundred cells, in one direction.
    pub fn access_nodes_per_hundred(&self) -> usize {
        let nodes: usize = self.network.leaving.iter().map(|access| access.nodes.len()).sum();
        nodes * 100 / self.network.leaving.len().max(1)
    }

    /// The first step with which the rest of the path costs what is left, and its cost.
    fn next(&self, here: NodeId, left: Cost) -> Option<(NodeId, Cost)> {
        let mut next = None;
        self.terrain.successors(Visit { node: here, parent: here }, &mut |node, cost| {
            if next.is_none() && self.network.cost(node, self.goal).saturating_add(cost) == left {
                next = Some((node, cost));
            }
        });
        next
    }

    /// Begins the search for what is behind the last transit node.
    fn begin_search(&mut self, here: NodeId) {
        self.left = None;
        self.aim.set(here, self.goal);
        self.search.restart(here, Rank::AStar, &self.aim);
    }
}

impl Algorithm for TransitRouting<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.goal = goal;
        self.trail = vec![start];
        self.paid = 0;
        if self.network.is_far(start, goal) {
            self.left = Some(self.network.cost(start, goal));
        } else {
            self.begin_search(start);
        }
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let (Some(left), Some(here)) = (self.left, self.trail.last().copied()) else {
            return self.search.step(self.terrain, &self.aim, observer);
        };
        if left == NO_PATH {
            return Step::Exhausted;
        }
        observer.expanded(here, self.paid, self.paid + left);
        match self.next(here, left) {
            Some((next, cost)) => {
                self.paid += cost;
                self.left = Some(left - cost);
                self.trail.push(next);
                observer.generated(next, self.paid);
            }
            None => self.begin_search(here),
        }
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        let mut path = self.trail.clone();
        if self.left.is_none() {
            path.extend(self.search.path_to(self.search.closest()).into_iter().skip(1));
        }
        path
    }

    fn prepared_bytes(&self) -> usize {
        self.network.bytes()
    }
}
