//! Spies that a people sends by itself: to the nearest settlement of those against whom it holds something, to see how it
//! stands there.
//!
//! What does not live here: how a spy keeps out of sight, and what he brings home (`mind::watching`).

use super::Game;
use super::derived::Watcher;
use super::founding::add_unit;
use crate::world::{Behaviour, Kind, Mark, Nature, Subject, TownId, Unit, UnitId, WAR};

/// Days between two looks at the neighbours.
const EVERY: u64 = 8;
/// The grudge from which on they are spied on.
const WARY: u32 = WAR / 4;
/// Coin that a spy costs.
const SPY_COIN: u32 = 6;

impl Game {
    /// A settlement that is the largest of its people sends a spy to those whom its people resents, if there is none yet.
    pub(super) fn send_spy(&mut self, id: TownId) {
        let people = self.world.town(id).people;
        let is_time = (self.world.day() + u64::from(people)).is_multiple_of(EVERY);
        let can_send = self.world.trial.is_none() && self.world.has_room();
        if !is_time || !can_send || self.largest_of(people) != Some(id) {
            return;
        }
        let Some(mark) = self.resented_near(id).filter(|_| !self.has_spy_out(people)) else { return };
        let of = &mut self.world.peoples[usize::from(people)];
        if of.nature != Nature::Settled || of.coin < SPY_COIN {
            return;
        }
        of.coin -= SPY_COIN;
        let spy = self.spy_of(people, id);
        let Some(index) = self.world.unit_index(spy) else { return };
        let last = self.world.town(mark).cell;
        self.push(index, Behaviour::Spy { mark: Mark::Place(last), last, since: None, learned: false });
        if people == 0 {
            let name = &self.world.units[index].name;
            let [from, to] = [id, mark].map(|id| self.world.town(id).name.as_str());
            let text = format!("{name} leaves {from} to spy on {to}");
            self.note_about(Subject::Danger, 5, self.world.town(id).cell, text);
        }
    }

    /// The settlement of a people where most live.
    pub(super) fn largest_of(&self, people: u8) -> Option<TownId> {
        let own = self.world.living_towns().filter(|id| self.world.town(*id).people == people);
        own.max_by_key(|id| (self.world.town(*id).residents, *id))
    }

    /// The nearest settlement that is known of those whom the people of this one resents.
    fn resented_near(&self, id: TownId) -> Option<TownId> {
        let town = self.world.town(id);
        let of = self.world.people(town.people);
        let is_resented = |other: &TownId| {
            of.grudges.get(&self.world.town(*other).people).is_some_and(|grudge| *grudge >= WARY)
        };
        let known = of.standing().map(|(other, _)| other).filter(is_resented);
        known.min_by_key(|other| (self.world.town(*other).cell.octile(town.cell), *other))
    }

    fn has_spy_out(&self, people: u8) -> bool {
        let spies = |unit: &Unit| unit.stack.iter().any(|layer| matches!(layer, Behaviour::Spy { .. }));
        self.world.units.iter().any(|unit| unit.people == people && spies(unit))
    }

    /// A spy of a people who has nothing to do, or a new one.
    fn spy_of(&mut self, people: u8, home: TownId) -> UnitId {
        let idle = |unit: &&Unit| {
            unit.people == people && unit.kind == Kind::Spy && unit.stack.len() == 1 && unit.orders.is_empty()
        };
        if let Some(spy) = self.world.units.iter().find(idle) {
            return spy.id;
        }
        let spy = add_unit(&mut self.world, Kind::Spy, home);
        self.look(Watcher::Unit(spy));
        spy
    }
}
