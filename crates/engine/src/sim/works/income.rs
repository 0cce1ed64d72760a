//! What deliveries earn: other peoples a coin each; the player's people coin for the time that its works saved.
//!
//! The saving of a trip is priced for each pair of settlements that trades, one pair at a time: the walking time without
//! the works less the time with them, shared among the works on the way by what each saves there.

use super::counterfactual;
use crate::graph::NodeId;
use crate::grid::{Cell, Dir8, STRAIGHT};
use crate::sim::Game;
use crate::world::{
    AMOUNT_MAX, COIN_TIME, COUNTED_PAIRS_MAX, COVERED_STEPS, CountedTrip, DAY_TIME, Kind, PeopleIx,
    SCORED_TICKS, TownIx, UnitIx, Work, WorkCell, WorkId, World, add_capped, add_to_count,
};

/// Ticks between two trips that are priced.
const PRICING_INTERVAL_TICKS: u64 = 12;
/// The most that works can save one trip, in milli-steps: where there is no path without them, they save this.
const SAVED_MAX: u32 = DAY_TIME;
/// What a guard counts for on a path past its post, besides works on the path itself, in milli-steps.
const GUARDED_WEIGHT: u32 = STRAIGHT;

/// Counts a delivery, and pays for it.
pub(in crate::sim) fn earn_for_delivery(
    world: &mut World,
    people: PeopleIx,
    from: Option<TownIx>,
    to: TownIx,
) {
    if people != PeopleIx::PLAYER {
        add_capped(&mut world.peoples[people].coin, 1, AMOUNT_MAX);
    }
    let Some(trip) = from.map(|from| (people, (from.min(to), from.max(to)))) else { return };
    let trips = &mut world.works.trips;
    if !trips.contains_key(&trip) && trips.len() >= COUNTED_PAIRS_MAX {
        return;
    }
    let count = trips.entry(trip).or_default();
    count.is_stale |= count.trips == 0 && count.trips_last == 0;
    add_capped(&mut count.trips, 1, AMOUNT_MAX);
    let savings = count.saved.clone();
    if people == PeopleIx::PLAYER && world.tick <= SCORED_TICKS {
        let is_open = |id: WorkId| world.works.get(id).is_some_and(|work| work.is_open);
        let saved = savings.iter().filter(|(id, _)| is_open(*id)).map(|(_, saved)| u64::from(*saved)).sum();
        add_to_count(&mut world.tally.scored_time, saved);
        add_to_count(&mut world.tally.scored_trips, 1);
    }
    for (id, saved) in savings {
        let coin = credit(world, id, saved);
        if people == PeopleIx::PLAYER && world.is_played_for_coin() {
            add_capped(&mut world.peoples[people].coin, coin, AMOUNT_MAX);
        }
    }
}

/// Counts a trip that a work has shortened; returns the coin for it.
fn credit(world: &mut World, id: WorkId, saved: u32) -> u32 {
    let Some(work) = world.works.get_mut(id).filter(|work| work.is_open) else { return 0 };
    let time = work.rest + saved;
    let coin = time / COIN_TIME;
    work.rest = time % COIN_TIME;
    add_capped(&mut work.now.trips, 1, AMOUNT_MAX);
    add_capped(&mut work.now.saved, saved, AMOUNT_MAX);
    add_capped(&mut work.now.earned, coin, AMOUNT_MAX);
    coin
}

/// Prices the busiest trip whose saving is not known, now and then.
pub(super) fn price_next_trip(game: &mut Game) {
    if !game.world.tick.is_multiple_of(PRICING_INTERVAL_TICKS) {
        return;
    }
    let stale = game.world.works.trips.iter().filter(|(_, count)| count.is_stale);
    let busiest =
        stale.max_by_key(|(trip, count)| (count.trips.max(count.trips_last), std::cmp::Reverse(**trip)));
    let Some(trip) = busiest.map(|(trip, _)| *trip) else { return };
    let (time, saved) = savings(game, trip);
    if let Some(count) = game.world.works.trips.get_mut(&trip) {
        (count.time, count.saved, count.is_stale) = (time, saved, false);
    }
}

