//! What can be exported: pictures, the history, a recording, the chronicle, a level.
//!
//! `app` makes the exports.

use crate::scene::LevelCut;

/// Something that can be exported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportKind {
    /// This screen.
    Picture,
    /// The whole land.
    Map,
    /// How the land developed.
    History,
    /// The next seconds of this screen.
    Cast,
    /// All events, as text.
    Chronicle,
    /// What works saved in the first three years, as text.
    Score,
    /// The land in view as a level, to be played at once.
    Level(LevelCut),
}

/// Everything that can be exported without more ado, with its name and its description.
pub(super) const EXPORTS: [(ExportKind, &str, &str); 6] = [
    (ExportKind::Picture, "picture", "this screen, as a PNG"),
    (ExportKind::Map, "map", "the land as you know it, as a PNG"),
    (ExportKind::History, "history", "how the land developed, as a GIF"),
    (ExportKind::Cast, "cast", "the next 20 s, for asciinema"),
    (ExportKind::Chronicle, "chronicle", "all events, as Markdown"),
    (ExportKind::Score, "score", "time saved in 3 years"),
];

impl ExportKind {
    /// Its name.
    pub fn name(&self) -> &'static str {
        EXPORTS.iter().find(|row| row.0 == *self).map_or("level", |row| row.1)
    }
}
