//! `E`: explains the path between any two cells, for any kind of unit, without a selection.
//!
//! The answer is drawn like any explanation, in `panel` and `marks`.

use super::draft::{Explaining, RouteQuery};
use crate::grid::Cell;
use crate::scene::{Explanation, Kind, Question};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::Mode;
use crate::tui::questions::QuestionKind;
use crate::tui::state::Screen;

impl Screen {
    /// Enters ask mode, starting at the cursor.
    pub(in crate::tui) fn enter_route_query(&mut self) {
        self.return_to_land();
        self.explaining.is_open = false;
        self.mode = Mode::RouteQuery;
        self.explaining.start_query(self.map.cursor);
    }

    /// Asks about the path to the cursor, unless that has been asked. While an answer is pending it waits for that
    /// answer first.
    pub(in crate::tui) fn ask_route(&mut self) -> Vec<Effect> {
        if self.mode != Mode::RouteQuery {
            return Vec::new();
        }
        let question = self.explaining.route_question(self.map.cursor);
        self.questions.ask_any(QuestionKind::Explain, question)
    }
}

impl Explaining {
    /// Starts a query at this cell, for the kind of unit that was asked about last.
    pub(in crate::tui) fn start_query(&mut self, start: Cell) {
        let kind = self.query.map_or(Kind::Porter, |between| between.kind);
        self.query = Some(RouteQuery { start, kind, last_asked: None });
        self.drop_answer();
        let words = vec!["move the cursor to the destination".to_owned()];
        self.answer = Some(Box::new(Explanation { words, ..Explanation::default() }));
    }

    /// Turns to the next kind of unit.
    pub(in crate::tui) fn next_kind(&mut self) {
        if let Some(between) = &mut self.query {
            let at = Kind::ALL.iter().position(|kind| *kind == between.kind).unwrap_or(0);
            between.kind = Kind::ALL[(at + 1) % Kind::SETTLED];
        }
        self.ask_again();
    }

    /// Lets the same be asked again although the cursor has not moved, because the land has changed.
    pub(in crate::tui) fn ask_again(&mut self) {
        if let Some(between) = &mut self.query {
            between.last_asked = None;
        }
    }

    /// The path to a cell as a question, if that is to be asked now.
    fn route_question(&mut self, to: Cell) -> Option<Question> {
        let between = self.query.as_mut()?;
        let is_open = between.last_asked.is_some_and(|(cell, waits)| waits || cell == to);
        if is_open || to == between.start {
            return None;
        }
        between.last_asked = Some((to, true));
        self.scroll = 0;
        Some(Question::ExplainBetween { kind: between.kind, from: between.start, to })
    }

    /// Notes an answer: if the cursor has moved meanwhile, the next question can be asked.
    pub(in crate::tui) fn note_answer(&mut self) {
        if let Some((_, waits)) = self.query.as_mut().and_then(|between| between.last_asked.as_mut()) {
            *waits = false;
        }
    }
}
