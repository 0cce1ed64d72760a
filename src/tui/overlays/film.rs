//! The film of a land that is being made: how it grows while its first days or years are simulated, on the whole screen
//! but for a line that counts years and places.
//!
//! The land comes as a scene. When the film ends is up to `new_land` and `app`.

use crate::grid::{Cell, Size};
use crate::scene::{Scene, TownKind, Viewport, Visibility, counted};
use crate::tui::kit::parts::{Part, line_of, width_of};
use crate::tui::kit::{fill, write};
use crate::tui::look::theme::{ACCENT, CHROME, DIM, KEY, TEXT, Theme};
use crate::tui::map::camera::{Camera, Window, Zoom};
use crate::tui::map::marks::draw_land;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

/// A cell beside every land: the film has no cursor.
const NO_CELL: Cell = Cell { x: u16::MAX, y: u16::MAX };

/// Land around the known part that is shown, in cells.
const MARGIN_CELLS: i32 = 6;

/// Why a land is made, which decides what Esc does meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FilmKind {
    /// To be played as soon as it is made: Esc gives it up.
    #[default]
    Land,
    /// To be played after this many years: Esc starts it as it stands.
    Years(u64),
    /// To show a newcomer what lands come to: Esc begins another land.
    Showcase,
}

impl FilmKind {
    /// What Esc does, in words.
    pub(crate) fn escape_words(self) -> &'static str {
        match self {
            FilmKind::Land => "stop",
            FilmKind::Years(_) => "start now",
            FilmKind::Showcase => "a land of your own",
        }
    }
}

/// The film, as far as it has come.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    scene: Box<Scene>,
    /// Whether the camera has found the part that is known.
    is_settled: bool,
}

/// A part of a land in cells: left, top, right, bottom; the last two are beyond it.
type KnownPart = (i32, i32, i32, i32);

impl Film {
    /// The next picture of a film. People are left out: they would only flicker.
    pub(crate) fn next(before: Option<&Film>, mut scene: Box<Scene>) -> Film {
        scene.unit_markers.clear();
        Film { scene, is_settled: before.is_some() }
    }

    /// What the next picture shows on a screen: the known part of the land. The camera only draws back.
    pub(crate) fn next_view(&self, area: Rect) -> Viewport {
        let view = &self.scene.view;
        let now = screen_of(Theme::default(), area, self.scene.land, Some(view)).window();
        let Some(known) = known_part(&self.scene) else { return view_of(now) };
        let (columns, rows) = now.pixels();
        let (right, bottom) =
            (now.left + i32::from(columns) * now.scale, now.top + i32::from(rows) * now.scale);
        let fits = known.0 >= now.left && known.1 >= now.top && known.2 <= right && known.3 <= bottom;
        if self.is_settled && fits {
            return view_of(now);
        }
        let side = |from: i32, to: i32, pixels: u16| {
            (to - from).max(1).unsigned_abs().div_ceil(pixels.max(1).into()) as i32
        };
        let needed = side(known.0, known.2, columns).max(side(known.1, known.3, rows));
        let scale = if self.is_settled { needed.max(now.scale) } else { needed };
        let centre = (i32::midpoint(known.0, known.2), i32::midpoint(known.1, known.3));
        let left = centre.0 - i32::from(columns) * scale / 2;
        let top = centre.1 - i32::from(rows) * scale / 2;
        let cells_per_pixel = scale.clamp(1, i32::from(u16::MAX)) as u16;
        let wanted = Viewport { left, top, columns, rows, cells_per_pixel, ..Viewport::default() };
        view_of(screen_of(Theme::default(), area, self.scene.land, Some(&wanted)).window())
    }

    /// Draws the land as it stands, and the line below it.
    pub(crate) fn draw(&self, buffer: &mut Buffer, (theme, area): (Theme, Rect), kind: FilmKind) {
        let scene = &self.scene;
        draw_land(buffer, &screen_of(theme, area, scene.land, Some(&scene.view)), scene);
        draw_line(buffer, (theme, area), &count_words(scene, kind, area.width), kind);
    }
}

/// What the first picture of a film shows: the whole of a land of this size.
pub(crate) fn first_view(area: Rect, size: Size) -> Viewport {
    view_of(screen_of(Theme::default(), area, (size.width, size.height), None).window())
}

fn view_of(window: Window) -> Viewport {
    let (columns, rows) = window.pixels();
    let cells_per_pixel = window.scale.clamp(1, i32::from(u16::MAX)) as u16;
    Viewport { left: window.left, top: window.top, columns, rows, cells_per_pixel, ..Viewport::default() }
}

