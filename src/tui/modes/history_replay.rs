//! The position in the history of the land, while it is replayed.

use crate::tui::map::camera::Camera;

/// The position in the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryReplay {
    /// The frame to be shown.
    pub frame: usize,
    /// Number of frames.
    pub(super) frame_count: usize,
    /// When playing started, in milliseconds of the program's clock, and at which frame.
    pub(crate) playing: Option<(u64, usize)>,
    /// Whether the game was running before, and will resume.
    pub(crate) was_running: bool,
    /// Whether the mouse holds the bar's handle.
    pub(super) is_held: bool,
    /// The camera to be restored.
    pub(crate) camera: Camera,
}

impl HistoryReplay {
    /// The last frame.
    pub(crate) fn last(&self) -> usize {
        self.frame_count.saturating_sub(1)
    }
}
