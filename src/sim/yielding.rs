//! When somebody is in the way: wait, let the higher number pass, step aside, go around, shove, and only then plan
//! anew.
//!
//! Shoving is priority inheritance (Okumura et al. 2019, PIBT): whoever is shoved makes room even by shoving others,
//! but nobody with a higher number than the one who began. So the highest number in a jam always gets on, and no
//! jam lasts.

use super::Game;
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::world::{Behaviour, Block, UnitId};

/// Ticks after which the lower number gives way to somebody coming head-on.
const YIELD_AFTER: u64 = 2;
/// Ticks after which the higher number does, if the lower one cannot.
const YIELD_ANYWAY_AFTER: u64 = 14;
/// Ticks between two attempts to go around.
const AROUND_EVERY: u64 = 8;
/// Ticks between two shoves.
const SHOVE_EVERY: u64 = 4;
/// Ticks for which whoever made room leaves the way to the other.
const COURTESY: u64 = 20;
/// Cells of the shover's way that others leave free if they can.
const WAY_KEPT_FREE: usize = 6;
/// Units that one shove may move, one making room for the other.
const CHAIN_MAX: usize = 12;
/// Ticks between two attempts to plan the whole way anew.
const REPLAN_EVERY: u64 = 240;
/// Cells of the path ahead at which a way around may come back to it.
const AROUND_WITHIN: usize = 10;
/// What a way around may cost more than the way itself, in milli-steps.
const AROUND_EXTRA: u32 = 8000;

/// A shove on its way through a crowd.
struct Shove {
    /// Who began it.
    first: UnitId,
    /// Where that one wants to go: room is made elsewhere if possible.
    way: Vec<Cell>,
    /// Who has been shoved, the first included.
    chain: Vec<UnitId>,
}

impl Game {
    /// Somebody holds the cell that a unit wants to step onto.
    pub(super) fn meet_unit(&mut self, index: usize, wanted: Cell, holder: UnitId) {
        let now = self.world.tick;
        let unit = &mut self.world.units[index];
        let since = match unit.blocked {
            Some((Block::Unit(_), since)) => since,
            _ => now,
        };
        unit.blocked = Some((Block::Unit(holder), since));
        let me = unit.id;
        let Some(other) = self.world.unit_index(holder) else { return };
        let waited = now - since;
        let head_on = self.wants(other, self.world.units[index].cell);
        if head_on && ((me < holder && waited >= YIELD_AFTER) || waited >= YIELD_ANYWAY_AFTER) {
            if self.give_way(index, Some(other)) {
                return;
            }
        } else if waited >= SHOVE_EVERY && waited % SHOVE_EVERY == 0 {
            let mut way = self.world.units[index].way_ahead(self.world.size());
            way.truncate(WAY_KEPT_FREE);
            let mut shove = Shove { first: me, way, chain: vec![me] };
            self.shove(other, self.world.units[index].cell, &mut shove);
        }
        if waited > 0 && waited % REPLAN_EVERY == 0 {
            self.replan(index);
        } else if waited > 0 && waited % AROUND_EVERY == 0 {
            self.go_around(index, wanted);
        }
    }

    /// Whether a unit stands and wants to step onto a cell.
    fn wants(&self, index: usize, cell: Cell) -> bool {
        let unit = &self.world.units[index];
        let next = unit.path.as_ref().and_then(|path| self.world.size().step(unit.cell, path.next()?));
        unit.next.is_none() && next == Some(cell)
    }

    fn is_walking(&self, index: usize) -> bool {
        let unit = &self.world.units[index];
        unit.next.is_some() || unit.path.as_ref().is_some_and(|path| !path.steps.is_empty())
    }

