//! Charters: offered by a settlement on a border, drawn among those where a good is dear; answered by the player, and
//! settled by what was carried.
//!
//! One that is refused or not answered costs nothing.

use crate::land::Good;
use crate::sim::arc::conditions;
use crate::sim::{Game, events, placing};
use crate::world::{
    AMOUNT_MAX, CHARTERS_MAX, Charter, CharterOutcome, CharterToll, CommandOutcome, DAY, EventLink,
    KEPT_COIN, Nature, PeopleIx, PlayerEvent, Rejection, SEASON_DAYS, Season, Stake, TOLLS_MAX, TownIx,
    TownKind, World, YEAR_DAYS, add_capped,
};

/// Days for which an offer waits for an answer.
const ANSWER_DAYS: u64 = 6;
/// Days between two offers, and before the first.
const OFFER_INTERVAL_DAYS: u64 = 14;
/// The price from which a good is dear, in hundredths of its base price.
const DEAR_PRICE_MIN: u32 = 150;
/// How near a rival's market must be, in milli-steps of distance.
const RIVAL_DISTANCE_MAX: u32 = 96_000;
/// The same for a settlement that may change hands.
const BORDER_DISTANCE_MAX: u32 = 48_000;
/// Loads that are asked for.
const LOADS: u32 = 6;
/// Days that a charter lasts at least; it ends with a season.
const DAYS_MIN: u64 = 12;
/// What a toll takes each season, in coin.
const TOLL_COIN: u32 = 8;
/// The player's people keeps at least so many markets.
const MARKETS_MIN: usize = 4;

/// Settles, withdraws and offers charters, and takes tolls; once a day.
pub(super) fn run_charters(game: &mut Game) {
    let now = game.world.tick;
    take_tolls(&mut game.world);
    for charter in game.world.charters.open.clone() {
        let stands = game.world.town(charter.to).kind != TownKind::Ruin
            && game.world.town(charter.to).people == PeopleIx::PLAYER;
        let is_ignored = !charter.is_accepted && now >= charter.offered + ANSWER_DAYS * DAY;
        if is_ignored || !stands {
            close(&mut game.world, charter.id);
        } else if charter.is_kept() {
            keep(game, &charter);
        } else if now >= charter.deadline {
            lose(game, &charter);
        }
    }
    offer_charter(game);
}

/// Accepts or refuses an offer.
///
/// # Errors
/// When no such charter waits for an answer.
pub(in crate::sim) fn answer_charter(
    world: &mut World,
    id: u32,
    accept: bool,
) -> Result<CommandOutcome, Rejection> {
    let mut open = world.charters.open.iter_mut();
    let Some(charter) = open.find(|charter| charter.id == id && !charter.is_accepted) else {
        return Err(Rejection::NoSuchCharter);
    };
    charter.is_accepted = accept;
    if !accept {
        close(world, id);
    }
    Ok(CommandOutcome::text(if accept { "the charter is accepted" } else { "the charter is refused" }))
}

fn close(world: &mut World, id: u32) {
    world.charters.open.retain(|charter| charter.id != id);
    world.events.unlink(EventLink::Charter(id));
}

/// Tells what became of a charter, as a consequence of its offer.
fn tell(game: &mut Game, charter: &Charter, outcome: CharterOutcome) {
    let Charter { id, good, to, rival, .. } = *charter;
    let offered = game.world.events.link(EventLink::Charter(id));
    let cause = offered.or_else(|| game.world.events.latest_step(to));
    let at = game.world.town(to).cell;
    let told = events::tell_caused(game, at, PlayerEvent::Charter { outcome, good, to, rival }, cause);
    if let (CharterOutcome::Offered, Some(told)) = (outcome, told) {
        game.world.events.set_link(EventLink::Charter(id), told);
    }
}

fn keep(game: &mut Game, charter: &Charter) {
    add_capped(&mut game.world.peoples[PeopleIx::PLAYER].coin, KEPT_COIN, AMOUNT_MAX);
    tell(game, charter, CharterOutcome::Kept);
    close(&mut game.world, charter.id);
}

fn lose(game: &mut Game, charter: &Charter) {
    let is_spared = conditions::own_markets(&game.world).len() <= MARKETS_MIN;
    if charter.stake == Stake::Village && !is_spared {
        tell(game, charter, CharterOutcome::LostVillage);
        placing::cede(game, charter.to, charter.rival);
    } else {
        let until = game.world.tick + YEAR_DAYS * DAY;
        let tolls = &mut game.world.charters.tolls;
        if tolls.len() < TOLLS_MAX {
            tolls.push(CharterToll { people: charter.rival, until });
        }
        tell(game, charter, CharterOutcome::LostToll);
    }
    close(&mut game.world, charter.id);
}

