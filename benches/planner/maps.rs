//! The lands of the bench: smooth noise on which every cell has one of five prices, and public maps with prices.

use std::path::Path;
use wayworn::graph::{Components, Corner, Moves, PLAIN, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::land::mix;
use wayworn::level::benchmark::{PublicMap, parse_costs};

const EIGHT: Moves = Moves::Eight(Corner::BothFree);

/// Prices of priced land, in straight steps, each on a fifth of the cells.
const COSTS: [u16; 5] = [1, 2, 3, 5, 7];
/// Distance between the given points of the noise, in cells, coarse and fine; the fine ones count half.
const GRAIN: [u16; 2] = [32, 16];
/// Prices of the public maps.
const PUBLIC: &str = ".=1,S=3,W=5";

/// A land with questions on it.
pub struct Map {
    pub name: String,
    pub terrain: Terrain,
    pub ends: Vec<(Cell, Cell)>,
}

/// Priced land, with questions from one side to the opposite one.
pub fn far_land(side: u16, questions: u64) -> Map {
    let (near, span) = (u64::from(side) / 8, u64::from(side));
    let end = |i: u64| {
        let (across, along) = (mix(&[i, 78]) % near, mix(&[i, 79]) % span);
        let across = if i.is_multiple_of(2) { across } else { span - 1 - across };
        if i % 4 < 2 {
            Cell::new(across as u16, along as u16)
        } else {
            Cell::new(along as u16, across as u16)
        }
    };
    let ends = (0..questions).map(|i| (end(2 * i), end(2 * i + 1))).collect();
    Map { name: format!("land-{side}"), terrain: terrain(side), ends }
}

/// The same land, with questions at most so many cells long.
pub fn near_land(side: u16, steps: u64, questions: u64) -> Map {
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
    Map { name: format!("land-{side}, {steps} steps"), terrain: terrain(side), ends }
}

fn terrain(side: u16) -> Terrain {
    let size = Size::new(side, side);
    let heights: Vec<f64> = size.cells().map(|cell| height(cell.x, cell.y)).collect();
    let mut sorted = heights.clone();
    sorted.sort_by(f64::total_cmp);
    let steps: Vec<f64> = (1..COSTS.len()).map(|band| sorted[band * sorted.len() / COSTS.len()]).collect();
    let cost = |height: f64| COSTS[steps.partition_point(|step| *step <= height)];
    let prices = heights.iter().map(|height| cost(*height) * PLAIN).collect();
    Terrain::new(size, prices, EIGHT).expect("a price for every cell")
}

/// Value noise: numbers by chance at given points, smoothly joined.
fn height(x: u16, y: u16) -> f64 {
    let octave = |grain: u16| {
        let given = |column: u16, row: u16| {
            (mix(&[u64::from(column), u64::from(row), u64::from(grain)]) >> 40) as f64 / f64::from(1 << 24)
        };
        let smooth = |at: u16| {
            let t = f64::from(at % grain) / f64::from(grain);
            t * t * (3.0 - 2.0 * t)
        };
        let between = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let (column, row) = (x / grain, y / grain);
        let above = between(given(column, row), given(column + 1, row), smooth(x));
        let below = between(given(column, row + 1), given(column + 1, row + 1), smooth(x));
        between(above, below, smooth(y))
    };
    octave(GRAIN[0]) + octave(GRAIN[1]) / 2.0
}

/// The priced public maps beside the folder that `MOVINGAI_DIR` names, with questions by chance.
pub fn public(questions: usize) -> Vec<Map> {
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
        components.are_joined(terrain.node(*a), terrain.node(*b)) && a.steps_to(*b) >= far
    };
    let ends = (0..).map(|i| (cell(2 * i), cell(2 * i + 1))).filter(is_fine).take(questions).collect();
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into());
    Map { name, terrain, ends }
}
