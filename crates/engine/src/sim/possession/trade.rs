//! What a wanderer buys, carries and delivers, and what it finds in graves.
//!
//! A settlement sells few of the things that are known, its home all of them; and it has one parcel a season for another
//! settlement.

use crate::grid::Cell;
use crate::land::mix;
use crate::sim::derived::Watcher;
use crate::sim::possession::action_end::end_action;
use crate::sim::possession::life;
use crate::sim::{Game, sight};
use crate::world::{
    AMOUNT_MAX, ActionEnd, CommandOutcome, DAY, FOOD_MAX, HOME, LifeEvent, PACK_SLOTS, Parcel, PeopleIx,
    Rejection, SEASON_DAYS, Thing, TownIx, UnitIx, World, add_capped,
};

/// Coin of a new wanderer.
pub(super) const FIRST_COIN: u32 = 5;
/// Things that a settlement sells, besides its home.
const WARES: usize = 3;
/// A parcel is for a settlement at least this far away, in steps; among so many of the nearest.
const PARCEL_STEPS_MIN: u32 = 12;
const PARCEL_TOWNS: usize = 3;
/// Coin for a parcel: this much, and one more for each so many steps.
const PARCEL_COIN: u32 = 1;
const STEPS_PER_COIN: u32 = 16;
/// How far a map shows the land, in steps: a day's walk.
const MAP_STEPS: u16 = 32;
/// Food that is carried besides, in ticks: two days'.
const CARRIED_FOOD: u32 = 2 * DAY as u32;

impl World {
    /// What a settlement sells to a wanderer now.
    pub fn wares(&self, id: TownIx) -> Vec<Thing> {
        let Some(wander) = &self.wander else { return Vec::new() };
        let known = Thing::for_sale(wander.stones_home());
        if self.town(id).people == HOME {
            return known.to_vec();
        }
        let first = mix(&[self.seed, id.0.into(), self.season_number()]) as usize % known.len();
        let others = known.iter().copied().cycle().skip(first).step_by(known.len() / WARES).take(WARES);
        others.collect()
    }

    /// The parcel that a settlement has for a wanderer now.
    pub fn parcel_offered(&self, id: TownIx) -> Option<Parcel> {
        self.wander.as_ref().filter(|wander| wander.journey.parcel.is_none())?;
        let from = self.town(id);
        let steps = |other: &TownIx| self.town(*other).cell.chebyshev(from.cell);
        let is_fit = |other: &TownIx| {
            steps(other) >= PARCEL_STEPS_MIN && !self.at_war(PeopleIx::PLAYER, self.town(*other).people)
        };
        let mut towns: Vec<TownIx> = self.living_towns().filter(is_fit).collect();
        towns.sort_by_key(|other| (steps(other), *other));
        towns.truncate(PARCEL_TOWNS);
        let turn = mix(&[self.seed, id.0.into(), self.season_number(), 1]) as usize;
        let to = *towns.get(turn % towns.len().max(1))?;
        Some(Parcel { from: id, to, coin: PARCEL_COIN + steps(&to) / STEPS_PER_COIN })
    }

    /// Number of the present season, from the first.
    fn season_number(&self) -> u64 {
        self.tick / (DAY * SEASON_DAYS)
    }
}

/// Buys a thing in the settlement here.
pub(super) fn buy(game: &mut Game, index: UnitIx, thing: Thing) -> Result<CommandOutcome, Rejection> {
    let town = life::friendly_town(game, index).ok_or(Rejection::NotHere("nothing is sold here"))?;
    if !game.world.wares(town).contains(&thing) {
        return Err(Rejection::NotHere("that is not for sale here"));
    }
    let price = thing.row().price;
    let coin = &mut game.world.peoples[PeopleIx::PLAYER].coin;
    let Some(left) = coin.checked_sub(price) else {
        return Err(Rejection::NotHere("you have too little coin: parcels pay"));
    };
    let Some(wander) = &mut game.world.wander else { return Err(Rejection::NotPossessing) };
    if thing != Thing::Map && !wander.journey.pack.add(thing) {
        return Err(Rejection::NotHere("you carry four things already: leave one first"));
    }
    *coin = left;
    if thing == Thing::Map {
        learn_region(game, index);
    }
    look_again(game, index);
    let bought = LifeEvent::Bought { thing, coin: price };
    life::tell_life(&mut game.world, bought);
    Ok(CommandOutcome::text("bought"))
}

