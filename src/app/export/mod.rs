//! Exports of a land: pictures, a map, its history as a film, a recording, its chronicle.
//!
//! They are made from a copy and change nothing. Where and when files are written does not live here (`render`,
//! `play`).

mod blocks;
mod cast;
mod chronicle;
mod font;
mod gif;
mod history;
mod image;
mod map;
mod raster;

pub use cast::{Recording, headless_recording};
pub use chronicle::chronicle;
pub use font::CHARACTER_PIXELS;
pub use gif::recording_gif;
pub use history::{FRAMES_ALLOWED, history_gif};
pub use image::Image;
pub use map::{MapStyle, draw_map};
pub use raster::draw_buffer;

use crate::scene;
use crate::sim::Game;
use crate::tui::{self, Screen, Theme, Zoom};
use ratatui::buffer::Buffer;

/// Default for the most frames of a history.
pub const DEFAULT_FRAMES: u64 = 90;
/// Default length of a recording, in seconds.
pub const DEFAULT_SECONDS: u64 = 20;

/// How a land is shown headless: at its busiest place.
#[derive(Clone, Copy, Debug)]
pub struct ExportView {
    /// Colours and glyphs.
    pub theme: Theme,
    /// Columns and rows of the screen.
    pub size: (u16, u16),
    /// Zoom level.
    pub zoom: Zoom,
    /// Whether the true land is shown, rather than what its people knows.
    pub reveal: bool,
}

impl ExportView {
    /// The screen of a game.
    pub fn screen_of(self, game: &Game) -> Screen {
        let mut screen = Screen::new(self.theme, self.size.0, self.size.1, false);
        screen.map.reveal = self.reveal;
        (screen.map.daylight.is_on, screen.map.has_weather) = (true, true);
        // The first scene chooses a zoom of its own.
        screen.take_scene(&scene::build_scene(game, &screen.view()));
        screen.map.camera.zoom = self.zoom;
        // Do not open with the introduction of a level.
        screen.goals.is_unfolded = false;
        screen.time_pace.paused = false;
        screen.notices.take();
        screen
    }
}

/// The screen of a land, as the bytes of a PNG file.
///
/// # Errors
/// When it is too large for a PNG file: in words.
pub fn screen_png(game: &Game, look: ExportView, scale: usize) -> Result<Vec<u8>, String> {
    let screen = look.screen_of(game);
    let mut buffer = Buffer::empty(screen.area);
    let land = tui::draw_with_land(&mut buffer, &screen, &scene::build_scene(game, &screen.view()));
    draw_buffer(&buffer, land.as_ref(), scale).png()
}
