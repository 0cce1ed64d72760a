//! What the map shows, and where: camera, cursor, lens, and what follows what.
//!
//! The part of the screen that it has is passed in as `area`.

use super::camera::{Camera, Window, Zoom};
use super::daylight::Daylight;
use super::search_overlay::SearchOverlay;
use super::traces::Traces;
use crate::grid::Cell;
use crate::scene::{EventId, Lens, Scene, Story};
use ratatui::layout::{Position, Rect};
use std::cmp::Reverse;

/// How long a place is highlighted after a jump, in milliseconds.
const HIGHLIGHT_MS: u64 = 2000;
/// To show two cells the camera zooms out to at most this many cells per pixel, so that both are this far from the edge,
/// in pixels.
const SCALE_MAX: i32 = 64;
const MARGIN_PIXELS: i32 = 2;

/// What the map shows, and where.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Map {
    /// The camera.
    pub camera: Camera,
    /// The cursor.
    pub cursor: Cell,
    /// The land's size in cells: width, height.
    pub land: (u16, u16),
    /// Whether the camera follows the selected unit.
    pub follow: bool,
    /// Whether the small map is shown; unset, it is shown if the land is large.
    pub overview: Option<bool>,
    /// Who has the camera when no player steers it.
    pub director: Director,
    /// A highlighted cell, and until when, in milliseconds of the program's clock.
    pub highlight: Option<(Cell, u64)>,
    /// The lens, shown instead of the ground.
    pub lens: Option<Lens>,
    /// Whether the whole land is revealed.
    pub reveal: bool,
    /// Whether it may be.
    pub can_reveal: bool,
    /// Whether searches are shown, and which are being replayed.
    pub search_overlay: SearchOverlay,
    /// Day and night.
    pub daylight: Daylight,
    /// Whether the ground has seasons and weather.
    pub has_weather: bool,
    /// Marks of what has just happened.
    pub traces: Traces,
}

impl Map {
    /// The map's window.
    pub(crate) fn window(&self, area: Rect) -> Window {
        self.camera.window(area, self.land)
    }

    /// Takes the size of a scene's land, and whether it may be seen whole.
    pub(in crate::tui) fn take_scene(&mut self, scene: &Scene) {
        self.land = scene.land;
        // A land that is played for coin is seen whole only once it is won.
        self.can_reveal = scene.status.is_building_free || scene.status.is_won;
        self.reveal &= self.can_reveal;
    }

    /// Moves what goes by the clock, in milliseconds, at a speed if time runs; returns whether anything changed.
    pub(in crate::tui) fn advance(&mut self, now_ms: u64, speed: Option<usize>, has_motion: bool) -> bool {
        let is_mark_over = self.highlight.take_if(|(_, until)| *until <= now_ms).is_some();
        let darkens = self.daylight.advance(now_ms, speed, has_motion);
        self.traces.advance(now_ms) || darkens || is_mark_over
    }

    /// Moves the cursor to a cell, and the camera so that it is in view.
    pub(crate) fn look_at(&mut self, cell: Cell, area: Rect) {
        self.cursor = cell;
        self.camera.keep_in_view(cell, area, self.land);
    }

    /// Moves the cursor to a cell; centres the camera there if the cell is not well in view.
    pub(crate) fn visit(&mut self, cell: Cell, area: Rect) {
        let before = self.camera.centre;
        self.look_at(cell, area);
        if self.camera.centre != before {
            self.camera.centre = cell;
        }
    }

    /// Moves the cursor to a cell and centres the camera there.
    pub fn jump(&mut self, cell: Cell) {
        (self.cursor, self.camera.centre) = (cell, cell);
    }

    /// Jumps to a cell and highlights it for a while from now on, in milliseconds.
    pub(crate) fn jump_and_highlight(&mut self, cell: Cell, now_ms: u64) {
        self.follow = false;
        self.highlight = Some((cell, now_ms + HIGHLIGHT_MS));
        self.jump(cell);
    }

    /// Zooms in or out; the cursor's cell stays where it is on the screen.
    pub(crate) fn zoom(&mut self, nearer: bool, area: Rect) {
        let before = self.window(area).char_of(self.cursor);
        self.camera.zoom = self.camera.zoom.next(nearer);
        if let Some(place) = before {
            self.hold_cursor_at(place, area);
        }
        self.look_at(self.cursor, area);
    }

    /// Moves the camera so that the cursor's cell is at this screen position.
    pub(crate) fn hold_cursor_at(&mut self, (column, row): (u16, u16), area: Rect) {
        self.camera.centre = self.cursor;
        if let Some((x, y)) = self.window(area).char_of(self.cursor) {
            self.pan((i32::from(x) - i32::from(column), i32::from(y) - i32::from(row)), area);
        }
    }

    /// Moves the camera by this many columns and rows of characters; its centre stays on the land.
    pub fn pan(&mut self, by: (i32, i32), area: Rect) {
        self.camera.pan(area, self.land, by);
        self.follow &= by == (0, 0);
    }

