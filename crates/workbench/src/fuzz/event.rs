//! The inputs of a fuzzed game besides time, and how they are printed.

use crate::app::play::SaveTrigger;
use crate::save::Header;
use crate::world::Command;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::fmt;

/// Most inputs in one moment.
pub const MOVES: usize = 12;

/// An input to a game.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// A command.
    Command(Command),
    /// A key on the screen.
    Key(KeyEvent),
    /// The mouse on the screen.
    Mouse(MouseEvent),
    /// The window is resized to this many columns and rows.
    Window(u16, u16),
    /// A frame is built and drawn; time may stand still meanwhile.
    Picture,
    /// Save and load in memory.
    Load,
    /// Save and load through files: by the player, or as an autosave.
    Files(SaveTrigger),
    /// Plan on other threads: an index into the pools.
    Threads(usize),
}

/// An input and its moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Moments that have passed. Each is one tick long unless time stands still.
    pub moment: u64,
    /// The input.
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
            What::Files(SaveTrigger::ByHand) => write!(f, "{moment}: saved to a file and loaded"),
            What::Files(SaveTrigger::ByItself) => {
                write!(f, "{moment}: autosaved to a file and loaded")
            }
            What::Threads(pool) => write!(f, "{moment}: on other threads ({pool})"),
        }
    }
}

/// A game and all its inputs.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its start.
    pub header: Header,
    /// Length of the game in moments.
    pub moments: u64,
    /// Inputs in order of time.
    pub events: Vec<Event>,
}
