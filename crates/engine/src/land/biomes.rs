//! What grows where: the surface of each cell, by how high, how damp and how near the water it lies.

use super::climate;
use super::elevation::{self, Relief};
use super::rivers::Channel;
use super::water::Drainage;
use super::{Recipe, Surface};
use crate::grid::{Cell, Layer};
use noise::{NoiseFn, Perlin};

/// What full cold takes off the heights at which hills, rock and peaks begin, as a share of what lies between hills and
/// rock; and of woods, as a share of what lies between grass and deep wood.
const LOWERED: f32 = 0.8;
const THINNED: f32 = 0.8;

/// The layers from which surfaces are chosen.
pub(super) struct SurfaceInputs<'a> {
    /// Elevation.
    pub relief: &'a Relief,
    /// Flow of water, and lakes.
    pub drainage: &'a Drainage,
    /// The rivers.
    pub channels: &'a Layer<Channel>,
    /// Moisture.
    pub moisture: &'a Layer<f32>,
}

impl SurfaceInputs<'_> {
    /// Chooses each cell's surface. Thresholds are shares of the land rather than values, so that every seed has
    /// mountains to go round and meadows to cross.
    pub(super) fn paint(&self, recipe: Recipe, seed: u64, height: &Layer<u16>) -> Layer<Surface> {
        let (relief, traits) = (self.relief, recipe.traits());
        let on_land = |layer: &Layer<f32>| -> Vec<f32> {
            let cells = layer.values().iter().zip(relief.elevation.values());
            cells.filter(|(_, elevation)| **elevation > relief.sea).map(|(value, _)| *value).collect()
        };
        let (high, damp) = rayon::join(
            || elevation::percentiles(on_land(&relief.elevation), traits.heights),
            || elevation::percentiles(on_land(self.moisture), traits.damp),
        );
        let ([peak, rock, hill, low], [wood, forest, grass, marsh]) = (high, damp);
        let grain = Perlin::new(elevation::noise_seed(seed, 6));
        let cold = traits.cold;
        let bands = SurfaceThresholds { peak, rock, hill, low, wood, forest, grass, marsh, grain, cold };
        elevation::layer_by_rows(height.size(), |cell| match self.channels[cell] {
            _ if relief.is_sea(cell) => sea(relief, cell),
            _ if self.drainage.lake[cell] => Surface::ShallowWater,
            Channel::Deep => Surface::ShallowWater,
            Channel::Shallow => Surface::River,
            Channel::Dry => bands.ground(relief, height, self.moisture, cell),
        })
    }
}

/// Thresholds between the kinds of ground.
struct SurfaceThresholds {
    peak: f32,
    rock: f32,
    hill: f32,
    low: f32,
    wood: f32,
    forest: f32,
    grass: f32,
    marsh: f32,
    grain: Perlin,
    /// How cold the north is, -1 to 1.
    cold: f32,
}

impl SurfaceThresholds {
    fn ground(&self, relief: &Relief, height: &Layer<u16>, wet: &Layer<f32>, cell: Cell) -> Surface {
        let up = relief.elevation[cell];
        let chill = climate::row_cold(self.cold, cell.y, height.size().height);
        let damp = wet[cell] - chill * (self.wood - self.grass) * THINNED;
        let rough =
            self.grain.get([f64::from(cell.x) / 6.3 + 0.37, f64::from(cell.y) / 6.3 + 0.61]) as f32 * 0.02;
        let up = up + rough + chill * (self.rock - self.hill) * LOWERED;
        if up > self.peak {
            Surface::Peak
        } else if up > self.rock {
            Surface::Rock
        } else if up > self.hill {
            if damp > self.wood { Surface::Forest } else { Surface::Hill }
        } else if is_shore(relief, cell) && damp < self.wood {
            Surface::Sand
        } else if up < self.low && damp > self.marsh && is_flat(height, cell) {
            Surface::Swamp
        } else if damp > self.wood {
            Surface::DeepWood
        } else if damp > self.forest {
            Surface::Forest
        } else if damp > self.grass {
            Surface::Grass
        } else {
            Surface::Meadow
        }
    }
}

fn sea(relief: &Relief, cell: Cell) -> Surface {
    let size = relief.elevation.size();
    let near = || size.square(cell, 2).any(|other| !relief.is_sea(other));
    if relief.above_sea(cell) > -0.035 || near() { Surface::ShallowWater } else { Surface::DeepWater }
}

fn is_shore(relief: &Relief, cell: Cell) -> bool {
    let size = relief.elevation.size();
    relief.above_sea(cell) < 0.05 && size.neighbours(cell).any(|(_, other)| relief.is_sea(other))
}

fn is_flat(height: &Layer<u16>, cell: Cell) -> bool {
    height.size().neighbours(cell).all(|(_, other)| height[other].abs_diff(height[cell]) <= 4)
}
