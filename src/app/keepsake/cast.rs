//! Terminal recordings: frames with their times, in the format of asciinema (asciicast, version 2).
//!
//! A recording holds what a terminal would be sent, so it looks as the game looks, and letters stay letters.

use super::{Look, Snapshot};
use crate::scene::{self, Scene};
use crate::tui::{self, SPEEDS, Screen};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::style::force_color_output;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// What a recording begins with: no cursor, an empty screen.
const BEGIN: &str = "\x1b[?25l\x1b[0m\x1b[2J\x1b[H";
/// Frames a second of a recording that is made without a screen.
const FRAMES: u64 = 12;
/// Ticks a second at ×1.
const TICKS: u64 = 20;
/// Which speed such a recording runs at, an index into [`SPEEDS`].
const SPEED: usize = 2;

/// Bytes that are taken away after every frame.
#[derive(Clone, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A recording in the making.
pub struct Recording {
    terminal: Terminal<CrosstermBackend<Sink>>,
    sink: Sink,
    text: String,
    begun: Duration,
}

impl Recording {
    /// Begins a recording of a screen of this size at this time.
    ///
    /// # Errors
    /// None are known of a terminal that is a piece of memory.
    pub fn begin((width, height): (u16, u16), title: &str, now: Duration) -> io::Result<Recording> {
        let sink = Sink::default();
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, width, height)) };
        let terminal = Terminal::with_options(CrosstermBackend::new(sink.clone()), options)?;
        let head = serde_json::json!({
            "version": 2, "width": width, "height": height, "title": title,
            "env": { "TERM": "xterm-256color" },
        });
        let mut recording = Recording { terminal, sink, text: format!("{head}\n"), begun: now };
        recording.event(now, BEGIN);
        Ok(recording)
    }

    /// How long it has been going on.
    pub fn length(&self, now: Duration) -> Duration {
        now.saturating_sub(self.begun)
    }

    /// Adds what changes with this frame.
    ///
    /// # Errors
    /// As for [`Recording::begin`].
    pub fn frame(&mut self, now: Duration, screen: &Screen, scene: &Scene) -> io::Result<()> {
        self.terminal.draw(|frame| tui::draw(frame.buffer_mut(), screen, scene))?;
        let bytes = std::mem::take(&mut *self.sink.0.borrow_mut());
        if !bytes.is_empty() {
            self.event(now, &String::from_utf8_lossy(&bytes));
        }
        Ok(())
    }

    fn event(&mut self, now: Duration, data: &str) {
        let at = self.length(now);
        let data = serde_json::Value::from(data);
        let _ = writeln!(self.text, "[{}.{:06}, \"o\", {data}]", at.as_secs(), at.subsec_micros());
    }

    /// The text of the file; the last frame stays until now.
    pub fn finish(mut self, now: Duration) -> String {
        self.event(now, "");
        self.text
    }
}

/// The text of a recording of so many seconds that follow on a land; the land itself stays as it is.
///
/// # Errors
/// As for [`Recording::begin`], in words.
pub fn cast(snapshot: Snapshot, look: Look, seconds: u64) -> Result<String, String> {
    let failed = |error: io::Error| format!("the recording failed: {error}");
    let title = format!("Wayworn, seed {}", snapshot.game.world.seed);
    let mut game = snapshot.game;
    let mut screen = look.at(&game);
    screen.pace.speed = SPEED;
    screen.pace.reached_tenths = SPEEDS[SPEED] * 10;
    let per_second = TICKS * u64::from(SPEEDS[SPEED]);
    // A file's colours do not depend on the terminal in which it is made.
    force_color_output(true);
    let mut recording = Recording::begin(look.size, &title, Duration::ZERO).map_err(failed)?;
    let at = |frame: u64| Duration::from_millis(frame * 1000 / FRAMES);
    let (begun, frames) = (game.world.tick, seconds * FRAMES);
    for frame in 0..frames {
        while game.world.tick < begun + frame * per_second / FRAMES {
            game.tick();
        }
        let scene = scene::build(&game, &screen.view());
        screen.meet(&scene);
        recording.frame(at(frame), &screen, &scene).map_err(failed)?;
    }
    Ok(recording.finish(at(frames)))
}
