//! The planner's abstraction beside `astar` of the `pathfinding` crate and our own exact search, on the same queries
//! in one run: only ratios within a run hold. `MOVINGAI_DIR` names a folder of public maps, beside which priced ones
//! may lie.
//!
//! ```text
//! cargo bench --bench planner                 # lands of 512² to 4096², near and far queries, edits
//! cargo bench --bench planner -- land-1024    # what has this in its name
//! ```

mod maps;
#[path = "../noise/mod.rs"]
mod noise;

use maps::Map;
use rayon::ThreadPool;
use std::hint::black_box;
use std::time::Duration;
use wayworn::graph::{NodeId, PLAIN, Terrain, diagonal_cost};
use wayworn::grid::Cell;
use wayworn::land::mix;
use wayworn::plan::{Abstraction, Scratch};
use wayworn::search::catalogue::find;
use wayworn::search::{Metric, Tally};

/// Sides of the lands, how many far queries are made on each, and how many of them are also made to the unit.
const LANDS: [(u16, u64, usize); 4] = [(512, 60, 60), (1024, 40, 20), (2048, 20, 6), (4096, 12, 2)];
/// Lengths of near queries, and how many are made of each.
const STEPS: [u64; 3] = [16, 32, 48];
const NEAR: u64 = 400;
/// Cells edited one by one, and cells edited at once.
const EDITS: [u64; 2] = [300, 100];

/// CPU time of this thread, without that of other programs on the machine.
#[cfg(unix)]
fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Wall-clock time.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn clock() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

/// Microseconds that some work takes, and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let before = clock();
    let result = work();
    (clock().saturating_sub(before).as_secs_f64() * 1e6, result)
}

/// The cheapest path by the usual crate.
fn unit(terrain: &Terrain, from: Cell, goal: Cell) -> u32 {
    let size = terrain.size();
    let edges = |cell: &(u16, u16)| {
        let cell = Cell::new(cell.0, cell.1);
        let mut edges = Vec::with_capacity(8);
        let legal = terrain.legal_dirs(terrain.node(cell));
        for (dir, next) in size.neighbours(cell).filter(|(dir, _)| legal & (1 << *dir as u8) != 0) {
            let price = u32::from(terrain.price(terrain.node(next)));
            edges.push(((next.x, next.y), if dir.is_diagonal() { diagonal_cost(price) } else { price }));
        }
        edges
    };
    let far = |cell: &(u16, u16)| {
        Metric::Octile.distance(Cell::new(cell.0, cell.1), goal, terrain.cheapest()) as u32
    };
    let is_goal = |cell: &(u16, u16)| *cell == (goal.x, goal.y);
    let found = pathfinding::directed::astar::astar(&(from.x, from.y), edges, far, is_goal);
    black_box(found).expect("a way").1
}

/// Times of all queries, in microseconds.
#[derive(Default)]
struct Times {
    near: Vec<f64>,
    whole: Vec<f64>,
    exact: Vec<f64>,
    unit: Vec<f64>,
    ratios: Vec<f64>,
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[expect(clippy::disallowed_methods, reason = "a figure for people; no land is made from it")]
fn geometric(values: &[f64]) -> f64 {
    mean(&values.iter().map(|value| value.log2()).collect::<Vec<_>>()).exp2()
}

fn quantile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}

/// Times every contestant on the queries of one land.
fn ask(map: &Map, abstraction: &Abstraction, units: usize) -> Times {
    let Map { terrain, ends, .. } = map;
    let mut solver = find("astar").expect("A*").solver(terrain);
    let mut scratch = Scratch::default();
    let mut times = Times::default();
    for (number, (from, goal)) in ends.iter().copied().enumerate() {
        let route = |scratch: &mut Scratch| abstraction.route(terrain, from, goal, scratch).expect("a route");
        let (near, part) = timed(|| {
            let mut route = route(&mut scratch);
            abstraction.refine(terrain, terrain, from, &mut route, &mut scratch)
        });
        let (whole, way) = timed(|| {
            let route = route(&mut scratch);
            abstraction.refine_all(terrain, terrain, from, &route, &mut scratch)
        });
        let (exact, ()) = timed(|| {
            solver.begin(terrain.node(from), terrain.node(goal));
            solver.run(u32::MAX, &mut Tally::default());
        });
        black_box(part).expect("a near part");
        let way: Vec<NodeId> = way.expect("a way").into_iter().map(|cell| terrain.node(cell)).collect();
        let (cost, best) =
            (terrain.path_cost(&way).expect("a legal way"), terrain.path_cost(&solver.path()).unwrap_or(1));
        if number < units {
            let (unit, least) = timed(|| unit(terrain, from, goal));
            assert_eq!(u64::from(least), best, "both exact searches agree");
            times.unit.push(unit);
        }
        times.near.push(near);
        times.whole.push(whole);
        times.exact.push(exact);
        times.ratios.push((cost as f64) / (best as f64));
    }
    times
}

