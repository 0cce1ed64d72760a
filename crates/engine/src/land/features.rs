//! Named features of a land without settlements: great rivers, high peaks, and passes between them.

use super::map::{FEATURES_MAX, Feature, FeatureKind, Land};
use super::names::feature_name;
use super::water::Drainage;
use super::{SimRng, Surface};
use crate::grid::{Cell, Layer, Size};

/// Features of one kind at most.
const KIND_MAX: usize = FEATURES_MAX / 3;
/// Flow of a named river, as a multiple of the least flow of a river.
const NAMED_FLOW: u32 = 4;
/// Side of a square with at most one named peak and one named pass, in cells.
const SQUARE: u16 = 32;
/// Distance from a pass at which the ground is higher on both sides and lower before and behind, in cells.
const SADDLE: i32 = 6;
/// Least difference there, in units of height.
const SADDLE_RISE: u16 = 25;

/// Finds and names the features of a land.
pub(super) fn find(seed: u64, land: &Land, drainage: &Drainage) -> Vec<Feature> {
    let mut rng = SimRng::new(seed, 7);
    let mut features: Vec<Feature> = Vec::new();
    let rivers = rivers(land.size, drainage);
    let peaks =
        highest_of_squares(land, |cell| (land.surface[cell] == Surface::Peak).then(|| land.height[cell]));
    let passes = highest_of_squares(land, |cell| saddle(land, cell));
    let one = |cell: Cell| vec![cell];
    let places = rivers.into_iter().map(|cells| (FeatureKind::River, cells));
    let places = places.chain(peaks.into_iter().map(|cell| (FeatureKind::Peak, one(cell))));
    let places = places.chain(passes.into_iter().map(|cell| (FeatureKind::Pass, one(cell))));
    for (kind, cells) in places {
        let name = feature_name(&mut rng, kind, |name| features.iter().any(|other| other.name == name));
        features.push(Feature { kind, name, cells });
    }
    features
}

/// The main streams of the greatest rivers, the greatest first.
fn rivers(size: Size, drainage: &Drainage) -> Vec<Vec<Cell>> {
    let least = drainage.river_flow * NAMED_FLOW;
    let below = |cell: Cell| drainage.down[cell].and_then(|dir| size.step(cell, dir));
    let ends = |cell: &Cell| {
        drainage.flow[*cell] >= least && below(*cell).is_some_and(|next| drainage.down[next].is_none())
    };
    let mut mouths: Vec<Cell> = size.cells().filter(ends).collect();
    mouths.sort_by_key(|cell| (std::cmp::Reverse(drainage.flow[*cell]), size.index(*cell)));
    mouths.truncate(KIND_MAX);
    let main_stream = |mouth: Cell| {
        let feeds = |here: Cell| {
            let feeders = size.neighbours(here).map(|(_, cell)| cell);
            let feeders = feeders.filter(|cell| below(*cell) == Some(here) && drainage.is_river(*cell));
            feeders.max_by_key(|cell| drainage.flow[*cell])
        };
        let stream = std::iter::successors(Some(mouth), |here| feeds(*here));
        stream.filter(|cell| !drainage.lake[*cell]).collect()
    };
    mouths.into_iter().map(main_stream).collect()
}

/// The cell of greatest `worth` in each square that has one, in descending order.
fn highest_of_squares(land: &Land, worth: impl Fn(Cell) -> Option<u16>) -> Vec<Cell> {
    let squares = Size::new(land.size.width / SQUARE + 1, land.size.height / SQUARE + 1);
    let mut best: Layer<Option<(u16, Cell)>> = Layer::new(squares, None);
    for cell in land.size.cells() {
        let square = Cell::new(cell.x / SQUARE, cell.y / SQUARE);
        if let Some(worth) = worth(cell).filter(|worth| best[square].is_none_or(|(most, _)| *worth > most)) {
            best[square] = Some((worth, cell));
        }
    }
    let mut found: Vec<(u16, Cell)> = best.values().iter().flatten().copied().collect();
    found.sort_by_key(|(worth, cell)| (std::cmp::Reverse(*worth), land.size.index(*cell)));
    found.truncate(KIND_MAX);
    found.into_iter().map(|(_, cell)| cell).collect()
}

/// The least rise on both sides of a pass and fall before and behind it, in units of height; `None` where there is no pass.
fn saddle(land: &Land, cell: Cell) -> Option<u16> {
    if !matches!(land.surface[cell], Surface::Hill | Surface::Rock | Surface::Forest) {
        return None;
    }
    let here = i32::from(land.height[cell]);
    let over = |dx: i32, dy: i32| {
        let at = |sign: i32| land.size.offset(cell, dx * sign * SADDLE, dy * sign * SADDLE);
        let (one, other) = (at(-1)?, at(1)?);
        Some([one, other].map(|cell| i32::from(land.height[cell]) - here))
    };
    let (across, along) = (over(1, 0)?, over(0, 1)?);
    let rise = |up: [i32; 2], down: [i32; 2]| up.into_iter().chain(down.map(|fall| -fall)).min();
    let rise = rise(across, along)?.max(rise(along, across)?);
    u16::try_from(rise).ok().filter(|rise| *rise >= SADDLE_RISE)
}
