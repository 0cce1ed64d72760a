//! What is drawn over the land: paths, waypoints, settlements with their names, camps, units, the cursor.
//!
//! The land itself is drawn by `canvas`.

use super::camera::Window;
use super::canvas::Canvas;
use super::daylight;
use super::elements;
use super::labels::MapLabel;
use super::overprint::Marks;
use super::search_overlay::{self, ShownSearch, Trail};
use crate::grid::Cell;
use crate::scene::{Paint, Pixel, Scene, Visibility};
use crate::tui::input::keymap::Mode;
use crate::tui::look::color::{Depth, Rgb};
use crate::tui::look::seasons::YearDay;
use crate::tui::look::theme::{
    self, ACCENT, CHROME, DIM, FOE, GAIN, Glyphs, KEY, RUNNER_UP, SNOW, STRAIGHT_LINE, Theme,
};
use crate::tui::modes::edits::stop_glyph;
use crate::tui::overlays::race_run::{self, RACERS, ReachedBy};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// A path to draw.
struct MapPath<'a> {
    cells: &'a [Cell],
    ink: Rgb,
    /// Whether it darkens the land below and keeps names away.
    is_strong: bool,
    /// Whether every cell gets a dot, not only every other one.
    is_dense: bool,
    /// Its own dot, if any.
    dot: Option<char>,
}

impl MapPath<'_> {
    /// A path that is proposed or asked for.
    fn proposed(cells: &[Cell]) -> MapPath<'_> {
        MapPath { cells, ink: ACCENT, is_strong: true, is_dense: false, dot: None }
    }
}

/// Dots of the three paths of an explanation: the one taken, the runner-up, the straight line. The first is drawn like
/// any path.
pub(crate) const PATH_DOTS: [char; 3] = ['*', 'x', '/'];

/// The dot of the trail of a level's naive walker.
pub(crate) const NAIVE_DOT: char = PATH_DOTS[2];

/// The sign of the naive walker.
pub(crate) fn naive_sign(theme: Theme) -> char {
    theme.pick_glyph('○', 'o')
}

/// The dot of the trails of a level's solution.
pub(crate) const PAR_DOT: char = PATH_DOTS[1];

/// The dot of a path without its own.
pub(crate) fn dot(theme: Theme) -> char {
    if theme.is_mono() { PATH_DOTS[0] } else { theme.pick_glyph('·', '.') }
}

/// A path that is lit less darkens the land below no more, in percent.
const FADED_PERCENT: u64 = 50;

/// Draws the land and everything on it; returns the names that it has written.
pub fn draw_land(buffer: &mut Buffer, screen: &Screen, scene: &Scene) -> Vec<MapLabel> {
    marked_land(buffer, screen, scene).map_or_else(Vec::new, |marks| marks.labels)
}

