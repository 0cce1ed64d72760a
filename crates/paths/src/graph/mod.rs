//! The contract between a map and a search, and the map representations that implement it.
//!
//! A search sees dense node ids, successors in a fixed order and costs in milli-steps. It never learns whether the
//! nodes are cells, towns or ⟨cell, direction⟩ pairs.

mod blocks;
mod clusters;
mod components;
mod convex_hulls;
mod edges;
mod endpoints;
mod flattened;
mod fuelled;
mod grid8;
mod headed;
mod hex;
mod ordered;
mod pruned_neighbours;
mod rectangles;
mod roads;
pub mod shapes;
pub mod skeleton;
mod subgraph;
mod terrain;
mod text_map;
mod time_expanded;
mod torus;
mod triangles;

use crate::grid::Size;

pub use blocks::Blocks;
pub use clusters::Clusters;
pub use components::{Components, find_root};
pub use convex_hulls::Hulls;
pub use edges::Edges;
pub use endpoints::WithEndpoints;
pub use fuelled::Fuelled;
pub use grid8::{Corner, Grid8};
pub use headed::Headed;
pub use hex::HexGrid;
pub use ordered::{Checkerboard, StraightFirst};
pub use pruned_neighbours::PrunedNeighbours;
pub use rectangles::{Rectangle, Rectangles};
pub use roads::Roads;
pub use subgraph::EdgeFiltered;
pub use terrain::{Moves, PLAIN, Reversed, Terrain, diagonal_cost};
pub use text_map::TextMapError;
pub use time_expanded::{Reservations, TimeExpanded};
pub use torus::TorusGrid;
pub use triangles::TriangleGrid;

/// The cost of a path: a sum of step costs, in milli-steps.
///
/// A step costs less than 2¹⁷ (a diagonal at the highest price), less than 2²⁶ with the most expensive turn, and a path
/// visits none of the 2²⁴ cells twice: no path costs more than [`COST_MAX`], and sums of a few of them cannot overflow.
pub type Cost = u64;

/// The largest cost of a path. Tables that pack a cost with other bits give it these 50.
pub const COST_MAX: Cost = (1 << 50) - 1;

/// The cost of a node that cannot be reached.
pub const NO_PATH: Cost = Cost::MAX;

/// Dense index of a node in one graph, from 0 to `Graph::node_count() - 1`.
pub type NodeId = u32;

/// The largest number of nodes of a graph: the labels of a search have 31 bits for a node.
pub const NODE_COUNT_MAX: u32 = 1 << 31;

/// A node about to be expanded, with the node it was generated from (itself at the start).
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The node.
    pub node: NodeId,
    /// Its predecessor; successor functions may prune by it.
    pub parent: NodeId,
}

/// A directed graph with positive edge costs.
pub trait Graph {
    /// Number of nodes; every id is smaller than this.
    fn node_count(&self) -> u32;

    /// Calls `emit(next, cost)` for each edge out of `visit.node`, in an order that never changes. A cost is in
    /// milli-steps and at least 1.
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost));

    /// The same for an expansion that does not want all of them: a graph whose costs take long to compute asks first.
    #[inline]
    fn wanted_successors(&self, visit: Visit, sink: &mut impl EdgeSink) {
        self.successors(visit, &mut |next, cost| sink.relax(next, cost));
    }
}

/// What a search does with the edges out of a node.
pub trait EdgeSink {
    /// Whether an edge to this node can matter, whatever it costs.
    fn wants(&self, next: NodeId) -> bool;
    /// Takes an edge.
    fn relax(&mut self, next: NodeId, cost: Cost);
}

/// A function takes every edge.
impl<E: FnMut(NodeId, Cost)> EdgeSink for E {
    fn wants(&self, _next: NodeId) -> bool {
        true
    }
    fn relax(&mut self, next: NodeId, cost: Cost) {
        self(next, cost);
    }
}

impl<G: Graph> Graph for &G {
    fn node_count(&self) -> u32 {
        (*self).node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        (*self).successors(visit, emit);
    }
    fn wanted_successors(&self, visit: Visit, sink: &mut impl EdgeSink) {
        (*self).wanted_successors(visit, sink);
    }
}

/// The distance metric of cells on open ground, which decides on the estimate that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Layout {
    /// Squares with four neighbours: Manhattan distance.
    Four,
    /// Squares with eight neighbours: octile distance.
    Eight,
    /// Squares with eight neighbours on a torus.
    Torus,
    /// Hexagons.
    Hex,
    /// Triangles.
    Triangle,
}

/// A graph whose nodes are cells of a map, or cells with further state such as a heading or a load.
pub trait GridGraph: Graph {
    /// Size of the map in cells.
    fn size(&self) -> Size;
    /// The distance metric of its cells.
    fn layout(&self) -> Layout;
    /// Nodes per cell: a node divided by this is the row-major index of its cell.
    fn states_per_cell(&self) -> u32 {
        1
    }
    /// The start node at the cell with this row-major index.
    fn start_node(&self, cell: u32) -> NodeId {
        cell
    }
    /// A lower bound of the cost of a straight step, in milli-steps.
    fn cheapest(&self) -> u32;
    /// An upper bound of the cost of a step, in milli-steps.
    fn dearest(&self) -> u32;
}

impl<B: GridGraph> GridGraph for &B {
    fn size(&self) -> Size {
        (*self).size()
    }
    fn layout(&self) -> Layout {
        (*self).layout()
    }
    fn states_per_cell(&self) -> u32 {
        (*self).states_per_cell()
    }
    fn start_node(&self, cell: u32) -> NodeId {
        (*self).start_node(cell)
    }
    fn cheapest(&self) -> u32 {
        (*self).cheapest()
    }
    fn dearest(&self) -> u32 {
        (*self).dearest()
    }
}

/// The cost of a step between neighbouring cells.
pub trait CostModel {
    /// Cost of the step in milli-steps, or `None` if it is not allowed. `length` is 1000 for a straight step and 1414
    /// for a diagonal one.
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32>;

    /// Whether this cell is impassable (used by the corner rule).
    fn is_blocked(&self, node: NodeId) -> bool;

    /// A lower bound of the cost of a straight step, which keeps the octile estimate admissible.
    fn cheapest(&self) -> u32;
}
