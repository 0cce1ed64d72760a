//! What ends an action of the possessed unit before its time.

use crate::grid::Cell;
use crate::mind::NIGHT_TICKS;
use crate::sim::Game;
use crate::sim::behave::possessed;
use crate::sim::chronicle::direction_to;
use crate::sim::walk::requests;
use crate::world::{AMOUNT_MAX, ActionEnd, Behaviour, Rest, UnitId, UnitIx, World, add_capped};

/// Handles a cell seen for the first time: reports what is there, and ends the current action.
pub(in crate::sim) fn notice_cell(game: &mut Game, watcher: UnitId, cell: Cell) {
    let Some(life) = game.world.possession.as_mut().filter(|life| life.unit == watcher) else { return };
    add_capped(&mut life.discovered, 1, AMOUNT_MAX);
    let Some((cause, what)) = landmark_at(game, cell) else { return };
    let Some(index) = game.world.unit_index(watcher) else { return };
    let side = direction_to(game.world.units[index].cell, cell);
    let words = match side {
        Some(side) => format!("{what} comes into sight in the {side}"),
        None => format!("{what} is here"),
    };
    end_action(&mut game.world, index, cause, words);
}

/// What is worth seeing on a cell.
fn landmark_at(game: &Game, cell: Cell) -> Option<(ActionEnd, String)> {
    let stones = game.world.wander.iter().flat_map(|wander| &wander.stones);
    if let Some(at) = stones.clone().position(|stone| stone.cell == cell) {
        return Some((ActionEnd::Waystone(at as u8), format!("the {} waystone", possessed::ordinal(at))));
    }
    if let Some(town) = game.places().town_at(cell) {
        return Some((ActionEnd::Place(cell), game.world.town(town).name.clone()));
    }
    if game.places().is_inside(cell) {
        return Some((ActionEnd::Place(cell), "a camp".to_owned()));
    }
    let site = game.world.land.sites.iter().find(|site| site.cell == cell)?;
    Some((ActionEnd::Place(cell), format!("a place for {}", site.good.name())))
}

/// Ends everything above the possession on the unit's stack.
pub(in crate::sim) fn clear_above_possession(world: &mut World, index: UnitIx) {
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
    requests::cancel_requests(world, id);
}

/// Ends the current action, with a line about the reason unless `words` is empty.
pub(in crate::sim) fn end_action(world: &mut World, index: UnitIx, cause: ActionEnd, words: String) {
    clear_above_possession(world, index);
    if let Some(life) = &mut world.possession {
        (life.action, life.cause) = (None, Some(cause));
    }
    if !words.is_empty() {
        possessed::log_possessed(world, words);
    }
}
