//! `workbench fuzz`: random players on many lands, with saves, loads, threads, windows and frames in between, and the
//! invariants checked after every step.
//!
//! `player` generates input, `table` applies it, `hunt` shrinks a failure. What does not live here: what a sound
//! world is (`world::World::check`), and which state is derived (`sim::Game::doubt`).

mod event;
mod harness;
mod player;
mod shrink;

use crate::app::land_args::parse_seeds;
use crate::app::progress::ProgressLine;
use crate::app::self_check::SelfCheckArgs;
use crate::app::usage::number;
use crate::app::{console, levels, output, run};
use crate::grid::Size;
use crate::land::{Preset, Recipe};
use crate::level::Level;
use crate::save::{self, ReplayHeader};
use crate::text::Printable;
use crate::world::Hashes;
use event::Case;
use rayon::{ThreadPool, ThreadPoolBuilder};
use shrink::{Failure, Setup};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Threads of the pools that a game switches between; 0 means one per core.
const POOLS: [usize; 3] = [1, 2, 0];
/// One seed in this many is a wanderer's game, one in this many a gentle land, and one in this many a level.
const WANDERERS: u64 = 6;
const GENTLE: u64 = 7;
const LEVELS: u64 = 8;

/// Which games, and for how long.
#[derive(clap::Args, Clone, Debug)]
pub struct FuzzArgs {
    /// First and last seed: `1..50`.
    #[arg(long, default_value = "1..50", value_parser = parse_seeds)]
    seeds: RangeInclusive<u64>,
    /// Length of each game in moments, each one tick long unless time stands still.
    #[arg(long, default_value_t = 2000, value_parser = number::<u64>(1..=100_000_000))]
    ticks: u64,
    /// Size of the lands, `WIDTHxHEIGHT`.
    #[arg(long, default_value = "64x64", value_parser = crate::app::land_args::parse_size)]
    size: Size,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = number::<u8>(1..=64))]
    jobs: u8,
    #[command(flatten)]
    self_checks: SelfCheckArgs,
    /// Folder for the replays of failing games.
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// Why fuzzing stops before its end.
#[derive(Debug, thiserror::Error)]
pub enum FuzzError {
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The findings cannot be printed or written.
    #[error("the findings cannot be written: {0}")]
    Output(#[from] io::Error),
    /// A replay cannot be written.
    #[error(transparent)]
    Replay(#[from] save::SaveError),
}

/// Totals so far.
#[derive(Clone, Copy, Default)]
struct Totals {
    games: u64,
    events: u64,
    failed: u64,
    ticks: u64,
}

/// Plays all the games. The exit code is 1 if any of them fails.
///
/// # Errors
/// When the threads cannot be started, or the findings cannot be written.
pub fn fuzz(args: &FuzzArgs) -> Result<ExitCode, FuzzError> {
    output::check_folder(&args.out)?;
    let build = |count: &usize| ThreadPoolBuilder::new().num_threads(*count).build();
    let pools: Vec<ThreadPool> = POOLS.iter().map(build).collect::<Result<_, _>>()?;
    let (played, progress) = (AtomicU64::new(0), Mutex::new(ProgressLine::for_long_work()));
    let moments = args.seeds.clone().count() as u64 * args.ticks;
    let count_moment = || {
        let played = played.fetch_add(1, Ordering::Relaxed);
        if let Ok(mut progress) = progress.try_lock() {
            progress.show_count("moments played", played, moments);
        }
    };
    let setup = Setup { pools: &pools, self_checks: args.self_checks, fault: None, on_moment: &count_moment };
    shrink::record_panics();
    let begun = run::now();
    let left = Mutex::new(args.seeds.clone());
    let sums = Mutex::new(Totals::default());
    let work = || -> Result<(), FuzzError> {
        loop {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(seed) = next else { return Ok(()) };
            play_one(args, seed, setup, &sums)?;
        }
    };
    let done: Vec<_> = std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..args.jobs).map(|_| scope.spawn(work)).collect();
        jobs.into_iter()
            .map(|job| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    done.into_iter().collect::<Result<(), _>>()?;
    let Totals { games, events, failed: wrong, ticks } = *sums.lock().unwrap_or_else(PoisonError::into_inner);
    let seconds = begun.elapsed().as_secs();
    console::print(&format!(
        "{games} games, {ticks} ticks, {events} events in {seconds} s: {wrong} failed\n"
    ))?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays a seed. A failure is shrunk, written as a replay and printed.
fn play_one(args: &FuzzArgs, seed: u64, setup: Setup, sums: &Mutex<Totals>) -> Result<(), FuzzError> {
    let mut case = Case { header: header_of_seed(seed, args.size), moments: args.ticks, events: Vec::new() };
    let played = shrink::play_random(&mut case, seed, setup);
    let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
    sums.games += 1;
    sums.events += case.events.len() as u64;
    sums.failed += u64::from(played.is_err());
    sums.ticks += played.as_ref().map_or_else(|failure| failure.tick, |ticks| *ticks);
    drop(sums);
    match played {
        Ok(_) => Ok(()),
        Err(failure) => report_failure(args, seed, case, failure, setup),
    }
}

/// The start of a seed's game: all kinds of land and of game occur.
fn header_of_seed(seed: u64, size: Size) -> ReplayHeader {
    let preset = Preset::ALL[(seed % Preset::ALL.len() as u64) as usize];
    if let Some(level) = level_of_seed(seed) {
        return ReplayHeader::of_level(&level);
    }
    let recipe = Recipe { gentle: seed % GENTLE == 3, ..Recipe::of(preset) };
    ReplayHeader::new(seed, size, None).recipe(recipe).wander(seed % WANDERERS == 5)
}

/// The level that a seed plays, if any.
fn level_of_seed(seed: u64) -> Option<Level> {
    let all = levels::included_levels();
    let which = (seed / LEVELS) as usize % all.len().max(1);
    let text = all.get(which).filter(|_| seed % LEVELS == 4)?.text;
    Level::parse(text).ok()
}

/// Shrinks a failure, writes it as a replay and prints it.
fn report_failure(
    args: &FuzzArgs,
    seed: u64,
    case: Case,
    failure: Failure,
    setup: Setup,
) -> Result<(), FuzzError> {
    let events = case.events.len();
    let (case, failure) = shrink::shrink(case, failure, setup);
    std::fs::create_dir_all(&args.out)?;
    let file = save::free_path(&args.out, &format!("fuzz-{seed}"), &["replay"])?;
    let replay = failure.replay(case.header.clone(), last_hashes(&failure));
    save::write_atomic(&file, replay.text().as_bytes())?;
    Ok(console::print(&report_text(seed, events, &case, &failure, &file))?)
}

/// All one needs to reproduce a failure: program, seed, events, and the replay's file.
fn report_text(seed: u64, events: usize, case: &Case, failure: &Failure, file: &Path) -> String {
    let listed: Vec<String> = case.events.iter().map(|event| format!("  {event}\n")).collect();
    format!(
        "seed {seed}: after {} ticks: {}\n  in Wayworn {}; {events} events shrunk to {}:\n{}  to replay it: \
         wayworn replay {5} --verify --paranoid\n",
        failure.tick,
        failure.message,
        crate::app::PROGRAM,
        case.events.len(),
        listed.concat(),
        Printable(file),
    )
}

/// A line that plays a replay up to the failure. The world's hash there is unknown, so it never matches.
fn last_hashes(failure: &Failure) -> Vec<(u64, Hashes)> {
    let after_commands = failure.commands.last().map_or(1, |recorded| recorded.tick + 1);
    vec![(failure.tick.max(after_commands), Hashes { parts: [0; 8] })]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Command;
    use event::{Event, Input};

    #[test]
    fn games_of_all_kinds_are_played() {
        let headers: Vec<ReplayHeader> =
            (1..=50).map(|seed| header_of_seed(seed, Size::new(48, 48))).collect();
        let count = |is: fn(&&ReplayHeader) -> bool| headers.iter().filter(is).count();
        assert_eq!(count(|header| header.level.is_some()), 6);
        assert_eq!((count(|header| header.wander), count(|header| header.recipe.gentle)), (8, 7));
    }

    #[test]
    fn a_report_names_program_seed_events_and_file() {
        let undo = Event { moment: 5, input: Input::Command(Command::Undo) };
        let case = Case { header: header_of_seed(9, Size::new(48, 48)), moments: 7, events: vec![undo] };
        let what = "two units hold the same cell".to_owned();
        let failure = Failure { tick: 7, moment: 7, message: what, commands: Vec::new() };
        let report = report_text(9, 300, &case, &failure, Path::new("out/fuzz-9.replay"));
        for part in [
            "seed 9: after 7 ticks: two units hold the same cell",
            concat!("in Wayworn ", env!("CARGO_PKG_VERSION"), ", revision "),
            "300 events shrunk to 1:",
            "wayworn replay out/fuzz-9.replay --verify --paranoid\n",
        ] {
            assert!(report.contains(part), "{part}: {report}");
        }
        assert!(report.lines().count() == 4, "{report}");
    }
}
