//! Work: walks to a site, gathers a load, takes it home to the store, and begins again.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::Intent;
use crate::world::{
    Behaviour, FEW_MAX, Kind, Order, OrderProblem, PeopleIx, Places, SiteWork, TownIx, Unit, World,
};

/// Ticks that a worker needs for a load.
pub const LOAD_WORK_TICKS: u16 = 120;

impl Rules for SiteWork {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let home = places.world.town(self.store).cell;
        let (goal, here) = match unit.cargo {
            Some(_) => (home, Intent::Unload),
            None => (self.site, Intent::Gather),
        };
        if unit.cell == goal { here } else { Intent::travel_to(goal) }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.site) && world.towns.contains(self.store) && self.worked <= FEW_MAX
    }

    fn describe(&self) -> Sentence {
        vec!["Work at ".into(), Phrase::Place(self.site), " for ".into(), Phrase::Town(self.store)]
    }

    fn order(&self) -> Order {
        Order::Work(self.site)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        let percent = u64::from(self.worked) * 100 / u64::from(LOAD_WORK_TICKS);
        Some(vec!["working: ".into(), Phrase::Number(percent), " %".into()])
    }
}

impl SiteWork {
    /// What an order to work at a site begins with: it has to be known.
    pub(super) fn ordered(world: &World, unit: &Unit, site: Cell) -> Result<SiteWork, OrderProblem> {
        let is_known = world.people(unit.people).belief.is_known(site);
        if !is_known || !world.land.sites.iter().any(|other| other.cell == site) {
            return Err(OrderProblem::NoSite);
        }
        let store = nearest_store(world, unit.people, site).ok_or(OrderProblem::NoStore)?;
        Ok(SiteWork { site, store, worked: 0 })
    }
}

/// The nearest known market of a unit's own people.
fn nearest_store(world: &World, people: PeopleIx, cell: Cell) -> Option<TownIx> {
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
fn nearest_free_site(world: &World, people: PeopleIx, home: Cell) -> Option<Cell> {
    let us = world.people(people);
    let is_settled = |cell: Cell| world.town_at(cell).is_some_and(|id| us.knows_as(id).is_some());
    let free = |cell: &Cell| us.belief.is_known(*cell) && !is_settled(*cell);
    let sites = world.land.sites.iter().map(|site| site.cell).filter(free);
    sites.min_by_key(|cell| (cell.octile(home), *cell))
}
