//! A whole land from a seed: the order in which its parts are made.

use super::Surface;
use super::elevation::{self, Relief};
use super::sites::{self, Site};
use super::water::{self, Drainage};
use crate::grid::{Cell, Layer, Size};
use noise::{NoiseFn, Perlin};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Smallest and largest side of a land, in cells.
pub const SIDE_MIN: u16 = 48;
/// See [`SIDE_MIN`].
pub const SIDE_MAX: u16 = 4096;

/// The ground, its heights and its resources.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Land {
    /// Columns and rows.
    pub size: Size,
    /// What each cell is made of.
    pub surface: Layer<Surface>,
    /// Height of each cell: the sea's surface is [`Land::SEA`], the highest peak about 1200.
    pub height: Layer<u16>,
    /// Where something can be farmed, cut, mined or caught.
    pub sites: Vec<Site>,
}

impl Land {
    /// Height of the sea's surface.
    pub const SEA: u16 = 200;

    /// Whether nobody can stand on the cell.
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.surface[cell].is_blocked()
    }

    /// For each cell the number of its connected part of the land (walking by the corner rule is 4-way
    /// connection, since a diagonal needs both sides free), `u32::MAX` where nobody can stand; and each part's area.
    pub fn parts(&self) -> (Layer<u32>, Vec<u32>) {
        let mut part = Layer::new(self.size, u32::MAX);
        let mut areas = Vec::new();
        let mut stack = Vec::new();
        for start in self.size.cells() {
            if self.is_blocked(start) || part[start] != u32::MAX {
                continue;
            }
            let number = areas.len() as u32;
            areas.push(0);
            part[start] = number;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                areas[number as usize] += 1;
                for (dir, next) in self.size.neighbours(cell) {
                    if !dir.is_diagonal() && !self.is_blocked(next) && part[next] == u32::MAX {
                        part[next] = number;
                        stack.push(next);
                    }
                }
            }
        }
        (part, areas)
    }

    /// Share of the walkable land that hangs together, in percent.
    pub fn largest_part_percent(&self) -> u32 {
        let (_, areas) = self.parts();
        let all: u64 = areas.iter().map(|area| u64::from(*area)).sum();
        let largest = areas.iter().copied().max().unwrap_or(0);
        (u64::from(largest) * 100).checked_div(all).unwrap_or(0) as u32
    }

    /// Whether a resource site lies within `radius` king's moves.
    pub fn steps_to_site(&self, cell: Cell) -> Option<u32> {
        self.sites.iter().map(|site| site.cell.steps_to(cell)).min()
    }
}

/// Why a land cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum LandError {
    /// The size is out of range.
    #[error("a land of {0}x{1} cannot be made: each side must be between {SIDE_MIN} and {SIDE_MAX} cells")]
    Size(u16, u16),
}

