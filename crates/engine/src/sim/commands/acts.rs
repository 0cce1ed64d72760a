//! Units that the player adds or removes, and undoing the player's last act.

use crate::grid::Cell;
use crate::sim::commands::{land_edits, treasury};
use crate::sim::derived::Watcher;
use crate::sim::ground::GroundEdit;
use crate::sim::walk::PathsBefore;
use crate::sim::{Game, behave, events, placing, sight};
use crate::world::{
    AMOUNT_MAX, Change, Changed, CommandOutcome, Kind, PeopleIx, PlayerEvent, Rejection, Requester, Unit,
    UnitId, World, add_capped,
};

/// The player may add units while the land has fewer units than this.
pub const SPAWNED_MAX: usize = 2000;

/// Adds a unit with its kind's livelihood to the player's people.
pub(super) fn spawn(game: &mut Game, kind: Kind, cell: Cell) -> Result<CommandOutcome, Rejection> {
    if !game.world.size().contains(cell) {
        return Err(Rejection::OffTheLand(cell));
    }
    let is_free = game.derived.holder(cell).is_none() && game.world.has_room();
    if kind.ground_time(game.world.land.surface[cell]).is_none() || !is_free {
        return Err(Rejection::NoRoom(cell));
    }
    if game.world.units.len() >= SPAWNED_MAX {
        return Err(Rejection::TooMany(SPAWNED_MAX));
    }
    let coin = kind.row().coin;
    treasury::pay(&mut game.world, coin)?;
    let home =
        game.world.markets_of(PeopleIx::PLAYER).filter(|id| game.world.town(*id).people == PeopleIx::PLAYER);
    let home = home.min_by_key(|id| (game.world.town(*id).cell.octile(cell), *id));
    let base = placing::livelihood(&game.world, kind, cell, home);
    let id = placing::place_unit(&mut game.world, PeopleIx::PLAYER, kind, cell, base);
    game.derived.hold(cell, id);
    sight::update_watcher(game, Watcher::Unit(id));
    let paid = if game.world.free_build { 0 } else { coin };
    game.world.journal.add(None, vec![Change { what: Changed::Spawned(id), paid }]);
    Ok(announce_act(game, cell, PlayerEvent::UnitAdded { unit: id, kind }))
}

/// Removes the units of the player's people on these cells.
pub(super) fn remove(game: &mut Game, cells: &[Cell]) -> Result<CommandOutcome, Rejection> {
    let cells = land_edits::matching_cells(game, cells, |_, _| true)?;
    let sorted: std::collections::BTreeSet<Cell> = cells.into_iter().collect();
    let here =
        game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER && sorted.contains(&unit.cell));
    let removed: Vec<Unit> = here.take(SPAWNED_MAX).cloned().collect();
    let Some(first) = removed.first() else { return Err(Rejection::NoUnitThere) };
    let cell = first.cell;
    let outcome =
        announce_act(game, cell, PlayerEvent::UnitsRemoved { unit: first.id, count: removed.len() as u32 });
    let mut changes = Vec::new();
    for unit in removed {
        behave::remove_unit(game, unit.id);
        game.world.peoples[unit.people].expect_trader(&unit, false);
        changes.push(Change { what: Changed::Removed(Box::new(unit)), paid: 0 });
    }
    game.world.journal.add(None, changes);
    Ok(outcome)
}

fn announce_act(game: &mut Game, cell: Cell, what: PlayerEvent) -> CommandOutcome {
    events::tell(game, cell, what);
    let outcome = CommandOutcome::event(events::unrecorded(&game.world, Some(cell), what));
    game.derived.counter.begin(outcome.clone());
    game.derived.counter.is_known = true;
    outcome
}