/// Leaves a thing behind.
pub(super) fn drop_thing(game: &mut Game, index: UnitIx, thing: Thing) -> Result<CommandOutcome, Rejection> {
    if !game.world.is_carried(thing) {
        return Err(Rejection::NotHere("you carry no such thing"));
    }
    if game.world.land.is_blocked(game.world.units[index].cell) {
        return Err(Rejection::NotHere("leave it on firm ground: out here it may carry you"));
    }
    spend(game, index, thing);
    Ok(CommandOutcome::text("left behind"))
}

/// Takes the parcel that is offered here.
pub(super) fn take_parcel(game: &mut Game, index: UnitIx) -> Result<CommandOutcome, Rejection> {
    let town = life::friendly_town(game, index);
    let offered = town.and_then(|town| game.world.parcel_offered(town));
    let parcel = offered.ok_or(Rejection::NotHere("no parcel waits for you here"))?;
    if let Some(wander) = &mut game.world.wander {
        wander.journey.parcel = Some(parcel);
    }
    let taken = LifeEvent::ParcelTaken { town: parcel.to, coin: parcel.coin };
    life::tell_life(&mut game.world, taken);
    Ok(CommandOutcome::text("you take it along"))
}

/// Delivers a parcel where it is due, and opens graves on the way.
pub(super) fn notice_place(game: &mut Game, index: UnitIx) {
    let cell = game.world.units[index].cell;
    let Some(wander) = &mut game.world.wander else { return };
    let here = |parcel: &mut Parcel| game.world.towns[parcel.to].cell.chebyshev(cell) <= 1;
    if let Some(Parcel { to, coin, .. }) = wander.journey.parcel.take_if(here) {
        add_capped(&mut game.world.peoples[PeopleIx::PLAYER].coin, coin, AMOUNT_MAX);
        let delivered = LifeEvent::ParcelDelivered { town: to, coin };
        return end_action(&mut game.world, index, ActionEnd::Found, delivered);
    }
    let at = wander.graves.iter().position(|grave| grave.cell.chebyshev(cell) <= 1);
    let Some(at) = at.filter(|_| wander.journey.pack.has_room()) else { return };
    let room = PACK_SLOTS - wander.journey.pack.things().len();
    let found: Vec<Thing> = wander.graves[at].pack.things().iter().copied().take(room).collect();
    for thing in &found {
        wander.graves[at].pack.take(*thing);
        wander.journey.pack.add(*thing);
    }
    if wander.graves[at].pack.things().is_empty() {
        wander.graves.remove(at);
    }
    let things = found.len() as u8;
    end_action(&mut game.world, index, ActionEnd::Found, LifeEvent::GraveFound { things });
    look_again(game, index);
}

/// Eats what is carried when all else is eaten; whether there was any.
pub(super) fn eat_carried(world: &mut World) -> bool {
    let Some(wander) = &mut world.wander else { return false };
    let eats = wander.journey.pack.take(Thing::Food);
    if let Some(life) = world.possession.as_mut().filter(|_| eats) {
        life.food = CARRIED_FOOD.min(FOOD_MAX);
        life.reported.hunger = life.hunger();
    }
    if eats {
        life::tell_life(world, LifeEvent::Spent { thing: Thing::Food });
    }
    eats
}

/// Uses a thing up, if it is carried.
pub(super) fn spend(game: &mut Game, index: UnitIx, thing: Thing) {
    let Some(wander) = &mut game.world.wander else { return };
    if wander.journey.pack.take(thing) {
        life::tell_life(&mut game.world, LifeEvent::Spent { thing });
        look_again(game, index);
    }
}

/// Loses the thing that was taken up last.
pub(super) fn lose_one(game: &mut Game, index: UnitIx) {
    let last = game.world.wander.as_ref().and_then(|wander| wander.journey.pack.things().last().copied());
    if let Some(thing) = last {
        spend(game, index, thing);
    }
}

/// Shows the land around the wanderer as it is.
pub(super) fn learn_region(game: &mut Game, index: UnitIx) {
    let (cell, people) = (game.world.units[index].cell, game.world.units[index].people);
    let around: Vec<Cell> = game.world.size().square(cell, MAP_STEPS).collect();
    for cell in around {
        game.world.observe(people, cell);
    }
}

/// Looks around anew: with a lantern one sees farther.
fn look_again(game: &mut Game, index: UnitIx) {
    let id = game.world.units[index].id;
    sight::update_watcher(game, Watcher::Unit(id));
}
