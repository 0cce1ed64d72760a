//! Seeing: what a watcher sees, its people knows.

use super::Game;
use super::derived::Watcher;
use crate::grid::Cell;
use crate::land::Surface;

impl Game {
    /// Everybody looks around for the first time.
    pub(super) fn look_around(&mut self) {
        let units = self.world.units.iter().map(|unit| Watcher::Unit(unit.id));
        let towns = (0..self.world.towns.len()).map(|index| Watcher::Town(index as u16));
        let size = self.world.size();
        let towers = self.world.ground.towers.keys().map(|index| Watcher::Tower(size.cell(*index as usize)));
        for watcher in units.chain(towns).chain(towers).collect::<Vec<_>>() {
            let seen = self.derived.lend_view(watcher);
            self.learn_of(watcher, &seen);
            self.derived.take_view(watcher, seen);
        }
    }

    /// A watcher looks around from where it is now, and its people learns what it sees. What others of them see already
    /// is known: whenever it changes, they are shown.
    pub(super) fn look(&mut self, watcher: Watcher) {
        let (fresh, lost) = self.derived.watch(&self.world, watcher);
        self.date(self.people_of(watcher), &lost);
        self.learn_of(watcher, &fresh);
    }

    /// The people of a watcher learns of cells that it sees.
    fn learn_of(&mut self, watcher: Watcher, cells: &[Cell]) {
        let people = self.people_of(watcher);
        for cell in cells {
            let was_known = self.world.peoples[usize::from(people)].belief.is_known(*cell);
            self.observe(people, *cell);
            if !was_known {
                self.report_site(watcher, *cell);
            }
        }
    }

    /// Somebody who finds a resource says so.
    fn report_site(&mut self, watcher: Watcher, cell: Cell) {
        let Watcher::Unit(id) = watcher else { return };
        let Some(good) = self.world.land.sites.iter().find(|site| site.cell == cell).map(|site| site.good)
        else {
            return;
        };
        let name = self.world.unit(id).map_or_else(String::new, |unit| unit.name.clone());
        let place = self.whereabouts(cell);
        self.note(3, cell, format!("{name} finds a place for {} {place}", good.name()));
    }

    /// A watcher is gone.
    pub(super) fn close_eyes(&mut self, watcher: Watcher, people: u8) {
        let lost = self.derived.unwatch(watcher, people);
        self.date(people, &lost);
    }

    /// Cells that go out of sight are remembered with today's date.
    fn date(&mut self, people: u8, lost: &[Cell]) {
        let day = self.world.day() as u16;
        let belief = &mut self.world.peoples[usize::from(people)].belief;
        for cell in lost {
            belief.last_seen[*cell] = day;
        }
    }

    /// A people sees a cell as it is. Returns whether that was news.
    pub(super) fn observe(&mut self, people: u8, cell: Cell) -> bool {
        let world = &mut self.world;
        let (surface, tier) = (world.land.surface[cell], world.ground.tier[cell]);
        let owner = || world.patch(cell).tower;
        let stranger = surface == Surface::Tower && owner().is_some_and(|owner| owner != people);
        let day = world.tick / crate::world::DAY;
        world.peoples[usize::from(people)].belief.observe(cell, surface, tier, stranger, day)
    }

    /// A cell has changed: whoever sees it knows.
    pub(super) fn show_change(&mut self, cell: Cell) {
        for people in 0..self.world.peoples.len() {
            if self.derived.visible[people][cell] > 0 {
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
