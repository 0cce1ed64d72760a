//! Grudges between peoples: settling in another's realm causes resentment, trade and time reduce it, and above a
//! threshold there is war until enough is forgotten.
//!
//! Whose realm a cell lies in is in `world::realm`; what foes do when they meet does not live here.

use crate::grid::Cell;
use crate::sim::society::markets;
use crate::sim::{Game, chronicle};
use crate::world::{DAY, Nature, PeopleIx, Subject, TownIx, TownKind, WAR, World};

/// The grudge caused by a settlement founded too close.
const INTRUSION_GRUDGE: u32 = 70;
/// The reduction of a grudge per day, and the additional one on days when traders of both have met.
const EASED_PER_DAY: u32 = 1;

const EASED_PER_MEETING: u32 = 1;
/// The grudge at the start and at the end of a war, far enough apart that wars are neither short nor immediately
/// resumed.
const WAR_START_GRUDGE: u32 = WAR + WAR / 2;

const PEACE_START_GRUDGE: u32 = WAR / 2;
/// The tick of the day at which grudges fade.
const FADE_TICK: u64 = 23;

/// Once a day, reduces all grudges.
pub(in crate::sim) fn fade_grudges(game: &mut Game) {
    if game.world.tick % DAY != FADE_TICK {
        return;
    }
    for people in game.world.peoples.indices() {
        let others: Vec<PeopleIx> = game.world.people(people).grudges.keys().copied().collect();
        for other in others {
            reduce_grudge(game, people, other, EASED_PER_DAY);
        }
    }
}

/// Handles the first sight of a settlement of another people.
pub(in crate::sim) fn meet_strangers(game: &mut Game, people: PeopleIx, id: TownIx, now: TownKind) {
    let town = game.world.town(id);
    let (cell, owner, founded) = (town.cell, town.people, town.founded);
    if people == PeopleIx::PLAYER && now != TownKind::Ruin {
        let words = format!(
            "{}, {} of {}, is found",
            town.name,
            with_article(now.name()),
            game.world.people(owner).name
        );
        chronicle::queue_event_about(game, Subject::Settlements, 7, cell, words);
    }
    let is_realm_claim =
        matches!(now, TownKind::Hamlet | TownKind::Village | TownKind::Town | TownKind::City);
    let ours = game.world.claim_at(people, cell).filter(|ours| game.world.town(*ours).founded < founded);
    if let Some(ours) = ours.filter(|_| is_realm_claim) {
        let why = format!(
            "{} was founded at the gates of {}",
            game.world.town(id).name,
            game.world.town(ours).name
        );
        add_grudge(game, people, owner, INTRUSION_GRUDGE, &why);
    }
}

/// Increases a settled people's grudge against another; `why` is reported if it leads to war.
fn add_grudge(game: &mut Game, people: PeopleIx, against: PeopleIx, amount: u32, why: &str) {
    let is_settled = |people: PeopleIx| game.world.people(people).nature == Nature::Settled;
    if people == against || !is_settled(people) || !is_settled(against) {
        return;
    }
    let was_war = game.world.at_war(people, against);
    let grudge = game.world.peoples[people].grudges.entry(against).or_default();
    *grudge = grudge.saturating_add(amount).min(2 * WAR);
    if *grudge >= WAR && !was_war {
        *grudge = WAR_START_GRUDGE;
        start_war(game, people, against, why);
    }
}

/// Reduces the grudges of two peoples whose traders have met, for the first time today.
pub(in crate::sim) fn ease_after_meeting(game: &mut Game, one: PeopleIx, other: PeopleIx) {
    reduce_grudge(game, one, other, EASED_PER_MEETING);
    reduce_grudge(game, other, one, EASED_PER_MEETING);
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
    }
    if was_war && !game.world.at_war(people, other) {
        note_relation(game, people, other, "Peace with", "old wrongs are forgotten");
    }
}

/// Starts a war: neither people's traders travel to the other's markets any more.
fn start_war(game: &mut Game, people: PeopleIx, against: PeopleIx, why: &str) {
    for (one, other) in [(people, against), (against, people)] {
        let known = game.world.people(one).sightings.keys().copied();
        let theirs: Vec<TownIx> = known.filter(|id| game.world.town(*id).people == other).collect();
        for id in theirs {
            markets::forget_market(&mut game.world, one, id);
        }
    }
    note_relation(game, people, against, "War with", why);
}

/// Reports to the player's people a change between it and another one.
fn note_relation(game: &mut Game, one: PeopleIx, other: PeopleIx, what: &str, why: &str) {
    let Some(stranger) = [one, other]
        .into_iter()
        .find(|people| *people != PeopleIx::PLAYER)
        .filter(|_| one.min(other) == PeopleIx::PLAYER)
    else {
        return;
    };
    let text = format!("{what} {}: {why}", game.world.people(stranger).name);
    if let Some(cell) = largest_town_cell(&game.world) {
        chronicle::queue_event_about(game, Subject::Settlements, 9, cell, text);
    }
}

/// The largest settlement of the player's people.
fn largest_town_cell(world: &World) -> Option<Cell> {
    let own_towns =
        world.towns.iter().filter(|town| town.people == PeopleIx::PLAYER && town.kind != TownKind::Ruin);
    own_towns.max_by_key(|town| (town.residents, std::cmp::Reverse(town.cell))).map(|town| town.cell)
}

/// A noun with its indefinite article: `a hamlet`, `an inn`.
fn with_article(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}
