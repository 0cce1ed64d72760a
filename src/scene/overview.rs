//! The whole land in a few pixels, for the small map. It changes slowly, so callers rebuild it rarely.
//!
//! Pixels come from `build`, by the same rules as in the large picture; none are made here.

use super::build::{Frame, cell_pixel, places};
use super::far_view::is_far;
use super::fields::Fields;
use super::{Scene, View};
use crate::grid::Size;
use crate::sim::Game;

/// A scene of the whole land with only ground, roads and settlements, in at most `size_max` columns and rows of pixels.
pub fn overview(game: &Game, size_max: (u16, u16), reveal: bool) -> Scene {
    overview_with(game, size_max, reveal, &mut Fields::at_once())
}

/// The same; a large land is read a slice per call and cached in `fields`.
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

/// The least number of cells per pixel at which the whole land fits into so many columns and rows.
pub(super) fn scale(land: Size, (columns, rows): (u16, u16)) -> u16 {
    land.width.div_ceil(columns.max(1)).max(land.height.div_ceil(rows.max(1))).max(1)
}
