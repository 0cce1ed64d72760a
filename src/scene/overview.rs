//! The whole land in a few pixels, for the small map. It changes slowly, so whoever shows it makes it rarely.
//!
//! Pixels are made in `build`, by the same rules as those of the large picture.

use super::build::{Frame, places};
use super::{Scene, View};
use crate::sim::Game;

/// A scene of the whole land with nothing but ground, roads and settlements, in at most so many columns and rows of pixels.
pub fn overview(game: &Game, (columns, rows): (u16, u16), reveal: bool) -> Scene {
    let size = game.world.size();
    let scale = size.width.div_ceil(columns.max(1)).max(size.height.div_ceil(rows.max(1))).max(1);
    let view = View {
        columns: size.width.div_ceil(scale),
        rows: size.height.div_ceil(scale),
        cells_per_pixel: scale,
        reveal,
        ..View::default()
    };
    let frame = Frame::of(&view, size);
    Scene {
        land: (size.width, size.height),
        pixels: frame.pixels(&|cell| super::build::cell_pixel(game, view.reveal, cell)),
        places: places(game, &frame),
        view,
        ..Scene::default()
    }
}
