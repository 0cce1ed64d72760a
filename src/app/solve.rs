//! `wayworn solve`: solves the queries of a public scenario file with one row of the catalogue, or with the game's
//! planner, and compares the lengths with the published ones. Also what `solve` and `race` share: reading files, and
//! errors.

use super::console;
use super::run::{milliseconds, now};
use super::usage::number;
use crate::benchmark::{
    BENCHMARK_TEXT_MAX, FormatError, GlyphCosts, PublicMap, Scenario, parse_costs, parse_scenarios, text_of,
    true_length,
};
use crate::graph::{Cost, NO_PATH, NodeId, Terrain};
use crate::grid::Cell;
use crate::plan::{PLANNER, PLANNER_COST_PERCENT_MAX};
use crate::save::Disk;
use crate::search::catalogue::{self, CatalogueRow, Need, Promise};
use crate::search::{Solver, Step, Tally};
use crate::text::Printable;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `wayworn solve`.
#[derive(clap::Args, Debug)]
pub(super) struct SolveArgs {
    /// Map in the public format (`type octile`).
    map: PathBuf,
    /// Scenarios for it (`version 1`).
    scenarios: PathBuf,
    /// Id of the algorithm: `planner` is the game's own; `wayworn lab --list` shows the others.
    #[arg(long, value_name = "ID")]
    algorithm: String,
    /// Most queries to solve, spread evenly over the file.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    limit: Option<u64>,
    /// Cost of entering each glyph, in steps, such as ".=1,S=3,W=5"; compares with Dijkstra's algorithm instead.
    // By the alias: written as a list, the command line would take repeated values.
    #[arg(long, value_name = "LIST", value_parser = parse_costs)]
    costs: Option<GlyphCosts>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Why a benchmark command failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum SolveError {
    /// A file cannot be read.
    #[error("{0} cannot be read: {1}")]
    Unreadable(String, io::Error),
    /// A file is longer than any valid one.
    #[error("{0} is longer than {max} MiB: this is not a map or scenario file", max = BENCHMARK_TEXT_MAX >> 20)]
    TooLong(String),
    /// A file is invalid.
    #[error("{0}:{1}")]
    Invalid(String, FormatError),
    /// The algorithm does not exist.
    #[error("there is no algorithm '{id}'; use one of: {ids}", id = Printable(.0), ids = algorithm_ids())]
    Unknown(String),
    /// The algorithm does not suit the map.
    #[error("{0} needs {1}, which this map does not have")]
    Unsuitable(&'static str, &'static str),
    /// A cell on the command line is unusable.
    #[error("{0}")]
    Cell(String),
    /// A file cannot be written; the text names it.
    #[error("{0}")]
    Unwritable(String),
    /// The result cannot be written.
    #[error("the result cannot be written: {0}")]
    Output(#[from] io::Error),
}

fn algorithm_ids() -> String {
    let ids: Vec<&str> = catalogue::ROWS.iter().chain([&PLANNER]).map(|row| row.id).collect();
    ids.join(", ")
}

/// The row with this id.
///
/// # Errors
/// When there is none.
pub(super) fn row_of(id: &str) -> Result<&'static CatalogueRow, SolveError> {
    let own = (id.trim() == PLANNER.id).then_some(&PLANNER);
    own.or_else(|| catalogue::find(id.trim())).ok_or_else(|| SolveError::Unknown(id.to_owned()))
}

/// The row with this id, if it can work on this terrain.
///
/// # Errors
/// When there is none, or the terrain lacks what it needs.
pub(super) fn row_for(id: &str, terrain: &Terrain) -> Result<&'static CatalogueRow, SolveError> {
    let row = row_of(id)?;
    match row.unmet_need(terrain) {
        Some(need) => Err(SolveError::Unsuitable(row.id, Need::description(need))),
        None => Ok(row),
    }
}

/// Reads a text file of limited length.
///
/// # Errors
/// When it cannot be read, or is too long.
pub(super) fn read_text(path: &Path) -> Result<String, SolveError> {
    let name = || Printable(path).to_string();
    let failed = |error| SolveError::Unreadable(name(), error);
    let read = Disk::default().read_whole(path, BENCHMARK_TEXT_MAX as u64).map_err(failed)?;
    let bytes = read.ok_or_else(|| SolveError::TooLong(name()))?;
    text_of(bytes).map_err(|error| SolveError::Invalid(name(), error))
}

/// Reads a public map.
///
/// # Errors
/// When the file cannot be read, or is not a map.
pub(super) fn read_map(path: &Path) -> Result<PublicMap, SolveError> {
    let wrong = |error| SolveError::Invalid(Printable(path).to_string(), error);
    PublicMap::parse(&read_text(path)?).map_err(wrong)
}

/// Most mismatches listed by line.
const MISMATCHES_LISTED_MAX: usize = 10;

