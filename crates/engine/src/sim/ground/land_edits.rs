//! Editing the land with a brush: which cells can be edited, what lies there afterwards, and who sees it.
//!
//! Which units replan because of it is in `affected_units`; undo, and units that the player adds or removes, are in
//! `acts`.

use crate::grid::Cell;
use crate::land::{Surface, deck};
use crate::sim::commands::treasury;
use crate::sim::derived::Watcher;
use crate::sim::report::act_report;
use crate::sim::sight::vision;
use crate::sim::walk::affected_units;
use crate::sim::walk::passages::Passages;
use crate::sim::{Derived, Game, events};
use crate::world::{
    Blaze, Brush, CHANGES_MAX, Change, Changed, CommandOutcome, DAY, LIGHT_RADIUS, Paint, Patch, PeopleIx,
    PlayerEvent, Rejection, Tier, World,
};

/// Cells of one command, at most.
pub const CELLS_MAX: usize = 4096;
/// Ticks for which a cell burns.
pub(super) const BURN_TICKS: u64 = 2 * DAY;
/// How many cells far a fire may spread from where it was lit.
const SPREAD_CELLS: u8 = 6;
/// How far below its banks a dry cell must lie to be bridged, in units of height.
const GORGE_DEPTH_MIN: u16 = 20;

/// Edits cells with a brush. Affected units that know of it replan at once, others when they come upon it.
pub(in crate::sim) fn edit_land(
    game: &mut Game,
    stroke: u32,
    brush: Brush,
    cells: &[Cell],
) -> Result<CommandOutcome, Rejection> {
    let chosen = matching_cells(game, cells, |game, cell| can_edit(game, cell, brush))?;
    if chosen.is_empty() {
        return Err(Rejection::BrushDoesNotApply(brush));
    }
    let stroke = Some((stroke, brush));
    let joined = game.world.journal.joins(stroke).map(|act| act.changes.len());
    // Erasing may change both the ground and the paint of a cell.
    if joined.unwrap_or(0) + 2 * chosen.len() > CHANGES_MAX {
        return Err(Rejection::TooMany(CHANGES_MAX / 2));
    }
    treasury::pay(&mut game.world, brush.coin() * chosen.len() as u32)?;
    act_report::record_act(&mut game.world, &chosen, brush);
    let paid = if game.world.free_build { 0 } else { brush.coin() };
    let before = affected_units::remaining_paths(game);
    let changes: Vec<Change> = chosen
        .iter()
        .flat_map(|cell| edit_cell(game, *cell, brush))
        .map(|what| Change { what, paid })
        .collect();
    update_after_edit(game, &changes);
    if brush == Brush::Bridge {
        let size = game.world.size();
        chosen.iter().for_each(|cell| game.world.objectives.add_work(size.index(*cell) as u32));
    }
    game.world.journal.add(stroke, changes);
    if joined.is_none() {
        let edited = PlayerEvent::LandEdited { brush };
        events::tell(game, chosen[0], edited);
        let outcome = CommandOutcome::event(events::unrecorded(&game.world, Some(chosen[0]), edited));
        affected_units::reset_counter(&mut game.derived, outcome);
    }
    let known = known_changes(&game.derived, &chosen, brush.paint().is_some());
    let reach = if brush == Brush::Beacon { LIGHT_RADIUS } else { 1 };
    let cheaper = matches!(brush, Brush::Bridge | Brush::Beacon | Brush::Prefer | Brush::Erase);
    affected_units::replan_affected(game, &known, reach, cheaper, before);
    Ok(game.derived.counter.outcome.clone())
}

/// The cells that fulfil a condition, each once and in their order.
///
/// # Errors
/// When there are too many cells, or one is off the land.
pub(in crate::sim) fn matching_cells(
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
    let mut seen = std::collections::BTreeSet::new();
    Ok(cells.iter().copied().filter(|cell| seen.insert(*cell) && fits(game, *cell)).collect())
}

