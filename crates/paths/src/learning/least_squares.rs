//! Approximation as least squares: numbers fitted to samples by descent (Cauchy 1847; Widrow & Hoff 1960).
//!
//! The idea: an unknown function is approximated by a weighted sum of features. The weights are those with the least sum
//! of squared errors over the samples, found by going down its slope: [`descend`](LinearModel::descend) looks at all
//! samples and takes one step, [`observe`](LinearModel::observe) looks at one sample and removes part of its error. Few
//! weights stand for any number of samples, and for questions that were never asked.
//! Promise: `descend` never raises the sum of squared errors, but for rounding; nothing about questions between samples.
//! Needs: features that say enough; what is no weighted sum of them is not learned.
//! Units: those of the values; weights in 1/65,536. Ties: none.
//! Cost: a product per feature and sample.
//! Differs from the papers in a step of its own for each weight, the inverse of the sum of |x||y| over its row, so that no
//! rate has to be chosen; and in integers.

/// Weights are counted in 1/65,536.
const ONE: i64 = 1 << 16;
/// Largest size of a weight.
const WEIGHT_MAX: i64 = 1 << 40;

/// What is known of one point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Features, each within ±2²⁰.
    pub features: Vec<i64>,
    /// The value there, within ±2⁴⁰.
    pub value: i64,
}

/// A weighted sum of features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearModel {
    weights: Vec<i64>,
}

impl LinearModel {
    /// A model with these weights, in units of the value.
    pub fn new(weights: &[i64]) -> LinearModel {
        LinearModel { weights: weights.iter().map(|weight| weight * ONE).collect() }
    }

    /// The weight of a feature, rounded down to whole units.
    pub fn weight(&self, feature: usize) -> i64 {
        self.weights[feature].div_euclid(ONE)
    }

    /// The value at these features, rounded to the nearest.
    pub fn predict(&self, features: &[i64]) -> i64 {
        let products =
            self.weights.iter().zip(features).map(|(weight, x)| i128::from(*weight) * i128::from(*x));
        ((products.sum::<i128>() + i128::from(ONE / 2)) >> 16) as i64
    }

    /// The mean size of the error over samples.
    pub fn mean_error(&self, samples: &[Sample]) -> i64 {
        let errors = samples.iter().map(|sample| (sample.value - self.predict(&sample.features)).abs());
        errors.sum::<i64>() / samples.len().max(1) as i64
    }

    /// The mean of the squared error over samples, at most the largest `i64`.
    pub fn mean_squared_error(&self, samples: &[Sample]) -> i64 {
        let errors = samples.iter().map(|sample| i128::from(sample.value - self.predict(&sample.features)));
        let sum: i128 = errors.map(|error| error * error).sum();
        i64::try_from(sum / samples.len().max(1) as i128).unwrap_or(i64::MAX)
    }

    /// One step down the slope of the squared error over all samples.
    pub fn descend(&mut self, samples: &[Sample]) {
        let count = self.weights.len();
        let (mut slopes, mut curbs) = (vec![0_i128; count], vec![0_i128; count]);
        for Sample { features, value } in samples {
            let error = i128::from(value - self.predict(features));
            let size: i128 = features.iter().map(|x| i128::from(x.abs())).sum();
            for (index, x) in features.iter().take(count).enumerate() {
                slopes[index] += error * i128::from(*x);
                curbs[index] += size * i128::from(x.abs());
            }
        }
        for (weight, (slope, curb)) in self.weights.iter_mut().zip(slopes.into_iter().zip(curbs)) {
            *weight = bounded(i128::from(*weight) + slope * i128::from(ONE) / curb.max(1));
        }
    }

    /// Removes this many percent of the error at one sample; 1 to 100.
    pub fn observe(&mut self, sample: &Sample, percent: u8) {
        let error = i128::from(sample.value - self.predict(&sample.features));
        let size: i128 = sample.features.iter().map(|x| i128::from(*x) * i128::from(*x)).sum();
        for (weight, x) in self.weights.iter_mut().zip(&sample.features) {
            let step = error * i128::from(*x) * i128::from(ONE) * i128::from(percent) / (100 * size.max(1));
            *weight = bounded(i128::from(*weight) + step);
        }
    }
}

fn bounded(weight: i128) -> i64 {
    weight.clamp(-i128::from(WEIGHT_MAX), i128::from(WEIGHT_MAX)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::dice::Dice;

    fn samples(count: usize, noise: usize) -> Vec<Sample> {
        let mut dice = Dice::new(3);
        let sample = |_| {
            let features = vec![1, dice.below(20) as i64, dice.below(9) as i64];
            let value = 700 + 300 * features[1] - 150 * features[2] + dice.below(noise) as i64;
            Sample { features, value }
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn descent_never_raises_the_error_and_finds_the_weights() {
        let (points, mut model) = (samples(60, 1), LinearModel::new(&[0, 0, 0]));
        let mut error = model.mean_squared_error(&points);
        for _ in 0..2000 {
            model.descend(&points);
            let now = model.mean_squared_error(&points);
            assert!(now <= error + 1, "{now} after {error}");
            error = now;
        }
        assert!(model.mean_error(&points) <= 2, "{model:?}");
        assert!((model.weight(1) - 300).abs() <= 1 && (model.weight(2) + 150).abs() <= 1, "{model:?}");
    }

    #[test]
    fn one_sample_is_learned_at_once_and_a_hundred_to_their_noise() {
        let points = samples(100, 200);
        let mut model = LinearModel::new(&[0, 0, 0]);
        model.observe(&points[0], 100);
        assert!((model.predict(&points[0].features) - points[0].value).abs() <= 1);
        for sample in points.iter().cycle().take(20_000) {
            model.observe(sample, 20);
        }
        assert!(model.mean_error(&points) < 100);
    }

    #[test]
    fn hostile_samples_do_not_overflow() {
        let wild = Sample { features: vec![1 << 20, -(1 << 20), 0], value: 1 << 40 };
        let mut model = LinearModel::new(&[0, 0, 0]);
        (0..100).for_each(|_| model.observe(&wild, 100));
        (0..100).for_each(|_| model.descend(std::slice::from_ref(&wild)));
        model.descend(&[]);
        assert!(model.mean_error(std::slice::from_ref(&wild)) <= 1 << 40);
    }
}
