//! Ground that only what a wanderer carries takes it across: a peak by rope, water by a boat or a bridge of its own.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::Game;
use crate::sim::ground::GroundEdit;
use crate::sim::possession::trade;
use crate::world::{Patch, Thing, UnitIx, World};

/// How far from a shore a boat of skins goes, in cells.
const OFF_SHORE_CELLS: u16 = 2;

/// Whether the possessed unit gets onto a blocked cell by what it carries; that is used up by it.
pub(super) fn crosses(game: &mut Game, index: UnitIx, next: Cell) -> bool {
    let (world, from) = (&game.world, game.world.units[index].cell);
    let is_water = matches!(world.land.surface[next], Surface::ShallowWater | Surface::DeepWater);
    if !world.land.is_blocked(next) || !game.derived.is_unoccupied(next) {
        return false;
    }
    if is_water && world.is_carried(Thing::BoatSkin) && is_near_shore(world, next) {
        return true;
    }
    if is_water && world.is_carried(Thing::BridgeKit) && is_straight(from, next) {
        trade::spend(game, index, Thing::BridgeKit);
        build_bridge(game, next);
        return true;
    }
    let climbs = world.land.surface[next] == Surface::Peak && world.is_carried(Thing::Rope);
    if climbs {
        trade::spend(game, index, Thing::Rope);
    }
    climbs
}

fn is_near_shore(world: &World, cell: Cell) -> bool {
    world.size().square(cell, OFF_SHORE_CELLS).any(|cell| !world.land.is_blocked(cell))
}

fn is_straight(from: Cell, to: Cell) -> bool {
    from.x == to.x || from.y == to.y
}

/// Lays a bridge that stays, for everybody.
fn build_bridge(game: &mut Game, cell: Cell) {
    let before = game.world.patch(cell);
    let under = Some(before.under.unwrap_or(before.surface));
    let mut edit = GroundEdit::default();
    edit.set(game, cell, Patch { surface: Surface::Bridge, under, ..before });
    edit.finish(game);
}
