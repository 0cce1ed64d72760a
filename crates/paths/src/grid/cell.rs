//! Cells, the eight directions between them, and the size of a map.

use serde::{Deserialize, Serialize};

/// Length of a straight step, in milli-steps.
pub const STRAIGHT: u32 = 1000;
/// Length of a diagonal step, in milli-steps (√2 rounded; the error is 0.02 %).
pub const DIAGONAL: u32 = 1414;

/// A place on the map: column `x` from the west, row `y` from the north, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Cell {
    /// Column, counted from the west edge.
    pub x: u16,
    /// Row, counted from the north edge.
    pub y: u16,
}

impl Cell {
    /// The cell in column `x` of row `y`.
    #[inline]
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }

    /// Octile distance in milli-steps: the length of the shortest 8-way path on open ground.
    #[inline]
    pub fn octile(self, other: Cell) -> u32 {
        let dx = u32::from(self.x.abs_diff(other.x));
        let dy = u32::from(self.y.abs_diff(other.y));
        STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
    }

    /// Chebyshev distance in steps: the moves a chess king needs.
    #[inline]
    pub fn chebyshev(self, other: Cell) -> u32 {
        u32::from(self.x.abs_diff(other.x).max(self.y.abs_diff(other.y)))
    }

    /// The direction of a single step to a neighbouring cell, or `None` when it is not a neighbour.
    #[inline]
    pub fn dir_to(self, next: Cell) -> Option<Dir8> {
        Some(match (i32::from(next.x) - i32::from(self.x), i32::from(next.y) - i32::from(self.y)) {
            (0, -1) => Dir8::North,
            (1, -1) => Dir8::NorthEast,
            (1, 0) => Dir8::East,
            (1, 1) => Dir8::SouthEast,
            (0, 1) => Dir8::South,
            (-1, 1) => Dir8::SouthWest,
            (-1, 0) => Dir8::West,
            (-1, -1) => Dir8::NorthWest,
            _ => return None,
        })
    }
}

/// The eight directions, clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Dir8 {
    /// Up the map.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down the map.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Dir8 {
    /// All directions in their fixed order, in which neighbours are always visited.
    pub const ALL: [Dir8; 8] = [
        Dir8::North,
        Dir8::NorthEast,
        Dir8::East,
        Dir8::SouthEast,
        Dir8::South,
        Dir8::SouthWest,
        Dir8::West,
        Dir8::NorthWest,
    ];

    /// `(dx, dy)` of one step.
    #[inline]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Dir8::North => (0, -1),
            Dir8::NorthEast => (1, -1),
            Dir8::East => (1, 0),
            Dir8::SouthEast => (1, 1),
            Dir8::South => (0, 1),
            Dir8::SouthWest => (-1, 1),
            Dir8::West => (-1, 0),
            Dir8::NorthWest => (-1, -1),
        }
    }

    /// Whether the direction is diagonal.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        (self as u8) & 1 == 1
    }

    /// Length of one step in milli-steps.
    #[inline]
    pub const fn length(self) -> u32 {
        if self.is_diagonal() { DIAGONAL } else { STRAIGHT }
    }

    /// The direction with this index (0 = north, then clockwise), taken modulo 8.
    #[inline]
    pub const fn from_index(index: u8) -> Dir8 {
        Dir8::ALL[(index & 7) as usize]
    }

    /// The smaller turn into another direction, to either side, in eighths of a circle: 0 to 4.
    #[inline]
    pub const fn turn_to(self, other: Dir8) -> usize {
        let eighths = (self as usize).abs_diff(other as usize);
        if eighths > 4 { 8 - eighths } else { eighths }
    }

    /// The direction rotated clockwise by this many eighths of a circle.
    #[must_use]
    #[inline]
    pub const fn rotated(self, eighths: u8) -> Dir8 {
        Dir8::from_index((self as u8) + eighths)
    }
}

/// The largest side of a map, in cells. It keeps estimates below 2³² and costs below [`crate::graph::COST_MAX`].
pub const SIDE_MAX: u16 = 4096;

/// Width and height of a map in cells, each 1 to [`SIDE_MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Size {
    /// A map of `width` columns and `height` rows.
    #[inline]
    pub const fn new(width: u16, height: u16) -> Self {
        Self { width, height }
    }

    /// Number of cells.
    #[inline]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the cell lies on the map.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Row-major index of a cell that lies on the map.
    #[inline]
    pub const fn index(self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The cell with this row-major index.
    #[inline]
    pub const fn cell(self, index: usize) -> Cell {
        let width = self.width as usize;
        Cell::new((index % width) as u16, (index / width) as u16)
    }

    /// The cell `(dx, dy)` away, or `None` when that is off the map.
    #[inline]
    pub fn offset(self, cell: Cell, dx: i32, dy: i32) -> Option<Cell> {
        let x = i32::from(cell.x) + dx;
        let y = i32::from(cell.y) + dy;
        let inside = x >= 0 && y >= 0 && x < i32::from(self.width) && y < i32::from(self.height);
        inside.then(|| Cell::new(x as u16, y as u16))
    }

    /// The neighbour in this direction, or `None` at the edge of the map.
    #[inline]
    pub fn step(self, cell: Cell, dir: Dir8) -> Option<Cell> {
        let (dx, dy) = dir.offset();
        self.offset(cell, dx, dy)
    }

    /// The neighbours on the map, at most eight, clockwise from north.
    #[inline]
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = (Dir8, Cell)> {
        Dir8::ALL.into_iter().filter_map(move |dir| self.step(cell, dir).map(|next| (dir, next)))
    }

    /// Every cell on the map within `radius` king's moves of `centre`, row by row, the centre included.
    #[inline]
    pub fn square(self, centre: Cell, radius: u16) -> impl Iterator<Item = Cell> {
        let (left, top) = (centre.x.saturating_sub(radius), centre.y.saturating_sub(radius));
        let (right, bottom) =
            ((centre.x + radius).min(self.width - 1), (centre.y + radius).min(self.height - 1));
        // A centre far off the map yields no cells.
        let mut next = Cell::new(left, if left <= right { top } else { self.height });
        // One flat loop instead of two nested ones: most of these squares are small, and many are visited each tick.
        std::iter::from_fn(move || {
            let cell = next;
            next = if cell.x < right { Cell::new(cell.x + 1, cell.y) } else { Cell::new(left, cell.y + 1) };
            (cell.y <= bottom).then_some(cell)
        })
    }

    /// Every cell of the map, row by row.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Cell::new(x, y)))
    }
}
