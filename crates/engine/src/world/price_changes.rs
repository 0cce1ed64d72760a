//! What has changed the prices of a belief: noted where a season does, and handed out once.
//!
//! Not here: what else a belief notes as it changes (`belief`), and what is done about it (`sim`).

use super::dirty::DirtyChunks;
use super::{Belief, Believed, Season};
use crate::land::Surface;

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
        let size = self.size();
        let is_changed = |surface: Surface| before.percent(surface) != now.percent(surface);
        for cell in size.cells() {
            if matches!(self.at(cell), Believed::Known { surface, .. } if is_changed(surface)) {
                self.dirty.note(size, cell, 1, false);
            }
        }
    }
}
