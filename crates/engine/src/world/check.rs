//! Invariants: what is true of every sound world, checked in debug builds and of everything that is loaded.

use super::{Action, ActionEnd, Behaviour, HOME, Order, PastLife, PreviousOrders, Unit, UnitOrPlace, World};
use crate::grid::{Cell, distinct};

/// Layers of a behaviour stack, at most.
pub const STACK_MAX: usize = 32;
/// Peoples of a land, at most.
pub const PEOPLES_MAX: usize = 8;
/// Units of a land, at most: far more than ever come to live on one.
pub const ALL_UNITS_MAX: usize = 200_000;
/// Camps, at most.
pub const CAMPS_MAX: usize = 65_536;
/// Settlements and ruins, at most.
pub const TOWNS_MAX: usize = 4096;
/// Height up to which the player may push onto a behaviour stack; what is pushed needs room for its own steps.
pub const PUSHED_MAX: usize = 16;
/// Orders in a queue, at most.
pub const ORDERS_MAX: usize = 64;
/// Cells of a road that is built by one order, at most.
pub const BUILD_MAX: usize = 2048;

/// Whether the data of a behaviour is sound in a world. The rules of behaviours are in `mind`, which lends them.
pub type BehaviourCheck = fn(&World, &Behaviour) -> bool;

impl World {
    /// Whether the world can be played on, where `is_sound` knows about behaviours.
    ///
    /// # Errors
    /// A sentence about the first invariant that does not hold.
    pub fn check_with(&self, is_sound: BehaviourCheck) -> Result<(), String> {
        Check { world: self, is_sound }.all()
    }

    /// Whether an order names only places on the land.
    pub fn is_sound_order(&self, order: &Order) -> bool {
        let is_empty = matches!(order, Order::Patrol(points) if points.is_empty());
        let cells = order.cells();
        !is_empty && cells.len() <= ORDERS_MAX && cells.iter().all(|cell| self.size().contains(*cell))
    }

    /// Whether a mark is on the land, if it is a place.
    pub fn is_sound_mark(&self, mark: UnitOrPlace) -> bool {
        mark.place().is_none_or(|cell| self.size().contains(cell))
    }
}

/// A world that is checked, and what checks its behaviours.
pub(super) struct Check<'a> {
    pub world: &'a World,
    pub is_sound: BehaviourCheck,
}

