//! The end of a unit: it is taken out of the world, and what depended on it learns of it.

use crate::sim::sight::vision;
use crate::sim::{Game, chronicle, counted, derived};
use crate::world::{DAY, Ending, LIVES_MAX, PastLife, Possession, Subject, Unit, UnitId, Wander, World};

/// Ticks after a strike within which a death is attributed to it.
const SLAIN_WITHIN_TICKS: u64 = DAY / 4;

/// Removes a unit from the land. The positions (`UnitIx`) of all later units change, so only systems that go by ids
/// remove units, and nothing that [`advance_units`](super::advance::advance_units) calls does.
pub(in crate::sim) fn remove_unit(game: &mut Game, id: UnitId) {
    let Some(index) = game.world.unit_index(id) else { return };
    let unit = game.world.units.remove(index);
    game.derived.release(unit.cell, id);
    if let Some(next) = unit.next {
        game.derived.release(next, id);
    }
    vision::remove_watcher(game, derived::Watcher::Unit(id), unit.people);
    handle_death(&mut game.world, &unit);
}

/// Called for every removed unit: if it was the possessed one, the possession is over.
fn handle_death(world: &mut World, unit: &Unit) {
    let Some(life) = world.possession.take_if(|life| life.unit == unit.id) else { return };
    let now = world.tick;
    let is_won = world.wander.as_ref().is_some_and(Wander::is_won);
    let ending = if is_won {
        Ending::Home
    } else if unit.fought > 0 && unit.fought + SLAIN_WITHIN_TICKS >= now {
        Ending::Slain
    } else if life.food == 0 {
        Ending::Starved
    } else {
        Ending::Gone
    };
    let place = chronicle::whereabouts(world, unit.cell);
    let days = counted(((now - life.since) / DAY) as usize, "day");
    let words = match ending {
        Ending::Home => format!("{} comes home to stay", unit.name),
        Ending::Slain => format!("{} is slain {place}, after {days}", unit.name),
        Ending::Starved => format!("{} starves {place}, after {days}", unit.name),
        Ending::Gone => format!("{} is gone", unit.name),
    };
    if ending != Ending::Slain {
        // A violent death has already been reported.
        chronicle::write_line_now(world, Subject::You, Some(unit.cell), words);
    }
    record_past_life(world, unit, &life, ending);
}

/// Records a wanderer's life that is over.
fn record_past_life(world: &mut World, unit: &Unit, life: &Possession, ending: Ending) {
    let now = world.tick;
    let Some(wander) = &mut world.wander else { return };
    wander.lives.push(PastLife {
        name: unit.name.clone(),
        born: wander.born,
        ended: now,
        ending,
        cell: unit.cell,
        discovered: life.discovered,
        brought: wander.brought,
        stones: wander.carried,
    });
    let surplus = wander.lives.len().saturating_sub(LIVES_MAX);
    wander.lives.drain(..surplus);
}
