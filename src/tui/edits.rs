//! Editing stops: those of a draft, and those of a unit's standing orders.
//!
//! Both are numbered on the map, and keys and mouse work on both alike. A draft changes at once and can be undone;
//! each change of standing orders is a command.

use super::keymap::{Intent, Mode};
use super::state::{Drag, Effect, Held, Purpose, Screen};
use crate::grid::Cell;
use crate::scene::{Command, Edit, Scene, Stop};

/// At most this many changes of a draft can be undone.
const UNDO_MAX: usize = 64;
/// A second click on the same cell within this time, in milliseconds, makes a double click.
const DOUBLE_CLICK: u64 = 400;

/// The character of a stop's number: digits, then letters, then `+`.
pub fn number(index: usize) -> char {
    u32::try_from(index + 1).ok().and_then(|n| char::from_digit(n, 36)).unwrap_or('+')
}

impl Screen {
    /// Whether the stops numbered on the map are those of the draft.
    pub fn edits_draft(&self) -> bool {
        self.mode == Mode::Waypoints && (!self.draft.is_empty() || self.rallying.is_some())
    }

    /// The numbered cells: the target, the draft, or the stops of the first selected unit.
    pub fn numbered(&self, scene: &Scene) -> Vec<Option<Cell>> {
        match self.mode {
            Mode::Go if self.purpose != Purpose::Insert => self.target.into_iter().map(Some).collect(),
            Mode::Ask => self.between.iter().map(|between| Some(between.from)).collect(),
            _ if self.edits_draft() => self.draft.iter().copied().map(Some).collect(),
            _ => standing(scene).iter().map(|stop| stop.place).collect(),
        }
    }

    /// The screen position of a cell's number. A settlement keeps its own sign: the number is drawn left of it.
    pub fn number_at(&self, place: Cell, scene: &Scene) -> Option<(u16, u16)> {
        let window = self.window();
        let (column, row) = window.char_of(place)?;
        let town = scene.places.iter().any(|p| p.cell == place);
        Some((if town && column > window.area.x { column - 1 } else { column }, row))
    }

    /// The stop whose number is drawn at a screen position, if it can be edited now and no unit covers it.
    pub fn stop_at(&self, column: u16, row: u16, scene: &Scene) -> Option<usize> {
        if !matches!(self.mode, Mode::Land | Mode::Waypoints) {
            return None;
        }
        let window = self.window();
        if scene.figures.iter().any(|f| window.char_of(f.cell) == Some((column, row))) {
            return None;
        }
        let here = |place: &Option<Cell>| {
            place.is_some_and(|place| self.number_at(place, scene) == Some((column, row)))
        };
        self.numbered(scene).iter().position(here)
    }

    /// Changes the draft; the change can be undone.
    pub fn change_draft(&mut self, change: impl FnOnce(&mut Vec<Cell>)) -> Vec<Effect> {
        self.earlier.push(self.draft.clone());
        if self.earlier.len() > UNDO_MAX {
            self.earlier.remove(0);
        }
        change(&mut self.draft);
        self.preview_draft()
    }

    /// Undoes the last change of the draft.
    pub fn undo_draft(&mut self) -> Vec<Effect> {
        match self.earlier.pop() {
            Some(before) => {
                self.draft = before;
                self.picked = None;
            }
            None => self.say(format!("nothing to undo — {} leaves", self.keys.word(Intent::Back))),
        }
        self.preview_draft()
    }

    /// Selects the next or the previous stop.
    pub fn pick(&mut self, by: i32, scene: &Scene) {
        let places = self.numbered(scene);
        if places.is_empty() {
            let add = self.keys.word(Intent::Append);
            self.refuse(format!("no stops yet: click, or press {add} at the cursor"));
            return;
        }
        let count = places.len() as i32;
        let next = match (self.picked, by) {
            (Some(at), _) => (at as i32 + by).rem_euclid(count),
            (None, 0..) => 0,
            (None, _) => count - 1,
        } as usize;
        self.picked = Some(next);
        if let Some(place) = places[next] {
            self.visit(place);
        }
        let words = if self.edits_draft() { "" } else { standing(scene).get(next).map_or("", |s| &s.words) };
        let (x, m) = (self.keys.word(Intent::RemoveStop), self.keys.word(Intent::MoveStop));
        self.say(format!("stop {} {words}: {x} removes it, {m} moves it here", number(next)));
    }

