//! Spies that a people sends by itself: to the nearest settlement of a people it resents, to observe it.
//!
//! What does not live here: how a spy stays hidden, and what it brings home (`mind::observing`).

use super::Game;
use super::derived::Watcher;
use super::founding::add_unit;
use crate::world::{Behaviour, Kind, Nature, Subject, TownId, Unit, UnitId, UnitOrPlace, WAR};

/// Days between two decisions to send a spy.
const INTERVAL_DAYS: u64 = 8;
/// The grudge from which a people is spied on.
const SPY_GRUDGE_MIN: u32 = WAR / 4;
/// Coin that a spy costs.
const SPY_COIN: u32 = 6;

impl Game {
    /// The largest settlement of a people sends a spy to a people that it resents, if none is out yet.
    pub(super) fn send_spy(&mut self, id: TownId) {
        let people = self.world.town(id).people;
        let is_time = (self.world.day() + u64::from(people)).is_multiple_of(INTERVAL_DAYS);
        let can_send = self.world.level_goals.is_none() && self.world.has_room();
        if !is_time || !can_send || self.largest_town(people) != Some(id) {
            return;
        }
        let Some(mark) = self.nearest_resented_town(id).filter(|_| !self.has_spy_out(people)) else { return };
        let sender = &mut self.world.peoples[usize::from(people)];
        if sender.nature != Nature::Settled || sender.coin < SPY_COIN {
            return;
        }
        sender.coin -= SPY_COIN;
        let spy = self.idle_or_new_spy(people, id);
        let Some(index) = self.world.unit_index(spy) else { return };
        let last = self.world.town(mark).cell;
        self.push_behaviour(
            index,
            Behaviour::Spy { mark: UnitOrPlace::Place(last), last, since: None, learned: false },
        );
        if people == 0 {
            let name = &self.world.units[index].name;
            let [from, to] = [id, mark].map(|id| self.world.town(id).name.as_str());
            let text = format!("{name} leaves {from} to spy on {to}");
            self.queue_event_about(Subject::Danger, 5, self.world.town(id).cell, text);
        }
    }

    /// The settlement of a people with the most residents.
    pub(super) fn largest_town(&self, people: u8) -> Option<TownId> {
        let own = self.world.living_towns().filter(|id| self.world.town(*id).people == people);
        own.max_by_key(|id| (self.world.town(*id).residents, *id))
    }

    /// The nearest known settlement of a people that this settlement's people resents.
    fn nearest_resented_town(&self, id: TownId) -> Option<TownId> {
        let town = self.world.town(id);
        let people = self.world.people(town.people);
        let is_resented = |other: &TownId| {
            people
                .grudges
                .get(&self.world.town(*other).people)
                .is_some_and(|grudge| *grudge >= SPY_GRUDGE_MIN)
        };
        let known = people.standing().map(|(other, _)| other).filter(is_resented);
        known.min_by_key(|other| (self.world.town(*other).cell.octile(town.cell), *other))
    }

    fn has_spy_out(&self, people: u8) -> bool {
        let is_spying = |unit: &Unit| unit.stack.iter().any(|layer| matches!(layer, Behaviour::Spy { .. }));
        self.world.units.iter().any(|unit| unit.people == people && is_spying(unit))
    }

    /// An idle spy of a people, or a new one.
    fn idle_or_new_spy(&mut self, people: u8, home: TownId) -> UnitId {
        let is_idle = |unit: &&Unit| {
            unit.people == people && unit.kind == Kind::Spy && unit.stack.len() == 1 && unit.orders.is_empty()
        };
        if let Some(spy) = self.world.units.iter().find(is_idle) {
            return spy.id;
        }
        let spy = add_unit(&mut self.world, Kind::Spy, home);
        self.update_watcher(Watcher::Unit(spy));
        spy
    }
}
