//! From the player's wish to the means.

use crate::grid::Cell;
use crate::plan::road_plan;
use crate::world::{Behaviour, DAY, Errand, Order, TownId, Unit, World};

/// The behaviour that carries out an order, or why there is none.
///
/// # Errors
/// A few words for the player.
pub fn behaviour_for(world: &World, unit: &Unit, order: &Order) -> Result<Behaviour, &'static str> {
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
        Order::Follow(whom) if *whom == unit.id => return Err("nobody can follow themselves"),
        Order::Follow(whom) => Behaviour::Follow { whom: *whom },
        Order::Connect(goal) => road(world, unit, *goal)?,
        Order::Settle(at) => Behaviour::Settle { at: *at },
    };
    Ok(behaviour)
}

/// The road to a cell, as it looks from where the unit stands.
fn road(world: &World, unit: &Unit, goal: Cell) -> Result<Behaviour, &'static str> {
    let from = unit.way_start();
    let plan = road_plan(world, unit.people, unit.kind, from, goal);
    if !plan.reaches {
        return Err("no road can be built there, as far as is known");
    }
    let way = plan.cells.into_iter().map(|(cell, _)| cell).collect();
    Ok(Behaviour::Build { way, next: 0, worked: 0 })
}

/// The market that is fewest steps away, one of his own people if it has any.
fn nearest_town(world: &World, unit: &Unit) -> Option<TownId> {
    world.markets_of(unit.people).min_by_key(|id| {
        let town = world.town(*id);
        (town.people != unit.people, town.cell.octile(unit.cell), *id)
    })
}
