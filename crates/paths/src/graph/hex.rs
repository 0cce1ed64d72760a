//! A grid of hexagons in rows, each odd row shifted east by half a cell ("odd-r" at Red Blob Games). Six neighbours,
//! all equally far.

use super::terrain::price_bounds;
use super::{Cost, Graph, GridGraph, Layout, NodeId, Visit};
use crate::grid::{Cell, Size};

/// Hexagons, each with a price of entering it in milli-steps, 0 for a wall. Node ids are row-major.
#[derive(Clone, Debug)]
pub struct HexGrid {
    size: Size,
    prices: Vec<u16>,
}

/// `(dx, dy)` of the six neighbours, clockwise from the east: of even rows, then of odd ones.
const NEIGHBOURS: [[(i32, i32); 6]; 2] = [
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
    [(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
];

impl HexGrid {
    /// A grid of this many columns and rows, with the price of entering each hexagon in milli-steps, row by row; 0 is a
    /// wall.
    ///
    /// Returns `None` if the number of prices is not the area.
    pub fn new(size: Size, prices: Vec<u16>) -> Option<Self> {
        (prices.len() == size.area()).then_some(Self { size, prices })
    }

    /// Price of entering each hexagon in milli-steps, row by row; 0 is a wall.
    pub fn prices(&self) -> &[u16] {
        &self.prices
    }

    /// Distance between two hexagons on open ground, in steps.
    pub fn steps(a: Cell, b: Cell) -> u32 {
        // In axial coordinates (the column without the shift of its row).
        let axial = |cell: Cell| {
            (i32::from(cell.x) - (i32::from(cell.y) - i32::from(cell.y & 1)) / 2, i32::from(cell.y))
        };
        let ((aq, ar), (bq, br)) = (axial(a), axial(b));
        let (dq, dr) = (aq - bq, ar - br);
        dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs())
    }
}

impl Graph for HexGrid {
    fn node_count(&self) -> u32 {
        self.size.area() as u32
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.size.cell(visit.node as usize);
        for (dx, dy) in NEIGHBOURS[usize::from(here.y & 1)] {
            if let Some(next) = self.size.offset(here, dx, dy) {
                let node = self.size.index(next);
                if self.prices[node] > 0 {
                    emit(node as NodeId, Cost::from(self.prices[node]));
                }
            }
        }
    }
}

impl GridGraph for HexGrid {
    fn size(&self) -> Size {
        self.size
    }
    fn layout(&self) -> Layout {
        Layout::Hex
    }
    fn cheapest(&self) -> u32 {
        price_bounds(&self.prices).0
    }
    fn dearest(&self) -> u32 {
        price_bounds(&self.prices).1
    }
}