/// Draws the land and everything on it; `None` if there is no room for it.
pub(crate) fn marked_land<'a>(buffer: &'a mut Buffer, screen: &Screen, scene: &Scene) -> Option<Marks<'a>> {
    let window = screen.window();
    if window.area.is_empty() {
        return None;
    }
    let thoughts = screen.map.search_overlay.shown(scene, screen.clock.now_ms, screen.clock.has_motion);
    let trails: Vec<Vec<Trail>> =
        thoughts.iter().map(|shown| search_overlay::trails(&window, shown)).collect();
    let mut paths = drawn_paths(screen, scene);
    paths.splice(..0, thoughts.iter().filter_map(found_path));
    let mut canvas = Canvas::new(scene, window, Theme { day: day(screen, scene), ..screen.theme });
    if is_present(screen, scene) && screen.map.has_weather && screen.clock.moves() {
        elements::draw(&mut canvas, scene, screen.time_pace.speed);
    }
    daylight::shade(&mut canvas, scene, darkness(screen, scene));
    screen.map.traces.draw(&mut canvas, screen.clock.now_ms);
    for (shown, trails) in thoughts.iter().zip(&trails).rev() {
        search_overlay::tint_land(&mut canvas, shown, trails);
    }
    let reached = screen.race.as_ref().map(|race| race.reached(&window)).unwrap_or_default();
    race_run::tint_land(&mut canvas, &reached);
    shade(&mut canvas, screen, &paths);
    canvas.write(buffer);
    let mut marks = Marks::new(canvas, buffer, screen.theme);
    marks.edits();
    marks.race(&reached);
    for trails in &trails {
        marks.trails(trails);
    }
    for path in &paths {
        marks.draw_path(path);
    }
    marks.road(screen);
    let begun = screen.editing.pending_line(screen.map.cursor);
    marks.draw_path(&MapPath { cells: &begun, ink: KEY, is_strong: false, is_dense: true, dot: None });
    marks.stops(screen, scene);
    marks.flags(screen, scene);
    let named = marks.places(scene);
    marks.brackets(screen);
    marks.figures(scene);
    marks.keep_from_cursor(screen);
    marks.names(&named, scene);
    marks.dangers(scene);
    marks.goals(screen, scene);
    marks.camps_and_sites(scene);
    let why = screen.explaining.answer.as_ref().filter(|_| screen.explaining.is_open_in(screen.mode));
    if let Some(cell) = why.and_then(|why| why.decisive_cell).filter(|_| screen.clock.is_blink_visible()) {
        marks.deciding_cell(cell);
    }
    if let Some((cell, _)) = screen.map.highlight {
        marks.highlight(cell);
    }
    marks.underline_cursor(screen);
    Some(marks)
}

/// Whether the map shows the present in colours: neither a lens nor the past, and not where there are few colours.
fn is_present(screen: &Screen, scene: &Scene) -> bool {
    let has_colours = matches!(screen.theme.effective(), Depth::True | Depth::Indexed);
    has_colours && scene.past.is_none() && scene.lens.is_none()
}

/// How dark the hour makes the map, in percent.
fn darkness(screen: &Screen, scene: &Scene) -> u32 {
    let darkness = screen.map.daylight.darkness(scene.status.tick, screen.time_pace.speed);
    if is_present(screen, scene) { darkness } else { 0 }
}

/// The day of the year that the ground shows; zoomed out, the map is a chart without seasons.
fn day(screen: &Screen, scene: &Scene) -> Option<YearDay> {
    let has_seasons = screen.map.has_weather && is_present(screen, scene) && screen.window().scale == 1;
    has_seasons.then(|| YearDay::at(scene.status.tick))
}

