//! Words that results of commands and descriptions of a land have in common: counts, directions and places.

use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{PeopleIx, TownIx, TownKind, World};

/// The settlement or ruin on a cell, if the player's people knows of it.
pub fn known_place(game: &Game, cell: Cell) -> Option<TownIx> {
    game.places().built_at(cell).filter(|id| game.world.people(PeopleIx::PLAYER).knows_as(*id).is_some())
}

/// The settlement on a cell that stands as far as the player's people knows.
pub(in crate::sim) fn standing_place(game: &Game, cell: Cell) -> Option<TownIx> {
    let is_standing = |id: &TownIx| {
        game.world.people(PeopleIx::PLAYER).knows_as(*id).is_some_and(|kind| kind != TownKind::Ruin)
    };
    known_place(game, cell).filter(is_standing)
}

/// The name of the settlement on a cell, or where the cell is if the player's people knows of none.
pub fn place_name(game: &Game, cell: Cell) -> String {
    place_words(&game.world, cell, standing_place(game, cell))
}

/// The name of a settlement; if there is none, how far the cell is from the nearest that the player's people knows
/// (`9 steps north of Mill`), or in which part of the land (`the north-west`).
pub fn place_words(world: &World, cell: Cell, town: Option<TownIx>) -> String {
    if let Some(id) = town {
        return world.town(id).name.clone();
    }
    let Some(near) = world.nearest_known_town(cell).map(|id| world.town(id)) else {
        return part_of_land(world, cell);
    };
    let away = counted(near.cell.chebyshev(cell) as usize, "step");
    match direction_to(near.cell, cell) {
        Some(side) => format!("{away} {side} of {}", near.name),
        None => format!("{away} from {}", near.name),
    }
}

/// The part of the land in which a cell is: `the north-west`.
fn part_of_land(world: &World, cell: Cell) -> String {
    let size = world.size();
    let middle = Cell::new(size.width / 2, size.height / 2);
    format!("the {}", direction_to(middle, cell).unwrap_or("middle"))
}

/// Where a cell is, named after places of the player's people: `at Mill`, or `north-east of Mill`.
pub fn whereabouts(world: &World, cell: Cell) -> String {
    whereabouts_near(world, cell, world.nearest_known_town(cell))
}

/// Where a cell is, named after a settlement.
pub fn whereabouts_near(world: &World, cell: Cell, near: Option<TownIx>) -> String {
    let Some(town) = near.map(|id| world.town(id)) else {
        return format!("in {}", part_of_land(world, cell));
    };
    match direction_to(town.cell, cell) {
        Some(word) => format!("{word} of {}", town.name),
        None => format!("at {}", town.name),
    }
}

/// A count with its noun: `1 step`, `2 steps`, `3 passes`, `4 deliveries`, `5 wolves`, `6 deer`.
pub fn counted(count: usize, what: &str) -> String {
    if what == "deer" {
        return format!("{count} {what}");
    }
    if let Some(stem) = what.strip_suffix("lf").filter(|_| count != 1) {
        return format!("{count} {stem}lves");
    }
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o'])) {
        _ if count == 1 => format!("1 {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None if what.ends_with('s') => format!("{count} {what}es"),
        None => format!("{count} {what}s"),
    }
}

/// The compass direction from `from` to a cell; `None` within two steps.
pub fn direction_to(from: Cell, cell: Cell) -> Option<&'static str> {
    side_of(from, cell).map(|side| match side {
        (0, -1) => "north",
        (1, -1) => "north-east",
        (1, 0) => "east",
        (1, 1) => "south-east",
        (0, 1) => "south",
        (-1, 1) => "south-west",
        (-1, 0) => "west",
        _ => "north-west",
    })
}

/// The same as the columns and rows of a step.
pub fn side_of(from: Cell, cell: Cell) -> Option<(i32, i32)> {
    let (dx, dy) = (i32::from(cell.x) - i32::from(from.x), i32::from(cell.y) - i32::from(from.y));
    if dx.abs().max(dy.abs()) <= 2 {
        return None;
    }
    let across = if 2 * dx.abs() > dy.abs() { dx.signum() } else { 0 };
    let down = if 2 * dy.abs() > dx.abs() { dy.signum() } else { 0 };
    Some((across, down))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_plurals() {
        let counts = [
            (1, "wolf", "1 wolf"),
            (3, "wolf", "3 wolves"),
            (2, "deer", "2 deer"),
            (2, "pass", "2 passes"),
            (2, "delivery", "2 deliveries"),
            (0, "day", "0 days"),
        ];
        for (count, what, words) in counts {
            assert_eq!(counted(count, what), words);
        }
    }
}
