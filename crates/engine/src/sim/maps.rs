//! Traders of two peoples that meet exchange maps: each takes over what the other has seen more recently.
//!
//! Traders know best what lies along their own routes, so only that part of the map is exchanged, once a day for each
//! pair of peoples.

use super::{Game, counted};
use crate::grid::{Cell, Size};
use crate::land::Surface;
use crate::world::{Behaviour, Believed, CHUNK, DAY, Nature, Sighting, TownId, Unit, UnitId};
use std::collections::BTreeSet;

/// Chunks to either side of a trader's routes that it knows well.
const ROUTE_MARGIN_CHUNKS: u16 = 2;
/// Chunks that are compared, and cells that are taken over, at one meeting, at most.
const CHUNKS_MAX: usize = 256;
const CELLS_MAX: usize = 4096;

/// What one people has to report to another.
struct MapUpdate {
    /// Cells with their ground, road and the day when they were last seen.
    cells: Vec<(Cell, Surface, crate::world::Tier, u64)>,
    /// How many of the cells the other people has never seen.
    unknown: usize,
    towns: Vec<(TownId, Sighting)>,
}

impl Game {
    /// Makes a trader in a market exchange maps with a trader of another people there.
    pub(super) fn exchange_maps_in_market(&mut self, index: usize, here: TownId) {
        let trader = &self.world.units[index];
        if !self.has_exchange_due(trader.people) {
            return;
        }
        let cell = self.world.town(here).cell;
        let inside = self.world.units.iter().filter(|unit| unit.cell == cell && unit.next.is_none());
        let other = inside.filter(|unit| self.can_exchange(trader, unit)).map(|unit| unit.id).next();
        if let Some(other) = other {
            self.exchange_maps(index, other);
        }
    }

    /// Makes a trader that has just made a step exchange maps with an adjacent trader of another people.
    pub(super) fn exchange_maps_on_road(&mut self, index: usize) {
        let trader = &self.world.units[index];
        if !is_trader(trader) || !self.has_exchange_due(trader.people) {
            return;
        }
        let beside =
            self.world.size().neighbours(trader.cell).filter_map(|(_, cell)| self.derived.holder(cell));
        let met = beside.filter_map(|id| self.world.unit(id)).find(|unit| self.can_exchange(trader, unit));
        if let Some(other) = met.map(|unit| unit.id) {
            self.exchange_maps(index, other);
        }
    }

    /// Whether there is a people with which this one has not yet exchanged maps today.
    fn has_exchange_due(&self, people: u8) -> bool {
        let others = 0..self.world.peoples.len() as u8;
        others.filter(|other| *other != people).any(|other| self.is_exchange_due(people, other))
    }

    /// Whether two peoples would exchange maps if their traders met now.
    fn is_exchange_due(&self, one: u8, other: u8) -> bool {
        let is_settled = |people: u8| self.world.people(people).nature == Nature::Settled;
        let last = self.world.people(one).maps.get(&other);
        let was_today = last.is_some_and(|tick| tick / DAY == self.world.day());
        !was_today && is_settled(one) && is_settled(other) && !self.world.at_war(one, other)
    }

    fn can_exchange(&self, one: &Unit, other: &Unit) -> bool {
        one.people != other.people
            && is_trader(one)
            && is_trader(other)
            && self.is_exchange_due(one.people, other.people)
    }

    fn exchange_maps(&mut self, index: usize, other: UnitId) {
        let Some(other) = self.world.unit_index(other) else { return };
        let (a, b) = (&self.world.units[index], &self.world.units[other]);
        let (one, two) = (a.people, b.people);
        let chunks = self.chunks_along_routes(&[a, b]);
        let (to_one, to_two) = (self.map_update(two, one, &chunks), self.map_update(one, two, &chunks));
        let now = self.world.tick;
        self.world.peoples[usize::from(one)].maps.insert(two, now);
        self.world.peoples[usize::from(two)].maps.insert(one, now);
        if one == 0 {
            self.note_exchange(index, other, to_one.unknown);
        } else if two == 0 {
            self.note_exchange(other, index, to_two.unknown);
        }
        self.apply_map_update(one, to_one);
        self.apply_map_update(two, to_two);
        self.ease_after_meeting(one, two);
    }

    /// `Ada and Mor of the Moor exchange maps: 412 cells are new`.
    fn note_exchange(&mut self, mine: usize, stranger: usize, new: usize) {
        let (mine, stranger) = (&self.world.units[mine], &self.world.units[stranger]);
        let people = &self.world.people(stranger.people).name;
        let are = if new == 1 { "is" } else { "are" };
        let text = format!(
            "{} and {} of {people} exchange maps: {} {are} new",
            mine.name,
            stranger.name,
            counted(new, "cell")
        );
        if new > 0 {
            self.queue_event(6, mine.cell, text);
        }
    }

