//! The campaign as data: the levels on their shelves, and the best results.
//!
//! Which levels there are, and where results are kept, does not live here (`app`); what is drawn does not either
//! (`level_views`).

use super::level_draft::LevelDraft;
use crate::grid::Cell;
use crate::tui::input::keymap::KeyIntent;
use crate::tui::kit::{Layout, list_rows};
use std::collections::BTreeMap;

/// Most stars of a level.
pub(super) const STARS_MAX: u8 = 3;

/// A level of the campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CampaignLevel {
    /// By what it is opened, and its result remembered: `u-trap`.
    pub name: String,
    /// Its title: `The trap`.
    pub title: String,
    /// Its shelf.
    pub shelf: &'static str,
    /// What it teaches, in a sentence.
    pub learnt: String,
    /// What is asked before it begins; may be empty.
    pub ask: String,
    /// The answers, each with where its way leads.
    pub answers: Vec<(String, Cell)>,
}

impl CampaignLevel {
    /// The answer that these trails prove right: the one to whose cell they come first.
    pub(super) fn right_answer(&self, trails: &[Vec<Cell>]) -> Option<usize> {
        let first =
            |cell: Cell| trails.iter().filter_map(|trail| trail.iter().position(|step| *step == cell)).min();
        let reached = self.answers.iter().enumerate().filter_map(|(at, (_, cell))| Some((first(*cell)?, at)));
        reached.min().map(|(_, at)| at)
    }
}

/// The levels, and what has become of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Campaign {
    /// All levels, shelf by shelf.
    pub levels: Vec<CampaignLevel>,
    /// The one that is being played.
    pub current: Option<usize>,
    /// Whether it has asked what it asks before it begins.
    pub has_asked: bool,
    /// What the player has answered.
    pub answered: Option<usize>,
    /// The goals of a level that is being made of a land.
    pub draft: LevelDraft,
    /// Most stars that each was won with, by its name.
    pub stars: BTreeMap<String, u8>,
}

impl Campaign {
    /// Begins a level, or a land that is none: nothing has been asked yet.
    pub fn begin(&mut self, level: Option<usize>) {
        (self.current, self.has_asked, self.answered) = (level, false, None);
    }

    /// Drops the goals of a level in the making: they are about another land.
    pub fn forget_draft(&mut self) {
        self.draft = LevelDraft::default();
    }

    /// The level that is being played.
    pub fn level(&self) -> Option<&CampaignLevel> {
        self.levels.get(self.current?)
    }

    /// Whether its question comes before this, which gives an order or lets time run: it does once.
    pub(super) fn asks_before(&mut self, intent: KeyIntent) -> bool {
        let acts = matches!(
            intent,
            KeyIntent::Pause
                | KeyIntent::Step
                | KeyIntent::Go
                | KeyIntent::Append
                | KeyIntent::Waypoints
                | KeyIntent::Orders
        );
        let has_question = self.level().is_some_and(|level| !level.answers.is_empty());
        acts && has_question && !std::mem::replace(&mut self.has_asked, true)
    }

    /// The rows at the map's lower edge that its question takes beside its briefing.
    pub(crate) fn ask_rows(&self, layout: &Layout) -> u16 {
        let answers = self.level().map_or(0, |level| level.answers.len());
        if layout.has_text_panel() { list_rows(answers).min(layout.map.height / 2) } else { 0 }
    }

    /// The one after it.
    pub(crate) fn next(&self) -> Option<&CampaignLevel> {
        self.levels.get(self.current? + 1)
    }

    /// Remembers a result if it is the best one.
    pub(crate) fn note(&mut self, stars: u8) {
        let Some(name) = self.level().map(|level| level.name.clone()) else { return };
        if stars > 0 {
            let best = self.stars.entry(name).or_default();
            *best = stars.max(*best);
        }
    }

    /// The most stars that a level was won with.
    pub(super) fn stars_of(&self, level: &CampaignLevel) -> u8 {
        self.stars.get(&level.name).map_or(0, |stars| STARS_MAX.min(*stars))
    }
}
