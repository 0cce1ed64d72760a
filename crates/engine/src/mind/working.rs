//! Work at a site: walk there, gather a load, take it home to the store.

use super::Intent;
use crate::grid::Cell;
use crate::world::{Behaviour, Kind, Places, SiteWork, TownId, Travel, TripPurpose, Unit, World};

/// Gathers one load after the other.
pub(super) fn work(places: Places, unit: &Unit, site: Cell, store: TownId) -> Intent {
    let home = places.world.town(store).cell;
    let (goal, here) = match unit.cargo {
        Some(_) => (home, Intent::Unload),
        None => (site, Intent::Gather),
    };
    if unit.cell == goal {
        here
    } else {
        Intent::Push(Behaviour::Travel(Travel { goal, purpose: TripPurpose::Other }))
    }
}

/// The nearest known market of a unit's own people.
pub(super) fn nearest_store(world: &World, people: u8, cell: Cell) -> Option<TownId> {
    let markets = world.markets_of(people).filter(|id| world.town(*id).people == people);
    markets.min_by_key(|id| (world.town(*id).cell.octile(cell), *id))
}

/// The work for a worker that lives near a place; other kinds do not live from sites.
pub(super) fn nearest_work(world: &World, unit: &Unit, home: Cell) -> Option<Behaviour> {
    if unit.kind != Kind::Worker {
        return None;
    }
    let site = nearest_free_site(world, unit.people, home)?;
    let store = nearest_store(world, unit.people, site)?;
    Some(Behaviour::Work(SiteWork { site, store, worked: 0 }))
}

/// The nearest known site without a settlement.
fn nearest_free_site(world: &World, people: u8, home: Cell) -> Option<Cell> {
    let us = world.people(people);
    let is_settled = |cell: Cell| world.town_at(cell).is_some_and(|id| us.knows_as(id).is_some());
    let free = |cell: &Cell| us.belief.is_known(*cell) && !is_settled(*cell);
    let sites = world.land.sites.iter().map(|site| site.cell).filter(free);
    sites.min_by_key(|cell| (cell.octile(home), *cell))
}
