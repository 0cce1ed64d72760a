//! Caravans: who is bound far on a feared way waits in his market for others who go to the same place, and they leave
//! together.
//!
//! Nobody leads one. Those who leave together know the same way, walk alike and tire together, so they sleep in the same
//! places; and raiders spring on those alone who have little company (`mind::raiding`). What does not live here: where
//! somebody trades (`trade`).

use super::{Game, counted};
use crate::grid::Cell;
use crate::world::{Behaviour, DAY, TownId};

/// How many leave together, at least.
const COMPANY: usize = 3;
/// How long somebody waits for them, in ticks; then he goes alone.
const PATIENCE: u64 = DAY / 2;
/// How much a place has to be feared for it, in milli-steps.
const FEARED: u32 = 1000;
/// How far out of the straight way such a place may lie, in percent of that.
const ASIDE_PERCENT: u32 = 125;

impl Game {
    /// A trader whose trip has just begun waits for company, if the way is feared; once there is enough of it, all leave.
    pub(super) fn wait_for_company(&mut self, index: usize, here: TownId, to: TownId) {
        let people = self.world.units[index].people;
        if !self.is_feared_way(people, here, to) {
            return;
        }
        let (now, cell) = (self.world.tick, self.world.units[index].cell);
        let waiting = self.those_who_wait(people, cell, (to, here));
        if waiting.len() + 1 < COMPANY {
            self.push(index, Behaviour::Stay { around: cell, until: now + PATIENCE });
            return;
        }
        for other in &waiting {
            if let Some(Behaviour::Stay { until, .. }) = self.world.units[*other].stack.last_mut() {
                *until = now;
            }
        }
        if people == 0 {
            let [from, goal] = [here, to].map(|id| self.world.town(id).name.clone());
            let porters = counted(waiting.len() + 1, "porter");
            self.note(3, cell, format!("A caravan of {porters} leaves {from} for {goal}: the way is feared"));
        }
    }

    /// Whether a people knows a feared place about the way between two settlements.
    fn is_feared_way(&self, people: u8, from: TownId, to: TownId) -> bool {
        let [from, to] = [from, to].map(|id| self.world.town(id).cell);
        let most = from.octile(to) * ASIDE_PERCENT / 100;
        let mut feared = self.world.people(people).belief.feared_places();
        feared.any(|(place, fear)| fear >= FEARED && from.octile(place) + place.octile(to) <= most)
    }

    /// Traders of a people who wait inside a settlement to go on the same trip: their places in the list of units.
    fn those_who_wait(&self, people: u8, cell: Cell, trip: (TownId, TownId)) -> Vec<usize> {
        let units = self.world.units.iter().enumerate();
        let waits = units.filter(|(_, unit)| {
            unit.people == people
                && unit.cell == cell
                && matches!(&unit.stack[..], [.., Behaviour::Trade { trip: Some(other), .. }, Behaviour::Stay { .. }]
                    if *other == trip)
        });
        waits.map(|(index, _)| index).collect()
    }
}
