//! Building works, and taking them off the land: the ground follows whether a work is open.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::ground::GroundEdit;
use crate::sim::{Game, ground};
use crate::world::{
    KEPT_WORKS_MAX, Kind, Offer, PASS, Paint, Patch, PeopleIx, Tier, Work, WorkCell, WorkId, WorkKind, World,
};

/// The kind of work by which travellers would pass a cell more easily, on the true ground.
pub(super) fn kind_for(world: &World, cell: Cell) -> Option<WorkKind> {
    match world.land.surface[cell] {
        Surface::River | Surface::ShallowWater | Surface::DeepWater => Some(WorkKind::Bridge),
        Surface::Hill | Surface::Rock | Surface::Peak => Some(WorkKind::Cut),
        surface if surface.is_built() => None,
        _ => world.land.is_gorge(cell).then_some(WorkKind::Bridge),
    }
}

/// Whether a work could be built on a cell now.
pub(super) fn can_build(game: &Game, kind: WorkKind, cell: Cell) -> bool {
    let world = &game.world;
    let is_taken = world
        .works
        .list
        .iter()
        .any(|work| work.kind != WorkKind::Guard && work.cells.iter().any(|built| built.cell == cell));
    !game.derived.haven[cell]
        && !is_taken
        && match kind {
            WorkKind::Paving => world.ground.tier[cell] < Tier::Paved && can_pave(world, cell),
            WorkKind::Guard => true,
            _ => kind_for(world, cell) == Some(kind),
        }
}

/// Whether the ground of a cell can carry a paved road.
fn can_pave(world: &World, cell: Cell) -> bool {
    let surface = world.land.surface[cell];
    !surface.is_built()
        && Kind::Porter.ground_time(surface).is_some()
        && kind_for(world, cell) != Some(WorkKind::Bridge)
}

/// Whether one more work can be kept.
pub(super) fn has_room(world: &World) -> bool {
    world.works.list.len() < KEPT_WORKS_MAX
}

/// Builds what was offered to a people; who pays is up to the caller. A guard is sent by its people's largest settlement.
pub(super) fn build(game: &mut Game, people: PeopleIx, offer: &Offer) {
    let is_guard = offer.kind == WorkKind::Guard;
    let band = if is_guard { game.world.fear_band_around(people, offer.middle()) } else { 0 };
    let cells = game.world.ground_before(&offer.cells);
    game.world.record_numbered(offer.id, (people, offer.kind), &cells, (offer.price, band));
    open(game, offer.id);
}

/// Opens a work: its ground is put down.
pub(super) fn open(game: &mut Game, id: WorkId) {
    let Some(work) = game.world.works.get_mut(id) else { return };
    work.is_open = true;
    let work = work.clone();
    raise(game, &work);
    game.world.mark_trips_stale(work.people, &work.cells);
}

/// Closes a work: its ground is taken down, now or as soon as no unit is in the way.
pub(super) fn close(game: &mut Game, id: WorkId) {
    let Some(work) = game.world.works.get_mut(id) else { return };
    work.is_open = false;
    let work = work.clone();
    set_toll(game, id, 0);
    lower(game, &work);
    game.world.mark_trips_stale(work.people, &work.cells);
}

/// Puts a work's ground down.
fn raise(game: &mut Game, work: &Work) {
    match (work.kind, work.kind.surface()) {
        (WorkKind::Paving, _) => {
            for paved in &work.cells {
                ground::build_tier(game, paved.cell, Tier::Paved);
            }
        }
        (WorkKind::Forbidden, _) => {
            for painted in &work.cells {
                game.world.peoples[PeopleIx::PLAYER].belief.paint_cell(painted.cell, Paint::Forbid);
            }
        }
        (_, Some(surface)) => {
            let tower = (work.kind == WorkKind::Tower).then_some(work.people);
            let cells: Vec<(Cell, Patch)> = work
                .cells
                .iter()
                .map(|was| {
                    let before = game.world.patch(was.cell);
                    let under = Some(before.under.unwrap_or(before.surface));
                    (was.cell, Patch { surface, under, tower, blaze: None, ..before })
                })
                .collect();
            change_ground(game, &cells);
        }
        _ => {}
    }
    for built in &work.cells {
        game.world.observe(work.people, built.cell);
        // What a steward builds is not the player's own.
        if work.people == PeopleIx::PLAYER && !game.world.works.steward {
            let node = game.world.size().index(built.cell) as u32;
            game.world.objectives.add_work(node);
        }
    }
}

/// Whether a unit is in the way of taking a work's ground down.
pub(super) fn is_in_use(game: &Game, work: &Work) -> bool {
    work.kind.surface().is_some() && standing(game, work).any(|was| !game.derived.is_unoccupied(was.cell))
}

/// The cells on which a work stands.
fn standing<'a>(game: &'a Game, work: &'a Work) -> impl Iterator<Item = &'a WorkCell> {
    work.cells.iter().filter(|was| game.world.stands(work.kind, was.cell))
}

/// Takes a work off the land, unless a unit is on it: what was left of a bridge would be an island.
pub(super) fn lower(game: &mut Game, work: &Work) {
    match work.kind {
        // Its settlement sends the guard home.
        WorkKind::Guard => {}
        WorkKind::Paving => {
            for paved in &work.cells {
                if game.world.ground.tier[paved.cell] == Tier::Paved {
                    unpave(game, *paved);
                    game.world.observe(work.people, paved.cell);
                }
            }
        }
        WorkKind::Forbidden => {
            for painted in &work.cells {
                if game.world.stands(WorkKind::Forbidden, painted.cell) {
                    game.world.peoples[PeopleIx::PLAYER].belief.paint_cell(painted.cell, Paint::None);
                }
            }
        }
        _ => lower_ground(game, work),
    }
}

/// Makes a paved cell what it was before: as if just worn, it fades from then on.
fn unpave(game: &mut Game, paved: WorkCell) {
    let before = game.world.patch(paved.cell);
    let mut edit = GroundEdit::default();
    edit.set(game, paved.cell, Patch { tier: paved.tier, wear: paved.tier.passes() * PASS, ..before });
    edit.show(game);
}

fn lower_ground(game: &mut Game, work: &Work) {
    if is_in_use(game, work) {
        return;
    }
    let cells: Vec<(Cell, Patch)> = standing(game, work)
        .map(|was| {
            let before = game.world.patch(was.cell);
            (was.cell, Patch { surface: was.surface, under: None, tower: None, ..before })
        })
        .collect();
    change_ground(game, &cells);
    for (cell, _) in &cells {
        game.world.observe(work.people, *cell);
    }
}

fn change_ground(game: &mut Game, cells: &[(Cell, Patch)]) {
    let mut edit = GroundEdit::default();
    for (cell, patch) in cells {
        edit.set(game, *cell, *patch);
    }
    edit.finish(game);
}

/// Sets what each load pays to pass a work. Its own people knows at once, others when they see it.
pub(super) fn set_toll(game: &mut Game, id: WorkId, coin: u8) {
    let Some(work) = game.world.works.get_mut(id) else { return };
    let before = std::mem::replace(&mut work.toll, coin);
    let (people, cell, cells) = (work.people, work.middle(), work.cells.clone());
    if before == coin {
        return;
    }
    let node = game.world.size().index(cell) as u32;
    let tolls = &mut game.world.works.tolls;
    if coin > 0 {
        tolls.insert(node, (id, coin));
    } else {
        tolls.remove(&node);
    }
    game.world.observe(people, cell);
    game.derived.show_change(&mut game.world, cell);
    game.world.mark_trips_stale(people, &cells);
}
