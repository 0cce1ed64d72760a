//! The mouse: a click does what the keyboard's cursor would do there.
//!
//! Every position is checked against the screen first, because terminals send invalid ones.

use super::effect::Effect;
use super::kit::view;
use super::state::{HeldStop, Proposal, Screen};
use super::update::{NONE_IN_BOX, units_between};
use crate::grid::Cell;
use crate::scene::{Edit, Queue, Scene, StackEdit, Surface, UnitId, Visibility};
use crate::tui::cards::panel_row::PanelClick;
use crate::tui::cards::{bottom_line, chrome, goals, objective, panel};
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::map::camera::Window;
use crate::tui::map::small_map;
use crate::tui::modes::tool::Tool;
use crate::tui::overlays::{explanation, lenses};
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

/// A click within this many characters of the map's edge moves the camera.
const EDGE_CHARS: u16 = 2;

/// What was hit.
enum Hit {
    Unit(UnitId, Cell),
    Land(Cell),
}

impl Screen {
    /// Handles a mouse event.
    pub fn mouse(&mut self, event: &MouseEvent, scene: &Scene) -> Vec<Effect> {
        let (column, row) = (event.column, event.row);
        if !self.mouse || !self.area.contains((column, row).into()) {
            return Vec::new();
        }
        let mut effects = Vec::new();
        let has_keys = self.is_watching() && !self.map.director.is_full;
        let is_press = event.kind == MouseEventKind::Down(MouseButton::Left);
        if has_keys && is_press && self.layout().keys.contains((column, row).into()) {
            // The key that is shown, not that of the mode in which the click leaves the screen.
            return match bottom_line::intent_at(self, column) {
                Some(intent) => self.update_watch(intent, scene),
                None => Vec::new(),
            };
        }
        // What a press begins, its release does not end.
        if !matches!(event.kind, MouseEventKind::Moved | MouseEventKind::Up(_)) {
            self.note_input();
            effects.extend(self.editing.skip_pinch());
        }
        effects.extend(self.carry_out_mouse(*event, scene));
        effects
    }

    fn carry_out_mouse(&mut self, event: MouseEvent, scene: &Scene) -> Vec<Effect> {
        let (column, row) = (event.column, event.row);
        match event.kind {
            MouseEventKind::ScrollLeft => self.map.pan((-8, 0), self.map_area()),
            MouseEventKind::ScrollRight => self.map.pan((8, 0), self.map_area()),
            MouseEventKind::Drag(MouseButton::Right | MouseButton::Middle) => {
                if let Some(by) = self.pointer.drag_map((column, row)) {
                    self.map.pan(by, self.map_area());
                }
            }
            MouseEventKind::Drag(MouseButton::Left) if self.mode == Mode::History => {
                self.history_replay.drag(self.layout().history_bar(), column);
            }
            MouseEventKind::Up(MouseButton::Left) if self.mode == Mode::History => {
                self.history_replay.is_held = false;
            }
            MouseEventKind::ScrollUp => return self.wheel(-1, row, scene),
            MouseEventKind::ScrollDown => return self.wheel(1, row, scene),
            MouseEventKind::Down(MouseButton::Left) => {
                return self.press_left(column, row, event.modifiers, scene);
            }
            MouseEventKind::Down(_) => self.pointer.grip = Some((column, row)),
            MouseEventKind::Drag(MouseButton::Left) => return self.drag_left(column, row, scene),
            MouseEventKind::Up(MouseButton::Left) => return self.release_left(column, row, scene),
            MouseEventKind::Moved => return self.hover(column, row, scene),
            MouseEventKind::Up(_) => {}
        }
        Vec::new()
    }

    /// The wheel scrolls a list, changes the speed over the status line, and zooms over the land.
    fn wheel(&mut self, by: i32, row: u16, scene: &Scene) -> Vec<Effect> {
        match row {
            _ if !self.views.is_empty() => self.update(KeyIntent::Row(by), scene),
            _ if self.mode == Mode::History => {
                self.history_replay.scrub(by);
                Vec::new()
            }
            _ if row == self.layout().top.y => {
                self.update(if by < 0 { KeyIntent::Faster } else { KeyIntent::Slower }, scene)
            }
            _ => {
                self.map.zoom(by < 0, self.map_area());
                Vec::new()
            }
        }
    }

