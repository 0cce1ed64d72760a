//! Editing stops: those of a draft, and those of a unit's standing orders.
//!
//! Both are numbered on the map, and keys and mouse work on both alike. A draft changes at once and can be undone;
//! each change of standing orders is a command.

use crate::grid::Cell;
use crate::scene::{Command, Edit, Scene, Stop};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::state::{HeldStop, Proposal, Screen};

/// At most this many changes of a draft can be undone.
const UNDO_MAX: usize = 64;

/// The character of a stop's number: digits, then letters, then `+`.
pub(crate) fn stop_glyph(index: usize) -> char {
    u32::try_from(index + 1).ok().and_then(|n| char::from_digit(n, 36)).unwrap_or('+')
}

impl Screen {
    /// Whether the stops numbered on the map are those of the draft.
    pub fn edits_draft(&self) -> bool {
        self.mode == Mode::Waypoints && (!self.draft.stops.is_empty() || self.draft.rallying.is_some())
    }

    /// The numbered cells: the target, the draft, or the stops of the first selected unit.
    pub fn numbered(&self, scene: &Scene) -> Vec<Option<Cell>> {
        match self.mode {
            Mode::Go if self.draft.proposal != Proposal::Insert => {
                self.draft.target.into_iter().map(Some).collect()
            }
            Mode::RouteQuery => self.explaining.query.iter().map(|between| Some(between.start)).collect(),
            _ if self.edits_draft() => self.draft.stops.iter().copied().map(Some).collect(),
            _ => standing_stops(scene).iter().map(|stop| stop.place).collect(),
        }
    }

    /// The screen position of a cell's number. A settlement keeps its own sign: the number is drawn left of it.
    pub fn number_at(&self, place: Cell, scene: &Scene) -> Option<(u16, u16)> {
        let window = self.window();
        let (column, row) = window.char_of(place)?;
        let town = scene.town_markers.iter().any(|p| p.cell == place);
        Some((if town && column > window.area.x { column - 1 } else { column }, row))
    }

    /// The stop whose number is drawn at a screen position, if it can be edited now and no unit covers it.
    pub fn stop_at(&self, column: u16, row: u16, scene: &Scene) -> Option<usize> {
        if !matches!(self.mode, Mode::Land | Mode::Waypoints) {
            return None;
        }
        let window = self.window();
        if scene.unit_markers.iter().any(|f| window.char_of(f.cell) == Some((column, row))) {
            return None;
        }
        let here = |place: &Option<Cell>| {
            place.is_some_and(|place| self.number_at(place, scene) == Some((column, row)))
        };
        self.numbered(scene).iter().position(here)
    }

    /// Changes the draft; the change can be undone.
    pub fn change_draft(&mut self, change: impl FnOnce(&mut Vec<Cell>)) -> Vec<Effect> {
        self.draft.undo.push(self.draft.stops.clone());
        if self.draft.undo.len() > UNDO_MAX {
            self.draft.undo.remove(0);
        }
        change(&mut self.draft.stops);
        self.preview_draft()
    }

    /// Undoes the last change of the draft.
    pub fn undo_draft(&mut self) -> Vec<Effect> {
        match self.draft.undo.pop() {
            Some(before) => {
                self.draft.stops = before;
                self.draft.selected_stop = None;
            }
            None => self.notify(format!("nothing to undo — {} leaves", self.keys.key_for(KeyIntent::Back))),
        }
        self.preview_draft()
    }

    /// Selects the next or the previous stop.
    pub fn pick(&mut self, by: i32, scene: &Scene) {
        let places = self.numbered(scene);
        if places.is_empty() {
            let add = self.keys.key_for(KeyIntent::Append);
            self.refuse(format!("no stops yet: click, or press {add} at the cursor"));
            return;
        }
        let count = places.len() as i32;
        let next = match (self.draft.selected_stop, by) {
            (Some(at), _) => (at as i32 + by).rem_euclid(count),
            (None, 0..) => 0,
            (None, _) => count - 1,
        } as usize;
        self.draft.selected_stop = Some(next);
        if let Some(place) = places[next] {
            self.map.visit(place, self.map_area());
        }
        let words =
            if self.edits_draft() { "" } else { standing_stops(scene).get(next).map_or("", |s| &s.words) };
        let [x, m, e] = [KeyIntent::RemoveStop, KeyIntent::MoveStop, KeyIntent::Explain]
            .map(|intent| self.keys.key_for(intent));
        self.notify(format!("stop {} {words}: {x} removes, {m} moves, {e} explains it", stop_glyph(next)));
    }

