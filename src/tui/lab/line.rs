//! The line along a path, in Braille dots: in the close zoom, where a cell is two characters, it has four by four dots.
//!
//! The crate's `lab` computes the line; `canvas` has its colour and background.

use crate::grid::Cell;
use crate::lab::{LabMap, LinePoint};
use crate::tui::map::camera::Window;

/// Dots of a cell in each direction.
const DOTS_PER_CELL: i32 = 4;
/// Distance between dots, in thousandths of a cell.
const DOT_SPACING: i32 = 1000 / DOTS_PER_CELL;
/// Bits of the dots of a Braille character, row by row, as in Unicode.
const BITS: [[u8; 2]; 4] = [[0, 3], [1, 4], [2, 5], [6, 7]];

/// The dots of a line in a window of the close zoom.
pub(super) struct BrailleDots {
    columns: i32,
    /// Bits of each character, row by row.
    bits: Vec<u8>,
}

impl BrailleDots {
    /// No dots yet, for a window.
    pub(super) fn none(window: Window) -> BrailleDots {
        let (columns, rows) = (i32::from(window.area.width), i32::from(window.area.height));
        BrailleDots { columns, bits: vec![0; (columns * rows) as usize] }
    }

    /// The dots of a line over a ground in a window.
    pub(super) fn of(line: &[LinePoint], ground: &LabMap, window: Window) -> BrailleDots {
        let mut dots = BrailleDots::none(window);
        dots.add(line, ground, window);
        dots
    }

    /// Adds the dots of a line.
    pub(super) fn add(&mut self, line: &[LinePoint], ground: &LabMap, window: Window) {
        let mut row: Vec<(i32, i32)> = Vec::new();
        for two in line.windows(2) {
            let far = two[0].x.abs_diff(two[1].x).max(two[0].y.abs_diff(two[1].y));
            let steps = i64::from(far.div_ceil(DOT_SPACING as u32).max(1));
            let part = |from: i32, to: i32, step| from + (i64::from(to - from) * step / steps) as i32;
            let point =
                |step| LinePoint { x: part(two[0].x, two[1].x, step), y: part(two[0].y, two[1].y, step) };
            row.extend((0..=steps).map(|step| dot_at(point(step), ground)));
        }
        row.dedup();
        let mut before = None;
        for (i, at) in row.iter().enumerate() {
            let between = before.zip(row.get(i + 1));
            if !between.is_some_and(|(before, after)| fills_corner(before, *at, *after)) {
                self.set(*at, window);
                before = Some(*at);
            }
        }
    }

    /// Adds a square of dots in the middle of a point's cell, or of its part of the border.
    pub(super) fn add_node(&mut self, point: LinePoint, window: Window) {
        let (x, y) = (point.x.div_euclid(DOT_SPACING), point.y.div_euclid(DOT_SPACING));
        for (dx, dy) in [(0, 0), (-1, 0), (0, -1), (-1, -1)] {
            self.set((x + dx, y + dy), window);
        }
    }

    fn set(&mut self, (x, y): (i32, i32), window: Window) {
        let (x, y) = (x - window.left * DOTS_PER_CELL, y - window.top * DOTS_PER_CELL);
        let at = (x / 2, y / 4);
        let is_inside = x >= 0 && y >= 0 && at.0 < self.columns;
        let place = (at.1 * self.columns + at.0) as usize;
        if let Some(bits) = self.bits.get_mut(place).filter(|_| is_inside) {
            *bits |= 1 << BITS[(y % 4) as usize][(x % 2) as usize];
        }
    }

    /// The glyph of a character of the window, if it has dots.
    pub(super) fn glyph(&self, column: i32, row: i32) -> Option<char> {
        let bits = *self.bits.get((row * self.columns + column) as usize)?;
        char::from_u32(0x2800 + u32::from(bits)).filter(|_| bits > 0)
    }
}

/// Whether a dot only fills the corner between two dots that touch without it; it is left out to keep the line thin.
fn fills_corner(before: (i32, i32), at: (i32, i32), after: (i32, i32)) -> bool {
    let touch = (before.0 - after.0).abs() == 1 && (before.1 - after.1).abs() == 1;
    touch && (before.0 == at.0 || before.1 == at.1) && (after.0 == at.0 || after.1 == at.1)
}

/// The dot of a point. On the border between cells it is a dot of a passable one.
fn dot_at(point: LinePoint, ground: &LabMap) -> (i32, i32) {
    let beside = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| (point.x - dx, point.y - dy));
    let is_free = |(x, y): &(i32, i32)| {
        let cell = |at: i32| u16::try_from(at.div_euclid(1000)).ok();
        cell(*x).zip(cell(*y)).is_some_and(|(x, y)| ground.is_free(Cell::new(x, y)))
    };
    let (x, y) = beside.into_iter().find(is_free).unwrap_or((point.x, point.y));
    (x.div_euclid(DOT_SPACING), y.div_euclid(DOT_SPACING))
}
