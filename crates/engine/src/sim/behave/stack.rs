//! Behaviour stacks: pushing and popping, and what each does besides.

use crate::sim::Game;
use crate::sim::walk::paths;
use crate::world::{Behaviour, Raid, STACK_MAX, UnitIx, World};

/// Pushes a behaviour; the current path is dropped, or saved if this is only for the night.
pub(in crate::sim) fn push_behaviour(world: &mut World, index: UnitIx, behaviour: Behaviour) -> bool {
    let unit = &mut world.units[index];
    if behaviour.rules().is_for_the_night() {
        unit.store_path();
    }
    unit.path = None;
    unit.request = None;
    if unit.stack.len() < STACK_MAX {
        unit.stack.push(behaviour);
        return true;
    }
    false
}

pub(in crate::sim) fn pop_behaviour(game: &mut Game, index: UnitIx) {
    let is_night_over = {
        let unit = &mut game.world.units[index];
        unit.path = None;
        unit.request = None;
        unit.blocked = None;
        // A unit never loses its livelihood.
        let popped = if unit.stack.len() > 1 { unit.stack.pop() } else { None };
        popped.is_some_and(|behaviour| behaviour.rules().is_sleep())
    };
    if is_night_over {
        game.world.units[index].fatigue = 0;
        heal_overnight(game, index);
    }
    paths::restore_saved_path(game, index);
}

/// A night in a settlement, or at the lair, heals a wound.
fn heal_overnight(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let is_at_lair = matches!(unit.stack.first(), Some(Behaviour::Raid(Raid { lair, .. })) if lair.chebyshev(unit.cell) <= 2);
    let is_at_home = is_at_lair || game.places().town_at(unit.cell).is_some();
    let unit = &mut game.world.units[index];
    unit.wounds = unit.wounds.saturating_sub(u8::from(is_at_home));
}