/// The part of the picture that has been seen, with a margin, as far as the land goes.
fn known_part(scene: &Scene) -> Option<KnownPart> {
    let view = &scene.view;
    let (columns, scale) = (usize::from(view.columns.max(1)), i32::from(view.cells_per_pixel));
    let seen = scene.pixels.iter().enumerate().filter(|(_, pixel)| pixel.visibility > Visibility::Unseen);
    let cells = seen
        .map(|(i, _)| (view.left + (i % columns) as i32 * scale, view.top + (i / columns) as i32 * scale));
    let span = cells.fold(None, |span: Option<KnownPart>, (x, y)| {
        let (left, top, right, bottom) = span.unwrap_or((x, y, x, y));
        Some((left.min(x), top.min(y), right.max(x + scale), bottom.max(y + scale)))
    });
    let (width, height) = (i32::from(scene.land.0), i32::from(scene.land.1));
    let near = |at: i32, size: i32| at.clamp(0, size);
    span.map(|(left, top, right, bottom)| {
        (
            near(left - MARGIN_CELLS, width),
            near(top - MARGIN_CELLS, height),
            near(right + MARGIN_CELLS, width),
            near(bottom + MARGIN_CELLS, height),
        )
    })
}

/// A screen that shows the whole of a land, or a view of it.
fn screen_of(theme: Theme, area: Rect, land: (u16, u16), view: Option<&Viewport>) -> Screen {
    let mut screen = Screen::new(theme, area.width, area.height, false);
    screen.clock.has_motion = false;
    screen.map.director.is_full = true;
    screen.map.land = land;
    screen.map.cursor = NO_CELL;
    let map = screen.map_area();
    let is_whole = land.0 <= map.width && land.1 <= map.height.saturating_mul(2);
    let scale = view.map_or(i32::MAX, |view| i32::from(view.cells_per_pixel));
    let middle = |first: i32, pixels: u16, size: u16| {
        (first + i32::from(pixels) * scale / 2).clamp(0, i32::from(size.max(1)) - 1) as u16
    };
    let centre = view.map_or(Cell::new(land.0 / 2, land.1 / 2), |view| {
        Cell::new(middle(view.left, view.columns, land.0), middle(view.top, view.rows, land.1))
    });
    let zoom = if is_whole || scale <= 1 { Zoom::Near } else { Zoom::Far };
    screen.map.camera = Camera { centre, zoom, scale_max: scale.max(2) };
    screen
}

/// Draws the last line: words, and what Esc does.
pub(crate) fn draw_line(buffer: &mut Buffer, (theme, area): (Theme, Rect), words: &str, kind: FilmKind) {
    let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    fill(buffer, last, theme.on(TEXT, CHROME));
    write(buffer, last, 0, &line_of(parts(theme, area.width, words, kind)));
}

/// The parts of the last line.
pub(crate) fn parts(theme: Theme, width: u16, words: &str, kind: FilmKind) -> Vec<Part<KeyCode>> {
    let escape = [
        Part::new("Esc", theme.on(KEY, CHROME), Some(KeyCode::Esc)),
        Part::new(format!(" {} ", kind.escape_words()), theme.on(DIM, CHROME), Some(KeyCode::Esc)),
    ];
    let room = usize::from(width).saturating_sub(width_of(&escape));
    let words = Part::new(
        format!(" {words:<room$.room$}", room = room.saturating_sub(1)),
        theme.on(ACCENT, CHROME),
        None,
    );
    std::iter::once(words).chain(escape).collect()
}

/// `Year 2 of 5   14 places   3 towns   412 road cells`, as much as fits.
fn count_words(scene: &Scene, kind: FilmKind, width: u16) -> String {
    let kinds = || scene.town_markers.iter().map(|place| place.kind).filter(|kind| *kind != TownKind::Ruin);
    let towns = kinds().filter(|kind| *kind >= TownKind::Town).count();
    let year = match kind {
        FilmKind::Years(years) => format!("Year {} of {years}", u64::from(scene.status.year).min(years)),
        FilmKind::Land | FilmKind::Showcase => format!("Year {}", scene.status.year),
    };
    let mut words = format!("{year}   {}   {}", counted(kinds().count(), "place"), counted(towns, "town"));
    let roads = format!("   {}", counted(scene.status.roads as usize, "road cell"));
    if words.len() + roads.len() + kind.escape_words().len() + 8 <= usize::from(width) {
        words.push_str(&roads);
    }
    words
}
