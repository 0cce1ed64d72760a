//! Foresight: who would take another path if some commands were given now, or will for the last act, and who loses most.
//!
//! It is read from a copy of the land on which they were given; the game itself does not change.

use super::words::{days_change, effect_words, growth_words, steps_change};
use super::{Command, Viewport};
use crate::grid::Cell;
use crate::sim::{ActCounter, Game};
use crate::world::{DAY, Fortune, PeopleIx, Unit, UnitId, World};

/// Longest time until everybody has a new path, in ticks.
const TICKS_MAX: u64 = 60;
/// New paths that are shown, at most.
const PATHS_MAX: usize = 32;

/// Paths of the player's units over a place in sight where something is foretold: for a day after the telling, and while
/// the cursor is there.
pub(super) fn foretold_paths(game: &Game, view: &Viewport) -> Vec<Vec<Cell>> {
    let world = &game.world;
    let is_shown = |fortune: &Fortune| {
        let is_new = |notice: u64| world.tick + notice < fortune.due + DAY;
        let is_pointed_at = view.cursor.chebyshev(fortune.at) <= 1;
        game.derived.visible[PeopleIx::PLAYER][fortune.at] > 0
            && fortune.kind.notice().is_some_and(|notice| is_new(notice) || is_pointed_at)
    };
    let Some(Fortune { at, .. }) = world.fortune.filter(is_shown) else { return Vec::new() };
    let concerned = under_way_to(world, at).take(PATHS_MAX);
    concerned.map(|unit| unit.remaining_path(world.size())).collect()
}

/// The player's units whose paths, as far as they are planned cell by cell, lead over a cell or to it.
pub(super) fn under_way_to(world: &World, at: Cell) -> impl Iterator<Item = &Unit> {
    let own = world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
    own.filter(move |unit| unit.cells_ahead(world.size()).any(|cell| cell == at))
}

/// What some commands would change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Foresight {
    /// `12 replanned, 9 changed path, +340 steps, +2.1 days; Ada most: +18 steps, +0.4 days`.
    pub words: String,
    /// Paths that would break.
    pub old_paths: Vec<Vec<Cell>>,
    /// Paths that would be taken instead, the one that costs most time last.
    pub detours: Vec<Detour>,
}

/// A path that would be taken instead of another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Detour {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// What it costs together with those before it: `3 changed path, +40 steps, +0.4 days`.
    pub words: String,
}

/// What some commands would change, or without any the last act, of which the counter comes along. `None` once `goes_on`
/// says no.
///
/// # Errors
/// Why a command is refused.
pub fn foresee(
    (world, counter): (World, ActCounter),
    commands: &[Command],
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Foresight>, String> {
    let mut game = Game::from_world(world);
    game.derived.counter = counter;
    for command in commands {
        game.apply(command).map_err(|rejection| rejection.to_string())?;
    }
    let affected = game.derived.counter.affected.len();
    for _ in 0..TICKS_MAX {
        if !goes_on() {
            return Ok(None);
        }
        if game.derived.counter.replanned() >= affected {
            break;
        }
        game.tick();
    }
    Ok(Some(read(&game)))
}

/// What has changed in a game since its last act.
fn read(game: &Game) -> Foresight {
    let reading = &game.derived.counter;
    let own = |id: &UnitId| game.world.unit(*id).filter(|unit| unit.people == PeopleIx::PLAYER);
    let changed = reading.affected.iter().filter(|(_, cost)| cost.changed);
    let changed: Vec<_> = changed.filter_map(|(id, cost)| Some((own(id)?, cost))).collect();
    let reaches =
        |id: &UnitId| own(id).is_none_or(|unit| unit.path.as_ref().is_some_and(|path| path.reaches));
    let stuck = reading.affected.iter().filter(|(id, cost)| cost.old_path.is_none() && !reaches(id)).count();
    let mut words = vec![effect_words(reading)];
    let hardest = changed.iter().max_by_key(|(unit, cost)| (cost.time, unit.id));
    if let Some((unit, cost)) = hardest.filter(|(_, cost)| cost.time > 0) {
        let (steps, days) = (steps_change(cost.steps), days_change(cost.time));
        words.push(format!("{} most: {steps}, {days}", unit.name));
    }
    if stuck > 0 {
        words.push(format!("{stuck} cut off"));
    }
    let size = game.world.size();
    let mut costly: Vec<_> = changed;
    costly.sort_by_key(|(unit, cost)| (cost.time, unit.id));
    let shown = costly.split_off(costly.len().saturating_sub(PATHS_MAX));
    let mut sum = (0, 0);
    let detours = shown.iter().enumerate().map(|(before, (unit, cost))| {
        sum = (sum.0 + cost.steps, sum.1 + cost.time);
        Detour { cells: unit.remaining_path(size), words: growth_words(before + 1, sum) }
    });
    let detours = detours.collect();
    Foresight { words: words.join("; "), old_paths: reading.shown_paths.clone(), detours }
}