/// Results of all queries.
#[derive(Default)]
struct SolveReport {
    rows: usize,
    /// Queries with an end in a wall; they had an answer under other movement rules.
    in_walls: usize,
    solved: usize,
    /// Solvable queries for which no path was found.
    missed: usize,
    /// Queries with another length than the published one.
    mismatches: usize,
    /// Lines of the first mismatches.
    lines: Vec<usize>,
    /// Queries whose result breaks the promise of the algorithm.
    broken_promises: usize,
    /// Cost of each path of the planner as a multiple of the optimum. The planner promises only a bound.
    ratios: Vec<f64>,
    times: Vec<Duration>,
    tally: Tally,
    prepared: Duration,
    prepared_bytes: usize,
}

/// Solves all queries and prints the results; the exit code is 1 when an optimal algorithm missed an optimum, or a
/// complete one found no path where there is one.
///
/// # Errors
/// When a file is invalid, or the algorithm does not suit the map.
pub(super) fn solve(args: &SolveArgs) -> Result<ExitCode, SolveError> {
    let map = read_map(&args.map)?;
    let wrong = |error| SolveError::Invalid(Printable(&args.scenarios).to_string(), error);
    let scenarios = parse_scenarios(&read_text(&args.scenarios)?, map.size()).map_err(wrong)?;
    let terrain = args.costs.as_ref().map_or_else(|| map.exact_terrain(), |costs| map.terrain(costs));
    let row = row_for(&args.algorithm, &terrain)?;
    let chosen = sample_evenly(&scenarios, args.limit);
    let first = chosen.first().and_then(|first| Some((first.line, end_in_wall(&terrain, first)?)));
    if let Some((line, Cell { x, y })) = first
        && chosen.iter().all(|scenario| end_in_wall(&terrain, scenario).is_some())
    {
        let what = format!("{x}, {y} is a wall, as is an end of every other query");
        return Err(wrong(FormatError::new(line, 1, what)));
    }
    let report = solve_all(row, &terrain, &chosen, args.costs.is_some());
    print_result(&if args.json { report.json(row) } else { report.text(row) })?;
    Ok(if report.broken_promises > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The first end of a query that is a wall.
fn end_in_wall(terrain: &Terrain, scenario: &Scenario) -> Option<Cell> {
    [scenario.start, scenario.goal].into_iter().find(|cell| terrain.is_wall(terrain.node(*cell)))
}

/// At most `limit` scenarios, spread evenly, including the last.
fn sample_evenly(scenarios: &[Scenario], limit: Option<u64>) -> Vec<Scenario> {
    let count = limit.map_or(scenarios.len(), |limit| scenarios.len().min(limit as usize));
    (1..=count).map(|i| scenarios[i * scenarios.len() / count - 1]).collect()
}

fn solve_all(
    row: &CatalogueRow,
    terrain: &Terrain,
    scenarios: &[Scenario],
    is_weighted: bool,
) -> SolveReport {
    let is_planner = row.id == PLANNER.id;
    let before = now();
    let mut solver = row.solver(terrain);
    let prepared = before.elapsed();
    let mut oracle =
        is_weighted.then(|| catalogue::find("dijkstra").map(|row| row.solver(terrain))).flatten();
    let mut report = SolveReport {
        rows: scenarios.len(),
        times: Vec::with_capacity(scenarios.len()),
        prepared,
        prepared_bytes: solver.prepared_bytes(),
        ..SolveReport::default()
    };
    for scenario in scenarios {
        let ends = (terrain.node(scenario.start), terrain.node(scenario.goal));
        if end_in_wall(terrain, scenario).is_some() {
            report.in_walls += 1;
            continue;
        }
        let before = now();
        let path = run_search(solver.as_mut(), ends, &mut report.tally);
        report.times.push(before.elapsed());
        let best = oracle.as_mut().map(|oracle| {
            let best = run_search(oracle.as_mut(), ends, &mut Tally::default());
            best.and_then(|best| terrain.path_cost(&best))
        });
        let Some(path) = path else {
            let is_missed = best.map_or(!scenario.is_unreachable(), |best| best.is_some());
            report.count_miss(row, scenario.line, is_missed);
            continue;
        };
        report.solved += 1;
        let is_right = if is_planner {
            let ratio = ratio(terrain, &path, scenario, best.flatten());
            report.ratios.push(ratio);
            is_valid_path(terrain, &path, ends) && ratio <= f64::from(PLANNER_COST_PERCENT_MAX) / 100.0
        } else {
            let is_best = match best {
                Some(best) => best == terrain.path_cost(&path),
                None => is_as_published(terrain, &path, scenario),
            };
            is_valid_path(terrain, &path, ends) && is_best
        };
        if !is_right {
            report.count_mismatch(scenario.line, row.promise == Promise::Optimal || is_planner);
        }
    }
    report
}

/// Runs one complete search.
pub(super) fn run_search(
    solver: &mut dyn Solver,
    (start, goal): (NodeId, NodeId),
    tally: &mut Tally,
) -> Option<Vec<NodeId>> {
    solver.begin(start, goal);
    loop {
        match solver.run(u32::MAX, tally) {
            Step::Working => {}
            Step::Found(_) => return Some(solver.path()),
            Step::Exhausted => return None,
        }
    }
}

/// Whether a path leads from start to goal by legal steps.
fn is_valid_path(terrain: &Terrain, path: &[NodeId], (start, goal): (NodeId, NodeId)) -> bool {
    path.first() == Some(&start) && path.last() == Some(&goal) && terrain.path_cost(path).is_some()
}

fn is_as_published(terrain: &Terrain, path: &[NodeId], scenario: &Scenario) -> bool {
    let cells: Vec<Cell> = path.iter().map(|node| terrain.cell(*node)).collect();
    scenario.matches_length(&cells)
}

/// Cost of a path as a multiple of the optimum, or its length as a multiple of the published one.
fn ratio(terrain: &Terrain, path: &[NodeId], scenario: &Scenario, best: Option<Cost>) -> f64 {
    let cells: Vec<Cell> = path.iter().map(|node| terrain.cell(*node)).collect();
    let (own, least) = match best {
        Some(best) => (terrain.path_cost(path).unwrap_or(NO_PATH), best),
        None => (true_length(&cells), scenario.length),
    };
    if own == least { 1.0 } else { own as f64 / least.max(1) as f64 }
}

impl SolveReport {
    /// Counts a query without a path; if it is solvable, that is a mismatch for every complete row.
    fn count_miss(&mut self, row: &CatalogueRow, line: usize, is_missed: bool) {
        self.missed += usize::from(is_missed);
        if is_missed && row.promise.finds_any() {
            self.count_mismatch(line, true);
        }
    }

    fn count_mismatch(&mut self, line: usize, is_broken: bool) {
        self.mismatches += 1;
        self.broken_promises += usize::from(is_broken);
        if self.lines.len() < MISMATCHES_LISTED_MAX {
            self.lines.push(line);
        }
    }

    /// This percentile of the times of all queries, in microseconds.
    fn quantile(&self, percent: usize) -> f64 {
        let mut times = self.times.clone();
        times.sort_unstable();
        let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
        times.get(place).map_or(0.0, |time| milliseconds(*time) * 1000.0)
    }

    /// Mean and worst ratio, if there are any.
    fn ratio(&self) -> Option<(&'static str, serde_json::Value)> {
        let worst = self.ratios.iter().copied().reduce(f64::max)?;
        let mean = self.ratios.iter().sum::<f64>() / self.ratios.len() as f64;
        let rounded = |value: f64| (value * 1e5).round() / 1e5;
        Some(("cost_ratio", serde_json::json!({ "mean": rounded(mean), "worst": rounded(worst) })))
    }

    fn figures(&self) -> [(&'static str, serde_json::Value); 13] {
        let total: Duration = self.times.iter().sum();
        let rounded = |value: f64| serde_json::json!((value * 1000.0).round() / 1000.0);
        [
            ("rows", self.rows.into()),
            ("solved", self.solved.into()),
            ("walled", self.in_walls.into()),
            ("missed", self.missed.into()),
            ("mismatches", self.mismatches.into()),
            ("total_us", rounded(milliseconds(total) * 1000.0)),
            ("median_us", rounded(self.quantile(50))),
            ("p99_us", rounded(self.quantile(99))),
            ("expansions", self.tally.expanded.into()),
            ("generated", self.tally.generated.into()),
            ("frontier_peak", self.tally.frontier_peak.into()),
            ("prep_ms", rounded(milliseconds(self.prepared))),
            ("prep_bytes", self.prepared_bytes.into()),
        ]
    }

    fn json(&self, row: &CatalogueRow) -> String {
        let mut object = serde_json::Map::new();
        object.insert("algorithm".to_owned(), row.id.into());
        object.insert("promise".to_owned(), row.promise.description().into());
        let figures = self.figures().into_iter().chain(self.ratio());
        object.extend(figures.map(|(name, value)| (name.to_owned(), value)));
        object.insert("mismatch_lines".to_owned(), serde_json::json!(self.lines));
        serde_json::Value::Object(object).to_string()
    }

    fn text(&self, row: &CatalogueRow) -> String {
        let mut text = format!("{}: {} ({})", row.id, row.name, row.promise.description());
        for (name, value) in self.figures().into_iter().chain(self.ratio()) {
            let _ = write!(text, "\n{name:<14} {value}");
        }
        if !self.lines.is_empty() {
            let lines: Vec<String> = self.lines.iter().map(usize::to_string).collect();
            let _ = write!(text, "\nmismatches in lines {}", lines.join(", "));
        }
        match self.mismatches - self.lines.len() {
            0 => {}
            more => _ = write!(text, " and {more} more"),
        }
        text
    }
}

/// Prints a text; a closed pipe is not an error.
///
/// # Errors
/// When it cannot be written.
pub(super) fn print_result(text: &str) -> Result<(), SolveError> {
    Ok(console::print(&format!("{text}\n"))?)
}
