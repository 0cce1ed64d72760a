//! From the figures of many worlds to a finding: means with their errors, and whether they lie in a band.

use super::stats::{mean, standard_error};
use super::{Finding, Record};
use std::ops::RangeInclusive;

/// One figure of many worlds.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The figure of each world that has one.
    pub values: Vec<f64>,
    /// Their mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Sample {
    /// A sample of these values.
    pub fn of(values: Vec<f64>) -> Sample {
        Sample { mean: mean(&values), error: standard_error(&values), values }
    }

    /// A sample of a named figure.
    pub fn named(records: &[Record], name: &str) -> Sample {
        Sample::of(records.iter().filter_map(|record| record.get(name)?.first().copied()).collect())
    }

    /// A sample of all values of a named figure of which a world may have several.
    pub fn pooled(records: &[Record], name: &str) -> Sample {
        Sample::of(records.iter().filter_map(|record| record.get(name)).flatten().copied().collect())
    }

    /// A sample of how much one named figure of a world is above another.
    pub fn above(records: &[Record], name: &str, other: &str) -> Sample {
        let above = |record: &Record| Some(record.get(name)?.first()? - record.get(other)?.first()?);
        Sample::of(records.iter().filter_map(above).collect())
    }

    /// Whether its mean lies in a band widened by its standard error on both sides.
    pub fn is_in(&self, band: RangeInclusive<f64>) -> bool {
        band.start() - self.error <= self.mean && self.mean <= band.end() + self.error
    }

    /// Share of the worlds for which a condition holds.
    pub fn share(&self, is_so: impl Fn(f64) -> bool) -> f64 {
        self.values.iter().filter(|value| is_so(**value)).count() as f64 / self.values.len() as f64
    }
}

impl std::fmt::Display for Sample {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let least = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        write!(out, "{:.2} ± {:.2} ({least:.2} to {most:.2})", self.mean, self.error)
    }
}

impl Finding {
    /// A finding without data to judge by.
    pub fn inconclusive(why: &str) -> Finding {
        Finding { measured: why.to_owned(), ..Finding::default() }
    }

    /// Appends the means of these figures, where any world has them.
    #[must_use]
    pub fn with_means(mut self, records: &[Record], names: &[&str]) -> Finding {
        for name in names {
            let sample = Sample::named(records, name);
            if !sample.values.is_empty() {
                self.values.push(((*name).to_owned(), sample.mean));
            }
        }
        self
    }
}

/// Share of a whole, from 0 to 1; 0 if the whole is 0.
pub fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// A finding with its named figures, without those that are not finite.
pub fn found(measured: String, values: &[(&str, f64)], n: usize, pass: Option<bool>) -> Finding {
    let known = values.iter().filter(|(_, value)| value.is_finite());
    let values = known.map(|(name, value)| ((*name).to_owned(), *value)).collect();
    Finding { measured, values, n, pass }
}

/// A finding, unless one of these samples is empty.
pub fn judge_samples(samples: &[&Sample], words: String, pass: bool) -> Finding {
    let n = samples.iter().map(|sample| sample.values.len()).min().unwrap_or(0);
    if n == 0 {
        return Finding::inconclusive("no world has what this is measured by");
    }
    Finding { measured: words, values: Vec::new(), n, pass: Some(pass) }
}
