//! What happens to a game besides time, and how it is told.

use crate::save::{Header, Recorded, Replay};
use crate::world::{Command, Hashes};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::fmt;

/// Things that happen between two ticks, at most.
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
    /// Planned on other threads: an index into the pools.
    Threads(usize),
}

/// It, and after which tick.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Ticks that had passed.
    pub tick: u64,
    /// It.
    pub what: What,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Event { tick, what } = self;
        match what {
            What::Command(command) => {
                let text = serde_json::to_string(command).unwrap_or_default();
                let cut: String = text.chars().take(200).collect();
                let more = if cut.len() < text.len() { "…" } else { "" };
                write!(f, "{tick}: {cut}{more}")
            }
            What::Key(key) => write!(f, "{tick}: key {:?} {:?}", key.code, key.modifiers),
            What::Mouse(mouse) => write!(f, "{tick}: {:?} at {}, {}", mouse.kind, mouse.column, mouse.row),
            What::Window(columns, rows) => write!(f, "{tick}: a window of {columns}×{rows}"),
            What::Picture => write!(f, "{tick}: a picture"),
            What::Load => write!(f, "{tick}: saved and loaded"),
            What::Threads(pool) => write!(f, "{tick}: on other threads ({pool})"),
        }
    }
}

/// A game and all that happens to it.
#[derive(Clone, Debug)]
pub struct Case {
    /// How it begins.
    pub header: Header,
    /// Ticks that it is played.
    pub ticks: u64,
    /// In order.
    pub events: Vec<Event>,
}

impl Case {
    /// Its commands alone, as a replay, with these hashes.
    pub fn replay(&self, hashes: Vec<(u64, Hashes)>) -> Replay {
        let commands = self.events.iter().filter_map(|event| match &event.what {
            What::Command(command) => Some(Recorded { tick: event.tick, command: command.clone() }),
            _ => None,
        });
        Replay { header: self.header.clone(), commands: commands.collect(), hashes, note: None }
    }
}
