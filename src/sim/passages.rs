//! One-wide passages: a direction token lets at most eight go in from one side while others wait at the other.
//!
//! A cell is *narrow* when the ground around it falls apart without it, and a passage is a string of narrow cells.
//! The passages are derived from the ground; the tokens are saved.

use super::Game;
use crate::grid::{Cell, Layer, Size};
use crate::land::{Land, Surface};
use crate::world::{Block, Token};

/// Fewer narrow cells than this make a doorway, where passing and yielding will do.
const CELLS_MIN: usize = 3;
/// How many may go in from one side while somebody waits at the other.
const TURN: u16 = 8;
/// Cells before the mouth within which two units count as coming from the same side, in steps.
const SAME_SIDE: u32 = 2;
/// Ticks for which somebody who was made to wait keeps his claim.
const CLAIM: u64 = 40;
/// Ticks after which nobody waits for a token any more.
const PATIENCE: u64 = 600;

/// The passages of a land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passages {
    /// 1 + number of the passage that each cell belongs to, or 0.
    number: Layer<u16>,
    /// The cells of each passage.
    cells: Vec<Vec<Cell>>,
}

impl Passages {
    /// Finds the passages of a land.
    pub fn of(land: &Land) -> Self {
        let size = land.size;
        let mut passages = Self { number: Layer::new(size, 0), cells: Vec::new() };
        let narrow = |cell: Cell| !is_solid(land, cell) && is_narrow(land, cell);
        let mut seen = Layer::new(size, false);
        for start in size.cells() {
            if seen[start] || !narrow(start) {
                continue;
            }
            let cells = string_from(size, start, &mut seen, &narrow);
            if cells.len() >= CELLS_MIN && passages.cells.len() < usize::from(u16::MAX) - 1 {
                passages.cells.push(cells);
                for cell in passages.cells.last().into_iter().flatten() {
                    passages.number[*cell] = passages.cells.len() as u16;
                }
            }
        }
        passages
    }

    /// The passage that a cell belongs to, if it belongs to one.
    pub fn at(&self, cell: Cell) -> Option<usize> {
        usize::from(self.number[cell]).checked_sub(1)
    }

    /// The cells of a passage.
    pub fn cells(&self, passage: usize) -> &[Cell] {
        &self.cells[passage]
    }
}

/// The narrow cells that hang together with one.
fn string_from(size: Size, start: Cell, seen: &mut Layer<bool>, narrow: &impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut cells = vec![start];
    seen[start] = true;
    let mut next = 0;
    while next < cells.len() {
        for (_, other) in size.neighbours(cells[next]) {
            if !seen[other] && narrow(other) {
                seen[other] = true;
                cells.push(other);
            }
        }
        next += 1;
    }
    cells
}

/// Whether a cell bars the way for good: fire does not.
fn is_solid(land: &Land, cell: Cell) -> bool {
    land.is_blocked(cell) && land.surface[cell] != Surface::Fire
}

/// Whether the free cells around a free cell fall into parts that meet only through it.
fn is_narrow(land: &Land, cell: Cell) -> bool {
    let mut free = [false; 8];
    for (dir, other) in land.size.neighbours(cell) {
        free[dir as usize] = !is_solid(land, other);
    }
    // Round the ring: a part begins where a free cell follows a blocked one; corners alone lead nowhere.
    let begins = |i: usize| free[i] && !free[(i + 7) % 8];
    let reaches_side = |i: usize| {
        let part = (0..8).map(|step| (i + step) % 8).take_while(|at| free[*at]);
        part.into_iter().any(|at| at % 2 == 0)
    };
    (0..8).filter(|i| begins(*i) && reaches_side(*i)).count() >= 2
}

impl Game {
    /// Whether the token lets a unit go into the passage that its next step leads into; whoever may go takes it.
    pub(super) fn may_enter_passage(&mut self, index: usize, next: Cell) -> bool {
        let here = self.world.units[index].cell;
        let passages = &self.derived.passages;
        let Some(passage) = passages.at(next).filter(|passage| passages.at(here) != Some(*passage)) else {
            return true;
        };
        let now = self.world.tick;
        let since = match self.world.units[index].blocked {
            Some((Block::Passage, since)) => since,
            _ => now,
        };
        if now - since >= PATIENCE || self.take_token(index, passage, here) {
            return true;
        }
        self.world.units[index].blocked = Some((Block::Passage, since));
        false
    }

    /// Whether a step would lead into a passage: nobody is shoved into one, or gropes or sidles into it.
    pub(super) fn leads_into_passage(&self, from: Cell, to: Cell) -> bool {
        let passages = &self.derived.passages;
        passages.at(to).is_some_and(|passage| passages.at(from) != Some(passage))
    }

    fn take_token(&mut self, index: usize, passage: usize, here: Cell) -> bool {
        let me = self.world.units[index].id;
        let cells = self.derived.passages.cells(passage);
        let empty = cells.iter().all(|cell| !self.derived.is_taken(*cell, me));
        let key = self.world.size().index(cells[0]) as u32;
        let now = self.world.tick;
        let fresh = Token { from: here, entered: 0, refused: None };
        let token = self.world.tokens.entry(key).or_insert(fresh);
        let same_side = token.from.steps_to(here) <= SAME_SIDE;
        let claimed = token.refused.is_some_and(|tick| now < tick + CLAIM);
        if same_side && claimed && token.entered >= TURN {
            return false;
        }
        if !same_side && !empty {
            token.refused = Some(now);
            return false;
        }
        if !same_side {
            *token = fresh;
        } else if !claimed {
            token.entered = 0;
        }
        token.entered = token.entered.saturating_add(1);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corridor_is_a_passage_and_open_ground_is_not() {
        let size = Size::new(20, 9);
        let mut surface = Layer::new(size, Surface::Meadow);
        for cell in size.cells().filter(|cell| (6..14).contains(&cell.x) && cell.y != 4) {
            surface[cell] = Surface::Wall;
        }
        let land = Land { size, surface, height: Layer::new(size, 300), sites: Vec::new() };
        let passages = Passages::of(&land);
        for cell in size.cells() {
            // The cells before the mouths belong to it: without them the corridor hangs on nothing.
            let inside = cell.y == 4 && (5..15).contains(&cell.x);
            assert_eq!(passages.at(cell).is_some(), inside, "{cell:?}");
        }
    }
}
