//! Work at sites: a worker gathers a load over time and stores it in a settlement.
//!
//! What settlements produce by themselves is in `towns`, trade in `trade`.

use crate::mind::LOAD_WORK_TICKS;
use crate::sim::Game;
use crate::sim::behave::failure;
use crate::world::{Behaviour, Cargo, FailureReason, SiteWork, UnitIx};

/// A load, in hundredths.
const LOAD_HUNDREDTHS: u32 = 100;
/// The stock of a good up to which workers add to it, in hundredths of a load.
const STOCK_MAX: u32 = 20_000;

/// A tick of work at the site on which a worker stands.
pub(super) fn work_at_site(game: &mut Game, index: UnitIx) {
    let cell = game.world.units[index].cell;
    let Some(good) = game.world.land.sites.iter().find(|site| site.cell == cell).map(|site| site.good) else {
        return failure::fail_behaviour(game, index, FailureReason::NoSite);
    };
    let unit = &mut game.world.units[index];
    let Some(Behaviour::Work(SiteWork { worked, .. })) = unit.stack.last_mut() else { return };
    *worked += 1;
    if *worked >= LOAD_WORK_TICKS {
        *worked = 0;
        unit.cargo = Some(Cargo { good, amount: LOAD_HUNDREDTHS });
    }
}

/// Unloads a worker's cargo in the settlement where it stands.
pub(super) fn unload_cargo(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let (cell, cargo) = (unit.cell, unit.cargo);
    let (Some(id), Some(cargo)) = (game.places().town_at(cell), cargo) else {
        return failure::fail_behaviour(game, index, FailureReason::NoStore);
    };
    game.world.units[index].cargo = None;
    let town = &mut game.world.towns[id];
    let stock = &mut town.stock[cargo.good as usize];
    *stock = (*stock).max((*stock + cargo.amount).min(STOCK_MAX));
}
