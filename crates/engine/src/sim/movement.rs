//! Walking: a unit reserves the next cell, spends the step's time, and arrives. During a step it holds both cells, so
//! units neither swap places nor share a cell.
//!
//! Time is counted in thousandths: a unit gains 1000 per tick, and a step of `t` milli-steps of time needs
//! `STEP_TICKS · t`. The remainder is carried over to the next step, so speed does not depend on rounding.

use super::Game;
use super::derived::Watcher;
use crate::graph::{Corner, CostModel, Grid8};
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::world::{AMOUNT_MAX, ActionEnd, Block, STEP_TICKS, Unit, UnitId, add_capped, add_to_count};

/// Progress that a unit gains each tick.
const GAIN_PER_TICK: u32 = 1000;
/// Steps ahead that a unit checks before each step. It is notified of changes farther along its path when its people
/// learns of them (`path_invalidation`).
const CHECKED_STEPS: usize = 2;
/// Progress of a unit that slows down because of another unit ahead, in percent of the usual gain.
const SLOWED_PERCENT: u32 = 60;

impl Game {
    /// Advances every unit by one tick, by id.
    pub(super) fn advance_units(&mut self) {
        for index in 0..self.world.units.len() {
            if self.world.units[index].next.is_none() {
                self.world.units[index].progress = 0;
                self.decide_and_act(index);
            } else if self.spend_time(index) {
                self.arrive(index);
                self.decide_and_act(index);
            }
        }
    }

    /// Spends a tick on the current step; true when the step is done.
    fn spend_time(&mut self, index: usize) -> bool {
        let needed = self.step_progress_needed(index);
        let gain = if self.slows_down(index) { GAIN_PER_TICK * SLOWED_PERCENT / 100 } else { GAIN_PER_TICK };
        let unit = &mut self.world.units[index];
        unit.progress += gain * unit.kind.row().speed_percent / 100;
        if unit.progress < needed {
            return false;
        }
        unit.progress -= needed;
        true
    }

    /// Whether a unit slows down because after this step it would run into a unit that stands, that is about to stand
    /// on the same cell, or that is slower. Slowing down for a while beats standing: most obstacles are gone by then.
    fn slows_down(&self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let after = unit.steps_left().next().zip(unit.next);
        let Some(cell) = after.and_then(|(dir, next)| self.world.size().step(next, dir)) else {
            return false;
        };
        let Some(holder) = self.other_holder(index, cell) else { return false };
        let is_slower = |other: &Unit| other.kind.row().speed_percent < unit.kind.row().speed_percent;
        let will_block = |other: &Unit| other.next == Some(cell) || is_slower(other);
        self.derived.is_stood_on(cell) || self.world.unit(holder).is_some_and(will_block)
    }

    /// Total progress that the current step needs.
    fn step_progress_needed(&self, index: usize) -> u32 {
        self.current_step_time(index) * STEP_TICKS
    }

    /// Walking time of the current step, in milli-steps.
    fn current_step_time(&self, index: usize) -> u32 {
        let unit = &self.world.units[index];
        let Some(next) = unit.next else { return 0 };
        let size = self.world.size();
        let length = unit.cell.dir_to(next).map_or(1000, Dir8::length);
        let (from, to) = (size.index(unit.cell), size.index(next));
        // A unit under which a wall was built may leave it at the price of rock.
        self.footing().step_time(unit.kind, from, to, length).unwrap_or(7000) + turn_time(unit)
    }

    /// Walking time of the current step without roads, in milli-steps; 0 where the ground is blocked.
    fn roadless_step_time(&self, index: usize) -> u32 {
        let unit = &self.world.units[index];
        let Some(next) = unit.next else { return 0 };
        let size = self.world.size();
        let length = unit.cell.dir_to(next).map_or(1000, Dir8::length);
        let (from, to) = (size.index(unit.cell), size.index(next));
        let untouched = plan::TrueGround { tiers: None, ..self.footing() };
        untouched.step_time(unit.kind, from, to, length).map_or(0, |time| time + turn_time(unit))
    }

