//! Trade: a porter sells its cargo and chooses the deal that pays most per day of known travel time: either carrying a
//! local good elsewhere, or fetching from elsewhere what is expensive here. The effect of a load on a price depends on
//! the residents: a city takes many loads before its price falls.
//!
//! Distance enters only as the time of a known route.

use crate::land::Good;
use crate::mind::{NIGHT_TICKS, TIRED_AFTER_TIME};
use crate::sim::settlements::{caravans, joined};
use crate::sim::{Game, events, fortune, peoples, works};
use crate::world::{
    AMOUNT_MAX, Behaviour, Cargo, DAY, DAY_TIME, Delivery, EventLink, PeopleIx, PriceNote, Rest, RoadEvent,
    Stay, TOWN_AMOUNT_MAX, TownIx, TownKind, Trade, Unit, UnitId, UnitIx, World, add_capped, add_to_count,
    is_market_day, need_of, price_of, price_with,
};
use std::cmp::Reverse;

/// A porter's cargo, in hundredths of a load.
const CARGO_HUNDREDTHS: u32 = 200;
/// Stock of a good that stays at home, in hundredths of a load.
const HOME_STOCK_MIN: u32 = 100;
/// The least gain of a deal, in hundredths of the base price.
const GAIN_MIN: i64 = 12;
/// Residents that every market attracts like.
const ATTRACTION_MIN: u32 = 20;
/// Each trader on the way to a settlement makes its news count as this many ticks younger.
const NEWS_TICKS_PER_VISITOR: u64 = 480;
/// News from other peoples counts as this many ticks younger, so that traders do not travel there every day just to
/// look.
const FOREIGN_NEWS_TICKS: u64 = 30 * DAY;
/// The extra proceeds of a load on a market day, in hundredths of the base price.
const MARKET_DAY_PREMIUM: i64 = 15;
/// The duty that other peoples take on a load, in hundredths of the base price.
const DUTY: i64 = 60;
/// Time for loading and selling besides the walk, in milli-steps: a day.
const HANDLING_TIME: u32 = DAY_TIME;
/// Walking time after which a porter sleeps in the settlement it has reached, in milli-steps.
const SLEEP_AFTER_TIME: u32 = TIRED_AFTER_TIME / 2;
/// Ticks that a porter waits when there is nowhere to go.
const PAUSE_TICKS: u64 = 24;
/// The addition of a delivery to a settlement's trade, in hundredths, on usual and on market days.
const DELIVERY_TRADE: u32 = 100;

const MARKET_DELIVERY_TRADE: u32 = 150;

/// A trip that pays.
struct Deal {
    /// Gain of a load per day of travel, in hundredths of the base price, times the attraction of the market.
    per_day: i64,
    to: TownIx,
    /// The good to carry there.
    good: Option<Good>,
}

impl Deal {
    /// A deal with this gain for this time, in milli-steps, in a market of this attraction; `None` if it is not worth
    /// it.
    fn of(gain: i64, time: u32, attraction: i64, to: TownIx, good: Option<Good>) -> Option<Deal> {
        let per_day = gain * attraction * i64::from(DAY_TIME) / i64::from(time.max(1));
        (gain >= GAIN_MIN).then_some(Deal { per_day, to, good })
    }

    /// The better-paid of two deals; the first if they are equal.
    fn better(first: Option<Deal>, second: Option<Deal>) -> Option<Deal> {
        first.into_iter().chain(second).min_by_key(|deal| Reverse(deal.per_day))
    }
}

