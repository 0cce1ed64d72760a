//! What a measurement is asked, how it fails, and what several of them use.

use crate::app::output::ForceArgs;
use crate::app::progress::ProgressLine;
use crate::app::run::{RunError, THREADS_MAX};
use crate::app::usage::number;
use crate::grid::Size;
use crate::land::{LandError, Recipe};
use crate::save::SaveError;
use crate::sim::Game;
use crate::text::Printable;
use crate::world::PeopleIx;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// What to measure, and on which land.
#[derive(clap::Args, Clone, Debug)]
pub struct MeasureArgs {
    /// What to measure.
    #[arg(value_enum)]
    pub(super) what: Measurement,
    /// Size of the land: `SIDE` or `WIDTHxHEIGHT`.
    #[arg(long, default_value = "1024", value_parser = parse_size)]
    pub(super) size: Size,
    /// Seed of the land and of the queries.
    #[arg(long, default_value_t = 7, value_parser = number::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,
    /// Units (of `planner`: queries).
    #[arg(long, default_value_t = 1000, value_parser = number::<u32>(1..=1_000_000))]
    pub(super) units: u32,
    /// Ticks (of `planner` and `field`: rounds of edits).
    #[arg(long, default_value_t = 200, value_parser = number::<u32>(1..=10_000_000))]
    pub(super) ticks: u32,
    /// Threads for planning [default: one per core].
    #[arg(long, value_parser = number::<usize>(1..=THREADS_MAX as u64))]
    pub(super) threads: Option<usize>,
    /// For `soak`: a file for the progress, with a save beside it, so that an interrupted run can be resumed.
    #[arg(long)]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) force: ForceArgs,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

/// What can be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Measurement {
    /// Single paths between distant places, compared with the optimal ones; and repair after edits.
    Planner,
    /// Distance fields to one goal, and their repair.
    Field,
    /// Whole ticks of a lived-in land.
    Tick,
    /// The same with every behaviour in turn, with enemies and beasts among them.
    Mixed,
    /// Stability of the land of `tick` over days: memory, open files, sound worlds, and tick times early and late.
    Soak,
    /// Robbery, fear and hunger over the years, in windows of six days.
    Fear,
    /// Coin, works and trips of scripted players, season by season.
    Works,
}

/// Why a measurement fails.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The land cannot be made.
    #[error(transparent)]
    Land(#[from] LandError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] RunError),
    /// The land has too little room for what was asked.
    #[error("{0}")]
    NoRoom(String),
    /// A tick left an unsound world behind.
    #[error("tick {0}: {1}")]
    UnsoundWorld(u64, String),
    /// Only `soak` writes a file.
    #[error("only soak takes --out: the other measurements cannot be resumed")]
    OutUnsupported,
    /// The output file is one that may not be written.
    #[error(transparent)]
    OutNotWritable(#[from] SaveError),
    /// The file or the save of a run cannot be read or written.
    #[error("{file}, or the save beside it, cannot be resumed: {1}", file = Printable(.0))]
    Progress(PathBuf, String),
    /// The figures cannot be printed.
    #[error("the figures cannot be printed: {0}")]
    Output(#[from] io::Error),
}

/// Named figures, in the order of printing.
pub type Figures = serde_json::Map<String, serde_json::Value>;

/// Parses `SIDE` or `WIDTHxHEIGHT`.
fn parse_size(text: &str) -> Result<Size, String> {
    if text.contains(['x', 'X', '×']) {
        crate::app::land_args::parse_size(text)
    } else {
        crate::app::land_args::parse_size(&format!("{text}x{text}"))
    }
}

/// A game whose people has seen all of its land: other planners that are compared know no fog.
pub(super) fn known_land(seed: u64, size: Size) -> Result<Game, LandError> {
    let mut progress = ProgressLine::on_stderr();
    let mut game = Game::with_recipe(Recipe::default(), seed, size, &mut |what, percent| {
        progress.show_percent(what, percent);
    })?;
    let world = &mut game.world;
    for cell in size.cells() {
        let (surface, tier) = (world.land.surface[cell], world.ground.tier[cell]);
        world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, tier, false, 0);
    }
    game.derived = crate::sim::Derived::of(&game.world);
    Ok(game)
}

/// A quantile of the times, in microseconds, rounded to a tenth.
pub(super) fn quantile_us(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(place).map_or(0.0, |time| (time.as_secs_f64() * 1e7).round() / 10.0)
}
