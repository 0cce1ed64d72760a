//! Carries out how units want to move.

use crate::grid::Cell;
use crate::mind::Move;
use crate::plan;
use crate::sim::Game;
use crate::sim::walk::{known_paths, movement, requests, yielding};
use crate::world::{Block, PlannedBy, Target, UnitIx};

/// Carries out how a unit that is not on a step wants to move; true if it may have another intent this tick.
pub(in crate::sim) fn carry_out(game: &mut Game, index: UnitIx, step: Move) -> bool {
    match step {
        Move::Request(target) => request(game, index, target),
        Move::Follow(cells) => follow(game, index, &cells),
        Move::Walk => {
            walk(game, index);
            false
        }
        Move::Toward(goal) => {
            if !yielding::step_toward(game, index, goal) {
                wait_because(game, index, Block::Thinking);
            }
            false
        }
        Move::To(next) => {
            step_to(game, index, next);
            false
        }
    }
}

/// Takes a path that is known, or requests a path; a unit that already has one walks on meanwhile.
fn request(game: &mut Game, index: UnitIx, target: Target) -> bool {
    let known = match target {
        Target::Cell(goal) => known_paths::known_path(game, index, goal),
        Target::Border { .. } => None,
    };
    match known {
        Some((path, cells)) => game.derived.set_path(&mut game.world, index, path, &cells),
        None => requests::request_path(game, index, target),
    }
    game.world.units[index].path.as_ref().is_some_and(|path| !path.steps.is_empty())
}

/// Follows a path that a mind has found by itself; true if it can be walked.
fn follow(game: &mut Game, index: UnitIx, cells: &[Cell]) -> bool {
    let unit = &game.world.units[index];
    let found = (PlannedBy::Mind, game.world.tick);
    let path = plan::path_along(&game.believes_of(unit), game.world.size(), cells, true, found);
    // An earlier request is obsolete.
    game.world.units[index].request = None;
    if let Some(path) = path {
        game.derived.set_path(&mut game.world, index, path, cells);
        return true;
    }
    game.world.units[index].path = None;
    wait_because(game, index, Block::NoWay);
    false
}

fn walk(game: &mut Game, index: UnitIx) {
    if yielding::is_courteous(game, index) {
        wait_because(game, index, Block::Courtesy);
    } else {
        movement::begin_step(game, index);
    }
}

/// Steps onto a neighbouring cell that a mind has chosen, if it is free.
fn step_to(game: &mut Game, index: UnitIx, next: Cell) {
    let unit = &mut game.world.units[index];
    let is_free = game.derived.other_holder(next, unit.id).is_none() && !game.derived.haven[next];
    if is_free && !game.derived.passages.enters(unit.cell, next) && unit.can_enter(&game.world.land, next) {
        game.derived.step_onto(unit, next, false);
    }
}

fn wait_because(game: &mut Game, index: UnitIx, why: Block) {
    game.world.units[index].wait_because(why, game.world.tick);
}
