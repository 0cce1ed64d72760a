//! What is reckoned of the figures of an experiment.

use crate::study::Finding;

/// Their mean; 0 of none.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Share of a whole, from 0 to 1; 0 of nothing.
pub(super) fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Spearman's rank correlation of values with their places; ranks of equals are shared.
pub(super) fn rise(values: &[f64]) -> f64 {
    let rank = |of: f64| {
        let below = values.iter().filter(|other| **other < of).count();
        below as f64 + values.iter().filter(|other| **other <= of).count() as f64
    };
    let ranks: Vec<f64> = values.iter().map(|value| rank(*value)).collect();
    let places: Vec<f64> = (0..values.len()).map(|place| place as f64).collect();
    correlation(&places, &ranks)
}

fn correlation(xs: &[f64], ys: &[f64]) -> f64 {
    let (x, y) = (mean(xs), mean(ys));
    let both = |a: &[f64], b: &[f64], (p, q): (f64, f64)| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - p) * (b - q)).sum()
    };
    let spread = (both(xs, xs, (x, x)) * both(ys, ys, (y, y))).sqrt();
    if spread > 0.0 { both(xs, ys, (x, y)) / spread } else { 0.0 }
}

/// Slope of the straight line through points that comes nearest to them.
pub(super) fn slope(points: &[(f64, f64)]) -> f64 {
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (x, y) = (mean(&xs), mean(&ys));
    let rise: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    rise / xs.iter().map(|at| (at - x) * (at - x)).sum::<f64>()
}

/// What was found, with its figures by name.
pub(super) fn found(measured: String, values: &[(&str, f64)], n: usize, pass: Option<bool>) -> Finding {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    Finding { measured, values, n, pass }
}
