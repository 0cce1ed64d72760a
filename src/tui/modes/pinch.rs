//! Pinch: after an edit time stands still for a moment, while the paths that break turn red and the new ones draw
//! themselves in turn, with a counter of what they cost.
//!
//! Who takes which path comes as an answer, measured on a copy of the land; the land itself only waits.

use super::draft::Pinch;
use crate::scene::{Foresight, Question, Scene};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::Mode;
use crate::tui::questions::QuestionKind;
use crate::tui::state::Screen;

/// How long time stands still for the answer at most, and then for what is shown, in milliseconds.
const WAIT_MS: u64 = 1000;
const SHOWN_MS: u64 = 1500;
/// How long only the paths that break are shown, and how long the new ones then draw themselves, in milliseconds.
const BREAK_MS: u64 = 350;
const DRAW_MS: u64 = 750;
/// The speeds at which time stands still: faster, the player wants to get on.
const SPEEDS_WITH_PINCH: usize = 3;

impl Screen {
    /// Gives an edit, or none if it has been given bit by bit, and asks what it comes to; meanwhile time stands still.
    pub(crate) fn give_edit(&mut self, edit: Vec<Effect>, scene: &Scene) -> Vec<Effect> {
        // Every level is played against a clock.
        let is_calm = scene.level.is_none() && self.time_pace.speed < SPEEDS_WITH_PINCH;
        if !is_calm || !self.clock.moves() || self.mode != Mode::Draw {
            return edit;
        }
        self.editing.pinch = Some(Pinch { since_ms: self.clock.now_ms, foresight: None });
        let ask = self.questions.ask(QuestionKind::Pinch, Question::Foresee { commands: Vec::new() });
        // Time stops first, so that every unit that replans is still to do so when it is asked.
        std::iter::once(Effect::Hold(WAIT_MS)).chain(edit).chain([ask]).collect()
    }

    /// Shows what the edit comes to, if units take another path and it is not too late.
    pub(crate) fn start_pinch(&mut self, foresight: Box<Foresight>) -> Vec<Effect> {
        let Some(pinch) = self.editing.pinch.take() else { return Vec::new() };
        if is_over(&pinch, self.clock.now_ms) {
            return Vec::new();
        }
        if foresight.detours.is_empty() {
            return vec![Effect::Hold(0)];
        }
        self.notice = None;
        self.editing.pinch = Some(Pinch { since_ms: self.clock.now_ms, foresight: Some(foresight) });
        vec![Effect::Hold(SHOWN_MS)]
    }

    /// Lets time go on before all is shown.
    pub(crate) fn skip_pinch(&mut self) -> Vec<Effect> {
        self.editing.pinch.take().map_or_else(Vec::new, |_| vec![Effect::Hold(0)])
    }

    /// Ends what has been shown long enough; returns whether it did.
    pub(crate) fn advance_pinch(&mut self) -> bool {
        let is_over = self.editing.pinch.as_ref().is_some_and(|pinch| is_over(pinch, self.clock.now_ms));
        is_over && self.editing.pinch.take().is_some()
    }

    /// What an edit comes to, and how many cells of the new paths have been drawn so far.
    pub(crate) fn pinch(&self) -> Option<(&Foresight, usize)> {
        let pinch = self.editing.pinch.as_ref()?;
        let foresight = pinch.foresight.as_deref()?;
        let drawing_ms = self.clock.now_ms.saturating_sub(pinch.since_ms + BREAK_MS).min(DRAW_MS);
        let cells: usize = foresight.detours.iter().map(|detour| detour.cells.len()).sum();
        Some((foresight, cells * drawing_ms as usize / DRAW_MS as usize))
    }

    /// The counter: of the new paths drawn so far, and at last of all, with who is hit hardest.
    pub(crate) fn pinch_words(&self) -> Option<&str> {
        let (foresight, mut cells) = self.pinch()?;
        let is_drawn = |cells: &mut usize, length: usize| {
            let is_drawn = *cells >= length;
            *cells = cells.saturating_sub(length);
            is_drawn
        };
        let drawing = foresight.detours.iter().find(|detour| !is_drawn(&mut cells, detour.cells.len()));
        Some(drawing.map_or(&foresight.words, |detour| &detour.words))
    }
}

/// Whether time goes on.
fn is_over(pinch: &Pinch, now_ms: u64) -> bool {
    let lasts_ms = if pinch.foresight.is_some() { SHOWN_MS } else { WAIT_MS };
    now_ms >= pinch.since_ms + lasts_ms
}