    /// The true ground with its roads, in the present season.
    fn footing(&self) -> plan::TrueGround<'_> {
        let season = self.derived.tables.season();
        plan::TrueGround { land: &self.world.land, tiers: Some(&self.world.ground.tier), season }
    }

    fn arrive(&mut self, index: usize) {
        let time = self.current_step_time(index);
        let saved = self.roadless_step_time(index).saturating_sub(time);
        let unit = &mut self.world.units[index];
        let Some(to) = unit.next.take() else { return };
        let from = unit.cell;
        unit.cell = to;
        unit.heading = from.dir_to(to).map(|dir| dir as u8).filter(|_| !self.derived.haven[to]);
        // A unit that never rests or arrives walks on all the same.
        add_capped(&mut unit.fatigue, time, AMOUNT_MAX);
        add_capped(&mut unit.journey, time, AMOUNT_MAX);
        add_capped(&mut unit.saved, saved, AMOUNT_MAX);
        add_capped(&mut unit.steps, 1, AMOUNT_MAX);
        unit.setbacks = 0;
        let (id, people) = (unit.id, unit.people);
        let (leaves_track, tread) = (!unit.greedy_step, unit.kind.row().tread_percent);
        self.derived.arrive(from, to, id);
        if !self.world.units[index].kind.row().is_beast() {
            self.count_step(to);
        }
        if self.derived.haven[to] {
            self.count_visit(to);
        }
        if leaves_track {
            self.wear_ground(people, from, to, tread);
        }
        self.update_watcher(Watcher::Unit(id));
        self.exchange_maps_on_road(index);
        self.update_hunger(index, time);
    }

    fn count_step(&mut self, to: Cell) {
        let on_road = self.world.ground.tier[to].is_road();
        add_to_count(&mut self.world.tally.footsteps, 1);
        if let Some((steps, road_steps)) = self.world.tally.recent_steps.last_mut() {
            add_capped(steps, 1, AMOUNT_MAX);
            add_capped(road_steps, u32::from(on_road), AMOUNT_MAX);
        }
    }

    /// Starts the next step of the path, or handles what is in the way. True when the unit is walking.
    pub(super) fn begin_step(&mut self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let Some(next) = unit.steps_left().cells_after(unit.cell, self.world.size()).next() else {
            self.replan(index);
            return false;
        };
        let is_clear_ahead = self.is_path_clear_ahead(index);
        if !is_clear_ahead && self.repair_path(index) {
            return false;
        }
        if !is_clear_ahead || !self.can_enter(index, next) {
            self.handle_blocked_ground(index, next);
            return false;
        }
        if let Some(holder) = self.other_holder(index, next) {
            self.handle_unit_ahead(index, next, holder);
            return false;
        }
        if self.must_wait_inside(index) || !self.may_enter_passage(index, next) {
            return false;
        }
        if let Some(path) = &mut self.world.units[index].path {
            path.steps.pop();
        }
        self.step_onto(index, next, false);
        true
    }

    /// Holds the next cell and starts the step.
    pub(super) fn step_onto(&mut self, index: usize, next: Cell, groping: bool) {
        let unit = &mut self.world.units[index];
        unit.next = Some(next);
        unit.greedy_step = groping;
        unit.blocked = None;
        let (id, here) = (unit.id, unit.cell);
        self.derived.hold_both(here, next, id);
        if groping {
            // It has left the path whose regions it watches.
            self.derived.path_watches.watch(&self.world.units[index], self.world.size());
        }
    }

    /// The other unit that holds a cell.
    pub(super) fn other_holder(&self, index: usize, cell: Cell) -> Option<UnitId> {
        let own_id = self.world.units[index].id;
        self.derived.holder(cell).filter(|holder| *holder != own_id)
    }

    /// Whether the next steps of the path are still walkable, as far as is known now.
    fn is_path_clear_ahead(&self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let believes = self.believes(unit.people, unit.kind, &[]);
        plan::is_walkable_from(&believes, size, unit.cell, unit.cells_ahead(size).take(CHECKED_STEPS))
    }

    /// Whether the true ground lets the unit step onto a neighbouring cell, including corners.
    pub(super) fn can_enter(&self, index: usize, next: Cell) -> bool {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let truth = TrueCosts { game: self, kind: unit.kind };
        let graph = Grid8 { size, cost: &truth, corner: Corner::BothFree };
        let (node, to) = (size.index(unit.cell) as u32, size.index(next) as u32);
        unit.cell.dir_to(next).is_some_and(|dir| graph.step_cost(node, dir, to).is_some())
    }

    /// The ground differs from what was believed: stop, learn, replan, and report it.
    fn handle_blocked_ground(&mut self, index: usize, next: Cell) {
        let (people, kind) = (self.world.units[index].people, self.world.units[index].kind);
        let (believed, found) = (self.world.people(people).belief.at(next), self.world.land.surface[next]);
        self.observe(people, next);
        if self.is_possessed(index) {
            return self.end_action(index, ActionEnd::Blocked, format!("{} bars the way", found.name()));
        }
        self.world.units[index].blocked = Some((Block::Ground, self.world.tick));
        if kind.ground_time(found).is_none() {
            self.note_surprise(index, believed, found);
        }
        self.replan(index);
    }
}

/// Time that a unit needs to turn into its current step, in milli-steps.
fn turn_time(unit: &Unit) -> u32 {
    let before = unit.heading.map(Dir8::from_index);
    let turn = before.zip(unit.next.and_then(|next| unit.cell.dir_to(next)));
    turn.map_or(0, |(before, after)| unit.kind.turn(before, after))
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
