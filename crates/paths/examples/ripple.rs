//! A parallel search on one thread and on two: the same path, in how much time?
//!
//! `cargo run --release -p wayworn-paths --example ripple`

use std::time::Instant;
use wayworn_paths::graph::{Corner, Moves, PLAIN, Terrain};
use wayworn_paths::grid::{Cell, Size};
use wayworn_paths::search::ripple::RippleSearch;
use wayworn_paths::search::{Solver, Step, Tally};

/// Side of the map in cells.
const SIDE: u16 = 1500;

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example that measures time and reports it"
)]
fn main() {
    let size = Size::new(SIDE, SIDE);
    let is_wall =
        |cell: Cell| (u32::from(cell.x) << 16 | u32::from(cell.y)).wrapping_mul(2_654_435_761) >> 16 & 15 < 4;
    let prices = size.cells().map(|cell| if is_wall(cell) { 0 } else { PLAIN }).collect();
    let Some(terrain) = Terrain::new(size, prices, Moves::Eight(Corner::BothFree)) else { return };
    let free: Vec<_> = size.cells().filter(|cell| !is_wall(*cell)).map(|cell| terrain.node(cell)).collect();
    let (Some(start), Some(goal)) = (free.first().copied(), free.last().copied()) else { return };
    for threads in [1, 2] {
        let mut search = RippleSearch::new(&terrain, threads);
        let mut tally = Tally::default();
        let began = Instant::now();
        search.begin(start, goal);
        let is_found = matches!(search.run(u32::MAX, &mut tally), Step::Found(_));
        let cost = terrain.path_cost(&search.path());
        let milliseconds = began.elapsed().as_millis();
        println!(
            "{threads} threads: {milliseconds} ms, {} nodes, found: {is_found}, {cost:?}",
            tally.expanded
        );
    }
}
