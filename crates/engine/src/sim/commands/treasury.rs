//! What acts of the player cost, and who pays.

use crate::world::{CommandOutcome, PeopleIx, Rejection, World};

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
