//! Guards: where a people fears its roads, the nearby settlement sends a messenger for one. The largest settlement pays
//! for the guard and sends it; when the place is no longer feared, the guard becomes a porter.
//!
//! What does not live here: how a guard holds its post (`mind::fighting`), and how its presence reduces fear
//! (`world::influence`).

use super::Game;
use super::derived::Watcher;
use super::founding;
use crate::grid::Cell;
use crate::world::{Behaviour, Kind, Subject, TownId, Unit, UnitOrPlace};

/// Fear of a place from which it is guarded, and below which it no longer is, in milli-steps.
pub(super) const GUARD_FEAR_MIN: u32 = 3000;
const RELIEVE_FEAR_BELOW: u32 = 800;
/// How far from a settlement the places are that it looks after, in steps.
const REACH_STEPS: u32 = 36;
/// A guard covers feared places within this many steps of its post.
pub(super) const COVERED_STEPS: u32 = 8;
/// Coin that a guard costs.
const GUARD_COIN: u32 = 8;
/// Units of a people for each guard that it keeps at most.
const UNITS_PER_GUARD: usize = 10;

impl Game {
    /// Requests or sends a guard for a feared place around a settlement; called once a day.
    pub(super) fn request_guard(&mut self, id: TownId) {
        let people = self.world.town(id).people;
        let Some(post) = self.unguarded_feared_place(id).filter(|_| self.wants_guard(people)) else { return };
        let Some(largest) = self.largest_town(people) else { return };
        if largest == id {
            self.send_guard(id, post);
        } else {
            self.send_messenger(id, largest, post);
        }
    }

    /// The most feared place that is nearest to this settlement and neither guarded nor about to be.
    fn unguarded_feared_place(&self, id: TownId) -> Option<Cell> {
        let world = &self.world;
        let town = world.town(id);
        let is_own_market =
            |other: &TownId| world.town(*other).people == town.people && world.town(*other).is_market();
        let is_ours = |cell: Cell| {
            let nearest = world
                .living_towns()
                .filter(is_own_market)
                .min_by_key(|other| (world.town(*other).cell.octile(cell), *other));
            nearest == Some(id) && town.cell.chebyshev(cell) <= REACH_STEPS
        };
        let posts: Vec<Cell> =
            world.units.iter().filter(|unit| unit.people == town.people).filter_map(post_of).collect();
        let is_covered = |cell: Cell| posts.iter().any(|post| post.chebyshev(cell) <= COVERED_STEPS);
        let feared = world.people(town.people).belief.feared_places();
        let uncovered = feared.filter(|(cell, fear)| {
            *fear >= GUARD_FEAR_MIN && !self.derived.haven[*cell] && !is_covered(*cell) && is_ours(*cell)
        });
        uncovered.max_by_key(|(cell, fear)| (*fear, *cell)).map(|(cell, _)| cell)
    }

    /// Whether a people has coin for a guard and fewer guards than it may have.
    fn wants_guard(&self, people: u8) -> bool {
        let own_units = || self.world.units.iter().filter(|unit| unit.people == people);
        let guards = own_units().filter(|unit| post_of(unit).is_some()).count();
        let is_paid = self.world.people(people).coin >= GUARD_COIN && self.world.has_room();
        is_paid && guards < 1 + own_units().count() / UNITS_PER_GUARD
    }

    /// Sends a messenger to the largest settlement.
    fn send_messenger(&mut self, from: TownId, to: TownId, post: Cell) {
        let people = self.world.town(from).people;
        let cell = self.world.town(from).cell;
        let base = Behaviour::Herald { to, post };
        let id = founding::place_unit(&mut self.world, people, Kind::Messenger, cell, base);
        self.update_watcher(Watcher::Unit(id));
        let name = self.world.unit(id).map_or_else(String::new, |unit| unit.name.clone());
        let (from, to) = (self.world.town(from).name.clone(), self.world.town(to).name.clone());
        let place = self.whereabouts(post);
        let text = format!("{name} runs from {from} to {to}: a guard is wanted {place}");
        self.queue_event_about(Subject::Danger, 5, cell, text);
    }

    /// A messenger that has arrived delivers its request; then it becomes a porter.
    pub(super) fn deliver_news(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(Behaviour::Herald { to, post }) = unit.stack.first().cloned() else { return };
        let is_paid = self.world.people(unit.people).coin >= GUARD_COIN && self.world.has_room();
        if self.is_standing(to) && is_paid {
            self.send_guard(to, post);
        }
        self.retire_as_porter(index);
    }

    fn send_guard(&mut self, from: TownId, post: Cell) {
        let people = self.world.town(from).people;
        let cell = self.world.town(from).cell;
        let coin = &mut self.world.peoples[usize::from(people)].coin;
        *coin = coin.saturating_sub(GUARD_COIN);
        // Where the surrounding routes meet, the guard stands in the way of those that it has to keep off.
        let post = self.choke_point_near(people, post).map_or(post, |(choke, _)| choke);
        let base = Behaviour::Defend { ward: UnitOrPlace::Place(post) };
        let id = founding::place_unit(&mut self.world, people, Kind::Guard, cell, base);
        self.update_watcher(Watcher::Unit(id));
        let name = self.world.unit(id).map_or_else(String::new, |unit| unit.name.clone());
        let (from, place) = (self.world.town(from).name.clone(), self.whereabouts(post));
        self.queue_event_about(
            Subject::Danger,
            5,
            cell,
            format!("{name} leaves {from} to guard the road {place}"),
        );
    }

    /// Sends guards home from places that are no longer feared; called once a day.
    pub(super) fn relieve_guards(&mut self, people: u8) {
        let unneeded = self
            .guards_of(people)
            .filter(|(_, post)| self.fear_max_around(people, *post) < RELIEVE_FEAR_BELOW);
        for index in unneeded.map(|(index, _)| index).collect::<Vec<_>>() {
            self.retire_as_porter(index);
        }
    }

    /// The guards of a people by livelihood, as indices with their posts.
    pub(super) fn guards_of(&self, people: u8) -> impl Iterator<Item = (usize, Cell)> {
        let units = self.world.units.iter().enumerate();
        let guards =
            units.filter(move |(_, unit)| unit.people == people && unit.kind == Kind::Guard && !unit.ordered);
        guards.filter_map(|(index, unit)| Some((index, post_of(unit)?)))
    }

    /// The greatest fear of a people within the range of a guard at this post, in milli-steps.
    pub(super) fn fear_max_around(&self, people: u8, post: Cell) -> u32 {
        let feared = self.world.people(people).belief.feared_places();
        let near = feared.filter(|(cell, _)| cell.chebyshev(post) <= COVERED_STEPS);
        near.map(|(_, fear)| fear).max().unwrap_or(0)
    }

    /// Turns a unit into a porter whose home is the nearest market of its people.
    fn retire_as_porter(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let is_own_market =
            |id: &TownId| self.world.town(*id).people == unit.people && self.world.town(*id).is_market();
        let home = self.world.living_towns().filter(is_own_market);
        let home = home.min_by_key(|id| (self.world.town(*id).cell.octile(unit.cell), *id));
        self.become_porter(index);
        self.world.units[index].stack = vec![match home {
            Some(home) => Behaviour::Trade { home, trip: None },
            None => Behaviour::Stop,
        }];
    }
}

/// The place that a unit guards by livelihood, or requests a guard for.
fn post_of(unit: &Unit) -> Option<Cell> {
    match unit.stack.first() {
        Some(Behaviour::Defend { ward: UnitOrPlace::Place(post) } | Behaviour::Herald { post, .. }) => {
            Some(*post)
        }
        _ => None,
    }
}