    /// The stop that a key applies to: the selected one, or the one under the cursor.
    fn meant(&mut self, scene: &Scene) -> Option<usize> {
        let places = self.numbered(scene);
        let under = places.iter().position(|place| *place == Some(self.cursor));
        let meant = self.picked.filter(|at| *at < places.len()).or(under);
        if meant.is_none() {
            let (before, next) = (self.keys.word(Intent::Pick(-1)), self.keys.word(Intent::Pick(1)));
            self.refuse(format!("which stop? {before} and {next} select one"));
        }
        meant
    }

    /// Removes the selected stop or the one under the cursor.
    pub fn remove_stop(&mut self, scene: &Scene) -> Vec<Effect> {
        self.meant(scene).map_or_else(Vec::new, |at| self.remove_nth(at, scene))
    }

    /// Moves the selected stop to the cursor.
    pub fn move_stop(&mut self, scene: &Scene) -> Vec<Effect> {
        let to = self.cursor;
        self.meant(scene).map_or_else(Vec::new, |at| self.move_nth(at, to, scene))
    }

    /// Removes a stop.
    pub fn remove_nth(&mut self, at: usize, scene: &Scene) -> Vec<Effect> {
        self.picked = None;
        if self.edits_draft() {
            let undo = self.keys.word(Intent::Undo);
            self.say(format!("stop {} removed — {undo} restores it", number(at)));
            return self.change_draft(|draft| {
                if at < draft.len() {
                    draft.remove(at);
                }
            });
        }
        self.say(format!("stop {} removed", number(at)));
        self.edit_standing(at, Edit::Remove, scene)
    }

    /// Moves a stop.
    pub fn move_nth(&mut self, at: usize, to: Cell, scene: &Scene) -> Vec<Effect> {
        if self.edits_draft() {
            let undo = self.keys.word(Intent::Undo);
            self.say(format!("stop {} moved — {undo} moves it back", number(at)));
            return self.change_draft(|draft| {
                if let Some(place) = draft.get_mut(at) {
                    *place = to;
                }
            });
        }
        self.say(format!("stop {} moved", number(at)));
        self.edit_standing(at, Edit::MoveTo(to), scene)
    }

    fn edit_standing(&self, at: usize, edit: Edit, scene: &Scene) -> Vec<Effect> {
        let (Some(unit), Some(stop)) = (self.leader(), standing(scene).get(at)) else { return Vec::new() };
        vec![Effect::Command(Command::EditOrders { unit, at: at as u16, place: stop.place, edit })]
    }

    /// The mouse grabs a stop's number.
    pub fn hold_stop(&mut self, at: usize, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        let Some(Some(place)) = self.numbered(scene).get(at).copied() else { return Vec::new() };
        self.drag = Some(Drag { from: place, last: place, moved: false });
        self.held = Some(Held { at, column, row });
        Vec::new()
    }

    /// The mouse releases a stop's number: where it was grabbed the stop is removed, elsewhere it is moved.
    pub fn drop_held(&mut self, held: Held, scene: &Scene) -> Vec<Effect> {
        match self.drag.take() {
            Some(drag) if drag.moved => self.move_nth(held.at, drag.last, scene),
            _ => self.remove_nth(held.at, scene),
        }
    }

    /// Notes a click, and returns whether it makes a double click.
    pub fn is_double_click(&mut self, cell: Cell) -> bool {
        let before = self.clicked.replace((self.now, cell));
        before.is_some_and(|(then, place)| place == cell && then > 0 && self.now < then + DOUBLE_CLICK)
    }
}

/// The stops of the first selected unit's standing orders.
pub fn standing(scene: &Scene) -> &[Stop] {
    scene.routes.first().map_or(&[], |route| &route.stops)
}