/// Does a porter's business in the market where it stands; true if it may act again this tick.
pub(super) fn do_business(game: &mut Game, index: UnitIx) -> bool {
    let cell = game.world.units[index].cell;
    let Some(here) = game.places().town_at(cell) else { return false };
    arrive_at_market(game, index, here);
    peoples::exchange_maps_in_market(game, index, here);
    if game.world.units[index].fatigue >= SLEEP_AFTER_TIME {
        let until = game.world.tick + NIGHT_TICKS;
        return game.world.units[index].push_behaviour(Behaviour::Rest(Rest { until }));
    }
    if is_surplus(&game.world, index, here) {
        let until = game.world.tick + DAY;
        return game.world.units[index].push_behaviour(Behaviour::Stay(Stay { around: cell, until }));
    }
    let choice = best_deal(&game.world, index, here)
        .or_else(|| oldest_news_market(&game.world, index, here).map(|to| (to, None)));
    if let Some((to, good)) = choice {
        return start_trip(game, index, here, to, good);
    }
    let until = game.world.tick + PAUSE_TICKS;
    game.world.units[index].push_behaviour(Behaviour::Stay(Stay { around: cell, until }))
}

/// Whether a porter is at home and one of those that trade does not support: it stays until it is retired. In a level
/// all porters trade.
fn is_surplus(world: &World, index: UnitIx, here: TownIx) -> bool {
    let lives_here = |unit: &Unit| unit.home() == Some(here);
    if world.land.is_drawn() || !lives_here(&world.units[index]) {
        return false;
    }
    let others = world.units.iter().take(index.0).filter(|unit| lives_here(unit));
    others.count() > world.town(here).porters_supported()
}

/// Ends a trip: sells the cargo and updates the people's knowledge of prices here.
fn arrive_at_market(game: &mut Game, index: UnitIx, here: TownIx) {
    let unit = &mut game.world.units[index];
    let people = unit.people;
    let cargo = unit.cargo.take();
    let mut trip = None;
    if let Some(Behaviour::Trade(Trade { trip: current_trip, .. })) = unit.stack.last_mut() {
        trip = current_trip.take();
    }
    if trip.is_none() && cargo.is_none() {
        record_prices(&mut game.world, people, here);
        return;
    }
    let note = game.world.peoples[people].prices.get_mut(&here);
    if let (Some(note), Some((to, _))) = (note, trip)
        && to == here
    {
        note.uncount_coming(cargo.map(|cargo| cargo.good));
    }
    if let Some((to, from)) = trip
        && (to, people) == (here, PeopleIx::PLAYER)
    {
        add_to_count(&mut game.world.tally.trips, 1);
        add_to_count(&mut game.world.tally.trip_time, u64::from(game.world.units[index].journey));
        joined::tell_road(game, index, from, here);
    }
    if let Some(cargo) = cargo {
        sell(&mut game.world, index, here, cargo, trip.map(|(_, from)| from));
    }
    record_prices(&mut game.world, people, here);
    if let Some((_, from)) = trip {
        fortune::carry_sickness(game, from, here);
    }
}

/// Records the start of the first trip between two settlements, which came of the later one's foundation.
fn record_first_trip(game: &mut Game, unit: UnitId, from: TownIx, to: TownIx) {
    let link = EventLink::Trip((from.min(to), from.max(to)));
    if from == to || game.world.events.link(link).is_some() {
        return;
    }
    let world = &game.world;
    let later = [from, to].into_iter().max_by_key(|id| (world.town(*id).founded, *id)).unwrap_or(to);
    let (cause, cell) = (world.events.latest_step(later), world.town(from).cell);
    if let Some(trip) = events::record(game, cell, RoadEvent::FirstTrip { unit, from, to }, cause) {
        game.world.events.set_link(link, trip);
    }
}

fn sell(world: &mut World, index: UnitIx, here: TownIx, cargo: Cargo, from: Option<TownIx>) {
    let town = &mut world.towns[here];
    let town_people = town.people;
    add_capped(&mut town.stock[cargo.good as usize], cargo.amount, TOWN_AMOUNT_MAX);
    let is_market_day = town.kind.has_market_days() && is_market_day(here, world.tick);
    let delivery = if is_market_day { MARKET_DELIVERY_TRADE } else { DELIVERY_TRADE };
    add_capped(&mut town.trade, delivery, TOWN_AMOUNT_MAX);
    // The seller's home earns as well, but less: what comes home is coin, not goods.
    if let Some(from) = from {
        add_capped(&mut world.towns[from].trade, DELIVERY_TRADE / 2, TOWN_AMOUNT_MAX);
    }
    let (people, host) = (world.units[index].people, town_people);
    let supplier = from.map_or(people, |from| world.towns[from].people);
    world.towns[here].note_delivery(Delivery { tick: world.tick, people: supplier });
    add_to_count(&mut world.tally.deliveries, u64::from(people == PeopleIx::PLAYER));
    if people == PeopleIx::PLAYER {
        world.charters.count_load(here, cargo.good, cargo.amount);
    }
    works::earn_for_delivery(world, people, from, here);
    // Who decides about works lives by what they save.
    if host != people && world.has_steward(host) {
        add_capped(&mut world.peoples[host].coin, 1, AMOUNT_MAX);
    }
}

