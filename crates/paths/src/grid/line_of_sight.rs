//! Lines of sight over heights.
//!
//! Sight is symmetric by construction: a line is always walked from the smaller of its two cells, so that (a, b) and
//! (b, a) share one answer. `docs/decisions/0006` gives the reasons for lines instead of shadow casting.

use super::{Cell, Layer, View};

/// Eye level above the ground, in units of height.
const EYE_HEIGHT: i32 = 24;

/// The cells of the straight line from `from` to `to`, both included (Bresenham).
pub fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let dx = i32::from(to.x) - i32::from(from.x);
    let dy = i32::from(to.y) - i32::from(from.y);
    let steps = dx.abs().max(dy.abs()).max(1);
    let last = if dx == 0 && dy == 0 { 0 } else { steps };
    (0..=last).map(move |i| {
        let x = i32::from(from.x) + rounded(dx * i, steps);
        let y = i32::from(from.y) + rounded(dy * i, steps);
        Cell::new(x as u16, y as u16)
    })
}

/// `a / b` rounded to the nearest integer, halves away from zero, for `b > 0`.
fn rounded(a: i32, b: i32) -> i32 {
    if a >= 0 { (2 * a + b) / (2 * b) } else { -((-2 * a + b) / (2 * b)) }
}

/// Whether two cells see each other: no cell between them rises above the line from eye to eye (an eye is 24 units
/// above `height`), and none between them is `opaque`. One line in O(distance); [`SightLines`] is faster for a whole
/// disc.
pub fn has_line_of_sight(
    height: impl Fn(Cell) -> u16,
    opaque: impl Fn(Cell) -> bool,
    a: Cell,
    b: Cell,
) -> bool {
    let (from, to) = if a <= b { (a, b) } else { (b, a) };
    let steps = from.chebyshev(to) as i32;
    if steps <= 1 {
        return true;
    }
    let low = i32::from(height(from)) + EYE_HEIGHT;
    let high = i32::from(height(to)) + EYE_HEIGHT;
    line(from, to).enumerate().skip(1).take(steps as usize - 1).all(|(i, cell)| {
        let sight = low + (high - low) * i as i32 / steps;
        i32::from(height(cell)) <= sight && !opaque(cell)
    })
}

/// The lines from a cell to every other within a radius, precomputed once and valid for every cell of every map.
#[derive(Clone, Debug)]
pub struct SightLines {
    radius: u16,
    lines: Vec<SightLine>,
    /// The cells between the ends of all lines, relative to the centre.
    between: Vec<(i16, i16)>,
}

/// A cell that may be visible from the centre, and the line to it.
#[derive(Clone, Copy, Debug)]
struct SightLine {
    /// The cell relative to the centre.
    offset: (i16, i16),
    /// Whether the line is walked from the cell towards the centre.
    is_reversed: bool,
    /// Length of the line in steps.
    steps: i32,
    /// Where its cells start in `between`.
    between_start: u32,
}

impl SightLines {
    /// The lines of a radius in cells.
    pub fn new(radius: u16) -> Self {
        let mut lines = Self { radius, lines: Vec::new(), between: Vec::new() };
        let far = i32::from(radius);
        for (dy, dx) in (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dy, dx))) {
            if dx * dx + dy * dy > far * far + far {
                continue;
            }
            let steps = dx.abs().max(dy.abs());
            let flipped = (dx, dy) < (0, 0);
            lines.lines.push(SightLine {
                offset: (dx as i16, dy as i16),
                is_reversed: flipped,
                steps,
                between_start: lines.between.len() as u32,
            });
            for i in 1..steps {
                let (x, y) = if flipped {
                    (dx + rounded(-dx * i, steps), dy + rounded(-dy * i, steps))
                } else {
                    (rounded(dx * i, steps), rounded(dy * i, steps))
                };
                lines.between.push((x as i16, y as i16));
            }
        }
        lines
    }

    /// The field of view from `origin`, a disc clipped to the map. `opaque` takes a row-major index.
    pub fn field_of_view(&self, heights: &Layer<u16>, opaque: impl Fn(usize) -> bool, origin: Cell) -> View {
        let size = heights.size();
        let width = size.width as isize;
        let here = size.index(origin) as isize;
        let heights = heights.values();
        let eye = |index: isize| i32::from(heights[index as usize]) + EYE_HEIGHT;
        let is_seen = |end: &&SightLine| {
            let (dx, dy) = end.offset;
            if size.offset(origin, i32::from(dx), i32::from(dy)).is_none() {
                return false;
            }
            let at = |(dx, dy): (i16, i16)| here + isize::from(dy) * width + isize::from(dx);
            let (low, high) = if end.is_reversed {
                (eye(at(end.offset)), eye(here))
            } else {
                (eye(here), eye(at(end.offset)))
            };
            let between = &self.between[end.between_start as usize..][..(end.steps - 1).max(0) as usize];
            (1..).zip(between).all(|(i, cell)| {
                let index = at(*cell) as usize;
                let over = i32::from(heights[index]) - low;
                is_under(over, (high - low) * i, end.steps) && !opaque(index)
            })
        };
        View::new(origin, self.radius, self.lines.iter().filter(is_seen).map(|end| end.offset))
    }
}

