//! The quiz before a run: whether there is one, what was answered, and whether that was right.
//!
//! The card that asks does not live here (`question`).

use crate::lab::{LabAnswer, LabQuestion};

/// The state of the quiz.
#[derive(Clone, Debug)]
pub struct Quiz {
    /// Whether there is one before a run.
    pub is_on: bool,
    /// Whether nothing of the current setups has been shown yet.
    pub is_unseen: bool,
    /// The question that was asked, and the answer given.
    given: Option<(LabQuestion, LabAnswer)>,
    /// The verdict on the answer, and whether it was right.
    pub verdict: Option<(String, bool)>,
}

impl Default for Quiz {
    fn default() -> Quiz {
        Quiz { is_on: true, is_unseen: true, given: None, verdict: None }
    }
}

impl Quiz {
    /// Whether a question comes before anything is shown.
    pub(super) fn is_due(&self) -> bool {
        self.is_on && self.is_unseen
    }

    /// Forgets the answer and its verdict.
    pub(super) fn forget_answer(&mut self) {
        (self.given, self.verdict) = (None, None);
    }

    /// Takes an answer.
    pub(super) fn take_answer(&mut self, question: &LabQuestion, answer: LabAnswer) {
        self.given = Some((question.clone(), answer));
    }

    /// Gives the verdict on the answer, if there is one; returns what would have been right.
    pub(super) fn judge(&mut self) -> Option<LabAnswer> {
        let (question, answer) = self.given.take()?;
        self.verdict = Some((question.verdict(answer), answer == question.right));
        Some(question.right)
    }
}
