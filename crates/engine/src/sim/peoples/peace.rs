//! Grudges between peoples: settling in another's realm causes resentment, trade and time reduce it, and above a
//! threshold there is war about the most resented settlement, until that has changed hands or enough is forgotten.
//!
//! Whose realm a cell lies in is in `world::realm`; what foes do when they meet does not live here.

use crate::grid::Cell;
use crate::plan;
use crate::sim::{Game, events};
use crate::world::{
    DAY, Event, EventId, EventKind, EventLink, Nature, PeopleIx, RelationEvent, SettlementEvent, TownIx,
    TownKind, TownPair, WAR, World, days_in,
};

/// The grudge caused by a settlement founded too close.
const INTRUSION_GRUDGE: u32 = 70;
/// The grudge at the start and at the end of a war: it lasts half a hundred days at most, and is not immediately
/// resumed.
const WAR_START_GRUDGE: u32 = WAR + WAR / 2;

const PEACE_START_GRUDGE: u32 = WAR / 2;
/// The tick of the day at which grudges fade.
const FADE_TICK: u64 = 23;

/// Once a day, reduces all grudges.
pub(super) fn fade_grudges(game: &mut Game) {
    if game.world.tick % DAY != FADE_TICK {
        return;
    }
    for people in game.world.peoples.indices() {
        let others: Vec<PeopleIx> = game.world.people(people).grudges.keys().copied().collect();
        for other in others {
            reduce_grudge(game, people, other, 1);
            if war_object(&game.world, people, other).is_some_and(|object| object.is_settled) {
                settle_war(game, people, other);
            }
        }
    }
}

/// What a war is about.
struct WarObject {
    town: TownIx,
    /// Whether it has changed hands, or stands no more.
    is_settled: bool,
}

/// What two peoples are at war about, if they are.
fn war_object(world: &World, one: PeopleIx, other: PeopleIx) -> Option<WarObject> {
    let war = world.events.link(EventLink::War(one.min(other), one.max(other)))?;
    match world.events.get(war)?.kind {
        EventKind::Relation(RelationEvent::War { against, town, .. }) => {
            let is_theirs = world.town(town).people == against && world.town(town).is_standing();
            Some(WarObject { town, is_settled: !is_theirs })
        }
        _ => None,
    }
}

/// Ends a war whose object has changed hands.
fn settle_war(game: &mut Game, one: PeopleIx, other: PeopleIx) {
    for (people, against) in [(one, other), (other, one)] {
        let grudge = game.world.peoples[people].grudges.get_mut(&against);
        if let Some(grudge) = grudge {
            *grudge = PEACE_START_GRUDGE.min(*grudge);
        }
    }
    make_peace(game, one, other);
}

/// Handles the first sight of a settlement of another people.
pub(super) fn meet_strangers(game: &mut Game, people: PeopleIx, id: TownIx, now: TownKind) {
    let town = game.world.town(id);
    let (cell, owner, founded) = (town.cell, town.people, town.founded);
    // One that came to be in sight has been told of.
    let events = &game.world.events;
    let is_told = events.latest_step(id).and_then(|step| events.get(step)).is_some_and(|step| step.seen);
    if people == PeopleIx::PLAYER && now != TownKind::Ruin && !is_told {
        events::tell(game, cell, SettlementEvent::Discovered { town: id, kind: now });
    }
    let is_realm_claim =
        matches!(now, TownKind::Hamlet | TownKind::Village | TownKind::Town | TownKind::City);
    let ours = game.world.claim_at(people, cell).filter(|ours| game.world.town(*ours).founded < founded);
    if let Some(ours) = ours.filter(|_| is_realm_claim) {
        resent_intrusion(game, people, owner, (id, ours));
    }
}

/// Increases a settled people's grudge against another because of a settlement (the first) in the realm of one of its own.
fn resent_intrusion(game: &mut Game, people: PeopleIx, against: PeopleIx, (town, ours): TownPair) {
    let is_settled = |people: PeopleIx| game.world.people(people).nature == Nature::Settled;
    if people == against || !is_settled(people) || !is_settled(against) {
        return;
    }
    record_grievance(game, people, against, (town, ours));
    // A war is bounded: what happens meanwhile makes it no longer.
    if game.world.at_war(people, against) {
        return;
    }
    let grudge = game.world.peoples[people].grudges.entry(against).or_default();
    *grudge += INTRUSION_GRUDGE;
    if *grudge >= WAR {
        *grudge = WAR_START_GRUDGE;
        let object = most_resented(&game.world, people, against).unwrap_or((town, ours));
        start_war(game, people, against, object);
    }
}

