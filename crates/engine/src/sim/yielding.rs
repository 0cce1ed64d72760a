//! When somebody is in the way: wait, let the higher number pass, step aside, go around, shove, and only then plan
//! anew.
//!
//! Shoving is priority inheritance (Okumura et al. 2019, PIBT): whoever is shoved makes room even by shoving others,
//! but nobody with a higher number than the one who began. So the highest number in a jam always gets on. Where more
//! come from both sides than that can serve, those who have stood for a day widen the way: they make camp.

use super::Game;
use crate::graph::Cost;
use crate::grid::{Cell, Dir8};
use crate::mind::STAY_RADIUS;
use crate::plan;
use crate::world::{Behaviour, Block, DAY, UnitId};

/// Ticks after which the lower number gives way to somebody coming head-on.
const YIELD_AFTER: u64 = 2;
/// Ticks after which the higher number does, if the lower one cannot.
const YIELD_ANYWAY_AFTER: u64 = 14;
/// Ticks between two attempts to go around at first. Who has waited longer tries more seldom: what was no way twice will
/// hardly be one soon.
const AROUND_EVERY: u64 = 8;
/// Ticks after which a unit passes even those who go its own way.
const PASS_ANYBODY_AFTER: u64 = 6;
/// Ground on which one can make a step aside without a thought, in milli-steps of time.
const EASY_TIME: u32 = 4000;
/// Cells before the door that somebody inside looks at before he leaves.
const DOOR_CELLS: usize = 5;
/// Ticks that he waits for them to clear, at most: before a narrow way, and where there is room to pass.
const DOOR_PATIENCE: u64 = 400;
const OPEN_DOOR_PATIENCE: u64 = 12;
/// Ticks between two shoves.
const SHOVE_EVERY: u64 = 4;
/// Ticks for which whoever made room leaves the way to the other.
const COURTESY: u64 = 20;
/// Ticks more for each unit that the shove went through.
const FOLLOW_TICKS: u64 = 10;
/// Units that he waits for in this way, at most.
const FOLLOWERS_MAX: usize = 12;
/// Cells of the shover's way that others leave free if they can.
const WAY_KEPT_FREE: usize = 6;
/// Cells of the other's way that somebody who steps aside leaves free if he can.
const OTHERS_WAY: usize = 4;
/// How near somebody who walks is still in the way of a mended path, in steps.
const ADJACENT: u32 = 1;
/// Steps by which a way may grow because of others, each pushing whose it is a step aside, before it is planned anew.
const ASTRAY_MAX: usize = 64;
/// Units that one shove may look through.
const CROWD_MAX: usize = 200;
/// Ticks after which somebody settles down where he stands, so that others can come by: a day.
const MAKE_ROOM_AFTER: u64 = DAY;
/// Ticks between two attempts to plan the whole way anew.
const REPLAN_EVERY: u64 = 240;
/// Cells of the path ahead at which a way around may come back to it.
const AROUND_WITHIN: usize = 10;
/// What a way around may cost more than the way itself, in milli-steps.
const AROUND_EXTRA: u32 = 8000;
/// The same for another way out of a house: in snow a few steps beside the road cost as much.
const DOOR_EXTRA: u32 = 30_000;

