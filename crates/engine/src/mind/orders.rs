//! Turns an order of the player into a behaviour.

use crate::grid::Cell;
use crate::plan::road_plan;
use crate::world::{
    Behaviour, DAY, Order, OrderProblem, Places, TownId, TripPurpose, Unit, UnitId, UnitOrPlace, World,
};

/// The behaviour that carries out an order.
///
/// # Errors
/// Why the order cannot be carried out.
pub fn behaviour_for(places: Places, unit: &Unit, order: &Order) -> Result<Behaviour, OrderProblem> {
    let world = places.world;
    let behaviour = match order {
        Order::Go(goal) => Behaviour::Travel { goal: *goal, purpose: TripPurpose::Order },
        Order::Patrol(points) if points.is_empty() => return Err(OrderProblem::NoPatrolPoints),
        Order::Patrol(points) => Behaviour::Patrol { points: points.clone(), next: 0 },
        Order::Stop => Behaviour::Stop,
        Order::Stay => Behaviour::Stay { around: unit.cell, until: world.tick + DAY },
        Order::Explore => Behaviour::Explore { target: None, fruitless: 0 },
        Order::Trade => {
            Behaviour::Trade { home: nearest_market(world, unit).ok_or(OrderProblem::NoMarket)?, trip: None }
        }
        Order::Wander => Behaviour::Wander { until: world.tick + DAY },
        Order::Rest => Behaviour::Rest { until: world.tick + super::NIGHT_TICKS },
        Order::Follow(leader) if *leader == unit.id => return Err(OrderProblem::FollowsItself),
        Order::Follow(leader) => Behaviour::Follow { unit: *leader },
        Order::Connect(goal) => road_behaviour(world, unit, *goal)?,
        Order::Settle(at) => Behaviour::Settle { at: *at },
        other => return special_behaviour_for(places, unit, other),
    };
    Ok(behaviour)
}

/// The rest of [`behaviour_for`]: orders about other units and danger.
fn special_behaviour_for(places: Places, unit: &Unit, order: &Order) -> Result<Behaviour, OrderProblem> {
    let world = places.world;
    Ok(match *order {
        Order::Flee => Behaviour::Flee { from: None, last: unit.cell, since: world.tick },
        Order::Retreat => Behaviour::Retreat { from: None, last: unit.cell, since: world.tick },
        Order::Search(what) => Behaviour::Search {
            what,
            known: world.known_of(unit.people, what),
            looked: Vec::new(),
            toward: None,
        },
        Order::Spy(mark) => {
            let last = visible_mark_cell(places, unit, mark)?;
            Behaviour::Spy { mark, last, since: None, learned: false }
        }
        Order::Defend(ward) => Behaviour::Defend { ward: own_mark(world, unit, ward)? },
        Order::Guard(at) => Behaviour::Guard { at },
        Order::Attack(foe) => Behaviour::Attack { unit: foe, last: visible_foe_cell(places, unit, foe)? },
        Order::Surround(foe) => Behaviour::Surround { unit: foe, last: visible_foe_cell(places, unit, foe)? },
        Order::Avoid(mark) => Behaviour::Avoid { mark, last: visible_mark_cell(places, unit, mark)? },
        Order::Disperse => Behaviour::Disperse { until: world.tick + DAY },
        Order::Group => Behaviour::Group { until: world.tick + DAY },
        Order::Work(site) => work_behaviour(world, unit, site)?,
        Order::Escort(ward) => match own_mark(world, unit, UnitOrPlace::Unit(ward))? {
            UnitOrPlace::Unit(ward) => Behaviour::Escort { unit: ward },
            UnitOrPlace::Place(_) => return Err(OrderProblem::NotAUnit),
        },
        _ => return Err(OrderProblem::Unknown),
    })
}

/// Where the mark is seen.
fn visible_mark_cell(places: Places, unit: &Unit, mark: UnitOrPlace) -> Result<Cell, OrderProblem> {
    match mark {
        UnitOrPlace::Unit(id) if id == unit.id => Err(OrderProblem::TargetsItself),
        _ => match super::last_known_position(places, unit, mark, unit.cell) {
            (at, true) => Ok(at),
            (_, false) => Err(OrderProblem::TargetUnseen),
        },
    }
}

/// Where a foe is seen.
fn visible_foe_cell(places: Places, unit: &Unit, foe: UnitId) -> Result<Cell, OrderProblem> {
    let at = visible_mark_cell(places, unit, UnitOrPlace::Unit(foe))?;
    let is_foe = places.world.unit(foe).is_some_and(|other| places.world.are_foes(unit, other));
    if is_foe { Ok(at) } else { Err(OrderProblem::NoFoe) }
}

/// The mark, checked to be another unit of the same people, or a place.
fn own_mark(world: &World, unit: &Unit, mark: UnitOrPlace) -> Result<UnitOrPlace, OrderProblem> {
    let UnitOrPlace::Unit(id) = mark else { return Ok(mark) };
    let is_own = world.unit(id).is_some_and(|other| other.people == unit.people && other.id != unit.id);
    if is_own { Ok(mark) } else { Err(OrderProblem::ForeignWard) }
}

/// Work at a known site.
fn work_behaviour(world: &World, unit: &Unit, site: Cell) -> Result<Behaviour, OrderProblem> {
    let is_known = world.people(unit.people).belief.is_known(site);
    if !is_known || !world.land.sites.iter().any(|other| other.cell == site) {
        return Err(OrderProblem::NoSite);
    }
    let store = super::working::nearest_store(world, unit.people, site).ok_or(OrderProblem::NoStore)?;
    Ok(Behaviour::Work { site, store, worked: 0 })
}

/// Building a road to a cell, planned from where the unit stands.
fn road_behaviour(world: &World, unit: &Unit, goal: Cell) -> Result<Behaviour, OrderProblem> {
    let from = unit.path_start();
    let plan = road_plan(world, unit.people, unit.kind, from, goal);
    if !plan.reaches {
        return Err(OrderProblem::NoRoadRoute);
    }
    let path = plan.cells.into_iter().map(|(cell, _)| cell).collect();
    Ok(Behaviour::Build { path, next: 0, worked: 0 })
}

/// The nearest market, preferably one of the unit's own people.
fn nearest_market(world: &World, unit: &Unit) -> Option<TownId> {
    world.markets_of(unit.people).min_by_key(|id| {
        let town = world.town(*id);
        (town.people != unit.people, town.cell.octile(unit.cell), *id)
    })
}