    /// The chunks along the routes of traders: from where they are to their homes and to both ends of their trips.
    fn chunks_along_routes(&self, traders: &[&Unit]) -> BTreeSet<(u16, u16)> {
        let size = self.world.size();
        let mut chunks = BTreeSet::new();
        for unit in traders {
            let ends = unit.stack.iter().filter_map(|behaviour| match behaviour {
                Behaviour::Trade { home, trip } => {
                    Some([Some(*home), trip.map(|pair| pair.0), trip.map(|pair| pair.1)])
                }
                _ => None,
            });
            let ends: Vec<Cell> = ends.flatten().flatten().map(|id| self.world.town(id).cell).collect();
            for cell in ends.into_iter().flat_map(|end| sample_line(unit.cell, end)) {
                if chunks.len() >= CHUNKS_MAX {
                    return chunks;
                }
                chunks.extend(chunks_near(size, cell));
            }
        }
        chunks
    }

    /// What one people has seen of these chunks more recently than another.
    fn map_update(&self, from: u8, to: u8, chunks: &BTreeSet<(u16, u16)>) -> MapUpdate {
        let size = self.world.size();
        let (theirs, ours) = (&self.world.people(from).belief, &self.world.people(to).belief);
        let today = self.world.day();
        let seen = |people: u8, cell: Cell| {
            let is_now = self.derived.visible[usize::from(people)][cell] > 0;
            if is_now { today } else { self.world.people(people).belief.last_seen(cell) }
        };
        let mut news = MapUpdate { cells: Vec::new(), unknown: 0, towns: Vec::new() };
        for cell in chunks.iter().flat_map(|chunk| cells_of(size, *chunk)) {
            let Believed::Known { surface, tier } = theirs.at(cell) else { continue };
            let (day, is_unknown) = (seen(from, cell), !ours.is_known(cell));
            let is_seen = self.derived.visible[usize::from(to)][cell] > 0;
            if news.cells.len() < CELLS_MAX && !is_seen && (is_unknown || day > seen(to, cell)) {
                news.cells.push((cell, surface, tier, day));
                news.unknown += usize::from(is_unknown);
            }
        }
        let towns = self.world.people(from).sightings.iter().filter(|(id, sighting)| {
            let cell = self.world.town(**id).cell;
            let is_later = |old: &Sighting| old.tick < sighting.tick;
            let is_seen = self.derived.visible[usize::from(to)][cell] > 0;
            let is_news = self.world.people(to).sightings.get(id).is_none_or(is_later);
            is_news && !is_seen && chunks.contains(&(cell.y / CHUNK, cell.x / CHUNK))
        });
        news.towns.extend(towns.map(|(id, sighting)| (*id, *sighting)));
        news
    }

    /// Updates the belief of a people.
    fn apply_map_update(&mut self, people: u8, news: MapUpdate) {
        let index = usize::from(people);
        for (cell, surface, tier, day) in news.cells {
            // If it were its own tower, it would see the cell.
            let is_strangers = surface == Surface::Tower;
            self.world.peoples[index].belief.observe(cell, surface, tier, is_strangers, day);
        }
        for (id, sighting) in news.towns {
            let before = self.world.peoples[index].sightings.insert(id, sighting);
            self.handle_place_news(people, id, before.map(|sighting| sighting.kind), sighting.kind);
        }
    }
}

/// Whether a unit lives by trade.
fn is_trader(unit: &Unit) -> bool {
    matches!(unit.stack.first(), Some(Behaviour::Trade { .. }))
}

/// Cells on the straight line between two cells, about one for each half chunk.
fn sample_line(from: Cell, to: Cell) -> Vec<Cell> {
    let parts = (from.chebyshev(to) / u32::from(CHUNK / 2)).max(1) as i32;
    let between = |a: u16, b: u16, i: i32| (i32::from(a) + (i32::from(b) - i32::from(a)) * i / parts) as u16;
    (0..=parts).map(|i| Cell::new(between(from.x, to.x, i), between(from.y, to.y, i))).collect()
}

/// The chunks around a cell, as row and column.
fn chunks_near(size: Size, cell: Cell) -> impl Iterator<Item = (u16, u16)> {
    let span = |at: u16, side: u16| {
        (at / CHUNK).saturating_sub(ROUTE_MARGIN_CHUNKS)
            ..=(at / CHUNK + ROUTE_MARGIN_CHUNKS).min((side - 1) / CHUNK)
    };
    let columns = span(cell.x, size.width);
    span(cell.y, size.height).flat_map(move |row| columns.clone().map(move |column| (row, column)))
}

/// The cells of a chunk.
fn cells_of(size: Size, (row, column): (u16, u16)) -> impl Iterator<Item = Cell> {
    let (left, top) = (column * CHUNK, row * CHUNK);
    let columns = left..(left + CHUNK).min(size.width);
    (top..(top + CHUNK).min(size.height)).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}
