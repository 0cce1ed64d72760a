//! Trade: carries goods between settlements. What is bought and sold, and where to go next, is `sim`'s.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::{Deed, Intent, NIGHT_TICKS};
use crate::world::{
    Behaviour, Order, OrderProblem, Places, Stay, TownIx, Trade, Travel, TripPurpose, Unit, World,
};

impl Rules for Trade {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        let is_bound_elsewhere = |here: TownIx| self.trip.is_some_and(|(to, _)| to != here);
        let here = places.town_at(unit.cell).filter(|town| world.trades_at(unit.people, *town));
        if here.is_some_and(|here| !is_bound_elsewhere(here)) {
            return Intent::Do(Deed::Trade);
        }
        let to = self.trip.map_or(self.home, |(to, _)| to);
        let goal = world.town(to).cell;
        if goal == unit.cell {
            // Nothing is traded here any more, and there is no other market to go to.
            return Intent::Push(Behaviour::Stay(Stay { around: goal, until: world.tick + NIGHT_TICKS }));
        }
        Intent::Push(Behaviour::Travel(Travel { goal, purpose: TripPurpose::Trade }))
    }

    fn is_sound(&self, world: &World) -> bool {
        world.towns.contains(self.home)
            && self.trip.is_none_or(|(to, from)| world.towns.contains(to) && world.towns.contains(from))
    }

    fn describe(&self) -> Sentence {
        match self.trip {
            Some((to, from)) => vec!["Trade ".into(), Phrase::Town(from), " to ".into(), Phrase::Town(to)],
            None => vec!["Trade, at home in ".into(), Phrase::Town(self.home)],
        }
    }

    fn order(&self) -> Order {
        Order::Trade
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        self.trip.is_none().then(|| vec!["waiting for a trade worth the trip".into()])
    }

    fn destination(&self, world: &World) -> Option<Cell> {
        self.trip.map(|(to, _)| world.town(to).cell)
    }
}

impl Trade {
    /// What an order to trade begins with.
    pub(super) fn ordered(world: &World, unit: &Unit) -> Result<Trade, OrderProblem> {
        Ok(Trade { home: nearest_market(world, unit).ok_or(OrderProblem::NoMarket)?, trip: None })
    }
}

/// The nearest market, preferably one of the unit's own people.
fn nearest_market(world: &World, unit: &Unit) -> Option<TownIx> {
    world.markets_of(unit.people).min_by_key(|id| {
        let town = world.town(*id);
        (town.people != unit.people, town.cell.octile(unit.cell), *id)
    })
}
