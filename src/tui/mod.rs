//! The screen: keys and mouse become intents, intents become effects, a scene becomes characters.
//!
//! It makes no decisions about the land and never sees the world. It reads no clock, file or terminal: `app` passes in
//! events and a buffer.
//!
//! Reading order: `kit`, what several views are made of; `keymap` (the key table), `mode`, `topic`, `tool`, `keys`, `map`, `selection`, `draft`, `hints`, `state`,
//! `update`, `orders`, `targeted_orders`, `targets`, `menu`, `edits`, `pinch`, `brushes`, `mouse`, `bookmarks`, `director`; then
//! `camera`, `oklab`, `color`, `theme`, `ramp`, `seasons`, `canvas`, `patch`, `painter`, `daylight`, `elements`, `traces`, `labels`, `overprint`, `places`, `figures`, `marks`, `chrome`, `panel`, `card_view`, `bottom_line`, `export_kind`, `export_menu`, `help`, `land_help`,
//! `small_map`; for analysis `search_overlay`, `lenses`, `route_query`, `explanation`; `possession` for playing as a unit;
//! `history_replay`, `history`, `log`, `progress_line`, `quit`, `life_over`, `film`, `new_land`, `objective`, `goals`, `campaign`, `level_views`, `year`, `page`, `ledger`, `what_if_state`, `what_if`, `race_run` and `race` stand
//! alone; `mosaic`, `graphics`, `pixel_map` and `encode` last.

mod bookmarks;
mod bottom_line;
mod brushes;
mod camera;
mod campaign;
mod canvas;
mod card_view;
mod chrome;
mod color;
mod daylight;
mod director;
mod draft;
mod edits;
mod elements;
mod encode;
mod explanation;
mod export_kind;
mod export_menu;
mod figures;
mod film;
mod goals;
mod graphics;
mod help;
mod hints;
mod history;
mod history_replay;
mod keymap;
mod keys;
mod kit;
pub mod lab;
mod labels;
mod land_help;
mod ledger;
mod lenses;
mod level_draft;
mod level_form;
mod level_views;
mod life_over;
mod log;
mod map;
mod marks;
mod menu;
mod mode;
mod mosaic;
mod mouse;
mod new_land;
mod objective;
mod oklab;
mod orders;
mod overprint;
mod page;
mod painter;
mod panel;
mod panel_row;
mod patch;
mod pinch;
mod pixel_map;
mod places;
mod possession;
mod progress_line;
mod quit;
mod race;
mod race_run;
mod ramp;
mod route_query;
mod search_overlay;
mod seasons;
mod selection;
mod small_map;
mod state;
mod targeted_orders;
mod targets;
pub mod theme;
mod tool;
mod topic;
mod traces;
mod update;
mod wanderer;
mod what_if;
mod what_if_state;
mod year;

pub use camera::{Camera, Zoom};
pub use campaign::{Campaign, CampaignLevel};
pub use canvas::{Canvas, land_colours};
pub use color::{Depth, Rgb, rgb_of_index};
pub use daylight::night_colour;
pub use encode::encode;
pub use export_kind::ExportKind;
pub use film::FilmKind;
pub use graphics::{CHARACTER, GraphicsProtocol};
pub use keymap::{Binding, KeyIntent, Mode, STEERING, TABLE, Topic};
pub use keys::{Keys, key_of, name as intent_name, named as intent_named};
pub use labels::MapLabel;
pub use marks::draw_land;
pub use mosaic::draw_mosaic;
pub use new_land::{LandParams, NewLand, NewLandEffect, Sketch};
pub use painter::Painting;
pub use pixel_map::PixelMap;
pub use progress_line::progress_line;
pub use seasons::YearDay;
pub use state::{Effect, SPEEDS, Screen, TimePace};
pub use theme::{Glyphs, Palette, Theme};
pub use tool::{TOOLS, Tool};

use crate::scene::Scene;
use kit::draw_too_small;
use marks::marked_land;
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
        lenses::legend(buffer, screen, scene);
        chrome::draw(buffer, screen, scene);
        if !screen.map.director.is_full {
            objective::draw(buffer, screen, scene);
            goals::draw(buffer, screen, scene);
        }
        explanation::draw_popup(buffer, screen);
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
