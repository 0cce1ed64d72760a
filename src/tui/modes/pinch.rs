//! Pinch: after an edit time stands still for a moment, while the paths that break turn red and the new ones draw
//! themselves in turn, with a counter of what they cost. Without one the paths that it affects flash.
//!
//! Who takes which path comes as an answer, measured on a copy of the land; the land itself only waits.

use super::draft::{Editing, Pinch};
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
/// How long affected paths are lit, in milliseconds; in the second half of it they fade.
const FLASH_MS: u64 = 1250;
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
}

impl Editing {
    /// Shows what the edit comes to, if units take another path and it is not too late. Returns how long time is to stand
    /// still, in milliseconds; `None` if it goes on already.
    pub(crate) fn start_pinch(&mut self, foresight: Box<Foresight>, now_ms: u64) -> Option<u64> {
        self.pinch.take().filter(|pinch| !is_over(pinch, now_ms))?;
        if foresight.detours.is_empty() {
            return Some(0);
        }
        self.pinch = Some(Pinch { since_ms: now_ms, foresight: Some(foresight) });
        Some(SHOWN_MS)
    }

    /// Lets time go on before all is shown.
    pub(crate) fn skip_pinch(&mut self) -> Option<Effect> {
        self.pinch.take().map(|_| Effect::Hold(0))
    }

    /// Ends what has been shown long enough, a flash or a pinch; returns whether it did.
    pub(crate) fn advance(&mut self, now_ms: u64) -> bool {
        let is_dark = self.flash.1 > 0 && self.flash.1 <= now_ms;
        if is_dark {
            self.flash.1 = 0;
        }
        self.pinch.take_if(|pinch| is_over(pinch, now_ms)).is_some() || is_dark
    }

    /// Takes the number of the latest edit with affected paths; returns whether it is new and they are lit. Those of an
    /// edit from before the first scene are not.
    pub(crate) fn start_flash(&mut self, count: u32, now_ms: u64, has_scene: bool) -> bool {
        let is_lit = has_scene && self.flash.0 != count;
        if self.flash.0 != count {
            self.flash = (count, if is_lit { now_ms + FLASH_MS } else { 0 });
        }
        is_lit
    }

    /// How bright the paths affected by an edit are lit now, in percent: they fade if motion is allowed.
    pub(crate) fn flash_percent(&self, now_ms: u64, has_motion: bool) -> u64 {
        let left = self.flash.1.saturating_sub(now_ms) * 200 / FLASH_MS;
        if has_motion || left == 0 { left.min(100) } else { 100 }
    }

    /// What an edit comes to, and how many cells of the new paths have been drawn so far.
    pub(crate) fn pinch(&self, now_ms: u64) -> Option<(&Foresight, usize)> {
        let pinch = self.pinch.as_ref()?;
        let foresight = pinch.foresight.as_deref()?;
        let drawing_ms = now_ms.saturating_sub(pinch.since_ms + BREAK_MS).min(DRAW_MS);
        let cells: usize = foresight.detours.iter().map(|detour| detour.cells.len()).sum();
        Some((foresight, cells * drawing_ms as usize / DRAW_MS as usize))
    }

    /// The counter: of the new paths drawn so far, and at last of all, with who is hit hardest.
    pub(crate) fn pinch_words(&self, now_ms: u64) -> Option<&str> {
        let (foresight, mut cells) = self.pinch(now_ms)?;
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
