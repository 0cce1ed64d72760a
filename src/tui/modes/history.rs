//! The history replay: it plays from the first day to the present in five seconds, then can be scrubbed. The game is
//! paused meanwhile and resumes as it was.
//!
//! The frames come from the scene; here are the position and the bar.

use super::history_replay::HistoryReplay;
use crate::grid::Cell;
use crate::scene::Scene;
use crate::tui::effect::Effect;
use crate::tui::input::keymap::Mode;
use crate::tui::kit::{fill, timeline, timeline_position, write};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use crate::tui::map::camera::Zoom;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// How long the whole history takes to play, in milliseconds.
const PLAY_MS: u64 = 5000;
/// Columns of the date beside the bar.
const DATE_COLUMNS: u16 = 34;

impl Screen {
    /// Opens the history, zoomed out, and plays it if motion is allowed.
    pub fn enter_history(&mut self, scene: &Scene) -> Vec<Effect> {
        let len = scene.status.frames;
        if len < 2 {
            self.refuse("no history before the first day ends");
            return Vec::new();
        }
        self.return_to_land();
        self.mode = Mode::History;
        let ran = !self.time_pace.paused;
        self.history_replay = HistoryReplay {
            frame: 0,
            frame_count: len,
            playing: Some((self.clock.now_ms, 0)),
            was_running: ran,
            is_held: false,
            camera: self.map.camera,
        };
        self.map.camera.zoom = Zoom::Far;
        if !self.clock.has_motion {
            self.history_replay = HistoryReplay { frame: len - 1, playing: None, ..self.history_replay };
        }
        self.notice = None;
        if ran { self.set_paused(true) } else { Vec::new() }
    }

    /// Opens the history at one frame, with the cursor on a cell.
    pub(crate) fn enter_history_at(&mut self, scene: &Scene, frame: usize, cell: Cell) -> Vec<Effect> {
        let mut effects = self.enter_history(scene);
        if self.mode == Mode::History {
            self.show_frame(frame.min(self.history_replay.last()));
            effects.extend(self.jump_and_highlight(cell));
        }
        effects
    }

    /// Leaves it; the game and the camera return to their former state.
    pub fn leave_history(&mut self) -> Vec<Effect> {
        self.return_to_land();
        let reel = std::mem::take(&mut self.history_replay);
        self.map.camera = reel.camera;
        let cursor = self.map.cursor;
        self.look_at(cursor);
        if reel.was_running { self.set_paused(false) } else { Vec::new() }
    }

    /// Plays from the current frame (at the end: from the first day), or pauses.
    pub fn play_history(&mut self) -> Vec<Effect> {
        let reel = &mut self.history_replay;
        if reel.playing.take().is_none() {
            reel.frame = if reel.frame < reel.last() { reel.frame } else { 0 };
            reel.playing = Some((self.clock.now_ms, reel.frame));
        }
        Vec::new()
    }

    /// Whether the history is playing, so that frames are needed without input.
    pub fn is_playing(&self) -> bool {
        self.mode == Mode::History && self.history_replay.playing.is_some()
    }

    /// Advances the replay to the current time; returns whether the frame changed.
    pub(crate) fn advance_history(&mut self) -> bool {
        let Some((since, from)) = self.history_replay.playing.filter(|_| self.mode == Mode::History) else {
            return false;
        };
        let (before, last) = (self.history_replay, self.history_replay.last());
        let passed = self.clock.now_ms.saturating_sub(since) * last as u64 / PLAY_MS;
        self.history_replay.frame = from.saturating_add(passed as usize).min(last);
        if self.history_replay.frame == last {
            self.history_replay.playing = None;
        }
        self.history_replay != before
    }

    /// Moves by this many frames.
    pub fn scrub(&mut self, by: i32) -> Vec<Effect> {
        let at = self.history_replay.frame as i64 + i64::from(by);
        self.show_frame(at.clamp(0, self.history_replay.last() as i64) as usize)
    }

    /// Jumps to the first or the last frame.
    pub fn scrub_to_end(&mut self, last: bool) -> Vec<Effect> {
        self.show_frame(if last { self.history_replay.last() } else { 0 })
    }

    fn show_frame(&mut self, at: usize) -> Vec<Effect> {
        self.history_replay.playing = None;
        self.history_replay.frame = at;
        Vec::new()
    }

    /// The bar's area.
    pub fn history_bar(&self) -> Rect {
        let log = self.layout().log;
        let left = DATE_COLUMNS.min(log.width);
        let width = log.width.saturating_sub(left + 2);
        Rect::new(log.x + left, log.bottom().saturating_sub(1), width, log.height.min(1))
    }

    /// A click on the bar jumps there and holds the handle; elsewhere it does nothing.
    pub fn press_history(&mut self, column: u16, row: u16) -> Vec<Effect> {
        if !self.history_bar().contains((column, row).into()) {
            return Vec::new();
        }
        self.history_replay.is_held = true;
        self.drag_history(column)
    }

    /// Drags the held handle.
    pub fn drag_history(&mut self, column: u16) -> Vec<Effect> {
        let at = timeline_position(self.history_bar(), column, self.history_replay.last());
        if self.history_replay.is_held { self.show_frame(at) } else { Vec::new() }
    }

    /// Releases the handle.
    pub fn release_history(&mut self) -> Vec<Effect> {
        self.history_replay.is_held = false;
        Vec::new()
    }
}

/// Draws the bar over the last line of the log, and a caption above it.
pub(crate) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let (theme, log, bar) = (screen.theme, screen.layout().log, screen.history_bar());
    if log.is_empty() {
        return;
    }
    fill(buffer, log, theme.text(TEXT));
    let words = " Known then (dimmed: learned later). The game is paused.";
    if log.height > 1 {
        write(buffer, log, 0, &Line::styled(words, theme.text(DIM)));
    }
    let date = scene.past.as_ref().map_or("", |past| past.date.as_str());
    let play = if screen.is_playing() { theme.pick_glyph('‖', '|') } else { theme.pick_glyph('▶', '>') };
    let line = Line::from(vec![
        Span::styled(format!(" {play} "), theme.bold(KEY)),
        Span::styled(date.to_owned(), theme.bold(ACCENT)),
    ]);
    write(buffer, log, log.height - 1, &line);
    write(
        buffer,
        bar,
        0,
        &timeline(theme, bar.width, screen.history_replay.frame, screen.history_replay.last()),
    );
}
