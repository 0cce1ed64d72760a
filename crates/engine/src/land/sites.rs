//! Resource sites: where something can be farmed, cut, mined or caught.

use super::map::{Good, Land, Site};
use super::{SimRng, Surface};
use crate::grid::{Cell, Layer, Size};

/// Yield of a good on this surface, 0 to 10; `near_water` is open water within two cells.
fn suits(good: Good, surface: Surface, near_water: bool) -> u32 {
    match (good, surface) {
        (Good::Grain, Surface::Meadow) => 10,
        (Good::Grain, Surface::Grass) => 8,
        (Good::Timber, Surface::Forest) => 8,
        (Good::Timber, Surface::DeepWood) => 10,
        (Good::Stone, Surface::Hill) => 9,
        (Good::Stone, Surface::Rock) => 5,
        (Good::Ore, Surface::Hill) => 7,
        (Good::Ore, Surface::Rock) => 6,
        (Good::Salt, Surface::Sand) => 9,
        (Good::Salt, Surface::Swamp) => 5,
        (Good::Fish, s) if near_water && !s.is_blocked() => 8,
        _ => 0,
    }
}

/// Least distance between two sites, in steps.
const SPACING: u16 = 17;
/// Cells of connected land per site.
const CELLS_PER_SITE: u32 = 1400;

/// Scatters sites over the largest connected part of a land, the scarcest good first.
pub(super) fn place(seed: u64, land: &Land) -> Vec<Site> {
    let (part, areas) = land.parts();
    let Some(largest) = (0..areas.len()).max_by_key(|i| (areas[*i], usize::MAX - i)) else {
        return Vec::new();
    };
    let home: Vec<Cell> = land.size.cells().filter(|cell| part[*cell] == largest as u32).collect();
    let wanted = (areas[largest] / CELLS_PER_SITE).max(8);
    let mut rng = SimRng::new(seed, 3);
    let mut sites: Vec<Site> = Vec::new();
    let mut counts = [0u32; Good::COUNT];
    // No square of this grid has room for two: a site that is too near stands in it or in one beside it.
    let square = |cell: Cell| Cell::new(cell.x / SPACING, cell.y / SPACING);
    let squares = Size::new(land.size.width / SPACING + 1, land.size.height / SPACING + 1);
    let mut taken: Layer<Option<Cell>> = Layer::new(squares, None);
    for _ in 0..wanted * 40 {
        let Some(cell) = rng.pick(&home).copied().filter(|_| (sites.len() as u32) < wanted) else { break };
        let near = |other: Cell| other.chebyshev(cell) < u32::from(SPACING);
        if squares.square(square(cell), 1).any(|beside| taken[beside].is_some_and(near)) {
            continue;
        }
        if let Some(good) = best_good(land, cell, &counts) {
            counts[good as usize] += 1;
            taken[square(cell)] = Some(cell);
            sites.push(Site { cell, good });
        }
    }
    sites
}

/// The good that suits the place most, the scarcer the better.
fn best_good(land: &Land, cell: Cell, counts: &[u32; Good::COUNT]) -> Option<Good> {
    let surface = land.surface[cell];
    let near_water = land.size.square(cell, 2).any(|other| land.surface[other].is_sea_or_lake());
    let scored = Good::ALL.into_iter().map(|good| {
        let scarcity = 1 + counts[good as usize];
        (suits(good, surface, near_water) * 60 / scarcity, good)
    });
    scored
        .filter(|(score, _)| *score > 0)
        .max_by_key(|(score, good)| (*score, Good::COUNT - *good as usize))
        .map(|(_, good)| good)
}
