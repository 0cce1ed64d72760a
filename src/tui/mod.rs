//! The screen: keys and mouse become intents, intents become effects, a scene becomes characters.
//!
//! It decides nothing about the land and never sees the world; it reads no clock, no file and no terminal: `app` gives
//! it events and a buffer. Reading order: `keymap` (the table of keys), `state`, `update`, `orders`, `menu`, `edits`, `mouse`; then
//! `layout`, `camera`, `theme`, `canvas`, `marks`, `chrome`, `panel`, `bottom`,
//! `popup`, `help`.

mod bottom;
mod camera;
mod canvas;
mod chrome;
mod color;
mod edits;
#[cfg(test)]
mod fake;
mod help;
mod keymap;
mod layout;
mod marks;
mod menu;
mod mouse;
mod orders;
mod panel;
mod popup;
#[cfg(test)]
mod reach;
mod state;
#[cfg(test)]
mod tests;
mod theme;
mod update;

pub use color::Depth;
pub use keymap::{Binding, Intent, Mode, STEERING, TABLE, Topic};
pub use state::{Effect, Pace, SPEEDS, Screen};
pub use theme::{Glyphs, Palette, Theme};

use crate::scene::Scene;
use ratatui::buffer::Buffer;

/// Draws a scene as the screen wants it.
pub fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    if screen.layout().too_small {
        popup::too_small(buffer, screen);
    } else {
        marks::draw(buffer, screen, scene);
        chrome::draw(buffer, screen, scene);
        popup::draw(buffer, screen, scene);
    }
    if screen.theme.glyphs == Glyphs::Ascii {
        spell_out(buffer);
    }
}

/// Replaces what an ASCII font does not have, wherever the words came from.
fn spell_out(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if symbol.is_ascii() {
            continue;
        }
        let plain = match symbol {
            "×" => 'x',
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
