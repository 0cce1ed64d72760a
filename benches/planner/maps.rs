//! The maps of the bench: priced land (`noise`), and public maps with prices.

use crate::noise;
use std::path::Path;
use wayworn::benchmark::{PublicMap, parse_costs};
use wayworn::graph::{Components, Terrain};
use wayworn::grid::Cell;
use wayworn::land::mix;

/// Prices of the public maps.
const PUBLIC: &str = ".=1,S=3,W=5";

/// A land with queries on it.
pub(crate) struct Map {
    pub name: String,
    pub terrain: Terrain,
    pub ends: Vec<(Cell, Cell)>,
}

/// Priced land, with queries from one side to the opposite one.
pub(crate) fn far_land(side: u16, questions: u64) -> Map {
    Map { name: format!("land-{side}"), terrain: noise::land(side), ends: noise::far_ends(side, questions) }
}

/// The same land, with queries at most this many cells long.
pub(crate) fn near_land(side: u16, steps: u64, questions: u64) -> Map {
    let off = |at: u16, i: u64, which: u64| {
        let by = (mix(&[i, which]) % (2 * steps + 1)) as i32 - steps as i32;
        (i32::from(at) + by).clamp(0, i32::from(side) - 1) as u16
    };
    let end = |i: u64, which: u64| (mix(&[i, which]) % u64::from(side)) as u16;
    let pair = |i: u64| {
        let from = Cell::new(end(i, 80), end(i, 81));
        (from, Cell::new(off(from.x, i, 82), off(from.y, i, 83)))
    };
    let ends = (0..).map(pair).filter(|(a, b)| a != b).take(questions as usize).collect();
    Map { name: format!("land-{side}, {steps} steps"), terrain: noise::land(side), ends }
}

/// The priced public maps beside the folder that `MOVINGAI_DIR` names, with random queries.
pub(crate) fn public(questions: usize) -> Vec<Map> {
    let Some(folder) = std::env::var_os("MOVINGAI_DIR") else { return Vec::new() };
    let folder = Path::new(&folder).join("../movingai-weighted");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let maps = paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "map"));
    maps.map(|path| from_file(path, questions)).collect()
}

fn from_file(path: &Path, questions: usize) -> Map {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let costs = parse_costs(PUBLIC).expect("prices");
    let terrain = PublicMap::parse(&text).expect("a map").terrain(&costs);
    let components = Components::of(&terrain);
    let size = terrain.size();
    let cell = |i: u64| size.cell((mix(&[i, 84]) % size.area() as u64) as usize);
    let far = u32::from(size.width.min(size.height)) / 2;
    let is_fine = |(a, b): &(Cell, Cell)| {
        components.are_connected(terrain.node(*a), terrain.node(*b)) && a.chebyshev(*b) >= far
    };
    let ends = (0..).map(|i| (cell(2 * i), cell(2 * i + 1))).filter(is_fine).take(questions).collect();
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into());
    Map { name, terrain, ends }
}