/// The figures of one land on one line or two.
#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn report(alone: &ThreadPool, mut map: Map, units: usize, has_edits: bool) {
    let mut abstraction = Abstraction::new(map.terrain.size());
    let (build, ()) = timed(|| alone.install(|| abstraction.build(&map.terrain)));
    let times = ask(&map, &abstraction, units);
    let asked = times.unit.len().max(1).min(times.exact.len());
    let base = |values: &[f64]| geometric(&times.unit) / geometric(&values[..asked]);
    let ratio = |values: &[f64]| if times.unit.is_empty() { 0.0 } else { base(values) };
    println!(
        "{:<22} {:>7.1} {:>7.1} {:>7.1} | {:>6.0} {:>6.0} {:>6.0} {:>6.0} {:>7.0} {:>7.0} | {:.5} {:.4}",
        map.name,
        ratio(&times.exact),
        ratio(&times.whole),
        ratio(&times.near),
        quantile(&times.near, 50),
        quantile(&times.near, 99),
        quantile(&times.whole, 50),
        quantile(&times.whole, 99),
        quantile(&times.exact, 50),
        quantile(&times.unit.iter().copied().chain([0.0; 1]).collect::<Vec<_>>(), 50),
        mean(&times.ratios),
        quantile(&times.ratios, 100),
    );
    if has_edits {
        let mb = abstraction.bytes() as f64 / f64::from(1 << 20);
        let size = map.terrain.size();
        let cell = |i: u64| size.cell((mix(&[i, 85]) % size.area() as u64) as usize);
        let mut repair = |cells: &[Cell]| {
            for cell in cells {
                let node = map.terrain.node(*cell);
                let price = map.terrain.price(node);
                map.terrain.set_price(node, if price == PLAIN { 3 * PLAIN } else { PLAIN });
            }
            timed(|| {
                for cell in cells {
                    abstraction.invalidate_cell(*cell);
                }
                alone.install(|| abstraction.repair(&map.terrain, cells));
            })
            .0
        };
        let one: Vec<f64> = (0..EDITS[0]).map(|i| repair(&[cell(i)])).collect();
        let many = repair(&(0..EDITS[1]).map(|i| cell(i + EDITS[0])).collect::<Vec<_>>());
        println!(
            "{:<22} built in {:.0} ms, {mb:.1} MB; repair of one chunk {:.0} µs (p99 {:.0}), of {} {:.2} ms",
            "",
            build / 1e3,
            quantile(&one, 50),
            quantile(&one, 99),
            EDITS[1],
            many / 1e3
        );
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    // Built on this thread, whose clock is read.
    let alone =
        rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a thread");
    println!(
        "times as fast as the unit: exact, whole, near | µs: near p50 p99, whole p50 p99, exact p50, unit p50 |"
    );
    println!("mean and worst cost ratio; one thread, CPU time");
    for (side, questions, units) in LANDS {
        if is_wanted(&format!("land-{side}")) {
            report(&alone, maps::far_land(side, questions), units, true);
        }
    }
    for steps in STEPS {
        if is_wanted("near") {
            report(&alone, maps::near_land(512, steps, NEAR), NEAR as usize, false);
        }
    }
    for map in if is_wanted("public") { maps::public(40) } else { Vec::new() } {
        report(&alone, map, 40, true);
    }
}
