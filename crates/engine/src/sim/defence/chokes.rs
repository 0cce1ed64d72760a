//! Choke points: the cells that most of the cheapest paths between markets cross.

use crate::grid::{Cell, Layer, STRAIGHT};
use crate::plan::betweenness;
use crate::sim::Game;
use crate::world::{Believed, COVERED_STEPS, Kind, PeopleIx, TownIx};

/// The number of settlements between which paths are counted: those nearest to the place.
const ENDS_MAX: usize = 5;
/// How far beside the road the tower stands at most, in steps.
pub(super) const TOWER_DISTANCE_STEPS: u16 = 2;

/// The known road cell around a post that most of the cheapest paths between the surrounding markets cross, and how
/// many. Ties go to the cell with least open ground around it.
pub(super) fn choke_point_near(game: &Game, people: PeopleIx, post: Cell) -> Option<(Cell, u16)> {
    let belief = &game.world.people(people).belief;
    let path_counts = path_counts_around(game, people, post, game.world.markets_of(people));
    let sees = |cell: Cell| game.derived.visible[people][cell] > 0;
    let is_road = |cell: &Cell| {
        matches!(belief.at(*cell), Believed::Known { tier, .. } if tier.is_road())
            && !(sees(*cell) && game.derived.haven[*cell])
    };
    let is_barred = |cell: Cell| match belief.at(cell) {
        Believed::Known { surface, .. } => surface.is_blocked(),
        Believed::Unknown(_) => false,
    };
    // Blocked ground counts more the nearer it is.
    let closeness = |cell: Cell| -> u32 {
        let barred = game.world.size().square(cell, TOWER_DISTANCE_STEPS).filter(|near| is_barred(*near));
        barred.map(|near| (u32::from(TOWER_DISTANCE_STEPS) + 1) * STRAIGHT - near.octile(cell)).sum()
    };
    let roads = game.world.size().square(post, COVERED_STEPS as u16).filter(is_road);
    let best = roads
        .filter(|cell| path_counts[*cell] > 0)
        .max_by_key(|cell| (path_counts[*cell], closeness(*cell), *cell));
    best.map(|cell| (cell, path_counts[cell]))
}

/// For each cell, how many of the cheapest known paths between the nearest of these settlements cross it.
pub(in crate::sim) fn path_counts_around(
    game: &Game,
    people: PeopleIx,
    place: Cell,
    towns: impl Iterator<Item = TownIx>,
) -> Layer<u16> {
    let mut ends: Vec<Cell> = towns.map(|id| game.world.town(id).cell).collect();
    ends.sort_unstable_by_key(|end| (end.octile(place), *end));
    ends.truncate(ENDS_MAX);
    betweenness(&game.planner(people, Kind::Porter, &[]), &ends)
}
