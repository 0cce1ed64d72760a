//! The command line.

use super::play::{self, ColorChoice, PlayOptions};
use super::race::{self, RaceArgs};
use super::replay;
use super::run::{self, RunOptions};
use super::solve::{self, SolveArgs};
use crate::grid::Size;
use crate::tui::Glyphs;
use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// A living land in your terminal: footsteps wear roads, and everything is pathfinding.
#[derive(Parser, Debug)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Do>,
    #[command(flatten)]
    play: PlayArgs,
}

/// How a game on the screen is started.
#[derive(clap::Args, Debug)]
struct PlayArgs {
    /// Seed of the land; a saved land of this seed and size goes on. Without it, the land that was saved last.
    #[arg(long)]
    seed: Option<u64>,
    /// Begin a new land even where a saved one could go on.
    #[arg(long)]
    new: bool,
    /// Size of a new land, `WIDTHxHEIGHT`, each 48 to 1024.
    #[arg(long, default_value = "256x256", value_parser = parse_size)]
    size: Size,
    /// Play a level.
    #[arg(long, value_name = "FILE")]
    level: Option<PathBuf>,
    /// Folder of the saves.
    #[arg(long, default_value = "saves", value_name = "DIR")]
    saves: PathBuf,
    /// Colours.
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
    /// Leave the mouse to the terminal.
    #[arg(long)]
    no_mouse: bool,
    /// Use only glyphs that every font has.
    #[arg(long)]
    ascii: bool,
    /// Pictures a second, at most.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=120))]
    fps: u16,
}

impl PlayArgs {
    fn options(self) -> PlayOptions {
        PlayOptions {
            seed: self.seed,
            fresh: self.new,
            size: self.size,
            level: self.level,
            saves: self.saves,
            color: self.color,
            mouse: !self.no_mouse,
            glyphs: if self.ascii { Glyphs::Ascii } else { Glyphs::Unicode },
            fps: self.fps,
        }
    }
}

#[derive(Subcommand, Debug)]
enum Do {
    /// Let a land live without a screen, and report what became of it.
    Run(RunArgs),
    /// Read a replay; with --verify, play it again and hold every hash against the recorded one.
    Replay(ReplayArgs),
    /// Answer the questions of a public scenario file by one algorithm, and hold every length against the known one.
    Solve(SolveArgs),
    /// Let several algorithms answer one question, side by side.
    Race(RaceArgs),
    /// Look into the catalogue of algorithms.
    Lab(LabArgs),
}

#[derive(clap::Args, Debug)]
struct LabArgs {
    /// Print all algorithms: what they promise and what they need.
    #[arg(long, required = true)]
    list: bool,
    /// Print for programs.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Debug)]
struct ReplayArgs {
    /// The replay, such as saves/land-7-256x256.replay.
    file: PathBuf,
    /// Play it again and compare.
    #[arg(long)]
    verify: bool,
    /// Threads that plan; the world does not depend on it.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// What is printed at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// How the map is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MapFormat {
    /// One character a cell.
    Text,
}

#[derive(clap::Args, Debug)]
struct RunArgs {
    /// Seed of the land.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// Size of the land, `WIDTHxHEIGHT`, each 48 to 1024.
    #[arg(long, default_value = "256x256", value_parser = parse_size)]
    size: Size,
    /// Ticks to live.
    #[arg(long)]
    ticks: Option<u64>,
    /// Years to live (11,520 ticks each), on top of the ticks.
    #[arg(long)]
    years: Option<u64>,
    /// Threads that plan; the world does not depend on it.
    #[arg(long)]
    threads: Option<usize>,
    /// Print the land at the end.
    #[arg(long)]
    map: Option<MapFormat>,
    /// Print a report at the end.
    #[arg(long, default_value = "text")]
    report: Format,
    /// The same as `--report json`.
    #[arg(long)]
    json: bool,
    /// Run a level instead of a land of its own.
    #[arg(long, value_name = "FILE")]
    level: Option<PathBuf>,
    /// Write a replay with hashes, for `wayworn replay FILE --verify`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Reads `WIDTHxHEIGHT`.
fn parse_size(text: &str) -> Result<Size, String> {
    let hint = || format!("'{text}' is no size: write WIDTHxHEIGHT, such as 256x256");
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(hint)?;
    let side = |side: &str| side.trim().parse::<u16>().map_err(|_| hint());
    Ok(Size::new(side(width)?, side(height)?))
}

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Some(Do::Run(args)) => {
            run::run(&run_options(&args)).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string())
        }
        Some(Do::Replay(args)) => {
            replay::replay(&args.file, args.verify, args.threads).map_err(|e| e.to_string())
        }
        Some(Do::Solve(args)) => solve::solve(&args).map_err(|e| e.to_string()),
        Some(Do::Race(args)) => race::race(&args).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string()),
        Some(Do::Lab(args)) => race::list(args.json).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string()),
        None => play::play(&cli.play.options()).map_err(|e| e.to_string()),
    };
    done.unwrap_or_else(|words| {
        complain(&words);
        ExitCode::from(2)
    })
}

fn run_options(args: &RunArgs) -> RunOptions {
    let years = args.years.unwrap_or(0) * crate::world::YEAR_DAYS * crate::world::DAY;
    let ticks = args.ticks.unwrap_or(if args.years.is_some() { 0 } else { 20_000 });
    RunOptions {
        seed: args.seed,
        size: args.size,
        ticks: ticks.saturating_add(years),
        threads: args.threads,
        map: args.map,
        format: if args.json { Format::Json } else { args.report },
        level: args.level.clone(),
        record: args.record.clone(),
    }
}

/// One line to whoever started the program.
#[expect(clippy::print_stderr, reason = "the command line's own way to say what is wrong")]
pub fn complain(words: &str) {
    eprintln!("wayworn: {words}");
}
