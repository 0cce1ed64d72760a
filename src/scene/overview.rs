//! The whole land in a few pixels, for the small map. It changes slowly, so whoever shows it makes it rarely.
//!
//! Pixels are made in `build`, by the same rules as those of the large picture.

use super::build::{Frame, cell_pixel, places};
use super::far_view::is_far;
use super::fields::Fields;
use super::{Scene, View};
use crate::grid::Size;
use crate::sim::Game;

/// A scene of the whole land with nothing but ground, roads and settlements, in at most so many columns and rows of
/// pixels.
pub fn overview(game: &Game, room: (u16, u16), reveal: bool) -> Scene {
    overview_with(game, room, reveal, &mut Fields::at_once())
}

/// The same; a large land is looked at a slice at a time, and what was seen of it is kept in `fields`.
pub fn overview_with(game: &Game, (columns, rows): (u16, u16), reveal: bool, fields: &mut Fields) -> Scene {
    let size = game.world.size();
    let scale = scale(size, (columns, rows));
    let view = View {
        columns: size.width.div_ceil(scale),
        rows: size.height.div_ceil(scale),
        cells_per_pixel: scale,
        reveal,
        ..View::default()
    };
    let frame = Frame::of(&view, size);
    let pixels = if is_far(game, &view) {
        fields.far_pixels(game, reveal, &frame)
    } else {
        frame.pixels(&|cell| cell_pixel(game, view.reveal, cell))
    };
    Scene { land: (size.width, size.height), pixels, places: places(game, &frame), view, ..Scene::default() }
}

/// Cells a pixel, so that the whole land fits into so many columns and rows.
pub(super) fn scale(land: Size, (columns, rows): (u16, u16)) -> u16 {
    land.width.div_ceil(columns.max(1)).max(land.height.div_ceil(rows.max(1))).max(1)
}
