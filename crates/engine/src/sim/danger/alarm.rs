//! Alarm: travellers that see an aggressive foe come near drop what they do and run.
//!
//! What does not live here: where they run to (`mind::flight`), and what the foe does (`fights`).

use crate::grid::Cell;
use crate::mind::LEASH_STEPS;
use crate::sim::Game;
use crate::world::{Behaviour, Flee, Unit, UnitId};

/// How near a foe must come, in steps.
const ALARM_STEPS: u16 = 4;
/// Ticks between two checks for each foe.
const CHECK_INTERVAL_TICKS: u64 = 4;

/// Makes units run that cannot fight and see a foe nearby.
pub(super) fn raise_alarm(game: &mut Game) {
    let now = game.world.tick;
    let frightens = |unit: &&Unit| {
        unit.kind.row().strikes_first && (now + u64::from(unit.id.0)).is_multiple_of(CHECK_INTERVAL_TICKS)
    };
    let mut frightened: Vec<(UnitId, UnitId, Cell)> = Vec::new();
    for foe in game.world.units.iter().filter(frightens) {
        let near =
            game.world.size().square(foe.cell, ALARM_STEPS).filter_map(|cell| game.derived.holder(cell));
        let runs = |id: &UnitId| game.world.unit(*id).is_some_and(|unit| runs_from(game, unit, foe));
        frightened.extend(near.filter(runs).map(|id| (id, foe.id, foe.cell)));
    }
    for (id, foe, last) in frightened {
        let Some(index) = game.world.unit_index(id) else { continue };
        let is_running = matches!(game.world.units[index].top(), Some(Behaviour::Flee(_)));
        if !is_running {
            let flee = Behaviour::Flee(Flee { from: Some(foe), last, since: now });
            game.world.units[index].push_behaviour(flee);
        }
    }
}

/// Whether a unit runs from a foe: it sees the foe, cannot fight, and has something to lose (robbers only want
/// loads).
fn runs_from(game: &Game, unit: &Unit, foe: &Unit) -> bool {
    let row = unit.kind.row();
    let robs = foe.stack.first().is_some_and(|livelihood| livelihood.rules().robs());
    let has_nothing = robs && unit.cargo.is_none();
    let ignores_alarm = unit.top().is_some_and(|top| top.rules().ignores_alarm());
    !game.world.is_possessed(unit.id)
        && !row.strikes_first
        && !row.is_beast()
        && !ignores_alarm
        && !has_nothing
        && !is_escorted(game, unit, foe)
        && game.world.are_foes(unit, foe)
        && !game.derived.haven[unit.cell]
        && game.places().sees_unit(unit.people, foe)
}

/// Whether an escort at least as strong as the foe is near the unit.
fn is_escorted(game: &Game, unit: &Unit, foe: &Unit) -> bool {
    let is_guard = |other: &Unit| {
        let escorts = |layer: &Behaviour| layer.rules().escorted() == Some(unit.id);
        other.kind.row().strength >= foe.kind.row().strength && other.stack.iter().any(escorts)
    };
    let near = game.world.size().square(unit.cell, LEASH_STEPS as u16);
    let mut others = near.filter_map(|cell| game.world.unit(game.derived.holder(cell)?));
    others.any(is_guard)
}
