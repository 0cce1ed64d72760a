//! Editing the land with a brush.
//!
//! To which cells a brush applies is in `ground`, which units replan in `walk`; undo, and units that the player adds or
//! removes, are in `acts`.

use crate::grid::Cell;
use crate::sim::commands::treasury;
use crate::sim::ground::GroundEdit;
use crate::sim::walk::PathsBefore;
use crate::sim::{Derived, Game, events, report};
use crate::world::{
    Brush, CHANGES_MAX, Change, Changed, CommandOutcome, LIGHT_RADIUS, Paint, PeopleIx, PlayerEvent,
    Rejection, World,
};
use std::collections::BTreeSet;

/// Cells of one command, at most.
pub const CELLS_MAX: usize = 4096;

/// Edits cells with a brush. Affected units that know of it replan at once, others when they come upon it.
pub(super) fn edit_land(
    game: &mut Game,
    stroke: u32,
    brush: Brush,
    cells: &[Cell],
) -> Result<CommandOutcome, Rejection> {
    let chosen = matching_cells(game, cells, |game, cell| brush.applies_to(game, cell))?;
    if chosen.is_empty() {
        return Err(Rejection::BrushDoesNotApply(brush));
    }
    let occupied = cells.iter().filter(|cell| brush.is_kept_off(game, **cell)).count();
    let stroke = Some((stroke, brush));
    let joined = game.world.journal.joins(stroke).map(|act| act.changes.len());
    // Erasing may change both the ground and the paint of a cell.
    if joined.unwrap_or(0) + 2 * chosen.len() > CHANGES_MAX {
        return Err(Rejection::TooMany(CHANGES_MAX / 2));
    }
    // So that what is undone brings back all of it.
    let coin = game.world.brush_coin(brush, &chosen).next_multiple_of(chosen.len() as u32);
    treasury::pay(&mut game.world, coin)?;
    report::record_act(&mut game.world, &chosen, brush);
    let paid = if game.world.free_build { 0 } else { coin / chosen.len() as u32 };
    let ground = game.world.ground_before(&chosen);
    let before = PathsBefore::of(game);
    let mut edit = GroundEdit::default();
    let changed = chosen.iter().flat_map(|cell| edit_cell(game, &mut edit, *cell, brush));
    let changes: Vec<Change> = changed.map(|what| Change { what, paid }).collect();
    edit.finish(game);
    game.world.record_stroke(brush, &ground, coin);
    let size = game.world.size();
    let cells: BTreeSet<u32> = chosen.iter().map(|cell| size.index(*cell) as u32).collect();
    let objectives = &mut game.world.objectives;
    match brush {
        Brush::Bridge => cells.into_iter().for_each(|cell| objectives.add_work(cell)),
        // The player knows what it takes down, wherever its people looks.
        Brush::Erase => objectives.retain_works(|cell| !cells.contains(cell)),
        _ => {}
    }
    game.world.journal.add(stroke, changes);
    if joined.is_none() {
        let edited = PlayerEvent::LandEdited { brush };
        events::tell(game, chosen[0], edited);
        let outcome = CommandOutcome::event(events::unrecorded(&game.world, Some(chosen[0]), edited));
        game.derived.counter.begin(outcome);
    }
    game.derived.counter.occupied += occupied;
    let known = known_changes(&game.derived, &chosen, brush.paint().is_some());
    let reach = if brush == Brush::Beacon { LIGHT_RADIUS } else { 1 };
    let cheaper = matches!(brush, Brush::Bridge | Brush::Beacon | Brush::Prefer | Brush::Erase);
    before.replan_affected(game, &known, reach, cheaper);
    Ok(game.derived.counter.outcome.clone())
}

/// The cells that fulfil a condition, each once and in their order.
///
/// # Errors
/// When there are too many cells, or one is off the land.
pub(super) fn matching_cells(
    game: &Game,
    cells: &[Cell],
    fits: impl Fn(&Game, Cell) -> bool,
) -> Result<Vec<Cell>, Rejection> {
    if cells.len() > CELLS_MAX {
        return Err(Rejection::TooMany(CELLS_MAX));
    }
    if let Some(outside) = cells.iter().find(|cell| !game.world.size().contains(**cell)) {
        return Err(Rejection::OffTheLand(*outside));
    }
    let mut seen = BTreeSet::new();
    Ok(cells.iter().copied().filter(|cell| seen.insert(*cell) && fits(game, *cell)).collect())
}

/// The cells whose change the player's people knows of; all of them if they are painted.
pub(super) fn known_changes(derived: &Derived, cells: &[Cell], is_paint: bool) -> Vec<Cell> {
    let visible = &derived.visible[PeopleIx::PLAYER];
    cells.iter().copied().filter(|cell| is_paint || visible[*cell] > 0).collect()
}

/// Edits one cell that can be edited; returns what changed.
fn edit_cell(game: &mut Game, edit: &mut GroundEdit, cell: Cell, brush: Brush) -> Vec<Changed> {
    let paint = if brush == Brush::Erase { Some(Paint::None) } else { brush.paint() };
    let paint = paint.filter(|new| *new != game.world.people(PeopleIx::PLAYER).belief.paint(cell));
    let mut changed: Vec<Changed> =
        paint.map(|paint| paint_cell(&mut game.world, cell, paint)).into_iter().collect();
    let before = game.world.patch(cell);
    let after = match brush.surface() {
        Some(surface) => before.built(surface, PeopleIx::PLAYER, game.world.tick),
        None if brush == Brush::Erase && game.derived.is_unoccupied(cell) && before.is_edited() => {
            before.natural()
        }
        None => return changed,
    };
    changed.push(edit.set(game, cell, after));
    changed
}

/// Paints a preference of the player's people, which knows it wherever it is.
pub(super) fn paint_cell(world: &mut World, cell: Cell, after: Paint) -> Changed {
    let before = world.people(PeopleIx::PLAYER).belief.paint(cell);
    world.peoples[PeopleIx::PLAYER].belief.paint_cell(cell, after);
    Changed::Paint { cell, before, after }
}
