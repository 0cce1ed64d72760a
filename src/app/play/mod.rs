//! Playing: threads, loop, terminal and signals behind the screen.
//!
//! Four threads. The *simulation* owns the game and answers between two ticks; *input* reads the terminal; *signals*
//! waits for them; this one, the main thread, draws and sees to every way out. What is drawn lives in `tui`.

mod clock;
mod controller;
mod display;
mod guard;
mod input;
mod keep;
mod keepsakes;
mod options;
mod signals;
mod simulation;
mod workshop;

pub use options::{ColorChoice, PlayError, PlayOptions};

use controller::Controller;
use std::panic::{AssertUnwindSafe, catch_unwind};
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
    /// A save is done; `Err` says why not.
    Saved(Result<String, String>),
    /// Something to take along was made; `Err` says why not.
    Kept(crate::tui::Keepsake, Result<std::path::PathBuf, String>),
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
    let theme = options.theme();
    let (game, keeper) = keep::open(options)?;
    guard::install_panic_hook();
    let (wake, woken) = mpsc::channel();
    signals::listen(wake.clone()).map_err(PlayError::Terminal)?;
    let workshop = workshop::Workshop::new(keeper.slot(), wake.clone());
    let link = simulation::start(game, keeper, options.fps, wake.clone())?;
    guard::raise(options.mouse).map_err(PlayError::Terminal)?;
    let screen = || {
        input::listen(wake)?;
        Controller::new(theme, options, woken, &link, workshop)?.run()
    };
    let ended = catch_unwind(AssertUnwindSafe(screen));
    guard::lower();
    ended.unwrap_or_else(|_| {
        // The panic was reported when it happened; what was played is not lost with the picture of it.
        link.rescue();
        Ok(ExitCode::from(PANICKED))
    })
}

/// Panics in the part of the program that `WAYWORN_TEST_PANIC` names: how else could a test see that the terminal comes
/// back? Programs that are built for use do not listen to it.
fn rehearse_panic(part: &str) {
    let wanted =
        cfg!(debug_assertions) && std::env::var("WAYWORN_TEST_PANIC").is_ok_and(|named| named == part);
    assert!(!wanted, "a panic that a test has asked for");
}
