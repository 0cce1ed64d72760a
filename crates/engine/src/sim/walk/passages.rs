//! One-wide passages: a direction token admits at most eight units from one side while others wait at the other.
//!
//! Waiting units stand back from the mouth, so that units coming out have room and the queue does not push.
//!
//! A cell is *narrow* when the ground around it would fall apart without it; a passage is a connected group of narrow
//! cells. Passages are derived from the ground; the tokens are saved.

use crate::grid::{Cell, Layer, Size};
use crate::land::{Land, Surface};
use crate::sim::walk::occupancy;
use crate::sim::{Derived, Game};
use crate::world::{Block, PassageToken};

/// Fewer narrow cells than this make a doorway, where passing and yielding are enough.
const CELLS_MIN: usize = 3;

/// Units admitted from one side while another waits at the other.
const TURN_UNITS: u16 = 8;

/// Units whose cells before the mouth are this close count as coming from the same side, in steps.
const SAME_SIDE_STEPS: u32 = 2;

/// Ticks for which a waiting unit keeps its claim to the next turn.
const CLAIM_TICKS: u64 = 40;

/// Steps before a mouth that waiting units leave free for those coming out.
const APRON_STEPS: usize = 4;

/// Steps before a mouth within which standing units form a queue.
const QUEUE_STEPS: usize = 16;

/// Ticks without a step after which a unit stops waiting for the token.
const PATIENCE_TICKS: u64 = 960;

/// The passages of a land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passages {
    /// 1 + the index of the passage of each cell, or 0.
    indices: Layer<u16>,
    /// The cells of each passage.
    cells: Vec<Vec<Cell>>,
}

impl Passages {
    /// Finds the passages of a land.
    pub fn of(land: &Land) -> Self {
        let size = land.size;
        let mut passages = Self { indices: Layer::new(size, 0), cells: Vec::new() };
        let is_narrow_cell = |cell: Cell| !is_permanently_blocked(land, cell) && is_narrow(land, cell);
        let mut seen = Layer::new(size, false);
        for start in size.cells() {
            if seen[start] || !is_narrow_cell(start) {
                continue;
            }
            let cells = connected_narrow_cells(size, start, &mut seen, &is_narrow_cell);
            if cells.len() >= CELLS_MIN && passages.cells.len() < usize::from(u16::MAX) - 1 {
                passages.cells.push(cells);
                for cell in passages.cells.last().into_iter().flatten() {
                    passages.indices[*cell] = passages.cells.len() as u16;
                }
            }
        }
        passages
    }

    /// The index of the passage that a cell belongs to.
    pub fn at(&self, cell: Cell) -> Option<usize> {
        usize::from(self.indices[cell]).checked_sub(1)
    }

    /// The cells of a passage.
    pub fn cells(&self, passage: usize) -> &[Cell] {
        &self.cells[passage]
    }
}

/// The narrow cells connected to one.
fn connected_narrow_cells(
    size: Size,
    start: Cell,
    seen: &mut Layer<bool>,
    is_narrow: &impl Fn(Cell) -> bool,
) -> Vec<Cell> {
    let mut cells = vec![start];
    seen[start] = true;
    let mut next = 0;
    while next < cells.len() {
        for (_, other) in size.neighbours(cells[next]) {
            if !seen[other] && is_narrow(other) {
                seen[other] = true;
                cells.push(other);
            }
        }
        next += 1;
    }
    cells
}

/// Whether a cell is blocked permanently; fire is not.
fn is_permanently_blocked(land: &Land, cell: Cell) -> bool {
    land.is_blocked(cell) && land.surface[cell] != Surface::Fire
}

/// Whether the free cells around a free cell fall into parts that are connected only through it.
pub(in crate::sim) fn is_narrow(land: &Land, cell: Cell) -> bool {
    let mut free = [false; 8];
    for (dir, other) in land.size.neighbours(cell) {
        free[dir as usize] = !is_permanently_blocked(land, other);
    }
    // Around the ring: a part begins where a free cell follows a blocked one. Parts of a single corner do not count.
    let starts_part = |i: usize| free[i] && !free[(i + 7) % 8];
    let reaches_side = |i: usize| {
        let part = (0..8).map(|step| (i + step) % 8).take_while(|at| free[*at]);
        part.into_iter().any(|at| at % 2 == 0)
    };
    (0..8).filter(|i| starts_part(*i) && reaches_side(*i)).count() >= 2
}

