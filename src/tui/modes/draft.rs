//! What is being put together: an order with its stops, an edit of the land, a question about a path or a change, a life.

use super::targeted_orders::TargetedOrder;
use super::tool::Tool;
use crate::grid::Cell;
use crate::scene::{Explanation, Foresight, Kind, TownIx, TripPreview, UnitId, WhatIf};
use crate::tui::input::keymap::Mode;

/// What is proposed at the target until Enter confirms it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proposal {
    /// Go there.
    #[default]
    Travel,
    /// Go there after the other orders.
    Append,
    /// Insert it into the orders where it adds the least distance.
    Insert,
    /// Found a hamlet there.
    Settle,
    /// Patrol between there and here.
    Patrol,
    /// Build a road there.
    Connect,
    /// An order about the unit or place there.
    Targeted(TargetedOrder),
}

/// An order that is being put together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Draft {
    /// The target of the proposal.
    pub target: Option<Cell>,
    /// What is proposed at the target.
    pub proposal: Proposal,
    /// Whether the next order is pushed onto the leader's behaviour stack.
    pub is_pushing: bool,
    /// The stop before which a proposed cell would be inserted, and its cell.
    pub insertion: Option<(u16, Option<Cell>)>,
    /// Waypoints that are not ordered yet.
    pub stops: Vec<Cell>,
    /// The draft before each change, the latest last.
    pub undo: Vec<Vec<Cell>>,
    /// The settlement whose rally point the draft sets, with its name.
    pub rallying: Option<(TownIx, String)>,
    /// The selected stop, from 0.
    pub selected_stop: Option<usize>,
    /// The path to the target or along the draft.
    pub preview: Option<TripPreview>,
    /// Why there is no preview.
    pub no_preview: Option<String>,
}

impl Draft {
    /// Drops the path, or why there is none.
    pub(super) fn drop_preview(&mut self) {
        (self.preview, self.no_preview) = (None, None);
    }

    /// Takes the path to the target or along the draft.
    pub(in crate::tui) fn take_preview(&mut self, preview: TripPreview) {
        (self.preview, self.no_preview) = (Some(preview), None);
    }
}

/// How the land is being edited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Editing {
    /// The selected tool of draw mode.
    pub tool: Tool,
    /// Whether building is free.
    pub is_free: bool,
    /// The number of the current stroke.
    pub stroke: u32,
    /// Its cells.
    pub stroke_cells: Vec<Cell>,
    /// Where a straight line starts.
    pub line_start: Option<Cell>,
    /// Who would take another path for the line, once that is known.
    pub foresight: Option<Box<Foresight>>,
    /// What the last edit comes to, while time stands still.
    pub(crate) pinch: Option<Pinch>,
    /// The number of the latest flash of affected paths, and when it ends, in milliseconds.
    pub flash: (u32, u64),
}

/// What an edit comes to, while time stands still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pinch {
    /// When the edit was given, or when the answer came, in milliseconds.
    pub since_ms: u64,
    /// The answer, once it has come.
    pub foresight: Option<Box<Foresight>>,
}

/// A query for the path between any two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RouteQuery {
    /// The start.
    pub start: Cell,
    /// The kind of unit.
    pub kind: Kind,
    /// The goal of the last question, and whether its answer is pending.
    pub(super) last_asked: Option<(Cell, bool)>,
}

/// What is being explained.
#[derive(Clone, Debug, Default)]
pub struct Explaining {
    /// Whether the explanation of the leader's path is open, or of that of a foe.
    pub is_open: bool,
    /// The foe of a possessed unit, if its path is explained, and where it was then.
    pub foe: Option<(UnitId, Cell)>,
    /// Its first visible line.
    pub scroll: u16,
    /// The query of ask mode; its kind is remembered.
    pub query: Option<RouteQuery>,
    /// The explanation.
    pub answer: Option<Box<Explanation>>,
    /// Scenes since the explanation was requested.
    pub scenes_since: u32,
}

impl Explaining {
    /// Whether an explanation is open in this mode.
    pub fn is_open_in(&self, mode: Mode) -> bool {
        self.is_open && mode != Mode::History || mode == Mode::RouteQuery
    }

    /// Where the explained unit is: the foe or the leader; without one, the cursor.
    pub(crate) fn cell(&self, leader: Option<Cell>, cursor: Cell) -> Cell {
        let unit = self.foe.map(|(_, cell)| cell).or(leader);
        unit.filter(|_| self.is_open).unwrap_or(cursor)
    }

    /// Drops the current explanation.
    pub(crate) fn drop_answer(&mut self) {
        (self.answer, self.scroll) = (None, 0);
    }

    /// Closes the explanation of a foe's path; returns whether one was open.
    pub(crate) fn close_foe(&mut self) -> bool {
        let was_open = self.foe.take().is_some() && self.is_open;
        self.is_open &= !was_open;
        was_open
    }
}

/// What is known of the land some days ahead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WhatIfState {
    /// What is changed: `bridge of 3 near Mill`.
    pub change: String,
    /// How far the comparison is, in percent.
    pub percent: usize,
    /// The comparison, once it is made.
    pub answer: Option<Box<WhatIf>>,
    /// Whether time ran before, and will run again.
    pub was_running: bool,
}

/// The unit that the player plays as.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Possession {
    /// The possessed unit, and its last known cell.
    pub unit: Option<(UnitId, Cell)>,
    /// A requested start (true) or end (false) of a possession that the simulation has not confirmed yet.
    pub requested: Option<bool>,
    /// Whether this is a wanderer's game: no other unit can be possessed.
    pub has_one_life: bool,
    /// Tick of the last end of a life that was shown.
    pub end_seen: Option<u64>,
    /// Where it was sent last.
    pub goal: Option<Cell>,
    /// What waits and was asked about last: when its signs were seen, and whether it is at hand.
    pub asked: Option<(u32, bool)>,
    /// Whether nothing else can be done before a choice is made.
    pub has_to_choose: bool,
}
