//! `E`: explains the path between any two cells, for any kind of unit, without a selection.
//!
//! The answer is drawn like any explanation, in `panel` and `marks`.

use super::keymap::Mode;
use super::state::{Effect, Matter, Screen};
use crate::grid::Cell;
use crate::scene::{Explanation, Kind, Question};

/// The current query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Between {
    /// The start.
    pub from: Cell,
    /// The kind of unit.
    pub kind: Kind,
    /// The goal of the last question, and whether its answer is pending.
    asked: Option<(Cell, bool)>,
}

impl Screen {
    /// Enters ask mode, starting at the cursor.
    pub fn enter_ask(&mut self) -> Vec<Effect> {
        let kind = self.between.map_or(Kind::Porter, |between| between.kind);
        self.leave_modes();
        self.explaining = false;
        self.mode = Mode::Ask;
        self.begin_at(self.cursor, kind)
    }

    /// Restarts the query from this cell.
    pub fn ask_from(&mut self, cell: Cell) -> Vec<Effect> {
        let kind = self.between.map_or(Kind::Porter, |between| between.kind);
        self.begin_at(cell, kind)
    }

    fn begin_at(&mut self, from: Cell, kind: Kind) -> Vec<Effect> {
        self.between = Some(Between { from, kind, asked: None });
        self.forget_why();
        let words = vec!["move the cursor to the destination".to_owned()];
        self.explanation = Some(Box::new(Explanation { words, ..Explanation::default() }));
        self.ask_between()
    }

    /// Asks for the next kind of unit.
    pub fn next_kind(&mut self) -> Vec<Effect> {
        if let Some(between) = &mut self.between {
            let at = Kind::ALL.iter().position(|kind| *kind == between.kind).unwrap_or(0);
            between.kind = Kind::ALL[(at + 1) % Kind::SETTLED];
        }
        self.ask_anew()
    }

    /// Asks again although the cursor has not moved, because the land has changed.
    pub fn ask_anew(&mut self) -> Vec<Effect> {
        if let Some(between) = &mut self.between {
            between.asked = None;
        }
        self.ask_between()
    }

    /// Asks about the path to the cursor, unless that has been asked. While an answer is pending it waits for that
    /// answer first.
    pub fn ask_between(&mut self) -> Vec<Effect> {
        let to = self.cursor;
        let Some(between) = self.between.as_mut().filter(|_| self.mode == Mode::Ask) else {
            return Vec::new();
        };
        let is_open = between.asked.is_some_and(|(cell, waits)| waits || cell == to);
        if is_open || to == between.from {
            return Vec::new();
        }
        between.asked = Some((to, true));
        self.why_from = 0;
        let question = Question::Why { kind: between.kind, from: between.from, to };
        vec![self.ask(Matter::Explain, question)]
    }

    /// Notes an answer; if the cursor has moved meanwhile, asks the next question.
    pub fn heard_between(&mut self) -> Vec<Effect> {
        if let Some((_, waits)) = self.between.as_mut().and_then(|between| between.asked.as_mut()) {
            *waits = false;
        }
        self.ask_between()
    }
}
