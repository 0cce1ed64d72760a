//! What acts of the player cost, and who pays.

use crate::world::{AMOUNT_MAX, CommandOutcome, DAY_TIME, PeopleIx, Rejection, UnitIx, World, add_capped};

/// Coin that a people keeps for other things.
const COIN_RESERVE: u32 = 40;

/// Takes coin from the player's people, unless building is free.
///
/// # Errors
/// When there is too little; nothing is taken then.
pub(in crate::sim) fn pay(world: &mut World, cost: u32) -> Result<(), Rejection> {
    check_can_pay(world, cost)?;
    if !world.free_build {
        world.peoples[PeopleIx::PLAYER].coin -= cost;
    }
    Ok(())
}

/// Earns coin for a delivery: one for the load, and one for every day of walking that roads have saved.
///
/// A trip saves the walking time of its steps over ground without roads, less the time they took. Fractions of a
/// day are kept for the next delivery.
pub(in crate::sim) fn earn_for_delivery(world: &mut World, index: UnitIx) {
    let unit = &mut world.units[index];
    let people = &mut world.peoples[unit.people];
    let saved = people.saved.saturating_add(std::mem::take(&mut unit.saved));
    add_capped(&mut people.coin, 1 + saved / DAY_TIME, AMOUNT_MAX);
    people.saved = saved % DAY_TIME;
}

/// Checks that there is enough coin, or that building is free.
///
/// # Errors
/// When there is too little.
pub(super) fn check_can_pay(world: &World, cost: u32) -> Result<(), Rejection> {
    let coin = world.peoples[PeopleIx::PLAYER].coin;
    if world.free_build || cost <= coin { Ok(()) } else { Err(Rejection::TooExpensive { cost, coin }) }
}

/// Turns free building on or off.
pub(super) fn set_free_build(world: &mut World, free: bool) -> CommandOutcome {
    world.free_build = free;
    let words = if free { "building is free" } else { "building costs coin" };
    CommandOutcome::text(words)
}

/// Whether a people can afford to build for this much coin. In a level no people builds: it stays as it was drawn.
pub(in crate::sim) fn can_spare(world: &World, people: PeopleIx, coin: u32) -> bool {
    world.level_goals.is_none() && world.people(people).coin >= coin + COIN_RESERVE
}
