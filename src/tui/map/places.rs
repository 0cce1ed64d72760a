//! Settlements, rivers, heights and dangers on the map, with their names; and charts of the whole land, on which there
//! is nothing else.
//!
//! Where a name stands is in `labels`, what else is on the map in `marks`.

use super::camera::Window;
use super::canvas::Canvas;
use super::labels::{MapLabel, Occupancy, shortened};
use super::overprint::Marks;
use crate::scene::{Feature, FeatureKind, Scene, TownKind, TownMarker, Viewport};
use crate::tui::look::color::Rgb;
use crate::tui::look::theme::{self, DIM, FOE, HEIGHT_NAME, RIVER_NAME, SNOW, TEXT, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;
use std::iter;
use unicode_width::UnicodeWidthChar;

/// Zoomed out, there is at most one name for so many columns and rows.
const FAR_NAME_ROOM: (u16, u16) = (14, 3);
/// A chart of fewer columns is small: it shows places only so many columns and rows apart, and no shortened names.
const LARGE_COLUMNS_MIN: u16 = 48;
const SMALL_SIGN_ROOM: (u16, u16) = (4, 2);
/// A river is named if it shows on at least so many characters.
const RIVER_CHARACTERS_MIN: usize = 4;
/// Rivers and heights that are named, of each at most so many.
const FEATURES_MAX: usize = 4;

/// A settlement and the position of its sign.
type PlacedTown<'s> = (&'s TownMarker, (u16, u16));

/// Draws a chart of the whole land: the ground, changed by `tint`, with settlements and names.
pub(crate) fn draw_chart(
    buffer: &mut Buffer,
    theme: Theme,
    scene: &Scene,
    window: Window,
    tint: impl FnOnce(&mut Canvas),
) {
    let mut canvas = Canvas::new(scene, window, theme);
    tint(&mut canvas);
    canvas.write(buffer);
    let mut marks = Marks::new(canvas, buffer, theme);
    let named = marks.places(scene);
    marks.names(&named, scene);
    marks.dangers(scene);
}

/// Draws only the signs of settlements, over a canvas whose pixels are those of this view.
pub(crate) fn draw_signs<'s>(
    buffer: &mut Buffer,
    (theme, canvas): (Theme, &Canvas),
    view: &Viewport,
    towns: impl IntoIterator<Item = &'s TownMarker>,
) {
    let (area, scale) = (canvas.window.area, i32::from(view.cells_per_pixel.max(1)));
    for place in towns {
        let (x, y) = (i32::from(place.cell.x) - view.left, i32::from(place.cell.y) - view.top);
        if x < 0 || y < 0 {
            continue;
        }
        let (x, y) = (area.x + (x / scale) as u16, area.y + (y / scale / 2) as u16);
        let (unicode, ascii) = theme::town_glyph(place.kind, place.is_own);
        let style = theme.on(SNOW, canvas.ground(x, y));
        if let Some(cell) = buffer.cell_mut((x, y)).filter(|_| area.contains((x, y).into())) {
            cell.set_char(theme.pick_glyph(unicode, ascii)).set_style(style);
        }
    }
}

