//! Elevation: warped octaves of noise, ridges, and a sea around them.

use super::mix;
use super::recipe::{Recipe, Rim, Traits};
use crate::grid::{Cell, Layer, Size};
use noise::{NoiseFn, Perlin};
use rayon::prelude::*;

/// How many times broader the features are that only large lands have.
const BROAD: f64 = 4.0;
/// Side of the largest land without such features, in cells.
const BROAD_SIDE: f64 = 256.0;
/// Distance between samples of the warp, in cells; it varies slowly and is interpolated.
const WARP_STEP: u16 = 4;
/// Distance of a ring land's ring from the middle; 1 is the middle of a side.
const RING: f64 = 0.62;
/// Octaves of the base noise (plains and mountains).
pub const BASE_OCTAVES: u32 = 6;
/// Bands of rows that are raised one after the other, to report progress between them.
const BANDS: usize = 20;

/// Elevation before rounding.
pub struct Relief {
    /// Elevation of each cell, roughly -1 to 1.
    pub elevation: Layer<f32>,
    /// Elevation of the sea's surface.
    pub sea: f32,
    /// Elevation of the highest cell.
    pub top: f32,
}

impl Relief {
    /// Height over the sea as a share of the highest cell's (negative under water).
    pub fn above_sea(&self, cell: Cell) -> f32 {
        (self.elevation[cell] - self.sea) / (self.top - self.sea)
    }

    /// Whether the sea covers the cell.
    pub fn is_sea(&self, cell: Cell) -> bool {
        self.elevation[cell] <= self.sea
    }
}

/// A 32-bit seed for the noise library, which adds small numbers to it.
pub(super) fn noise_seed(seed: u64, purpose: u64) -> u32 {
    (mix(&[seed, purpose]) >> 33) as u32
}

/// Octaves of noise, each twice as fine and half as strong: about -1 to 1.
pub(super) fn octaves(noise: &Perlin, x: f64, y: f64, count: u32) -> f64 {
    rough_octaves(noise, (x, y), count, 0.5)
}

/// Octaves of noise, each twice as fine as the one before and `gain` times as strong.
fn rough_octaves(noise: &Perlin, (x, y): (f64, f64), count: u32, gain: f64) -> f64 {
    let (mut sum, mut amplitude, mut frequency) = (0.0, 0.5, 1.0);
    for _ in 0..count {
        sum += amplitude * noise.get([x * frequency + 0.137, y * frequency + 0.731]);
        amplitude *= gain;
        frequency *= 2.0;
    }
    sum * 1.6
}

/// A layer with `look` of each cell. Rows are computed in parallel: each value depends on its cell alone, so the number of
/// threads cannot matter.
pub(super) fn layer_by_rows<T: Clone + Default + Send>(
    size: Size,
    look: impl Fn(Cell) -> T + Sync,
) -> Layer<T> {
    let mut layer = Layer::new(size, T::default());
    fill_rows(layer.values_mut(), size, 0, &look);
    layer
}

/// Fills the rows from `first` on.
fn fill_rows<T: Send>(values: &mut [T], size: Size, first: usize, look: &(impl Fn(Cell) -> T + Sync)) {
    values.par_chunks_mut(usize::from(size.width)).enumerate().for_each(|(y, row)| {
        for (x, value) in (0..).zip(row) {
            *value = look(Cell::new(x, (first + y) as u16));
        }
    });
}

/// Percentiles of some values.
pub(super) fn percentiles<const N: usize>(mut values: Vec<f32>, percents: [usize; N]) -> [f32; N] {
    percents.map(|percent| {
        let place = values.len() * percent / 100;
        if place < values.len() { *values.select_nth_unstable_by(place, f32::total_cmp).1 } else { f32::MAX }
    })
}

/// The base noise alone, neither warped nor folded nor eroded: the baseline for measurements of relief.
pub fn base_noise(recipe: Recipe, seed: u64, size: Size) -> Layer<f32> {
    let (noise, traits) = (Perlin::new(noise_seed(seed, 1)), recipe.traits());
    let at = |side: u16| f64::from(side) / traits.scale;
    layer_by_rows(size, |cell| {
        rough_octaves(&noise, (at(cell.x), at(cell.y)), BASE_OCTAVES, traits.gain) as f32
    })
}

/// Raises the land of a seed; `told` is called with the progress in percent.
pub(super) fn raise(recipe: Recipe, seed: u64, size: Size, told: &mut dyn FnMut(usize)) -> Relief {
    let shape = LandNoise::new(recipe.traits(), seed, size);
    let mut elevation = Layer::new(size, 0.0);
    let look = |cell: Cell| shape.at(cell) as f32;
    let rows = usize::from(size.height).div_ceil(BANDS);
    for (band, values) in elevation.values_mut().chunks_mut(rows * usize::from(size.width)).enumerate() {
        told(band * 100 / BANDS);
        fill_rows(values, size, band * rows, &look);
    }
    let [sea] = percentiles(elevation.values().to_vec(), [100 - shape.traits.land_percent]);
    // All water finds the sea, however little of it there is.
    for cell in size.cells().filter(|cell| is_outermost(size, *cell)) {
        elevation[cell] = elevation[cell].min(sea);
    }
    Relief { sea, top: top(&elevation), elevation }
}

