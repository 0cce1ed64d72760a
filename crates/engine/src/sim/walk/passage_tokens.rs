//! Direction tokens of one-wide passages: at most eight units go in from one side while others wait at the other.
//!
//! Waiting units stand back from the mouth, so that units coming out have room and the queue does not push.

use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Block, PassageToken, UnitIx};

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

/// Whether the token lets a unit go on: into the passage of its next step, in which case it takes the token, or
/// towards a passage nearby. A unit that has to wait keeps the ground before the mouth free.
pub(super) fn may_enter_passage(game: &mut Game, index: UnitIx, next: Cell) -> bool {
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
pub(super) fn is_queueing(game: &mut Game, index: UnitIx, wanted: Cell) -> bool {
    let here = game.world.units[index].cell;
    if game.derived.passages.at(here).is_some() {
        return false;
    }
    let ahead = passage_ahead(game, index, wanted, QUEUE_STEPS);
    ahead.is_some_and(|(passage, before)| !is_admitted(game, index, passage, before))
}

/// The passage that a unit's path enters within `within` steps, of which `next` is the first, and the cell before
/// its mouth.
fn passage_ahead(game: &Game, index: UnitIx, next: Cell, within: usize) -> Option<(usize, Cell)> {
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

/// The key of a passage's token: the index of its first cell.
fn token_key(game: &Game, passage: usize) -> u32 {
    game.world.size().index(game.derived.passages.cells(passage)[0]) as u32
}

/// Whether a unit may enter a passage from the cell before its mouth; if not, it claims the next turn.
fn is_admitted(game: &mut Game, index: UnitIx, passage: usize, before: Cell) -> bool {
    let now = game.world.tick;
    let Some(token) = game.world.tokens.get(&token_key(game, passage)).copied() else { return true };
    if token.from.chebyshev(before) <= SAME_SIDE_STEPS {
        return token.entered < TURN_UNITS || !is_claimed(&token, now);
    }
    let has_walker = |cell: &Cell| {
        let holder = game
            .derived
            .other_holder(*cell, game.world.units[index].id)
            .and_then(|id| game.world.unit_index(id));
        holder.is_some_and(|other| game.world.units[other].is_walking())
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