    fn hover(&mut self, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        if !self.views.is_empty() {
            return Vec::new();
        }
        let hit = Hit::at((column, row), (&self.window(), self.map.land), scene);
        hit.map_or_else(Vec::new, |(Hit::Unit(_, cell) | Hit::Land(cell))| {
            self.map.cursor = cell;
            self.ask_route()
        })
    }

    fn press_left(&mut self, column: u16, row: u16, held: KeyModifiers, scene: &Scene) -> Vec<Effect> {
        let layout = self.layout();
        self.pointer.is_land_pressed = false;
        if layout.keys.contains((column, row).into()) {
            return bottom_line::intent_at(self, column)
                .map_or_else(Vec::new, |intent| self.update(intent, scene));
        }
        if let Some(effects) = view::mouse(self, (column, row).into(), scene) {
            return effects;
        }
        if self.mode != Mode::History && chrome::coin_area(self, scene).contains((column, row).into()) {
            return self.update(KeyIntent::Ledger, scene);
        }
        if layout.top.contains((column, row).into()) {
            return self.update(KeyIntent::Pause, scene);
        }
        if self.mode == Mode::History {
            self.history_replay.press(layout.history_bar(), column, row);
            return Vec::new();
        }
        if let Some(effects) = self.press_beside_land(column, row, scene) {
            return effects;
        }
        if let Some(at) = self.stop_at(column, row, scene) {
            let place = self.draft.numbered(self.mode, self.explaining.query, scene)[at];
            // A double click that gave an order must not remove it again.
            let now = self.clock.now_ms;
            if let Some(place) = place.filter(|place| !self.pointer.is_double_click(*place, now)) {
                self.pointer.hold(place);
                self.pointer.held_stop = Some(HeldStop { at, column, row });
            }
            return Vec::new();
        }
        let hit = Hit::at((column, row), (&self.window(), self.map.land), scene);
        hit.map_or_else(Vec::new, |hit| self.press_hit(&hit, held, scene))
    }

    /// A click beside the land or on what covers it; `None` on the land itself.
    fn press_beside_land(&mut self, column: u16, row: u16, scene: &Scene) -> Option<Vec<Effect>> {
        let (layout, at) = (self.layout(), (column, row).into());
        if explanation::area_over_map(self).is_some_and(|area| area.contains(at)) {
            return Some(self.update(KeyIntent::Explain, scene));
        }
        let over = small_map::press(self, (column, row), scene)
            .or_else(|| objective::press(self, (column, row), scene))
            .or_else(|| goals::press(self, (column, row), scene));
        if over.is_some() {
            return over;
        }
        if let Some(tool) = Tool::at(&layout, column, row).filter(|_| self.mode == Mode::Draw) {
            return Some(self.update(KeyIntent::Tool(tool), scene));
        }
        if layout.log.contains(at) {
            let shown = self.headlines.shown(&scene.log, layout.log.height.into());
            if let Some(cell) = shown.get(usize::from(row - layout.log.y)).and_then(|line| line.cell) {
                self.map.jump_and_highlight(cell, self.clock.now_ms);
            }
            return Some(Vec::new());
        }
        if self.map.legend_area(layout.map).contains(at) {
            lenses::toggle(self);
            return Some(Vec::new());
        }
        if layout.strip.contains(at) {
            return Some(self.update(KeyIntent::Card, scene));
        }
        let click = panel::click_at(self, scene, column, row);
        layout.panel.contains(at).then(|| click.map_or_else(Vec::new, |click| self.press_panel(click, scene)))
    }