impl Game {
    /// Somebody holds the cell that a unit wants to step onto.
    pub(super) fn meet_unit(&mut self, index: usize, wanted: Cell, holder: UnitId) {
        let now = self.world.tick;
        let unit = &mut self.world.units[index];
        let since = match unit.blocked {
            Some((Block::Unit(_) | Block::Passage, since)) => since,
            _ => now,
        };
        unit.blocked = Some((Block::Unit(holder), since));
        let me = unit.id;
        let Some(other) = self.world.unit_index(holder) else { return };
        let waited = now - since;
        // Whoever is inside has time, and does not push those before the door about.
        if self.derived.haven[self.world.units[index].cell] && waited < DOOR_PATIENCE {
            // Where there is room he leaves by another cell.
            if waited >= OPEN_DOOR_PATIENCE && tries_around(waited, me) && !self.has_narrow_door(index) {
                self.go_around(index, wanted, DOOR_EXTRA);
            }
            return;
        }
        if self.is_near_enough(index, holder, waited) {
            return self.arrive_near(index);
        }
        if self.gives_bed_up(index, waited) {
            return;
        }
        let here = self.world.units[index].cell;
        if waited >= MAKE_ROOM_AFTER && !self.derived.haven[here] && !self.is_lived(index) {
            return self.make_room_to_pass(here);
        }
        if self.queues(index, wanted) {
            self.world.units[index].blocked = Some((Block::Passage, since));
            return;
        }
        if (waited >= PASS_ANYBODY_AFTER || self.opposes(index, other)) && self.pass_by(index, wanted) {
            return;
        }
        let head_on = self.wants(other, self.world.units[index].cell);
        let yields = head_on && ((me < holder && waited >= YIELD_AFTER) || waited >= YIELD_ANYWAY_AFTER);
        if yields && self.give_way(index, Some(other)) {
            return;
        }
        // Also when there is no room to give: else two crowds would stand head-on for ever.
        // By their numbers, so that not all of a jam think in the same tick.
        let turn = waited + u64::from(me.0);
        if waited >= SHOVE_EVERY && turn.is_multiple_of(SHOVE_EVERY) {
            self.shove(index, other);
        }
        if waited >= REPLAN_EVERY && turn.is_multiple_of(REPLAN_EVERY) {
            self.replan(index);
        } else if waited >= AROUND_EVERY && tries_around(waited, me) {
            self.go_around(index, wanted, AROUND_EXTRA);
        }
    }

    /// Whoever is inside lets those come in or by who stand before the door: settlements and camps are the passing
    /// places of narrow ways. Nobody waits there for ever.
    pub(super) fn waits_inside(&mut self, index: usize) -> bool {
        let unit = &self.world.units[index];
        if !self.derived.haven[unit.cell] {
            return false;
        }
        let now = self.world.tick;
        let since = match unit.blocked {
            Some((Block::Unit(_), since)) => since,
            _ => now,
        };
        let patience = if self.has_narrow_door(index) { DOOR_PATIENCE } else { OPEN_DOOR_PATIENCE };
        let ahead = self.world.units[index].way_ahead(self.world.size()).take(DOOR_CELLS);
        let coming = ahead
            .filter_map(|cell| self.in_the_way(index, cell))
            .find(|holder| self.world.unit_index(*holder).is_some_and(|other| self.opposes(index, other)));
        let Some(holder) = coming.filter(|_| now - since < patience) else { return false };
        self.world.units[index].blocked = Some((Block::Unit(holder), since));
        true
    }

    /// Whether the way of somebody inside leads at once into a passage.
    fn has_narrow_door(&self, index: usize) -> bool {
        let mut ahead = self.world.units[index].way_ahead(self.world.size()).take(DOOR_CELLS);
        ahead.any(|cell| self.derived.passages.at(cell).is_some())
    }

    /// Whether another unit stands still or comes the other way.
    fn opposes(&self, index: usize, other: usize) -> bool {
        let heading = |index: usize| {
            let unit = &self.world.units[index];
            let stepping = unit.next.and_then(|next| unit.cell.dir_to(next));
            stepping.or_else(|| unit.steps_left().next())
        };
        let (Some(mine), Some(theirs)) = (heading(index), heading(other)) else { return true };
        let ((ax, ay), (bx, by)) = (mine.offset(), theirs.offset());
        ax * bx + ay * by <= 0
    }

