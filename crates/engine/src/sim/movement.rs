//! Walking: a unit reserves the next cell, spends the step's time, and arrives. During a step it holds both cells, so
//! units neither swap places nor share a cell.
//!
//! Time is counted in thousandths: a walker gains 1000 per tick, and a step of `t` milli-steps of time needs
//! `STEP_TICKS · t`. The remainder is carried over to the next step, so speed does not depend on rounding.

use super::Game;
use super::derived::Watcher;
use crate::graph::{Corner, CostModel, Grid8};
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::world::{AMOUNT_MAX, Block, Cause, STEP_TICKS, Unit, UnitId, add, count};

/// Progress that a walker gains each tick.
const GAIN: u32 = 1000;
/// Steps ahead that a walker checks before each step. It is notified of changes farther along its path when its people
/// learns of them (`path_invalidation`).
const LOOKED_AT: usize = 2;
/// Progress of a walker that slows down because of another unit ahead, in percent of the usual gain.
const EASY_PERCENT: u32 = 60;

impl Game {
    /// Advances every unit by one tick, by id.
    pub(super) fn live_everybody(&mut self) {
        for index in 0..self.world.units.len() {
            if self.world.units[index].next.is_none() {
                self.world.units[index].progress = 0;
                self.follow_will(index);
            } else if self.spend_time(index) {
                self.arrive(index);
                self.follow_will(index);
            }
        }
    }

    /// Spends a tick on the current step; true when the step is done.
    fn spend_time(&mut self, index: usize) -> bool {
        let needed = self.step_needs(index);
        let gain = if self.eases_off(index) { GAIN * EASY_PERCENT / 100 } else { GAIN };
        let unit = &mut self.world.units[index];
        unit.progress += gain * unit.kind.row().speed_percent / 100;
        if unit.progress < needed {
            return false;
        }
        unit.progress -= needed;
        true
    }

    /// Whether a walker slows down because after this step it would run into a unit that stands, that is about to stand
    /// on the same cell, or that is slower. Slowing down for a while beats standing: most obstacles are gone by then.
    fn eases_off(&self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let after = unit.steps_left().next().zip(unit.next);
        let Some(cell) = after.and_then(|(dir, next)| self.world.size().step(next, dir)) else {
            return false;
        };
        let Some(holder) = self.in_the_way(index, cell) else { return false };
        let is_slower = |other: &Unit| other.kind.row().speed_percent < unit.kind.row().speed_percent;
        let will_block = |other: &Unit| other.next == Some(cell) || is_slower(other);
        self.derived.is_stood_on(cell) || self.world.unit(holder).is_some_and(will_block)
    }

    /// Total progress that the current step needs.
    fn step_needs(&self, index: usize) -> u32 {
        self.step_time_of(index) * STEP_TICKS
    }

    /// Walking time of the current step, in milli-steps.
    fn step_time_of(&self, index: usize) -> u32 {
        let unit = &self.world.units[index];
        let Some(next) = unit.next else { return 0 };
        let size = self.world.size();
        let length = unit.cell.dir_to(next).map_or(1000, Dir8::length);
        let (from, to) = (size.index(unit.cell), size.index(next));
        // A unit under which a wall was built may leave it at the price of rock.
        self.footing().step_time(unit.kind, from, to, length).unwrap_or(7000) + turn_of(unit)
    }

    /// Walking time of the current step without roads, in milli-steps; 0 where the ground is blocked.
    fn untouched_time_of(&self, index: usize) -> u32 {
        let unit = &self.world.units[index];
        let Some(next) = unit.next else { return 0 };
        let size = self.world.size();
        let length = unit.cell.dir_to(next).map_or(1000, Dir8::length);
        let (from, to) = (size.index(unit.cell), size.index(next));
        let untouched = plan::Footing { tiers: None, ..self.footing() };
        untouched.step_time(unit.kind, from, to, length).map_or(0, |time| time + turn_of(unit))
    }

