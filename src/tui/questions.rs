//! The questions that the screen has asked: of each kind only the answer to the latest counts.
//!
//! What is done with an answer does not live here (`Screen::take_answer`).

use super::effect::Effect;
use crate::scene::Question;

/// Kinds of questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QuestionKind {
    /// A path preview.
    Preview,
    /// The best place to insert a waypoint.
    Insert,
    /// An explanation.
    Explain,
    /// A year's summary.
    Year,
    /// The land with its costs, for the lab.
    Lab,
    /// The land some days ahead.
    WhatIf,
    /// Who would take another path for an edit.
    Foresee,
    /// Who takes another path for an edit that has been given.
    Pinch,
    /// The land with its costs, for a race.
    Race,
}

/// The questions whose answers are awaited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpenQuestions {
    /// The ticket of the latest of each kind.
    awaited: Vec<(QuestionKind, u64)>,
    /// The ticket of the last question of all.
    pub last: u64,
}

impl OpenQuestions {
    /// Asks a question; the answer to an older one of the same kind will be dropped.
    pub(super) fn ask(&mut self, kind: QuestionKind, question: Question) -> Effect {
        self.forget(kind);
        self.last += 1;
        self.awaited.push((kind, self.last));
        Effect::Ask(self.last, question)
    }

    /// Asks a question if there is one.
    pub(super) fn ask_any(&mut self, kind: QuestionKind, question: Option<Question>) -> Vec<Effect> {
        question.map(|question| self.ask(kind, question)).into_iter().collect()
    }

    /// Drops the answer to come.
    pub(super) fn forget(&mut self, kind: QuestionKind) {
        self.awaited.retain(|(other, _)| *other != kind);
    }

    /// The kind of the question with this ticket, if its answer still counts.
    pub(super) fn kind_of(&self, ticket: u64) -> Option<QuestionKind> {
        self.awaited.iter().find(|(_, awaited)| *awaited == ticket).map(|(kind, _)| *kind)
    }
}