/// The cells whose change the player's people knows of; all of them if they are painted.
pub(in crate::sim) fn known_changes(derived: &Derived, cells: &[Cell], is_paint: bool) -> Vec<Cell> {
    let visible = &derived.visible[PeopleIx::PLAYER];
    cells.iter().copied().filter(|cell| is_paint || visible[*cell] > 0).collect()
}

pub(in crate::sim) fn can_edit(game: &Game, cell: Cell, brush: Brush) -> bool {
    let surface = game.world.land.surface[cell];
    let is_free = is_unoccupied(&game.derived, cell);
    let is_open = is_free && !surface.is_blocked() && !surface.is_built() && Some(surface) != brush.surface();
    match brush {
        Brush::Wall => is_free && surface != Surface::Wall,
        Brush::Bridge => {
            is_free
                && (surface.is_water()
                    || surface == Surface::River
                    || (is_open && is_gorge(&game.world, cell)))
        }
        Brush::Mud | Brush::River => is_open,
        Brush::Beacon | Brush::Tower => is_open && surface != Surface::River,
        Brush::Fire => is_open && surface.burns(),
        Brush::Prefer | Brush::Avoid | Brush::Forbid => Some(paint(&game.world, cell)) != brush.paint(),
        Brush::Erase => paint(&game.world, cell) != Paint::None || (is_free && is_edited(&game.world, cell)),
    }
}

/// Whether a cell is empty of units, settlements and camps, so that its ground can be changed.
pub(in crate::sim) fn is_unoccupied(derived: &Derived, cell: Cell) -> bool {
    !derived.haven[cell] && derived.holder(cell).is_none()
}

fn paint(world: &World, cell: Cell) -> Paint {
    world.peoples[PeopleIx::PLAYER].belief.paint(cell)
}

/// Whether the ground has been edited; the walls of a level count as drawn.
fn is_edited(world: &World, cell: Cell) -> bool {
    let patch = world.patch(cell);
    patch.under.is_some() || patch.surface == Surface::Wall
}

/// Edits one cell that can be edited; returns what changed.
fn edit_cell(game: &mut Game, cell: Cell, brush: Brush) -> Vec<Changed> {
    let paint = if brush == Brush::Erase { Some(Paint::None) } else { brush.paint() };
    let paint = paint.filter(|new| *new != self::paint(&game.world, cell));
    let mut changed: Vec<Changed> =
        paint.map(|paint| paint_cell(&mut game.world, cell, paint)).into_iter().collect();
    let before = game.world.patch(cell);
    let after = match brush.surface() {
        Some(surface) => built_ground(before, surface, PeopleIx::PLAYER, game.world.tick),
        None if brush == Brush::Erase
            && is_unoccupied(&game.derived, cell)
            && is_edited(&game.world, cell) =>
        {
            natural_ground(before)
        }
        None => return changed,
    };
    changed.push(set_ground(game, cell, after));
    changed
}

fn set_ground(game: &mut Game, cell: Cell, patch: Patch) -> Changed {
    let before = game.world.patch(cell);
    place_ground(game, cell, patch);
    Changed::Ground { cell, before, after: patch.surface }
}

/// Builds a tower of a people; peoples that see it learn of it.
pub(in crate::sim) fn raise_tower(game: &mut Game, owner: PeopleIx, cell: Cell) {
    let tower = built_ground(game.world.patch(cell), Surface::Tower, owner, game.world.tick);
    let what = set_ground(game, cell, tower);
    update_after_edit(game, &[Change { what, paid: 0 }]);
}

/// Paints a preference of the player's people, which knows it wherever it is.
pub(in crate::sim) fn paint_cell(world: &mut World, cell: Cell, after: Paint) -> Changed {
    let before = paint(world, cell);
    world.peoples[PeopleIx::PLAYER].belief.paint_cell(cell, after);
    Changed::Paint { cell, before, after }
}

