//! Food is land: the residents of a settlement till good ground within a short walk, and live on what it bears.
//!
//! A field belongs to the settlement that tills it. What is built on, burnt or trodden to a road is lost to it. Ground that
//! is tilled for years tires, and rests when it is left.

use crate::grid::Cell;
use crate::land::{Good, Surface};
use crate::sim::Game;
use crate::sim::ground::GroundEdit;
use crate::world::{FIELD_STEPS_MAX, FIELDS_PER_RESIDENT, Patch, Season, Town, TownIx, World, YEAR_DAYS};
use std::collections::VecDeque;

/// Residents for each field more that is tilled in a day.
const RESIDENTS_PER_NEW_FIELD: u32 = 4;
/// What a field bears a day in each season, in hundredths of a load of grain.
const YIELDS: [u32; 4] = [1, 3, 4, 0];
/// Days of tilling after which ground is as tired as it gets: ten years. What it then bears, in percent of what it bore
/// at first: grass, and meadow, to which floods bring new soil.
const TIRED_DAYS_MAX: u16 = 10 * YEAR_DAYS as u16;
const TIRED_GRASS_PERCENT: u32 = 45;
const TIRED_MEADOW_PERCENT: u32 = 90;

/// Gives up fields that are lost or too many, tills new ones where hands and ground are left, and brings in the day's
/// grain. In a level the ground stays as it was drawn, and every resident's fields bear.
pub(super) fn work_fields(game: &mut Game, id: TownIx) {
    let is_drawn = game.world.land.is_drawn();
    if !is_drawn {
        lose_fields(game, id);
        till_fields(game, id);
    }
    let percent = if is_drawn { 100 } else { game.world.soil_percent(id) };
    let town = &mut game.world.towns[id];
    let fields = if is_drawn { hands_for_fields(town) } else { town.fields.len() };
    let season = Season::effective_at(game.world.tick);
    town.store(Good::Grain, fields as u32 * YIELDS[season as usize] * percent / 100);
    town.tired_days = (town.tired_days + u16::from(!is_drawn)).min(TIRED_DAYS_MAX);
}

/// Untilled ground gets back in a day what a day of tilling took.
pub(super) fn rest_ground(town: &mut Town) {
    town.tired_days = town.tired_days.saturating_sub(1);
}

impl World {
    /// What the fields of a settlement bear, in percent of what they bore when they were new.
    pub fn soil_percent(&self, id: TownIx) -> u32 {
        let town = self.town(id);
        let tired_by = u32::from(town.tired_days.min(TIRED_DAYS_MAX));
        let percent = |cell: &Cell| {
            let least = match self.patch(*cell).under {
                Some(Surface::Meadow) => TIRED_MEADOW_PERCENT,
                _ => TIRED_GRASS_PERCENT,
            };
            100 - (100 - least) * tired_by / u32::from(TIRED_DAYS_MAX)
        };
        let sum: u32 = town.fields.iter().map(percent).sum();
        sum.checked_div(town.fields.len() as u32).unwrap_or(100)
    }
}

/// The number of fields that the residents of a settlement can till.
fn hands_for_fields(town: &Town) -> usize {
    (FIELDS_PER_RESIDENT * town.residents) as usize
}

/// Whether there is less ground around a settlement than its residents could till.
pub(super) fn is_short_of_ground(town: &Town) -> bool {
    town.fields.len() * 6 < hands_for_fields(town) * 5
}

/// Drops fields that are none any more, and lets the farthest lie fallow when there are too few hands.
fn lose_fields(game: &mut Game, id: TownIx) {
    let hands = hands_for_fields(game.world.town(id));
    let fields = std::mem::take(&mut game.world.towns[id].fields);
    let is_field = |world: &World, cell: Cell| world.land.surface[cell] == Surface::Field;
    let mut kept = Vec::with_capacity(fields.len());
    for cell in fields.into_iter().filter(|cell| is_field(&game.world, *cell)).collect::<Vec<_>>() {
        if kept.len() < hands && !game.world.ground.tier[cell].is_road() {
            kept.push(cell);
        } else {
            lie_fallow(game, cell);
        }
    }
    game.world.towns[id].fields = kept;
}

/// Turns all fields of a settlement back into grass.
pub(super) fn abandon_fields(game: &mut Game, id: TownIx) {
    for cell in std::mem::take(&mut game.world.towns[id].fields) {
        if game.world.land.surface[cell] == Surface::Field {
            lie_fallow(game, cell);
        }
    }
}

fn lie_fallow(game: &mut Game, cell: Cell) {
    let patch = game.world.patch(cell);
    let mut edit = GroundEdit::default();
    edit.set(game, cell, patch.fallow());
    edit.show(game);
}

/// Tills the nearest open ground.
fn till_fields(game: &mut Game, id: TownIx) {
    let town = game.world.town(id);
    let missing = hands_for_fields(town).saturating_sub(town.fields.len());
    let today = (1 + town.residents / RESIDENTS_PER_NEW_FIELD) as usize;
    if missing == 0 {
        return;
    }
    let tilled: Vec<Cell> = open_ground(game, town).into_iter().take(missing.min(today)).collect();
    let mut edit = GroundEdit::default();
    for cell in &tilled {
        let before = game.world.patch(*cell);
        let under = Some(before.under.unwrap_or(before.surface));
        edit.set(game, *cell, Patch { surface: Surface::Field, under, ..before });
    }
    edit.show(game);
    game.world.towns[id].fields.extend(tilled);
}

/// The ground around a settlement that could be tilled, the nearest first.
fn open_ground(game: &Game, town: &Town) -> Vec<Cell> {
    let (world, home) = (&game.world, town.cell);
    let reach = u32::from(FIELD_STEPS_MAX);
    let is_near = |other: &&Town| other.cell.chebyshev(home) <= 2 * reach;
    // Cells within reach, row by row.
    let side = 2 * reach as usize + 1;
    let place = |cell: Cell| {
        let [dx, dy] = [(cell.x, home.x), (cell.y, home.y)]
            .map(|(at, from)| usize::from(at) + reach as usize - usize::from(from));
        dy * side + dx
    };
    let mut is_tilled = vec![false; side * side];
    let fields = world.towns.iter().filter(is_near).flat_map(|town| &town.fields);
    for field in fields.filter(|field| field.chebyshev(home) <= reach) {
        is_tilled[place(*field)] = true;
    }
    let mut seen = vec![false; side * side];
    seen[place(home)] = true;
    let (mut queue, mut open) = (VecDeque::from([(home, 0)]), Vec::new());
    while let Some((cell, steps)) = queue.pop_front() {
        let is_good = match world.land.surface[cell] {
            Surface::Meadow | Surface::Grass => true,
            // A field that was put back by undoing what was built on it.
            Surface::Field => !is_tilled[place(cell)],
            _ => false,
        };
        let is_free = !world.ground.tier[cell].is_road() && !game.derived.haven[cell];
        if is_good && is_free && !world.ground.blazes.contains_key(&(world.size().index(cell) as u32)) {
            open.push(cell);
        }
        for (_, next) in world.size().neighbours(cell) {
            let surface = world.land.surface[next];
            let is_way = !surface.is_blocked() && surface != Surface::River;
            if steps < reach && is_way && !std::mem::replace(&mut seen[place(next)], true) {
                queue.push_back((next, steps + 1));
            }
        }
    }
    open.sort_by_key(|cell| (home.octile(*cell), *cell));
    open
}
