//! The maps and queries of the bench: public maps with their scenarios, random walls, and land of smooth noise on
//! which every cell has one of five prices.

use crate::noise;
use std::path::{Path, PathBuf};
use wayworn::benchmark::{EXACT_STEP_UNITS, PublicMap, parse_scenarios};
use wayworn::graph::{Components, Corner, Moves, NodeId, Terrain};
use wayworn::grid::Size;
use wayworn::land::mix;

const EIGHT: Moves = Moves::Eight(Corner::BothFree);

/// Queries on a map of one price, and on one of more than [`LARGE`] cells.
const QUESTIONS: [usize; 2] = [100, 25];
const LARGE: usize = 1 << 20;

/// Side of a random map.
const CHANCE_SIDE: u16 = 512;

/// Sides of priced land, and the number of queries on each.
const LANDS: [(u16, usize); 3] = [(512, 40), (1024, 16), (2048, 6)];
/// Kind of a map. Ratios on different kinds mean different things.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Designed by hand or built from blocks, one price.
    Shaped,
    /// Random single walls, one price.
    Scattered,
    /// Smooth land of five prices.
    Priced,
}

impl Kind {
    /// All kinds with their titles.
    pub(crate) const ALL: [(Kind, &str); 3] =
        [(Kind::Shaped, "shaped"), (Kind::Scattered, "random noise"), (Kind::Priced, "priced land")];
}

/// Origin of a map.
pub(crate) enum Source {
    /// A public map, with its scenarios beside it.
    File(PathBuf),
    /// This percentage of random walls, in blocks of this many cells.
    Chance(u64, u16),
    /// Priced land of this side, and this many queries.
    Land(u16, usize),
}

/// A map and its queries.
pub(crate) struct Map {
    pub terrain: Terrain,
    pub ends: Vec<(NodeId, NodeId)>,
}

/// All maps: the public ones of the folder that `MOVINGAI_DIR` names, or two random ones; and the priced lands.
pub(crate) fn sources() -> Vec<Source> {
    let by_chance = || vec![Source::Chance(25, 1), Source::Chance(30, 12)];
    let mut sources =
        std::env::var_os("MOVINGAI_DIR").map_or_else(by_chance, |folder| public(folder.as_ref()));
    sources.extend(LANDS.map(|(side, questions)| Source::Land(side, questions)));
    sources
}

fn public(folder: &Path) -> Vec<Source> {
    let entries = std::fs::read_dir(folder).expect("MOVINGAI_DIR names a folder");
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let maps = paths.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "map"));
    maps.map(Source::File).collect()
}

impl Source {
    /// Its name.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::File(path) => {
                path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into())
            }
            Source::Chance(percent, block) => format!("chance-{percent}-{block}"),
            Source::Land(side, _) => format!("land-{side}"),
        }
    }

    /// Its kind.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Source::File(_) if self.name().contains("random") => Kind::Scattered,
            Source::Chance(_, 1) => Kind::Scattered,
            Source::Land(..) => Kind::Priced,
            _ => Kind::Shaped,
        }
    }

    /// Its approximate number of cells.
    pub(crate) fn cells(&self) -> u64 {
        match self {
            Source::File(path) => path.metadata().map_or(u64::MAX, |file| file.len()),
            Source::Chance(..) => u64::from(CHANCE_SIDE).pow(2),
            Source::Land(side, _) => u64::from(*side).pow(2),
        }
    }

    /// Reads or makes it.
    pub(crate) fn load(&self) -> Map {
        match self {
            Source::File(path) => from_file(path),
            Source::Chance(percent, block) => by_chance(*percent, *block),
            Source::Land(side, questions) => land(*side, *questions),
        }
    }
}

/// Evenly spread queries of the map's scenario file.
fn from_file(path: &Path) -> Map {
    let read = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    let map = PublicMap::parse(&read(path)).expect("a map");
    let all = parse_scenarios(&read(&path.with_extension("map.scen")), map.size()).expect("scenarios");
    let count = QUESTIONS[usize::from(map.size().area() > LARGE)].min(all.len());
    let terrain = map.exact_terrain();
    let chosen = (1..=count).map(|i| &all[i * all.len() / count - 1]);
    let ends = chosen.map(|scenario| (terrain.node(scenario.start), terrain.node(scenario.goal))).collect();
    Map { terrain, ends }
}

/// Random walls, and queries that have a path.
fn by_chance(percent: u64, block: u16) -> Map {
    let size = Size::new(CHANCE_SIDE, CHANCE_SIDE);
    let is_wall =
        |x: u16, y: u16| mix(&[u64::from(x / block), u64::from(y / block), percent]) % 100 < percent;
    let prices =
        size.cells().map(|cell| if is_wall(cell.x, cell.y) { 0 } else { EXACT_STEP_UNITS }).collect();
    let terrain = Terrain::new(size, prices, EIGHT).expect("a price for every cell");
    let components = Components::of(&terrain);
    let node = |i: u64| (mix(&[i, 77]) % size.area() as u64) as NodeId;
    let pairs = (0u64..).map(|i| (node(2 * i), node(2 * i + 1)));
    let ends = pairs.filter(|(a, b)| components.are_connected(*a, *b)).take(QUESTIONS[0]).collect();
    Map { terrain, ends }
}

/// Land of five prices, and queries from one side to the opposite one.
fn land(side: u16, questions: usize) -> Map {
    let terrain = noise::land(side);
    let ends = noise::far_ends(side, questions as u64);
    let ends = ends.into_iter().map(|(a, b)| (terrain.node(a), terrain.node(b))).collect();
    Map { terrain, ends }
}