/// Sets the ground of a cell. Peoples that see it learn of it in [`update_after_edit`].
pub(in crate::sim) fn place_ground(game: &mut Game, cell: Cell, patch: Patch) {
    let before = game.world.patch(cell);
    let index = game.world.size().index(cell) as u32;
    if game.world.land.surface[cell].is_opaque() != patch.surface.is_opaque() {
        game.derived.clear_fov_caches();
    }
    game.world.land.surface[cell] = patch.surface;
    let ground = &mut game.world.ground;
    ground.tier[cell] = patch.tier;
    ground.wear[cell] = patch.wear;
    set_or_remove(&mut ground.under, index, patch.under);
    set_or_remove(&mut ground.blazes, index, patch.blaze);
    set_or_remove(&mut ground.towers, index, patch.tower);
    game.derived.count_road(before.tier, patch.tier);
    if let Some(owner) = before.tower {
        vision::remove_watcher(game, Watcher::Tower(cell), owner);
    }
    if patch.tower.is_some() {
        vision::update_watcher(game, Watcher::Tower(cell));
    }
}

/// Changes a cell's ground where neither passages nor views are affected, and shows it to all peoples that see it.
pub(in crate::sim) fn change_ground(game: &mut Game, cell: Cell, patch: Patch) {
    place_ground(game, cell, patch);
    vision::show_change(game, cell);
}

/// After changes of the ground: recomputes passages and views, and shows the cells to all peoples that see them.
pub(in crate::sim) fn update_after_edit(game: &mut Game, changes: &[Change]) {
    let ground = |change: &Change| match change.what {
        Changed::Ground { cell, before, .. } => Some((cell, before.surface)),
        _ => None,
    };
    let changed: Vec<(Cell, Surface)> = changes.iter().filter_map(ground).collect();
    if changed.is_empty() {
        return;
    }
    game.derived.passages = Passages::of(&game.world.land);
    let now = |cell: Cell| game.world.land.surface[cell];
    let opaque = changed.iter().filter(|(cell, before)| before.is_opaque() != now(*cell).is_opaque());
    let opaque: Vec<Cell> = opaque.map(|(cell, _)| *cell).collect();
    for watcher in game.derived.watchers_near(&game.world, &opaque) {
        vision::update_watcher(game, watcher);
    }
    for (cell, _) in changed {
        vision::show_change(game, cell);
    }
}

/// The ground with something built on it by a people; the road there is gone.
fn built_ground(before: Patch, surface: Surface, owner: PeopleIx, now: u64) -> Patch {
    Patch {
        surface,
        tier: Tier::None,
        wear: 0,
        under: Some(before.under.unwrap_or(before.surface)),
        blaze: (surface == Surface::Fire).then_some(Blaze { until: now + BURN_TICKS, reach: SPREAD_CELLS }),
        tower: (surface == Surface::Tower).then_some(owner),
    }
}

/// The natural ground.
fn natural_ground(before: Patch) -> Patch {
    Patch { surface: before.under.unwrap_or(Surface::Grass), ..Patch::default() }
}

/// Inserts or removes a value.
fn set_or_remove<T>(map: &mut std::collections::BTreeMap<u32, T>, key: u32, value: Option<T>) {
    match value {
        Some(value) => drop(map.insert(key, value)),
        None => drop(map.remove(&key)),
    }
}

/// Whether a cell lies so far below its banks that a bridge saves a climb.
fn is_gorge(world: &World, cell: Cell) -> bool {
    depth_below_deck(world, cell, |_| true) >= GORGE_DEPTH_MIN
}

/// How far a cell lies below a deck from bank to bank, in units of height.
pub(super) fn depth_below_deck(world: &World, cell: Cell, counts: impl Fn(usize) -> bool) -> u16 {
    let (size, height) = (world.size(), &world.land.height);
    deck(size, height.values(), size.index(cell), counts) - height[cell]
}
