//! What other threads tell the main thread, and what the program tells the shell at its end.

/// Messages to the main thread.
#[derive(Debug)]
pub(crate) enum MainMessage {
    /// The terminal sent something.
    Event(ratatui::crossterm::event::Event),
    /// A signal came.
    Signal(i32),
    /// A new picture is ready.
    Picture,
    /// An answer to the screen's question.
    Answer(u64, crate::scene::Answer),
    /// How far the comparison with this ticket is, in percent.
    LookedAhead(u64, usize),
    /// The result of a command.
    CommandResult {
        /// What it did, or why it was refused.
        text: String,
        /// Whether it was refused.
        is_refused: bool,
    },
    /// Something that the player should know.
    Notice(String),
    /// The game has started, with a message about its saves.
    Started(String),
    /// A save is done, or failed.
    Saved(Result<String, String>),
    /// The same of the last save, after which the simulation ends if it succeeded.
    Closed(Result<String, String>),
    /// The preview of a requested land, or why there is none.
    Sketch(crate::tui::LandParams, Box<Result<crate::tui::Sketch, String>>),
    /// Progress of the land with this number, 0 for a preview: the current activity, and percent.
    Progress(u64, &'static str, usize),
    /// The land with this number as it stands while it grows.
    Film(u64, Box<crate::scene::Scene>),
    /// The land with this number is generated, or failed.
    Generated(u64),
    /// An export is done, or failed.
    Exported(crate::tui::ExportKind, Result<std::path::PathBuf, String>),
    /// The simulation crashed; the land is being rescued.
    Crashing,
    /// The simulation has ended.
    SimulationEnded,
}

/// Exit code after a panic.
pub(crate) const PANIC_CODE: u8 = 101;
/// Exit code of a game that ended without its last save, whatever else happened: an input/output error in `sysexits.h`.
pub(crate) const UNSAVED_CODE: u8 = 74;
/// Exit code of the hang-up signal: 128 plus its number.
pub(crate) const HANG_UP_CODE: u8 = 129;
/// Exit code of the interrupt signal.
pub(crate) const INTERRUPT_CODE: u8 = 130;
