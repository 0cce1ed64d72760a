//! The history replay: it plays from the first day to the present in five seconds, then can be scrubbed. The game is
//! paused meanwhile and resumes as it was.
//!
//! The frames come from the scene, the position is in `history_replay`; here is the bar.

use super::history_replay::HistoryReplay;
use crate::scene::{Scene, date};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::Mode;
use crate::tui::kit::{fill, timeline, write};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use crate::tui::map::camera::Zoom;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::text::{Line, Span};

impl Screen {
    /// Opens the history, zoomed out, and plays it if motion is allowed.
    pub fn enter_history(&mut self, scene: &Scene) -> Vec<Effect> {
        let len = scene.status.frames;
        if len < 2 {
            return self.refuse("no history before the first day ends");
        }
        self.return_to_land();
        self.mode = Mode::History;
        let was_running = !self.time_pace.paused;
        let now = Some(self.clock.now_ms).filter(|_| self.clock.has_motion);
        self.history_replay = HistoryReplay::new(len, now, was_running, self.map.camera);
        self.map.camera.zoom = Zoom::Far;
        self.notices.take();
        if was_running { self.set_paused(true) } else { Vec::new() }
    }

    /// Leaves it; the game and the camera return to their former state.
    pub fn leave_history(&mut self) -> Vec<Effect> {
        self.return_to_land();
        let reel = std::mem::take(&mut self.history_replay);
        self.map.camera = reel.camera;
        self.map.look_at(self.map.cursor, self.map_area());
        if reel.was_running { self.set_paused(false) } else { Vec::new() }
    }
}

/// Draws the bar over the last line of the log, and a caption above it.
pub(crate) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let (theme, log, bar) = (screen.theme, screen.layout().log, screen.layout().history_bar());
    if log.is_empty() {
        return;
    }
    fill(buffer, log, theme.text(TEXT));
    let words = " Known then (dimmed: learned later). The game is paused.";
    if log.height > 1 {
        write(buffer, log, 0, &Line::styled(words, theme.text(DIM)));
    }
    let date = scene.past.as_ref().map_or_else(String::new, |past| date(past.tick));
    let play = if screen.history_replay.is_playing() {
        theme.pick_glyph('‖', '|')
    } else {
        theme.pick_glyph('▶', '>')
    };
    let line = Line::from(vec![
        Span::styled(format!(" {play} "), theme.bold(KEY)),
        Span::styled(date, theme.bold(ACCENT)),
    ]);
    write(buffer, log, log.height - 1, &line);
    write(
        buffer,
        bar,
        0,
        &timeline(theme, bar.width, screen.history_replay.frame, screen.history_replay.last()),
    );
}
