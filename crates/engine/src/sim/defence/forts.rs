//! Forts: where a guard alone does not keep fear from a road, its people builds a tower at the cell that most routes
//! cross, and the guard holds that cell from then on.
//!
//! The place is chosen by counting the shortest paths over each cell (betweenness), as far as the people knows the
//! land. A fort is a tower like any other: it sees far, strangers avoid its view, its own travellers feel safer, and
//! raiders that know it choose other places for an ambush. What does not live here: guards (`guards`), and the player's
//! own towers (`land_edits`).

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::defence::{chokes, guards};
use crate::sim::ground::GroundEdit;
use crate::sim::{Game, commands, feuds};
use crate::world::{
    AnnalEvent, Behaviour, Brush, DangerEvent, Defend, GUARD_FEAR_MIN, PeopleIx, TOWER_DISTANCE_STEPS,
    TOWER_SIGHT, Tier, TownIx, UnitIx, UnitOrPlace, WorkKind, World,
};
use std::cmp::Reverse;

/// How near to its post a guard must be to hold it, in steps.
const AT_POST_STEPS: u32 = 3;

/// The largest settlement of a people fortifies the most feared of its guarded places, if it can pay; called once a
/// day.
pub(super) fn build_fort(game: &mut Game, id: TownIx) {
    let (people, coin) = (game.world.town(id).people, Brush::Tower.coin());
    if !game.world.has_steward(people)
        || !commands::can_spare(&game.world, people, coin)
        || game.world.largest_town(people) != Some(id)
    {
        return;
    }
    let Some((guard, post)) = most_feared_post(&game.world, people) else { return };
    let Some((choke, paths)) = chokes::choke_point_near(game, people, post) else { return };
    let Some(cell) = tower_site_near(game, people, choke) else { return };
    game.world.peoples[people].coin -= coin;
    let tower = game.world.patch(cell).built(Surface::Tower, people, game.world.tick);
    let mut edit = GroundEdit::default();
    let ground = game.world.ground_before(&[cell]);
    edit.set(game, cell, tower);
    edit.finish(game);
    let band = game.world.fear_band_around(people, post);
    game.world.record_work((people, WorkKind::Tower), &ground, (coin, band));
    if let Some(base) = game.world.units[guard].stack.first_mut() {
        *base = Behaviour::Defend(Defend { ward: UnitOrPlace::Place(choke) });
    }
    game.world.record_event(people, id, AnnalEvent::Fortified(choke));
    if people == PeopleIx::PLAYER {
        let cause = guards::fear_of_post(&game.world, people, post);
        let built = DangerEvent::FortBuilt { town: id, choke, paths: paths.into() };
        feuds::tell_answer(game, (cell, choke), built, cause);
    }
}

/// The guard of a people that holds the most feared post away from any fort, and that post.
fn most_feared_post(world: &World, people: PeopleIx) -> Option<(UnitIx, Cell)> {
    let size = world.size();
    let forts = || world.ground.towers.iter().filter(|(_, owner)| **owner == people);
    let is_open = |post: Cell| {
        forts().all(|(index, _)| size.cell(*index as usize).chebyshev(post) > u32::from(TOWER_SIGHT))
    };
    let is_there = |index: UnitIx, post: Cell| world.units[index].cell.chebyshev(post) <= AT_POST_STEPS;
    let posts = world.guards_of(people).filter(|(index, post)| is_there(*index, *post) && is_open(*post));
    posts
        .map(|(index, post)| (world.fear_max_around(people, post), Reverse(index), post))
        .filter(|(fear, ..)| *fear >= GUARD_FEAR_MIN)
        .max()
        .map(|(_, Reverse(index), post)| (index, post))
}

/// The highest ground beside a road where a tower can stand without blocking the road. Only cells that the people
/// sees now count, since building happens on the true ground.
fn tower_site_near(game: &Game, people: PeopleIx, road: Cell) -> Option<Cell> {
    let land = &game.world.land;
    let is_site = |cell: &Cell| {
        game.derived.visible[people][*cell] > 0
            && game.world.ground.tier[*cell] < Tier::Path
            && Brush::Tower.applies_to(game, *cell)
            && !land.is_narrow(*cell)
    };
    let near =
        game.world.size().square(road, TOWER_DISTANCE_STEPS).filter(|cell| *cell != road && is_site(cell));
    near.max_by_key(|cell| (land.height[*cell], Reverse(cell.octile(road)), *cell))
}
