//! The land around one unit as its people believes it: which units are visible there, and short paths that a mind finds
//! by itself because the planner does not know its costs (foes, observers, occupied cells).
//!
//! A window of cells, searched by walking time (Dijkstra with several seeds). What does not live here: what a unit
//! wants, and paths beyond the window, which are the planner's.

use super::{Intent, Move, STEP_TOWARD_MAX_TICKS};
use crate::grid::{Cell, DIAGONAL, Dir8, Size};
use crate::world::{Belief, Believed, Paint, Path, Places, Target, Unit, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ticks after which a path found here is replanned.
const LOCAL_PATH_TICKS: u64 = 20;
/// Ticks between two scans of a standing unit.
const SCAN_INTERVAL_TICKS: u64 = 6;
/// The same where little can have changed in between.
const RARE_SCAN_INTERVAL_TICKS: u64 = 24;
/// Ticks after which a unit requests an unreachable path again.
const REQUEST_AGAIN_TICKS: u64 = 60;
/// How far from the goal the planned path may end before another is requested, in steps.
const GOAL_SLACK_STEPS: u32 = 2;
/// Bits of a heap key that hold a cell's index in the window; the rest is its value.
const INDEX_BITS: u32 = 16;
const INDEX_MASK: i64 = (1 << INDEX_BITS) - 1;
/// Marks a cell that may not be entered.
const BARRED: u32 = u32::MAX;

/// Other units around a cell that the unit's people sees and that `wanted` accepts, by id.
pub(super) fn visible_units<'a>(
    places: Places<'a>,
    unit: &Unit,
    centre: Cell,
    radius: u16,
    wanted: impl Fn(&Unit) -> bool,
) -> Vec<&'a Unit> {
    let mut ids = places.occupants_near(centre, radius, |cell| places.sees(unit.people, cell));
    ids.retain(|id| *id != unit.id);
    let others = ids.into_iter().filter_map(|id| places.world.unit(id));
    // A unit that steps into view is seen only once it has arrived; where it comes from stays hidden.
    others.filter(|other| places.sees_unit(unit.people, other) && wanted(other)).collect()
}

/// Whether the unit follows a path found here that is still recent.
pub(super) fn has_recent_path(world: &World, unit: &Unit) -> bool {
    let is_recent = |path: &Path| !path.steps.is_empty() && world.tick < path.planned + LOCAL_PATH_TICKS;
    unit.path.as_ref().is_some_and(is_recent)
}

/// Whether it is time to scan: always while walking, now and then while standing.
pub(super) fn scans_now(world: &World, unit: &Unit) -> bool {
    is_walking(unit) || is_scan_due(world, unit)
}

/// The same where little can have changed for a standing unit.
pub(super) fn scans_rarely_now(world: &World, unit: &Unit) -> bool {
    is_walking(unit) || is_turn_of(world, unit, RARE_SCAN_INTERVAL_TICKS)
}

/// Follows the path to a better place. Without one it stays and drops what is left of an older path.
pub(super) fn take_or_stay(unit: &Unit, path: Option<Vec<Cell>>) -> Intent {
    match path {
        Some(path) => Intent::Move(Move::Follow(path)),
        None if is_walking(unit) => Intent::Move(Move::Follow(vec![unit.cell])),
        None => Intent::Wait,
    }
}

fn is_walking(unit: &Unit) -> bool {
    unit.path.as_ref().is_some_and(|path| !path.steps.is_empty())
}

/// Whether a standing unit scans at this tick.
pub(super) fn is_scan_due(world: &World, unit: &Unit) -> bool {
    is_turn_of(world, unit, SCAN_INTERVAL_TICKS)
}

/// True once in `every` ticks, at different ticks for different units.
fn is_turn_of(world: &World, unit: &Unit, every: u64) -> bool {
    (world.tick + u64::from(unit.id.0)).is_multiple_of(every)
}

/// True if the unit stands and its next scan is not due; keeps idle units cheap.
pub(super) fn is_idle(world: &World, unit: &Unit) -> bool {
    unit.request.is_none() && !scans_now(world, unit)
}

