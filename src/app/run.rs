//! `wayworn run`: simulates a land without a screen.

pub use super::stopwatch::{milliseconds, now};

use super::console;
use super::land_args::SeededArgs;
use super::levels::{self, LevelLoadError};
use super::output::ForceArgs;
use super::progress::ProgressLine;
use super::report::{self, TickDurations};
use super::self_check::SelfCheckArgs;
use super::usage::number;
use crate::land::LandError;
use crate::save::{Replay, ReplayHeader, SaveError, is_hashed};
use crate::sim::Game;
use crate::world::{AGE_MAX, DAY, YEAR_DAYS};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `wayworn run`.
#[derive(clap::Args, Debug)]
pub(super) struct RunArgs {
    #[command(flatten)]
    of: SeededArgs,
    /// Ticks to simulate.
    #[arg(long, value_parser = number::<u64>(0..=AGE_MAX))]
    ticks: Option<u64>,
    /// Years to simulate (11,520 ticks each), in addition to the ticks.
    #[arg(long, value_parser = number::<u64>(0..=AGE_MAX / (YEAR_DAYS * DAY)))]
    years: Option<u64>,
    /// Number of planning threads; the result does not depend on it.
    #[arg(long, value_parser = number::<usize>(1..=THREADS_MAX as u64))]
    threads: Option<usize>,
    /// Print the land at the end.
    #[arg(long)]
    map: Option<MapFormat>,
    /// Format of the report at the end.
    #[arg(long, default_value = "text")]
    report: Format,
    /// Same as `--report json`.
    #[arg(long)]
    json: bool,
    /// Run a level instead of a land: one of `wayworn levels`, or a file.
    #[arg(long, value_name = "LEVEL")]
    level: Option<PathBuf>,
    /// Write a replay with hashes, for `wayworn replay FILE --verify`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    self_checks: SelfCheckArgs,
}

impl RunArgs {
    /// Ticks to simulate.
    fn ticks(&self) -> u64 {
        let years = self.years.unwrap_or(0) * YEAR_DAYS * DAY;
        years + self.ticks.unwrap_or(if self.years.is_some() { 0 } else { 20_000 })
    }

    /// Format of the report.
    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.report }
    }
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The land cannot be generated.
    #[error(transparent)]
    Land(#[from] LandError),
    /// Too many ticks.
    #[error("{0} ticks are too many: --ticks and --years together allow at most {AGE_MAX}")]
    TooManyTicks(u64),
    /// The threads cannot be started.
    #[error("{0} threads cannot be started: use --threads 1 to {max}", max = THREADS_MAX)]
    Threads(usize),
    /// The level cannot be read.
    #[error(transparent)]
    Level(#[from] LevelLoadError),
    /// A check failed.
    #[error("tick {0}: {1}")]
    Unsound(u64, String),
    /// The report cannot be written.
    #[error("the report cannot be written: {0}")]
    Output(#[from] io::Error),
    /// The replay cannot be written.
    #[error(transparent)]
    Record(#[from] SaveError),
}

/// Format of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// Text for people.
    Text,
    /// JSON for programs.
    Json,
}

/// Format of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum MapFormat {
    /// One character per cell.
    Text,
}

/// Most threads that can be requested.
pub const THREADS_MAX: usize = 256;

/// Runs a land and prints the report.
///
/// # Errors
/// When the land cannot be generated, the threads not started, or the report not printed.
pub(super) fn run_land(args: &RunArgs) -> Result<(), RunError> {
    let ticks = args.ticks();
    if ticks > AGE_MAX {
        return Err(RunError::TooManyTicks(ticks));
    }
    let level = args.level.as_deref();
    let record = args.record.as_deref().map(|file| args.force.output(file, level.as_slice()));
    let record = record.transpose()?;
    if let Some(threads) = args.threads {
        set_threads(threads)?;
    }
    let (mut game, header) = start_game(args)?;
    let mut replay = Replay { header, commands: Vec::new(), hashes: Vec::new(), note: None };
    let mut spent = TickSampler::new();
    let mut progress = ProgressLine::for_long_work();
    for tick in 0..ticks {
        progress.show_count("ticks", tick, ticks);
        let before = now();
        game.tick();
        spent.push(before.elapsed());
        args.self_checks.check_game(&mut game).map_err(|what| RunError::Unsound(game.world.tick, what))?;
        if record.is_some() && is_hashed(game.world.tick) {
            replay.hashes.push((game.world.tick, game.world.hash()));
        }
    }
    drop(progress);
    if let Some(file) = record {
        file.write(replay.text().as_bytes())?;
    }
    let map = args.map.map(|MapFormat::Text| report::report_map(&game));
    let durations = TickDurations::from_durations(spent.durations);
    match args.format() {
        Format::Json => console::print_json(&report::report_json(&game, durations, map.as_deref()))?,
        Format::Text => {
            let map = map.map_or_else(String::new, |map| format!("{map}\n"));
            console::print(&format!("{map}{}\n", report::report_text(&game, durations)))?;
        }
    }
    Ok(())
}

/// Durations of ticks: all of them, or in a long run every second, every fourth and so on.
struct TickSampler {
    durations: Vec<Duration>,
    /// One in so many ticks is kept.
    interval: u32,
    /// Ticks since the last one kept.
    since_kept: u32,
}

impl TickSampler {
    /// Most durations kept.
    const KEPT_MAX: usize = 1 << 20;

    fn new() -> TickSampler {
        TickSampler { durations: Vec::new(), interval: 1, since_kept: 0 }
    }

    fn push(&mut self, took: Duration) {
        self.since_kept += 1;
        if self.since_kept < self.interval {
            return;
        }
        self.since_kept = 0;
        self.durations.push(took);
        if self.durations.len() == Self::KEPT_MAX {
            let mut place = 0;
            self.durations.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.interval *= 2;
        }
    }
}

fn start_game(args: &RunArgs) -> Result<(Game, ReplayHeader), RunError> {
    if let Some(file) = &args.level {
        let level = levels::load_level(file)?;
        return Ok((Game::from_level(&level), ReplayHeader::of_level(&level)));
    }
    let mut progress = ProgressLine::on_stderr();
    let on_progress = &mut |what: &'static str, percent| progress.show_percent(what, percent);
    let (seed, size, recipe) = (args.of.seed, args.of.land.size, args.of.land.recipe());
    let game = Game::with_recipe(recipe, seed, size, on_progress)?;
    Ok((game, ReplayHeader::new(seed, size, None).recipe(recipe)))
}

/// Sets the number of planning threads, once for the process.
///
/// # Errors
/// When the number is out of range or the threads do not start.
pub fn set_threads(threads: usize) -> Result<(), RunError> {
    if !(1..=THREADS_MAX).contains(&threads) {
        return Err(RunError::Threads(threads));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|_| RunError::Threads(threads))
}