    /// After more or less of the map is covered: keeps a small land whole in view.
    pub(crate) fn refit(&mut self, before: Rect, area: Rect) {
        if self.camera.zoom == Zoom::initial(before, self.land) {
            self.camera.fit(area, self.land, self.camera.centre);
        }
    }

    /// Moves the camera, no farther than it takes, so that both cells are well in view.
    pub(crate) fn show_both(&mut self, (from, to): (Cell, Cell), area: Rect) {
        if self.shows(from, area) && self.shows(to, area) {
            return;
        }
        self.camera.centre = Cell::new(from.x.midpoint(to.x), from.y.midpoint(to.y));
        let Camera { zoom, scale_max, .. } = self.camera;
        let nearer = [Zoom::Close, Zoom::Near].map(|zoom| (zoom, scale_max)).into_iter();
        let farther = (2..=SCALE_MAX).map(|scale| (Zoom::Far, scale));
        for (zoom, scale_max) in nearer.skip_while(|at| at.0 != zoom).chain(farther) {
            (self.camera.zoom, self.camera.scale_max) = (zoom, scale_max);
            if self.shows(from, area) && self.shows(to, area) {
                return;
            }
        }
    }

    /// Whether a cell is in view, and not at the edge.
    fn shows(&self, cell: Cell, area: Rect) -> bool {
        let window = self.window(area);
        let ((x, y), (columns, rows)) = (window.pixel_of(cell), window.pixels());
        let inside = |at: i32, pixels: u16| at >= MARGIN_PIXELS && at + MARGIN_PIXELS < i32::from(pixels);
        inside(x, columns) && inside(y, rows)
    }

    /// Scrolls so that as much of a path as can be, and the cell where it begins, lies in one of these parts of the map.
    pub(crate) fn uncover(&mut self, path: &[Cell], begin: Cell, parts: &[Rect], area: Rect) {
        let before = self.camera.centre;
        let uncovered = parts.iter().map(|part| {
            self.camera.centre = before;
            self.scroll_into(*part, path, begin, area);
            let seen = path.iter().filter_map(|cell| self.window(area).char_of(*cell));
            let seen = seen.filter(|place| part.contains(Position::from(*place))).count();
            (Reverse(seen), before.chebyshev(self.camera.centre), self.camera.centre)
        });
        // As much as can be, with as little scrolling as that takes.
        self.camera.centre = uncovered.min().map_or(before, |(.., centre)| centre);
    }

    /// Scrolls so that a path lies in a part of the map, or at least its beginning and what follows that.
    fn scroll_into(&mut self, part: Rect, path: &[Cell], begin: Cell, area: Rect) {
        let aside = i32::from(part.x + part.width / 2) - i32::from(area.x + area.width / 2);
        self.camera.pan(area, self.land, (aside, 0));
        // Drawn back along it from its end, the map has no more behind the beginning than it must.
        for cell in path.iter().rev().chain([&begin]) {
            self.camera.keep_in_view(*cell, part, self.land);
        }
        self.camera.pan(part, self.land, (-aside, 0));
    }

    /// Lets the camera follow the selected unit, or not; returns what it does.
    pub(crate) fn toggle_follow(&mut self, has_unit: bool) -> &'static str {
        self.follow = !self.follow && has_unit;
        if self.follow { "the camera follows the unit" } else { "the camera stays here" }
    }

    /// Shows the whole land or only what is known of it; returns which, or why it may not be.
    pub(crate) fn toggle_knowledge(&mut self) -> Result<String, String> {
        if !self.can_reveal {
            return Err("win the land, or build freely, to see it whole".to_owned());
        }
        self.reveal = !self.reveal;
        let (whole, known) = ("whole land shown — your people know less", "only what your people know");
        Ok(if self.reveal { whole } else { known }.to_owned())
    }

    /// The legend's area, at the top of the map, whose area is that of the whole map here.
    pub(crate) fn legend_area(&self, map: Rect) -> Rect {
        let height = if self.lens.is_some() { 2 } else { 0 };
        Rect { height: height.min(map.height), ..map }
    }
}

/// The director.
#[derive(Clone, Debug, Default)]
pub struct Director {
    /// What the camera shows.
    pub shot: Option<Shot>,
    /// The event that was told until a key or a click took over; nothing once there is another.
    pub(crate) told: Option<EventId>,
    /// Whether the land has the whole screen, but for one line.
    pub is_full: bool,
    /// The last stories that were shown, oldest first.
    pub(crate) seen: Vec<Story>,
}

/// A story on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// What it tells.
    pub story: Story,
    /// Whether it is a line that is told at the fastest pace.
    pub(crate) is_headline: bool,
    /// When it started, in milliseconds.
    pub(crate) since_ms: u64,
    /// When the camera last moved, in milliseconds.
    pub(crate) moved_ms: u64,
    /// Whether the camera is moving to centre the unit.
    pub(crate) is_gliding: bool,
}