/// Walks to a cell by a planned path, which may end [`GOAL_SLACK_STEPS`] steps off.
pub(super) fn walk_to(world: &World, unit: &Unit, goal: Cell) -> Intent {
    match &unit.path {
        Some(path) if !path.is_over() && (path.goal.chebyshev(goal) <= GOAL_SLACK_STEPS || !path.reaches) => {
            if path.steps.is_empty() {
                Intent::Wait
            } else {
                Intent::Move(Move::Walk)
            }
        }
        _ if unit.request.is_some() && world.tick < unit.requested + STEP_TOWARD_MAX_TICKS => {
            Intent::Move(Move::Toward(goal))
        }
        _ if unit.request.is_some() => Intent::Wait,
        Some(path) if !path.reaches && world.tick < path.planned + REQUEST_AGAIN_TICKS => Intent::Wait,
        _ => Intent::Move(Move::Request(Target::Cell(goal))),
    }
}

/// Follows the shortest path to one of these nearby cells; waits if there is none.
pub(super) fn go_near(places: Places, unit: &Unit, radius: u16, goals: &[Cell]) -> Intent {
    if goals.contains(&unit.cell) {
        return Intent::Wait;
    }
    if has_recent_path(places.world, unit) {
        return Intent::Move(Move::Walk);
    }
    if !scans_now(places.world, unit) {
        return Intent::Wait;
    }
    let mut near = LocalWindow::around(places, unit, radius);
    near.forbid_held();
    let goals = goals.iter().filter(|goal| near.is_open(**goal)).map(|goal| (*goal, 0));
    near.path_to(goals).map_or(Intent::Wait, |path| Intent::Move(Move::Follow(path)))
}

/// The window of cells around a unit.
pub(super) struct LocalWindow<'a> {
    places: Places<'a>,
    unit: &'a Unit,
    origin: Cell,
    size: Size,
    /// The index of the unit's own cell.
    own_index: usize,
    /// The time of a straight step onto each cell, in milli-steps, or [`BARRED`].
    entry_times: Vec<u32>,
    /// Impassable ground, whose corners diagonal steps may not cut.
    walls: Vec<bool>,
}

/// For each cell of a window, the least seed value plus path cost, and the next cell towards that seed.
pub(super) struct LocalField {
    values: Vec<i64>,
    toward: Vec<usize>,
}

