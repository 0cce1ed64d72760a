//! Vision: what a watcher sees, its people knows.

use super::Game;
use super::derived::Watcher;
use crate::grid::Cell;
use crate::land::Surface;
use crate::world::{AnnalEvent, Nature, TownId, TownKind};

impl Game {
    /// Makes all watchers look around for the first time.
    pub(super) fn look_around_all(&mut self) {
        let units = self.world.units.iter().map(|unit| Watcher::Unit(unit.id));
        let towns = (0..self.world.towns.len()).map(|index| Watcher::Town(index as u16));
        let size = self.world.size();
        let towers = self.world.ground.towers.keys().map(|index| Watcher::Tower(size.cell(*index as usize)));
        for watcher in units.chain(towns).chain(towers).collect::<Vec<_>>() {
            self.learn_cells(watcher, &self.derived.visible_cells(watcher));
        }
    }

    /// Updates a watcher's field of view, and the belief of its people. What others of its people already see is known
    /// and kept up to date by [`Game::show_change`].
    pub(super) fn update_watcher(&mut self, watcher: Watcher) {
        let (gained, lost) = self.derived.update_view(&self.world, watcher);
        self.record_last_seen(self.people_of(watcher), &lost);
        self.learn_cells(watcher, &gained);
    }

    /// Adds cells that a watcher sees to its people's belief.
    fn learn_cells(&mut self, watcher: Watcher, cells: &[Cell]) {
        let people = self.people_of(watcher);
        if self.world.people(people).nature == Nature::Wild {
            return;
        }
        for cell in cells {
            if self.derived.haven[*cell] {
                self.see_place(people, *cell);
            }
            let was_known = self.world.peoples[usize::from(people)].belief.is_known(*cell);
            self.observe(people, *cell);
            if !was_known {
                self.report_site(watcher, *cell);
                if let Watcher::Unit(id) = watcher {
                    self.notice_cell(id, *cell);
                }
            }
        }
    }

    /// Reports a resource that a unit has found.
    fn report_site(&mut self, watcher: Watcher, cell: Cell) {
        let Watcher::Unit(id) = watcher else { return };
        let Some(good) = self.world.land.sites.iter().find(|site| site.cell == cell).map(|site| site.good)
        else {
            return;
        };
        let name = self.world.unit(id).map_or_else(String::new, |unit| unit.name.clone());
        let place = self.whereabouts(cell);
        self.queue_event(3, cell, format!("{name} finds a place for {} {place}", good.name()));
    }

    /// Removes a watcher.
    pub(super) fn remove_watcher(&mut self, watcher: Watcher, people: u8) {
        let lost = self.derived.remove_watcher(watcher, people);
        self.record_last_seen(people, &lost);
    }

    /// Cells that go out of view are remembered with today's date, and settlements as they were.
    fn record_last_seen(&mut self, people: u8, lost: &[Cell]) {
        if self.world.people(people).nature == Nature::Wild {
            return;
        }
        for cell in lost.iter().filter(|cell| self.derived.haven[**cell]) {
            // A people that loses sight of a place as it falls has not seen it in ruins.
            if let Some(id) = self.places().town_at(*cell) {
                self.world.record_sighting(people, id);
            }
        }
        let day = self.world.day();
        let belief = &mut self.world.peoples[usize::from(people)].belief;
        for cell in lost {
            belief.date(*cell, day);
        }
    }

    /// Records a cell in a people's belief as it is. Returns whether that was news.
    pub(super) fn observe(&mut self, people: u8, cell: Cell) -> bool {
        let world = &mut self.world;
        let (surface, tier) = (world.land.surface[cell], world.ground.tier[cell]);
        let owner = || world.patch(cell).tower;
        let is_strangers = surface == Surface::Tower && owner().is_some_and(|owner| owner != people);
        let day = world.tick / crate::world::DAY;
        world.peoples[usize::from(people)].belief.observe(cell, surface, tier, is_strangers, day)
    }

    /// Records the settlement or ruin on a cell, if there is one, as seen by a people.
    fn see_place(&mut self, people: u8, cell: Cell) {
        let Some(id) = self.places().built_at(cell) else { return };
        let before = self.world.people(people).knows_as(id);
        self.world.record_sighting(people, id);
        let now = self.world.town(id).kind;
        if before != Some(now) {
            self.handle_place_news(people, id, before, now);
        }
    }

    /// Handles a people learning that a settlement exists or has changed, by its own eyes or from another's map.
    pub(super) fn handle_place_news(
        &mut self,
        people: u8,
        id: TownId,
        before: Option<TownKind>,
        now: TownKind,
    ) {
        self.annal_place_change(people, id, before, now);
        let was_standing = before.is_some_and(|kind| kind != TownKind::Ruin);
        if now == TownKind::Ruin && was_standing {
            self.learn_of_ruin(people, id);
        } else if before.is_none() && self.world.town(id).people != people {
            self.meet_strangers(people, id, now);
        }
        if now.is_market() && !before.is_some_and(TownKind::is_market) {
            self.survey_from(people, id);
        }
    }

    /// Writes a change of a settlement, as the people has learned it, into the people's annals.
    pub(super) fn annal_place_change(
        &mut self,
        people: u8,
        id: TownId,
        before: Option<TownKind>,
        now: TownKind,
    ) {
        let residents = self.world.people(people).sightings.get(&id).map_or(0, |seen| seen.residents);
        let what = match before {
            Some(before) if before == now => return,
            None if self.world.town(id).people == people => AnnalEvent::Founded,
            None => AnnalEvent::Found(now),
            Some(_) if now == TownKind::Ruin => AnnalEvent::Fell,
            Some(before) if before < now => AnnalEvent::Grew { to: now, residents },
            Some(_) => AnnalEvent::Shrank { to: now, residents },
        };
        self.world.record_event(people, id, what);
    }

    /// Shows a changed settlement to all peoples that see it.
    pub(super) fn show_place(&mut self, id: TownId) {
        let cell = self.world.town(id).cell;
        for people in 0..self.world.peoples.len() {
            if self.derived.visible[people][cell] > 0 {
                self.see_place(people as u8, cell);
            }
        }
    }

    /// Shows a changed cell to all peoples that see it.
    pub(super) fn show_change(&mut self, cell: Cell) {
        for people in 0..self.world.peoples.len() {
            let remembers = self.world.peoples[people].nature != Nature::Wild;
            if remembers && self.derived.visible[people][cell] > 0 {
                self.observe(people as u8, cell);
            }
        }
    }

    fn people_of(&self, watcher: Watcher) -> u8 {
        match watcher {
            Watcher::Unit(id) => self.world.unit(id).map_or(0, |unit| unit.people),
            Watcher::Town(index) => self.world.towns[usize::from(index)].people,
            Watcher::Tower(cell) => self.world.patch(cell).tower.unwrap_or(0),
        }
    }
}
