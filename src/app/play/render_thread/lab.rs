//! `wayworn lab` in the terminal: the lab without a game behind it.
//!
//! The lab itself and its files do not live here (`lab_host`).

use super::inbox::handle_messages;
use super::lab_host::LabHost;
use super::stage::FrameStage;
use crate::app::console::print_error;
use crate::app::play::session::{self, Appearance, PlayError, PlayOptions};
use crate::app::play::{HANG_UP_CODE, INTERRUPT_CODE, MainMessage, PANIC_CODE, panics, terminal};
use crate::codex::Book;
use crate::grid::Size;
use crate::lab::{LabMap, LabSession};
use crate::tui;
use crate::tui::lab::{LabEffect, LabScreen};
use ratatui::crossterm::event::Event;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver};

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
            screen.notify(words);
        }
        let mut bench = LabHost::new(screen, &options.saves, says);
        begin(&mut bench);
        terminal::set_mouse(mouse);
        terminal::listen_to_terminal(wake)?;
        let size = terminal::window_size();
        LabTerminal { host: bench, stage: FrameStage::new(size, settings.fps)?, inbox: &woken }.run()
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

/// The lab in the terminal.
struct LabTerminal<'a> {
    host: LabHost,
    stage: FrameStage,
    inbox: &'a Receiver<MainMessage>,
}

impl LabTerminal<'_> {
    fn run(mut self) -> Result<ExitCode, PlayError> {
        loop {
            if let Some(code) = terminal::ending_code() {
                return Ok(ExitCode::from(code));
            }
            if !terminal::is_connected() {
                return Ok(ExitCode::from(HANG_UP_CODE));
            }
            let (inbox, wait) = (self.inbox, self.stage.until_frame(self.host.screen.is_animating()));
            if let Some(code) = handle_messages(inbox, wait, |message| self.handle(message))? {
                return Ok(ExitCode::from(code));
            }
            self.stage.has_changed |= self.host.advance();
            let screen = &self.host.screen;
            if self.stage.is_due() && self.stage.draw(|buffer| tui::lab::draw(buffer, screen)).is_err() {
                return Ok(ExitCode::from(HANG_UP_CODE));
            }
        }
    }

    /// Handles a message; returns the exit code if the lab was left.
    fn handle(&mut self, wake: MainMessage) -> Result<Option<u8>, PlayError> {
        match wake {
            MainMessage::Event(event) => return self.event(&event),
            MainMessage::Signal(signal) if terminal::is_suspending(signal) => self.suspend()?,
            MainMessage::Signal(signal) if terminal::is_resuming(signal) => {
                let (width, height) = self.stage.repaint()?;
                self.host.screen.resize(width, height);
            }
            MainMessage::Signal(signal) if terminal::is_resizing(signal) => self.resize()?,
            _ => {}
        }
        Ok(None)
    }

    fn event(&mut self, event: &Event) -> Result<Option<u8>, PlayError> {
        self.stage.has_changed = true;
        self.stage.is_response = true;
        for effect in self.host.event(event) {
            match effect {
                LabEffect::Leave => return Ok(Some(0)),
                LabEffect::Interrupt => return Ok(Some(INTERRUPT_CODE)),
                LabEffect::Suspend => self.suspend()?,
                LabEffect::Mouse(on) => terminal::set_mouse(on),
                _ => {}
            }
        }
        Ok(None)
    }

    fn suspend(&mut self) -> Result<(), PlayError> {
        let (width, height) = self.stage.suspend()?;
        self.host.screen.resize(width, height);
        Ok(())
    }

    fn resize(&mut self) -> Result<(), PlayError> {
        if let Some((width, height)) = self.stage.follow_window()? {
            self.host.screen.resize(width, height);
        }
        Ok(())
    }
}
