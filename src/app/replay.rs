//! `wayworn replay`: summarizes, verifies, or re-records recorded games.

use super::play::{self, panics};
use super::progress::ProgressLine;
use super::run::THREADS_MAX;
use super::self_check::SelfCheckArgs;
use super::usage::number;
use super::{console, daily, output};
use crate::save::{self, Divergence, ManualOrders, Replay, SaveError, TEXT_MAX, VerifyError, load_replay};
use crate::scene::score_text;
use crate::sim::{Game, counted};
use crate::text::Printable;
use crate::world::{Command, SCORED_TICKS, World};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Ticks per hour of play at ×1: twenty per second.
const TICKS_PER_HOUR: u64 = 72_000;

/// Bytes of a line of hashes at a late tick. It limits how many hashes are written, so that the file can be read back.
const HASHES_LINE_BYTES: u64 = 148;
/// A tick that no game reaches: none is being played.
const NOT_PLAYING: u64 = u64::MAX;

/// Arguments of `wayworn replay`.
#[derive(clap::Args, Debug)]
pub(super) struct ReplayArgs {
    /// The replays, such as saves/land-7-256x256.replay.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Replay them and compare the hashes.
    #[arg(long)]
    verify: bool,
    /// If one differs, write both states into this folder, as saves and as text.
    #[arg(long, value_name = "DIR", requires = "verify")]
    dump: Option<PathBuf>,
    /// Print the score of the first three years, too: five lines, as of `wayworn daily`.
    #[arg(long, requires = "verify")]
    score: bool,
    #[command(flatten)]
    self_checks: SelfCheckArgs,
    /// Replay them and replace the recorded hashes by the new ones.
    #[arg(long, conflicts_with = "verify")]
    record_anew: bool,
    /// Write hashes every so many ticks instead of at the recorded ticks.
    #[arg(long, value_name = "TICKS", requires = "record_anew", value_parser = number::<u64>(1..=u64::MAX))]
    every: Option<u64>,
    /// Number of planning threads, 0 for all cores; the result does not depend on it.
    #[arg(long, default_value_t = 2, value_parser = number::<u16>(0..=THREADS_MAX as u64))]
    threads: u16,
}

/// Why a replay command failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReplayCommandError {
    /// The file cannot be read or written, or is not a valid replay.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// It cannot be played at all.
    #[error("{0}: {1}")]
    Play(String, VerifyError),
    /// There would be more hashes than can be read back.
    #[error("{0}: {1} hashes are more than a record can hold: use --every {2} or more")]
    TooMany(String, u64, u64),
    /// The result cannot be printed.
    #[error("the result cannot be written: {0}")]
    Output(#[from] std::io::Error),
}

