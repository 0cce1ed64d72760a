//! Markets: where a people trades, and the traders that are bound for them.
//!
//! What does not live here: which settlements a people knows as markets (`realm`), and what is bought and sold there.

use super::{Behaviour, PeopleIx, TownIx, Trade, Travel, TripPurpose, UnitId, UnitIx, World};

impl World {
    /// Porters whose home is this settlement.
    pub fn porters_of(&self, town: TownIx) -> Vec<UnitId> {
        self.units.iter().filter(|unit| unit.home() == Some(town)).map(|unit| unit.id).collect()
    }

    /// Moves the home of a porter that cannot get home to the nearest known market, preferably of its own people.
    pub fn move_home(&mut self, index: UnitIx, lost: TownIx) {
        let (cell, people) = (self.units[index].cell, self.units[index].people);
        let markets = self.markets_of(people).filter(|id| *id != lost);
        let nearest = markets.min_by_key(|id| {
            let town = self.town(*id);
            (town.people != people, town.cell.octile(cell), *id)
        });
        let trade_layers = self.units[index].stack.iter_mut().rev();
        let home = trade_layers.filter_map(|behaviour| match behaviour {
            Behaviour::Trade(Trade { home, .. }) => Some(home),
            _ => None,
        });
        if let (Some(new), Some(home)) = (nearest, home.into_iter().next()) {
            *home = new;
        }
    }

    /// Removes a market as destination of a people, and as home of its units.
    pub fn forget_market(&mut self, people: PeopleIx, lost: TownIx) {
        let people_data = &mut self.peoples[people];
        people_data.prices.remove(&lost);
        people_data.trip_times.retain(|(from, to), _| *from != lost && *to != lost);
        people_data.paths.retain(|(from, to), _| *from != lost && *to != lost);
        for index in self.units.indices() {
            let unit = &mut self.units[index];
            let Some(Behaviour::Trade(Trade { home, trip })) =
                unit.stack.first_mut().filter(|_| unit.people == people)
            else {
                continue;
            };
            let is_homeless = *home == lost;
            if trip.is_some_and(|(to, _)| to == lost) {
                *trip = None;
                if matches!(
                    unit.stack.get(1),
                    Some(Behaviour::Travel(Travel { purpose: TripPurpose::Trade, .. }))
                ) {
                    unit.stack.truncate(1);
                    unit.drop_path();
                }
            }
            if is_homeless {
                self.move_home(index, lost);
            }
        }
    }
}
