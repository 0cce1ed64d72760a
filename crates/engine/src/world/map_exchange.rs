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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use crate::world::Tier;

    #[test]
    fn the_newer_memory_wins_and_what_is_in_sight_stays() {
        let size = Size::new(4, 1);
        let [a, b, c, d] = [0, 1, 2, 3].map(|x| Cell::new(x, 0));
        let (mut mine, mut theirs) = (Belief::new(size), Belief::new(size));
        for (cell, day) in [(a, 2), (b, 5), (c, 1)] {
            mine.observe(cell, Surface::Grass, Tier::None, false, day);
        }
        for (cell, day) in [(a, 3), (b, 4), (c, 9), (d, 9)] {
            theirs.observe(cell, Surface::Hill, Tier::Path, false, day);
        }
        assert_eq!(mine.take_over(&theirs, |cell| cell == c), 1);
        let surface = |cell| match mine.at(cell) {
            Believed::Known { surface, .. } => Some(surface),
            Believed::Unknown(_) => None,
        };
        assert_eq!(
            [a, b, c, d].map(surface),
            [Surface::Hill, Surface::Grass, Surface::Grass, Surface::Hill].map(Some)
        );
        assert_eq!(mine.last_seen(a), 3);
        assert!(mine.is_sound());
        assert_eq!(mine.take_over(&theirs, |cell| cell == c), 0);
    }
}
