//! Which units replan after an edit of the land, and what it costs them: the counter.
//!
//! The rule: among changes that its people knows of, a unit is affected if its path crosses or touches one (a beacon
//! counts for all cells that it lights). If the change can make steps cheaper, a unit is also affected if the
//! cheapest conceivable path through the change costs less than the rest of its own. No other unit can gain or lose. A
//! unit that meets changed ground later learns of it by walking there.

use super::Game;
use super::derived::{ActCounter, RemainingPath};
use crate::graph::CostModel;
use crate::grid::{Cell, DIAGONAL, Layer};
use crate::plan::{self, PriceTerms};
use crate::world::{Behaviour, Path, Requester, Target, Unit, UnitId, add_to_count};
use std::collections::BTreeMap;

/// Affected paths that are shown, at most.
const PATHS_SHOWN_MAX: usize = 64;

impl Game {
    /// The remaining paths of the player's units, at the prices it believes now.
    pub(super) fn remaining_paths(&self) -> BTreeMap<UnitId, RemainingPath> {
        let size = self.world.size();
        let mut paths = BTreeMap::new();
        for unit in self.world.units.iter().filter(|unit| unit.people == 0 && unit.path.is_some()) {
            paths.insert(unit.id, self.remaining_along(unit, unit.remaining_path(size)));
        }
        paths
    }

    /// Times and price along these cells, as the unit's people believes now.
    fn remaining_along(&self, unit: &Unit, cells: Vec<Cell>) -> RemainingPath {
        let size = self.world.size();
        let believes = self.believes(unit.people, unit.kind, &[]);
        let steps: Vec<PriceTerms> = cells
            .windows(2)
            .map(|pair| {
                plan::path_terms(&believes, size, pair).map_or(PriceTerms::default(), |(terms, _)| terms)
            })
            .collect();
        let price = steps.iter().map(PriceTerms::total).sum();
        let mut times = vec![0; cells.len()];
        for (i, step) in steps.iter().enumerate().rev() {
            times[i] = times[i + 1] + step.time;
        }
        RemainingPath { cells, times, price }
    }

    /// Resets the counter for another act.
    pub(super) fn reset_counter(&mut self, words: String) {
        let flashes = self.derived.counter.flashes;
        self.derived.counter = ActCounter { words, flashes, ..ActCounter::default() };
    }

    /// Makes the units replan that changes on these cells affect. `reach` is the number of steps around them within
    /// which prices have changed, `cheaper` whether a step may have become cheaper.
    pub(super) fn replan_affected(
        &mut self,
        cells: &[Cell],
        reach: u16,
        cheaper: bool,
        before: BTreeMap<UnitId, RemainingPath>,
    ) {
        let size = self.world.size();
        let mut near = Layer::new(size, false);
        for cell in cells.iter().flat_map(|cell| size.square(*cell, reach)) {
            near[cell] = true;
        }
        let reading = &mut self.derived.counter;
        reading.is_known |= !cells.is_empty();
        let mut paths = Vec::new();
        for (id, left) in before {
            let Some(index) = self.world.unit_index(id) else { continue };
            let crosses = left.cells.iter().skip(1).any(|cell| near[*cell]);
            let could_gain = || cheaper && self.could_gain(index, &left, cells, reach);
            if !(crosses || could_gain()) || !self.request_again(index, &left.cells) {
                continue;
            }
            let concerned = &mut self.derived.counter.affected;
            if crosses && !concerned.contains_key(&id) {
                paths.push(left.cells.clone());
            }
            // If it still waits because of an earlier command of the same stroke, the path it had then counts.
            concerned.entry(id).or_default().old_path.get_or_insert(left);
        }
        let reading = &mut self.derived.counter;
        reading.flashes += u32::from(!paths.is_empty());
        reading.shown_paths.extend(paths);
        reading.shown_paths.truncate(PATHS_SHOWN_MAX);
    }

    /// Whether the cheapest conceivable path through one of the cells costs less than what is left.
    fn could_gain(&self, index: usize, left: &RemainingPath, cells: &[Cell], reach: u16) -> bool {
        let unit = &self.world.units[index];
        let (Some(from), Some(goal)) = (left.cells.first(), unit.path.as_ref().map(|path| path.goal)) else {
            return false;
        };
        let cheapest = u64::from(self.believes(unit.people, unit.kind, &[]).cheapest());
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
    pub(super) fn request_again(&mut self, index: usize, cells: &[Cell]) -> bool {
        let unit = &self.world.units[index];
        let (id, people, kind) = (unit.id, unit.people, unit.kind);
        let goal = match unit.top() {
            Some(Behaviour::Travel { goal, .. }) => Some(*goal),
            _ => None,
        };
        let is_walkable = plan::is_walkable(&self.believes(people, kind, &[]), self.world.size(), cells);
        match goal {
            Some(goal) if is_walkable => {
                // A request that is still waiting will see the land as it is then.
                if !self.world.plans.waiting.iter().any(|request| request.requester == Requester::Unit(id)) {
                    self.cancel_requests(id);
                    add_to_count(&mut self.world.tally.replans, 1);
                    self.request_path(index, Target::Cell(goal));
                }
                true
            }
            _ if is_walkable => false,
            _ => {
                self.cancel_requests(id);
                self.replan(index);
                true
            }
        }
    }

    /// Cancels all path requests of a unit. Otherwise one drag of the mouse would fill the queue with obsolete ones.
    pub(super) fn cancel_requests(&mut self, id: UnitId) {
        let plans = &mut self.world.plans;
        plans.waiting.retain(|request| request.requester != Requester::Unit(id));
        plans.live.retain(|live| live.request.requester != Requester::Unit(id));
    }

    /// Counts what the player's act has cost a unit that has just got its new path.
    pub(super) fn count_replan(&mut self, id: UnitId, path: &Path, cells: &[Cell]) {
        let reading = &mut self.derived.counter;
        let Some(cost) = reading.affected.get_mut(&id) else { return };
        let Some(left) = cost.old_path.take() else { return };
        if left.cells.last() != Some(&path.goal) && path.reaches {
            // It has arrived meanwhile and is heading elsewhere.
            reading.affected.retain(|other, cost| *other != id || cost.changed);
            return;
        }
        // If it walked on meanwhile, only the rest of the old path counts.
        let walked = left.cells.iter().position(|cell| cells.first() == Some(cell)).unwrap_or(0);
        cost.steps += i64::from(path.length) - (left.cells.len() - 1 - walked) as i64;
        cost.time += path.time as i64 - left.times[walked];
        if left.cells.ends_with(cells) {
            return;
        }
        cost.changed = true;
        if reading.shown_paths.len() < PATHS_SHOWN_MAX && !reading.shown_paths.contains(&left.cells) {
            reading.shown_paths.push(left.cells);
            reading.flashes += 1;
        }
    }
}
