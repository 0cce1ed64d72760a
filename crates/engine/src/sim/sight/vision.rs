//! Vision: what a watcher sees, its people knows.

use crate::grid::Cell;
use crate::sim::derived::{ViewChange, Watcher};
use crate::sim::{Game, events, peoples, possession};
use crate::world::{Nature, PeopleIx, TownIx, TravelEvent};

/// Makes all watchers look around for the first time.
pub(in crate::sim) fn look_around_all(game: &mut Game) {
    let units = game.world.units.iter().map(|unit| Watcher::Unit(unit.id));
    let towns = game.world.towns.indices().map(Watcher::Town);
    let size = game.world.size();
    let towers = game.world.ground.towers.keys().map(|index| Watcher::Tower(size.cell(*index as usize)));
    for watcher in units.chain(towns).chain(towers).collect::<Vec<_>>() {
        if let Some((people, cells)) = game.derived.visible_cells(watcher) {
            learn_cells(game, watcher, people, &cells);
        }
    }
}

/// Updates the field of view of a watcher, which may be gone, and the belief of its people. What others of its people
/// already see is known and kept up to date by [`Derived::show_change`](crate::sim::Derived).
pub(in crate::sim) fn update_watcher(game: &mut Game, watcher: Watcher) {
    let ViewChange { people, gained, former, lost } = game.derived.update_view(&game.world, watcher);
    record_last_seen(game, former, &lost);
    learn_cells(game, watcher, people, &gained);
}

/// Adds cells that a watcher sees to its people's belief.
fn learn_cells(game: &mut Game, watcher: Watcher, people: PeopleIx, cells: &[Cell]) {
    if game.world.people(people).nature == Nature::Wild {
        return;
    }
    for cell in cells {
        if game.derived.haven[*cell] {
            see_place(game, people, *cell);
        }
        let was_known = game.world.peoples[people].belief.is_known(*cell);
        game.world.observe(people, *cell);
        if !was_known {
            report_site(game, watcher, *cell);
            if let Watcher::Unit(id) = watcher {
                possession::notice_cell(game, id, *cell);
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

/// Records the settlement or ruin on a cell, if there is one, as seen by a people.
fn see_place(game: &mut Game, people: PeopleIx, cell: Cell) {
    let Some(id) = game.places().built_at(cell) else { return };
    let before = game.world.people(people).knows_as(id);
    game.world.record_sighting(people, id);
    let now = game.world.town(id).kind;
    if before != Some(now) {
        peoples::learn_of_place(game, people, id, before, now);
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