    /// The true ground with its roads, in the present season.
    fn footing(&self) -> plan::Footing<'_> {
        let season = self.derived.tables.season();
        plan::Footing { land: &self.world.land, tiers: Some(&self.world.ground.tier), season }
    }

    fn arrive(&mut self, index: usize) {
        let time = self.step_time_of(index);
        let saved = self.untouched_time_of(index).saturating_sub(time);
        let unit = &mut self.world.units[index];
        let Some(to) = unit.next.take() else { return };
        let from = unit.cell;
        unit.cell = to;
        unit.heading = from.dir_to(to).map(|dir| dir as u8).filter(|_| !self.derived.haven[to]);
        // A unit that never rests or arrives walks on all the same.
        add(&mut unit.fatigue, time, AMOUNT_MAX);
        add(&mut unit.journey, time, AMOUNT_MAX);
        add(&mut unit.saved, saved, AMOUNT_MAX);
        add(&mut unit.steps, 1, AMOUNT_MAX);
        unit.setbacks = 0;
        let (id, people) = (unit.id, unit.people);
        let (leaves_track, tread) = (!unit.groping, unit.kind.row().tread_percent);
        self.derived.arrive(from, to, id);
        if !self.world.units[index].kind.row().is_beast() {
            self.count_step(to);
        }
        if self.derived.haven[to] {
            self.count_visit(to);
        }
        if leaves_track {
            self.tread(people, from, to, tread);
        }
        self.look(Watcher::Unit(id));
        self.trade_maps_on_the_way(index);
        self.grow_hungry(index, time);
    }

    fn count_step(&mut self, to: Cell) {
        let on_road = self.world.ground.tier[to].is_road();
        count(&mut self.world.tally.footsteps, 1);
        if let Some((steps, road_steps)) = self.world.tally.recent_steps.last_mut() {
            add(steps, 1, AMOUNT_MAX);
            add(road_steps, u32::from(on_road), AMOUNT_MAX);
        }
    }

    /// Starts the next step of the path, or handles what is in the way. True when the unit is walking.
    pub(super) fn begin_step(&mut self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let Some(next) = unit.steps_left().cells_after(unit.cell, self.world.size()).next() else {
            self.replan(index);
            return false;
        };
        let is_clear_ahead = self.foresees(index);
        if !is_clear_ahead && self.mend(index) {
            return false;
        }
        if !is_clear_ahead || !self.can_enter(index, next) {
            self.meet_ground(index, next);
            return false;
        }
        if let Some(holder) = self.in_the_way(index, next) {
            self.meet_unit(index, next, holder);
            return false;
        }
        if self.waits_inside(index) || !self.may_enter_passage(index, next) {
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
        unit.groping = groping;
        unit.blocked = None;
        let (id, here) = (unit.id, unit.cell);
        self.derived.step(here, next, id);
        if groping {
            // It has left the path whose regions it watches.
            self.derived.watches.watch(&self.world.units[index], self.world.size());
        }
    }

    /// The other unit that holds a cell.
    pub(super) fn in_the_way(&self, index: usize, cell: Cell) -> Option<UnitId> {
        let own_id = self.world.units[index].id;
        self.derived.holder(cell).filter(|holder| *holder != own_id)
    }

    /// Whether the next steps of the path are still walkable, as far as is known now.
    fn foresees(&self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let believes = self.believes(unit.people, unit.kind, &[]);
        plan::leads_on(&believes, size, unit.cell, unit.way_ahead(size).take(LOOKED_AT))
    }

    /// Whether the true ground lets the unit step onto a neighbouring cell, including corners.
    pub(super) fn can_enter(&self, index: usize, next: Cell) -> bool {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let truth = Truth { game: self, kind: unit.kind };
        let graph = Grid8 { size, cost: &truth, corner: Corner::BothFree };
        let (node, to) = (size.index(unit.cell) as u32, size.index(next) as u32);
        unit.cell.dir_to(next).is_some_and(|dir| graph.step(node, dir, to).is_some())
    }

    /// The ground differs from what was believed: stop, learn, replan, and report it.
    fn meet_ground(&mut self, index: usize, next: Cell) {
        let (people, kind) = (self.world.units[index].people, self.world.units[index].kind);
        let (believed, found) = (self.world.people(people).belief.at(next), self.world.land.surface[next]);
        self.observe(people, next);
        if self.is_lived(index) {
            return self.end_deed(index, Cause::Barred, format!("{} bars the way", found.name()));
        }
        self.world.units[index].blocked = Some((Block::Ground, self.world.tick));
        if kind.ground_time(found).is_none() {
            self.tell_surprise(index, believed, found);
        }
        self.replan(index);
    }
}

/// Time that a unit needs to turn into its current step, in milli-steps.
fn turn_of(unit: &Unit) -> u32 {
    let before = unit.heading.map(Dir8::from_index);
    let turn = before.zip(unit.next.and_then(|next| unit.cell.dir_to(next)));
    turn.map_or(0, |(before, after)| unit.kind.turn(before, after))
}

/// The true ground, priced for a kind.
struct Truth<'a> {
    game: &'a Game,
    kind: crate::world::Kind,
}

impl CostModel for Truth<'_> {
    fn step(&self, _from: u32, to: u32, length: u32) -> Option<u32> {
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