    /// Passes somebody by half a turn to the right, or else to the left, and is back on the path with the next step.
    fn pass_by(&mut self, index: usize, wanted: Cell) -> bool {
        let size = self.world.size();
        let unit = &self.world.units[index];
        let (Some(dir), Some(path)) = (unit.cell.dir_to(wanted), &unit.path) else { return false };
        let Some(back) = path.steps.iter().nth(1).and_then(|second| size.step(wanted, second)) else {
            return false;
        };
        let believes = self.believes(unit.people, unit.kind, &[]);
        let beside = [dir.turned(1), dir.turned(7)].into_iter().filter_map(|side| size.step(unit.cell, side));
        let choice = beside.into_iter().find(|cell| {
            self.in_the_way(index, *cell).is_none()
                && cell.dir_to(back).is_some()
                && !self.leads_into_passage(unit.cell, *cell)
                && self.is_easy(index, *cell)
                && self.can_enter(index, *cell)
                && plan::is_walkable(&believes, size, &[*cell, back])
        });
        let Some((cell, rejoin)) = choice.and_then(|cell| cell.dir_to(back).map(|rejoin| (cell, rejoin)))
        else {
            return false;
        };
        if let Some(path) = &mut self.world.units[index].path {
            path.steps.pop();
            path.steps.pop();
            path.steps.push(rejoin);
        }
        self.step_onto(index, cell, true);
        true
    }

    /// Whether the ground is easy enough to step onto for a moment.
    fn is_easy(&self, index: usize, cell: Cell) -> bool {
        let surface = self.world.land.surface[cell];
        self.world.units[index].kind.ground_time(surface).is_some_and(|time| time <= EASY_TIME)
    }

    /// Whether a unit stands and wants to step onto a cell.
    fn wants(&self, index: usize, cell: Cell) -> bool {
        let unit = &self.world.units[index];
        let next = unit.steps_left().cells_after(unit.cell, self.world.size()).next();
        unit.next.is_none() && next == Some(cell)
    }

    /// Whether a unit is on a step or has a path to go on with.
    pub(super) fn is_walking(&self, index: usize) -> bool {
        let unit = &self.world.units[index];
        unit.next.is_some() || unit.path.as_ref().is_some_and(|path| !path.steps.is_empty())
    }

    /// Makes room where `other` stands: looks through the crowd, nearest first, for somebody who has a free cell to
    /// step onto, and makes that one step there; the rest follow at the next shove.
    pub(super) fn shove(&mut self, index: usize, other: usize) {
        let first = self.world.units[index].id;
        let way: Vec<Cell> =
            self.world.units[index].way_ahead(self.world.size()).take(WAY_KEPT_FREE).collect();
        let mut crowd = vec![other];
        let mut looked_at = 0;
        while let Some(pushed) = crowd.get(looked_at).copied() {
            looked_at += 1;
            if !self.gives_room(pushed, first) {
                continue;
            }
            let ways = self.ways_out(pushed, self.world.units[index].cell, &way);
            let free = ways.iter().find(|(_, cell)| self.in_the_way(pushed, *cell).is_none());
            if let Some((dir, cell)) = free.copied() {
                self.leave_towards(pushed, dir, cell);
                // Long enough for everybody between the two to follow.
                let courtesy = &mut self.world.units[pushed].courtesy;
                *courtesy = courtesy.saturating_add(looked_at.min(FOLLOWERS_MAX) as u64 * FOLLOW_TICKS);
                return;
            }
            let held =
                ways.iter().filter_map(|(_, cell)| self.world.unit_index(self.in_the_way(pushed, *cell)?));
            let next: Vec<usize> = held.filter(|unit| !crowd.contains(unit)).collect();
            crowd.extend(next);
            if crowd.len() > CROWD_MAX {
                return;
            }
        }
    }

    /// Whether a unit can be shoved: it stands, was not told to, and is a bystander or has a lower number.
    fn gives_room(&self, index: usize, first: UnitId) -> bool {
        let unit = &self.world.units[index];
        let told_to_stand = matches!(unit.top(), Some(Behaviour::Stop | Behaviour::Lived));
        let waits = matches!(unit.blocked, Some((Block::Passage, _)));
        unit.next.is_none() && !told_to_stand && (waits || unit.id < first || !self.is_walking(index))
    }

