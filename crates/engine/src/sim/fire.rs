//! Fire: it burns for two days, spreads into nearby woods, and leaves burnt ground that turns green again in a season.
//!
//! Chance is a hash of seed, tick and cell, so it does not depend on the order in which cells are visited.

use super::Game;
use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::world::{Blaze, DAY, Patch, SEASON_DAYS, Tier};

/// Ticks for which a cell burns.
pub(super) const BURN_TICKS: u64 = 2 * DAY;
/// How many cells far a fire may spread from where it was lit.
pub(super) const SPREAD_CELLS: u8 = 6;
/// Ticks until burnt ground turns green again.
const BARREN_TICKS: u64 = SEASON_DAYS * DAY;
/// Ticks between two updates of all fires.
const UPDATE_INTERVAL_TICKS: u64 = 30;
/// Chance per update that a burning cell ignites one neighbouring wood, in thousandths.
const SPREAD_THOUSANDTHS: u64 = 12;
/// Once this many cells burn or have burnt, fires stop spreading.
const BLAZES_MAX: usize = 4096;

impl Game {
    /// Updates all fires at intervals: they spread, burn out, and burnt ground turns green again.
    pub(super) fn update_fires(&mut self) {
        if !self.world.tick.is_multiple_of(UPDATE_INTERVAL_TICKS) || self.world.ground.blazes.is_empty() {
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
                Surface::Fire => self.spread_fire(cell, blaze),
                _ if blaze.until <= self.world.tick => self.regrow(cell),
                _ => {}
            }
        }
    }

    fn burn_out(&mut self, cell: Cell) {
        let blaze = Some(Blaze { until: self.world.tick + BARREN_TICKS, reach: 0 });
        self.change_ground(cell, Patch { surface: Surface::Burnt, blaze, ..self.world.patch(cell) });
    }

    /// Turns burnt ground into grass again, or into the meadow that it was.
    fn regrow(&mut self, cell: Cell) {
        let patch = self.world.patch(cell);
        let was_meadow = patch.under == Some(Surface::Meadow);
        let surface = match patch.surface {
            Surface::Burnt if was_meadow => Surface::Meadow,
            Surface::Burnt => Surface::Grass,
            other => other,
        };
        self.change_ground(cell, Patch { surface, under: None, blaze: None, ..patch });
    }

    /// Ignites some of the woods around a fire, but never a cell that is in use.
    fn spread_fire(&mut self, from: Cell, blaze: Blaze) {
        let Some(reach) = blaze.reach.checked_sub(1) else { return };
        let size = self.world.size();
        for (_, cell) in size.neighbours(from) {
            let is_wood = matches!(self.world.land.surface[cell], Surface::Forest | Surface::DeepWood);
            let has_room = self.world.ground.blazes.len() < BLAZES_MAX;
            let hash_parts =
                [self.world.seed, self.world.tick, size.index(from) as u64, size.index(cell) as u64];
            if is_wood && has_room && self.is_unoccupied(cell) && mix(&hash_parts) % 1000 < SPREAD_THOUSANDTHS
            {
                let under = Some(self.world.land.surface[cell]);
                let blaze = Some(Blaze { until: self.world.tick + BURN_TICKS, reach });
                self.change_ground(
                    cell,
                    Patch { surface: Surface::Fire, tier: Tier::None, wear: 0, under, blaze, tower: None },
                );
            }
        }
    }
}
