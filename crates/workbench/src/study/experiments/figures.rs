//! Turns the figures of an experiment into a finding.

use crate::study::Finding;

/// Share of a whole, from 0 to 1; 0 if the whole is 0.
pub(super) fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// A finding with its named figures, without those that are not finite.
pub(super) fn found(measured: String, values: &[(&str, f64)], n: usize, pass: Option<bool>) -> Finding {
    let known = values.iter().filter(|(_, value)| value.is_finite());
    let values = known.map(|(name, value)| ((*name).to_owned(), *value)).collect();
    Finding { measured, values, n, pass }
}
