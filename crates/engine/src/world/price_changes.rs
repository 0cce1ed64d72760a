//! What has changed the prices of a belief: noted where a season does, and handed out once.
//!
//! Not here: what else a belief notes as it changes (`belief`), and what is done about it (`sim`).

use super::belief::STEP_REACH;
use super::dirty::DirtyChunks;
use super::{Belief, Believed, Season};

impl Belief {
    /// Takes the places where prices may have changed since the last call.
    pub fn drain_dirty(&mut self) -> DirtyChunks {
        self.dirty.drain()
    }

    /// Marks prices as changed everywhere.
    pub fn mark_all_dirty(&mut self) {
        self.dirty.note_all();
    }

    /// Marks the prices of steps onto the known ground that this season makes harder or easier than the one before.
    pub fn mark_season(&mut self, before: Season, now: Season) {
        let is_changed = |word: &u16| match Belief::unpack(*word) {
            Believed::Known { surface, .. } => before.percent(surface) != now.percent(surface),
            Believed::Unknown(_) => false,
        };
        let mut dirty = std::mem::take(&mut self.dirty);
        dirty.note_where(self.size(), STEP_REACH, |row| self.words()[row].iter().any(is_changed));
        self.dirty = dirty;
    }
}
