//! `wayworn lab` in the terminal: the lab without a game behind it.
//!
//! The lab itself and its files do not live here (`lab_host`).

use super::guest::{AloneEnd, run_alone};
use super::lab_host::LabHost;
use super::stage::FrameStage;
use crate::app::console::print_error;
use crate::app::play::session::{self, Appearance, PlayError, PlayOptions};
use crate::app::play::{HANG_UP_CODE, PANIC_CODE, panics, terminal};
use crate::codex::Book;
use crate::grid::Size;
use crate::lab::{LabMap, LabSession};
use crate::tui::lab::LabScreen;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::mpsc;

/// Opens the lab on a map; returns the exit code. `says` describes the map in the list.
///
/// # Errors
/// When there is no terminal, or the settings are wrong.
pub fn run_lab(options: &PlayOptions, ground: LabMap, says: &str) -> Result<ExitCode, PlayError> {
    run_lab_with(options, ground, says, |bench| bench.screen.start_run())
}

/// Opens the lab at a page of the codex, at the one read last if none is given; returns the exit code.
///
/// # Errors
/// When there is no terminal, or the settings are wrong.
pub fn run_codex(options: &PlayOptions, book: Book, page: Option<usize>) -> Result<ExitCode, PlayError> {
    let ground = LabMap::open("nothing", Size::new(8, 4));
    run_lab_with(options, ground, "plain ground", |bench| bench.read(Rc::new(book), page))
}

fn run_lab_with(
    options: &PlayOptions,
    ground: LabMap,
    says: &str,
    begin: impl FnOnce(&mut LabHost),
) -> Result<ExitCode, PlayError> {
    let settings = session::settings_for_terminal(options)?;
    terminal::install_panic_hook();
    let (wake, woken) = mpsc::channel();
    terminal::listen_to_signals(wake.clone()).map_err(PlayError::Terminal)?;
    terminal::take(false).map_err(PlayError::Terminal)?;
    let work = || {
        let Appearance { theme, mouse, words, preferences_error: forgotten, .. } =
            session::decide_appearance(&settings, &wake);
        let mut screen = LabScreen::new(theme, terminal::window_size(), LabSession::new(ground));
        (screen.keys, screen.mouse) = (settings.keys.clone(), mouse);
        if let Some(words) = settings.notice.as_deref().or(forgotten.as_deref()).or(words) {
            screen.notices.notify(words);
        }
        let mut bench = LabHost::new(screen, &options.saves, says);
        begin(&mut bench);
        terminal::set_mouse(mouse);
        terminal::listen_to_terminal(wake)?;
        let stage = FrameStage::new(terminal::window_size(), settings.fps)?;
        match run_alone(&mut bench, stage, &woken)? {
            AloneEnd::Code(code) => Ok(ExitCode::from(code)),
            AloneEnd::Land(_) => Err(PlayError::Stopped),
        }
    };
    let ended = panics::catch(work);
    terminal::restore();
    match ended {
        // Taking back a dead terminal fails: that is a hang-up, too.
        Ok(Err(PlayError::Terminal(_))) => Ok(ExitCode::from(HANG_UP_CODE)),
        Ok(ended) => ended,
        Err(fault) => {
            print_error(&format!("the lab crashed: {}", fault.one_line()));
            Ok(ExitCode::from(PANIC_CODE))
        }
    }
}