/// Summarizes, verifies or re-records replays. The exit code is 1 when a game differs from its record or crashes.
///
/// # Errors
/// When a file cannot be read, is not a valid replay, or cannot be written.
pub(super) fn replay(args: &ReplayArgs) -> Result<ExitCode, ReplayCommandError> {
    if let Some(dir) = &args.dump {
        output::check_folder(dir)?;
    }
    play::install_panic_hook();
    let mut is_same = true;
    for file in &args.files {
        let reached = AtomicU64::new(NOT_PLAYING);
        is_same &= match panics::catch(|| replay_file(args, file, &reached)) {
            Ok(done) => done?,
            Err(fault) => {
                let tick = Some(reached.into_inner()).filter(|tick| *tick != NOT_PLAYING);
                let place = tick.map_or("it".to_owned(), |whole| format!("tick {}", whole + 1));
                print_line(&format!("{}: {place} crashed: {}", Printable(file), fault.one_line()))?;
                false
            }
        };
    }
    Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The same for one file; `reached` is the last completed tick while it is played.
fn replay_file(args: &ReplayArgs, file: &Path, reached: &AtomicU64) -> Result<bool, ReplayCommandError> {
    let replay = load_replay(file)?;
    if let Some(note) = &replay.note {
        print_line(&format!("note: {note}"))?;
    }
    if args.verify {
        return verify(args, file, &replay, reached);
    }
    if args.record_anew {
        record_anew(args, file, &replay)?;
    } else {
        let commands = replay.commands.len();
        print_line(&format!("{}: {commands} commands up to tick {}", Printable(file), replay.last_tick()))?;
    }
    Ok(true)
}

fn print_line(words: &str) -> Result<(), ReplayCommandError> {
    Ok(console::print(&format!("{words}\n"))?)
}

fn record_anew(args: &ReplayArgs, file: &Path, replay: &Replay) -> Result<(), ReplayCommandError> {
    let failed = |error| ReplayCommandError::Play(Printable(file).to_string(), error);
    let (hashes, most) =
        (args.every.map_or(0, |every| replay.last_tick() / every), TEXT_MAX as u64 / HASHES_LINE_BYTES);
    if hashes > most {
        return Err(ReplayCommandError::TooMany(
            Printable(file).to_string(),
            hashes,
            replay.last_tick().div_ceil(most),
        ));
    }
    let rerecorded = save::record_anew(replay, args.every, args.threads.into()).map_err(failed)?;
    save::write_atomic(file, rerecorded.text().as_bytes())?;
    let changed = rerecorded.hashes.iter().zip(&replay.hashes).filter(|(new, old)| new != old).count();
    let (count, file) = (rerecorded.hashes.len(), Printable(file));
    print_line(&format!(
        "{file}: {count} hashes up to tick {} written, {changed} of them changed",
        replay.last_tick()
    ))
}

/// Whether the game matches its record.
fn verify(
    args: &ReplayArgs,
    file: &Path,
    replay: &Replay,
    reached: &AtomicU64,
) -> Result<bool, ReplayCommandError> {
    let progress = Mutex::new(ProgressLine::for_long_work());
    let score = Mutex::new(None);
    let land = daily::land_words(replay.header.seed, daily::is_daily(&replay.header));
    let look = |game: &mut Game| {
        play::panic_for_test("verify", game.world.tick);
        reached.store(game.world.tick, Ordering::Relaxed);
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.show_count("ticks replayed", game.world.tick, replay.last_tick());
        drop(progress);
        if args.score && game.world.tick == SCORED_TICKS {
            *score.lock().unwrap_or_else(PoisonError::into_inner) = Some(score_text(&game.world, &land));
        }
        args.self_checks.check_game(game)
    };
    reached.store(0, Ordering::Relaxed);
    let verified = save::verify_with(replay, args.threads.into(), &look);
    reached.store(NOT_PLAYING, Ordering::Relaxed);
    drop(progress);
    match verified {
        Ok(done) => {
            print_line(&format!(
                "verified: {} ticks, {} hashes, no difference",
                done.ticks, done.hashes_checked
            ))?;
            if done.manual_orders.orders > 0 {
                print_line(&manual_orders_words(done.manual_orders, done.ticks))?;
            }
            match score.into_inner().unwrap_or_else(PoisonError::into_inner) {
                _ if !args.score => {}
                _ if was_sandbox(replay) => {
                    print_line(&format!("{}: no score: building was free for a while", Printable(file)))?;
                    return Ok(false);
                }
                Some(score) => console::print(&score)?,
                None => {
                    let file = Printable(file);
                    print_line(&format!("{file}: no score: it ends before three years are over"))?;
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Err(difference @ VerifyError::Mismatch { .. }) => {
            print_line(&format!("{}: {difference}", Printable(file)))?;
            let trail = save::find_divergence(replay, args.threads.into());
            match trail.map_err(|error| ReplayCommandError::Play(Printable(file).to_string(), error))? {
                Some(trail) => report_divergence(&trail, args.dump.as_deref())?,
                None => {
                    print_line("a second replay does not differ: this machine or its memory may be faulty")?;
                }
            }
            Ok(false)
        }
        Err(unsound @ VerifyError::Unsound { .. }) => {
            print_line(&format!("{}: {unsound}", Printable(file)))?;
            Ok(false)
        }
        Err(error) => Err(ReplayCommandError::Play(Printable(file).to_string(), error)),
    }
}

/// Whether building was free at any time of the years that are scored.
fn was_sandbox(replay: &Replay) -> bool {
    let mut scored = replay.commands.iter().take_while(|recorded| recorded.tick < SCORED_TICKS);
    scored.any(|recorded| recorded.command == Command::FreeBuild(true))
}

/// How much the player ordered by hand: `12 orders, 4 of them interrupted a trip: 1.3 per hour at ×1`.
fn manual_orders_words(ManualOrders { orders, overrides }: ManualOrders, ticks: u64) -> String {
    let tenths = u64::from(overrides) * 10 * TICKS_PER_HOUR / ticks.max(1);
    let orders = counted(orders as usize, "order");
    format!(
        "{orders}, {overrides} of them interrupted a trip: {}.{} per hour at ×1",
        tenths / 10,
        tenths % 10
    )
}

/// Prints where the game diverges, and dumps the states there.
fn report_divergence(trail: &Divergence, dump: Option<&Path>) -> Result<(), ReplayCommandError> {
    let (right, wrong) = (trail.last_match.tick, trail.first_mismatch.tick);
    print_line(&match &trail.first_difference {
        Some(parting) => format!(
            "a continued game and one reloaded before each tick diverge at tick {}: {}",
            parting.continued.tick, parting.subsystem
        ),
        None => format!(
            "nothing between tick {right} and {wrong} depends on threads or loading: the rules have changed since it was \
            recorded (to narrow it down, run that version with --record-anew --every 1)"
        ),
    })?;
    let Some(dir) = dump else { return Ok(()) };
    let subsystem = trail.first_difference.as_ref().map_or(trail.subsystem, |parting| parting.subsystem);
    let ends: Vec<(&str, &World)> = match &trail.first_difference {
        Some(parting) => vec![("played", &parting.continued), ("loaded", &parting.reloaded)],
        None => vec![("right", &trail.last_match), ("wrong", &trail.first_mismatch)],
    };
    std::fs::create_dir_all(dir)?;
    for (name, world) in ends {
        let plain = format!("{subsystem}.txt");
        let path = save::free_path(dir, &format!("{name}-{}", world.tick), &["save", &plain])?;
        save::write_atomic(&path, &save::encode(world))?;
        let text = world.debug_text(subsystem).unwrap_or_default();
        let file = path.with_extension(plain);
        save::write_atomic(&file, text.as_bytes())?;
        print_line(&format!("wrote {} and the save beside it", Printable(file)))?;
    }
    Ok(())
}