/// Records the prices of a settlement where one of the people's traders is.
fn record_prices(world: &mut World, people: PeopleIx, here: TownIx) {
    let town = world.town(here);
    let prices = Good::ALL.map(|good| town.price(good));
    let note = world.peoples[people].prices.entry(here).or_insert(PriceNote::UNHEARD);
    (note.prices, note.tick) = (prices, world.tick);
}

/// The destination and cargo of the deal with the best gain per day.
fn best_deal(world: &World, index: UnitIx, here: TownIx) -> Option<(TownIx, Option<Good>)> {
    let best = Deal::better(best_sale(world, index, here), best_fetching(world, index, here));
    best.map(|deal| (deal.to, deal.good))
}

/// The best destination for a local good.
fn best_sale(world: &World, index: UnitIx, here: TownIx) -> Option<Deal> {
    let (town, people) = (world.town(here), world.units[index].people);
    let mut best: Option<Deal> = None;
    for (to, time, note) in known_markets(world, people, here) {
        let premium = premium(world, people, to, world.tick + travel_ticks(time));
        let need = last_seen_need(world, people, to);
        let attraction = attraction(world, people, to);
        for good in Good::ALL
            .into_iter()
            .filter(|good| town.stock[*good as usize] >= CARGO_HUNDREDTHS + HOME_STOCK_MIN)
        {
            let coming = i64::from(note.coming[good as usize]) * i64::from(CARGO_HUNDREDTHS);
            let sale_price = i64::from(price_with(note.prices[good as usize], need, coming)) + premium;
            let gain = sale_price - i64::from(town.price(good));
            best = Deal::better(best, Deal::of(gain, time + HANDLING_TIME, attraction, to, Some(good)));
        }
    }
    best
}

/// The best market to fetch from, there and back.
fn best_fetching(world: &World, index: UnitIx, here: TownIx) -> Option<Deal> {
    let (town, people) = (world.town(here), world.units[index].people);
    let coming = world.people(people).prices.get(&here)?.coming;
    let sale_prices = Good::ALL.map(|good| {
        let coming = i64::from(coming[good as usize]) * i64::from(CARGO_HUNDREDTHS);
        i64::from(price_with(town.price(good), town.need(), coming))
    });
    let mut best: Option<Deal> = None;
    for (from, time, note) in known_markets(world, people, here) {
        let premium = premium(world, people, here, world.tick + 2 * travel_ticks(time));
        let need = last_seen_need(world, people, from);
        let attraction = attraction(world, people, from);
        let taken = i64::from(note.visitors) * i64::from(CARGO_HUNDREDTHS);
        let in_store = price_of(need, CARGO_HUNDREDTHS + HOME_STOCK_MIN);
        for (sale_price, known) in sale_prices.iter().zip(note.prices) {
            let buying_price = price_with(known, need, -taken);
            // At a higher price there is hardly a load of it.
            if buying_price <= in_store {
                let gain = sale_price + premium - i64::from(buying_price);
                best = Deal::better(best, Deal::of(gain, 2 * (time + HANDLING_TIME), attraction, from, None));
            }
        }
    }
    best
}

/// The other markets whose prices a people knows and where it trades, with the known travel time from `here`.
fn known_markets(
    world: &World,
    people_id: PeopleIx,
    here: TownIx,
) -> impl Iterator<Item = (TownIx, u32, &PriceNote)> {
    let people = world.people(people_id);
    let markets = people.trips_from(here).filter(move |(to, _)| *to != here);
    markets
        .filter(move |(to, _)| world.trades_at(people_id, *to))
        .filter_map(|(to, time)| Some((to, time, people.prices.get(&to)?)))
}

