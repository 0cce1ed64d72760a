//! The whole land in a few pixels, for the small map. It changes slowly, so callers rebuild it rarely.
//!
//! Pixels come from `build`, by the same rules as in the large picture; none are made here.

use super::build::{ViewFrame, cell_pixel, town_markers};
use super::far_view::uses_far_cache;
use super::fields::LensCaches;
use super::{Scene, Viewport};
use crate::grid::Size;
use crate::sim::Game;

/// A scene of the whole land with only ground, roads and settlements, in at most `size_max` columns and rows of pixels.
pub fn build_overview(game: &Game, size_max: (u16, u16), reveal: bool) -> Scene {
    build_overview_with(game, size_max, reveal, &mut LensCaches::immediate())
}

/// The same; a large land is read a slice per call and cached in `fields`.
pub fn build_overview_with(
    game: &Game,
    (columns, rows): (u16, u16),
    reveal: bool,
    fields: &mut LensCaches,
) -> Scene {
    let size = game.world.size();
    let scale = cells_per_pixel_to_fit(size, (columns, rows));
    let view = Viewport {
        columns: size.width.div_ceil(scale),
        rows: size.height.div_ceil(scale),
        cells_per_pixel: scale,
        reveal,
        ..Viewport::default()
    };
    let frame = ViewFrame::of(&view, size);
    let pixels = if uses_far_cache(game, &view) {
        fields.far_pixels(game, reveal, &frame)
    } else {
        frame.pixels(&|cell| cell_pixel(game, view.reveal, cell))
    };
    Scene {
        land: (size.width, size.height),
        pixels,
        town_markers: town_markers(game, &frame),
        view,
        ..Scene::default()
    }
}

/// The least number of cells per pixel at which the whole land fits into so many columns and rows.
pub(super) fn cells_per_pixel_to_fit(land: Size, (columns, rows): (u16, u16)) -> u16 {
    land.width.div_ceil(columns.max(1)).max(land.height.div_ceil(rows.max(1))).max(1)
}