/// Whether a cell lies at the edge of the map.
fn is_outermost(size: Size, cell: Cell) -> bool {
    cell.x == 0 || cell.y == 0 || cell.x + 1 == size.width || cell.y + 1 == size.height
}

/// Elevation of the highest cell.
pub(super) fn top(elevation: &Layer<f32>) -> f32 {
    elevation.values().iter().copied().max_by(f32::total_cmp).unwrap_or(0.0)
}

/// The noise functions of one land.
struct LandNoise {
    base: Perlin,
    warp: [Layer<f64>; 2],
    ridge: Perlin,
    broad: Perlin,
    /// Weight of the broadest features, 0 to 1.
    breadth: f64,
    traits: Traits,
    size: Size,
}

impl LandNoise {
    fn new(traits: Traits, seed: u64, size: Size) -> Self {
        let noise = |purpose| Perlin::new(noise_seed(seed, purpose));
        let side = f64::from(size.width.max(size.height));
        let breadth = (1.0 - BROAD_SIDE / side).max(0.0);
        let warp = [(2, 5.2, 1.3), (3, 8.7, 2.8)]
            .map(|(purpose, u, v)| warp(&noise(purpose), size, traits.scale, (u, v)));
        Self { base: noise(1), warp, ridge: noise(4), broad: noise(7), breadth, traits, size }
    }

    fn at(&self, cell: Cell) -> f64 {
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        let Traits { scale, hills, ridges, gain, .. } = self.traits;
        let (u, v) = (x / scale, y / scale);
        let [wx, wy] = [0, 1].map(|side| interpolated(&self.warp[side], cell));
        let mut base = rough_octaves(&self.base, (u + wx, v + wy), BASE_OCTAVES, gain);
        if self.breadth > 0.0 {
            base += self.breadth * octaves(&self.broad, (u + wx) / BROAD, (v + wy) / BROAD, 2);
        }
        let fold = 1.0 - octaves(&self.ridge, (u + wy) * 0.9 + 3.1, (v + wx) * 0.9 + 7.9, 4).abs() * 2.0;
        let ridge = fold.max(0.0) * fold.max(0.0);
        base * hills + ridge * ridges * (0.28 + 0.3 * base.max(0.0)) + self.rim(x, y)
    }

    /// Lowers the edges of the map into the sea and lifts its middle.
    fn rim(&self, x: f64, y: f64) -> f64 {
        let across = |at: f64, side: u16| (at / f64::from(side) * 2.0 - 1.0).abs();
        let dx = across(x + 0.5, self.size.width);
        let dy = across(y + 0.5, self.size.height);
        let edge = dx.max(dy);
        let round = (dx * dx + dy * dy) * 0.5;
        let cliff = |from: f64| (edge - from).max(0.0) * 6.0;
        match self.traits.rim {
            Rim::Around => 0.45 - 0.75 * round - cliff(0.86),
            Rim::Between => -0.2 * round - 2.0 * cliff(0.9),
            Rim::Far => 0.2 - 0.2 * round - 2.0 * cliff(0.9),
            Rim::Ring => {
                let off = (2.0 * round).sqrt() - RING;
                0.5 - 5.0 * off * off - cliff(0.9)
            }
        }
    }
}

/// Domain warp, in broadest features, sampled at each [`WARP_STEP`]th cell.
fn warp(noise: &Perlin, size: Size, scale: f64, (u, v): (f64, f64)) -> Layer<f64> {
    let knots = Size::new(size.width / WARP_STEP + 2, size.height / WARP_STEP + 2);
    let at = |knot: u16| f64::from(knot * WARP_STEP) / scale;
    layer_by_rows(knots, |knot| octaves(noise, at(knot.x) + u, at(knot.y) + v, 3) * 0.45)
}

/// Bilinear interpolation, at a cell, of samples at each [`WARP_STEP`]th.
fn interpolated(knots: &Layer<f64>, cell: Cell) -> f64 {
    let (left, top) = (cell.x / WARP_STEP, cell.y / WARP_STEP);
    let part = |at: u16| f64::from(at % WARP_STEP) / f64::from(WARP_STEP);
    let mix = |a: f64, b: f64, share: f64| a + (b - a) * share;
    let row = |y: u16| mix(knots[Cell::new(left, y)], knots[Cell::new(left + 1, y)], part(cell.x));
    mix(row(top), row(top + 1), part(cell.y))
}