    /// Makes a standing unit leave its cell, other than onto `from`: along its own way, aside, or by shoving the next
    /// one. Only those with lower numbers than the first, and bystanders, can be shoved. True when there will be room.
    fn shove(&mut self, index: usize, from: Cell, shove: &mut Shove) -> bool {
        let unit = &self.world.units[index];
        if unit.next.is_some() {
            return true;
        }
        let told_to_stand = matches!(unit.top(), Some(Behaviour::Stop));
        let outranks = unit.id > shove.first && self.is_walking(index);
        if told_to_stand || outranks || shove.chain.len() >= CHAIN_MAX {
            return false;
        }
        shove.chain.push(unit.id);
        let size = self.world.size();
        let here = unit.cell;
        let own = unit.path.as_ref().and_then(|path| path.next());
        let mut ways: Vec<(Dir8, Cell)> =
            size.neighbours(here).filter(|(_, cell)| *cell != from && self.can_enter(index, *cell)).collect();
        ways.sort_by_key(|(dir, cell)| (shove.way.contains(cell), Some(*dir) != own, *dir as u8));
        let free = ways.iter().find(|(dir, cell)| {
            self.in_the_way(index, *cell).is_none() && (Some(*dir) == own || !self.derived.haven[*cell])
        });
        if let Some((dir, cell)) = free.copied() {
            self.leave_towards(index, dir, cell);
            return true;
        }
        ways.into_iter().any(|(_, cell)| {
            let next = self.in_the_way(index, cell).filter(|other| !shove.chain.contains(other));
            next.and_then(|other| self.world.unit_index(other)).is_some_and(|other| self.shove(other, here, shove))
        })
    }

    /// Steps off: on its own way, or aside with the step back noted.
    fn leave_towards(&mut self, index: usize, dir: Dir8, cell: Cell) {
        let mut aside = true;
        if let Some(path) = &mut self.world.units[index].path {
            if path.next() == Some(dir) {
                path.steps.pop();
                aside = false;
            } else {
                path.steps.push(dir.turned(4) as u8);
            }
        }
        if aside {
            self.world.units[index].courtesy = self.world.tick + COURTESY;
        }
        self.step_onto(index, cell, aside);
    }

    /// Steps aside onto a free neighbouring cell, preferably off the other's way, and comes back to its own path
    /// afterwards. False when there is no room.
    fn give_way(&mut self, index: usize, to: Option<usize>) -> bool {
        let size = self.world.size();
        let here = self.world.units[index].cell;
        let others_way = to.map_or(Vec::new(), |other| {
            let mut way = self.world.units[other].way_ahead(size);
            way.truncate(4);
            way
        });
        let free = size.neighbours(here).filter(|(_, cell)| {
            self.in_the_way(index, *cell).is_none() && !self.derived.haven[*cell] && self.can_enter(index, *cell)
        });
        let choice = free.min_by_key(|(dir, cell)| (others_way.contains(cell), *dir as u8));
        let Some((dir, aside)) = choice else { return false };
        self.leave_towards(index, dir, aside);
        true
    }

    /// Mends the path by a short way around everybody who is in sight. False when there is none.
    fn go_around(&mut self, index: usize, wanted: Cell) -> bool {
        let size = self.world.size();
        let unit = &self.world.units[index];
        let ahead: Vec<Cell> = unit.way_ahead(size).into_iter().take(AROUND_WITHIN).collect();
        let mut held = self.crowd_around(unit.cell, unit.id, unit.people);
        held.push(wanted);
        let Some(back) = ahead.iter().rposition(|cell| !held.contains(cell)) else { return false };
        let believes = self.believes(unit.people, unit.kind, &[]);
        let mut direct = vec![unit.cell];
        direct.extend_from_slice(&ahead[..=back]);
        let price = plan::measure(&believes, size, &direct).map_or(0, |(terms, _)| terms.total() as u32);
        let Some(way) = plan::detour(&believes, size, unit.cell, ahead[back], &held, price + AROUND_EXTRA) else {
            return false;
        };
        let splice: Vec<u8> = plan::directions(&way);
        if let Some(path) = &mut self.world.units[index].path {
            let kept = path.steps.len() - (back + 1);
            path.steps.truncate(kept);
            path.steps.extend(splice);
        }
        true
    }

    /// One step in a straight line towards a cell for want of a path: onto open ground that is known, and nearer.
    pub(super) fn grope(&mut self, index: usize, goal: Cell) {
        let size = self.world.size();
        let unit = &self.world.units[index];
        let here = unit.cell;
        let open = |cell: Cell| {
            let surface = self.world.land.surface[cell];
            unit.kind.ground_time(surface).is_some_and(|time| time <= 2000)
        };
        let nearer = size.neighbours(here).filter(|(_, cell)| {
            cell.octile(goal) < here.octile(goal)
                && open(*cell)
                && self.in_the_way(index, *cell).is_none()
                && self.can_enter(index, *cell)
        });
        let choice: Option<(Dir8, Cell)> = nearer.min_by_key(|(dir, cell)| (cell.octile(goal), *dir as u8));
        if let Some((_, next)) = choice {
            self.step_onto(index, next, true);
        }
    }
}
