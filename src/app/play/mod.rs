//! Playing: threads, loop, terminal and signals behind the screen.
//!
//! Four threads stay for as long as one plays. The *simulation* owns the game and answers between two ticks; *input*
//! reads the terminal; *signals* waits for them; this one, the main thread, draws and sees to every way out. Others
//! live for one save or one keepsake. What is drawn lives in `tui`.

mod bench;
mod clock;
mod controller;
pub(super) mod crash;
mod display;
mod guard;
mod input;
mod input_test;
mod keep;
mod keepsakes;
mod lab;
mod options;
mod pace;
mod probe;
mod remembered;
pub mod settings;
mod setup;
mod signals;
mod simulation;
mod stage;
mod untouched;
mod workshop;

pub use input_test::input_test;
pub use lab::lab;
pub use options::{ColorChoice, PlayError, PlayOptions};

use super::cli::complain;
use controller::Controller;
use std::process::ExitCode;
use std::sync::mpsc;

/// What wakes the main thread.
#[derive(Debug)]
enum Wake {
    /// The terminal sent something.
    Event(ratatui::crossterm::event::Event),
    /// A signal came.
    Signal(i32),
    /// A new picture waits.
    Picture,
    /// An answer to the screen's question.
    Answer(u64, crate::scene::Answer),
    /// What a command did, or why it was refused.
    Word {
        /// In words.
        text: String,
        /// Whether nothing was done.
        refused: bool,
    },
    /// The game has begun; where it is kept.
    Begun(String),
    /// A save is done; `Err` says why not.
    Saved(Result<String, String>),
    /// Something to take along was made; `Err` says why not.
    Kept(crate::tui::Keepsake, Result<std::path::PathBuf, String>),
    /// The simulation breaks off; what can be rescued is being rescued.
    Breaking,
    /// The simulation has ended.
    Gone,
}

/// The code of a program that has panicked.
const PANICKED: u8 = 101;

/// Plays until the player leaves.
///
/// # Errors
/// When there is no terminal to play in, the game cannot be made or loaded, or a thread fails.
pub fn play(options: &PlayOptions) -> Result<ExitCode, PlayError> {
    guard::check_terminal()?;
    let settings = options.settings()?;
    let (game, keeper) = keep::open(options)?;
    guard::install_panic_hook();
    let (wake, woken) = mpsc::channel();
    signals::listen(wake.clone()).map_err(PlayError::Terminal)?;
    let workshop = workshop::Workshop::new(keeper.slot(), wake.clone());
    let link = simulation::start(game, keeper, &settings, wake.clone())?;
    // The mouse comes later: nothing may be sent before the start-up probe has had its answer.
    guard::raise(false).map_err(PlayError::Terminal)?;
    let screen = || {
        let (screen, memory) = setup::screen(&settings, setup::look(&settings, &wake));
        guard::mouse(screen.mouse);
        input::listen(wake)?;
        let saves = options.saves.clone();
        Controller::new(screen, memory, settings.fps, woken, &link, workshop, saves)?.run()
    };
    let ended = crash::caught(screen);
    guard::lower();
    let last_words = match ended {
        Ok(Ok(Some(code))) => return Ok(code),
        Ok(Err(error)) => return Err(error),
        // The simulation has said all to itself; it is only asked.
        Ok(Ok(None)) => link.last_words(None),
        Err(fault) => link.last_words(Some(fault)),
    };
    complain(&last_words);
    Ok(ExitCode::from(PANICKED))
}

/// Holds a tick up for as long as the file that `WAYWORN_TEST_STALL` names is there, and says so in a file beside it:
/// how else could a test see that the screen answers meanwhile? Programs that are built for use do not listen to it.
fn rehearse_stall() {
    let Some(file) = std::env::var_os("WAYWORN_TEST_STALL").filter(|_| cfg!(debug_assertions)) else {
        return;
    };
    let file = std::path::PathBuf::from(file);
    while file.exists() {
        let _ = std::fs::write(file.with_extension("held"), "");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Panics in the part of the program that `WAYWORN_TEST_PANIC` names, as in `screen`, or in `worker@500` from that tick
/// on: how else could a test see that the terminal comes back and nothing is lost? Programs that are built for use do
/// not listen to it.
fn rehearse_panic(part: &str, tick: u64) {
    assert!(!is_panic_rehearsed(part, tick), "a panic that a test has asked for");
}

/// Whether a panic is wanted in this part at this tick.
fn is_panic_rehearsed(part: &str, tick: u64) -> bool {
    let wanted = if cfg!(debug_assertions) { std::env::var("WAYWORN_TEST_PANIC").ok() } else { None };
    let Some(wanted) = wanted else { return false };
    let (named, from) = wanted.split_once('@').unwrap_or((&wanted, "0"));
    named == part && from.parse().is_ok_and(|from: u64| tick >= from)
}
