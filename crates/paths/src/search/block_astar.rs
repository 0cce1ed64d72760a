//! Block A* (Yap, Burch, Holte & Schaeffer 2011), for paths on the grid.
//!
//! The idea: A* expands one cell at a time. Expand a block of four by four cells instead. The costs inside a block
//! depend on its sixteen prices alone, and most blocks of a map equal some other, so a table for each distinct block is
//! computed beforehand. To expand a block is then to look up, from every cell at which it was entered since, the cost
//! to every cell on its border, and to step from there to the neighbouring blocks. A block may be expanded again when
//! it is entered more cheaply or elsewhere. The search ends when no block can be on a cheaper path than the best one to
//! the goal.
//! Promise: optimal under an admissible estimate. Needs: preparation whenever something changes.
//! Units: milli-steps. Ties: the total order, for the cell by which a block was put into the frontier.
//! Cost: two kibibytes per distinct block and four bytes per block; few, expensive expansions.
//! Differs from the paper in having tables only for the blocks that occur on the map, in using the same table for the
//! goal's block, and in staying on the grid.

use super::{
    Algorithm, FrontierKey, GridTarget, HeapFrontier, Heuristic, LabelTable, Observer, PriorityQueue,
    StampedLabels, Step,
};
use crate::graph::{Clusters, Cost, Graph, NO_PATH, NodeId, Terrain, Visit};
use std::collections::BTreeMap;

/// Side of a block and number of its cells, in cells.
const SIDE: u16 = 4;
const CELLS: usize = (SIDE * SIDE) as usize;

/// Cost between cells that are not connected inside the block.
const UNREACHED: Cost = NO_PATH;

/// Costs between the cells of a block, by the local indices of both.
type Table = [[Cost; CELLS]; CELLS];

/// A search over blocks.
#[derive(Clone, Debug)]
pub struct BlockAStar<'a> {
    terrain: &'a Terrain,
    blocks: Clusters,
    tables: Vec<Table>,
    /// Index of each block's table.
    table_of: Vec<u32>,
    aim: GridTarget,
    labels: StampedLabels,
    /// Cells of each block that were entered from outside since it was expanded.
    entered: Vec<Vec<NodeId>>,
    /// A key's node is a block.
    frontier: HeapFrontier,
}

impl<'a> BlockAStar<'a> {
    /// Computes the tables of a terrain.
    pub fn new(terrain: &'a Terrain) -> Self {
        let blocks = Clusters::of(terrain, SIDE);
        let mut numbers: BTreeMap<Vec<u16>, u32> = BTreeMap::new();
        let mut tables = Vec::new();
        let table_index = |block| {
            let cells = blocks.cells(block);
            let prices =
                cells.map(|cell| terrain.size().contains(cell).then(|| terrain.price(terrain.node(cell))));
            *numbers.entry(prices.map(Option::unwrap_or_default).collect()).or_insert_with(|| {
                tables.push(inner_costs(terrain, blocks, block));
                tables.len() as u32 - 1
            })
        };
        Self {
            table_of: (0..blocks.count()).map(table_index).collect(),
            terrain,
            blocks,
            tables,
            aim: GridTarget::new(terrain),
            labels: StampedLabels::new(terrain.node_count()),
            entered: vec![Vec::new(); blocks.count()],
            frontier: HeapFrontier::default(),
        }
    }

    /// Cost between two cells of a block, inside the block.
    fn inner_cost(&self, block: usize, from: NodeId, to: NodeId) -> Cost {
        self.tables[self.table_of[block] as usize][self.blocks.local_index(from)][self.blocks.local_index(to)]
    }

    fn g(&self, node: NodeId) -> Cost {
        self.labels.get(node).map_or(UNREACHED, |label| label.g)
    }

    /// Relaxes the edge to a cell; true if that was an improvement.
    fn relax<O: Observer + ?Sized>(&mut self, node: NodeId, g: Cost, from: NodeId, observer: &mut O) -> bool {
        let is_better = g < self.g(node);
        if is_better {
            self.labels.relax(node, g, from);
            observer.generated_from(node, g, from);
        }
        is_better
    }