impl Marks<'_> {
    /// Draws the signs of settlements; returns those to be named, largest first.
    pub(crate) fn places<'s>(&mut self, scene: &'s Scene) -> Vec<PlacedTown<'s>> {
        let far = self.canvas.window.scale > 1;
        let room = if far && self.is_small() { SMALL_SIGN_ROOM } else { (1, 1) };
        let mut shown: Vec<PlacedTown<'s>> = Vec::new();
        for place in &scene.town_markers {
            let Some((column, row)) = self.canvas.window.char_of(place.cell) else { continue };
            if shown.iter().any(|(_, sign)| is_near(*sign, (column, row), room)) {
                continue;
            }
            let (unicode, ascii) = match place.kind {
                TownKind::Ruin if far => continue,
                TownKind::Inn | TownKind::Hamlet if far => theme::SMALL_PLACE,
                kind => theme::town_glyph(kind, place.is_own),
            };
            let ink = match (place.kind, place.is_own) {
                (TownKind::Ruin, _) => DIM,
                (_, true) => SNOW,
                (_, false) => TEXT,
            };
            self.over(column, row, self.theme.pick_glyph(unicode, ascii), ink, true);
            self.space.occupy(Occupancy::Sign, column, row);
            shown.push((place, (column, row)));
        }
        shown
    }

    /// Draws the name of a settlement where it has room.
    fn name(&mut self, place: &TownMarker, sign: (u16, u16)) {
        if place.name.is_empty() {
            return;
        }
        if self.canvas.window.scale > 1
            && self.labels.iter().any(|other| is_near(other.sign, sign, FAR_NAME_ROOM))
        {
            return;
        }
        let name: String = place.name.chars().filter(|c| c.width() == Some(1)).collect();
        let (canvas, is_whole) = (&self.canvas, self.canvas.window.scale > 1 && self.is_small());
        let shorter = shortened(&name).filter(|_| !is_whole);
        let placed = iter::once(name.clone())
            .chain(shorter)
            .find_map(|text| Some((self.space.place_name(&text, sign, |x, y| canvas.has_road(x, y))?, text)));
        let Some((start, text)) = placed else { return };
        let large = place.kind >= TownKind::Town;
        let ink = if place.kind == TownKind::Ruin {
            DIM
        } else if large {
            SNOW
        } else {
            TEXT
        };
        let modifier = if large { Modifier::BOLD } else { Modifier::empty() };
        self.write_name(start, &text, ink, modifier);
        self.labels.push(MapLabel { town: Some(place.id), sign, start, text });
    }

    /// Whether there is room for little.
    fn is_small(&self) -> bool {
        self.canvas.window.area.width < LARGE_COLUMNS_MIN
    }

    /// Writes the names of settlements, and zoomed out those of rivers and heights, where they have room.
    pub(crate) fn names(&mut self, towns: &[PlacedTown<'_>], scene: &Scene) {
        for (town, sign) in towns {
            self.name(town, *sign);
        }
        let mut counts = [0; 2];
        for feature in &scene.landmarks.features {
            let count = &mut counts[usize::from(feature.kind == FeatureKind::River)];
            if *count < FEATURES_MAX {
                *count += usize::from(self.feature(feature));
            }
        }
    }

    /// Writes the name of a river beside it, or of a height with its sign; returns whether there is room.
    fn feature(&mut self, feature: &Feature) -> bool {
        let window = self.canvas.window;
        let mut course: Vec<(u16, u16)> =
            feature.cells.iter().filter_map(|cell| window.char_of(*cell)).collect();
        course.dedup();
        let is_river = feature.kind == FeatureKind::River;
        if is_river && course.len() < RIVER_CHARACTERS_MIN {
            return false;
        }
        let name: String = feature.name.chars().filter(|c| c.width() == Some(1)).collect();
        // A river is named in the middle if there is room, else farther up or down.
        let stations = if is_river { &[3, 2, 4][..] } else { &[0] };
        for station in stations {
            let Some(sign) = course.get(course.len() * station / 6).copied() else { continue };
            let is_free = is_river || !self.space.is_occupied(sign.0, sign.1);
            if !is_free || self.labels.iter().any(|other| is_near(other.sign, sign, FAR_NAME_ROOM)) {
                continue;
            }
            let canvas = &self.canvas;
            let placed = self.space.place_name(&name, sign, |x, y| canvas.has_road(x, y));
            let Some(start) = placed else { continue };
            let ink = if is_river { RIVER_NAME } else { HEIGHT_NAME };
            if !is_river {
                self.over(sign.0, sign.1, self.theme.pick_glyph('▴', '^'), ink, true);
                self.space.occupy(Occupancy::Sign, sign.0, sign.1);
            }
            self.write_name(start, &name, ink, Modifier::ITALIC);
            self.labels.push(MapLabel { town: None, sign, start, text: name });
            return true;
        }
        false
    }

    /// Marks the feared places.
    pub(super) fn dangers(&mut self, scene: &Scene) {
        for cell in &scene.landmarks.dangers {
            let Some((column, row)) = self.canvas.window.char_of(*cell) else { continue };
            if !self.space.is_occupied(column, row) {
                self.put(column, row, '!', self.theme.bold(FOE));
                self.occupy(column, row);
            }
        }
    }

    /// Writes a name over the land.
    fn write_name(&mut self, start: (u16, u16), text: &str, ink: Rgb, modifier: Modifier) {
        for (x, letter) in (start.0..).zip(text.chars()) {
            self.over(x, start.1, letter, ink, true);
            if let Some(cell) = self.buffer.cell_mut((x, start.1)) {
                cell.modifier.insert(modifier);
            }
        }
    }
}

/// Whether two signs are nearer than so many columns and rows.
fn is_near(a: (u16, u16), b: (u16, u16), room: (u16, u16)) -> bool {
    a.0.abs_diff(b.0) < room.0 && a.1.abs_diff(b.1) < room.1
}
