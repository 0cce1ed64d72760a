//! Exchange of maps: where one people's belief is newer, another takes it over.
//!
//! `sim` decides which peoples exchange maps, and when.

use super::{Belief, Believed};
use crate::grid::Cell;
use crate::land::Surface;

impl Belief {
    /// Takes over what another has seen later, with its day; cells `in_sight` are skipped. Returns the number of cells that
    /// became known.
    pub fn take_over(&mut self, other: &Belief, in_sight: impl Fn(Cell) -> bool) -> u32 {
        let before = self.known();
        for cell in self.size().cells() {
            let Believed::Known { surface, tier } = other.at(cell) else { continue };
            let day = other.last_seen(cell);
            let is_news = !self.is_known(cell) || day > self.last_seen(cell);
            if is_news && !in_sight(cell) {
                let stranger = other.is_strange_tower(cell) && !self.is_own_tower(cell);
                self.observe(cell, surface, tier, stranger, day);
            }
        }
        self.known() - before
    }

    /// Whether a tower of one's own is known there.
    fn is_own_tower(&self, cell: Cell) -> bool {
        let stands = matches!(self.at(cell), Believed::Known { surface: Surface::Tower, .. });
        stands && !self.is_strange_tower(cell)
    }
}
