//! Building an ordered road, cell by cell, each paid for when it is done.

use crate::plan;
use crate::sim::behave::failure;
use crate::sim::{Game, commands, ground};
use crate::world::{Behaviour, Build, FailureReason, PeopleIx, Tier, UnitIx};

/// A tick of work on the cell on which a builder stands.
pub(super) fn build_road(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let (cell, people, kind) = (unit.cell, unit.people, unit.kind);
    let needed = plan::road_work_ticks(&game.world, people, kind, cell).unwrap_or(0);
    let Some(Behaviour::Build(Build { worked, next, .. })) = game.world.units[index].stack.last_mut() else {
        return;
    };
    *worked += 1;
    if u32::from(*worked) < needed {
        return;
    }
    (*worked, *next) = (0, *next + 1);
    if commands::pay(&mut game.world, plan::ROAD_COIN).is_err() {
        return failure::fail_behaviour(game, index, FailureReason::NoCoin);
    }
    ground::build_tier(game, cell, Tier::Dirt);
    if people == PeopleIx::PLAYER {
        let index = game.world.size().index(cell) as u32;
        game.world.objectives.add_work(index);
    }
}
