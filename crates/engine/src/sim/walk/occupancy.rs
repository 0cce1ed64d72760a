//! Which unit holds a cell, and the one place where a unit enters one.

use crate::graph::{Corner, CostModel, Grid8};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{UnitId, UnitIx, World};

/// Holds the next cell and starts the step.
pub(in crate::sim) fn step_onto(game: &mut Game, index: UnitIx, next: Cell, groping: bool) {
    let unit = &mut game.world.units[index];
    unit.next = Some(next);
    unit.greedy_step = groping;
    unit.blocked = None;
    let (id, here) = (unit.id, unit.cell);
    game.derived.hold_both(here, next, id);
    if groping {
        // It has left the path whose regions it watches.
        game.derived.path_watches.watch(&game.world.units[index], game.world.size());
    }
}

/// The other unit that holds a cell.
pub(in crate::sim) fn other_holder(game: &Game, index: UnitIx, cell: Cell) -> Option<UnitId> {
    let own_id = game.world.units[index].id;
    game.derived.holder(cell).filter(|holder| *holder != own_id)
}

/// Whether the true ground lets the unit step onto a neighbouring cell, including corners.
pub(in crate::sim) fn can_enter(game: &Game, index: UnitIx, next: Cell) -> bool {
    let unit = &game.world.units[index];
    let size = game.world.size();
    let truth = TrueCosts { game, kind: unit.kind };
    let graph = Grid8 { size, cost: &truth, corner: Corner::BothFree };
    let (node, to) = (size.index(unit.cell) as u32, size.index(next) as u32);
    unit.cell.dir_to(next).is_some_and(|dir| graph.step_cost(node, dir, to).is_some())
}

/// The true ground, priced for a kind.
struct TrueCosts<'a> {
    game: &'a Game,
    kind: crate::world::Kind,
}

impl CostModel for TrueCosts<'_> {
    fn step_cost(&self, _from: u32, to: u32, length: u32) -> Option<u32> {
        let surface = self.game.world.land.surface.values()[to as usize];
        self.kind.ground_time(surface).map(|time| time * length / 1000)
    }
    fn is_blocked(&self, node: u32) -> bool {
        self.game.world.land.surface.values()[node as usize].is_blocked()
    }
    fn cheapest(&self) -> u32 {
        1000
    }
}

/// Whether a unit is on a step or has a path to follow.
pub(super) fn is_walking(world: &World, index: UnitIx) -> bool {
    let unit = &world.units[index];
    unit.next.is_some() || unit.path.as_ref().is_some_and(|path| !path.steps.is_empty())
}
