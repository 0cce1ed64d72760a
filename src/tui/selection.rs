//! What the player has chosen: units, bookmarks, and what the mouse holds.

use super::effect::Effect;
use crate::grid::Cell;
use crate::scene::{Command, Scene, StackEdit, UnitId, counted};
use crate::tui::input::keymap::KeyIntent;
use crate::tui::input::keys::Keys;
use crate::tui::input::mode::BookmarkPrompt;
use crate::tui::kit::{DIGITS, Notices};
use crate::tui::map::state::Map;

/// A second click on the same cell within this time, in milliseconds, makes a double click.
const DOUBLE_CLICK_MS: u64 = 400;

/// The selected units, and what is known of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The selected units; the first one, the leader, has its card shown.
    pub units: Vec<UnitId>,
    /// Unit groups by digit.
    pub groups: [Vec<UnitId>; 10],
    /// Whether the next digit sets a group.
    pub is_setting_group: bool,
    /// The first corner of a selection box.
    pub box_corner: Option<Cell>,
    /// The leader's cell.
    pub leader_cell: Option<Cell>,
    /// The stops in the leader's orders, each with its cell if it has one.
    pub stops: Vec<Option<Cell>>,
}

impl Selection {
    /// The first selected unit.
    pub fn leader(&self) -> Option<UnitId> {
        self.units.first().copied()
    }

    /// The first selected unit; refuses if there is none.
    pub(super) fn leader_or_refuse(&self, keys: &Keys, notices: &mut Notices) -> Option<UnitId> {
        if self.units.is_empty() {
            let next = keys.key_for(KeyIntent::Next);
            notices.refuse(format!("no unit selected — press {next} or click one"));
        }
        self.leader()
    }

    /// Edits the behaviour stack of the first selected unit; a drop removes the top layer and `more` below it.
    pub(super) fn edit_stack(
        &self,
        edit: StackEdit,
        more: u8,
        scene: &Scene,
        (keys, notices): (&Keys, &mut Notices),
    ) -> Option<Effect> {
        let unit = self.leader_or_refuse(keys, notices)?;
        if scene.layers <= 1 {
            notices.refuse("only its livelihood is left: it cannot be dropped");
            return None;
        }
        let what = match edit {
            StackEdit::Drop if more == 0 => "top behaviour dropped",
            StackEdit::Drop => "behaviours above dropped",
            _ => "all but its livelihood dropped",
        };
        notices.notify(format!("{what} — {} restores it", keys.key_for(KeyIntent::Undo)));
        let height = scene.layers.saturating_sub(more);
        Some(Effect::Command(Command::EditStack { unit, height, edit }))
    }

    /// The letter of its kind.
    pub(super) fn leader_letter(&self, scene: &Scene) -> Option<char> {
        let leader = self.leader()?;
        scene.mine.iter().find(|mine| mine.0 == leader).map(|mine| mine.1)
    }

    /// Takes a new scene: units that are gone are no longer selected. Returns whether the leader is gone; if not, its cell
    /// and stops are known.
    pub(super) fn take_scene(&mut self, scene: &Scene) -> bool {
        let alive = |id: &UnitId| scene.mine.binary_search_by_key(id, |mine| mine.0).is_ok();
        let leader = self.leader();
        self.units.retain(alive);
        self.groups.iter_mut().for_each(|group| group.retain(alive));
        if leader.is_some() && self.leader() != leader {
            return true;
        }
        self.leader_cell =
            leader.and_then(|id| scene.mine.iter().find(|mine| mine.0 == id)).map(|mine| mine.2);
        let stops = scene.routes.first().map_or(&[][..], |route| &route.stops);
        self.stops = stops.iter().map(|stop| stop.place).collect();
        false
    }

