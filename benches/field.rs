//! Fields beside `dijkstra_all` of the `pathfinding` crate, on the same land in the same run: only ratios within a run
//! hold. One thread, measured in its own CPU time. All costs are compared: both are exact.
//!
//! ```text
//! cargo bench --bench field              # sides 256 and 1024
//! cargo bench --bench field -- 4096      # other sides; above 1024 the unit is not timed
//! ```

#[path = "priced/mod.rs"]
mod priced;

use pathfinding::directed::dijkstra::dijkstra_all;
use priced::Priced;
use std::hint::black_box;
use std::time::Duration;
use wayworn::graph::{Corner, CostModel, Moves, PLAIN, Terrain, diagonal_cost};
use wayworn::grid::{Cell, Size};
use wayworn::land::mix;
use wayworn::plan::field::{Extent, Field, FieldPrices, FieldWindow, FloodQueue};

/// Prices of priced land, in straight steps.
const COSTS: [u16; 5] = [1, 2, 3, 5, 7];
/// Distance between the given points of the noise, in cells.
const GRAIN: u64 = 32;
/// The largest side on which the unit is timed.
const UNIT_MAX: u16 = 1024;
/// Builds, of which the fastest counts.
const BUILDS: usize = 5;

/// CPU time of this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Wall-clock time.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn thread_time() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

/// Nanoseconds per cell that some work takes.
fn each<T>(cells: usize, work: impl FnOnce() -> T) -> (f64, T) {
    let begun = thread_time();
    let result = black_box(work());
    (thread_time().saturating_sub(begun).as_secs_f64() * 1e9 / cells as f64, result)
}

/// Smooth numbers below 256.
fn noise(cell: Cell) -> u64 {
    let (x, y) = (u64::from(cell.x), u64::from(cell.y));
    let given = |column: u64, row: u64| mix(&[column, row, 5]) % 256;
    let (column, row, dx, dy) = (x / GRAIN, y / GRAIN, x % GRAIN, y % GRAIN);
    let across = |row: u64| given(column, row) * (GRAIN - dx) + given(column + 1, row) * dx;
    (across(row) * (GRAIN - dy) + across(row + 1) * dy) / (GRAIN * GRAIN)
}

fn terrain(side: u16, is_priced: bool) -> Terrain {
    let size = Size::new(side, side);
    let price = |cell: Cell| if is_priced { COSTS[(noise(cell) * 5 / 256) as usize] * PLAIN } else { PLAIN };
    let prices = size.cells().map(price).collect();
    Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).expect("a price for every cell")
}

/// Times the unit, and compares its costs with the field's.
fn unit(terrain: &Terrain, field: &Field, goal: Cell) -> f64 {
    let size = terrain.size();
    // Backwards, as in the field: onto a cell from its neighbours at the cell's own price.
    let onto = |cell: &Cell| {
        let price = u32::from(terrain.price(terrain.node(*cell)));
        let mut edges = Vec::with_capacity(8);
        for (dir, next) in size.neighbours(*cell) {
            edges.push((next, if dir.is_diagonal() { diagonal_cost(price) } else { price }));
        }
        edges
    };
    let (time, reached) = each(size.area(), || dijkstra_all(&goal, onto));
    let differ = reached.iter().filter(|(cell, (_, cost))| field.cost(**cell) != Some(*cost)).count();
    assert_eq!((reached.len() + 1, differ), (size.area(), 0), "the field is not exact");
    time
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn race(side: u16, is_priced: bool) {
    let terrain = terrain(side, is_priced);
    let (size, goal) = (terrain.size(), Cell::new(side / 2, side / 3));
    let (cost, flood) = (Priced(&terrain), &mut FloodQueue::default());
    let mut entries = FieldPrices::new(size, FieldWindow::all(size));
    let (first, mut field) =
        each(size.area(), || Field::build(&mut entries, &cost, flood, &[goal], Extent::All));
    let again = |_| each(size.area(), || field.rebuild(&mut entries, &cost, flood, Extent::All)).0;
    let warm = (0..BUILDS).map(again).fold(f64::INFINITY, f64::min);
    let times = if side <= UNIT_MAX {
        let unit = unit(&terrain, &field, goal);
        format!("{unit:>9.1} {:>7.1} {:>7.1}", unit / warm, unit / first)
    } else {
        String::new()
    };
    let land = if is_priced { "five prices" } else { "one price" };
    let cheapest = cost.cheapest();
    println!("{side:>5}² {land:<12} {cheapest:>5} {warm:>7.1} {first:>7.1} {times}");
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn main() {
    let sides: Vec<u16> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sides = if sides.is_empty() { vec![256, UNIT_MAX] } else { sides };
    println!(
        "ns a cell: field on known prices, field with its prices; `dijkstra_all`, and how often they fit into it"
    );
    println!(
        "{:<6} {:<12} {:>5} {:>7} {:>7} {:>9} {:>7} {:>7}",
        "side", "land", "least", "field", "first", "unit", "times", "times"
    );
    for side in sides {
        for is_priced in [false, true] {
            race(side, is_priced);
        }
    }
}
