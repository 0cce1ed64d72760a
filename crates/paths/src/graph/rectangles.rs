//! A map divided into rectangles without walls, within which the coordinates alone give the distance.

use super::{NodeId, Terrain};
use crate::grid::Cell;

/// A rectangle of free cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// The north-west corner.
    pub from: Cell,
    /// The south-east corner, which belongs to it.
    pub to: Cell,
}

impl Rectangle {
    /// Whether a cell of the rectangle lies on its border.
    pub fn is_on_border(self, cell: Cell) -> bool {
        cell.x == self.from.x || cell.x == self.to.x || cell.y == self.from.y || cell.y == self.to.y
    }
}

/// The rectangles of a terrain.
#[derive(Clone, Debug)]
pub struct Rectangles {
    rectangles: Vec<Rectangle>,
    /// Index of the rectangle of each cell; [`NO_RECTANGLE`] at walls.
    rectangle_of: Vec<u32>,
}

const NO_RECTANGLE: u32 = u32::MAX;

impl Rectangles {
    /// Divides a terrain greedily: the first uncovered cell, row by row, becomes the corner of the largest rectangle
    /// that fits.
    pub fn of(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let mut rectangles = Self { rectangles: Vec::new(), rectangle_of: vec![NO_RECTANGLE; size.area()] };
        for corner in size.cells() {
            if rectangles.is_uncovered(terrain, corner) {
                let rectangle = rectangles.largest_at(terrain, corner);
                let number = rectangles.rectangles.len() as u32;
                for y in rectangle.from.y..=rectangle.to.y {
                    let row = size.index(Cell::new(0, y));
                    rectangles.rectangle_of[row + usize::from(corner.x)..=row + usize::from(rectangle.to.x)]
                        .fill(number);
                }
                rectangles.rectangles.push(rectangle);
            }
        }
        rectangles
    }

    /// Whether a cell is free and in no rectangle yet.
    fn is_uncovered(&self, terrain: &Terrain, cell: Cell) -> bool {
        let node = terrain.node(cell);
        !terrain.is_wall(node) && self.rectangle_of[node as usize] == NO_RECTANGLE
    }

    fn largest_at(&self, terrain: &Terrain, corner: Cell) -> Rectangle {
        let size = terrain.size();
        let mut best = (0, corner);
        let mut width = usize::from(size.width - corner.x);
        for y in corner.y..size.height {
            let row = (corner.x..size.width).map(|x| Cell::new(x, y));
            width = row.take(width).take_while(|cell| self.is_uncovered(terrain, *cell)).count();
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

    /// All rectangles, in the order of their north-west corners.
    pub fn all(&self) -> &[Rectangle] {
        &self.rectangles
    }

    /// Index in the list of the rectangle of a free cell.
    pub fn rectangle_of(&self, node: NodeId) -> u32 {
        self.rectangle_of[node as usize]
    }

    /// Bytes that the rectangles take.
    pub fn bytes(&self) -> usize {
        self.rectangles.len() * size_of::<Rectangle>() + self.rectangle_of.len() * size_of::<u32>()
    }
}