    /// A click on a cell or the unit on it.
    fn press_hit(&mut self, hit: &Hit, held: KeyModifiers, scene: &Scene) -> Vec<Effect> {
        let (Hit::Unit(_, cell) | Hit::Land(cell)) = *hit;
        self.map.cursor = cell;
        let is_order =
            self.mode == Mode::Land && matches!(hit, Hit::Land(_)) && !self.selection.units.is_empty();
        // A path would tell what is asked.
        if is_order && self.asks_before(KeyIntent::Go) {
            return Vec::new();
        }
        self.pointer.is_land_pressed = true;
        let modified = held.intersects(KeyModifiers::SHIFT | KeyModifiers::CONTROL | KeyModifiers::ALT);
        match self.mode {
            Mode::Draw => {
                self.pointer.hold(cell);
                self.editing.paint(cell, cell, true, scene)
            }
            Mode::Possession | Mode::Destination => self.travel_to(cell),
            Mode::Waypoints => self.add_stop(cell),
            Mode::RouteQuery => {
                self.explaining.start_query(cell);
                Vec::new()
            }
            _ if modified && !self.selection.units.is_empty() => self.append(cell),
            _ => self.press_land(hit, scene),
        }
    }

    fn press_land(&mut self, hit: &Hit, scene: &Scene) -> Vec<Effect> {
        match *hit {
            Hit::Unit(_, cell) if let Some(aim) = self.draft.pending_targeted(self.mode) => {
                self.give_targeted(aim, cell, Queue::Replace, scene)
            }
            Hit::Unit(id, cell) => {
                self.return_to_land();
                self.pointer.hold(cell);
                if !scene.mine.iter().any(|m| m.0 == id) {
                    return Vec::new();
                }
                self.hints.note_used(KeyIntent::Next);
                if self.pointer.is_double_click(cell, self.clock.now_ms) {
                    let alike = kind_in_view(id, scene);
                    self.notices.notify(format!("{} in view selected", alike.len()));
                    return self.select(alike);
                }
                self.select(vec![id])
            }
            Hit::Land(cell) if self.mode == Mode::Go && self.draft.target == Some(cell) => {
                self.pointer.is_double_click(cell, self.clock.now_ms);
                self.take_proposal(self.draft.queue(), scene)
            }
            Hit::Land(cell) => {
                self.pointer.hold(cell);
                let purpose = if self.mode == Mode::Go { self.draft.proposal } else { Proposal::Travel };
                if self.selection.units.is_empty() { Vec::new() } else { self.propose(purpose, cell) }
            }
        }
    }

    /// A click on a part of the panel, or of the cards.
    pub(super) fn press_panel(&mut self, click: PanelClick, scene: &Scene) -> Vec<Effect> {
        match click {
            PanelClick::Intent(intent) => self.update(intent, scene),
            PanelClick::Stop(at) if !self.draft.is_edited(self.mode) => {
                self.edit_stop_at(at, Edit::Remove, scene)
            }
            PanelClick::Layer(layer) => {
                let (more, say) = (layer.saturating_sub(1), (&self.keys, &mut self.notices));
                Vec::from_iter(self.selection.edit_stack(StackEdit::Drop, more, scene, say))
            }
            PanelClick::Stop(_) => Vec::new(),
            PanelClick::Cell(cell) => {
                self.map.jump_and_highlight(cell, self.clock.now_ms);
                Vec::new()
            }
        }
    }

    fn drag_left(&mut self, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        let Some(cell) = self.window().cell_at(column, row, false, self.map.land) else { return Vec::new() };
        let Some(from) = self.pointer.drag_to(cell, (column, row)) else { return Vec::new() };
        self.map.cursor = cell;
        if self.mode == Mode::Draw {
            return self.editing.paint(from, cell, false, scene);
        }
        let drag = self.pointer.drag.filter(|drag| drag.moved && self.pointer.held_stop.is_none());
        if drag.is_some() && self.mode == Mode::Go {
            self.return_to_land();
            self.pointer.drag = drag;
        }
        Vec::new()
    }

    fn release_left(&mut self, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        if let Some(held) = self.pointer.held_stop.take() {
            // Where it was grabbed the stop is removed, elsewhere it is moved.
            let moved = self.pointer.drag.take().filter(|drag| drag.moved);
            let edit = moved.map_or(Edit::Remove, |drag| Edit::MoveTo(drag.last));
            return self.edit_stop_at(held.at, edit, scene);
        }
        match self.pointer.drag.take() {
            Some(_) if self.mode == Mode::Draw && self.editing.has_painted() => {
                self.give_edit(Vec::new(), scene)
            }
            Some(drag) if drag.moved && self.mode == Mode::Land => {
                self.select_all(units_between(drag.from, drag.last, scene), NONE_IN_BOX)
            }
            Some(drag) if drag.moved => Vec::new(),
            _ => {
                let is_edge_near = std::mem::take(&mut self.pointer.is_land_pressed)
                    && self.mode != Mode::Draw
                    && self.views.is_empty();
                let area = self.map_area();
                if is_edge_near && area.contains((column, row).into()) {
                    self.map.pan(from_edge(area, (column, row)), area);
                }
                Vec::new()
            }
        }
    }
}

