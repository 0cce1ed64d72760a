//! Fire: it burns for two days, spreads into nearby woods, and leaves burnt ground that turns green again in a season.
//!
//! Chance is a hash of seed, tick and cell, so it does not depend on the order in which cells are visited.

use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::sim::Game;
use crate::sim::ground::edit;
use crate::sim::ground::edit::BURN_TICKS;
use crate::world::{Blaze, DAY, Patch, SEASON_DAYS, Tier};

/// Ticks until burnt ground turns green again.
const BARREN_TICKS: u64 = SEASON_DAYS * DAY;
/// Ticks between two updates of all fires.
const UPDATE_INTERVAL_TICKS: u64 = 30;
/// Chance per update that a burning cell ignites one neighbouring wood, in thousandths.
const SPREAD_THOUSANDTHS: u64 = 12;
/// Once this many cells burn or have burnt, fires stop spreading.
const BLAZES_MAX: usize = 4096;

/// Updates all fires at intervals: they spread, burn out, and burnt ground turns green again.
pub(super) fn update_fires(game: &mut Game) {
    if !game.world.tick.is_multiple_of(UPDATE_INTERVAL_TICKS) || game.world.ground.blazes.is_empty() {
        return;
    }
    let size = game.world.size();
    let blazes: Vec<(Cell, Blaze)> =
        game.world.ground.blazes.iter().map(|(index, blaze)| (size.cell(*index as usize), *blaze)).collect();
    for (cell, blaze) in blazes {
        match game.world.land.surface[cell] {
            Surface::Fire if blaze.until <= game.world.tick => burn_out(game, cell),
            Surface::Fire => spread_fire(game, cell, blaze),
            _ if blaze.until <= game.world.tick => regrow(game, cell),
            _ => {}
        }
    }
}

fn burn_out(game: &mut Game, cell: Cell) {
    let blaze = Some(Blaze { until: game.world.tick + BARREN_TICKS, reach: 0 });
    edit::change_ground(game, cell, Patch { surface: Surface::Burnt, blaze, ..game.world.patch(cell) });
}

/// Turns burnt ground into grass again, or into the meadow that it was.
fn regrow(game: &mut Game, cell: Cell) {
    let patch = game.world.patch(cell);
    let was_meadow = patch.under == Some(Surface::Meadow);
    let surface = match patch.surface {
        Surface::Burnt if was_meadow => Surface::Meadow,
        Surface::Burnt => Surface::Grass,
        other => other,
    };
    edit::change_ground(game, cell, Patch { surface, under: None, blaze: None, ..patch });
}

/// Ignites some of the woods around a fire, but never a cell that is in use.
fn spread_fire(game: &mut Game, from: Cell, blaze: Blaze) {
    let Some(reach) = blaze.reach.checked_sub(1) else { return };
    let size = game.world.size();
    for (_, cell) in size.neighbours(from) {
        let is_wood = matches!(game.world.land.surface[cell], Surface::Forest | Surface::DeepWood);
        let has_room = game.world.ground.blazes.len() < BLAZES_MAX;
        let hash_parts = [game.world.seed, game.world.tick, size.index(from) as u64, size.index(cell) as u64];
        if is_wood
            && has_room
            && game.derived.is_unoccupied(cell)
            && mix(&hash_parts) % 1000 < SPREAD_THOUSANDTHS
        {
            let under = Some(game.world.land.surface[cell]);
            let blaze = Some(Blaze { until: game.world.tick + BURN_TICKS, reach });
            edit::change_ground(
                game,
                cell,
                Patch { surface: Surface::Fire, tier: Tier::None, wear: 0, under, blaze, tower: None },
            );
        }
    }
}