/// Whether `over <= rise / steps`, with the quotient rounded towards zero, without a division.
fn is_under(over: i32, rise: i32, steps: i32) -> bool {
    if rise >= 0 { over * steps <= rise } else { (over - 1) * steps < rise }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    /// The field of view of a disc, with each line computed anew.
    fn view(
        heights: &Layer<u16>,
        opaque: impl Fn(Cell) -> bool,
        origin: Cell,
        radius: u16,
        mut emit: impl FnMut(Cell),
    ) {
        let size: Size = heights.size();
        let radius_squared = i32::from(radius) * i32::from(radius) + i32::from(radius);
        for cell in size.square(origin, radius) {
            let dx = i32::from(cell.x) - i32::from(origin.x);
            let dy = i32::from(cell.y) - i32::from(origin.y);
            if dx * dx + dy * dy <= radius_squared && has_line_of_sight(|c| heights[c], &opaque, origin, cell)
            {
                emit(cell);
            }
        }
    }

    #[test]
    fn precomputed_lines_agree_with_lines_computed_anew() {
        let size = Size::new(40, 31);
        let mut heights = Layer::new(size, 0u16);
        for cell in size.cells() {
            let dice =
                (u32::from(cell.x) * 7919 + u32::from(cell.y) * 104_729) ^ (u32::from(cell.x * cell.y) * 31);
            heights[cell] = 200 + (dice % 97) as u16;
        }
        let opaque = |cell: Cell| (cell.x * 5 + cell.y * 3).is_multiple_of(23);
        let mut visible = 0;
        for radius in [0, 1, 2, 5, 7, 14] {
            let lines = SightLines::new(radius);
            for origin in size.cells().step_by(11) {
                let (mut one, mut other) = (Vec::new(), Vec::new());
                view(&heights, opaque, origin, radius, |cell| one.push(cell));
                let seen = lines.field_of_view(&heights, |index| opaque(size.cell(index)), origin);
                other.extend(seen.cells());
                assert_eq!(one, other, "{origin:?}, radius {radius}");
                visible += one.len();
            }
        }
        assert!(visible > 3000, "{visible} cells seen");
    }

    #[test]
    fn sight_is_symmetric_and_stopped_by_ridges() {
        let size = Size::new(24, 24);
        let mut heights = Layer::new(size, 100u16);
        for cell in size.cells() {
            heights[cell] = 100 + (u16::from(cell.x % 5 == 3) * 90) + (cell.y * 7 + cell.x * 13) % 40;
        }
        for a in size.cells().step_by(7) {
            for b in size.cells().step_by(5) {
                let over = |c: Cell| heights[c];
                assert_eq!(
                    has_line_of_sight(over, |_| false, a, b),
                    has_line_of_sight(over, |_| false, b, a)
                );
            }
        }
        let flat = Layer::new(size, 10u16);
        let wall = |c: Cell| c.x == 10;
        assert!(
            has_line_of_sight(|c| flat[c], wall, Cell::new(2, 5), Cell::new(10, 5)),
            "the wall itself is seen"
        );
        assert!(
            !has_line_of_sight(|c| flat[c], wall, Cell::new(2, 5), Cell::new(12, 5)),
            "nothing behind it is"
        );
    }
}
