//! The end of a unit: it is taken out of the world, and what depended on it learns of it.

use crate::sim::derived::Watcher;
use crate::sim::{Game, events, sight};
use crate::world::{
    DAY, Ending, GRAVES_MAX, Grave, LIVES_MAX, Nearness, PastLife, PlayerEvent, Possession, Unit, UnitId,
    Wander, World,
};

/// Ticks after a strike within which a death is attributed to it.
const SLAIN_WITHIN_TICKS: u64 = DAY / 4;

/// Removes a unit from the land. The positions (`UnitIx`) of all later units change, so only systems that go by ids
/// remove units, and nothing that the system that advances them calls does.
pub(in crate::sim) fn remove_unit(game: &mut Game, id: UnitId) {
    let Some(index) = game.world.unit_index(id) else { return };
    end_life_of(&mut game.world, id);
    let unit = game.world.units.remove(index);
    game.world.bands.leave(id);
    game.world.events.unlink_unit(id);
    game.derived.release(unit.cell, id);
    if let Some(next) = unit.next {
        game.derived.release(next, id);
    }
    sight::update_watcher(game, Watcher::Unit(id));
}

/// Called for every unit before it is removed: if it was the possessed one, the possession is over.
fn end_life_of(world: &mut World, id: UnitId) {
    let Some(life) = world.possession.take_if(|life| life.unit == id) else { return };
    let Some(unit) = world.unit(id).cloned() else { return };
    let now = world.tick;
    let is_won = world.wander.as_ref().is_some_and(Wander::is_won);
    let met = world.wander.as_ref().and_then(|wander| wander.journey.waiting);
    let ending = if is_won {
        Ending::Home
    } else if let Some(waiting) = met.filter(|waiting| waiting.nearness == Nearness::AtHand) {
        Ending::Met(waiting.what)
    } else if unit.fought > 0 && unit.fought + SLAIN_WITHIN_TICKS >= now {
        Ending::Slain
    } else if life.food == 0 {
        Ending::Starved
    } else {
        Ending::Gone
    };
    if ending != Ending::Slain {
        // A violent death has already been reported.
        let days = ((now - life.since) / DAY) as u32;
        events::tell_now(world, Some(unit.cell), PlayerEvent::LifeEnded { unit: unit.id, ending, days });
    }
    world.events.clear_life();
    record_past_life(world, &unit, &life, ending);
}

/// Records a wanderer's life that is over.
fn record_past_life(world: &mut World, unit: &Unit, life: &Possession, ending: Ending) {
    let now = world.tick;
    let Some(wander) = &mut world.wander else { return };
    let journey = std::mem::take(&mut wander.journey);
    if ending != Ending::Home && !journey.pack.things().is_empty() {
        wander.graves.push(Grave { cell: unit.cell, name: unit.name.clone(), pack: journey.pack });
        let surplus = wander.graves.len().saturating_sub(GRAVES_MAX);
        wander.graves.drain(..surplus);
    }
    wander.lives.push(PastLife {
        name: unit.name.clone(),
        born: wander.born,
        ended: now,
        ending,
        cell: unit.cell,
        discovered: life.discovered,
        brought: wander.brought,
        stones: wander.carried,
        chosen: journey.chosen,
        trail: journey.trail,
    });
    let surplus = wander.lives.len().saturating_sub(LIVES_MAX);
    wander.lives.drain(..surplus);
}
