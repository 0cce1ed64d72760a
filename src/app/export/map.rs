//! The whole land as an image, with settlements, without the screen around it.

use super::font::FontCache;
use super::image::Image;
use crate::scene::{self, Pixel, Scene, TownKind, TownMarker, Viewport, Visibility};
use crate::sim::Game;
use crate::tui::{self, Rgb, Theme, theme};

/// Least pixels per cell at which settlements are named.
const NAMED_SCALE_MIN: usize = 2;
/// Pixels between a settlement's mark and its name.
const GAP_PIXELS: usize = 4;

/// How a map is drawn.
#[derive(Clone, Copy, Debug)]
pub struct MapStyle {
    /// Colours.
    pub theme: Theme,
    /// Pixels along each side of a cell, from 1.
    pub scale: usize,
    /// Whether the true land is shown, rather than what the people knows. In the past, land not known yet is then dim
    /// instead of dark.
    pub reveal: bool,
}

impl Default for MapStyle {
    fn default() -> MapStyle {
        MapStyle { theme: Theme::default(), scale: 2, reveal: false }
    }
}

/// Draws the land of a game.
pub fn draw_map(game: &Game, style: MapStyle) -> Image {
    draw_scene(&scene_at(game, style, None), style)
}

/// The scene of the land now, or in the frame of history with this index.
fn scene_at(game: &Game, style: MapStyle, past: Option<usize>) -> Scene {
    let size = game.world.size();
    let view = Viewport {
        columns: size.width,
        rows: size.height,
        cells_per_pixel: 1,
        reveal: style.reveal,
        past_frame: past,
        ..Viewport::default()
    };
    scene::build_scene(game, &view)
}

fn draw_scene(scene: &Scene, style: MapStyle) -> Image {
    let mut image = draw_ground(scene, style);
    draw_towns(&mut image, &scene.town_markers, style.scale);
    image
}

/// Draws the land in the frame of history with this index, with a line below: the date, known settlements and roads.
pub(super) fn draw_dated_map(game: &Game, style: MapStyle, index: usize) -> Image {
    let mut scene = scene_at(game, style, Some(index));
    if !style.reveal {
        let later = scene.pixels.iter_mut().filter(|pixel| pixel.visibility == Visibility::SeenLater);
        later.for_each(|pixel| *pixel = Pixel { visibility: Visibility::Unseen, ..Pixel::default() });
    }
    let land = draw_scene(&scene, style);
    let mut letters = FontCache::new(1);
    let line = letters.size.1 + 2 * GAP_PIXELS;
    let mut image = Image::new(land.width, land.height + line, theme::CHROME);
    image.bytes[..land.bytes.len()].copy_from_slice(&land.bytes);
    let towns = scene.town_markers.iter().filter(|place| place.kind != TownKind::Ruin).count();
    let roads = scene.pixels.iter().filter(|pixel| pixel.tier.is_road()).count();
    let words = [
        (scene.past.map(|past| scene::short_date(past.tick)).unwrap_or_default(), theme::TEXT),
        (scene::counted(towns, "settlement"), theme::DIM),
        (scene::counted(roads, "road cell"), theme::DIM),
    ];
    let mut x = 2 * GAP_PIXELS;
    for (text, ink) in words {
        let width = text.chars().count() * letters.size.0;
        if x + width < image.width {
            letters.draw_text(&mut image, (x, land.height + GAP_PIXELS), &text, ink, false);
        }
        x += width + 3 * letters.size.0;
    }
    image
}

fn draw_ground(scene: &Scene, style: MapStyle) -> Image {
    let columns = usize::from(scene.view.columns);
    let rows = usize::from(scene.view.rows);
    let scale = style.scale;
    let mut image = Image::new(columns * scale, rows * scale, theme::CHROME);
    for (i, colour) in tui::land_colours(scene, style.theme).into_iter().enumerate() {
        image.fill((i % columns * scale, i / columns * scale), (scale, scale), colour);
    }
    image
}

