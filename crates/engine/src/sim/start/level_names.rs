//! What the names in a level mean in its world.

use crate::land::Good;
use crate::level;
use crate::world::{Order, SearchGoal, UnitId, World};

/// An order of a level as a command gives it; `None` if it names an unknown unit.
pub(super) fn game_order(world: &World, order: &level::LevelOrder) -> Option<Order> {
    order.resolve(|name| unit_named(world, name), |word| search_goal(world, word))
}

/// What a level's word for something to search for means.
fn search_goal(world: &World, word: &str) -> Option<SearchGoal> {
    match word {
        "settlement" => Some(SearchGoal::Settlement),
        _ => Good::from_name(word)
            .map(SearchGoal::Site)
            .or_else(|| unit_named(world, word).map(SearchGoal::Unit)),
    }
}

/// The unit of this name.
pub(super) fn unit_named(world: &World, name: &str) -> Option<UnitId> {
    world.units.iter().find(|unit| unit.name == name).map(|unit| unit.id)
}
