//! Time in the lab: running, pausing, stepping, the quiz before a run and the verdict on its answer.
//!
//! The program's clock is passed in.

use super::keymap::LabMode;
use super::question::QuizCard;
use super::state::{LabEffect, LabScreen, RunProgress, SPEEDS};
use crate::lab::grouped;
use crate::lab::{LabAnswer, LabQuestion};

impl LabScreen {
    /// Sets the time, in milliseconds, and solves an edited map; returns whether the screen needs redrawing.
    pub fn advance_clock(&mut self, now: u64) -> bool {
        self.now_ms = now;
        let over = self.notices.advance(now);
        let solved = self.solve();
        let noted = self.note_session();
        self.advance_run() || over || solved || noted
    }

    /// Solves the map again if it was edited.
    pub fn solve(&mut self) -> bool {
        let Some(draft) = self.draft.take() else { return false };
        self.session.edit_map(|ground| {
            let changes = *ground != draft;
            *ground = draft;
            changes
        })
    }

    /// Whether the screen changes without input.
    pub fn is_animating(&self) -> bool {
        self.run.is_some() || self.draft.is_some() || self.is_breaking()
    }

    /// Whether a bad map is being searched for.
    pub fn is_breaking(&self) -> bool {
        self.mode() == LabMode::Break
    }

    /// Takes a step of the search for a bad map, if one is running.
    pub fn step_breaker(&mut self) {
        self.views.tick();
    }

    fn advance_run(&mut self) -> bool {
        let Some(run) = self.run else { return false };
        let passed = self.now_ms.saturating_sub(run.since_ms) * u64::from(SPEEDS[self.speed]) / 1000;
        let at = u64::from(run.from).saturating_add(passed).min(u64::from(u32::MAX)) as u32;
        let before = self.session.position();
        if at > before {
            self.session.seek(at);
        }
        if self.session.is_done() {
            self.run = None;
            self.give_verdict();
        }
        before != self.session.position() || self.run.is_none()
    }

    /// Runs or pauses; at the end it restarts. If nothing has been shown yet, the quiz comes first.
    pub(super) fn toggle_run(&mut self) -> Vec<LabEffect> {
        if self.run.take().is_some() {
            return Vec::new();
        }
        let has_quiz = self.quiz.is_due() && self.session.position() == 0;
        let question = match &self.reader {
            Some(reader) => reader.question(&self.session),
            None => self.session.question(),
        };
        match question.filter(|_| has_quiz) {
            Some(question) => self.views.open(QuizCard(question)),
            None => self.start_run(),
        }
        Vec::new()
    }

    /// Runs from the current expansion, or from the start if the run is at its end.
    pub fn start_run(&mut self) {
        self.views.clear();
        self.quiz.is_unseen = false;
        if self.session.is_done() {
            self.session.seek(0);
        }
        self.quiz.verdict = None;
        self.run = Some(RunProgress { since_ms: self.now_ms, from: self.session.position() });
    }

    /// Takes an answer and runs.
    pub(super) fn answer(&mut self, question: &LabQuestion, answer: LabAnswer) {
        if let Some(reader) = &mut self.reader {
            reader.note_answer(answer);
        }
        self.quiz.take_answer(question, answer);
        self.start_run();
    }

    /// Gives the verdict on the answer, once the run has ended, and points to the right cell if one was asked for.
    fn give_verdict(&mut self) {
        if let Some(reader) = &mut self.reader {
            reader.note_claims();
        }
        if let Some(LabAnswer::Cell(cell)) = self.quiz.judge() {
            self.look_at(cell);
        }
    }

    /// Jumps to an expansion and pauses there.
    pub(super) fn seek(&mut self, pops: u32) {
        self.run = None;
        self.quiz.is_unseen = false;
        self.session.seek(pops);
        if self.session.is_done() {
            self.give_verdict();
        }
    }

    /// Moves by this many expansions.
    pub(super) fn step_by(&mut self, by: i32) {
        self.seek(self.session.position().saturating_add_signed(by));
    }

    /// Sets the speed, also of the current run.
    pub(super) fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        if self.run.is_some() {
            self.run = Some(RunProgress { since_ms: self.now_ms, from: self.session.position() });
        }
        self.notices.notify(format!("{} a second", grouped(u64::from(SPEEDS[self.speed]))));
    }
}
