//! The position in the history of the land, while it is replayed: it plays, and is moved by keys and on its bar.

use crate::tui::kit::timeline_position;
use crate::tui::map::camera::Camera;
use ratatui::layout::Rect;

/// How long the whole history takes to play, in milliseconds.
const PLAY_MS: u64 = 5000;

/// The position in the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryReplay {
    /// The frame to be shown.
    pub frame: usize,
    /// Number of frames.
    frame_count: usize,
    /// When playing started, in milliseconds of the program's clock, and at which frame.
    pub(crate) playing: Option<(u64, usize)>,
    /// Whether the game was running before, and will resume.
    pub(crate) was_running: bool,
    /// Whether the mouse holds the bar's handle.
    pub(in crate::tui) is_held: bool,
    /// The camera to be restored.
    pub(crate) camera: Camera,
}

impl HistoryReplay {
    /// A history of so many frames, played from this time on, in milliseconds, or without one at its end.
    pub(super) fn new(
        frame_count: usize,
        now_ms: Option<u64>,
        was_running: bool,
        camera: Camera,
    ) -> HistoryReplay {
        let frame = if now_ms.is_some() { 0 } else { frame_count - 1 };
        let playing = now_ms.map(|now_ms| (now_ms, 0));
        HistoryReplay { frame, frame_count, playing, was_running, is_held: false, camera }
    }

    /// The last frame.
    pub(crate) fn last(&self) -> usize {
        self.frame_count.saturating_sub(1)
    }

    /// Plays from the current frame (at the end: from the first day), or pauses.
    pub(in crate::tui) fn play(&mut self, now_ms: u64) {
        if self.playing.take().is_none() {
            self.frame = if self.frame < self.last() { self.frame } else { 0 };
            self.playing = Some((now_ms, self.frame));
        }
    }

    /// Whether it is playing, so that frames are needed without input.
    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// Advances to this time, in milliseconds; returns whether the frame changed.
    pub(in crate::tui) fn advance(&mut self, now_ms: u64) -> bool {
        let Some((since, from)) = self.playing else { return false };
        let (before, last) = (*self, self.last());
        let passed = now_ms.saturating_sub(since) * last as u64 / PLAY_MS;
        self.frame = from.saturating_add(passed as usize).min(last);
        if self.frame == last {
            self.playing = None;
        }
        *self != before
    }

    /// Moves by this many frames.
    pub(in crate::tui) fn scrub(&mut self, by: i32) {
        let at = self.frame as i64 + i64::from(by);
        self.show(at.clamp(0, self.last() as i64) as usize);
    }

    /// Stops at a frame.
    pub(in crate::tui) fn show(&mut self, at: usize) {
        (self.playing, self.frame) = (None, at);
    }

    /// A click on the bar jumps there and holds the handle; elsewhere it does nothing.
    pub(in crate::tui) fn press(&mut self, bar: Rect, column: u16, row: u16) {
        if bar.contains((column, row).into()) {
            self.is_held = true;
            self.drag(bar, column);
        }
    }

    /// Drags the held handle.
    pub(in crate::tui) fn drag(&mut self, bar: Rect, column: u16) {
        if self.is_held {
            self.show(timeline_position(bar, column, self.last()));
        }
    }
}
