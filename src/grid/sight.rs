//! Lines of sight over heights.
//!
//! Sight is symmetric by construction: a line is always walked from the smaller of its two cells, so the
//! answer for (a, b) *is* the answer for (b, a). `docs/decisions/0006` says why lines and not shadows.

use super::{Cell, Layer, Size};

/// Eye level above the ground, in height units.
const EYE: i32 = 24;

/// The cells of a straight line from `from` to `to`, both included (Bresenham's).
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

/// `a / b` rounded to the nearest, halves away from zero, for `b > 0`.
fn rounded(a: i32, b: i32) -> i32 {
    if a >= 0 { (2 * a + b) / (2 * b) } else { -((-2 * a + b) / (2 * b)) }
}

/// Whether two cells see each other over the land's `heights`: no cell between them rises above the line
/// from eye to eye, and none between them is `opaque`.
pub fn sees(heights: &Layer<u16>, opaque: impl Fn(Cell) -> bool, a: Cell, b: Cell) -> bool {
    let (from, to) = if a <= b { (a, b) } else { (b, a) };
    let steps = from.steps_to(to) as i32;
    if steps <= 1 {
        return true;
    }
    let low = i32::from(heights[from]) + EYE;
    let high = i32::from(heights[to]) + EYE;
    line(from, to).enumerate().skip(1).take(steps as usize - 1).all(|(i, cell)| {
        let sight = low + (high - low) * i as i32 / steps;
        i32::from(heights[cell]) <= sight && !opaque(cell)
    })
}

/// Calls `emit` with every cell within `radius` (a disc, in steps) that is seen from `origin`.
pub fn view(
    heights: &Layer<u16>,
    opaque: impl Fn(Cell) -> bool,
    origin: Cell,
    radius: u16,
    mut emit: impl FnMut(Cell),
) {
    let size: Size = heights.size();
    let reach = i32::from(radius) * i32::from(radius) + i32::from(radius);
    for cell in size.square(origin, radius) {
        let dx = i32::from(cell.x) - i32::from(origin.x);
        let dy = i32::from(cell.y) - i32::from(origin.y);
        if dx * dx + dy * dy <= reach && sees(heights, &opaque, origin, cell) {
            emit(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sight_is_symmetric_and_stopped_by_ridges() {
        let size = Size::new(24, 24);
        let mut heights = Layer::new(size, 100u16);
        for cell in size.cells() {
            heights[cell] = 100 + (u16::from(cell.x % 5 == 3) * 90) + (cell.y * 7 + cell.x * 13) % 40;
        }
        for a in size.cells().step_by(7) {
            for b in size.cells().step_by(5) {
                assert_eq!(sees(&heights, |_| false, a, b), sees(&heights, |_| false, b, a));
            }
        }
        let flat = Layer::new(size, 10u16);
        let wall = |c: Cell| c.x == 10;
        assert!(sees(&flat, wall, Cell::new(2, 5), Cell::new(10, 5)), "the wall itself is seen");
        assert!(!sees(&flat, wall, Cell::new(2, 5), Cell::new(12, 5)), "nothing behind it is");
    }
}