impl Hit {
    /// What is at a screen position: a unit, else a cell with a sign, else the passable one of its two cells, else the
    /// upper one.
    fn at((column, row): (u16, u16), (window, land): (&Window, (u16, u16)), scene: &Scene) -> Option<Hit> {
        let at = |cell: Cell| window.char_of(cell) == Some((column, row));
        let mut here = scene.unit_markers.iter().filter(|f| at(f.cell));
        let chosen = here.clone().find(|f| f.selected).or_else(|| here.next());
        if let Some(figure) = chosen {
            return Some(Hit::Unit(figure.id, figure.cell));
        }
        if let Some(cell) = sign_cells(scene).find(|cell| at(*cell)) {
            return Some(Hit::Land(cell));
        }
        let upper = window.cell_at(column, row, false, land);
        let lower = window.cell_at(column, row, true, land);
        let pixel = |cell: &Cell| {
            let (x, y) = (i32::from(cell.x) - scene.view.left, i32::from(cell.y) - scene.view.top);
            let scale = i32::from(scene.view.cells_per_pixel.max(1));
            let index = y.div_euclid(scale) * i32::from(scene.view.columns) + x.div_euclid(scale);
            usize::try_from(index).ok().and_then(|i| scene.pixels.get(i))
        };
        let has_sign = |cell: &Cell| {
            let seen = pixel(cell).filter(|pixel| pixel.visibility != Visibility::Unseen);
            seen.is_some_and(|pixel| matches!(pixel.surface, Surface::Tower | Surface::Beacon))
        };
        let open = |cell: &Cell| {
            pixel(cell).is_some_and(|p| p.visibility == Visibility::Unseen || !p.surface.is_blocked())
        };
        let marked = upper.filter(has_sign).or_else(|| lower.filter(has_sign));
        marked
            .or_else(|| upper.filter(open))
            .or_else(|| lower.filter(open))
            .or(upper)
            .or(lower)
            .map(Hit::Land)
    }
}

/// How many columns and rows a click at the edge moves the camera that way, so that the mouse alone can reach any place.
fn from_edge(map: Rect, (column, row): (u16, u16)) -> (i32, i32) {
    let side = |at: u16, first: u16, length: u16| match at - first {
        0..EDGE_CHARS => -i32::from(length / 3),
        rest if rest + EDGE_CHARS >= length => i32::from(length / 3),
        _ => 0,
    };
    (side(column, map.x, map.width), side(row, map.y, map.height))
}

/// All units of a unit's kind in view, that unit first.
fn kind_in_view(first: UnitId, scene: &Scene) -> Vec<UnitId> {
    let Some(letter) = scene.mine.iter().find(|m| m.0 == first).map(|m| m.1) else { return Vec::new() };
    let mine = |id: &UnitId| scene.mine.binary_search_by_key(id, |m| m.0).is_ok();
    let alike = scene.unit_markers.iter().filter(|f| f.letter == letter && f.id != first && mine(&f.id));
    std::iter::once(first).chain(alike.map(|f| f.id)).collect()
}

/// The cells with signs; where several share a character, the drawn one comes first. Zoomed out, only settlements and
/// goals have signs.
fn sign_cells(scene: &Scene) -> impl Iterator<Item = Cell> {
    let stones = scene.wander.iter().flat_map(|wander| &wander.stones).filter_map(|stone| stone.cell);
    let marks = &scene.landmarks;
    let small = marks.camps.iter().copied().chain(stones).chain(marks.sites.iter().map(|site| site.0));
    let is_near = scene.view.cells_per_pixel <= 1;
    let large = scene.town_markers.iter().map(|place| place.cell).chain(scene.goal_marks());
    large.chain(small.filter(move |_| is_near))
}
