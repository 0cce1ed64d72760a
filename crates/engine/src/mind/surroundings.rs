//! The land around one unit as its people believes it: who is seen there, and short ways that a mind finds by itself
//! because the planner does not know what it minds (foes, eyes, others' places).
//!
//! A window of cells, searched by walking time (Dijkstra's, with many seeds at once). What does not live here: what
//! anybody wants there, and ways beyond the window, which are the planner's.

use super::{INSTINCT, Wish};
use crate::grid::{Cell, DIAGONAL, Dir8, Size};
use crate::world::{Belief, Believed, Paint, Path, Places, Target, Unit, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ticks after which a way that a mind has found by itself is thought over.
const AGAIN: u64 = 20;
/// Ticks between two looks of somebody who stands.
const LOOK_EVERY: u64 = 6;
/// The same where little can have changed meanwhile.
const LOOK_SELDOM: u64 = 24;
/// Ticks after which somebody asks again for a way that there was none of.
const ASK_AGAIN: u64 = 60;
/// How far from the goal the planner's way may end before another is asked for, in steps.
const SLACK: u32 = 2;
/// Bits of a number that are a cell's index in a window; the rest is its value.
const INDEX_BITS: u32 = 16;
const INDEX_MASK: i64 = (1 << INDEX_BITS) - 1;
/// Marks what may not be entered.
const BARRED: u32 = u32::MAX;

/// Others around a cell whom the unit's people sees and who are so, in the order of their numbers.
pub(super) fn seen<'a>(
    places: Places<'a>,
    unit: &Unit,
    centre: Cell,
    radius: u16,
    wanted: impl Fn(&Unit) -> bool,
) -> Vec<&'a Unit> {
    let mut ids = places.holders_near(centre, radius, |cell| places.sees(unit.people, cell));
    ids.retain(|id| *id != unit.id);
    let others = ids.into_iter().filter_map(|id| places.world.unit(id));
    // Whoever steps into sight is seen once he is there: nobody is told where he comes from.
    others.filter(|other| places.sees(unit.people, other.cell) && wanted(other)).collect()
}

/// Whether a way found here is under way and still young.
pub(super) fn is_under_way(world: &World, unit: &Unit) -> bool {
    let young = |path: &Path| !path.steps.is_empty() && world.tick < path.planned + AGAIN;
    unit.path.as_ref().is_some_and(young)
}

/// Whether it is time to look around: at once for who walks, now and then for who stands.
pub(super) fn looks(world: &World, unit: &Unit) -> bool {
    walks(unit) || is_time_to_look(world, unit)
}

/// The same where little can have changed for who stands.
pub(super) fn looks_seldom(world: &World, unit: &Unit) -> bool {
    walks(unit) || is_turn(world, unit, LOOK_SELDOM)
}

/// Goes the way to a better place; where there is none, stays, and forgets what is left of an older way.
pub(super) fn take_or_stay(unit: &Unit, way: Option<Vec<Cell>>) -> Wish {
    match way {
        Some(way) => Wish::Take(way),
        None if walks(unit) => Wish::Take(vec![unit.cell]),
        None => Wish::Keep,
    }
}

fn walks(unit: &Unit) -> bool {
    unit.path.as_ref().is_some_and(|path| !path.steps.is_empty())
}

/// Whether this is one of the ticks at which a unit looks around without need.
pub(super) fn is_time_to_look(world: &World, unit: &Unit) -> bool {
    is_turn(world, unit, LOOK_EVERY)
}

/// One in so many ticks: not the same for all units.
fn is_turn(world: &World, unit: &Unit, every: u64) -> bool {
    (world.tick + u64::from(unit.id.0)).is_multiple_of(every)
}

/// Whether somebody stands who need not look just now: so those who stand cost little.
pub(super) fn idles(world: &World, unit: &Unit) -> bool {
    unit.awaiting.is_none() && !looks(world, unit)
}

/// Walks to a cell by a way of the planner's, which may end two steps off.
pub(super) fn walk_to(world: &World, unit: &Unit, goal: Cell) -> Wish {
    match &unit.path {
        Some(path) if !path.is_over() && (path.goal.steps_to(goal) <= SLACK || !path.reaches) => {
            if path.steps.is_empty() { Wish::Keep } else { Wish::Walk }
        }
        _ if unit.awaiting.is_some() && world.tick < unit.asked + INSTINCT => Wish::Grope(goal),
        _ if unit.awaiting.is_some() => Wish::Keep,
        Some(path) if !path.reaches && world.tick < path.planned + ASK_AGAIN => Wish::Keep,
        _ => Wish::Ask(Target::Cell(goal)),
    }
}