    /// Queues a block that was entered at a cell.
    fn enter(&mut self, node: NodeId) {
        let (block, g) = (self.blocks.cluster_of(node), self.g(node));
        self.entered[block].push(node);
        self.frontier.push(FrontierKey { f: g + self.aim.estimate(node), g, node: block as u32 });
    }

    /// Relaxes a cell of a block from where it was entered, and its neighbours in other blocks.
    fn relax_through<O: Observer + ?Sized>(&mut self, entered: &[NodeId], to: NodeId, observer: &mut O) {
        let block = self.blocks.cluster_of(to);
        let costs = entered
            .iter()
            .map(|from| (self.g(*from).saturating_add(self.inner_cost(block, *from, to)), *from));
        let Some((g, from)) = costs.min() else { return };
        if g == UNREACHED || !(self.relax(to, g, from, observer) || entered.contains(&to)) {
            return;
        }
        let terrain = self.terrain;
        terrain.successors(Visit { node: to, parent: to }, &mut |next, cost| {
            if self.blocks.cluster_of(next) != block && self.relax(next, g + cost, to, observer) {
                self.enter(next);
            }
        });
    }
}

/// All-pairs costs inside a block (Floyd & Warshall).
fn inner_costs(terrain: &Terrain, blocks: Clusters, block: usize) -> Table {
    let mut costs = [[UNREACHED; CELLS]; CELLS];
    for cell in blocks.cells(block).filter(|cell| terrain.size().contains(*cell)) {
        let node = terrain.node(cell);
        let from = blocks.local_index(node);
        if !terrain.is_wall(node) {
            costs[from][from] = 0;
        }
        terrain.successors(Visit { node, parent: node }, &mut |next, cost| {
            if blocks.are_in_one_cluster(node, next) {
                costs[from][blocks.local_index(next)] = cost;
            }
        });
    }
    for by in 0..CELLS {
        for from in 0..CELLS {
            for to in 0..CELLS {
                costs[from][to] = costs[from][to].min(costs[from][by].saturating_add(costs[by][to]));
            }
        }
    }
    costs
}

impl Algorithm for BlockAStar<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        self.labels.clear();
        self.frontier.clear();
        self.entered.iter_mut().for_each(Vec::clear);
        self.labels.relax(start, 0, start);
        self.enter(start);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let goal = self.aim.goal();
        let next = self.frontier.drop_until(|key| !self.entered[key.node as usize].is_empty());
        let Some(key) = next.filter(|key| key.f < self.g(goal)) else {
            return if self.g(goal) == UNREACHED { Step::Exhausted } else { Step::Found(goal) };
        };
        self.frontier.pop();
        let block = key.node as usize;
        let entered = std::mem::take(&mut self.entered[block]);
        observer.expanded(entered[entered.len() - 1], key.g, key.f);
        for cell in self.blocks.cells(block) {
            let is_on_map = self.terrain.size().contains(cell);
            let is_on_border = [cell.x, cell.y].iter().any(|at| [0, SIDE - 1].contains(&(at % SIDE)));
            if is_on_map && (is_on_border || self.terrain.node(cell) == goal) {
                self.relax_through(&entered, self.terrain.node(cell), observer);
            }
        }
        observer.frontier_len(self.frontier.len());
        Step::Working
    }

    /// Every cell of the path, with the parts inside blocks filled in from their tables.
    fn path(&self) -> Vec<NodeId> {
        let stops = self.labels.path_to(self.aim.goal());
        let mut path: Vec<NodeId> = stops.first().copied().into_iter().collect();
        for to in stops.into_iter().skip(1) {
            while let Some(here) = path.last().copied().filter(|here| *here != to) {
                let block = self.blocks.cluster_of(here);
                let mut next = to;
                self.terrain.successors(Visit { node: here, parent: here }, &mut |node, cost| {
                    let is_within =
                        self.blocks.cluster_of(node) == block && self.blocks.cluster_of(to) == block;
                    if is_within
                        && cost.saturating_add(self.inner_cost(block, node, to))
                            == self.inner_cost(block, here, to)
                    {
                        next = node;
                    }
                });
                path.push(next);
            }
        }
        path
    }

    fn prepared_bytes(&self) -> usize {
        self.tables.len() * size_of::<Table>() + self.table_of.len() * size_of::<u32>()
    }
}
