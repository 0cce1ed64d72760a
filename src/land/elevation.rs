//! Elevation: warped octaves of noise, ridges, and a sea around them.

use super::mix;
use super::water::Drainage;
use crate::grid::{Cell, Layer, Size};
use noise::{NoiseFn, Perlin};
use rayon::prelude::*;

/// Share of the map that is land, in percent.
const LAND_PERCENT: usize = 60;
/// Parts of the land that are raised one after the other, so that it can be told how far it is.
const BANDS: usize = 20;

/// Elevation before rounding.
pub struct Relief {
    /// Elevation of each cell, roughly -1 to 1.
    pub elevation: Layer<f64>,
    /// Elevation of the sea's surface.
    pub sea: f64,
    /// Elevation of the highest cell.
    pub top: f64,
}

impl Relief {
    /// Height over the sea as a share of the highest cell's (negative under water).
    pub fn above_sea(&self, cell: Cell) -> f64 {
        (self.elevation[cell] - self.sea) / (self.top - self.sea)
    }

    /// Whether the sea covers the cell.
    pub fn is_sea(&self, cell: Cell) -> bool {
        self.elevation[cell] <= self.sea
    }

    /// Integer heights: the sea is flat, a lake lies at its spill level, the rest is rounded. The rise is gentle in
    /// the lowlands and steep in the mountains.
    pub fn heights(&self, drainage: &Drainage) -> Layer<u16> {
        let size = self.elevation.size();
        let height = |cell: Cell| {
            if self.is_sea(cell) {
                return super::Land::SEA;
            }
            let level = if drainage.lake[cell] { drainage.spill[cell] } else { self.elevation[cell] };
            let up = ((level - self.sea) / (self.top - self.sea)).clamp(0.0, 1.0);
            let shaped = up * (0.35 + 0.65 * up);
            super::Land::SEA + 1 + (shaped * 999.0) as u16
        };
        by_rows(size, height)
    }
}

/// A 32-bit seed for the noise library, which adds small numbers to it.
pub fn noise_seed(seed: u64, purpose: u64) -> u32 {
    (mix(&[seed, purpose]) >> 33) as u32
}

/// Octaves of noise, each twice as fine and half as strong: about -1 to 1.
pub fn octaves(noise: &Perlin, x: f64, y: f64, count: u32) -> f64 {
    let (mut sum, mut amplitude, mut frequency) = (0.0, 0.5, 1.0);
    for _ in 0..count {
        sum += amplitude * noise.get([x * frequency + 0.137, y * frequency + 0.731]);
        amplitude *= 0.5;
        frequency *= 2.0;
    }
    sum * 1.6
}

/// A layer of what is to be seen at each cell. Rows are made in parallel: each value depends on its cell alone, so the
/// threads cannot matter.
pub fn by_rows<T: Clone + Default + Send>(size: Size, look: impl Fn(Cell) -> T + Sync) -> Layer<T> {
    let mut layer = Layer::new(size, T::default());
    fill_rows(layer.values_mut(), size, 0, &look);
    layer
}

/// Fills so many rows from one on.
fn fill_rows<T: Send>(values: &mut [T], size: Size, first: usize, look: &(impl Fn(Cell) -> T + Sync)) {
    values.par_chunks_mut(usize::from(size.width)).enumerate().for_each(|(y, row)| {
        for (x, value) in (0..).zip(row) {
            *value = look(Cell::new(x, (first + y) as u16));
        }
    });
}

/// The value that a share of all is below, for each of these shares in percent.
pub fn shares<const N: usize>(mut values: Vec<f64>, percents: [usize; N]) -> [f64; N] {
    percents.map(|percent| {
        let place = values.len() * percent / 100;
        if place < values.len() { *values.select_nth_unstable_by(place, f64::total_cmp).1 } else { f64::MAX }
    })
}

/// Raises the land of a seed; `told` hears how many of a hundred parts are done.
pub fn raise(seed: u64, size: Size, told: &mut dyn FnMut(usize)) -> Relief {
    let shape = Shape::new(seed, size);
    let mut elevation = Layer::new(size, 0.0);
    let look = |cell: Cell| shape.at(f64::from(cell.x), f64::from(cell.y));
    let rows = usize::from(size.height).div_ceil(BANDS);
    for (band, values) in elevation.values_mut().chunks_mut(rows * usize::from(size.width)).enumerate() {
        told(band * 100 / BANDS);
        fill_rows(values, size, band * rows, &look);
    }
    let top = elevation.values().iter().copied().max_by(f64::total_cmp).unwrap_or(0.0);
    let [sea] = shares(elevation.values().to_vec(), [100 - LAND_PERCENT]);
    Relief { elevation, sea, top }
}

/// The noises that one land is made of.
struct Shape {
    base: Perlin,
    warp: [Perlin; 2],
    ridge: Perlin,
    size: Size,
    scale: f64,
}

impl Shape {
    fn new(seed: u64, size: Size) -> Self {
        let noise = |purpose| Perlin::new(noise_seed(seed, purpose));
        // Features keep their size in cells, so that a larger land has more of them rather than larger ones.
        let scale = 84.7;
        Self { base: noise(1), warp: [noise(2), noise(3)], ridge: noise(4), size, scale }
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        let (u, v) = (x / self.scale, y / self.scale);
        let wx = octaves(&self.warp[0], u + 5.2, v + 1.3, 3) * 0.45;
        let wy = octaves(&self.warp[1], u + 8.7, v + 2.8, 3) * 0.45;
        let base = octaves(&self.base, u + wx, v + wy, 6);
        let fold = 1.0 - octaves(&self.ridge, (u + wy) * 0.9 + 3.1, (v + wx) * 0.9 + 7.9, 4).abs() * 2.0;
        let ridge = fold.max(0.0) * fold.max(0.0);
        base * 0.75 + ridge * (0.28 + 0.3 * base.max(0.0)) + self.rim(x, y)
    }

    /// What lowers the edges of the map into the sea and lifts its middle.
    fn rim(&self, x: f64, y: f64) -> f64 {
        let across = |at: f64, side: u16| (at / f64::from(side) * 2.0 - 1.0).abs();
        let dx = across(x + 0.5, self.size.width);
        let dy = across(y + 0.5, self.size.height);
        let edge = dx.max(dy);
        let round = (dx * dx + dy * dy) * 0.5;
        let cliff = ((edge - 0.86).max(0.0)) * 6.0;
        0.45 - 0.75 * round - cliff
    }
}
