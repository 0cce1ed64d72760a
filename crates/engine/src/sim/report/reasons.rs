//! Reports in words why a scout goes where it goes, and which surprises units meet.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::{Game, chronicle, counted};
use crate::world::{Behaviour, Believed, Explore, Guess, PeopleIx, Unit, UnitIx, World};

/// A scout's reason for its chosen target: `to see what lies beyond the river north-east of Mill, 31 steps away,
/// rough land by the look of it`.
pub fn scouting_reason(world: &World, unit: &Unit) -> Option<String> {
    let Some(Behaviour::Explore(Explore { target: Some(border), .. })) = unit.top() else { return None };
    let belief = &world.people(unit.people).belief;
    let Believed::Known { surface, tier } = belief.at(*border) else { return None };
    let what = if tier.is_road() { tier.name() } else { surface.name() };
    let place = chronicle::whereabouts(world, *border);
    let far = counted(unit.cell.chebyshev(*border) as usize, "step");
    let looks = unknown_text(world, unit.people, *border);
    Some(format!("to see what lies beyond the {what} {place}, {far} away{looks}"))
}

/// What the unknown land next to a frontier cell is assumed to be.
fn unknown_text(world: &World, people: PeopleIx, border: Cell) -> &'static str {
    let belief = &world.people(people).belief;
    let guesses = world.size().neighbours(border).filter_map(|(_, cell)| match belief.at(cell) {
        Believed::Unknown(guess) => Some(guess),
        Believed::Known { .. } => None,
    });
    match guesses.into_iter().next() {
        Some(Guess::Open) => ", open land by the look of it",
        Some(Guess::Rough) => ", rough land by the look of it",
        _ => "",
    }
}

/// Reports the chosen target of a scout of the player's people.
pub(in crate::sim) fn note_scouting_reason(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    if let Some(reason) = scouting_reason(&game.world, unit).filter(|_| unit.people == PeopleIx::PLAYER) {
        let (cell, text) = (unit.cell, format!("{} goes {reason}", unit.name));
        chronicle::queue_event(game, 2, cell, text);
    }
}

/// Reports that a unit learns that its path is blocked some way ahead.
pub(in crate::sim) fn note_blocked_path(game: &mut Game, index: UnitIx, at: Cell) {
    let unit = &game.world.units[index];
    let Believed::Known { surface, .. } = game.world.people(unit.people).belief.at(at) else { return };
    if unit.people == PeopleIx::PLAYER && unit.kind.ground_time(surface).is_none() {
        let (cell, name) = (unit.cell, unit.name.clone());
        let place = chronicle::whereabouts(&game.world, at);
        chronicle::queue_event(
            game,
            2,
            cell,
            format!("{name} hears of {} on the way, {place}, and thinks again", surface.name()),
        );
    }
}

/// Reports that a unit meets ground that it cannot enter and that it believed to be something else.
pub(in crate::sim) fn note_surprise(game: &mut Game, index: UnitIx, believed: Believed, found: Surface) {
    let unit = &game.world.units[index];
    let (cell, name) = (unit.cell, unit.name.clone());
    let place = chronicle::whereabouts(&game.world, cell);
    let text = match believed {
        Believed::Known { surface: Surface::Bridge, .. } => {
            format!("{name} finds the bridge gone {place}")
        }
        Believed::Known { surface, .. } if surface != found => {
            format!("{name} meets {} {place} where {} was remembered", found.name(), surface.name())
        }
        _ => format!("{name} meets {} {place}", found.name()),
    };
    chronicle::queue_event(game, 2, cell, format!("{text} and thinks again"));
}
