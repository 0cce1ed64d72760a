//! The inputs of a fuzzed game besides time, and how they are printed.

use crate::app::play::SaveTrigger;
use crate::save::ReplayHeader;
use crate::world::Command;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::fmt;

/// Most inputs in one moment.
pub(super) const INPUTS_MAX: usize = 12;

/// An input to a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Input {
    /// A command.
    Command(Command),
    /// A key on the screen.
    Key(KeyEvent),
    /// The mouse on the screen.
    Mouse(MouseEvent),
    /// The window is resized to this many columns and rows.
    Resize(u16, u16),
    /// A frame is built and drawn; time may stand still meanwhile.
    Frame,
    /// Save and load in memory.
    SaveAndLoad,
    /// Save and load through files: by the player, or as an autosave.
    SaveAndLoadFile(SaveTrigger),
    /// Plan on other threads: an index into the pools.
    SwitchPool(usize),
}

/// An input and its moment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Event {
    /// Moments that have passed. Each is one tick long unless time stands still.
    pub moment: u64,
    /// The input.
    pub input: Input,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Event { moment, input: what } = self;
        match what {
            Input::Command(command) => {
                let text = serde_json::to_string(command).unwrap_or_default();
                let cut: String = text.chars().take(200).collect();
                let more = if cut.len() < text.len() { "…" } else { "" };
                write!(f, "{moment}: {cut}{more}")
            }
            Input::Key(key) => write!(f, "{moment}: key {:?} {:?}", key.code, key.modifiers),
            Input::Mouse(mouse) => write!(f, "{moment}: {:?} at {}, {}", mouse.kind, mouse.column, mouse.row),
            Input::Resize(columns, rows) => write!(f, "{moment}: a window of {columns}×{rows}"),
            Input::Frame => write!(f, "{moment}: a picture"),
            Input::SaveAndLoad => write!(f, "{moment}: saved and loaded"),
            Input::SaveAndLoadFile(SaveTrigger::Player) => write!(f, "{moment}: saved to a file and loaded"),
            Input::SaveAndLoadFile(SaveTrigger::Autosave) => {
                write!(f, "{moment}: autosaved to a file and loaded")
            }
            Input::SwitchPool(pool) => write!(f, "{moment}: on other threads ({pool})"),
        }
    }
}

/// A game and all its inputs.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Its start.
    pub header: ReplayHeader,
    /// Length of the game in moments.
    pub moments: u64,
    /// Inputs in order of time.
    pub events: Vec<Event>,
}
