//! Sources of influence: what each people sees of friends and foes is stamped onto its maps, a few rows per tick.
//!
//! What does not live here: how influence spreads and fades, and the fear that results (`world::influence`).

use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{InfluenceLayer, Nature, PeopleIx, Unit};
use std::ops::Range;

/// Base strength of a settlement, and the residents for each point more.
const TOWN_STRENGTH: u32 = 3;

const RESIDENTS_PER_STRENGTH: u32 = 20;
/// Strength of an own tower.
const TOWER_STRENGTH: u32 = 2;
/// Strength of an own unit that strikes back.
const WALKER_STRENGTH: u32 = 1;
/// Strength of a unit that can be robbed, and the addition for a load.
const PREY_STRENGTH: u32 = 2;

const LOAD_STRENGTH: u32 = 2;

/// Strength on each block of a row, by mood.
type MoodStrengths = [Vec<u32>; 3];

/// Updates the influence maps of all peoples, in the rows that are due.
pub(super) fn spread_influence(game: &mut Game) {
    for people in game.world.peoples.indices() {
        if game.world.people(people).nature == Nature::Wild {
            continue;
        }
        let rows = game.world.people(people).belief.influence().due(game.world.tick);
        if rows.is_empty() {
            continue;
        }
        let (tick, stamps) = (game.world.tick, stamps(game, people, &rows));
        let belief = &mut game.world.peoples[people].belief;
        for (row, stamps) in rows.zip(stamps) {
            belief.advance_influence(row, &stamps, tick);
        }
    }
}

/// What a people sees of friends and foes on some rows of blocks.
fn stamps(game: &Game, people: PeopleIx, rows: &Range<u16>) -> Vec<MoodStrengths> {
    let influence = game.world.people(people).belief.influence();
    let columns = influence.blocks().0;
    let mut stamps: Vec<MoodStrengths> = rows.clone().map(|_| empty_stamps(columns)).collect();
    let mut stamp = |cell: Cell, mood: InfluenceLayer, strength: u32| {
        let block = influence.block_of(cell);
        let (row, column) = ((block / usize::from(columns)) as u16, block % usize::from(columns));
        if rows.contains(&row) {
            stamps[usize::from(row - rows.start)][mood as usize][column] += strength;
        }
    };
    let is_in_rows = |cell: Cell| rows.contains(&influence.row_of(cell));
    for unit in game.world.units.iter().filter(|unit| is_in_rows(unit.cell)) {
        if let Some((mood, strength)) = mood_and_strength(game, people, unit) {
            stamp(unit.cell, mood, strength);
        }
    }
    for id in game.world.living_towns() {
        let town = game.world.town(id);
        if town.people == people {
            stamp(
                town.cell,
                InfluenceLayer::Friends,
                TOWN_STRENGTH + town.residents / RESIDENTS_PER_STRENGTH,
            );
        }
    }
    let size = game.world.size();
    let towers = game.world.ground.towers.iter().filter(|(_, owner)| **owner == people);
    for cell in towers.map(|(index, _)| size.cell(*index as usize)) {
        stamp(cell, InfluenceLayer::Friends, TOWER_STRENGTH);
    }
    stamps
}

/// What a unit means to a people, and with what strength, if the people sees it outside.
fn mood_and_strength(game: &Game, people: PeopleIx, unit: &Unit) -> Option<(InfluenceLayer, u32)> {
    let row = unit.kind.row();
    if game.derived.haven[unit.cell] {
        return None;
    }
    if unit.people == people {
        let strength = if row.strikes_first { row.strength } else { WALKER_STRENGTH };
        return (row.strength > 0).then_some((InfluenceLayer::Friends, strength));
    }
    let is_foe = row.is_hunter() || game.world.at_war(people, unit.people);
    if !is_foe || !game.places().sees_unit(people, unit) {
        return None;
    }
    Some(if row.strikes_first {
        (InfluenceLayer::Threat, row.strength)
    } else {
        (InfluenceLayer::Quarry, PREY_STRENGTH + if unit.cargo.is_some() { LOAD_STRENGTH } else { 0 })
    })
}

fn empty_stamps(columns: u16) -> MoodStrengths {
    std::array::from_fn(|_| vec![0; usize::from(columns)])
}