/// Whether the token lets a unit go on: into the passage of its next step, in which case it takes the token, or
/// towards a passage nearby. A unit that has to wait keeps the ground before the mouth free.
pub(in crate::sim) fn may_enter_passage(game: &mut Game, index: usize, next: Cell) -> bool {
    let here = game.world.units[index].cell;
    let apron = if game.derived.passages.at(here).is_some() { 1 } else { APRON_STEPS };
    let Some((passage, before)) = passage_ahead(game, index, next, apron) else { return true };
    let now = game.world.tick;
    let since = match game.world.units[index].blocked {
        Some((Block::Passage | Block::Unit(_), since)) => since,
        _ => now,
    };
    if now - since >= PATIENCE_TICKS || is_admitted(game, index, passage, before) {
        if before == here {
            take_token(game, passage, here);
        }
        return true;
    }
    game.world.units[index].blocked = Some((Block::Passage, since));
    false
}

/// Whether a unit stands in the queue before a passage that it may not enter; there, units do not push.
pub(super) fn is_queueing(game: &mut Game, index: usize, wanted: Cell) -> bool {
    let here = game.world.units[index].cell;
    if game.derived.passages.at(here).is_some() {
        return false;
    }
    let ahead = passage_ahead(game, index, wanted, QUEUE_STEPS);
    ahead.is_some_and(|(passage, before)| !is_admitted(game, index, passage, before))
}

/// The passage that a unit's path enters within `within` steps, of which `next` is the first, and the cell before
/// its mouth.
fn passage_ahead(game: &Game, index: usize, next: Cell, within: usize) -> Option<(usize, Cell)> {
    let unit = &game.world.units[index];
    let passages = &game.derived.passages;
    let mut before = unit.cell;
    for cell in std::iter::once(next).chain(unit.cells_ahead(game.world.size()).skip(1)).take(within) {
        if let Some(passage) = passages.at(cell).filter(|passage| passages.at(before) != Some(*passage)) {
            return Some((passage, before));
        }
        before = cell;
    }
    None
}

/// Whether a step would lead into a passage. Units are never pushed into one, nor do they enter one without a path.
pub(in crate::sim) fn enters_passage(derived: &Derived, from: Cell, to: Cell) -> bool {
    let passages = &derived.passages;
    passages.at(to).is_some_and(|passage| passages.at(from) != Some(passage))
}

/// The key of a passage's token: the index of its first cell.
fn token_key(game: &Game, passage: usize) -> u32 {
    game.world.size().index(game.derived.passages.cells(passage)[0]) as u32
}

/// Whether a unit may enter a passage from the cell before its mouth; if not, it claims the next turn.
fn is_admitted(game: &mut Game, index: usize, passage: usize, before: Cell) -> bool {
    let now = game.world.tick;
    let Some(token) = game.world.tokens.get(&token_key(game, passage)).copied() else { return true };
    if token.from.chebyshev(before) <= SAME_SIDE_STEPS {
        return token.entered < TURN_UNITS || !is_claimed(&token, now);
    }
    let has_walker = |cell: &Cell| {
        let holder = occupancy::other_holder(game, index, *cell).and_then(|id| game.world.unit_index(id));
        holder.is_some_and(|other| occupancy::is_walking(&game.world, other))
    };
    let is_empty = !game.derived.passages.cells(passage).iter().any(has_walker);
    if !is_empty {
        let refused = Some(now);
        game.world.tokens.insert(token_key(game, passage), PassageToken { refused, ..token });
    }
    is_empty
}

/// Records a unit that enters from this cell.
fn take_token(game: &mut Game, passage: usize, here: Cell) {
    let now = game.world.tick;
    let fresh = PassageToken { from: here, entered: 0, refused: None };
    let key = token_key(game, passage);
    let token = game.world.tokens.entry(key).or_insert(fresh);
    if token.from.chebyshev(here) > SAME_SIDE_STEPS {
        *token = fresh;
    } else if !is_claimed(token, now) {
        token.entered = 0;
    }
    token.entered = token.entered.saturating_add(1);
}

/// Whether a unit at the other mouth has been refused recently.
fn is_claimed(token: &PassageToken, now: u64) -> bool {
    token.refused.is_some_and(|tick| now < tick + CLAIM_TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::Recipe;

    #[test]
    fn a_corridor_is_a_passage_and_open_ground_is_not() {
        let size = Size::new(20, 9);
        let mut surface = Layer::new(size, Surface::Meadow);
        for cell in size.cells().filter(|cell| (6..14).contains(&cell.x) && cell.y != 4) {
            surface[cell] = Surface::Wall;
        }
        let (height, recipe) = (Layer::new(size, 300), Recipe::default());
        let land = Land { size, surface, height, sites: Vec::new(), recipe, features: Vec::new() };
        let passages = Passages::of(&land);
        for cell in size.cells() {
            // The cells before the mouths belong to the passage: without them, the corridor would be disconnected.
            let is_inside = cell.y == 4 && (5..15).contains(&cell.x);
            assert_eq!(passages.at(cell).is_some(), is_inside, "{cell:?}");
        }
    }
}
