//! Land of smooth noise on which every cell has one of five prices, and queries from one side to the opposite one:
//! shared by several benches. What does not live here: public maps.

use wayworn::graph::{Corner, Moves, PLAIN, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::land::mix;

/// Prices of priced land, in straight steps, each on a fifth of the cells.
const COSTS: [u16; 5] = [1, 2, 3, 5, 7];
/// Distance between the given points of the noise, in cells, coarse and fine; the fine ones count half.
const GRAIN: [u16; 2] = [32, 16];

/// Priced land of this side.
pub(crate) fn land(side: u16) -> Terrain {
    let size = Size::new(side, side);
    let heights: Vec<f64> = size.cells().map(|cell| height(cell.x, cell.y)).collect();
    let mut sorted = heights.clone();
    sorted.sort_by(f64::total_cmp);
    let steps: Vec<f64> = (1..COSTS.len()).map(|band| sorted[band * sorted.len() / COSTS.len()]).collect();
    let cost = |height: f64| COSTS[steps.partition_point(|step| *step <= height)];
    let prices = heights.iter().map(|height| cost(*height) * PLAIN).collect();
    Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).expect("a price for every cell")
}

/// This many queries from one side of such a land to the opposite one.
pub(crate) fn far_ends(side: u16, questions: u64) -> Vec<(Cell, Cell)> {
    let (near, span) = (u64::from(side) / 8, u64::from(side));
    let end = |i: u64| {
        let (across, along) = (mix(&[i, 78]) % near, mix(&[i, 79]) % span);
        let across = if i.is_multiple_of(2) { across } else { span - 1 - across };
        if i % 4 < 2 {
            Cell::new(across as u16, along as u16)
        } else {
            Cell::new(along as u16, across as u16)
        }
    };
    (0..questions).map(|i| (end(2 * i), end(2 * i + 1))).collect()
}

/// Value noise: random numbers at given points, smoothly interpolated.
fn height(x: u16, y: u16) -> f64 {
    let octave = |grain: u16| {
        let given = |column: u16, row: u16| {
            (mix(&[u64::from(column), u64::from(row), u64::from(grain)]) >> 40) as f64 / f64::from(1 << 24)
        };
        let smooth = |at: u16| {
            let t = f64::from(at % grain) / f64::from(grain);
            t * t * (3.0 - 2.0 * t)
        };
        let between = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let (column, row) = (x / grain, y / grain);
        let above = between(given(column, row), given(column + 1, row), smooth(x));
        let below = between(given(column, row + 1), given(column + 1, row + 1), smooth(x));
        between(above, below, smooth(y))
    };
    octave(GRAIN[0]) + octave(GRAIN[1]) / 2.0
}