    /// The unit this many places after the leader, with its cell; without a leader one under way near the view, or else
    /// the one nearest to the cursor. `None` if the player has no unit.
    pub(super) fn next_by(&self, by: i32, scene: &Scene, cursor: Cell) -> Option<(UnitId, Cell)> {
        let position = |id: UnitId| scene.mine.iter().position(|mine| mine.0 == id);
        let next = if let Some(at) = self.leader().and_then(position) {
            (at as i32 + by).rem_euclid(scene.mine.len() as i32) as usize
        } else {
            let nearest = || (0..scene.mine.len()).min_by_key(|i| scene.mine[*i].2.octile(cursor));
            scene.nearest_under_way.and_then(position).or_else(nearest)?
        };
        scene.mine.get(next).map(|(id, _, cell)| (*id, *cell))
    }

    /// All units of the leader's kind, the leader first.
    pub(super) fn kind_of_leader(&self, scene: &Scene) -> Vec<UnitId> {
        let Some((leader, letter)) = self.leader().zip(self.leader_letter(scene)) else { return Vec::new() };
        let others = scene.mine.iter().filter(|mine| mine.1 == letter && mine.0 != leader);
        std::iter::once(leader).chain(others.map(|mine| mine.0)).collect()
    }

    /// A unit on a cell that is not selected.
    pub(super) fn other_at(&self, cell: Cell, scene: &Scene) -> Option<UnitId> {
        let mut here = scene.unit_markers.iter().filter(|figure| figure.cell == cell);
        here.find(|figure| !self.units.contains(&figure.id)).map(|figure| figure.id)
    }

    /// The ends of the leg to the stop under the cursor, of those that come after the next one.
    pub(super) fn queued_leg(&self, cursor: Cell) -> Option<(Cell, Cell)> {
        let to = self.stops.iter().skip(1).position(|stop| *stop == Some(cursor))?;
        Some((self.stops[to]?, cursor))
    }

    /// Waits for the digit of a group; returns what it asks for, or why nothing can be set.
    pub(super) fn await_group(&mut self, keys: &Keys) -> Result<String, String> {
        self.is_setting_group = !self.units.is_empty();
        if self.is_setting_group {
            return Ok("group number? 1-9".to_owned());
        }
        Err(format!("select a unit first ({})", keys.key_for(KeyIntent::Next)))
    }

    /// Takes the digit of the group to set, if one is awaited; returns what it is now.
    pub(super) fn set_group(&mut self, digit: u8) -> Option<String> {
        let is_set = std::mem::take(&mut self.is_setting_group);
        is_set.then(|| {
            self.groups[usize::from(digit).min(9)].clone_from(&self.units);
            format!("group {digit}: {}", counted(self.units.len(), "unit"))
        })
    }
}

/// Cells to jump back to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bookmarks {
    /// Bookmarks by digit.
    pub cells: [Option<Cell>; 10],
    /// What the next digit does to a bookmark.
    pub prompt: Option<BookmarkPrompt>,
}

impl Bookmarks {
    /// Waits for the digit of a bookmark; returns what it asks for, or why there is none to jump to.
    pub(super) fn await_digit(&mut self, what: BookmarkPrompt, keys: &Keys) -> Result<String, String> {
        if what == BookmarkPrompt::Jump && self.cells.iter().all(Option::is_none) {
            let set = keys.key_for(KeyIntent::SetBookmark);
            return Err(format!("no bookmarks yet — {set} and a digit set one"));
        }
        self.prompt = Some(what);
        Ok(match what {
            BookmarkPrompt::Set => "bookmark number? 1-9",
            BookmarkPrompt::Jump => "jump to which bookmark? 1-9",
        }
        .to_owned())
    }