/// Takes each toll on the first day of a season, as far as there is coin.
fn take_tolls(world: &mut World) {
    let now = world.tick;
    world.charters.tolls.retain(|toll| now < toll.until);
    if !world.day().is_multiple_of(SEASON_DAYS) {
        return;
    }
    for place in 0..world.charters.tolls.len() {
        let taker = world.charters.tolls[place].people;
        let coin = &mut world.peoples[PeopleIx::PLAYER].coin;
        let toll = TOLL_COIN.min(*coin);
        *coin -= toll;
        add_capped(&mut world.peoples[taker].coin, toll, AMOUNT_MAX);
    }
}

/// Offers a charter if one is due; none while a steward decides.
fn offer_charter(game: &mut Game) {
    let now = game.world.tick;
    let charters = &game.world.charters;
    let is_new_year = charters.last_offered / (YEAR_DAYS * DAY) != now / (YEAR_DAYS * DAY);
    let offered_before = if is_new_year { 0 } else { charters.offered_in_year };
    let is_due = now >= charters.last_offered + OFFER_INTERVAL_DAYS * DAY;
    let is_enough = usize::from(offered_before) >= CHARTERS_MAX || charters.open.len() >= CHARTERS_MAX;
    if !is_due || is_enough || game.world.has_steward(PeopleIx::PLAYER) {
        return;
    }
    let possible = possible_charters(&game.world);
    let Some(mut charter) = game.world.streams.fortune.pick(&possible).copied() else { return };
    let charters = &mut game.world.charters;
    charter.id = charters.next_id;
    charters.open.push(charter);
    (charters.next_id, charters.last_offered) = ((charter.id + 1).min(AMOUNT_MAX), now);
    charters.offered_in_year = offered_before + 1;
    tell(game, &charter, CharterOutcome::Offered);
}

/// What the dearest good at each of the player's markets near a rival calls for.
fn possible_charters(world: &World) -> Vec<Charter> {
    let is_open = |id: TownIx| world.charters.open.iter().any(|charter| charter.to == id);
    let towns = conditions::own_markets(world).into_iter().filter(|id| !is_open(*id));
    towns.filter_map(|id| charter_for(world, id)).collect()
}

fn charter_for(world: &World, to: TownIx) -> Option<Charter> {
    let (distance, rival) = nearest_rival(world, to)?;
    let price = |good: &Good| world.town(to).price(*good);
    let dear = Good::ALL.into_iter().filter(|good| price(good) >= DEAR_PRICE_MIN);
    let carried_there = dear.filter(|good| is_made(world, *good, to));
    let good = carried_there.max_by_key(|good| (price(good), std::cmp::Reverse(*good as usize)))?;
    let is_small = matches!(world.town(to).kind, TownKind::Hamlet | TownKind::Village);
    let stake = if is_small && distance <= BORDER_DISTANCE_MAX { Stake::Village } else { Stake::Toll };
    let (offered, deadline) = (world.tick, deadline(world.tick));
    let (loads, carried, is_accepted) = (LOADS, 0, false);
    Some(Charter { id: 0, good, to, rival, stake, loads, carried, offered, deadline, is_accepted })
}

/// Whether another market of the player's people makes a good.
fn is_made(world: &World, good: Good, except: TownIx) -> bool {
    conditions::own_markets(world).iter().any(|id| *id != except && world.town(*id).makes == Some(good))
}

/// The people whose known market is nearest to a settlement, with the distance in milli-steps.
fn nearest_rival(world: &World, id: TownIx) -> Option<(u32, PeopleIx)> {
    let cell = world.town(id).cell;
    let is_rival =
        |people: PeopleIx| people != PeopleIx::PLAYER && world.people(people).nature == Nature::Settled;
    let known = world.people(PeopleIx::PLAYER).standing().map(|(id, _)| world.town(id));
    let rivals = known.filter(|town| is_rival(town.people));
    let nearest = rivals.map(|town| (town.cell.octile(cell), town.people)).min();
    nearest.filter(|(distance, _)| *distance <= RIVAL_DISTANCE_MAX)
}

/// The start of a season, at least [`DAYS_MIN`] days from now: before the snow, if it is winter that begins.
fn deadline(now: u64) -> u64 {
    let season = SEASON_DAYS * DAY;
    let soonest = (now + DAYS_MIN * DAY).next_multiple_of(season);
    let is_before_snow = Season::at(soonest + season) == Season::Winter;
    if is_before_snow { soonest + season } else { soonest }
}