/// Goes by the shortest way to one of these cells near by; keeps still if there is none.
pub(super) fn go_near(places: Places, unit: &Unit, radius: u16, goals: &[Cell]) -> Wish {
    if goals.contains(&unit.cell) {
        return Wish::Keep;
    }
    if is_under_way(places.world, unit) {
        return Wish::Walk;
    }
    if !looks(places.world, unit) {
        return Wish::Keep;
    }
    let mut near = Near::around(places, unit, radius);
    near.bar_held();
    let goals = goals.iter().filter(|goal| near.is_open(**goal)).map(|goal| (*goal, 0));
    near.way_to(goals).map_or(Wish::Keep, Wish::Take)
}

/// The window.
pub(super) struct Near<'a> {
    places: Places<'a>,
    unit: &'a Unit,
    low: Cell,
    size: Size,
    /// The unit's own cell.
    own: usize,
    /// What a straight step onto each cell takes, in milli-steps, or [`BARRED`].
    enter: Vec<u32>,
    /// Ground that no diagonal step may brush.
    walls: Vec<bool>,
}

/// For each cell of a window the least value of a seed and the way from it, and the cell towards that seed.
pub(super) struct LocalField {
    values: Vec<i64>,
    toward: Vec<usize>,
}

impl<'a> Near<'a> {
    /// The cells within so many steps of where the unit stands.
    pub fn around(places: Places<'a>, unit: &'a Unit, radius: u16) -> Near<'a> {
        let land = places.world.size();
        let low = Cell::new(unit.cell.x.saturating_sub(radius), unit.cell.y.saturating_sub(radius));
        let far = |at: u16, side: u16| at.saturating_add(radius).min(side - 1);
        let size =
            Size::new(far(unit.cell.x, land.width) - low.x + 1, far(unit.cell.y, land.height) - low.y + 1);
        let cells = size.cells().map(|cell| Cell::new(cell.x + low.x, cell.y + low.y));
        let enter: Vec<u32> = cells.map(|cell| entering(places.world, unit, cell)).collect();
        let walls = enter.iter().map(|time| *time == BARRED).collect();
        let own = size.index(Cell::new(unit.cell.x - low.x, unit.cell.y - low.y));
        Near { places, unit, low, size, own, enter, walls }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x.checked_sub(self.low.x)?, cell.y.checked_sub(self.low.y)?);
        let inner = Cell::new(x, y);
        self.size.contains(inner).then(|| self.size.index(inner))
    }

    fn cell(&self, index: usize) -> Cell {
        let inner = self.size.cell(index);
        Cell::new(inner.x + self.low.x, inner.y + self.low.y)
    }

    /// All its cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.enter.len()).map(|index| self.cell(index))
    }

    /// Whether the unit could be on a cell; on its own it can.
    pub fn is_open(&self, cell: Cell) -> bool {
        cell == self.unit.cell || self.index(cell).is_some_and(|index| self.enter[index] != BARRED)
    }

    /// Nobody goes onto a cell.
    pub fn bar(&mut self, cell: Cell) {
        if let Some(index) = self.index(cell) {
            self.enter[index] = BARRED;
        }
    }

    /// Nobody goes onto cells that others are seen to hold.
    pub fn bar_held(&mut self) {
        let (places, unit) = (self.places, self.unit);
        let taken = |cell: &Cell| places.holder_at(*cell).is_some_and(|holder| holder != unit.id);
        let held: Vec<Cell> =
            self.cells().filter(|cell| taken(cell) && places.sees(unit.people, *cell)).collect();
        for cell in held {
            self.bar(cell);
        }
    }

    /// Spreads from seeds, each a cell and its value, by walking time in milli-steps, as far as values below `limit` go.
    pub fn spread(&self, seeds: impl Iterator<Item = (Cell, i64)>, limit: i64) -> LocalField {
        self.spread_until(seeds, |value, _| value >= limit)
    }

    /// The way from the unit to the seed that is least with the way there; `None` if it is where it should be, or there
    /// is no way to any.
    pub fn way_to(&self, seeds: impl Iterator<Item = (Cell, i64)>) -> Option<Vec<Cell>> {
        let here = self.own;
        // Once the unit's own cell is reached, its way is known, whatever the others' would be.
        let field = self.spread_until(seeds, |_, index| index == here);
        self.way(here, &field)
    }

    /// Spreads from seeds until the next cell, of this value and index, is one to stop at.
    fn spread_until(
        &self,
        seeds: impl Iterator<Item = (Cell, i64)>,
        is_end: impl Fn(i64, usize) -> bool,
    ) -> LocalField {
        let mut field =
            LocalField { values: vec![i64::MAX; self.enter.len()], toward: (0..self.enter.len()).collect() };
        // One number to compare: the value, then the cell.
        let key = |value: i64, index: usize| Reverse(value << INDEX_BITS | index as i64);
        let mut begun = Vec::with_capacity(self.enter.len());
        for (cell, value) in seeds {
            if let Some(index) = self.index(cell)
                && value < field.values[index]
            {
                field.values[index] = value;
                begun.push(key(value, index));
            }
        }
        let mut open = BinaryHeap::from(begun);
        while let Some(Reverse(next)) = open.pop() {
            let (value, index) = (next >> INDEX_BITS, (next & INDEX_MASK) as usize);
            if value > field.values[index] {
                continue;
            }
            if is_end(value, index) {
                break;
            }
            // Walked the other way: from the neighbour onto this one.
            let time = if self.enter[index] == BARRED { 1000 } else { self.enter[index] };
            let (straight, diagonal) = (i64::from(time), i64::from(time) * i64::from(DIAGONAL) / 1000);
            self.steps_to(index, |dir, next| {
                let further = value + if dir.is_diagonal() { diagonal } else { straight };
                if further < field.values[next] {
                    (field.values[next], field.toward[next]) = (further, index);
                    open.push(key(further, next));
                }
            });
        }
        field
    }

    /// Each direction and cell from where one may step onto a cell.
    fn steps_to(&self, index: usize, mut emit: impl FnMut(Dir8, usize)) {
        let (inner, width) = (self.size.cell(index), self.size.width as isize);
        let is_inside = |at: u16, by: i32, side: u16| (0..i32::from(side)).contains(&(i32::from(at) + by));
        for dir in Dir8::ALL {
            let (dx, dy) = dir.offset();
            if !is_inside(inner.x, dx, self.size.width) || !is_inside(inner.y, dy, self.size.height) {
                continue;
            }
            let across = index.wrapping_add_signed(dx as isize);
            let along = index.wrapping_add_signed(dy as isize * width);
            let next = along.wrapping_add_signed(dx as isize);
            let is_open = self.enter[next] != BARRED || next == self.own;
            if is_open && !(dir.is_diagonal() && (self.walls[across] || self.walls[along])) {
                emit(dir, next);
            }
        }
    }

    /// The way from a cell to the seed that a field leads to; `None` if it leads nowhere else.
    fn way(&self, mut at: usize, field: &LocalField) -> Option<Vec<Cell>> {
        let mut cells = vec![self.unit.cell];
        while field.toward[at] != at && cells.len() <= self.enter.len() {
            at = field.toward[at];
            cells.push(self.cell(at));
        }
        (cells.len() > 1).then_some(cells)
    }

    /// The value of a cell, if the field came there.
    pub fn value(&self, field: &LocalField, cell: Cell) -> Option<i64> {
        self.index(cell).map(|index| field.values[index]).filter(|value| *value != i64::MAX)
    }

    /// The way to where it is safest, where each cell is worth so much in milli-steps of distance. A cell is worth what
    /// it takes to get there if that is a fifth less: so a detour is made for more safety, even past what is shunned,
    /// and a dead end is none ("distance times minus 1.2, relaxed again").
    pub fn safest(&mut self, worth: impl Fn(&Near, Cell) -> i64) -> Option<Vec<Cell>> {
        self.bar_held();
        let near = &*self;
        let open = near.cells().filter(|cell| near.is_open(*cell));
        near.way_to(open.map(|cell| (cell, -worth(near, cell) * 6 / 5)))
    }
}

/// What a straight step onto a cell takes, as far as is known, in milli-steps.
fn entering(world: &World, unit: &Unit, cell: Cell) -> u32 {
    let belief = &world.people(unit.people).belief;
    let word = belief.word(cell);
    if Belief::paint_of(word) == Paint::Forbid {
        return BARRED;
    }
    match Belief::unpack(word) {
        Believed::Known { surface, tier } => {
            let time = unit.kind.ground_time(surface).map(|time| unit.kind.on_road(time, tier).0);
            time.unwrap_or(BARRED)
        }
        Believed::Unknown(guess) => unit.kind.row().unknown[guess as usize],
    }
}