    /// Cells that a unit could step onto other than `from`: its own next step first, those on `avoided` last.
    fn ways_out(&self, index: usize, from: Cell, avoided: &[Cell]) -> Vec<(Dir8, Cell)> {
        let unit = &self.world.units[index];
        let own = unit.steps_left().next();
        let around = self.world.size().neighbours(unit.cell);
        // Inside a settlement or a camp there is always room, even for those who come from there.
        let kept = |cell: Cell| match unit.top() {
            Some(Behaviour::Stay { around, .. }) => cell.steps_to(*around) <= u32::from(STAY_RADIUS),
            _ => true,
        };
        let open = |cell: Cell| {
            (cell != from || self.derived.haven[cell])
                && kept(cell)
                && !self.leads_into_passage(unit.cell, cell)
        };
        let mut ways: Vec<_> =
            around.filter(|(_, cell)| open(*cell) && self.can_enter(index, *cell)).collect();
        ways.sort_by_key(|(dir, cell)| (avoided.contains(cell), Some(*dir) != own, *dir as u8));
        ways
    }

    /// Whether a unit still leaves the way to others. Whoever can go inside is out of everybody's way.
    pub(super) fn is_courteous(&self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let next = unit.steps_left().cells_after(unit.cell, self.world.size()).next();
        self.world.tick < unit.courtesy && !next.is_some_and(|cell| self.derived.haven[cell])
    }

    /// Steps off: on its own way, or aside with the step back noted.
    fn leave_towards(&mut self, index: usize, dir: Dir8, cell: Cell) {
        let mut aside = true;
        if let Some(path) = &mut self.world.units[index].path {
            if path.steps.next() == Some(dir) {
                path.steps.pop();
                aside = false;
            } else {
                path.steps.push(dir.turned(4));
            }
        }
        if aside {
            self.world.units[index].courtesy = self.world.tick + COURTESY;
        }
        self.step_onto(index, cell, aside);
        if self.is_astray(index) {
            self.replan(index);
        }
    }

    /// Whether a unit has been pushed about so much that to go back all those steps would lead it nowhere.
    fn is_astray(&self, index: usize) -> bool {
        let path = self.world.units[index].path.as_ref();
        path.is_some_and(|path| path.steps.len() > path.length as usize + ASTRAY_MAX)
    }

    /// Steps aside onto a free neighbouring cell, preferably off the other's way, and comes back to its own path
    /// afterwards. False when there is no room.
    fn give_way(&mut self, index: usize, to: Option<usize>) -> bool {
        let size = self.world.size();
        let here = self.world.units[index].cell;
        let others_way: Vec<Cell> =
            to.map_or(Vec::new(), |other| self.world.units[other].way_ahead(size).take(OTHERS_WAY).collect());
        let free = size.neighbours(here).filter(|(_, cell)| {
            self.in_the_way(index, *cell).is_none()
                && !self.derived.haven[*cell]
                && !self.leads_into_passage(here, *cell)
                && self.can_enter(index, *cell)
        });
        let choice = free.min_by_key(|(dir, cell)| (others_way.contains(cell), *dir as u8));
        let Some((dir, aside)) = choice else { return false };
        self.leave_towards(index, dir, aside);
        true
    }

