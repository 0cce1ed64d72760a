//! Editing stops: those of a draft, and those of a unit's standing orders.
//!
//! Both are numbered on the map, and keys and mouse work on both alike. A draft changes at once and can be undone;
//! each change of standing orders is a command.

use super::draft::{Draft, Proposal, RouteQuery};
use crate::grid::Cell;
use crate::scene::{Command, Edit, Scene, Stop};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::map::camera::Window;
use crate::tui::state::Screen;

/// At most this many changes of a draft can be undone.
const UNDO_MAX: usize = 64;

/// The character of a stop's number: digits, then letters, then `+`.
pub(crate) fn stop_glyph(index: usize) -> char {
    u32::try_from(index + 1).ok().and_then(|n| char::from_digit(n, 36)).unwrap_or('+')
}

impl Draft {
    /// Whether its stops are those that are numbered on the map.
    pub(in crate::tui) fn is_edited(&self, mode: Mode) -> bool {
        mode == Mode::Waypoints && (!self.stops.is_empty() || self.rallying.is_some())
    }

    /// The numbered cells: the target, the draft, the start of a query, or the stops of the first selected unit.
    pub(in crate::tui) fn numbered(
        &self,
        mode: Mode,
        query: Option<RouteQuery>,
        scene: &Scene,
    ) -> Vec<Option<Cell>> {
        match mode {
            Mode::Go if self.proposal != Proposal::Insert => self.target.into_iter().map(Some).collect(),
            Mode::RouteQuery => query.into_iter().map(|between| Some(between.start)).collect(),
            _ if self.is_edited(mode) => self.stops.iter().copied().map(Some).collect(),
            _ => standing_stops(scene).iter().map(|stop| stop.place).collect(),
        }
    }

    /// Changes the stops; the change can be undone.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Vec<Cell>)) {
        self.undo.push(self.stops.clone());
        if self.undo.len() > UNDO_MAX {
            self.undo.remove(0);
        }
        change(&mut self.stops);
    }

    /// Undoes the last change; returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(before) = self.undo.pop() else { return false };
        (self.stops, self.selected_stop) = (before, None);
        true
    }

    /// Selects the next or the previous of so many stops.
    fn pick(&mut self, by: i32, count: usize) -> usize {
        let picked = match (self.selected_stop, by) {
            (Some(at), _) => (at as i32 + by).rem_euclid(count as i32) as usize,
            (None, 0..) => 0,
            (None, _) => count - 1,
        };
        *self.selected_stop.insert(picked)
    }
}

impl Window {
    /// The screen position of a cell's number. A settlement keeps its own sign: the number is drawn left of it.
    pub fn number_at(&self, place: Cell, scene: &Scene) -> Option<(u16, u16)> {
        let (column, row) = self.char_of(place)?;
        let town = scene.town_markers.iter().any(|p| p.cell == place);
        Some((if town && column > self.area.x { column - 1 } else { column }, row))
    }
}

impl Screen {
    /// The stop whose number is drawn at a screen position, if it can be edited now and no unit covers it.
    pub fn stop_at(&self, column: u16, row: u16, scene: &Scene) -> Option<usize> {
        if !matches!(self.mode, Mode::Land | Mode::Waypoints) {
            return None;
        }
        let window = self.window();
        if scene.unit_markers.iter().any(|f| window.char_of(f.cell) == Some((column, row))) {
            return None;
        }
        let here = |place: Cell| window.number_at(place, scene) == Some((column, row));
        let places = self.draft.numbered(self.mode, self.explaining.query, scene);
        places.iter().position(|place| place.is_some_and(here))
    }

    /// Selects the next or the previous stop.
    pub fn pick(&mut self, by: i32, scene: &Scene) {
        let places = self.draft.numbered(self.mode, self.explaining.query, scene);
        if places.is_empty() {
            let add = self.keys.key_for(KeyIntent::Append);
            self.notices.refuse(format!("no stops yet: click, or press {add} at the cursor"));
            return;
        }
        let next = self.draft.pick(by, places.len());
        if let Some(place) = places[next] {
            self.map.visit(place, self.map_area());
        }
        let words = if self.draft.is_edited(self.mode) {
            ""
        } else {
            standing_stops(scene).get(next).map_or("", |s| &s.words)
        };
        let [x, m, e] = [KeyIntent::RemoveStop, KeyIntent::MoveStop, KeyIntent::Explain]
            .map(|intent| self.keys.key_for(intent));
        self.notices
            .notify(format!("stop {} {words}: {x} removes, {m} moves, {e} explains it", stop_glyph(next)));
    }

    /// Removes or moves the selected stop, or the one under the cursor.
    pub(super) fn edit_stop(&mut self, edit: Edit, scene: &Scene) -> Vec<Effect> {
        let places = self.draft.numbered(self.mode, self.explaining.query, scene);
        let under = places.iter().position(|place| *place == Some(self.map.cursor));
        if let Some(at) = self.draft.selected_stop.filter(|at| *at < places.len()).or(under) {
            return self.edit_stop_at(at, edit, scene);
        }
        let [before, next] = [-1, 1].map(|by| self.keys.key_for(KeyIntent::Pick(by)));
        self.refuse(format!("which stop? {before} and {next} select one"))
    }

    /// Removes or moves a stop.
    pub(in crate::tui) fn edit_stop_at(&mut self, at: usize, edit: Edit, scene: &Scene) -> Vec<Effect> {
        let to = if let Edit::MoveTo(to) = edit { Some(to) } else { None };
        let (done, back) = if to.is_some() { ("moved", "moves it back") } else { ("removed", "restores it") };
        let done = format!("stop {} {done}", stop_glyph(at));
        if to.is_none() {
            self.draft.selected_stop = None;
        }
        if self.draft.is_edited(self.mode) {
            self.notices.notify(format!("{done} — {} {back}", self.keys.key_for(KeyIntent::Undo)));
            self.draft.change(|stops| {
                if at < stops.len() {
                    stops.splice(at..=at, to);
                }
            });
            return self.draft.ask_preview(self.selection.leader(), &mut self.questions);
        }
        self.notices.notify(done);
        let (Some(unit), Some(stop)) = (self.selection.leader(), standing_stops(scene).get(at)) else {
            return Vec::new();
        };
        vec![Effect::Command(Command::EditOrders { unit, at: at as u16, place: stop.place, edit })]
    }
}

/// The stops of the first selected unit's standing orders.
pub(crate) fn standing_stops(scene: &Scene) -> &[Stop] {
    scene.routes.first().map_or(&[], |route| &route.stops)
}