    /// Takes the digit of a bookmark: sets it at the cursor, or jumps there. Returns what is to be said, if anything.
    pub(super) fn take_digit(
        &mut self,
        what: BookmarkPrompt,
        digit: u8,
        map: &mut Map,
        keys: &Keys,
    ) -> Option<Result<String, String>> {
        let index = usize::from(digit).min(9);
        match (what, self.cells[index]) {
            (BookmarkPrompt::Set, _) => {
                self.cells[index] = Some(map.cursor);
                let back = keys.key_for(KeyIntent::JumpToBookmark);
                Some(Ok(format!("bookmark {digit} set — {back} {digit} returns here")))
            }
            (BookmarkPrompt::Jump, Some(cell)) => {
                map.follow = false;
                map.jump(cell);
                None
            }
            (BookmarkPrompt::Jump, None) => {
                let mark = keys.key_for(KeyIntent::SetBookmark);
                Some(Err(format!("bookmark {digit} is not set — {mark} {digit} sets it")))
            }
        }
    }

    /// The bottom line's label while a digit is awaited.
    pub(super) fn awaited_label(&self, selection: &Selection) -> Option<&'static str> {
        match self.prompt {
            Some(BookmarkPrompt::Set) => Some(" BOOKMARK _ "),
            Some(BookmarkPrompt::Jump) => Some(" JUMP TO _ "),
            None => selection.is_setting_group.then_some(" GROUP _ "),
        }
    }

    /// Digits that can be clicked while one is awaited, each with a word.
    pub(super) fn awaited_digits(
        &self,
        selection: &Selection,
    ) -> Vec<(&'static str, &'static str, KeyIntent)> {
        let is_set = |digit: u8| match self.prompt {
            Some(_) => self.cells[usize::from(digit)].is_some(),
            None => !selection.groups[usize::from(digit)].is_empty(),
        };
        let digits = (1..=9).filter(|digit| self.prompt != Some(BookmarkPrompt::Jump) || is_set(*digit));
        let word = |digit| if is_set(digit) { "set" } else { "" };
        digits.map(|digit| (DIGITS[usize::from(digit)], word(digit), KeyIntent::Digit(digit))).collect()
    }
}

/// A stop's number on the map, held by the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldStop {
    /// Which stop, from 0.
    pub at: usize,
    /// Where the button went down.
    pub column: u16,
    /// See `column`.
    pub row: u16,
}

/// A held mouse button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drag {
    /// The cell where it went down.
    pub from: Cell,
    /// The cell where it is.
    pub last: Cell,
    /// Whether it has left the character where it went down.
    pub moved: bool,
}

/// What the mouse holds, and where it last clicked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointer {
    /// The held left button.
    pub drag: Option<Drag>,
    /// Whether the held button went down on the land.
    pub is_land_pressed: bool,
    /// Where another button grips the map.
    pub grip: Option<(u16, u16)>,
    /// The stop's number that the mouse holds.
    pub held_stop: Option<HeldStop>,
    /// When (in milliseconds) and where the land was last clicked.
    pub last_click: Option<(u64, Cell)>,
}

impl Pointer {
    /// Notes a click at this time, in milliseconds; returns whether it makes a double click.
    pub(super) fn is_double_click(&mut self, cell: Cell, now_ms: u64) -> bool {
        let before = self.last_click.replace((now_ms, cell));
        before.is_some_and(|(then, place)| place == cell && then > 0 && now_ms < then + DOUBLE_CLICK_MS)
    }

    /// Another button drags the map to this position; returns by how many columns and rows the camera moves.
    pub(super) fn drag_map(&mut self, (column, row): (u16, u16)) -> Option<(i32, i32)> {
        let (from, at) = self.grip.replace((column, row))?;
        Some((i32::from(from) - i32::from(column), i32::from(at) - i32::from(row)))
    }

    /// The held button is dragged to a cell, at a position of the screen; returns the cell where it was.
    pub(super) fn drag_to(&mut self, cell: Cell, place: (u16, u16)) -> Option<Cell> {
        let drag = self.drag.as_mut()?;
        drag.moved |= match self.held_stop {
            Some(held) => place != (held.column, held.row),
            None => cell != drag.from,
        };
        Some(std::mem::replace(&mut drag.last, cell))
    }

    /// The left button is held on a cell.
    pub(super) fn hold(&mut self, cell: Cell) {
        self.drag = Some(Drag { from: cell, last: cell, moved: false });
    }
}
