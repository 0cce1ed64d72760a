//! `wayworn lab` in the terminal: the lab without a game behind it.
//!
//! The lab itself and its files do not live here (`lab_host`).

use super::lab_host::Bench;
use super::setup::{self, Appearance};
use super::stage::Stage;
use super::{PlayError, PlayOptions, Wake, crash, display, guard, input, signals};
use crate::app::console::complain;
use crate::lab::{Ground, Session};
use crate::tui;
use crate::tui::lab::{LabEffect, LabScreen};
use ratatui::crossterm::event::Event;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};

/// Most events handled between two frames.
const AT_ONCE: usize = 500;
/// Exit code of the hang-up signal: 128 plus its number.
const HUNG_UP: u8 = 129;
/// Exit code of the interrupt signal.
const INTERRUPTED: u8 = 130;

/// Opens the lab on a map; returns the exit code. `says` describes the map in the list.
///
/// # Errors
/// When there is no terminal, or the settings are wrong.
pub fn lab(options: &PlayOptions, ground: Ground, says: &str) -> Result<ExitCode, PlayError> {
    let settings = super::for_a_screen(options)?;
    signals::survive_full_disks().map_err(PlayError::Terminal)?;
    guard::install_panic_hook();
    let (wake, woken) = mpsc::channel();
    signals::listen(wake.clone()).map_err(PlayError::Terminal)?;
    guard::raise(false).map_err(PlayError::Terminal)?;
    let work = || {
        let Appearance { theme, mouse, words, forgotten, .. } = setup::look(&settings, &wake);
        let mut screen = LabScreen::new(theme, display::size(), Session::new(ground));
        (screen.keys, screen.mouse) = (settings.keys.clone(), mouse);
        if let Some(words) = settings.notice.as_deref().or(forgotten.as_deref()).or(words) {
            screen.notify(words);
        }
        let mut bench = Bench::new(screen, &options.saves, says);
        bench.screen.start_run();
        guard::mouse(mouse);
        input::listen(wake)?;
        let size = display::size();
        LabTerminal { bench, stage: Stage::new(size, settings.fps)?, woken }.run()
    };
    let ended = crash::caught(work);
    guard::lower();
    match ended {
        // Taking back a dead terminal fails: that is a hang-up, too.
        Ok(Err(PlayError::Terminal(_))) => Ok(ExitCode::from(HUNG_UP)),
        Ok(ended) => ended,
        Err(fault) => {
            complain(&format!("the lab crashed: {}", fault.line()));
            Ok(ExitCode::from(super::PANICKED))
        }
    }
}

/// The lab in the terminal.
struct LabTerminal {
    bench: Bench,
    stage: Stage,
    woken: Receiver<Wake>,
}

impl LabTerminal {
    fn run(mut self) -> Result<ExitCode, PlayError> {
        loop {
            if !guard::is_connected() {
                return Ok(ExitCode::from(HUNG_UP));
            }
            match self.woken.recv_timeout(self.stage.until_frame(self.bench.screen.is_animating())) {
                Ok(wake) => {
                    if let Some(code) = self.hear_all(wake)? {
                        return Ok(ExitCode::from(code));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(PlayError::Stopped),
            }
            self.stage.stale |= self.bench.go_on();
            let screen = &self.bench.screen;
            if self.stage.is_due() && self.stage.draw(|buffer| tui::lab::draw(buffer, screen)).is_err() {
                return Ok(ExitCode::from(HUNG_UP));
            }
        }
    }

    /// Handles a message and all pending ones; returns the exit code if the lab was left.
    fn hear_all(&mut self, first: Wake) -> Result<Option<u8>, PlayError> {
        let mut next = Some(first);
        for _ in 0..AT_ONCE {
            let Some(wake) = next.take() else { break };
            if let Some(code) = self.hear(wake)? {
                return Ok(Some(code));
            }
            next = self.woken.try_recv().ok();
        }
        next.map_or(Ok(None), |wake| self.hear(wake))
    }

    fn hear(&mut self, wake: Wake) -> Result<Option<u8>, PlayError> {
        match wake {
            Wake::Event(Event::Resize(..)) => self.resize()?,
            Wake::Event(event) => return self.event(&event),
            Wake::Signal(signal) if signals::ends(signal) => return Ok(Some(128 + signal as u8)),
            Wake::Signal(signal) if signals::stops(signal) => self.suspend()?,
            Wake::Signal(signal) if signals::goes_on(signal) => {
                let (width, height) = self.stage.repaint()?;
                self.bench.screen.resize(width, height);
            }
            Wake::Signal(signal) if signals::resizes(signal) => self.resize()?,
            _ => {}
        }
        Ok(None)
    }

    fn event(&mut self, event: &Event) -> Result<Option<u8>, PlayError> {
        self.stage.stale = true;
        self.stage.awaited = true;
        for effect in self.bench.event(event) {
            match effect {
                LabEffect::Leave => return Ok(Some(0)),
                LabEffect::Interrupt => return Ok(Some(INTERRUPTED)),
                LabEffect::Suspend => self.suspend()?,
                LabEffect::Mouse(on) => guard::mouse(on),
                LabEffect::Load(_) | LabEffect::SaveMap(_) | LabEffect::Export { .. } => {}
            }
        }
        Ok(None)
    }

    fn suspend(&mut self) -> Result<(), PlayError> {
        let (width, height) = self.stage.suspend()?;
        self.bench.screen.resize(width, height);
        Ok(())
    }

    fn resize(&mut self) -> Result<(), PlayError> {
        let size = display::size();
        let area = self.bench.screen.area;
        if size != (area.width, area.height) {
            self.stage.fit(size)?;
            self.bench.screen.resize(size.0, size.1);
        }
        Ok(())
    }
}