impl<'a> LocalWindow<'a> {
    /// The cells within `radius` steps of the unit.
    pub(super) fn around(places: Places<'a>, unit: &'a Unit, radius: u16) -> LocalWindow<'a> {
        let land = places.world.size();
        let origin = Cell::new(unit.cell.x.saturating_sub(radius), unit.cell.y.saturating_sub(radius));
        let end = |at: u16, side: u16| at.saturating_add(radius).min(side - 1);
        let size = Size::new(
            end(unit.cell.x, land.width) - origin.x + 1,
            end(unit.cell.y, land.height) - origin.y + 1,
        );
        let cells = size.cells().map(|cell| Cell::new(cell.x + origin.x, cell.y + origin.y));
        let entry_times: Vec<u32> = cells.map(|cell| entry_time(places.world, unit, cell)).collect();
        let walls = entry_times.iter().map(|time| *time == BARRED).collect();
        let own_index = size.index(Cell::new(unit.cell.x - origin.x, unit.cell.y - origin.y));
        LocalWindow { places, unit, origin, size, own_index, entry_times, walls }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x.checked_sub(self.origin.x)?, cell.y.checked_sub(self.origin.y)?);
        let inner = Cell::new(x, y);
        self.size.contains(inner).then(|| self.size.index(inner))
    }

    fn cell(&self, index: usize) -> Cell {
        let inner = self.size.cell(index);
        Cell::new(inner.x + self.origin.x, inner.y + self.origin.y)
    }

    /// All cells of the window, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.entry_times.len()).map(|index| self.cell(index))
    }

    /// Whether the unit could stand on a cell; always true for its own.
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        cell == self.unit.cell || self.index(cell).is_some_and(|index| self.entry_times[index] != BARRED)
    }

    /// Forbids a cell.
    pub(super) fn forbid(&mut self, cell: Cell) {
        if let Some(index) = self.index(cell) {
            self.entry_times[index] = BARRED;
        }
    }

    /// Forbids cells that visible others hold.
    pub(super) fn forbid_held(&mut self) {
        let (places, unit) = (self.places, self.unit);
        let taken = |cell: &Cell| places.occupant_at(*cell).is_some_and(|holder| holder != unit.id);
        let held: Vec<Cell> =
            self.cells().filter(|cell| taken(cell) && places.sees(unit.people, *cell)).collect();
        for cell in held {
            self.forbid(cell);
        }
    }

    /// Spreads from seeds (a cell and its value) by walking time in milli-steps, up to values below `limit`.
    pub(super) fn spread(&self, seeds: impl Iterator<Item = (Cell, i64)>, limit: i64) -> LocalField {
        self.spread_until(seeds, |value, _| value >= limit)
    }

    /// The path from the unit to the seed with the least sum of seed value and path cost. `None` if the unit is already
    /// there or no seed is reachable.
    pub(super) fn path_to(&self, seeds: impl Iterator<Item = (Cell, i64)>) -> Option<Vec<Cell>> {
        let here = self.own_index;
        // Once the unit's own cell is expanded, its path is final; the rest need not be known.
        let field = self.spread_until(seeds, |_, index| index == here);
        self.path_along(here, &field)
    }

    /// Spreads from seeds until `is_end` accepts the value and index of the next cell.
    fn spread_until(
        &self,
        seeds: impl Iterator<Item = (Cell, i64)>,
        is_end: impl Fn(i64, usize) -> bool,
    ) -> LocalField {
        let mut field = LocalField {
            values: vec![i64::MAX; self.entry_times.len()],
            toward: (0..self.entry_times.len()).collect(),
        };
        // One number to compare: the value, then the cell.
        let key = |value: i64, index: usize| Reverse(value << INDEX_BITS | index as i64);
        let mut heap = Vec::with_capacity(self.entry_times.len());
        for (cell, value) in seeds {
            if let Some(index) = self.index(cell)
                && value < field.values[index]
            {
                field.values[index] = value;
                heap.push(key(value, index));
            }
        }
        let mut open = BinaryHeap::from(heap);
        while let Some(Reverse(next)) = open.pop() {
            let (value, index) = (next >> INDEX_BITS, (next & INDEX_MASK) as usize);
            if value > field.values[index] {
                continue;
            }
            if is_end(value, index) {
                break;
            }
            // The search runs backwards: the step goes from the neighbour onto this cell.
            let time = if self.entry_times[index] == BARRED { 1000 } else { self.entry_times[index] };
            let (straight, diagonal) = (i64::from(time), i64::from(time) * i64::from(DIAGONAL) / 1000);
            self.for_each_step_onto(index, |dir, next| {
                let next_value = value + if dir.is_diagonal() { diagonal } else { straight };
                if next_value < field.values[next] {
                    (field.values[next], field.toward[next]) = (next_value, index);
                    open.push(key(next_value, next));
                }
            });
        }
        field
    }

    /// Emits each direction and cell from which a unit can step onto a cell.
    fn for_each_step_onto(&self, index: usize, mut emit: impl FnMut(Dir8, usize)) {
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
            let is_open = self.entry_times[next] != BARRED || next == self.own_index;
            if is_open && !(dir.is_diagonal() && (self.walls[across] || self.walls[along])) {
                emit(dir, next);
            }
        }
    }

    /// The path from a cell to its seed; `None` if the cell is its own seed.
    fn path_along(&self, mut at: usize, field: &LocalField) -> Option<Vec<Cell>> {
        let mut cells = vec![self.unit.cell];
        while field.toward[at] != at && cells.len() <= self.entry_times.len() {
            at = field.toward[at];
            cells.push(self.cell(at));
        }
        (cells.len() > 1).then_some(cells)
    }

    /// The value of a cell, if the search reached it.
    pub(super) fn value(&self, field: &LocalField, cell: Cell) -> Option<i64> {
        self.index(cell).map(|index| field.values[index]).filter(|value| *value != i64::MAX)
    }

    /// The path to the safest place, where `worth` rates each cell in milli-steps of distance. The rating is multiplied
    /// by −1.2 and relaxed again: a detour is taken for more safety, even past the threat, and dead ends lose their
    /// appeal.
    pub(super) fn path_to_safety(&mut self, worth: impl Fn(&LocalWindow, Cell) -> i64) -> Option<Vec<Cell>> {
        self.forbid_held();
        let near = &*self;
        let open = near.cells().filter(|cell| near.is_open(*cell));
        near.path_to(open.map(|cell| (cell, -worth(near, cell) * 6 / 5)))
    }
}

/// The time of a straight step onto a cell, as far as is known, in milli-steps.
fn entry_time(world: &World, unit: &Unit, cell: Cell) -> u32 {
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
