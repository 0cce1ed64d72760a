//! A map without edges, a torus: a step off the east edge leads to the west edge, and likewise for north and south.

use super::terrain::price_bounds;
use super::{Cost, Graph, GridGraph, Layout, NodeId, Visit};
use crate::grid::{Cell, DIAGONAL, Dir8, STRAIGHT, Size};

/// A wrap-around grid with eight neighbours, where diagonals need both cells beside them free. At least three cells a
/// side, or a cell would be its own neighbour twice. Node ids are row-major.
#[derive(Clone, Debug)]
pub struct TorusGrid {
    size: Size,
    prices: Vec<u16>,
}

impl TorusGrid {
    /// A torus with these prices, row by row: the cost in milli-steps of entering each cell straight on, 0 for a wall.
    ///
    /// Returns `None` if their number is not the area, or if a side has less than three cells.
    pub fn new(size: Size, prices: Vec<u16>) -> Option<TorusGrid> {
        let is_large_enough = size.width.min(size.height) >= 3;
        (is_large_enough && prices.len() == size.area()).then_some(TorusGrid { size, prices })
    }

    /// The cell `(dx, dy)` away, wrapped around.
    fn wrapped(&self, cell: Cell, dx: i32, dy: i32) -> Cell {
        let turn = |at: u16, by: i32, side: u16| (i32::from(at) + by).rem_euclid(i32::from(side)) as u16;
        Cell::new(turn(cell.x, dx, self.size.width), turn(cell.y, dy, self.size.height))
    }

    fn price(&self, cell: Cell) -> u16 {
        self.prices[self.size.index(cell)]
    }

    /// Octile distance on the torus, in milli-steps.
    pub fn octile(&self, a: Cell, b: Cell) -> u32 {
        let apart =
            |one: u16, two: u16, side: u16| u32::from(one.abs_diff(two).min(side - one.abs_diff(two)));
        let (dx, dy) = (apart(a.x, b.x, self.size.width), apart(a.y, b.y, self.size.height));
        STRAIGHT * dx.abs_diff(dy) + DIAGONAL * dx.min(dy)
    }
}

impl Graph for TorusGrid {
    fn node_count(&self) -> u32 {
        self.size.area() as u32
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.size.cell(visit.node as usize);
        for dir in Dir8::ALL {
            let (dx, dy) = dir.offset();
            let next = self.wrapped(here, dx, dy);
            let is_free = |dx, dy| self.price(self.wrapped(here, dx, dy)) > 0;
            let corner_is_free = !dir.is_diagonal() || (is_free(dx, 0) && is_free(0, dy));
            if is_free(dx, dy) && corner_is_free {
                emit(
                    self.size.index(next) as NodeId,
                    Cost::from(u32::from(self.price(next)) * dir.length() / STRAIGHT),
                );
            }
        }
    }
}

impl GridGraph for TorusGrid {
    fn size(&self) -> Size {
        self.size
    }
    fn layout(&self) -> Layout {
        Layout::Torus
    }
    fn cheapest(&self) -> u32 {
        price_bounds(&self.prices).0
    }
    fn dearest(&self) -> u32 {
        super::diagonal_cost(price_bounds(&self.prices).1)
    }
}