/// A settlement's need of every good, by the number of residents last seen there, in hundredths of a load.
fn last_seen_need(world: &World, people: PeopleIx, town: TownIx) -> u32 {
    need_of(world.people(people).sightings.get(&town).map_or(0, |seen| seen.residents))
}

/// How much a market attracts, by the residents last seen there: their number to the power of 5/4, a little above one.
fn attraction(world: &World, people: PeopleIx, town: TownIx) -> i64 {
    let seen = world.people(people).sightings.get(&town).map_or(0, |seen| seen.residents);
    let residents = i64::from(ATTRACTION_MIN + seen);
    // The fourth root in sixteenths.
    residents * (residents << 16).isqrt().isqrt() / 16
}

/// The reachable market with the oldest price news.
fn oldest_news_market(world: &World, index: UnitIx, here: TownIx) -> Option<TownIx> {
    let people_id = world.units[index].people;
    let people = world.people(people_id);
    let reachable = people.trips_from(here).map(|(to, _)| to);
    let markets = reachable.filter(|id| *id != here && world.trades_at(people_id, *id));
    markets.min_by_key(|id| {
        let note = people.prices.get(id);
        let heard_tick = note.map_or(0, |note| note.tick + u64::from(note.visitors) * NEWS_TICKS_PER_VISITOR);
        let is_abroad = world.town(*id).people != people_id;
        (heard_tick + if is_abroad { FOREIGN_NEWS_TICKS } else { 0 }, *id)
    })
}

/// The proceeds of a load besides its price, for a seller of this people at this place and tick, in hundredths of
/// the base price. Other peoples take duty, except on market days, when buyers come from all around.
fn premium(world: &World, people: PeopleIx, at: TownIx, tick: u64) -> i64 {
    let is_market_day =
        world.people(people).knows_as(at).is_some_and(TownKind::has_market_days) && is_market_day(at, tick);
    match is_market_day {
        true => MARKET_DAY_PREMIUM,
        false if world.town(at).people == people => 0,
        false => -DUTY,
    }
}

fn start_trip(game: &mut Game, index: UnitIx, here: TownIx, to: TownIx, good: Option<Good>) -> bool {
    let people = game.world.units[index].people;
    if let Some(good) = good {
        game.world.towns[here].stock[good as usize] -= CARGO_HUNDREDTHS;
        game.world.units[index].cargo = Some(Cargo { good, amount: CARGO_HUNDREDTHS });
    }
    game.world.peoples[people].prices.entry(to).or_insert(PriceNote::UNHEARD).count_coming(good);
    let unit = &mut game.world.units[index];
    (unit.journey, unit.roadless) = (0, 0);
    if let Some(Behaviour::Trade(Trade { trip, .. })) = unit.stack.last_mut() {
        *trip = Some((to, here));
    }
    let id = unit.id;
    record_first_trip(game, id, here, to);
    caravans::wait_for_company(game, index, here, to);
    true
}

/// Ends a failed trip: the route counts as unknown until it is surveyed again.
pub(super) fn give_up_trip(world: &mut World, index: UnitIx) {
    let unit = &mut world.units[index];
    let people = unit.people;
    let cargo = unit.cargo;
    let Some(Behaviour::Trade(Trade { trip, home })) = unit.stack.last_mut() else { return };
    let Some((to, from)) = trip.take() else {
        // It cannot get home: it chooses a new home.
        let home = *home;
        return world.move_home(index, home);
    };
    let people = &mut world.peoples[people];
    people.trip_times.remove(&(from, to));
    people.paths.remove(&(from, to));
    if let Some(note) = people.prices.get_mut(&to) {
        note.uncount_coming(cargo.map(|cargo| cargo.good));
    }
}

/// Ticks of a trip with this walking time, including nights.
fn travel_ticks(time: u32) -> u64 {
    u64::from(time) * DAY / u64::from(DAY_TIME)
}
