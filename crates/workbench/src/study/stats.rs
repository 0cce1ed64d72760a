//! Statistics for judging the predictions: means with errors, inequality, ranks, regressions, regularity.
//!
//! An empty sample has no mean: functions that divide by the size of a sample then return `NaN` or `None`, and a
//! record accepts no `NaN`.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use crate::grid::Cell;
use crate::land::SimRng;

/// Mean; `NaN` for an empty slice.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Population standard deviation; `NaN` for an empty slice.
pub fn standard_deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    mean(&values.iter().map(|value| (value - middle) * (value - middle)).collect::<Vec<f64>>()).sqrt()
}

/// Standard error of the mean; 0 for fewer than two values.
pub fn standard_error(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (n, middle) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|value| (value - middle) * (value - middle)).sum();
    (squares / (n - 1.0) / n).sqrt()
}

/// Quantile with linear interpolation; `NaN` for an empty slice.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share * last as f64;
    let (low, part) = (place.floor() as usize, place - place.floor());
    sorted[low] + part * (sorted[(low + 1).min(last)] - sorted[low])
}

/// Gini coefficient of non-negative values: 0 if all are equal, near 1 if one has everything; `NaN` if all are 0.
pub fn gini(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (n, sum) = (sorted.len() as f64, sorted.iter().sum::<f64>());
    let weighted: f64 = sorted.iter().enumerate().map(|(i, value)| (i + 1) as f64 * value).sum();
    2.0 * weighted / (n * sum) - (n + 1.0) / n
}

/// Share of the sum that falls on the largest `share` of the values, the last of them in proportion.
pub fn share_of_largest(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let wanted = share * sorted.len() as f64;
    let taken = sorted.iter().enumerate().map(|(i, value)| value * (wanted - i as f64).clamp(0.0, 1.0));
    taken.sum::<f64>() / sorted.iter().sum::<f64>()
}

/// Pearson's correlation; `None` if either side does not vary.
pub fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let (middle_a, middle_b) = (mean(a), mean(b));
    let sum = |term: fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| term(a - middle_a, b - middle_b)).sum()
    };
    let spread = (sum(|a, _| a * a) * sum(|_, b| b * b)).sqrt();
    (spread > 0.0).then(|| sum(|a, b| a * b) / spread)
}

/// Spearman's rank correlation; `None` if either side does not vary.
pub fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    correlation(&ranks(a), &ranks(b))
}

/// Rank of each value from 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let alike = |value: f64| values.iter().filter(|other| other.total_cmp(&value).is_eq()).count() as f64;
    values.iter().map(|value| below(*value) + f64::midpoint(alike(*value), 1.0)).collect()
}

/// A line or plane fitted by least squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The coefficient of each column.
    pub slopes: Vec<f64>,
    /// The value where all columns are 0.
    pub intercept: f64,
    /// Share of the variance that it explains.
    pub r_squared: f64,
}

/// Ordinary least squares of `y` on columns of the same length; `None` if the columns are linearly dependent.
pub fn regress(columns: &[&[f64]], y: &[f64]) -> Option<Fit> {
    if y.len() <= columns.len() + 1 {
        return None;
    }
    let middle_y = mean(y);
    let centred: Vec<Vec<f64>> = columns.iter().map(|column| deviations(column)).collect();
    let of_y = deviations(y);
    let rows: Vec<Vec<f64>> = centred
        .iter()
        .map(|a| centred.iter().map(|b| product(a, b)).chain([product(a, &of_y)]).collect())
        .collect();
    let slopes = solve(rows)?;
    let explained: f64 =
        slopes.iter().zip(&centred).map(|(slope, column)| slope * product(column, &of_y)).sum();
    let whole = product(&of_y, &of_y);
    let at_zero: f64 = slopes.iter().zip(columns).map(|(slope, column)| slope * mean(column)).sum();
    (whole > 0.0).then(|| Fit { r_squared: explained / whole, intercept: middle_y - at_zero, slopes })
}

fn deviations(values: &[f64]) -> Vec<f64> {
    let middle = mean(values);
    values.iter().map(|value| value - middle).collect()
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves linear equations, each row with its right-hand side last, by Gaussian elimination with partial pivoting.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column].abs() < 1e-9 {
            return None;
        }
        let pivot = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(&pivot).for_each(|(value, above)| *value -= factor * above);
        }
    }
    Some((0..n).map(|i| rows[i][n] / rows[i][i]).collect())
}

/// Exponent of the rank-size rule with its standard error: the slope of ln(rank − ½) on ln(size), which is −1 for
/// Zipf's law (Gabaix and Ibragimov). `None` for fewer than three sizes, or if all are equal.
pub fn rank_size(sizes: &[f64]) -> Option<(f64, f64)> {
    let mut sorted: Vec<f64> = sizes.iter().copied().filter(|size| *size > 0.0).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let ranks: Vec<f64> = (0..sorted.len()).map(|i| (i as f64 + 0.5).ln()).collect();
    let logs: Vec<f64> = sorted.iter().map(|size| size.ln()).collect();
    let slope = regress(&[&logs], &ranks)?.slopes[0];
    Some((slope, slope.abs() * (2.0 / sorted.len() as f64).sqrt()))
}

/// Draws of random places that regularity is compared with.
const DRAWS: usize = 60;

/// Regularity of places on land of any shape, and its standard error: the mean distance to the nearest neighbour,
/// over that of as many random places on the same land. 0 is one cluster, 1 random, 2.149 a honeycomb. It is the
/// index of Clark and Evans with a sampled instead of a calculated expectation, so coasts and edges need no
/// correction. `None` for fewer than three places.
pub fn regularity(places: &[(f64, f64)], land: &[(f64, f64)], seed: u64) -> Option<(f64, f64)> {
    if places.len() < 3 || land.len() < places.len() {
        return None;
    }
    let mut rng = SimRng::new(seed, 71);
    let draws: Vec<f64> =
        (0..DRAWS).map(|_| nearest_apart(&draw_distinct(&mut rng, land, places.len()))).collect();
    let expected = mean(&draws);
    let spread = standard_error(&draws) * (DRAWS as f64).sqrt();
    Some((nearest_apart(places) / expected, spread / expected))
}

/// Draws this many distinct items at random, such as places of a land.
pub fn draw_distinct<T: Copy>(rng: &mut SimRng, items: &[T], count: usize) -> Vec<T> {
    let mut indices: Vec<usize> = (0..items.len()).collect();
    for i in 0..count {
        let other = i + rng.below((items.len() - i) as u32) as usize;
        indices.swap(i, other);
    }
    indices[..count].iter().map(|i| items[*i]).collect()
}

/// Mean distance of each place to its nearest neighbour.
fn nearest_apart(places: &[(f64, f64)]) -> f64 {
    let nearest = places.iter().enumerate().map(|(i, here)| {
        let others = places.iter().enumerate().filter(|(j, _)| *j != i);
        others.map(|(_, there)| distance(*here, *there)).fold(f64::INFINITY, f64::min)
    });
    nearest.sum::<f64>() / places.len() as f64
}

/// Straight-line distance.
pub fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// A cell as a point.
pub fn centre(cell: Cell) -> (f64, f64) {
    (f64::from(cell.x), f64::from(cell.y))
}
