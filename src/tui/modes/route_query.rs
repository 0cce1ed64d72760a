//! `E`: explains the path between any two cells, for any kind of unit, without a selection.
//!
//! The answer is drawn like any explanation, in `panel` and `marks`.

use crate::grid::Cell;
use crate::scene::{Explanation, Kind, Question};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::Mode;
use crate::tui::questions::QuestionKind;
use crate::tui::state::{RouteQuery, Screen};

impl Screen {
    /// Enters ask mode, starting at the cursor.
    pub fn enter_route_query(&mut self) -> Vec<Effect> {
        let kind = self.explaining.query.map_or(Kind::Porter, |between| between.kind);
        self.return_to_land();
        self.explaining.is_open = false;
        self.mode = Mode::RouteQuery;
        self.start_query_at(self.map.cursor, kind)
    }

    /// Restarts the query from this cell.
    pub fn restart_query(&mut self, cell: Cell) -> Vec<Effect> {
        let kind = self.explaining.query.map_or(Kind::Porter, |between| between.kind);
        self.start_query_at(cell, kind)
    }

    fn start_query_at(&mut self, from: Cell, kind: Kind) -> Vec<Effect> {
        self.explaining.query = Some(RouteQuery { start: from, kind, last_asked: None });
        self.explaining.drop_answer();
        let words = vec!["move the cursor to the destination".to_owned()];
        self.explaining.answer = Some(Box::new(Explanation { words, ..Explanation::default() }));
        self.ask_route()
    }

    /// Asks for the next kind of unit.
    pub fn next_kind(&mut self) -> Vec<Effect> {
        if let Some(between) = &mut self.explaining.query {
            let at = Kind::ALL.iter().position(|kind| *kind == between.kind).unwrap_or(0);
            between.kind = Kind::ALL[(at + 1) % Kind::SETTLED];
        }
        self.repeat_query()
    }

    /// Asks again although the cursor has not moved, because the land has changed.
    pub fn repeat_query(&mut self) -> Vec<Effect> {
        if let Some(between) = &mut self.explaining.query {
            between.last_asked = None;
        }
        self.ask_route()
    }

    /// Asks about the path to the cursor, unless that has been asked. While an answer is pending it waits for that
    /// answer first.
    pub fn ask_route(&mut self) -> Vec<Effect> {
        let to = self.map.cursor;
        let Some(between) = self.explaining.query.as_mut().filter(|_| self.mode == Mode::RouteQuery) else {
            return Vec::new();
        };
        let is_open = between.last_asked.is_some_and(|(cell, waits)| waits || cell == to);
        if is_open || to == between.start {
            return Vec::new();
        }
        between.last_asked = Some((to, true));
        self.explaining.scroll = 0;
        let question = Question::ExplainBetween { kind: between.kind, from: between.start, to };
        vec![self.questions.ask(QuestionKind::Explain, question)]
    }

    /// Notes an answer; if the cursor has moved meanwhile, asks the next question.
    pub fn note_route_answer(&mut self) -> Vec<Effect> {
        if let Some((_, waits)) =
            self.explaining.query.as_mut().and_then(|between| between.last_asked.as_mut())
        {
            *waits = false;
        }
        self.ask_route()
    }
}
