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
mod options;
mod signals;
mod simulation;

pub use options::{ColorChoice, PlayError, PlayOptions};

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
    /// A save is done; `Err` says why not.
    Saved(Result<String, String>),
}

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
    let link = simulation::start(game, keeper, options.fps, wake.clone())?;
    let ended = guard::raise(options.mouse).map_err(PlayError::Terminal).and_then(|()| {
        input::listen(wake)?;
        Controller::new(theme, options, woken, link)?.run()
    });
    guard::lower();
    ended
}
