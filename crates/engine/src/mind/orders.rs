//! Turns an order of the player into a behaviour.

use crate::grid::Cell;
use crate::plan::road_plan;
use crate::world::{Behaviour, DAY, Errand, Mark, Order, Places, TownId, Unit, UnitId, World};

/// The behaviour that carries out an order.
///
/// # Errors
/// Why the order cannot be carried out, in a few words for the player.
pub fn behaviour_for(places: Places, unit: &Unit, order: &Order) -> Result<Behaviour, &'static str> {
    let world = places.world;
    let behaviour = match order {
        Order::Go(goal) => Behaviour::Travel { goal: *goal, errand: Errand::Order },
        Order::Patrol(points) if points.is_empty() => return Err("there is nowhere to patrol"),
        Order::Patrol(points) => Behaviour::Patrol { points: points.clone(), next: 0 },
        Order::Stop => Behaviour::Stop,
        Order::Stay => Behaviour::Stay { around: unit.cell, until: world.tick + DAY },
        Order::Explore => Behaviour::Explore { target: None, fruitless: 0 },
        Order::Trade => {
            Behaviour::Trade { home: nearest_town(world, unit).ok_or("there is no settlement")?, trip: None }
        }
        Order::Wander => Behaviour::Wander { until: world.tick + DAY },
        Order::Rest => Behaviour::Rest { until: world.tick + super::NIGHT },
        Order::Follow(leader) if *leader == unit.id => return Err("nobody can follow themselves"),
        Order::Follow(leader) => Behaviour::Follow { whom: *leader },
        Order::Connect(goal) => road(world, unit, *goal)?,
        Order::Settle(at) => Behaviour::Settle { at: *at },
        other => return more_for(places, unit, other),
    };
    Ok(behaviour)
}

/// The rest of [`behaviour_for`]: orders about other units and danger.
fn more_for(places: Places, unit: &Unit, order: &Order) -> Result<Behaviour, &'static str> {
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
            let last = seen_at(places, unit, mark)?;
            Behaviour::Spy { mark, last, since: None, learned: false }
        }
        Order::Defend(ward) => Behaviour::Defend { ward: own(world, unit, ward)? },
        Order::Guard(at) => Behaviour::Guard { at },
        Order::Attack(foe) => Behaviour::Attack { whom: foe, last: foe_at(places, unit, foe)? },
        Order::Surround(foe) => Behaviour::Surround { whom: foe, last: foe_at(places, unit, foe)? },
        Order::Shun(mark) => Behaviour::Shun { mark, last: seen_at(places, unit, mark)? },
        Order::Avoid => Behaviour::Avoid { until: world.tick + DAY },
        Order::Group => Behaviour::Group { until: world.tick + DAY },
        Order::Work(site) => work(world, unit, site)?,
        Order::Escort(ward) => match own(world, unit, Mark::Unit(ward))? {
            Mark::Unit(ward) => Behaviour::Escort { whom: ward },
            Mark::Place(_) => return Err("only somebody can be escorted"),
        },
        _ => return Err("nobody knows how"),
    })
}

/// Where the mark is seen.
fn seen_at(places: Places, unit: &Unit, mark: Mark) -> Result<Cell, &'static str> {
    match mark {
        Mark::Unit(id) if id == unit.id => Err("nobody can do that to himself"),
        _ => match super::sighted(places, unit, mark, unit.cell) {
            (at, true) => Ok(at),
            (_, false) => Err("nobody of its people sees where that is"),
        },
    }
}

/// Where a foe is seen.
fn foe_at(places: Places, unit: &Unit, foe: UnitId) -> Result<Cell, &'static str> {
    let at = seen_at(places, unit, Mark::Unit(foe))?;
    let is_foe = places.world.unit(foe).is_some_and(|other| places.world.are_foes(unit, other));
    if is_foe { Ok(at) } else { Err("that is no foe") }
}

/// The mark, checked to be another unit of the same people, or a place.
fn own(world: &World, unit: &Unit, mark: Mark) -> Result<Mark, &'static str> {
    let Mark::Unit(id) = mark else { return Ok(mark) };
    let is_own = world.unit(id).is_some_and(|other| other.people == unit.people && other.id != unit.id);
    if is_own { Ok(mark) } else { Err("only others of its own people can be its ward") }
}

/// Work at a known site.
fn work(world: &World, unit: &Unit, site: Cell) -> Result<Behaviour, &'static str> {
    let is_known = world.people(unit.people).belief.is_known(site);
    if !is_known || !world.land.sites.iter().any(|other| other.cell == site) {
        return Err("no site is known there");
    }
    let store =
        super::working::store_near(world, unit.people, site).ok_or("there is no settlement to store it")?;
    Ok(Behaviour::Work { site, store, worked: 0 })
}

/// Building a road to a cell, planned from where the unit stands.
fn road(world: &World, unit: &Unit, goal: Cell) -> Result<Behaviour, &'static str> {
    let from = unit.way_start();
    let plan = road_plan(world, unit.people, unit.kind, from, goal);
    if !plan.reaches {
        return Err("no road can be built there, as far as is known");
    }
    let way = plan.cells.into_iter().map(|(cell, _)| cell).collect();
    Ok(Behaviour::Build { way, next: 0, worked: 0 })
}

/// The nearest market, preferably one of the unit's own people.
fn nearest_town(world: &World, unit: &Unit) -> Option<TownId> {
    world.markets_of(unit.people).min_by_key(|id| {
        let town = world.town(*id);
        (town.people != unit.people, town.cell.octile(unit.cell), *id)
    })
}
