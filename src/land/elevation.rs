//! Elevation: warped octaves of noise, ridges, and a sea around them.

use super::mix;
use super::water::Drainage;
use crate::grid::{Cell, Layer, Size};
use noise::{NoiseFn, Perlin};
use rayon::prelude::*;

/// Share of the map that is land, in percent.
const LAND_PERCENT: usize = 60;

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
    pub fn heights(&self, drainage: &Drainage) -> Vec<u16> {
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
        size.cells().map(height).collect()
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

/// Raises the land of a seed.
pub fn raise(seed: u64, size: Size) -> Relief {
    let shape = Shape::new(seed, size);
    let mut values = vec![0.0; size.area()];
    // Rows in parallel: each value depends on its cell alone, so the threads cannot matter.
    values.par_chunks_mut(usize::from(size.width)).enumerate().for_each(|(y, row)| {
        for (x, value) in row.iter_mut().enumerate() {
            *value = shape.at(x as f64, y as f64);
        }
    });
    let mut sorted = values.clone();
    sorted.sort_by(f64::total_cmp);
    let sea = sorted[sorted.len() * (100 - LAND_PERCENT) / 100];
    let top = sorted[sorted.len() - 1];
    Relief { elevation: Layer::from_values(size, values).unwrap_or_default(), sea, top }
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
