//! `workbench measure planner`: single paths between distant places of a known land, compared with the optimal ones;
//! and repair.
//!
//! The walker is a porter whose people has seen everything. Each query goes to the abstraction twice, once for the
//! near part of the path and once for all of it, and to an exact search over the same prices. Then roads are laid
//! here and there, and the parts of the abstraction which that invalidated are recomputed. What a game computes
//! lazily is computed before the first query here; its time and size are reported separately.

use super::args::{Figures, MeasureArgs, MeasureError, known_land, quantile_us};
use crate::app::run::now;
use crate::graph::{COST_MAX, Corner, Cost, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::land::mix;
use crate::plan::{Abstraction, BelievedPrices, CellTarget, PriceTables, Scratch, StepPrices};
use crate::search::frontiers::Buckets;
use crate::search::{NoObserver, Rank, Search, StampedLabels, Step, run};
use crate::sim::Game;
use crate::world::{Kind, Tier};
use serde_json::json;
use std::time::Duration;

/// Who walks.
const KIND: Kind = Kind::Porter;
/// Smallest distance between both ends of a query, as a fraction (1 / `FAR`) of the land's longer side.
const FAR_FRACTION: u16 = 2;
/// Cells edited in one tick for `edits_100_ms`.
const EDITS: u64 = 100;
/// Attempts to find the ends of a query.
const TRIES: u64 = 10_000;

/// Totals over all queries.
#[derive(Default)]
struct QueryTotals {
    near: Vec<Duration>,
    whole: Vec<Duration>,
    exact: Vec<Duration>,
    ratios: Vec<f64>,
    expansions: u64,
}

/// Measures.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let mut game = known_land(args.seed, args.size)?;
    let tables = PriceTables::new();
    let mut abstraction = Abstraction::new(args.size);
    let before = now();
    abstraction.build(&prices_of(&game, &tables));
    let prepared = before.elapsed();
    let memory = abstraction.bytes();
    let mut answers = run_queries(args, &prices_of(&game, &tables), &abstraction)?;
    let counters = abstraction.counters();
    let mut repairs = Vec::new();
    for round in 0..u64::from(args.ticks) {
        repairs.push(measure_repair(&mut game, &tables, &mut abstraction, args.seed, round..round + 1));
    }
    let many = measure_repair(&mut game, &tables, &mut abstraction, args.seed ^ 1, 0..EDITS);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let worst = answers.ratios.iter().copied().fold(1.0, f64::max);
    let whole = quantile_us(&mut answers.whole, 50);
    let near = quantile_us(&mut answers.near, 50);
    let exact = quantile_us(&mut answers.exact, 50);
    let figures = json!({
        "size": format!("{}x{}", args.size.width, args.size.height),
        "questions": answers.ratios.len(),
        "median_us": whole,
        "p99_us": quantile_us(&mut answers.whole, 99),
        "near_median_us": near,
        "near_p99_us": quantile_us(&mut answers.near, 99),
        "exact_median_us": exact,
        "exact_p99_us": quantile_us(&mut answers.exact, 99),
        "exact_to_whole": rounded(exact / whole.max(0.1), 10.0),
        "exact_to_near": rounded(exact / near.max(0.1), 10.0),
        "cost_ratio": { "mean": rounded(mean(&answers.ratios), 1e5), "worst": rounded(worst, 1e5) },
        "expansions": answers.expansions,
        "repair_us": quantile_us(&mut repairs, 50),
        "repair_p99_us": quantile_us(&mut repairs, 99),
        "edits_100_ms": rounded(many.as_secs_f64() * 1e3, 1e3),
        "memory_mb": rounded(memory as f64 / f64::from(1 << 20), 10.0),
        "build_ms": rounded(prepared.as_secs_f64() * 1e3, 10.0),
        "built": counters.built,
    });
    Ok(figures.as_object().cloned().unwrap_or_default())
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

fn prices_of<'a>(game: &'a Game, tables: &'a PriceTables) -> BelievedPrices<'a> {
    BelievedPrices::new(&game.world.peoples[0], &game.world.land.height, tables.table_of(KIND), Vec::new())
}

/// The random ends of a query, far apart and connected.
fn query_ends(
    seed: u64,
    number: u64,
    size: Size,
    is_fine: impl Fn(Cell, Cell) -> bool,
) -> Option<(Cell, Cell)> {
    let cell = |attempt: u64, end: u64| {
        size.cell((mix(&[seed, number, attempt, end]) % size.area() as u64) as usize)
    };
    let far = u32::from(size.width.max(size.height) / FAR_FRACTION);
    let pairs = (0..TRIES).map(|attempt| (cell(attempt, 0), cell(attempt, 1)));
    pairs.filter(|(a, b)| a.chebyshev(*b) >= far).find(|(a, b)| is_fine(*a, *b))
}

fn run_queries(
    args: &MeasureArgs,
    prices: &BelievedPrices,
    abstraction: &Abstraction,
) -> Result<QueryTotals, MeasureError> {
    let size = args.size;
    let mut answers = QueryTotals::default();
    let mut scratch = Scratch::default();
    let labels = StampedLabels::new(size.area() as u32);
    let mut search = Search::from_parts(Buckets::for_steps(1 << 13), labels);
    let is_fine = |a: Cell, b: Cell| {
        let is_free = |cell: Cell| !prices.is_blocked(size.index(cell) as NodeId);
        is_free(a) && is_free(b) && abstraction.is_connected(prices, a, b)
    };
    for number in 0..u64::from(args.units) {
        let none = || MeasureError::NoRoom("this land has no two far places that are connected".to_owned());
        let (from, goal) = query_ends(args.seed, number, size, is_fine).ok_or_else(none)?;
        let lost = || MeasureError::NoRoom(format!("no path was found from {from:?} to {goal:?}"));
        let before = now();
        let route = abstraction.route(prices, from, goal, &mut scratch).ok_or_else(lost)?;
        let routed = before.elapsed();
        let mut rest = route.clone();
        let before = now();
        abstraction.refine(prices, prices, from, &mut rest, &mut scratch).ok_or_else(lost)?;
        answers.near.push(routed + before.elapsed());
        let before = now();
        let path = abstraction.refine_all(prices, prices, from, &route, &mut scratch).ok_or_else(lost)?;
        answers.whole.push(routed + before.elapsed());
        let target = CellTarget { goal, size, cheapest: prices.cheapest() };
        let before = now();
        search.restart(size.index(from) as NodeId, Rank::AStar, &target);
        let graph = Grid8 { size, cost: prices, corner: Corner::BothFree };
        let Step::Found(end) = run(&mut search, &graph, &target, u32::MAX, &mut NoObserver) else {
            return Err(lost());
        };
        answers.exact.push(before.elapsed());
        let best = search.cost_of(end).unwrap_or(1).max(1);
        answers.ratios.push(path_cost(prices, size, &path) as f64 / best as f64);
    }
    answers.expansions = scratch.expansions();
    Ok(answers)
}

/// Cost of a path.
fn path_cost(prices: &impl StepPrices, size: Size, path: &[Cell]) -> Cost {
    let price = |two: &[Cell]| {
        let length = two[0].dir_to(two[1])?.length();
        prices.step_cost(size.index(two[0]) as NodeId, size.index(two[1]) as NodeId, length)
    };
    path.windows(2).map(|two| price(two).map_or(COST_MAX, Cost::from)).sum()
}

/// Lays road on random cells, one for each of these numbers, or removes it where there is one. Returns how long the
/// abstraction took to invalidate and to recompute what it knew of them.
fn measure_repair(
    game: &mut Game,
    tables: &PriceTables,
    abstraction: &mut Abstraction,
    seed: u64,
    numbers: std::ops::Range<u64>,
) -> Duration {
    let size = game.world.size();
    let cell = |number: u64| size.cell((mix(&[seed, number, 3]) % size.area() as u64) as usize);
    let cells: Vec<Cell> = numbers.map(cell).collect();
    for cell in &cells {
        let surface = game.world.land.surface[*cell];
        let tier = game.world.ground.tier[*cell];
        let tier = if tier == Tier::Dirt { Tier::None } else { Tier::Dirt };
        game.world.ground.tier[*cell] = tier;
        game.world.peoples[0].belief.observe(*cell, surface, tier, false, 0);
    }
    let before = now();
    for cell in &cells {
        abstraction.invalidate_cell(*cell);
    }
    abstraction.repair(&prices_of(game, tables), &cells);
    before.elapsed()
}
