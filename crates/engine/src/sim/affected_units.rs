//! Who thinks again when the land was bent, and what that costs them: the counter.
//!
//! The rule: of what its people knows to have changed, a walker is concerned when its way leads over or beside it (a
//! beacon's light is beside everything it shines on), and, when the change can make steps cheaper, also when the
//! cheapest conceivable way by there costs less than what is left of its own. Nobody else can gain or lose by it.
//! Who comes upon changed ground later meets it with his feet.

use super::Game;
use super::derived::{Left, Reading};
use crate::graph::CostModel;
use crate::grid::{Cell, DIAGONAL, Layer};
use crate::plan::{self, Terms};
use crate::world::{Asker, Behaviour, Path, Target, Unit, UnitId, count};
use std::collections::BTreeMap;

/// Ways that are shown as concerned, at most.
const WAYS_SHOWN: usize = 64;

impl Game {
    /// What is left of the ways of the player's people, by what it believes now.
    pub(super) fn ways_left(&self) -> BTreeMap<UnitId, Left> {
        let size = self.world.size();
        let mut ways = BTreeMap::new();
        for unit in self.world.units.iter().filter(|unit| unit.people == 0 && unit.path.is_some()) {
            ways.insert(unit.id, self.left_of(unit, unit.rest_of_way(size)));
        }
        ways
    }

    /// Times and price of a unit's cells, by what is believed now.
    fn left_of(&self, unit: &Unit, cells: Vec<Cell>) -> Left {
        let size = self.world.size();
        let believes = self.believes(unit.people, unit.kind, &[]);
        let steps: Vec<Terms> = cells
            .windows(2)
            .map(|two| plan::measure(&believes, size, two).map_or(Terms::default(), |(terms, _)| terms))
            .collect();
        let price = steps.iter().map(Terms::total).sum();
        let mut times = vec![0; cells.len()];
        for (i, step) in steps.iter().enumerate().rev() {
            times[i] = times[i + 1] + step.time;
        }
        Left { cells, times, price }
    }

    /// Begins the counter anew, for another act.
    pub(super) fn begin_reading(&mut self, words: String) {
        let flashes = self.derived.reading.flashes;
        self.derived.reading = Reading { words, flashes, ..Reading::default() };
    }

    /// Has everybody think again whom changes on these cells concern; `reach` is how many steps from them prices
    /// have changed, and `cheaper` whether a step may have become cheaper.
    pub(super) fn concern(
        &mut self,
        cells: &[Cell],
        reach: u16,
        cheaper: bool,
        before: BTreeMap<UnitId, Left>,
    ) {
        let size = self.world.size();
        let mut near = Layer::new(size, false);
        for cell in cells.iter().flat_map(|cell| size.square(*cell, reach)) {
            near[cell] = true;
        }
        let reading = &mut self.derived.reading;
        reading.known |= !cells.is_empty();
        let mut ways = Vec::new();
        for (id, left) in before {
            let Some(index) = self.world.unit_index(id) else { continue };
            let crosses = left.cells.iter().skip(1).any(|cell| near[*cell]);
            let gains = || cheaper && self.could_gain(index, &left, cells, reach);
            if !(crosses || gains()) || !self.think_again(index, &left.cells) {
                continue;
            }
            let concerned = &mut self.derived.reading.concerned;
            if crosses && !concerned.contains_key(&id) {
                ways.push(left.cells.clone());
            }
            // For who still waits since an earlier command of the stroke, what he had then counts.
            concerned.entry(id).or_default().waiting.get_or_insert(left);
        }
        let reading = &mut self.derived.reading;
        reading.flashes += u32::from(!ways.is_empty());
        reading.ways.extend(ways);
        reading.ways.truncate(WAYS_SHOWN);
    }

    /// Whether the cheapest conceivable way by one of the cells costs less than what is left.
    fn could_gain(&self, index: usize, left: &Left, cells: &[Cell], reach: u16) -> bool {
        let unit = &self.world.units[index];
        let (Some(from), Some(goal)) = (left.cells.first(), unit.path.as_ref().map(|path| path.goal)) else {
            return false;
        };
        let cheapest = u64::from(self.believes(unit.people, unit.kind, &[]).cheapest());
        let slack = u32::from(reach) * DIAGONAL;
        let least = |cell: &Cell| {
            let length = from.octile(*cell).saturating_sub(slack) + cell.octile(goal).saturating_sub(slack);
            u64::from(length) * cheapest / 1000
        };
        let price = left.price.unsigned_abs();
        cells.iter().any(|cell| least(cell) < price)
    }

    /// A walker asks for its way again: at once and standing if these cells of it are barred, else while it walks on.
    /// Whether it did.
    pub(super) fn think_again(&mut self, index: usize, cells: &[Cell]) -> bool {
        let unit = &self.world.units[index];
        let (id, people, kind) = (unit.id, unit.people, unit.kind);
        let goal = match unit.top() {
            Some(Behaviour::Travel { goal, .. }) => Some(*goal),
            _ => None,
        };
        let holds = plan::is_walkable(&self.believes(people, kind, &[]), self.world.size(), cells);
        match goal {
            Some(goal) if holds => {
                // A request that waits will see the land as it is then.
                if !self.world.plans.waiting.iter().any(|request| request.asker == Asker::Unit(id)) {
                    self.withdraw(id);
                    count(&mut self.world.tally.replans, 1);
                    self.ask(index, Target::Cell(goal));
                }
                true
            }
            _ if holds => false,
            _ => {
                self.withdraw(id);
                self.replan(index);
                true
            }
        }
    }

    /// Nobody needs the answers any more that a unit waits for: a drag would else fill the queue with them.
    pub(super) fn withdraw(&mut self, id: UnitId) {
        let plans = &mut self.world.plans;
        plans.waiting.retain(|request| request.asker != Asker::Unit(id));
        plans.live.retain(|live| live.request.asker != Asker::Unit(id));
    }

    /// A unit has its way: if it thought again because of the player's act, the counter learns what that cost.
    pub(super) fn read_counter(&mut self, id: UnitId, path: &Path, cells: &[Cell]) {
        let reading = &mut self.derived.reading;
        let Some(cost) = reading.concerned.get_mut(&id) else { return };
        let Some(left) = cost.waiting.take() else { return };
        if left.cells.last() != Some(&path.goal) && path.reaches {
            // He has got where he was going, and is bound for somewhere else.
            reading.concerned.retain(|other, cost| *other != id || cost.changed);
            return;
        }
        // Whoever has walked on meanwhile has the rest of the old way to lose.
        let here = left.cells.iter().position(|cell| cells.first() == Some(cell)).unwrap_or(0);
        cost.steps += i64::from(path.length) - (left.cells.len() - 1 - here) as i64;
        cost.time += path.time as i64 - left.times[here];
        if left.cells.ends_with(cells) {
            return;
        }
        cost.changed = true;
        if reading.ways.len() < WAYS_SHOWN && !reading.ways.contains(&left.cells) {
            reading.ways.push(left.cells);
            reading.flashes += 1;
        }
    }
}
