//! What happens to a game besides time, and how it is told.

use crate::app::play::SaveTrigger;
use crate::save::Header;
use crate::world::Command;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::fmt;

/// Things that happen in a moment, at most.
pub const MOVES: usize = 12;

/// Something that happens to a game.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// A command.
    Command(Command),
    /// A key on the screen.
    Key(KeyEvent),
    /// The mouse on the screen.
    Mouse(MouseEvent),
    /// A window of this size.
    Window(u16, u16),
    /// A picture is made and drawn; time may stand still meanwhile.
    Picture,
    /// Saved and loaded.
    Load,
    /// The same through files: as the player does it, or as the game does it by itself.
    Files(SaveTrigger),
    /// Planned on other threads: an index into the pools.
    Threads(usize),
}

/// It, and in which moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Moments that had passed: each of them is a tick long, unless time stands still.
    pub moment: u64,
    /// It.
    pub what: What,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Event { moment, what } = self;
        match what {
            What::Command(command) => {
                let text = serde_json::to_string(command).unwrap_or_default();
                let cut: String = text.chars().take(200).collect();
                let more = if cut.len() < text.len() { "…" } else { "" };
                write!(f, "{moment}: {cut}{more}")
            }
            What::Key(key) => write!(f, "{moment}: key {:?} {:?}", key.code, key.modifiers),
            What::Mouse(mouse) => write!(f, "{moment}: {:?} at {}, {}", mouse.kind, mouse.column, mouse.row),
            What::Window(columns, rows) => write!(f, "{moment}: a window of {columns}×{rows}"),
            What::Picture => write!(f, "{moment}: a picture"),
            What::Load => write!(f, "{moment}: saved and loaded"),
            What::Files(SaveTrigger::ByHand) => write!(f, "{moment}: saved into a file, and loaded"),
            What::Files(SaveTrigger::ByItself) => {
                write!(f, "{moment}: saved by itself into a file, and loaded")
            }
            What::Threads(pool) => write!(f, "{moment}: on other threads ({pool})"),
        }
    }
}

/// A game and all that happens to it.
#[derive(Clone, Debug)]
pub struct Case {
    /// How it begins.
    pub header: Header,
    /// Moments that it is played.
    pub moments: u64,
    /// In order.
    pub events: Vec<Event>,
}