/// The walking time of a trip, 0 if it is not known; and what each work of its people saves it, in milli-steps.
fn savings(game: &Game, (people, (from, to)): CountedTrip) -> (u32, Vec<(WorkId, u32)>) {
    let world = &game.world;
    let ends = (world.town(from).cell, world.town(to).cell);
    if world.works.of(people).all(|work| !work.is_open) {
        return (0, Vec::new());
    }
    let now = world.people(people).belief.words();
    let Some((path, time)) = counterfactual::timed_path(game, people, now, ends) else {
        return (0, Vec::new());
    };
    let words = counterfactual::words_without(world, people);
    let weights = weights(game, people, &path, &words);
    let sum: u64 = weights.iter().map(|(_, weight)| u64::from(*weight)).sum();
    if sum == 0 {
        return (time.min(AMOUNT_MAX), Vec::new());
    }
    let without = counterfactual::timed_path(game, people, &words, ends);
    let saved = without.map_or(SAVED_MAX, |(_, before)| before.saturating_sub(time)).min(SAVED_MAX);
    let share = |weight: u32| (u64::from(saved) * u64::from(weight) / sum) as u32;
    let saved = weights.into_iter().map(|(id, weight)| (id, share(weight))).filter(|(_, saved)| *saved > 0);
    (time.min(AMOUNT_MAX), saved.collect())
}

/// What each open work saves on the cells of a path, in milli-steps.
fn weights(game: &Game, people: PeopleIx, path: &[Cell], words: &[u16]) -> Vec<(WorkId, u32)> {
    let size = game.world.size();
    let with = game.believes(people, Kind::Porter, &[]);
    let without = game.believes(people, Kind::Porter, &[]).with_words(words);
    let gain = |two: &[Cell]| {
        let length = two[0].dir_to(two[1]).map_or(STRAIGHT, Dir8::length);
        let [from, to] = [two[0], two[1]].map(|cell| size.index(cell) as NodeId);
        let now = with.time(from, to, length).unwrap_or(0);
        without.time(from, to, length).map_or(SAVED_MAX / 2, |before| before.saturating_sub(now))
    };
    let on_path = |work: &Work| {
        let is_on = |cell: Cell| work.cells.iter().any(|built| built.cell == cell);
        let steps = path.windows(2).filter(|two| is_on(two[0]) || is_on(two[1]));
        steps.map(gain).sum::<u32>()
    };
    let is_guarded =
        |work: &Work| work.fear > 0 && path.iter().any(|cell| cell.chebyshev(work.middle()) <= COVERED_STEPS);
    let open = game.world.works.of(people).filter(|work| work.is_open);
    let weight = |work: &Work| on_path(work) + if is_guarded(work) { GUARDED_WEIGHT } else { 0 };
    open.map(|work| (work.id, weight(work))).filter(|(_, weight)| *weight > 0).collect()
}

impl World {
    /// Has those trips of a people priced anew that a change of its works on these cells may concern: trips that works
    /// save time, and those that could lead over the cells.
    pub(super) fn mark_trips_stale(&mut self, people: PeopleIx, cells: &[WorkCell]) {
        let cells: Vec<Cell> = cells.iter().map(|was| was.cell).collect();
        let World { works, towns, .. } = self;
        for ((_, (from, to)), count) in works.trips.iter_mut().filter(|((owner, _), _)| *owner == people) {
            let ends = (towns[*from].cell, towns[*to].cell);
            let is_priced = count.time > 0 && count.saved.is_empty();
            count.is_stale |= !is_priced || counterfactual::could_lead_over(&cells, ends, count.time);
        }
    }

    /// Takes the toll of a cell from a loaded unit that steps onto it, for the people whose work it is.
    pub(in crate::sim) fn take_toll(&mut self, index: UnitIx, cell: Cell) {
        if self.works.tolls.is_empty() || self.units[index].cargo.is_none() {
            return;
        }
        let node = self.size().index(cell) as u32;
        let Some((id, coin)) = self.works.tolls.get(&node).copied() else { return };
        let Some(work) = self.works.get_mut(id) else { return };
        add_capped(&mut work.now.tolls, coin.into(), AMOUNT_MAX);
        let people = work.people;
        add_capped(&mut self.peoples[people].coin, coin.into(), AMOUNT_MAX);
    }
}