/// Darkens the land below strong paths, and lightens a box and the cell under the cursor.
fn shade(canvas: &mut Canvas, screen: &Screen, paths: &[MapPath<'_>]) {
    for path in paths.iter().filter(|w| w.is_strong) {
        for at in path_pixels(&canvas.window, path.cells) {
            canvas.recolour(at, Color::Black, |c| c.scaled(theme::UNDER_PATH_PERCENT));
        }
    }
    shade_box(canvas, screen);
    let here = canvas.window.pixel_of(screen.map.cursor);
    canvas.recolour(here, Color::White, |c| c.mixed(Rgb(240, 244, 250), 62));
}

/// The paths to draw, the most important last.
fn drawn_paths<'a>(screen: &'a Screen, scene: &'a Scene) -> Vec<MapPath<'a>> {
    let mut paths = Vec::new();
    let living = screen.mode.is_possession() && screen.draft.preview.is_some();
    let drafting = living || matches!(screen.mode, Mode::Go | Mode::Waypoints);
    for (i, route) in scene.routes.iter().enumerate().rev() {
        let first = i == 0 && !drafting;
        let ink = if first { ACCENT } else { ACCENT.mixed(CHROME, 45) };
        paths.push(MapPath { cells: &route.cells, ink, is_strong: first, is_dense: false, dot: None });
    }
    let why = screen.explaining.answer.as_ref();
    if let Some(race) = &screen.race {
        // Among hues and letters it needs more than dots.
        let found = MapPath::proposed(race.path());
        paths.push(MapPath { is_dense: true, dot: Some(PATH_DOTS[0]), ..found });
    } else if let Some(why) = why.filter(|_| screen.explaining.is_open_in(screen.mode)) {
        let rival =
            |cells, ink, dot| MapPath { cells, ink, is_strong: false, is_dense: false, dot: Some(dot) };
        let second = why.runner_up.as_ref().map(|second| rival(&second.cells, RUNNER_UP, PATH_DOTS[1]));
        let line = rival(&why.straight.cells, STRAIGHT_LINE, PATH_DOTS[2]);
        paths.splice(..0, std::iter::once(line).chain(second));
        if screen.mode == Mode::RouteQuery || screen.explaining.foe.is_some() {
            paths.push(MapPath::proposed(&why.current.cells));
        }
    }
    if let Some(preview) = screen.draft.preview.as_ref().filter(|_| drafting) {
        paths.extend(preview.legs.iter().map(|leg| MapPath::proposed(&leg.cells)));
    }
    let trail = |cells, ink, dot| MapPath { cells, ink, is_strong: false, is_dense: true, dot: Some(dot) };
    if let Some(naive) = scene.level.as_ref().map(|level| &level.naive[..]).filter(|naive| naive.len() > 1) {
        let (walked, here) = naive.split_at(naive.len() - 1);
        paths.push(trail(walked, STRAIGHT_LINE, NAIVE_DOT));
        paths.push(trail(here, STRAIGHT_LINE, naive_sign(screen.theme)));
    }
    if let Some(trails) = scene.level.as_ref().and_then(|level| level.trails.as_deref()) {
        paths.extend(trails.par.iter().map(|cells| trail(cells, RUNNER_UP, PAR_DOT)));
        paths.extend(trails.own.iter().map(|cells| trail(cells, GAIN, dot(screen.theme))));
    }
    paths.extend(scene.foretold.iter().map(|cells| trail(cells, FOE, PATH_DOTS[1])));
    let (editing, now) = (&screen.editing, screen.clock.now_ms);
    let (foreseen, pinch) = (editing.foresight().filter(|_| screen.mode == Mode::Draw), editing.pinch(now));
    if let Some((foresight, mut drawn_cells)) = foreseen.map(|known| (known, usize::MAX)).or(pinch) {
        paths.extend(foresight.old_paths.iter().map(|cells| trail(cells, FOE, PATH_DOTS[1])));
        let taken = dot(screen.theme);
        for cells in foresight.detours.iter().map(|detour| &detour.cells) {
            let drawn = trail(&cells[..cells.len().min(drawn_cells)], GAIN, taken);
            paths.push(MapPath { is_strong: pinch.is_some(), ..drawn });
            drawn_cells = drawn_cells.saturating_sub(cells.len());
        }
    }
    let lit = editing.flash_percent(now, screen.clock.has_motion);
    if lit > 0 && pinch.is_none() {
        let (ink, is_strong) = (CHROME.mixed(SNOW, lit as u32), lit > FADED_PERCENT);
        let bright = |cells| MapPath { cells, ink, is_strong, is_dense: true, dot: None };
        paths.extend(scene.last_edit.old_paths.iter().map(|cells| bright(cells.as_slice())));
    }
    paths
}

/// The path that a search found, once its replay is over.
fn found_path<'a>(shown: &ShownSearch<'a>) -> Option<MapPath<'a>> {
    let ink = search_overlay::tint(shown.thought.people);
    shown.is_done.then(|| MapPath { ink, ..MapPath::proposed(&shown.thought.trace.path) })
}

/// The pixels of a path, without repetitions in a row.
fn path_pixels(window: &Window, cells: &[Cell]) -> Vec<(i32, i32)> {
    let mut steps: Vec<(i32, i32)> = cells.iter().map(|c| window.pixel_of(*c)).collect();
    steps.dedup();
    steps
}

