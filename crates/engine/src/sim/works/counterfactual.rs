//! Beliefs as they would be: without the works of a people, or with one that is only offered.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::Game;
use crate::world::{Belief, Believed, COVERED_STEPS, Kind, PeopleIx, Tier, Work, WorkKind, World};

/// What a people believes, a word a cell, without its own open works.
pub(super) fn words_without(world: &World, people: PeopleIx) -> Vec<u16> {
    let belief = &world.people(people).belief;
    let mut words = belief.words().to_vec();
    for work in world.works.of(people).filter(|work| work.is_open) {
        take_away(world, work, &mut words);
    }
    words
}

fn take_away(world: &World, work: &Work, words: &mut [u16]) {
    let size = world.size();
    for was in &work.cells {
        let word = &mut words[size.index(was.cell)];
        let Believed::Known { surface, tier } = Belief::unpack(*word) else { continue };
        let is_paved = work.kind == WorkKind::Paving && tier > was.tier;
        if is_paved || work.kind.surface() == Some(surface) {
            let ground = if is_paved { surface } else { was.surface };
            *word = Belief::word_with_ground(*word, ground, was.tier.min(tier));
        }
    }
    if work.fear > 0 {
        for cell in size.square(work.middle(), COVERED_STEPS as u16) {
            let word = &mut words[size.index(cell)];
            if Belief::word_is_known(*word) {
                let band = work.fear.max(Belief::fear_of(*word) as u8);
                *word = Belief::word_with_fear(*word, band);
            }
        }
    }
}

/// What a people believes, a word a cell, with one more work.
pub(super) fn words_with(world: &World, people: PeopleIx, kind: WorkKind, cells: &[Cell]) -> Vec<u16> {
    let size = world.size();
    let mut words = world.people(people).belief.words().to_vec();
    for cell in cells {
        let word = &mut words[size.index(*cell)];
        let Believed::Known { surface, tier } = Belief::unpack(*word) else { continue };
        *word = match kind {
            WorkKind::Bridge => Belief::word_with_ground(*word, Surface::Bridge, tier),
            WorkKind::Cut => Belief::word_with_ground(*word, Surface::Cut, tier),
            WorkKind::Paving => Belief::word_with_ground(*word, surface, tier.max(Tier::Paved)),
            _ => *word,
        };
    }
    if kind == WorkKind::Guard {
        for cell in cells.iter().flat_map(|post| size.square(*post, COVERED_STEPS as u16)) {
            let word = &mut words[size.index(cell)];
            if Belief::word_is_known(*word) {
                *word = Belief::word_with_fear(*word, 0);
            }
        }
    }
    words
}

/// The cheapest path of a people's porter over these beliefs, with its walking time.
pub(super) fn timed_path(
    game: &Game,
    people: PeopleIx,
    words: &[u16],
    ends: (Cell, Cell),
) -> Option<(Vec<Cell>, u32)> {
    let believes = game.believes(people, Kind::Porter, &[]).with_words(words);
    crate::plan::timed_path(&believes, &game.derived.abstractions, game.world.size(), ends)
}

/// Whether a trip of this time could lead over one of these cells on dirt roads: on better ones it seldom comes from
/// farther away.
pub(super) fn could_lead_over(cells: &[Cell], (from, to): (Cell, Cell), time: u32) -> bool {
    let road_time = |cell: &Cell| Kind::Porter.on_road(from.octile(*cell) + cell.octile(to), Tier::Dirt).0;
    cells.iter().any(|cell| road_time(cell) < time)
}
