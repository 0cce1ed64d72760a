//! Terminal recordings: frames with their times, in the asciicast format of asciinema, version 2.
//!
//! A recording holds the bytes sent to a terminal, so it looks like the game, and text stays text.

use super::ExportView;
use crate::scene::{self, Scene};
use crate::sim::Game;
use crate::tui::{self, SPEEDS, Screen};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::fmt::Write;
use std::time::Duration;

/// Start of a recording: hides the cursor and clears the screen.
const CLEAR_SCREEN: &str = "\x1b[?25l\x1b[0m\x1b[2J\x1b[H";
/// Frames per second of a headless recording.
pub(super) const FRAMES_PER_SECOND: u64 = 12;
/// Ticks per second at ×1.
const TICKS_PER_SECOND: u64 = 20;
/// Speed of a headless recording, an index into [`SPEEDS`]: slow enough for day and night.
const HEADLESS_SPEED: usize = 0;

/// A recording in progress.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What the terminal shows.
    shown: Buffer,
    text: String,
    started: Duration,
}

impl Recording {
    /// Starts a recording of a screen of this size at this time.
    pub fn begin((width, height): (u16, u16), title: &str, now: Duration) -> Recording {
        let head = serde_json::json!({
            "version": 2, "width": width, "height": height, "title": title,
            "env": { "TERM": "xterm-256color" },
        });
        let shown = Buffer::empty(Rect::new(0, 0, width, height));
        let mut recording = Recording { shown, text: format!("{head}\n"), started: now };
        recording.add_event(now, CLEAR_SCREEN);
        recording
    }

    /// Its length so far.
    pub fn length(&self, now: Duration) -> Duration {
        now.saturating_sub(self.started)
    }

    /// Adds the changes of a frame.
    pub fn add_frame(&mut self, now: Duration, screen: &Screen, scene: &Scene) {
        let mut next = Buffer::empty(self.shown.area);
        tui::draw(&mut next, screen, scene);
        let mut bytes = Vec::new();
        tui::encode(&self.shown, &next, &mut bytes);
        self.shown = next;
        if !bytes.is_empty() {
            self.add_event(now, &String::from_utf8_lossy(&bytes));
        }
    }

    fn add_event(&mut self, now: Duration, data: &str) {
        let at = self.length(now);
        let data = serde_json::Value::from(data);
        let _ = writeln!(self.text, "[{}.{:06}, \"o\", {data}]", at.as_secs(), at.subsec_micros());
    }

    /// The text of the file; the last frame lasts until now.
    pub fn finish(mut self, now: Duration) -> String {
        self.add_event(now, "");
        self.text
    }
}

/// The text of a recording of the next seconds of a copy of a land.
pub fn headless_recording(game: Game, look: ExportView, seconds: u64) -> String {
    let title = format!("Wayworn, seed {}", game.world.seed);
    let mut recording = Recording::begin(look.size, &title, Duration::ZERO);
    play_seconds(game, look, seconds, |now, screen, scene| recording.add_frame(now, screen, scene));
    recording.finish(Duration::from_secs(seconds))
}

/// Lets a copy of a land live for so many seconds at ×1; `show` is given each frame with its time.
pub(super) fn play_seconds(
    mut game: Game,
    look: ExportView,
    seconds: u64,
    mut show: impl FnMut(Duration, &Screen, &Scene),
) {
    let mut screen = look.screen_of(&game);
    screen.time_pace.speed = HEADLESS_SPEED;
    screen.time_pace.reached_tenths = SPEEDS[HEADLESS_SPEED] * 10;
    let per_second = TICKS_PER_SECOND * u64::from(SPEEDS[HEADLESS_SPEED]);
    let begun = game.world.tick;
    for frame in 0..seconds * FRAMES_PER_SECOND {
        while game.world.tick < begun + frame * per_second / FRAMES_PER_SECOND {
            game.tick();
        }
        let now = Duration::from_millis(frame * 1000 / FRAMES_PER_SECOND);
        let scene = scene::build_scene(&game, &screen.view());
        screen.advance_clock(now.as_millis() as u64);
        screen.take_scene(&scene);
        show(now, &screen, &scene);
    }
}