    /// Mends the path by a short way around everybody who is in sight. False when there is none.
    fn go_around(&mut self, index: usize, wanted: Cell, extra: u32) -> bool {
        let size = self.world.size();
        let unit = &self.world.units[index];
        let ahead: Vec<Cell> = unit.way_ahead(size).take(AROUND_WITHIN).collect();
        // Those who walk on, out of reach, will not be there any more.
        let mut held = self.crowd_around(unit.cell, unit.id, unit.people);
        held.retain(|cell| unit.cell.steps_to(*cell) <= ADJACENT || self.derived.is_stood_on(*cell));
        held.push(wanted);
        let Some(back) = ahead.iter().rposition(|cell| !held.contains(cell)) else { return false };
        let believes = self.believes(unit.people, unit.kind, &[]);
        let mut direct = vec![unit.cell];
        direct.extend_from_slice(&ahead[..=back]);
        let price = plan::measure(&believes, size, &direct).map_or(0, |(terms, _)| terms.total() as Cost);
        let Some(way) =
            plan::detour(&believes, size, unit.cell, ahead[back], &held, price + Cost::from(extra))
        else {
            return false;
        };
        if let Some(path) = &mut self.world.units[index].path {
            path.steps.replace(back + 1, &plan::steps_of(&way));
        }
        self.derived.watches.watch(&self.world.units[index], size);
        true
    }

    /// One step towards a cell for want of a path: onto open ground, in a straight line or, where something is in the way,
    /// along it, but never back. False when there is none.
    pub(super) fn grope(&mut self, index: usize, goal: Cell) -> bool {
        let size = self.world.size();
        let unit = &self.world.units[index];
        let here = unit.cell;
        let open = |cell: Cell| {
            let surface = self.world.land.surface[cell];
            unit.kind.ground_time(surface).is_some_and(|time| time <= 2000)
        };
        // Eighths of a turn from where it is heading.
        let turn = |dir: Dir8| unit.heading.map_or(0, |heading| (dir as u8 + 8 - heading) % 8);
        let onward = size.neighbours(here).filter(|(dir, cell)| {
            (cell.octile(goal) < here.octile(goal) || !(3..=5).contains(&turn(*dir)))
                && open(*cell)
                && !self.leads_into_passage(here, *cell)
                && self.in_the_way(index, *cell).is_none()
                && self.can_enter(index, *cell)
        });
        let choice: Option<(Dir8, Cell)> = onward.min_by_key(|(dir, cell)| (cell.octile(goal), *dir as u8));
        if let Some((_, next)) = choice {
            self.step_onto(index, next, true);
        }
        choice.is_some()
    }
}

/// Whether somebody who has waited so long looks for a way around now: about twice each time the wait has doubled, and
/// by their numbers, so that not all of a jam think in the same tick.
fn tries_around(waited: u64, id: UnitId) -> bool {
    let every = AROUND_EVERY.max(waited.next_power_of_two() / 4);
    (waited + u64::from(id.0)).is_multiple_of(every)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::world::Errand;

    /// Who is pushed in a circle again and again plans anew in the end, from where he is: he would take all those steps
    /// back.
    #[test]
    fn nobody_takes_hundreds_of_steps_back() {
        let map = vec![".".repeat(30); 9].join("\n");
        let unit = "[[unit]]\nkind = \"porter\"\nat = [5, 4]\n";
        let text = format!("name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{map}\n'''\n{unit}");
        let mut game = Game::from_level(&Level::parse(&text).unwrap());
        let goal = Cell::new(25, 4);
        game.push(0, Behaviour::Travel { goal, errand: Errand::Other });
        (0..3).for_each(|_| game.tick());
        let planned = game.world.units[0].path.as_ref().unwrap().length as usize;
        let circle = [Dir8::South, Dir8::East, Dir8::North, Dir8::West];
        let mut pushed = 0;
        for dir in circle.into_iter().cycle().take(planned + ASTRAY_MAX + 2) {
            let unit = &mut game.world.units[0];
            let (id, from) = (unit.id, unit.cell);
            unit.cell = unit.next.take().unwrap_or(from);
            let here = unit.cell;
            game.derived.arrive(from, here, id);
            if game.world.units[0].path.is_none() {
                break;
            }
            let aside = game.world.size().step(here, dir).unwrap();
            game.leave_towards(0, dir, aside);
            pushed += 1;
        }
        let unit = &game.world.units[0];
        assert!(unit.path.is_none() && unit.awaiting.is_some(), "after {pushed} steps aside");
        assert!(pushed >= ASTRAY_MAX, "after {pushed} already");
    }
}
