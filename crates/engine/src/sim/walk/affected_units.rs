//! Which units replan after an edit of the land, and what it costs them: the counter.
//!
//! The rule: among changes that its people knows of, a unit is affected if its path crosses or touches one (a beacon
//! counts for all cells that it lights). If the change can make steps cheaper, a unit is also affected if the
//! cheapest conceivable path through the change costs less than the rest of its own. No other unit can gain or lose. A
//! unit that meets changed ground later learns of it by walking there.

use crate::graph::CostModel;
use crate::grid::{Cell, DIAGONAL, Layer};
use crate::plan;
use crate::plan::PriceTerms;
use crate::sim::Game;
use crate::sim::derived::RemainingPath;
use crate::sim::walk::requests;
use crate::world::{PeopleIx, Requester, Target, Unit, UnitId, UnitIx, add_to_count};
use std::collections::BTreeMap;

/// What is left of the paths of the player's units before a change, at the prices that they believe then.
pub(in crate::sim) struct PathsBefore(BTreeMap<UnitId, RemainingPath>);

impl PathsBefore {
    /// The remaining paths as they are now.
    pub(in crate::sim) fn of(game: &Game) -> PathsBefore {
        let mine = |unit: &&Unit| unit.people == PeopleIx::PLAYER && unit.path.is_some();
        let size = game.world.size();
        let rest = |unit: &Unit| (unit.id, remaining_along(game, unit, unit.remaining_path(size)));
        PathsBefore(game.world.units.iter().filter(mine).map(rest).collect())
    }

    /// Makes the units replan that changes on these cells affect. `reach` is the number of steps around them within
    /// which prices have changed, `cheaper` whether a step may have become cheaper.
    pub(in crate::sim) fn replan_affected(self, game: &mut Game, cells: &[Cell], reach: u16, cheaper: bool) {
        let size = game.world.size();
        let mut near = Layer::new(size, false);
        for cell in cells.iter().flat_map(|cell| size.square(*cell, reach)) {
            near[cell] = true;
        }
        game.world.peoples[PeopleIx::PLAYER].paths.clear();
        let reading = &mut game.derived.counter;
        reading.is_known |= !cells.is_empty();
        let mut paths = Vec::new();
        for (id, left) in self.0 {
            let Some(index) = game.world.unit_index(id) else { continue };
            let crosses = left.cells.iter().skip(1).any(|cell| near[*cell]);
            let could_gain = || cheaper && could_gain(game, index, &left, cells, reach);
            if !(crosses || could_gain()) || !request_again(game, index, &left.cells) {
                continue;
            }
            let concerned = &mut game.derived.counter.affected;
            if crosses && !concerned.contains_key(&id) {
                paths.push(left.cells.clone());
            }
            // If it still waits because of an earlier command of the same stroke, the path it had then counts.
            concerned.entry(id).or_default().old_path.get_or_insert(left);
        }
        game.derived.counter.show_paths(paths);
    }
}

/// Times and price along these cells, as the unit's people believes now.
fn remaining_along(game: &Game, unit: &Unit, cells: Vec<Cell>) -> RemainingPath {
    let size = game.world.size();
    let believes = game.believes(unit.people, unit.kind, &[]);
    let steps: Vec<PriceTerms> = cells
        .windows(2)
        .map(|pair| plan::path_terms(&believes, size, pair).map_or(PriceTerms::default(), |(terms, _)| terms))
        .collect();
    let price = steps.iter().map(PriceTerms::total).sum();
    let mut times = vec![0; cells.len()];
    for (i, step) in steps.iter().enumerate().rev() {
        times[i] = times[i + 1] + step.time;
    }
    let goal = unit.path.as_ref().map_or(unit.cell, |path| path.goal);
    RemainingPath { goal, cells, times, price }
}

/// Whether the cheapest conceivable path through one of the cells costs less than what is left.
fn could_gain(game: &Game, index: UnitIx, left: &RemainingPath, cells: &[Cell], reach: u16) -> bool {
    let unit = &game.world.units[index];
    let (Some(from), Some(goal)) = (left.cells.first(), unit.path.as_ref().map(|path| path.goal)) else {
        return false;
    };
    let cheapest = u64::from(game.believes(unit.people, unit.kind, &[]).cheapest());
    let slack = u32::from(reach) * DIAGONAL;
    let price_through = |cell: &Cell| {
        let length = from.octile(*cell).saturating_sub(slack) + cell.octile(goal).saturating_sub(slack);
        u64::from(length) * cheapest / 1000
    };
    let price = left.price.unsigned_abs();
    cells.iter().any(|cell| price_through(cell) < price)
}

/// Makes a unit request its path again: it stops at once if the rest of its path (`cells`) is blocked, otherwise it
/// walks on meanwhile. Returns whether it did.
pub(super) fn request_again(game: &mut Game, index: UnitIx, cells: &[Cell]) -> bool {
    let unit = &game.world.units[index];
    let (id, people, kind) = (unit.id, unit.people, unit.kind);
    let goal = unit.travel().map(|trip| trip.goal);
    let is_walkable = plan::is_walkable(&game.believes(people, kind, &[]), game.world.size(), cells);
    match goal {
        Some(goal) if is_walkable => {
            // A request that is still waiting will see the land as it is then.
            if !game.world.plans.waiting.iter().any(|request| request.requester == Requester::Unit(id)) {
                game.world.plans.cancel(id);
                add_to_count(&mut game.world.tally.replans, 1);
                requests::request_path(game, index, Target::Cell(goal));
            }
            true
        }
        _ if is_walkable => false,
        _ => {
            game.world.plans.cancel(id);
            requests::replan(game, index);
            true
        }
    }
}
