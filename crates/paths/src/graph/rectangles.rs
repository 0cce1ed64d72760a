//! A map divided into rectangles of one price without walls, within which the coordinates alone give the distance.
//! Every free cell is in exactly one of them.

use super::{NodeId, Terrain};
use crate::grid::{Cell, Size};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A rectangle of free cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// The north-west corner.
    pub from: Cell,
    /// The south-east corner, which belongs to it.
    pub to: Cell,
}

impl Rectangle {
    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.from.y..=self.to.y).flat_map(move |y| (self.from.x..=self.to.x).map(move |x| Cell::new(x, y)))
    }

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
        let mut rectangles = Self::none(terrain.size());
        for corner in terrain.size().cells() {
            if rectangles.is_uncovered(terrain, corner) {
                rectangles.push(terrain.size(), rectangles.largest_at(terrain, corner));
            }
        }
        rectangles
    }

    /// Divides a terrain greedily, always by the largest rectangle that fits anywhere; of several, by the first.
    pub fn largest_first(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let mut rectangles = Self::none(size);
        let mut runs = Runs::of(terrain);
        let mut largest: BinaryHeap<(usize, Reverse<usize>)> = BinaryHeap::new();
        let free = |node: &usize| !terrain.is_wall(*node as NodeId);
        largest.extend(
            (0..size.area()).filter(free).map(|node| (runs.largest_at(terrain, node).0, Reverse(node))),
        );
        while let Some((area, Reverse(node))) = largest.pop() {
            if rectangles.rectangle_of[node] != NO_RECTANGLE {
                continue;
            }
            // Rectangles only shrink as others are taken, so that a stale entry is too large.
            let (now, rectangle) = runs.largest_at(terrain, node);
            if now < area {
                largest.push((now, Reverse(node)));
            } else {
                runs.take(size, rectangle);
                rectangles.push(size, rectangle);
            }
        }
        rectangles
    }

    /// Divides a terrain into a quadtree: squares with a power of two on each side, clipped by the map, are quartered
    /// until all of their cells are walls or have one price. The rectangles are the free squares.
    pub fn quadtree(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let mut rectangles = Self::none(size);
        let side = u32::from(size.width.max(size.height)).next_power_of_two();
        let mut squares = vec![(0, 0, side)];
        while let Some((x, y, side)) = squares.pop() {
            let Some(square) = clipped_square(size, x, y, side) else { continue };
            let price = terrain.price(terrain.node(square.from));
            if square.cells().any(|cell| terrain.price(terrain.node(cell)) != price) {
                let half = side / 2;
                let quarters = [(x + half, y + half), (x, y + half), (x + half, y), (x, y)];
                squares.extend(quarters.map(|(x, y)| (x, y, half)));
            } else if price > 0 {
                rectangles.push(size, square);
            }
        }
        rectangles
    }

    fn none(size: Size) -> Self {
        Self { rectangles: Vec::new(), rectangle_of: vec![NO_RECTANGLE; size.area()] }
    }

    fn push(&mut self, size: Size, rectangle: Rectangle) {
        let number = self.rectangles.len() as u32;
        rectangle.cells().for_each(|cell| self.rectangle_of[size.index(cell)] = number);
        self.rectangles.push(rectangle);
    }

    /// Whether a cell is free and in no rectangle yet.
    fn is_uncovered(&self, terrain: &Terrain, cell: Cell) -> bool {
        let node = terrain.node(cell);
        !terrain.is_wall(node) && self.rectangle_of[node as usize] == NO_RECTANGLE
    }

    fn largest_at(&self, terrain: &Terrain, corner: Cell) -> Rectangle {
        let size = terrain.size();
        let price = |cell: Cell| terrain.price(terrain.node(cell));
        let fits = |cell: &Cell| self.is_uncovered(terrain, *cell) && price(*cell) == price(corner);
        let mut best = (0, corner);
        let mut width = usize::from(size.width - corner.x);
        for y in corner.y..size.height {
            let row = (corner.x..size.width).map(|x| Cell::new(x, y));
            width = row.take(width).take_while(fits).count();
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

    /// All rectangles, in the order in which they were chosen.
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

/// A square of this side from its north-west corner, without what lies off the map; `None` if all of it does.
fn clipped_square(size: Size, x: u32, y: u32, side: u32) -> Option<Rectangle> {
    let (width, height) = (u32::from(size.width), u32::from(size.height));
    let to = Cell::new(
        (x + side).min(width).checked_sub(1)? as u16,
        (y + side).min(height).checked_sub(1)? as u16,
    );
    (x < width && y < height).then_some(Rectangle { from: Cell::new(x as u16, y as u16), to })
}

/// For each cell, the number of uncovered cells of its price from it on to the east, itself included.
struct Runs(Vec<u16>);

impl Runs {
    fn of(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let mut runs = vec![0; size.area()];
        for (node, price) in terrain.prices().iter().enumerate().rev().filter(|(_, price)| **price > 0) {
            let is_last = (node + 1) % usize::from(size.width) == 0;
            let is_same = !is_last && terrain.prices()[node + 1] == *price;
            runs[node] = 1 + if is_same { runs[node + 1] } else { 0 };
        }
        Self(runs)
    }

    /// The largest rectangle with its north-west corner at a node, and its area.
    fn largest_at(&self, terrain: &Terrain, node: usize) -> (usize, Rectangle) {
        let size = terrain.size();
        let corner = size.cell(node);
        let (mut width, mut best) = (u16::MAX, (0, corner));
        for y in corner.y..size.height {
            let below = size.index(Cell::new(corner.x, y));
            if self.0[below] == 0 || terrain.prices()[below] != terrain.prices()[node] {
                break;
            }
            width = width.min(self.0[below]);
            let area = usize::from(width) * usize::from(y - corner.y + 1);
            if area > best.0 {
                best = (area, Cell::new(corner.x + width - 1, y));
            }
        }
        (best.0, Rectangle { from: corner, to: best.1 })
    }

    /// Covers a rectangle.
    fn take(&mut self, size: Size, rectangle: Rectangle) {
        for y in rectangle.from.y..=rectangle.to.y {
            let row = size.index(Cell::new(0, y));
            let (from, to) = (row + usize::from(rectangle.from.x), row + usize::from(rectangle.to.x));
            self.0[from..=to].fill(0);
            let mut run = 0;
            for node in (row..from).rev().take_while(|node| self.0[*node] > 0).collect::<Vec<_>>() {
                // A border of price in between ends the run, and with it what has to be mended.
                if usize::from(self.0[node]) + node <= from {
                    break;
                }
                run += 1;
                self.0[node] = run;
            }
        }
    }
}
