//! Screens that take the terminal for themselves: over a game, which waits meanwhile, or alone.
//!
//! What they are does not live here: `lab_host` and `chooser`.

use super::inbox::handle_messages;
use super::stage::FrameStage;
use crate::app::play::session::{OpenedGame, PlayError};
use crate::app::play::{HANG_UP_CODE, INTERRUPT_CODE, MainMessage, terminal};
use crate::tui::Screen;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::Event;
use std::sync::mpsc::Receiver;

/// What a guest asks of the loop that runs it.
pub(in crate::app::play) enum GuestEffect {
    /// Close it.
    Leave,
    /// End the program as if interrupted.
    Interrupt,
    /// Suspend to the shell.
    Suspend,
    /// Whether the mouse is captured.
    Mouse(bool),
}

/// A screen that takes the terminal for itself.
pub(in crate::app::play) trait Guest {
    /// Handles a terminal event.
    fn event(&mut self, event: &Event) -> Vec<GuestEffect>;
    /// Handles a message of its threads; returns the land that starts now, if there is one.
    fn message(&mut self, _message: MainMessage) -> Option<OpenedGame> {
        None
    }
    /// Adapts to a new size of the terminal.
    fn resize(&mut self, size: (u16, u16));
    /// Advances time; returns whether the picture has changed.
    fn advance(&mut self) -> bool {
        false
    }
    /// Whether it is animated.
    fn is_animating(&self) -> bool {
        false
    }
    /// Draws it.
    fn draw(&self, buffer: &mut Buffer);
    /// Says why what it asked for cannot be done.
    fn refuse(&mut self, why: &str);
    /// Hands back to the game's screen what was changed in it.
    fn hand_back(&self, _screen: &mut Screen) {}
}

/// How a guest that was alone ended.
pub(in crate::app::play) enum AloneEnd {
    /// With a land to play.
    Land(Box<OpenedGame>),
    /// The program ends with this code.
    Code(u8),
}

/// Runs a guest alone in the terminal, until it is left or a land starts.
///
/// # Errors
/// When the terminal cannot be taken back.
pub(in crate::app::play) fn run_alone(
    guest: &mut dyn Guest,
    stage: FrameStage,
    inbox: &Receiver<MainMessage>,
) -> Result<AloneEnd, PlayError> {
    let mut alone = Alone { guest, stage };
    loop {
        if let Some(code) = terminal::ending_code() {
            return Ok(AloneEnd::Code(code));
        }
        if !terminal::is_connected() {
            return Ok(AloneEnd::Code(HANG_UP_CODE));
        }
        let wait = alone.stage.until_frame(alone.guest.is_animating());
        if let Some(end) = handle_messages(inbox, wait, |message| alone.handle(message))? {
            return Ok(end);
        }
        alone.stage.has_changed |= alone.guest.advance();
        let guest = &*alone.guest;
        if alone.stage.is_due() && alone.stage.draw(|buffer| guest.draw(buffer)).is_err() {
            return Ok(AloneEnd::Code(HANG_UP_CODE));
        }
    }
}

struct Alone<'a> {
    guest: &'a mut dyn Guest,
    stage: FrameStage,
}

impl Alone<'_> {
    fn handle(&mut self, message: MainMessage) -> Result<Option<AloneEnd>, PlayError> {
        match message {
            MainMessage::Event(event) => self.event(&event),
            MainMessage::Signal(signal) => {
                if let Some(size) = self.stage.follow_signal(signal)? {
                    self.guest.resize(size);
                }
                Ok(None)
            }
            other => {
                self.stage.has_changed = true;
                Ok(self.guest.message(other).map(|opened| AloneEnd::Land(Box::new(opened))))
            }
        }
    }

    fn event(&mut self, event: &Event) -> Result<Option<AloneEnd>, PlayError> {
        (self.stage.has_changed, self.stage.is_response) = (true, true);
        for effect in self.guest.event(event) {
            match effect {
                GuestEffect::Leave => return Ok(Some(AloneEnd::Code(0))),
                GuestEffect::Interrupt => return Ok(Some(AloneEnd::Code(INTERRUPT_CODE))),
                GuestEffect::Suspend => {
                    let size = self.stage.suspend()?;
                    self.guest.resize(size);
                }
                GuestEffect::Mouse(on) => terminal::set_mouse(on),
            }
        }
        Ok(None)
    }
}
