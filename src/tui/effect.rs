//! What the screen asks of the rest of the program.

use crate::scene::{Command, Leak, PricedLand, Question};
use crate::tui::overlays::export_kind::ExportKind;

/// What the screen asks of the rest of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A command for the world.
    Command(Command),
    /// A question; its answer comes back with this ticket.
    Ask(u64, Question),
    /// Drop a question whose answer takes long.
    ForgetQuestion,
    /// Pause or resume.
    Pause(bool),
    /// Let time stand still for so many milliseconds, or go on at once.
    Hold(u64),
    /// Advance one tick.
    Step,
    /// Set the speed, an index into [`SPEEDS`](super::SPEEDS).
    Speed(usize),
    /// Whether the game captures the mouse.
    Mouse(bool),
    /// Save now.
    Save,
    /// Export something.
    Export(ExportKind),
    /// Open the lab on this land; the leak is an exhibit of it.
    Lab(Box<PricedLand>, Leak),
    /// Open the codex at the page that something leads to, such as `lens:fear`.
    Codex(String),
    /// Open the new-land screen.
    NewLand,
    /// Save, and begin a new land of the usual kind.
    OwnLand,
    /// Save, and go on in the land that was saved last.
    LastLand,
    /// Save, and play the level of this name.
    Level(String),
    /// Save, and play the same level on from this tick.
    TakeBack(u64),
    /// Save and quit.
    Quit,
    /// Quit as if interrupted.
    Interrupt,
    /// Suspend to the shell.
    Suspend,
}