/// Draws marks of settlements, largest first, and names of those that stand where there is room: they may cover ruins.
fn draw_towns(image: &mut Image, places: &[TownMarker], scale: usize) {
    let mut letters = FontCache::new(1);
    let marks = places.iter().map(|place| (place, mark_bounds(place, scale)));
    marks.clone().for_each(|(place, mark)| draw_mark(image, place, mark));
    if scale < NAMED_SCALE_MIN {
        return;
    }
    let standing = marks.filter(|(place, _)| place.kind != TownKind::Ruin);
    let mut taken: Vec<[usize; 4]> = standing.clone().map(|(_, mark)| mark).collect();
    for (place, mark) in standing {
        let Some(name) = name_bounds(image, &letters, &place.name, mark, &taken) else { continue };
        taken.push(name);
        let at = (name[0], name[1]);
        for (dx, dy) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
            letters.draw_text(image, (at.0 + dx, at.1 + dy), &place.name, theme::SHROUD, true);
        }
        letters.draw_text(image, (at.0 + 1, at.1 + 1), &place.name, theme::TEXT, true);
    }
}

/// Left, top, right and bottom of a settlement's mark.
fn mark_bounds(place: &TownMarker, scale: usize) -> [usize; 4] {
    let half = match place.kind {
        TownKind::Ruin | TownKind::Inn => 2,
        TownKind::Hamlet => 3,
        TownKind::Village => 4,
        TownKind::Town | TownKind::City => 5,
    };
    let middle = |cell: u16| usize::from(cell) * scale + scale / 2;
    let (x, y) = (middle(place.cell.x), middle(place.cell.y));
    [x.saturating_sub(half), y.saturating_sub(half), x + half + 1, y + half + 1]
}

fn draw_mark(image: &mut Image, place: &TownMarker, [left, top, right, bottom]: [usize; 4]) {
    let colour: Rgb = match place.kind {
        TownKind::Ruin => theme::DIM,
        _ => Rgb(250, 250, 250),
    };
    image.fill((left, top), (right - left, bottom - top), theme::SHROUD);
    image.fill((left + 1, top + 1), (right - left - 2, bottom - top - 2), colour);
}

/// Where a name fits: right of the mark, left of it, above or below, without overlapping another mark or name.
fn name_bounds(
    image: &Image,
    letters: &FontCache,
    name: &str,
    mark: [usize; 4],
    taken: &[[usize; 4]],
) -> Option<[usize; 4]> {
    let (width, height) = (name.chars().count() * letters.size.0 + 2, letters.size.1 + 2);
    let centred = |from: usize, to: usize, length: usize| usize::midpoint(from, to).checked_sub(length / 2);
    let (left, top) = (centred(mark[0], mark[2], width), centred(mark[1], mark[3], height));
    let corners = [
        (Some(mark[2] + GAP_PIXELS), top),
        (mark[0].checked_sub(width + GAP_PIXELS), top),
        (left, mark[1].checked_sub(height)),
        (left, Some(mark[3])),
    ];
    let corners = corners.into_iter().filter_map(|(left, top)| Some((left?, top?)));
    let boxes = corners.map(|(left, top)| [left, top, left + width, top + height]);
    let mut boxes = boxes.filter(|name| name[2] <= image.width && name[3] <= image.height);
    let apart = |a: &[usize; 4], b: &[usize; 4]| a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
    boxes.find(|name| taken.iter().all(|other| apart(name, other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering::{Equal, Greater, Less};

    #[test]
    fn a_name_stands_right_left_above_or_below() {
        let image = Image::new(400, 100, theme::CHROME);
        let letters = FontCache::new(1);
        let mark = [200, 40, 211, 51];
        let mut taken = vec![mark];
        let mut places = Vec::new();
        while let Some(name) = name_bounds(&image, &letters, "Mill", mark, &taken) {
            places.push((name[0].cmp(&mark[2]), name[3].cmp(&mark[1]), name[1].cmp(&mark[3])));
            // The mark of another settlement, which is less high than a name.
            taken.push([name[0], name[1] + 4, name[2], name[3] - 4]);
        }
        let sides =
            [(Greater, Greater, Less), (Less, Greater, Less), (Less, Equal, Less), (Less, Greater, Equal)];
        assert_eq!(places, sides);
    }
}
