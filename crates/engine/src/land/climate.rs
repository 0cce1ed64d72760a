//! Temperature and moisture. The north is colder, by as much as the recipe says. The west wind takes up water over the
//! sea, drops what a rising slope cannot hold (orographic rain), and comes down dry on the other side; noise adds patches.

use super::elevation::{self, Relief};
use crate::grid::{Cell, Layer};
use noise::Perlin;
use rayon::prelude::*;

/// Share of its deficit that the wind takes up over each cell of sea.
const OVER_SEA: f32 = 0.05;
/// Share of its distance to [`INLAND`] that humidity moves over each cell of land: woods give water back.
const OVER_LAND: f32 = 0.012;
/// Humidity of a wind after a long stretch of flat land; ridges dry it no further than [`DRIEST`].
const INLAND: f32 = 0.6;
/// See [`INLAND`].
const DRIEST: f32 = 0.15;
/// How much less the wind can hold over the highest peak than over the sea.
const LIFT: f32 = 1.3;
/// Share of what it cannot hold that it drops on each cell.
const DROPPED: f32 = 0.25;
/// Amplitude of the noise in humidity.
const PATCHES: f32 = 0.8;

/// The south's share of the north's cold.
const SOUTH: f32 = 0.1;

/// Cold of a row, -1 to 1, from the cold of the land's north; 0 everywhere if that is 0.
pub(super) fn row_cold(cold: f32, y: u16, height: u16) -> f32 {
    let north = 1.0 - f32::from(y) / f32::from(height.max(1));
    cold * (SOUTH + (1.0 - SOUTH) * north)
}

/// Moisture of each cell of land, 0 to about 1.6, and 0 on the sea; only its order matters.
pub(super) fn moisture(seed: u64, relief: &Relief) -> Layer<f32> {
    let size = relief.elevation.size();
    let noise = Perlin::new(elevation::noise_seed(seed, 5));
    let mut moisture = Layer::new(size, 0.0);
    // Rows in parallel: the wind blows along them.
    moisture.values_mut().par_chunks_mut(usize::from(size.width)).enumerate().for_each(|(y, row)| {
        let mut humidity: f32 = 1.0;
        for (x, moisture) in (0..).zip(row) {
            let cell = Cell::new(x, y as u16);
            if relief.is_sea(cell) {
                humidity += (1.0 - humidity) * OVER_SEA;
                continue;
            }
            humidity += (INLAND - humidity) * OVER_LAND;
            let holds = (1.0 - LIFT * relief.above_sea(cell)).max(DRIEST);
            humidity -= (humidity - holds).max(0.0) * DROPPED;
            let (u, v) = (f64::from(x) / 37.3 + 9.1, f64::from(cell.y) / 37.3 + 3.7);
            *moisture = humidity * (1.0 + PATCHES * elevation::octaves(&noise, u, v, 4) as f32);
        }
    });
    moisture
}
