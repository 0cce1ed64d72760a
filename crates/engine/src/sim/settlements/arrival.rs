//! What each step brings a unit among others: it is counted where it comes to, meets traders, and is fed or hungry.

use crate::sim::settlements::{supplies, towns};
use crate::sim::{Game, peoples};
use crate::world::UnitIx;

/// After a step that took `time` milli-steps onto a unit's cell.
pub(in crate::sim) fn welcome(game: &mut Game, index: UnitIx, time: u32) {
    let cell = game.world.units[index].cell;
    if game.derived.haven[cell] {
        towns::count_visit(game, cell);
    }
    peoples::exchange_maps_on_road(game, index);
    supplies::update_hunger(game, index, time);
}
