//! A level file as TOML reads it: tables whose values remember where they stand.

use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelFile {
    pub(super) name: Spanned<String>,
    pub(super) about: Spanned<String>,
    pub(super) learnt: Option<Spanned<String>>,
    pub(super) ask: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) answer: Vec<AnswerTable>,
    #[serde(default = "default_seed")]
    pub(super) seed: u64,
    #[serde(default = "default_true")]
    pub(super) fog: bool,
    #[serde(default = "default_true")]
    pub(super) tools: bool,
    #[serde(default)]
    pub(super) brushes: Vec<Spanned<String>>,
    pub(super) coin: Option<Spanned<u32>>,
    pub(super) par: Option<Spanned<u32>>,
    pub(super) measure: Option<Spanned<String>>,
    pub(super) map: Spanned<String>,
    pub(super) heights: Option<Spanned<String>>,
    pub(super) roads: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) site: Vec<SiteTable>,
    #[serde(default)]
    pub(super) town: Vec<TownTable>,
    #[serde(default)]
    pub(super) unit: Vec<UnitTable>,
    #[serde(default)]
    pub(super) tower: Vec<TowerTable>,
    #[serde(default)]
    pub(super) feared: Vec<FearedTable>,
    #[serde(default)]
    pub(super) goal: Vec<Spanned<GoalTable>>,
    #[serde(default)]
    pub(super) solution: Vec<Spanned<StepTable>>,
}

fn default_seed() -> u64 {
    1
}

fn default_true() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerTable {
    pub(super) words: Spanned<String>,
    pub(super) at: Spanned<(u16, u16)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteTable {
    pub(super) good: Spanned<String>,
    pub(super) at: Spanned<(u16, u16)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TownTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) kind: Spanned<String>,
    pub(super) people: Option<Spanned<String>>,
    pub(super) at: Spanned<(u16, u16)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) kind: Spanned<String>,
    pub(super) people: Option<Spanned<String>>,
    pub(super) at: Spanned<(u16, u16)>,
    pub(super) cargo: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) orders: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FearedTable {
    pub(super) at: Spanned<(u16, u16)>,
    pub(super) steps: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TowerTable {
    pub(super) at: Spanned<(u16, u16)>,
    pub(super) people: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoalTable {
    pub(super) kind: Option<Spanned<String>>,
    pub(super) unit: Option<Spanned<String>>,
    pub(super) at: Option<Spanned<(u16, u16)>>,
    pub(super) to: Option<Spanned<(u16, u16)>>,
    pub(super) within: Option<Spanned<u64>>,
    pub(super) until: Option<Spanned<u64>>,
    pub(super) loads: Option<Spanned<u32>>,
    pub(super) watch: Option<Spanned<u32>>,
    pub(super) unseen: Option<Spanned<bool>>,
    pub(super) fed: Option<Spanned<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepTable {
    #[serde(default)]
    pub(super) at: Option<Spanned<u64>>,
    pub(super) unit: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) orders: Vec<Spanned<String>>,
    pub(super) edit: Option<Spanned<String>>,
}

impl GoalTable {
    /// The fields that are given, with their spans.
    pub(super) fn given(&self) -> Vec<(&'static str, Range<usize>)> {
        let all = [
            ("unit", self.unit.as_ref().map(Spanned::span)),
            ("at", self.at.as_ref().map(Spanned::span)),
            ("to", self.to.as_ref().map(Spanned::span)),
            ("within", self.within.as_ref().map(Spanned::span)),
            ("until", self.until.as_ref().map(Spanned::span)),
            ("loads", self.loads.as_ref().map(Spanned::span)),
            ("watch", self.watch.as_ref().map(Spanned::span)),
            ("unseen", self.unseen.as_ref().map(Spanned::span)),
            ("fed", self.fed.as_ref().map(Spanned::span)),
        ];
        all.into_iter().filter_map(|(name, span)| span.map(|span| (name, span))).collect()
    }

    pub(super) fn is(flag: Option<&Spanned<bool>>) -> bool {
        flag.is_some_and(|flag| *flag.get_ref())
    }
}