/// Who hears how far a land is: what is being made, and how much of all is done, in percent.
pub type Told<'a> = &'a mut dyn FnMut(&'static str, usize);

/// Makes the land of this seed: same seed and size, same land, on any machine and in any build.
///
/// # Errors
/// When a side is not between 48 and 4096 cells.
pub fn generate(seed: u64, size: Size) -> Result<Land, LandError> {
    generate_told(seed, size, &mut |_, _| ())
}

/// The same; `told` hears now and then what is being made and how much of all is done, in percent.
///
/// # Errors
/// When a side is not between 48 and 4096 cells.
pub fn generate_told(seed: u64, size: Size, told: Told) -> Result<Land, LandError> {
    make(seed, size, false, told)
}

/// The same land with nothing on it that one could be caught behind: peaks are bare rock and lakes are swamps, so that
/// only the sea bars anybody's way, and who goes by instinct seldom has to turn back. To alter the land instead of the
/// search is the oldest advice there is (Patel, "Amit's thoughts on pathfinding": avoid concave obstacles).
///
/// # Errors
/// When a side is not between 48 and 4096 cells.
pub fn generate_gentle(seed: u64, size: Size, told: Told) -> Result<Land, LandError> {
    make(seed, size, true, told)
}

fn make(seed: u64, size: Size, is_gentle: bool, told: Told) -> Result<Land, LandError> {
    let sides = SIDE_MIN..=SIDE_MAX;
    if !sides.contains(&size.width) || !sides.contains(&size.height) {
        return Err(LandError::Size(size.width, size.height));
    }
    let relief = elevation::raise(seed, size, &mut |done| told("raising mountains", done * 35 / 100));
    told("letting water run", 35);
    let drainage = water::drain(&relief);
    told("growing woods", 75);
    let height = relief.heights(&drainage);
    let mut surface = paint(seed, &relief, &drainage, &height);
    if is_gentle {
        open_up(&mut surface, |cell| relief.is_sea(cell));
    }
    drop((relief, drainage));
    told("hiding ore and salt", 90);
    let mut land = Land { size, surface, height, sites: Vec::new() };
    land.sites = sites::place(seed, &land);
    told("settling", 100);
    Ok(land)
}

/// Moisture of each cell between 0 and about 2: noise, and rain that the west wind carries inland and loses
/// where the land rises.
fn moisture(seed: u64, relief: &Relief) -> Layer<f64> {
    let size = relief.elevation.size();
    let noise = Perlin::new(elevation::noise_seed(seed, 5));
    let mut moisture = Layer::new(size, 0.0);
    // Rows in parallel: the wind blows along them.
    moisture.values_mut().par_chunks_mut(usize::from(size.width)).enumerate().for_each(|(y, row)| {
        let mut humidity = 1.0;
        for (x, moisture) in (0..).zip(row) {
            let cell = Cell::new(x, y as u16);
            let rise = (relief.above_sea(cell) * 2.2).clamp(0.0, 1.0);
            let rain = if relief.is_sea(cell) { 0.0 } else { humidity * (0.012 + 0.05 * rise) };
            humidity =
                if relief.is_sea(cell) { (humidity + 0.02).min(1.0) } else { (humidity - rain).max(0.25) };
            let patches =
                elevation::octaves(&noise, f64::from(x) / 37.3 + 9.1, f64::from(cell.y) / 37.3 + 3.7, 4);
            *moisture = humidity * 0.7 + patches * 0.9 + 0.5;
        }
    });
    moisture
}

/// Chooses each cell's surface. Thresholds are shares of the land rather than values, so that every seed has
/// mountains to go round and meadows to cross.
fn paint(seed: u64, relief: &Relief, drainage: &Drainage, height: &Layer<u16>) -> Layer<Surface> {
    let size = height.size();
    let wet = moisture(seed, relief);
    let on_land = |layer: &Layer<f64>| -> Vec<f64> {
        let cells = layer.values().iter().zip(relief.elevation.values());
        cells.filter(|(_, elevation)| **elevation > relief.sea).map(|(value, _)| *value).collect()
    };
    let (high, damp) = rayon::join(
        || elevation::shares(on_land(&relief.elevation), [98, 91, 78, 30]),
        || elevation::shares(on_land(&wet), [86, 64, 36, 74]),
    );
    let ([peak, rock, hill, low], [wood, forest, grass, marsh]) = (high, damp);
    let grain = Perlin::new(elevation::noise_seed(seed, 6));
    let bands = Bands { peak, rock, hill, low, wood, forest, grass, marsh, grain };
    elevation::by_rows(size, |cell| {
        if relief.is_sea(cell) {
            sea(relief, cell)
        } else if drainage.lake[cell] {
            Surface::ShallowWater
        } else if drainage.is_river(cell) {
            Surface::River
        } else {
            bands.ground(relief, height, &wet, cell)
        }
    })
}

/// Thresholds between the kinds of ground.
struct Bands {
    peak: f64,
    rock: f64,
    hill: f64,
    low: f64,
    wood: f64,
    forest: f64,
    grass: f64,
    marsh: f64,
    grain: Perlin,
}

impl Bands {
    fn ground(&self, relief: &Relief, height: &Layer<u16>, wet: &Layer<f64>, cell: Cell) -> Surface {
        let up = relief.elevation[cell];
        let damp = wet[cell];
        let rough = self.grain.get([f64::from(cell.x) / 6.3 + 0.37, f64::from(cell.y) / 6.3 + 0.61]) * 0.02;
        let up = up + rough;
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

/// Makes what bars the way inland such that one can walk over it, if slowly.
fn open_up(surface: &mut Layer<Surface>, is_sea: impl Fn(Cell) -> bool) {
    for cell in surface.size().cells().filter(|cell| !is_sea(*cell)) {
        let ground = &mut surface[cell];
        *ground = match *ground {
            Surface::Peak => Surface::Rock,
            Surface::ShallowWater | Surface::DeepWater => Surface::Swamp,
            other => other,
        };
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
