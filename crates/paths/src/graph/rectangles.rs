//! A map cut into rectangles without walls. Within one, nothing is in the way: coordinates alone say how far it is.

use super::{NodeId, Terrain};
use crate::grid::Cell;

/// A rectangle of cells one can stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// The cell in the north-west.
    pub from: Cell,
    /// The cell in the south-east.
    pub to: Cell,
}

impl Rectangle {
    /// Whether a cell of the rectangle has a neighbour, or the map's edge, outside of it.
    pub fn is_on_rim(self, cell: Cell) -> bool {
        cell.x == self.from.x || cell.x == self.to.x || cell.y == self.from.y || cell.y == self.to.y
    }
}

/// The rectangles of a terrain.
#[derive(Clone, Debug)]
pub struct Rectangles {
    list: Vec<Rectangle>,
    /// Number of each cell's rectangle; [`NONE`] at walls.
    of: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Rectangles {
    /// Cuts a terrain up: from the first cell that is left, row by row, the largest rectangle that has it as its corner.
    pub fn of(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let mut rectangles = Self { list: Vec::new(), of: vec![NONE; size.area()] };
        for corner in size.cells() {
            if rectangles.is_left(terrain, corner) {
                let rectangle = rectangles.largest_at(terrain, corner);
                let number = rectangles.list.len() as u32;
                for y in rectangle.from.y..=rectangle.to.y {
                    let row = size.index(Cell::new(0, y));
                    rectangles.of[row + usize::from(corner.x)..=row + usize::from(rectangle.to.x)]
                        .fill(number);
                }
                rectangles.list.push(rectangle);
            }
        }
        rectangles
    }

    /// Whether a cell is free and in no rectangle yet.
    fn is_left(&self, terrain: &Terrain, cell: Cell) -> bool {
        let node = terrain.node(cell);
        !terrain.is_wall(node) && self.of[node as usize] == NONE
    }

    fn largest_at(&self, terrain: &Terrain, corner: Cell) -> Rectangle {
        let size = terrain.size();
        let mut best = (0, corner);
        let mut width = usize::from(size.width - corner.x);
        for y in corner.y..size.height {
            let row = (corner.x..size.width).map(|x| Cell::new(x, y));
            width = row.take(width).take_while(|cell| self.is_left(terrain, *cell)).count();
            if width == 0 {
                break;
            }
            let area = width * usize::from(y - corner.y + 1);
            if area > best.0 {
                best = (area, Cell::new(corner.x + width as u16 - 1, y));
            }
        }
        Rectangle { from: corner, to: best.1 }
    }

    /// All of them.
    pub fn list(&self) -> &[Rectangle] {
        &self.list
    }

    /// Number of a free cell's rectangle in the list.
    pub fn at(&self, node: NodeId) -> u32 {
        self.of[node as usize]
    }

    /// Bytes that the rectangles take.
    pub fn bytes(&self) -> usize {
        self.list.len() * size_of::<Rectangle>() + self.of.len() * size_of::<u32>()
    }
}
