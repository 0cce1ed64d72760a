//! What ends an action of the possessed unit before its time.

use crate::grid::Cell;
use crate::mind::NIGHT_TICKS;
use crate::sim::Game;
use crate::sim::possession::life;
use crate::world::{AMOUNT_MAX, ActionEnd, Behaviour, LifeEvent, Rest, UnitId, UnitIx, World, add_capped};

/// Handles a cell seen for the first time: tells what is there, and ends the current action.
pub(in crate::sim) fn notice_cell(game: &mut Game, watcher: UnitId, cell: Cell) {
    let Some(life) = game.world.possession.as_mut().filter(|life| life.unit == watcher) else { return };
    add_capped(&mut life.discovered, 1, AMOUNT_MAX);
    let Some((cause, what)) = landmark_at(game, cell) else { return };
    let Some(index) = game.world.unit_index(watcher) else { return };
    end_action(&mut game.world, index, cause, what);
}

/// What is worth seeing on a cell.
fn landmark_at(game: &Game, at: Cell) -> Option<(ActionEnd, LifeEvent)> {
    let mut stones = game.world.wander.iter().flat_map(|wander| &wander.stones);
    if let Some(stone) = stones.position(|stone| stone.cell == at) {
        let stone = stone as u8;
        return Some((ActionEnd::Waystone(stone), LifeEvent::WaystoneSighted { stone, at }));
    }
    if let Some(town) = game.places().town_at(at) {
        return Some((ActionEnd::Place(at), LifeEvent::TownSighted { town, at }));
    }
    if game.places().is_inside(at) {
        return Some((ActionEnd::Place(at), LifeEvent::CampSighted { at }));
    }
    let site = game.world.land.sites.iter().find(|site| site.cell == at)?;
    Some((ActionEnd::Place(at), LifeEvent::SiteSighted { good: site.good, at }))
}

/// Ends everything above the possession on the unit's stack.
pub(super) fn clear_above_possession(world: &mut World, index: UnitIx) {
    let now = world.tick;
    let unit = &mut world.units[index];
    let id = unit.id;
    if let Some(Behaviour::Rest(Rest { until })) = unit.top() {
        // Half a night is half a rest.
        let slept = NIGHT_TICKS - until.saturating_sub(now).min(NIGHT_TICKS);
        unit.fatigue -= (u64::from(unit.fatigue) * slept / NIGHT_TICKS) as u32;
    }
    if let Some(at) = unit.stack.iter().rposition(|behaviour| *behaviour == Behaviour::Possessed) {
        unit.stack.truncate(at + 1);
    }
    unit.path = None;
    unit.request = None;
    unit.blocked = None;
    unit.setbacks = 0;
    world.plans.cancel(id);
}

/// Ends the current action, with a line about the reason if there is one.
pub(in crate::sim) fn end_action(
    world: &mut World,
    index: UnitIx,
    cause: ActionEnd,
    what: impl Into<Option<LifeEvent>>,
) {
    clear_above_possession(world, index);
    if let Some(life) = &mut world.possession {
        (life.action, life.cause) = (None, Some(cause));
    }
    if let Some(what) = what.into() {
        life::tell_life(world, what);
    }
}