/// Lightens the selection box that is being drawn.
fn shade_box(canvas: &mut Canvas, screen: &Screen) {
    let dragged = screen
        .pointer
        .drag
        .filter(|d| d.moved && screen.pointer.held_stop.is_none() && screen.mode == Mode::Land)
        .map(|d| (d.from, d.last));
    let Some((a, b)) = dragged.or(screen.selection.box_corner.map(|c| (c, screen.map.cursor))) else {
        return;
    };
    let (a, b) = (canvas.window.pixel_of(a), canvas.window.pixel_of(b));
    for py in a.1.min(b.1).max(0)..=a.1.max(b.1) {
        for px in a.0.min(b.0).max(0)..=a.0.max(b.0) {
            canvas.recolour((px, py), Color::LightBlue, |c| c.mixed(KEY, 30));
        }
    }
}

impl Marks<'_> {
    /// Marks a search with letters: its frontier in the close zoom and in ASCII, all of it without colour.
    fn trails(&mut self, trails: &[Trail]) {
        let window = self.canvas.window;
        let columns = usize::from(window.pixels().0).max(1);
        let white = Rgb(255, 255, 255);
        let (mono, ascii) = (self.theme.is_mono(), self.theme.glyphs == Glyphs::Ascii);
        if !mono && !ascii && !window.is_close {
            return;
        }
        for (i, trail) in trails.iter().enumerate().filter(|(_, trail)| trail.percent > 0) {
            let at = ((i % columns) as i32, (i / columns) as i32);
            let Some((column, row)) = window.char_at(at) else { continue };
            match (trail.is_frontier, mono) {
                (true, true) => self.put(column, row, 'o', Style::new().add_modifier(Modifier::BOLD)),
                (true, false) => self.over(column, row, 'o', white, false),
                (false, true) => self.put(column, row, '%', Style::new().add_modifier(Modifier::DIM)),
                // In ASCII a character cannot show two cells, so it shows the mean of both.
                (false, false) if ascii => self.over(column, row, ' ', white, false),
                (false, false) => {}
            }
        }
    }

    /// Marks what searches that race have reached with their letters, where hues do not tell them apart.
    fn race(&mut self, reached: &[Option<ReachedBy>]) {
        let window = self.canvas.window;
        let columns = usize::from(window.pixels().0).max(1);
        let few_hues = !matches!(self.theme.effective(), Depth::True | Depth::Indexed);
        if !few_hues && self.theme.glyphs != Glyphs::Ascii && !window.is_close {
            return;
        }
        for (i, by) in reached.iter().enumerate().filter_map(|(i, by)| Some((i, (*by)?))) {
            let at = ((i % columns) as i32, (i / columns) as i32);
            let Some((column, row)) = window.char_at(at) else { continue };
            let letter = RACERS[by.racer].letter;
            let faint = if by.is_frontier { Modifier::BOLD } else { Modifier::DIM };
            let ink = if by.is_frontier { Rgb(0, 0, 0) } else { Rgb(255, 255, 255) };
            if self.theme.is_mono() {
                self.put(column, row, letter, Style::new().add_modifier(faint));
            } else {
                self.over(column, row, letter, ink, false);
            }
        }
    }

    /// Draws a path: dots on every other cell (or all), `?` where the land is unknown.
    fn draw_path(&mut self, path: &MapPath<'_>) {
        let window = self.canvas.window;
        let dot = path.dot.unwrap_or_else(|| dot(self.theme));
        for (i, at) in path_pixels(&window, path.cells).into_iter().enumerate() {
            let known = self.canvas.pixel(at).is_none_or(|p| p.visibility != Visibility::Unseen);
            let Some((column, row)) = window.char_at(at) else { continue };
            if path.is_strong {
                self.occupy(column, row);
            }
            if path.is_dense || i % 2 == 1 {
                let glyph = if known { dot } else { '?' };
                self.over(column, row, glyph, path.ink, false);
            }
        }
    }

    /// Draws the proposed road: `+` on new cells, `=` on existing ones.
    fn road(&mut self, screen: &Screen) {
        let Some(preview) = screen.draft.preview.as_ref().filter(|_| screen.mode == Mode::Go) else { return };
        for (cell, new) in &preview.road_cells {
            let cells = [*cell];
            let (ink, dot) = if *new { (ACCENT, '+') } else { (GAIN, '=') };
            self.draw_path(&MapPath { cells: &cells, ink, is_strong: true, is_dense: true, dot: Some(dot) });
        }
    }

    /// Draws edits as glyphs: landmarks always, preferences on every other character, and with sixteen colours changed
    /// ground as well. The close zoom and screens without colour show letters anyway.
    fn edits(&mut self) {
        let window = self.canvas.window;
        if window.scale > 1 || window.is_close {
            return;
        }
        let theme = self.theme;
        let ink_of = |pixel: &Pixel| {
            theme::landmark_ink(pixel.surface, theme).filter(|_| pixel.visibility > Visibility::Unseen)
        };
        let is_edit = |pixel: &Pixel| pixel.paint != Paint::None || ink_of(pixel).is_some();
        let edits: Vec<((i32, i32), Pixel)> = self.canvas.pixels_like(is_edit).collect();
        for ((px, py), pixel) in edits {
            let (x, y) = (px as u16, py as u16 / 2);
            let (column, row) = (window.area.x + x, window.area.y + y);
            if let Some(ink) = ink_of(&pixel) {
                self.over(column, row, theme::letter(pixel, theme.glyphs), ink, false);
            } else if (x + y) % 2 == 0 {
                let glyph = theme::paint_glyph(pixel.paint, theme.glyphs);
                self.over(column, row, glyph, theme::paint_ink(pixel.paint), true);
            }
        }
    }

    /// Draws the numbers of the stops, the selected one emphasised.
    fn stops(&mut self, screen: &Screen, scene: &Scene) {
        let window = screen.window();
        let places = screen.draft.numbered(screen.mode, screen.explaining.query, scene);
        for (i, stop) in places.into_iter().enumerate() {
            let Some((column, row)) = stop.and_then(|stop| window.number_at(stop, scene)) else { continue };
            let style = if screen.draft.selected_stop == Some(i) {
                self.theme.selected().add_modifier(Modifier::UNDERLINED | Modifier::BOLD)
            } else {
                self.theme.selected()
            };
            self.put(column, row, stop_glyph(i), style);
            self.occupy(column, row);
        }
        // A dragged number is shown where it would be dropped.
        let dragged = screen.pointer.held_stop.zip(screen.pointer.drag.filter(|drag| drag.moved));
        if let Some(((column, row), held)) =
            dragged.and_then(|(held, drag)| Some((self.canvas.window.char_of(drag.last)?, held)))
        {
            self.put(column, row, stop_glyph(held.at), self.theme.selected());
        }
    }

    /// Draws a flag at each rally point.
    fn flags(&mut self, screen: &Screen, scene: &Scene) {
        let flag = self.theme.pick_glyph('⚑', 'P');
        let places = screen.draft.numbered(screen.mode, screen.explaining.query, scene);
        for cell in scene.town_markers.iter().filter_map(|place| place.rally_points.first()) {
            let under_number = places.contains(&Some(*cell));
            if let Some((column, row)) = self.canvas.window.char_of(*cell).filter(|_| !under_number) {
                self.over(column, row, flag, ACCENT, true);
                self.occupy(column, row);
            }
        }
    }

    /// Keeps names away from the cursor's brackets.
    fn keep_from_cursor(&mut self, screen: &Screen) {
        let window = self.canvas.window;
        if let Some((column, row)) = window.char_of(screen.map.cursor) {
            let last = column + 1 + u16::from(window.is_close);
            (column.saturating_sub(1)..=last).for_each(|x| self.occupy(x, row));
        }
    }

    /// Marks the goals of a level, or those of one that is being made; a settlement keeps its own sign.
    fn goals(&mut self, screen: &Screen, scene: &Scene) {
        let sign = self.theme.pick_glyph('◇', 'X');
        let drafted = screen.campaign.draft.pins().filter(|_| scene.level.is_none());
        for cell in scene.goal_marks().chain(drafted) {
            self.small_sign(cell, sign, ACCENT);
        }
    }

    /// Draws camps, waystones and sites; zoomed out, none of them.
    fn camps_and_sites(&mut self, scene: &Scene) {
        if self.canvas.window.scale > 1 {
            return;
        }
        let fire = self.theme.pick_glyph('▴', 'c');
        for camp in &scene.landmarks.camps {
            self.small_sign(*camp, fire, Rgb(214, 190, 150));
        }
        for (cell, home) in
            scene.wander.iter().flat_map(|wander| &wander.stones).filter_map(|s| Some((s.cell?, s.is_home)))
        {
            let ink = if home { DIM } else { KEY };
            self.small_sign(cell, self.theme.pick_glyph('◆', '*'), ink);
        }
        if let Some(wander) = &scene.wander {
            let dot = self.theme.pick_glyph('·', '.');
            let trail = wander.last_trail.iter().map(|cell| (*cell, dot));
            let waiting = wander.waiting.iter().map(|waiting| (waiting.cell, '!'));
            trail.chain(waiting).for_each(|(cell, glyph)| self.small_sign(cell, glyph, FOE));
        }
        for (cell, good) in &scene.landmarks.sites {
            let (unicode, ascii) = theme::site_glyph(good);
            self.small_sign(*cell, self.theme.pick_glyph(unicode, ascii), Rgb(176, 182, 196));
        }
    }

    fn small_sign(&mut self, cell: Cell, glyph: char, ink: Rgb) {
        let Some((column, row)) = self.canvas.window.char_of(cell) else { return };
        if !self.space.is_occupied(column, row) {
            self.over(column, row, glyph, ink, true);
            self.occupy(column, row);
        }
    }

    /// Marks the cell that decided the choice of a path.
    fn deciding_cell(&mut self, cell: Cell) {
        if let Some((column, row)) = self.canvas.window.char_of(cell) {
            let glyph = self.theme.pick_glyph('◆', '*');
            self.put(column, row, glyph, self.theme.bold(KEY));
        }
    }

    /// Draws a ring around a place after a jump, where no name or sign stands.
    fn highlight(&mut self, cell: Cell) {
        let Some((column, row)) = self.canvas.window.char_of(cell) else { return };
        let area = self.canvas.window.area;
        let (x, y) = (i32::from(column), i32::from(row));
        let across = self.theme.pick_glyph('─', '-');
        let ring = [(-2, -1, '/'), (-1, -1, across), (0, -1, across), (1, -1, across), (2, -1, '\\')];
        let below = [(-2, 1, '\\'), (-1, 1, across), (0, 1, across), (1, 1, across), (2, 1, '/')];
        for (dx, dy, glyph) in ring.into_iter().chain(below) {
            let (x, y) = (x + dx, y + dy);
            let inside = x >= i32::from(area.x) && y >= i32::from(area.y);
            let is_free = || !self.space.is_occupied(x as u16, y as u16);
            if inside && area.contains((x as u16, y as u16).into()) && is_free() {
                self.put(x as u16, y as u16, glyph, self.theme.bold(ACCENT));
            }
        }
    }

    /// Draws brackets around the cursor's character, under the units beside it; its half block is already bright.
    fn brackets(&mut self, screen: &Screen) {
        let Some((column, row)) = self.canvas.window.char_of(screen.map.cursor) else { return };
        let after = if self.canvas.window.is_close { column + 2 } else { column + 1 };
        let ink = if screen.mode == Mode::Draw { FOE } else { Rgb(255, 255, 255) };
        for (column, glyph) in [(column.checked_sub(1), '['), (Some(after), ']')] {
            if let Some(column) = column.filter(|c| *c >= self.canvas.window.area.x) {
                self.over(column, row, glyph, ink, true);
                if let Some(cell) = self.buffer.cell_mut((column, row)) {
                    cell.modifier.insert(Modifier::BOLD);
                }
            }
        }
    }

    /// Underlines the cursor's character where there are no colours.
    fn underline_cursor(&mut self, screen: &Screen) {
        let Some((column, row)) = self.canvas.window.char_of(screen.map.cursor) else { return };
        if let Some(cell) = self.buffer.cell_mut((column, row)).filter(|_| self.theme.is_mono()) {
            cell.modifier.insert(Modifier::UNDERLINED);
        }
    }
}
