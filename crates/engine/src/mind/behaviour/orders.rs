//! Turns an order into the behaviour that carries it out.

use crate::mind::NIGHT_TICKS;
use crate::world::{
    Attack, Avoid, Behaviour as B, Build, DAY, Defend, Disperse, Escort, Explore, Flee, Follow, Group, Guard,
    Order, OrderProblem, Patrol, Places, Rest, Retreat, Search, Settle, SiteWork, Spy, Stay, Stroll,
    Surround, Trade, Travel, TripPurpose, Unit,
};

/// The behaviour that carries out an order.
///
/// # Errors
/// Why the order cannot be carried out.
pub fn behaviour_for(places: Places, unit: &Unit, order: &Order) -> Result<B, OrderProblem> {
    let world = places.world;
    let (now, here, until) = (world.tick, unit.cell, world.tick + DAY);
    Ok(match order {
        Order::Go(goal) => B::Travel(Travel { goal: *goal, purpose: TripPurpose::Order }),
        Order::Patrol(points) => B::Patrol(Patrol::ordered(points)?),
        Order::Stop => B::Stop,
        Order::Stay => B::Stay(Stay { around: here, until }),
        Order::Explore => B::Explore(Explore { target: None, fruitless: 0 }),
        Order::Trade => B::Trade(Trade::ordered(world, unit)?),
        Order::Wander => B::Wander(Stroll { until }),
        Order::Rest => B::Rest(Rest { until: now + NIGHT_TICKS }),
        Order::Follow(leader) => B::Follow(Follow::ordered(unit, *leader)?),
        Order::Settle(at) => B::Settle(Settle { at: *at }),
        Order::Connect(goal) => B::Build(Build::ordered(world, unit, *goal)?),
        Order::Flee => B::Flee(Flee { from: None, last: here, since: now }),
        Order::Retreat => B::Retreat(Retreat { from: None, last: here, since: now }),
        Order::Search(what) => B::Search(Search::ordered(world, unit, *what)),
        Order::Spy(mark) => B::Spy(Spy::ordered(places, unit, *mark)?),
        Order::Defend(ward) => B::Defend(Defend::ordered(world, unit, *ward)?),
        Order::Guard(at) => B::Guard(Guard { at: *at }),
        Order::Attack(foe) => B::Attack(Attack::ordered(places, unit, *foe)?),
        Order::Surround(foe) => B::Surround(Surround::ordered(places, unit, *foe)?),
        Order::Avoid(mark) => B::Avoid(Avoid::ordered(places, unit, *mark)?),
        Order::Disperse => B::Disperse(Disperse { until }),
        Order::Group => B::Group(Group { until }),
        Order::Work(site) => B::Work(SiteWork::ordered(world, unit, *site)?),
        Order::Escort(ward) => B::Escort(Escort::ordered(world, unit, *ward)?),
    })
}
