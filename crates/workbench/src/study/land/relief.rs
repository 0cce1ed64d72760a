//! Relief: the variation of slopes, the roughness of noise at small scales, and the moisture on both sides of ridges.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use super::super::stats::{mean, regress, standard_deviation};
use crate::grid::{Cell, Layer, Size};
use crate::land::{BASE_OCTAVES, Recipe, Surface, Survey};
use std::f64::consts::TAU;

/// Distance in cells from a ridge at which moisture is measured, and within which nothing is higher.
const BESIDE: u16 = 10;
/// Rows of noise whose spectrum is taken.
const ROWS: u16 = 64;

/// Standard deviation of the slope over its mean (Olsen 2004). A cell's slope is its greatest difference in height to
/// its four neighbours, as far as these have a height.
pub(super) fn score(size: Size, height: impl Fn(Cell) -> Option<f64>) -> f64 {
    let slope = |cell: Cell| {
        let here = height(cell)?;
        let beside = size.neighbours(cell).filter(|(dir, _)| !dir.is_diagonal());
        Some(
            beside.filter_map(|(_, cell)| height(cell)).map(|there| (there - here).abs()).fold(0.0, f64::max),
        )
    };
    let slopes: Vec<f64> = size.cells().filter_map(slope).collect();
    standard_deviation(&slopes) / mean(&slopes)
}

/// The theoretical slope of a transect's power spectrum: -(2H + 1), where the gain per octave is 2 to the -H.
pub(super) fn implied_slope(recipe: Recipe) -> f64 {
    2.0 * recipe.gain().log2() - 1.0
}

/// The measured slope: the power around each octave's frequency, over rows of the noise.
pub(super) fn spectral_slope(noise: &Layer<f32>, recipe: Recipe) -> Option<f64> {
    let size = noise.size();
    let power = power(noise);
    let (mut octaves, mut powers) = (Vec::new(), Vec::new());
    // The bands of the broadest and the finest octave have only one neighbour that leaks into them.
    for octave in 1..BASE_OCTAVES - 1 {
        let waves = f64::from(1 << octave) / recipe.scale() * f64::from(size.width);
        let band = (waves / 2_f64.sqrt()) as usize..(waves * 2_f64.sqrt()) as usize;
        let band = power.get(band.start..band.end.min(power.len()))?;
        octaves.push(f64::from(octave));
        powers.push(mean(band).log2());
    }
    Some(regress(&[&octaves], &powers)?.slopes[0])
}

/// Mean power at each wave number across the noise, up to half its width.
fn power(noise: &Layer<f32>) -> Vec<f64> {
    let size = noise.size();
    let width = usize::from(size.width);
    let angle = |at: usize| TAU * (at % width) as f64 / width as f64;
    let circle: Vec<(f64, f64)> = (0..width).map(|at| angle(at).sin_cos()).collect();
    let mut power = vec![0.0; width / 2];
    for y in (0..size.height).step_by(usize::from((size.height / ROWS).max(1))) {
        // A window fades the ends out; the jump between them would leak into all frequencies.
        let faded = |x: u16| f64::from(noise[Cell::new(x, y)]) * (0.5 - 0.5 * circle[usize::from(x)].1);
        let row: Vec<f64> = (0..size.width).map(faded).collect();
        for (waves, power) in power.iter_mut().enumerate() {
            let (mut sine, mut cosine) = (0.0, 0.0);
            for (x, value) in row.iter().enumerate() {
                let (sin, cos) = circle[x * waves % width];
                (sine, cosine) = (sine + value * sin, cosine + value * cos);
            }
            *power += sine * sine + cosine * cosine;
        }
    }
    power
}

/// Moisture on the windward and the leeward side of each ridge cell: bare rock or a peak with nothing higher along
/// the wind, and with land on both sides.
pub(super) fn beside_ridges(survey: &Survey) -> Vec<(f64, f64)> {
    let (land, height) = (&survey.land, &survey.land.height);
    let look = |cell: Cell| {
        let aside = |by: i32| land.size.offset(cell, by, 0).filter(|cell| !survey.relief.is_sea(*cell));
        let (west, east) = (aside(-i32::from(BESIDE))?, aside(i32::from(BESIDE))?);
        let along = (west.x..=east.x).map(|x| Cell::new(x, cell.y));
        let is_bare = matches!(land.surface[cell], Surface::Rock | Surface::Peak);
        let is_top = is_bare && along.into_iter().all(|other| height[other] <= height[cell]);
        is_top.then(|| (f64::from(survey.moisture[west]), f64::from(survey.moisture[east])))
    };
    land.size.cells().filter_map(look).collect()
}
