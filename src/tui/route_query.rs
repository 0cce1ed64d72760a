//! `E`: why from here to there? Between any two cells, for any kind, with nobody selected.
//!
//! What the answer says is drawn like any explanation, in `panel` and `marks`.

use super::keymap::Mode;
use super::state::{Effect, Matter, Screen};
use crate::grid::Cell;
use crate::scene::{Explanation, Kind, Question};

/// What is being asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Between {
    /// Where from.
    pub from: Cell,
    /// What walks.
    pub kind: Kind,
    /// What the last question was about: where to, and whether its answer is still to come.
    asked: Option<(Cell, bool)>,
}

impl Screen {
    /// Begins to ask, from the cursor's cell.
    pub fn enter_ask(&mut self) -> Vec<Effect> {
        let kind = self.between.map_or(Kind::Porter, |between| between.kind);
        self.leave_modes();
        self.explaining = false;
        self.mode = Mode::Ask;
        self.begin_at(self.cursor, kind)
    }

    /// Begins anew from this cell.
    pub fn ask_from(&mut self, cell: Cell) -> Vec<Effect> {
        let kind = self.between.map_or(Kind::Porter, |between| between.kind);
        self.begin_at(cell, kind)
    }

    fn begin_at(&mut self, from: Cell, kind: Kind) -> Vec<Effect> {
        self.between = Some(Between { from, kind, asked: None });
        self.forget_why();
        let words = vec!["where to? move the cursor there".to_owned()];
        self.explanation = Some(Box::new(Explanation { words, ..Explanation::default() }));
        self.ask_between()
    }

    /// The same question for the next kind.
    pub fn next_kind(&mut self) -> Vec<Effect> {
        if let Some(between) = &mut self.between {
            let at = Kind::ALL.iter().position(|kind| *kind == between.kind).unwrap_or(0);
            between.kind = Kind::ALL[(at + 1) % Kind::SETTLED];
        }
        self.ask_anew()
    }

    /// Asks again, although nothing has moved: the land has.
    pub fn ask_anew(&mut self) -> Vec<Effect> {
        if let Some(between) = &mut self.between {
            between.asked = None;
        }
        self.ask_between()
    }

    /// Asks about the way to the cursor, unless that was asked, or an answer is still to come: then it asks once that
    /// is here.
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

    /// An answer came; if the cursor has moved on meanwhile, the next question goes out.
    pub fn heard_between(&mut self) -> Vec<Effect> {
        if let Some((_, waits)) = self.between.as_mut().and_then(|between| between.asked.as_mut()) {
            *waits = false;
        }
        self.ask_between()
    }
}
