//! A world lives its years without a screen and becomes a [`Record`]: a pure function of seed, size and length.

use super::history::History;
use super::measured::MeasuredWorld;
use super::{Record, ages, roads, towns};
use crate::grid::Size;
use crate::land::{LandError, Recipe};
use crate::sim::Game;

/// Lets a new world live this many ticks and measures it. `report` is called with the tick now and then.
///
/// # Errors
/// When the land cannot be made.
pub fn run_world(
    (seed, size, recipe): (u64, Size, Recipe),
    ticks: u64,
    report: &mut dyn FnMut(u64),
) -> Result<Record, LandError> {
    let mut game = Game::with_recipe(recipe, seed, size, &mut |_, _| ())?;
    let mut past = History::of(&game.world, ticks);
    while game.world.tick < ticks {
        game.tick();
        past.record_tick(&game);
        if game.world.tick.is_multiple_of(crate::world::DAY) {
            report(game.world.tick);
        }
    }
    Ok(measure(&MeasuredWorld::of(&game.world, &past)))
}

/// The record of a world.
fn measure(measured: &MeasuredWorld) -> Record {
    let mut record = Record::new();
    roads::measure(measured, &mut record);
    towns::measure(measured, &mut record);
    ages::measure(measured, &mut record);
    // Undefined figures (the mean of nothing) are left out: judges count what is there.
    for values in record.values_mut() {
        values.retain(|value| value.is_finite());
    }
    record.retain(|_, values| !values.is_empty());
    record
}
