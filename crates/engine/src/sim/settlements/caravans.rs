//! Caravans: traders bound far along a feared route wait in the market for others with the same trip, and leave
//! together.
//!
//! No one leads a caravan. Units that leave together know the same path, walk at the same speed and tire together, so
//! they sleep in the same places; raiders attack only those with few companions (`mind::behaviour::raid`). What does not live
//! here: where a unit trades (`trade`).

use crate::grid::Cell;
use crate::sim::{Game, events};
use crate::world::{Behaviour, DAY, EventLink, PeopleIx, Stay, TownIx, Trade, TradeEvent, UnitIx, World};

/// The least number of traders that leave together.
const CARAVAN_SIZE_MIN: usize = 3;
/// Ticks that a trader waits for company before it leaves alone.
const PATIENCE_TICKS: u64 = DAY / 2;
/// How much a place must be feared, in milli-steps.
const FEAR_MIN: u32 = 1000;

/// Makes a trader whose trip has just begun wait for company if the route is feared; once there is enough, all
/// leave.
pub(super) fn wait_for_company(game: &mut Game, index: UnitIx, here: TownIx, to: TownIx) {
    let people = game.world.units[index].people;
    let Some(feared) = feared_place_between(&game.world, people, here, to) else { return };
    let (now, cell) = (game.world.tick, game.world.units[index].cell);
    let waiting = waiting_traders(&game.world, people, cell, (to, here));
    if waiting.len() + 1 < CARAVAN_SIZE_MIN {
        game.world.units[index]
            .push_behaviour(Behaviour::Stay(Stay { around: cell, until: now + PATIENCE_TICKS }));
        return;
    }
    for other in &waiting {
        if let Some(Behaviour::Stay(Stay { until, .. })) = game.world.units[*other].stack.last_mut() {
            *until = now;
        }
    }
    if people == PeopleIx::PLAYER {
        let left = TradeEvent::CaravanLeft { size: waiting.len() as u32 + 1, from: here, to };
        let cause = game.world.events.link(EventLink::Fear(people, feared));
        events::tell_caused(game, cell, left, cause);
    }
}

/// A place that a people fears along the route between two settlements.
fn feared_place_between(world: &World, people: PeopleIx, from: TownIx, to: TownIx) -> Option<Cell> {
    let mut feared = world.people(people).belief.feared_places();
    let feared = feared.find(|(place, fear)| *fear >= FEAR_MIN && world.lies_between(*place, (from, to)));
    feared.map(|(place, _)| place)
}

/// Indices of the people's traders that wait in a settlement for the same trip.
fn waiting_traders(world: &World, people: PeopleIx, cell: Cell, trip: (TownIx, TownIx)) -> Vec<UnitIx> {
    let units = world.units.indices().zip(&world.units);
    let waiting = units.filter(|(_, unit)| {
        unit.people == people
            && unit.cell == cell
            && matches!(&unit.stack[..], [.., Behaviour::Trade(Trade { trip: Some(other), .. }), Behaviour::Stay(_)]
                if *other == trip)
    });
    waiting.map(|(index, _)| index).collect()
}
