//! Our searches beside two crates that one would reach for, on the same questions in one run: only ratios within a run
//! hold. `MOVINGAI_DIR` names a folder of public benchmark maps; without it, two maps are made up.
//!
//! The unit is `astar` of the `pathfinding` crate. `grid_pathfinding` is a jump point search that cuts corners: its ways
//! are shorter than allowed here, and it answers an easier question.

use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use std::hint::black_box;
use std::time::Duration;
use wayworn::graph::{Corner, Moves, NodeId, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::land::mix;
use wayworn::level::benchmark::{EXACT, PublicMap, parse_scenarios};
use wayworn::search::catalogue::find;
use wayworn::search::{Step, Tally};

/// Questions a map.
const QUESTIONS: usize = 100;
const OURS: [&str; 3] = ["astar-heap", "astar", "jps"];

type Ends = (Cell, Cell);

#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let before = std::time::Instant::now();
    let result = work();
    (before.elapsed(), result)
}

/// The maps of a folder with evenly spread questions of their scenario files.
fn public_maps(folder: &std::path::Path) -> Vec<(String, Terrain, Vec<Ends>)> {
    let entries = std::fs::read_dir(folder).expect("MOVINGAI_DIR names a folder");
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut maps = Vec::new();
    for path in paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == "map")) {
        let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("a readable file");
        let map = PublicMap::parse(&read(&path)).expect("a map");
        let all = parse_scenarios(&read(&path.with_extension("map.scen")), map.size()).expect("scenarios");
        let count = QUESTIONS.min(all.len());
        let chosen = (1..=count).map(|i| &all[i * all.len() / count - 1]);
        let ends = chosen.map(|scenario| (scenario.start, scenario.goal)).collect();
        let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        maps.push((name, map.exact_terrain(), ends));
    }
    maps
}

/// A map by chance: `percent` walls in blocks of `block` cells, and questions between cells that see an answer.
fn made_up(name: &str, percent: u64, block: u16) -> (String, Terrain, Vec<Ends>) {
    let size = Size::new(512, 512);
    let dice = |cell: Cell| mix(&[u64::from(cell.x / block), u64::from(cell.y / block), percent]) % 100;
    let prices = size.cells().map(|cell| if dice(cell) < percent { 0 } else { EXACT }).collect();
    let terrain = Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).expect("a price for every cell");
    let components = wayworn::graph::Components::of(&terrain);
    let cell = |i: u64| size.cell(mix(&[i, 77]) as usize % size.area());
    let pairs = (0u64..).map(|i| (cell(2 * i), cell(2 * i + 1)));
    let joined = |(a, b): &Ends| components.are_joined(terrain.node(*a), terrain.node(*b));
    let ends = pairs.filter(joined).take(QUESTIONS).collect();
    (name.to_owned(), terrain, ends)
}

fn ours(id: &str, terrain: &Terrain, ends: &[Ends]) -> Vec<Duration> {
    let row = find(id).expect("a row of the catalogue");
    let mut solver = row.solver(terrain);
    let mut tally = Tally::default();
    let mut ask = |(start, goal): &Ends| {
        let (time, found) = timed(|| {
            solver.begin(terrain.node(*start), terrain.node(*goal));
            let step = solver.run(u32::MAX, &mut tally);
            black_box(solver.way());
            step
        });
        assert!(matches!(found, Step::Found(_)));
        time
    };
    ends.iter().map(&mut ask).collect()
}

fn pathfinding_astar(terrain: &Terrain, ends: &[Ends]) -> Vec<Duration> {
    let size = terrain.size();
    let edges = |cell: &Cell| {
        let mut edges = Vec::with_capacity(8);
        let legal = terrain.legal(terrain.node(*cell));
        for (dir, next) in size.neighbours(*cell).filter(|(dir, _)| legal & (1 << *dir as u8) != 0) {
            edges.push((next, dir.length()));
        }
        edges
    };
    let ask = |(start, goal): &Ends| {
        let search = || {
            pathfinding::directed::astar::astar(start, edges, |cell| cell.octile(*goal), |cell| cell == goal)
        };
        let (time, found) = timed(|| black_box(search()));
        assert!(found.is_some());
        time
    };
    ends.iter().map(ask).collect()
}

fn grid_pathfinding_jps(terrain: &Terrain, ends: &[Ends]) -> Vec<Duration> {
    let size = terrain.size();
    let mut grid = PathingGrid::new(usize::from(size.width), usize::from(size.height), true);
    for cell in size.cells() {
        let is_wall = terrain.is_wall(size.index(cell) as NodeId);
        grid.grid.set(i32::from(cell.x), i32::from(cell.y), is_wall);
    }
    grid.initialize();
    grid.generate_components();
    let point = |cell: &Cell| Point::new(i32::from(cell.x), i32::from(cell.y));
    let ask = |(start, goal): &Ends| {
        let (time, found) = timed(|| black_box(grid.get_path_single_goal(point(start), point(goal), false)));
        assert!(found.is_some());
        time
    };
    ends.iter().map(ask).collect()
}

/// Total, median and 99th percentile in microseconds.
fn figures(times: &[Duration]) -> (f64, f64, f64) {
    let mut sorted: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e6).collect();
    sorted.sort_by(f64::total_cmp);
    (sorted.iter().sum(), sorted[sorted.len() / 2], sorted[sorted.len() * 99 / 100])
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn main() {
    let maps = std::env::var_os("MOVINGAI_DIR").map_or_else(
        || vec![made_up("noise of 25 %", 25, 1), made_up("blocks", 30, 12)],
        |folder| public_maps(folder.as_ref()),
    );
    let mut ratios: Vec<(&str, Vec<f64>)> = OURS.iter().map(|id| (*id, Vec::new())).collect();
    ratios.push(("grid_pathfinding", Vec::new()));
    println!(
        "{:<24} {:<18} {:>8} {:>12} {:>10} {:>10}",
        "map", "search", "times", "total µs", "median", "p99"
    );
    for (name, terrain, ends) in &maps {
        let unit = pathfinding_astar(terrain, ends);
        let base = figures(&unit).0;
        let mut lines = vec![("pathfinding", unit)];
        lines.extend(OURS.map(|id| (id, ours(id, terrain, ends))));
        lines.push(("grid_pathfinding", grid_pathfinding_jps(terrain, ends)));
        for (search, times) in lines {
            let (total, median, p99) = figures(&times);
            println!(
                "{name:<24} {search:<18} {:>8.2} {total:>12.0} {median:>10.0} {p99:>10.0}",
                base / total
            );
            if let Some((_, all)) = ratios.iter_mut().find(|(id, _)| *id == search) {
                all.push(base / total);
            }
        }
    }
    for (search, all) in ratios {
        let mean = (all.iter().map(|ratio| ratio.log2()).sum::<f64>() / all.len() as f64).exp2();
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{search}: geometric mean {mean:.1} times `pathfinding`, at least {least:.1}");
    }
}