/// Of the settlements at whose gates another people has settled, the one with most grievances, of equals the one with
/// the latest; and the settlement (first) that was resented there last.
fn most_resented(world: &World, people: PeopleIx, against: PeopleIx) -> Option<TownPair> {
    let grievance = world.events.link(EventLink::Grievance(people, against))?;
    let pair = |event: &Event| match event.kind {
        EventKind::Relation(RelationEvent::Intruded { town, ours, .. }) => Some((town, ours)),
        _ => None,
    };
    let pairs: Vec<TownPair> = world.events.causes_of(grievance).filter_map(pair).collect();
    let stands = |town: TownIx| world.town(town).is_standing() && world.town(town).people == against;
    let count = |ours: TownIx| pairs.iter().filter(|(_, other)| *other == ours).count();
    let standing = pairs.iter().rev().filter(|(town, _)| stands(*town));
    standing.max_by_key(|(_, ours)| count(*ours)).copied()
}

/// Records a grievance: it came of an earlier one that is still held, or else of the settlement's foundation.
fn record_grievance(game: &mut Game, people: PeopleIx, against: PeopleIx, (town, ours): TownPair) {
    let (events, cell) = (&game.world.events, game.world.town(town).cell);
    let link = EventLink::Grievance(people, against);
    let cause = events.link(link).or_else(|| events.latest_step(town));
    let intruded = RelationEvent::Intruded { people, against, town, ours };
    if let Some(grievance) = events::record(game, cell, intruded, cause) {
        game.world.events.set_link(link, grievance);
    }
}

/// Reduces the grudges of two peoples whose traders have met, for the first time today.
pub(super) fn ease_after_meeting(game: &mut Game, one: PeopleIx, other: PeopleIx) {
    reduce_grudge(game, one, other, 1);
    reduce_grudge(game, other, one, 1);
}

fn reduce_grudge(game: &mut Game, people: PeopleIx, other: PeopleIx, amount: u32) {
    let was_war = game.world.at_war(people, other);
    let grudges = &mut game.world.peoples[people].grudges;
    let Some(grudge) = grudges.get_mut(&other) else { return };
    let was_held = *grudge >= WAR;
    *grudge = grudge.saturating_sub(amount);
    if was_held && *grudge < WAR {
        *grudge = PEACE_START_GRUDGE;
    }
    if *grudge == 0 {
        grudges.remove(&other);
        game.world.events.unlink(EventLink::Grievance(people, other));
    }
    if was_war && !game.world.at_war(people, other) {
        make_peace(game, people, other);
    }
}

/// Starts a war: neither people's traders travel to the other's markets any more.
fn start_war(game: &mut Game, people: PeopleIx, against: PeopleIx, (town, ours): TownPair) {
    for (one, other) in [(people, against), (against, people)] {
        let known = game.world.people(one).sightings.keys().copied();
        let theirs: Vec<TownIx> = known.filter(|id| game.world.town(*id).people == other).collect();
        for id in theirs {
            game.world.forget_market(one, id);
        }
    }
    let cause = game.world.events.link(EventLink::Grievance(people, against));
    let war =
        record_relation(game, RelationEvent::War { people, against, town, ours }, people.min(against), cause);
    if let Some(war) = war {
        game.world.events.set_link(EventLink::War(people.min(against), people.max(against)), war);
    }
}

/// Ends a war.
fn make_peace(game: &mut Game, people: PeopleIx, with: PeopleIx) {
    let link = EventLink::War(people.min(with), people.max(with));
    let events = &game.world.events;
    let war = events.link(link);
    let ticks = war.and_then(|war| events.get(war)).map_or(0, |event| game.world.tick - event.tick);
    let fallen = war.map_or(0, |war| events.fallen_in(war)) as u32;
    let object = war_object(&game.world, people, with);
    let settled = object.as_ref().filter(|object| object.is_settled).map(|object| object.town);
    let peace = RelationEvent::Peace { people, with, days: days_in(ticks), fallen, settled };
    record_relation(game, peace, people.min(with), war);
    game.world.events.unlink(link);
    // Trade finds its routes anew.
    for (one, town) in [people, with].into_iter().filter_map(|one| Some((one, object.as_ref()?.town))) {
        plan::survey_from(&mut game.world, one, town);
    }
}

/// Records a change between two peoples; the player is told if `first`, the smaller of their indices, is its own.
fn record_relation(
    game: &mut Game,
    what: RelationEvent,
    first: PeopleIx,
    cause: Option<EventId>,
) -> Option<EventId> {
    let cell = largest_town_cell(&game.world)?;
    if first == PeopleIx::PLAYER {
        return events::record(game, cell, what, cause);
    }
    events::record_unseen(&mut game.world, cell, what, cause)
}

/// The largest settlement of the player's people.
fn largest_town_cell(world: &World) -> Option<Cell> {
    let own_towns =
        world.towns.iter().filter(|town| town.people == PeopleIx::PLAYER && town.kind != TownKind::Ruin);
    own_towns.max_by_key(|town| (town.residents, std::cmp::Reverse(town.cell))).map(|town| town.cell)
}
