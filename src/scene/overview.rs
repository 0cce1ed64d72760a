//! The whole land in a few pixels, for the small map. It changes slowly, so callers rebuild it rarely.
//!
//! Its pixels are made in `pixels`, by the same rules as those of the large picture.

use super::build::town_markers;
use super::features::far_landmarks;
use super::fields::LensCaches;
use super::pixels::{Pixel, ViewFrame, Visibility, cells_per_pixel_to_fit};
use super::{Scene, Viewport};
use crate::grid::Size;
use crate::sim::Game;

/// The part that is shown begins and ends at multiples of this many cells, so that it changes rarely.
const PART_STEP: u16 = 8;

/// A scene of the whole land, or of its known part while that is small, with only ground, roads and settlements, in at most `size_max` columns and rows of pixels.
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
    let whole = view_of((0, 0), size, (columns, rows), reveal);
    let pixels = fields.land_pixels(game, &whole);
    let (view, pixels) = match known_part(&whole, &pixels, size).filter(|_| !reveal) {
        Some((corner, part)) => {
            let view = view_of(corner, part, (columns, rows), reveal);
            let pixels = fields.land_pixels(game, &view);
            (view, pixels)
        }
        None => (whole, pixels),
    };
    let frame = ViewFrame::of(&view, size);
    Scene {
        land: (size.width, size.height),
        pixels,
        town_markers: town_markers(game, &frame),
        landmarks: far_landmarks(game, &frame, reveal),
        view,
        ..Scene::default()
    }
}

/// The view of a part of the land that fits into so many columns and rows.
fn view_of((left, top): (u16, u16), part: Size, size_max: (u16, u16), reveal: bool) -> Viewport {
    let scale = cells_per_pixel_to_fit(part, size_max);
    Viewport {
        left: left.into(),
        top: top.into(),
        columns: part.width.div_ceil(scale),
        rows: part.height.div_ceil(scale),
        cells_per_pixel: scale,
        reveal,
        ..Viewport::default()
    }
}

/// The corner and size of the part of the land that has been seen, with a margin, if it is at most two thirds as wide
/// and high as the land: the whole would show it too small.
fn known_part(view: &Viewport, pixels: &[Pixel], land: Size) -> Option<((u16, u16), Size)> {
    let columns = usize::from(view.columns.max(1));
    let seen = pixels.iter().enumerate().filter(|(_, pixel)| pixel.visibility > Visibility::Unseen);
    let seen: Vec<(usize, usize)> = seen.map(|(index, _)| (index % columns, index / columns)).collect();
    let span = |of: fn(&(usize, usize)) -> usize, side: u16| {
        let (first, last) = (seen.iter().map(of).min()?, seen.iter().map(of).max()?);
        let from = (first * usize::from(view.cells_per_pixel)) as u16 / PART_STEP * PART_STEP;
        let to = ((last + 1) * usize::from(view.cells_per_pixel)) as u16;
        let from = from.saturating_sub(PART_STEP);
        let to = (to.div_ceil(PART_STEP) + 1).saturating_mul(PART_STEP).min(side);
        Some((from, to - from))
    };
    let (left, width) = span(|at| at.0, land.width)?;
    let (top, height) = span(|at| at.1, land.height)?;
    (width * 3 <= land.width * 2 && height * 3 <= land.height * 2)
        .then(|| ((left, top), Size::new(width, height)))
}
