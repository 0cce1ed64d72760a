//! The contract between a map and a search, and the map representations that keep it.
//!
//! A search sees dense node numbers, successors in a fixed order and prices in milli-steps; it never learns
//! whether the nodes are cells, towns or ⟨cell, direction⟩ pairs. What does not live here: who asks, and why.

mod blocks;
mod clusters;
mod components;
mod edges;
mod endpoints;
mod flattened;
mod fuelled;
mod grid8;
mod headed;
mod hex;
mod hulls;
mod onward;
mod ordered;
mod rectangles;
mod roads;
pub mod skeleton;
mod subgraph;
mod terrain;
mod text_map;
mod timed;
mod torus;
mod triangles;

use crate::grid::Size;

pub use blocks::Blocks;
pub use clusters::Clusters;
pub use components::{Components, root};
pub use edges::Edges;
pub use endpoints::Guests;
pub use fuelled::Fuelled;
pub use grid8::{Corner, Grid8};
pub use headed::Headed;
pub use hex::HexGrid;
pub use hulls::Hulls;
pub use onward::Onward;
pub use ordered::{Checkered, StraightFirst};
pub use rectangles::{Rectangle, Rectangles};
pub use roads::Roads;
pub use subgraph::Only;
pub use terrain::{Backwards, Moves, PLAIN, Terrain, diagonal};
pub use text_map::TextMapError;
pub use timed::{Reservations, Timed};
pub use torus::Ring;
pub use triangles::TriangleGrid;

/// A sum of prices along a path, in milli-steps.
///
/// A step costs less than 2¹⁷ (a diagonal one at the dearest price), with the dearest turn less than 2²⁶, and a path visits
/// none of a map's 2²⁴ cells twice: no path costs more than [`COST_MAX`], and sums of a few of them cannot overflow.
pub type Cost = u64;

/// No path costs more. Tables that pack a cost with something else give it these 50 bits.
pub const COST_MAX: Cost = (1 << 50) - 1;

/// The cost of what cannot be reached.
pub const NO_PATH: Cost = Cost::MAX;

/// Dense index of a node in one graph, from 0 to `Graph::node_count() - 1`.
pub type NodeId = u32;

/// A node about to be expanded, with the node it was reached from (itself at the start).
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The node.
    pub node: NodeId,
    /// Where the search came from; successor rules may prune by it.
    pub parent: NodeId,
}

/// A directed graph with priced edges.
pub trait Graph {
    /// Number of nodes; every id is smaller.
    fn node_count(&self) -> u32;

    /// Calls `emit(next, cost)` for each edge out of `visit.node`, in an order that never changes; cost in
    /// milli-steps, at least 1.
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost));
}

impl<G: Graph> Graph for &G {
    fn node_count(&self) -> u32 {
        (*self).node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        (*self).successors(visit, emit);
    }
}

/// How far apart cells are on open ground, which decides the estimate that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Squares with four neighbours.
    Four,
    /// Squares with eight.
    Eight,
    /// Squares with eight, on a world without edges.
    Around,
    /// Hexagons.
    Six,
    /// Triangles.
    Three,
}

/// A graph whose nodes are cells of a map, or cells with something more: a direction, a load.
pub trait Board: Graph {
    /// Columns and rows of cells.
    fn size(&self) -> Size;
    /// How far apart its cells are.
    fn layout(&self) -> Layout;
    /// Nodes a cell: a node divided by this is the row-major index of its cell.
    fn states(&self) -> u32 {
        1
    }
    /// The node of somebody who begins at the cell of this row-major index.
    fn begin_at(&self, cell: u32) -> NodeId {
        cell
    }
    /// No straight step costs less, in milli-steps.
    fn cheapest(&self) -> u32;
    /// No step costs more, in milli-steps.
    fn dearest(&self) -> u32;
}

impl<B: Board> Board for &B {
    fn size(&self) -> Size {
        (*self).size()
    }
    fn layout(&self) -> Layout {
        (*self).layout()
    }
    fn states(&self) -> u32 {
        (*self).states()
    }
    fn begin_at(&self, cell: u32) -> NodeId {
        (*self).begin_at(cell)
    }
    fn cheapest(&self) -> u32 {
        (*self).cheapest()
    }
    fn dearest(&self) -> u32 {
        (*self).dearest()
    }
}

/// Least and largest price of the cells one can stand on, in milli-steps; plain ground where there is none.
fn bounds(prices: &[u16]) -> (u32, u32) {
    let free = || prices.iter().copied().filter(|price| *price > 0);
    let [least, most] = [free().min(), free().max()].map(|price| u32::from(price.unwrap_or(PLAIN)));
    (least, most)
}

/// What a step between neighbouring cells costs.
pub trait CostModel {
    /// Price of the step in milli-steps, or `None` when it may not be taken. `length` is 1000 for a straight
    /// step and 1414 for a diagonal one.
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32>;

    /// Whether nobody may stand on this cell (used by the corner rule).
    fn is_blocked(&self, node: NodeId) -> bool;

    /// A lower bound for the price of any straight step: what keeps the octile estimate admissible.
    fn cheapest(&self) -> u32;
}
