//! Surveys: requests that measure trips between the markets that a people knows.

use super::queue::submit;
use crate::world::{Nature, PathRequest, PeopleIx, Requester, TownIx, TownPair, World, add_to_count};

/// Nearest markets to which the routes from one are surveyed.
const SURVEYED_MAX: usize = 12;

/// Requests a survey of the route between two settlements for a people.
pub fn survey(world: &mut World, people: PeopleIx, from: TownIx, to: TownIx) {
    request_trip(world, Requester::Survey(from, to), people, (from, to));
}

/// Requests a porter's path between two settlements; returns the number of the request.
pub fn request_trip(world: &mut World, requester: Requester, people: PeopleIx, (from, to): TownPair) -> u64 {
    let cells = (world.town(from).cell, world.town(to).cell);
    let request = PathRequest::between(requester, people, cells, world.tick);
    add_to_count(&mut world.tally.requests, 1);
    submit(&mut world.plans, request)
}

/// Makes a people survey routes between a market that is new to it and the nearest ones, both ways.
pub fn survey_from(world: &mut World, people: PeopleIx, id: TownIx) {
    if world.people(people).nature != Nature::Settled || !world.trades_at(people, id) {
        return;
    }
    for other in nearest_markets(world, people, id) {
        survey(world, people, id, other);
        survey(world, people, other, id);
    }
}

/// The nearest markets of a people, to which it surveys the routes from one of them.
pub fn nearest_markets(world: &World, people: PeopleIx, id: TownIx) -> Vec<TownIx> {
    let cell = world.town(id).cell;
    let mut markets: Vec<TownIx> = world.markets_of(people).filter(|other| *other != id).collect();
    markets.sort_by_key(|other| (world.town(*other).cell.octile(cell), *other));
    markets.truncate(SURVEYED_MAX);
    markets
}

/// Requests surveys of the routes between all markets that each people knows.
pub fn survey_all(world: &mut World) {
    for people in world.peoples.indices() {
        if world.people(people).nature != Nature::Settled {
            continue;
        }
        let markets: Vec<TownIx> = world.markets_of(people).collect();
        for from in &markets {
            for to in markets.iter().filter(|to| *to != from) {
                survey(world, people, *from, *to);
            }
        }
    }
}