impl Check<'_> {
    fn all(&self) -> Result<(), String> {
        let world = self.world;
        let size = world.size();
        let sound_size = (1..=4096).contains(&size.width) && (1..=4096).contains(&size.height);
        ensure(sound_size, "the land has no sound size")?;
        ensure(world.land.surface.size() == size, "the ground does not cover the land")?;
        ensure(world.land.height.size() == size, "the heights do not cover the land")?;
        ensure(world.ground.fits(size), "the wear does not cover the land")?;
        ensure((1..=PEOPLES_MAX).contains(&world.peoples.len()), "there are no peoples, or too many")?;
        for people in &world.peoples {
            ensure(people.belief.size() == size && people.belief.is_sound(), "a belief is not sound")?;
        }
        self.check_places()?;
        self.check_units()?;
        self.check_plans()?;
        self.check_possession()?;
        self.check_bounds()
    }

    fn check_places(&self) -> Result<(), String> {
        let world = self.world;
        let size = world.size();
        let stands = |id: super::TownIx| world.towns.contains(id);
        ensure(
            world.towns.len() <= TOWNS_MAX && world.camps.len() <= CAMPS_MAX,
            "there are too many settlements",
        )?;
        let routes =
            |routes: &[(super::TownIx, super::TownIx)]| routes.iter().all(|(a, b)| stands(*a) && stands(*b));
        for town in &world.towns {
            ensure(size.contains(town.cell), "a settlement lies off the land")?;
            ensure(world.peoples.contains(town.people), "a settlement belongs to no people")?;
            ensure(routes(&town.routes), "a settlement lies on a route to nowhere")?;
            let rally = town.rally.len() <= ORDERS_MAX && town.rally.iter().all(|o| world.is_sound_order(o));
            ensure(rally, "a settlement's rally leads nowhere")?;
        }
        for camp in &world.camps {
            ensure(size.contains(camp.cell) && routes(&camp.routes), "a camp lies off the land")?;
        }
        ensure(world.land.sites.iter().all(|site| size.contains(site.cell)), "a site lies off the land")?;
        for people in &world.peoples {
            let trips =
                people.trip_times.keys().chain(people.paths.keys()).all(|(a, b)| stands(*a) && stands(*b));
            let mut named = people.prices.keys().chain(people.sightings.keys());
            ensure(trips && named.all(|town| stands(*town)), "a trip leads nowhere")?;
            let mut annals = people.annals.iter();
            let sound = annals.all(|(town, annals)| stands(*town) && self.are_sound_annals(annals));
            ensure(sound, "the annals of a settlement are odd")?;
        }
        Ok(())
    }

    fn check_units(&self) -> Result<(), String> {
        let world = self.world;
        ensure(world.units.len() <= ALL_UNITS_MAX, "there are too many units")?;
        ensure(world.units.is_sound(), "the units are out of order")?;
        world.units.iter().try_for_each(|unit| self.check_unit(unit))?;
        self.check_occupancy()
    }

    /// Checks one unit, alive or removed.
    pub(super) fn check_unit(&self, unit: &Unit) -> Result<(), String> {
        let world = self.world;
        let size = world.size();
        ensure(unit.id.0 < world.next_unit, "a unit has a number of the future")?;
        ensure(world.peoples.contains(unit.people), "a unit belongs to no people")?;
        ensure(size.contains(unit.cell), "a unit stands off the land")?;
        ensure(unit.next.is_none_or(|next| size.contains(next)), "a unit walks off the land")?;
        let is_step = unit.next.is_none_or(|next| next.chebyshev(unit.cell) <= 1);
        ensure(is_step, "a unit steps farther than a neighbouring cell")?;
        ensure(unit.stack.len() <= STACK_MAX, "a behaviour stack is too high")?;
        ensure(unit.orders.len() <= ORDERS_MAX, "an order queue is too long")?;
        ensure(
            unit.stack.iter().all(|behaviour| (self.is_sound)(world, behaviour)),
            "a behaviour leads nowhere",
        )?;
        ensure(unit.orders.iter().all(|o| world.is_sound_order(o)), "an order leads nowhere")
    }

    /// Whether a unit's previous orders could be given again.
    pub(super) fn is_sound_previous(&self, previous: &PreviousOrders) -> bool {
        let world = self.world;
        let layers = usize::from(previous.below) + previous.above.len();
        let mut orders = previous.orders.iter().chain(&previous.waiting);
        layers <= STACK_MAX
            && previous.orders.len().max(previous.waiting.len()) <= ORDERS_MAX
            && previous.above.iter().all(|behaviour| (self.is_sound)(world, behaviour))
            && orders.all(|order| world.is_sound_order(order))
    }

    /// Outside settlements no cell is occupied twice.
    fn check_occupancy(&self) -> Result<(), String> {
        let world = self.world;
        let towns = world.towns.iter().map(|town| town.cell);
        let mut havens: Vec<Cell> = towns.chain(world.camps.iter().map(|camp| camp.cell)).collect();
        havens.sort_unstable();
        let mut held: Vec<u32> = Vec::with_capacity(world.units.len() * 2);
        for unit in &world.units {
            let cells = [Some(unit.cell), unit.next];
            let outside = cells.into_iter().flatten().filter(|cell| havens.binary_search(cell).is_err());
            held.extend(outside.map(|cell| world.size().index(cell) as u32));
        }
        let count = held.len();
        ensure(distinct(held).len() == count, "two units hold the same cell")
    }

    /// The possessed unit, and the wanderer's game.
    fn check_possession(&self) -> Result<(), String> {
        let world = self.world;
        let size = world.size();
        if let Some(life) = &world.possession {
            let goal = match life.action {
                Some(Action::Travel(goal) | Action::Explore(goal)) => size.contains(goal),
                Some(
                    Action::Step(_)
                    | Action::Wait
                    | Action::Search
                    | Action::Rest
                    | Action::Halt
                    | Action::Choose(_)
                    | Action::Buy(_)
                    | Action::Drop(_)
                    | Action::TakeParcel
                    | Action::Use(_),
                )
                | None => true,
            };
            let cause = !matches!(life.cause, Some(ActionEnd::Place(cell)) if !size.contains(cell));
            ensure(life.unit.0 < world.next_unit && goal && cause, "the possession leads nowhere")?;
        }
        let Some(wander) = &world.wander else { return Ok(()) };
        let stones = wander.stones.iter().all(|stone| size.contains(stone.cell));
        let last =
            |life: &PastLife| size.contains(life.cell) && life.trail.iter().all(|cell| size.contains(*cell));
        let ends = wander.lives.iter().all(last)
            && wander.graves.iter().all(|grave| size.contains(grave.cell))
            && wander.journey.cells().all(|cell| size.contains(cell))
            && wander
                .journey
                .parcel
                .is_none_or(|parcel| world.towns.contains(parcel.from) && world.towns.contains(parcel.to));
        let home = world.towns.contains(wander.home) && world.peoples.contains(HOME);
        ensure(stones && ends && home, "the wanderer's game is not of this land")
    }

    fn check_plans(&self) -> Result<(), String> {
        let world = self.world;
        let size = world.size();
        let nodes = size.area() as u32;
        let live = world.plans.live.iter().map(|live| &live.request);
        for request in world.plans.waiting.iter().chain(live) {
            let crowd = request.crowd.iter().all(|cell| size.contains(*cell));
            ensure(size.contains(request.from) && crowd, "a path request starts off the land")?;
            ensure(world.peoples.contains(request.people), "a path request belongs to no people")?;
            let target = match &request.target {
                super::Target::Cell(cell) => size.contains(*cell),
                super::Target::Border { claimed } => claimed.iter().all(|cell| size.contains(*cell)),
            };
            ensure(target, "a path request leads off the land")?;
            if let super::Requester::Survey(a, b) = request.requester {
                let known = world.towns.contains(a) && world.towns.contains(b);
                ensure(known, "a survey leads nowhere")?;
            }
        }
        let fits = |live: &super::LiveSearch| live.search.is_valid_for(nodes);
        ensure(world.plans.live.iter().all(fits), "a search does not fit the land")
    }
}

pub(super) fn ensure(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}
