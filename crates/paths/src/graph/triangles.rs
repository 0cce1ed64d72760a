//! A grid of triangles in rows, alternately pointing up and down. Three neighbours, one beyond each side, all equally
//! far.

use super::terrain::price_bounds;
use super::{Cost, Graph, GridGraph, Layout, NodeId, Visit};
use crate::grid::{Cell, Size};

/// Triangles with the price of entering each in milli-steps, 0 for a wall. Node ids are row-major; the first triangle
/// points up, with the next row below its base.
#[derive(Clone, Debug)]
pub struct TriangleGrid {
    size: Size,
    prices: Vec<u16>,
}

impl TriangleGrid {
    /// A grid of this many columns and rows, with the price of entering each triangle in milli-steps, row by row; 0 is a
    /// wall.
    ///
    /// Returns `None` if the number of prices is not the area.
    pub fn new(size: Size, prices: Vec<u16>) -> Option<Self> {
        (prices.len() == size.area()).then_some(Self { size, prices })
    }

    /// Price of entering each triangle in milli-steps, row by row; 0 is a wall.
    pub fn prices(&self) -> &[u16] {
        &self.prices
    }

    /// Whether a triangle points up.
    fn is_up(cell: Cell) -> bool {
        (cell.x ^ cell.y) & 1 == 0
    }

    /// Distance between two triangles on open ground, in steps. Each step crosses one line of three families, and every
    /// line between the two must be crossed.
    pub fn steps(a: Cell, b: Cell) -> u32 {
        let strips = |cell: Cell| {
            let (x, y) = (i32::from(cell.x), i32::from(cell.y));
            [y, (x + y).div_euclid(2), (x - y + 1).div_euclid(2)]
        };
        strips(a).into_iter().zip(strips(b)).map(|(a, b)| a.abs_diff(b)).sum()
    }
}

impl Graph for TriangleGrid {
    fn node_count(&self) -> u32 {
        self.size.area() as u32
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.size.cell(visit.node as usize);
        let beyond_base = if Self::is_up(here) { 1 } else { -1 };
        for (dx, dy) in [(1, 0), (0, beyond_base), (-1, 0)] {
            if let Some(next) = self.size.offset(here, dx, dy) {
                let node = self.size.index(next);
                if self.prices[node] > 0 {
                    emit(node as NodeId, Cost::from(self.prices[node]));
                }
            }
        }
    }
}

impl GridGraph for TriangleGrid {
    fn size(&self) -> Size {
        self.size
    }
    fn layout(&self) -> Layout {
        Layout::Triangle
    }
    fn cheapest(&self) -> u32 {
        price_bounds(&self.prices).0
    }
    fn dearest(&self) -> u32 {
        price_bounds(&self.prices).1
    }
}
