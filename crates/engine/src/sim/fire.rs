//! Fire: it burns for two days, leaps into woods nearby, and leaves burnt ground that is green again in a season.
//!
//! Chance is a hash of seed, tick and cell, so it does not depend on the order in which cells are looked at.

use super::Game;
use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::world::{Blaze, DAY, Patch, SEASON_DAYS, Tier};

/// Ticks for which a cell burns.
pub(super) const BURNS: u64 = 2 * DAY;
/// Cells over which a fire that somebody laid may leap, at most.
pub(super) const REACH: u8 = 6;
/// Ticks until burnt ground is green again.
const BARREN: u64 = SEASON_DAYS * DAY;
/// Ticks between two looks at all fires.
const EVERY: u64 = 30;
/// Chance that a burning cell sets one neighbouring wood on fire at such a look, in thousandths.
const LEAPS_THOUSANDTHS: u64 = 12;
/// Cells that burn or have burnt beyond which no fire leaps.
const BLAZES_MAX: usize = 4096;

impl Game {
    /// Looks at all fires now and then: they leap, burn out, and what has burnt is green again.
    pub(super) fn burn(&mut self) {
        if !self.world.tick.is_multiple_of(EVERY) || self.world.ground.blazes.is_empty() {
            return;
        }
        let size = self.world.size();
        let blazes: Vec<(Cell, Blaze)> = self
            .world
            .ground
            .blazes
            .iter()
            .map(|(index, blaze)| (size.cell(*index as usize), *blaze))
            .collect();
        for (cell, blaze) in blazes {
            match self.world.land.surface[cell] {
                Surface::Fire if blaze.until <= self.world.tick => self.burn_out(cell),
                Surface::Fire => self.leap(cell, blaze),
                _ if blaze.until <= self.world.tick => self.turn_green(cell),
                _ => {}
            }
        }
    }

    fn burn_out(&mut self, cell: Cell) {
        let blaze = Some(Blaze { until: self.world.tick + BARREN, reach: 0 });
        self.change(cell, Patch { surface: Surface::Burnt, blaze, ..self.world.patch(cell) });
    }

    /// What has burnt is grass again, or the meadow that it was.
    fn turn_green(&mut self, cell: Cell) {
        let patch = self.world.patch(cell);
        let meadow = patch.under == Some(Surface::Meadow);
        let surface = match patch.surface {
            Surface::Burnt if meadow => Surface::Meadow,
            Surface::Burnt => Surface::Grass,
            other => other,
        };
        self.change(cell, Patch { surface, under: None, blaze: None, ..patch });
    }

    /// Sets some of the woods around a fire on fire, but never a cell where somebody is.
    fn leap(&mut self, from: Cell, blaze: Blaze) {
        let Some(reach) = blaze.reach.checked_sub(1) else { return };
        let size = self.world.size();
        for (_, cell) in size.neighbours(from) {
            let woods = matches!(self.world.land.surface[cell], Surface::Forest | Surface::DeepWood);
            let few = self.world.ground.blazes.len() < BLAZES_MAX;
            let dice = [self.world.seed, self.world.tick, size.index(from) as u64, size.index(cell) as u64];
            if woods && few && self.is_free(cell) && mix(&dice) % 1000 < LEAPS_THOUSANDTHS {
                let under = Some(self.world.land.surface[cell]);
                let blaze = Some(Blaze { until: self.world.tick + BURNS, reach });
                self.change(
                    cell,
                    Patch { surface: Surface::Fire, tier: Tier::None, wear: 0, under, blaze, tower: None },
                );
            }
        }
    }
}
