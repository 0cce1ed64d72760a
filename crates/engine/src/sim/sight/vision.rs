//! Vision: what a watcher sees, its people knows.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::behave::action_end;
use crate::sim::derived::Watcher;
use crate::sim::sight::place_news;
use crate::sim::{Game, events};
use crate::world::{Nature, PeopleIx, TownIx, TravelEvent, World};

/// Makes all watchers look around for the first time.
pub(in crate::sim) fn look_around_all(game: &mut Game) {
    let units = game.world.units.iter().map(|unit| Watcher::Unit(unit.id));
    let towns = game.world.towns.indices().map(Watcher::Town);
    let size = game.world.size();
    let towers = game.world.ground.towers.keys().map(|index| Watcher::Tower(size.cell(*index as usize)));
    for watcher in units.chain(towns).chain(towers).collect::<Vec<_>>() {
        learn_cells(game, watcher, &game.derived.visible_cells(watcher));
    }
}

/// Updates a watcher's field of view, and the belief of its people. What others of its people already see is known
/// and kept up to date by [`show_change`].
pub(in crate::sim) fn update_watcher(game: &mut Game, watcher: Watcher) {
    let (gained, lost) = game.derived.update_view(&game.world, watcher);
    record_last_seen(game, people_of(&game.world, watcher), &lost);
    learn_cells(game, watcher, &gained);
}

/// Adds cells that a watcher sees to its people's belief.
fn learn_cells(game: &mut Game, watcher: Watcher, cells: &[Cell]) {
    let people = people_of(&game.world, watcher);
    if game.world.people(people).nature == Nature::Wild {
        return;
    }
    for cell in cells {
        if game.derived.haven[*cell] {
            see_place(game, people, *cell);
        }
        let was_known = game.world.peoples[people].belief.is_known(*cell);
        observe(&mut game.world, people, *cell);
        if !was_known {
            report_site(game, watcher, *cell);
            if let Watcher::Unit(id) = watcher {
                action_end::notice_cell(game, id, *cell);
            }
        }
    }
}

/// Tells of a resource that a unit has found.
fn report_site(game: &mut Game, watcher: Watcher, cell: Cell) {
    let Watcher::Unit(id) = watcher else { return };
    let Some(good) = game.world.land.sites.iter().find(|site| site.cell == cell).map(|site| site.good) else {
        return;
    };
    events::tell(game, cell, TravelEvent::SiteFound { unit: id, good });
}

/// Removes a watcher.
pub(in crate::sim) fn remove_watcher(game: &mut Game, watcher: Watcher, people: PeopleIx) {
    let lost = game.derived.remove_watcher(watcher, people);
    record_last_seen(game, people, &lost);
}

/// Cells that go out of view are remembered with today's date, and settlements as they were.
fn record_last_seen(game: &mut Game, people: PeopleIx, lost: &[Cell]) {
    if game.world.people(people).nature == Nature::Wild {
        return;
    }
    for cell in lost.iter().filter(|cell| game.derived.haven[**cell]) {
        // A people that loses sight of a place as it falls has not seen it in ruins.
        if let Some(id) = game.places().town_at(*cell) {
            game.world.record_sighting(people, id);
        }
    }
    let day = game.world.day();
    let belief = &mut game.world.peoples[people].belief;
    for cell in lost {
        belief.date(*cell, day);
    }
}

/// Records a cell in a people's belief as it is. Returns whether that was news.
pub(in crate::sim) fn observe(world: &mut World, people: PeopleIx, cell: Cell) -> bool {
    let (surface, tier) = (world.land.surface[cell], world.ground.tier[cell]);
    let owner = || world.patch(cell).tower;
    let is_strangers = surface == Surface::Tower && owner().is_some_and(|owner| owner != people);
    let day = world.tick / crate::world::DAY;
    world.peoples[people].belief.observe(cell, surface, tier, is_strangers, day)
}

/// Records the settlement or ruin on a cell, if there is one, as seen by a people.
fn see_place(game: &mut Game, people: PeopleIx, cell: Cell) {
    let Some(id) = game.places().built_at(cell) else { return };
    let before = game.world.people(people).knows_as(id);
    game.world.record_sighting(people, id);
    let now = game.world.town(id).kind;
    if before != Some(now) {
        place_news::handle_place_news(game, people, id, before, now);
    }
}

/// Shows a changed settlement to all peoples that see it.
pub(in crate::sim) fn show_place(game: &mut Game, id: TownIx) {
    let cell = game.world.town(id).cell;
    for people in game.world.peoples.indices() {
        if game.derived.visible[people][cell] > 0 {
            see_place(game, people, cell);
        }
    }
}

/// Shows a changed cell to all peoples that see it.
pub(in crate::sim) fn show_change(game: &mut Game, cell: Cell) {
    for people in game.world.peoples.indices() {
        let remembers = game.world.peoples[people].nature != Nature::Wild;
        if remembers && game.derived.visible[people][cell] > 0 {
            observe(&mut game.world, people, cell);
        }
    }
}

fn people_of(world: &World, watcher: Watcher) -> PeopleIx {
    match watcher {
        Watcher::Unit(id) => world.unit(id).map_or(PeopleIx::PLAYER, |unit| unit.people),
        Watcher::Town(id) => world.town(id).people,
        Watcher::Tower(cell) => world.patch(cell).tower.unwrap_or(PeopleIx::PLAYER),
    }
}