    /// The stop that a key applies to: the selected one, or the one under the cursor.
    fn target_stop(&mut self, scene: &Scene) -> Option<usize> {
        let places = self.numbered(scene);
        let under = places.iter().position(|place| *place == Some(self.map.cursor));
        let meant = self.draft.selected_stop.filter(|at| *at < places.len()).or(under);
        if meant.is_none() {
            let (before, next) =
                (self.keys.key_for(KeyIntent::Pick(-1)), self.keys.key_for(KeyIntent::Pick(1)));
            self.refuse(format!("which stop? {before} and {next} select one"));
        }
        meant
    }

    /// Removes the selected stop or the one under the cursor.
    pub fn remove_stop(&mut self, scene: &Scene) -> Vec<Effect> {
        self.target_stop(scene).map_or_else(Vec::new, |at| self.remove_stop_at(at, scene))
    }

    /// Moves the selected stop to the cursor.
    pub fn move_stop(&mut self, scene: &Scene) -> Vec<Effect> {
        let to = self.map.cursor;
        self.target_stop(scene).map_or_else(Vec::new, |at| self.move_stop_at(at, to, scene))
    }

    /// Removes a stop.
    pub fn remove_stop_at(&mut self, at: usize, scene: &Scene) -> Vec<Effect> {
        self.draft.selected_stop = None;
        if self.edits_draft() {
            let undo = self.keys.key_for(KeyIntent::Undo);
            self.notify(format!("stop {} removed — {undo} restores it", stop_glyph(at)));
            return self.change_draft(|draft| {
                if at < draft.len() {
                    draft.remove(at);
                }
            });
        }
        self.notify(format!("stop {} removed", stop_glyph(at)));
        self.edit_standing(at, Edit::Remove, scene)
    }

    /// Moves a stop.
    pub fn move_stop_at(&mut self, at: usize, to: Cell, scene: &Scene) -> Vec<Effect> {
        if self.edits_draft() {
            let undo = self.keys.key_for(KeyIntent::Undo);
            self.notify(format!("stop {} moved — {undo} moves it back", stop_glyph(at)));
            return self.change_draft(|draft| {
                if let Some(place) = draft.get_mut(at) {
                    *place = to;
                }
            });
        }
        self.notify(format!("stop {} moved", stop_glyph(at)));
        self.edit_standing(at, Edit::MoveTo(to), scene)
    }

    fn edit_standing(&self, at: usize, edit: Edit, scene: &Scene) -> Vec<Effect> {
        let (Some(unit), Some(stop)) = (self.selection.leader(), standing_stops(scene).get(at)) else {
            return Vec::new();
        };
        vec![Effect::Command(Command::EditOrders { unit, at: at as u16, place: stop.place, edit })]
    }

    /// The mouse grabs a stop's number.
    pub fn hold_stop(&mut self, at: usize, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        let Some(Some(place)) = self.numbered(scene).get(at).copied() else { return Vec::new() };
        self.pointer.hold(place);
        self.pointer.held_stop = Some(HeldStop { at, column, row });
        Vec::new()
    }

    /// The mouse releases a stop's number: where it was grabbed the stop is removed, elsewhere it is moved.
    pub fn drop_held_stop(&mut self, held: HeldStop, scene: &Scene) -> Vec<Effect> {
        match self.pointer.drag.take() {
            Some(drag) if drag.moved => self.move_stop_at(held.at, drag.last, scene),
            _ => self.remove_stop_at(held.at, scene),
        }
    }
}

/// The stops of the first selected unit's standing orders.
pub(crate) fn standing_stops(scene: &Scene) -> &[Stop] {
    scene.routes.first().map_or(&[], |route| &route.stops)
}