/// Undoes the last act as far as its changes still stand, and refunds what they cost.
pub(super) fn undo(game: &mut Game) -> Result<CommandOutcome, Rejection> {
    let act = game.world.journal.pop().ok_or(Rejection::NothingToUndo)?;
    let before = PathsBefore::of(game);
    let changes_before = act.changes.len();
    let mut edit = GroundEdit::default();
    let mut undone = 0;
    let (mut cells, mut painted) = (Vec::new(), Vec::new());
    for change in act.changes.into_iter().rev() {
        if !undo_change(game, &mut edit, &change.what) {
            continue;
        }
        add_capped(&mut game.world.peoples[PeopleIx::PLAYER].coin, change.paid, AMOUNT_MAX);
        match change.what {
            Changed::Ground { cell, .. } => cells.push(cell),
            Changed::Paint { cell, .. } => painted.push(cell),
            Changed::Spawned(_) | Changed::Removed(_) | Changed::Ordered(_) => {}
        }
        undone += 1;
    }
    edit.finish(game);
    let words = match changes_before - undone {
        0 => "The last act is undone".to_owned(),
        rest if rest == changes_before => "Nothing of the last act still stands".to_owned(),
        1 => "The last act is undone, but for 1 change that no longer stands or is in use".to_owned(),
        rest => {
            format!("The last act is undone, but for {rest} changes that no longer stand or are in use")
        }
    };
    game.derived.counter.begin(CommandOutcome::text(words.clone()));
    let mut known = land_edits::known_changes(&game.derived, &cells, false);
    known.extend(painted);
    before.replan_affected(game, &known, crate::world::LIGHT_RADIUS, true);
    Ok(CommandOutcome::text(words))
}

/// Undoes one change; false if it no longer stands.
fn undo_change(game: &mut Game, edit: &mut GroundEdit, what: &Changed) -> bool {
    match what {
        Changed::Ground { cell, before, after } => {
            let stands = game.world.land.surface[*cell] == *after && game.derived.is_unoccupied(*cell);
            if stands {
                edit.set(game, *cell, *before);
            }
            stands
        }
        Changed::Paint { cell, before, after } => {
            let stands = game.world.peoples[PeopleIx::PLAYER].belief.paint(*cell) == *after;
            if stands {
                land_edits::paint_cell(&mut game.world, *cell, *before);
            }
            stands
        }
        Changed::Spawned(id) => {
            let unit = game.world.unit(*id).filter(|unit| unit.people == PeopleIx::PLAYER).cloned();
            if let Some(unit) = &unit {
                behave::remove_unit(game, *id);
                game.world.peoples[unit.people].expect_trader(unit, false);
            }
            unit.is_some()
        }
        Changed::Removed(unit) => restore_unit(game, unit),
        // Edits of orders are undone separately (`order_undo`).
        Changed::Ordered(_) => false,
    }
}

/// Restores a removed unit where and as it was; false if there is no room any more.
fn restore_unit(game: &mut Game, unit: &Unit) -> bool {
    let surface = &game.world.land.surface;
    let room =
        |cell: Cell| game.derived.holder(cell).is_none() && unit.kind.ground_time(surface[cell]).is_some();
    if game.world.unit(unit.id).is_some() {
        return false;
    }
    if !room(unit.cell) || !unit.next.is_none_or(room) || game.world.units.len() >= SPAWNED_MAX {
        return false;
    }
    let mut unit = unit.clone();
    // A request that was served in the meantime found no unit to report to.
    unit.request = unit.request.filter(|id| is_request_open(&game.world, unit.id, *id));
    game.derived.place(&unit);
    // Like every unit, it is notified of changes along its path.
    game.derived.path_watches.watch(&unit, game.world.size());
    let id = unit.id;
    game.world.peoples[unit.people].expect_trader(&unit, true);
    game.world.units.insert(unit);
    sight::update_watcher(game, Watcher::Unit(id));
    true
}

/// Whether a unit's path request is still waiting or running.
fn is_request_open(world: &World, asker: UnitId, id: u64) -> bool {
    let plans = &world.plans;
    let live = plans.live.iter().map(|live| &live.request);
    plans.waiting.iter().chain(live).any(|r| r.id == id && r.requester == Requester::Unit(asker))
}
