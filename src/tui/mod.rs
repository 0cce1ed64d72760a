//! The screen: keys and mouse become intents, intents become effects, a scene becomes characters.
//!
//! It makes no decisions about the land and never sees the world. It reads no clock, file or terminal: `app` passes in
//! events and a buffer.
//!
//! Reading order: `kit`, what several views are made of; `look`, `input`; `clock`, `effect`, `questions`, `selection`, `state`,
//! `update`, `mouse` and `modes`, what is done; `map`, `cards` and `overlays`, what is drawn; `new_land` and `lab`;
//! `encode` last.

mod cards;
mod clock;
mod effect;
mod encode;
mod input;
mod kit;
pub mod lab;
mod look;
mod map;
mod modes;
mod mouse;
mod new_land;
mod overlays;
mod questions;
mod selection;
mod state;
mod update;

pub use cards::progress_line::progress_line;
pub use clock::{SPEEDS, TimePace};
pub use effect::Effect;
pub use encode::encode;
pub use input::keymap::{Binding, KeyIntent, Mode, STEERING, TABLE, Topic};
pub use input::keys::{Keys, key_of, name as intent_name, named as intent_named};
pub use look::color::{Depth, Rgb, rgb_of_index};
pub use look::seasons::YearDay;
pub use look::theme;
pub use look::theme::{Glyphs, Palette, Theme};
pub use map::camera::{Camera, Zoom};
pub use map::canvas::{Canvas, land_colours};
pub use map::daylight::night_colour;
pub use map::graphics::{CHARACTER, GraphicsProtocol};
pub use map::labels::MapLabel;
pub use map::marks::draw_land;
pub use map::mosaic::draw_mosaic;
pub use map::painter::Painting;
pub use map::pixel_map::PixelMap;
pub use modes::tool::{TOOLS, Tool};
pub use new_land::{LandParams, NewLand, NewLandEffect, Sketch};
pub use overlays::campaign::{Campaign, CampaignLevel};
pub use overlays::export_kind::ExportKind;
pub use overlays::film::FilmKind;
pub use state::{LandRole, Screen};

use crate::scene::Scene;
use kit::draw_too_small;
use map::marks::marked_land;
use ratatui::buffer::Buffer;

/// Draws a scene.
pub fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    draw_with_land(buffer, screen, scene);
}

/// Draws a scene; returns the land, which can be painted at finer pixels. There is none on a screen that is too small.
pub fn draw_with_land(buffer: &mut Buffer, screen: &Screen, scene: &Scene) -> Option<Canvas> {
    let mut canvas = None;
    if screen.layout().too_small {
        draw_too_small(buffer, screen.theme, screen.area);
    } else {
        canvas = marked_land(buffer, screen, scene).map(|marks| marks.canvas);
        overlays::lenses::legend(buffer, screen, scene);
        cards::chrome::draw(buffer, screen, scene);
        if !screen.map.director.is_full {
            cards::objective::draw(buffer, screen, scene);
            cards::goals::draw(buffer, screen, scene);
        }
        overlays::explanation::draw_popup(buffer, screen);
        kit::view::draw(buffer, screen, scene);
    }
    spell_out(buffer, screen.theme);
    canvas
}

/// With an ASCII font, replaces every other character on the screen.
fn spell_out(buffer: &mut Buffer, theme: Theme) {
    if theme.glyphs != Glyphs::Ascii {
        return;
    }
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if symbol.is_ascii() {
            continue;
        }
        let plain = match symbol {
            "×" => 'x',
            "÷" => '/',
            "µ" => 'u',
            "·" | "–" | "—" | "−" => '-',
            "…" => '.',
            "›" | "→" | "▶" => '>',
            "‹" | "←" => '<',
            "’" | "‘" => '\'',
            "“" | "”" => '"',
            "▀" | "▄" | "█" => '#',
            _ => '?',
        };
        cell.set_char(plain);
    }
}
