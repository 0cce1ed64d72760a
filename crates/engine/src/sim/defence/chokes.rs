//! Choke points: the cells that most of the cheapest paths between markets cross.

use crate::grid::{Cell, STRAIGHT};
use crate::plan;
use crate::sim::Game;
use crate::world::{Believed, COVERED_STEPS, Kind, PeopleIx, TOWER_DISTANCE_STEPS};

/// The known road cell around a post that most of the cheapest paths between the surrounding markets cross, and how
/// many. Ties go to the cell with least open ground around it.
pub(super) fn choke_point_near(game: &Game, people: PeopleIx, post: Cell) -> Option<(Cell, u16)> {
    let belief = &game.world.people(people).belief;
    let markets = game.world.markets_of(people).map(|id| game.world.town(id).cell);
    let path_counts = plan::betweenness_around(&game.planner(people, Kind::Porter, &[]), post, markets);
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
