//! Traders of two peoples that meet exchange maps: each takes over what the other has seen more recently.
//!
//! Traders know best what lies along their own routes, so only that part of the map is exchanged, once a day for each
//! pair of peoples.

use crate::grid::{Cell, Size};
use crate::land::Surface;
use crate::sim::peoples::{peace, place_news};
use crate::sim::{Game, events};
use crate::world::{
    Behaviour, Belief, Believed, CHUNK, DAY, Nature, PeopleIx, Sighting, TownIx, Trade, TradeEvent, Unit,
    UnitId, UnitIx, World,
};
use std::collections::BTreeSet;

/// Chunks to either side of a trader's routes that it knows well.
const ROUTE_MARGIN_CHUNKS: u16 = 1;
/// Chunks that are compared, and cells that are taken over, at one meeting, at most.
const CHUNKS_MAX: usize = 256;

const CELLS_MAX: usize = 4096;

/// What one people has to report to another.
struct MapUpdate {
    /// Cells with their ground, road and the day when they were last seen.
    cells: Vec<(Cell, Surface, crate::world::Tier, u64)>,
    /// How many of the cells the other people has never seen.
    unknown: usize,
    towns: Vec<(TownIx, Sighting)>,
}

/// Makes a trader in a market exchange maps with a trader of another people there.
pub(in crate::sim) fn exchange_maps_in_market(game: &mut Game, index: UnitIx, here: TownIx) {
    let trader = &game.world.units[index];
    if !has_exchange_due(&game.world, trader.people) {
        return;
    }
    let cell = game.world.town(here).cell;
    let inside = game.world.units.iter().filter(|unit| unit.cell == cell && unit.next.is_none());
    let other = inside.filter(|unit| can_exchange(&game.world, trader, unit)).map(|unit| unit.id).next();
    if let Some(other) = other {
        exchange_maps(game, index, other);
    }
}

/// Makes a trader that has just made a step exchange maps with an adjacent trader of another people.
pub(in crate::sim) fn exchange_maps_on_road(game: &mut Game, index: UnitIx) {
    let trader = &game.world.units[index];
    if !is_trader(trader) || !has_exchange_due(&game.world, trader.people) {
        return;
    }
    let beside = game.world.size().neighbours(trader.cell).filter_map(|(_, cell)| game.derived.holder(cell));
    let met =
        beside.filter_map(|id| game.world.unit(id)).find(|unit| can_exchange(&game.world, trader, unit));
    if let Some(other) = met.map(|unit| unit.id) {
        exchange_maps(game, index, other);
    }
}

/// Whether there is a people with which this one has not yet exchanged maps today.
fn has_exchange_due(world: &World, people: PeopleIx) -> bool {
    let others = world.peoples.indices();
    others.filter(|other| *other != people).any(|other| is_exchange_due(world, people, other))
}

/// Whether two peoples would exchange maps if their traders met now.
fn is_exchange_due(world: &World, one: PeopleIx, other: PeopleIx) -> bool {
    let is_settled = |people: PeopleIx| world.people(people).nature == Nature::Settled;
    let last = world.people(one).maps.get(&other);
    let was_today = last.is_some_and(|tick| tick / DAY == world.day());
    !was_today && is_settled(one) && is_settled(other) && !world.at_war(one, other)
}

fn can_exchange(world: &World, one: &Unit, other: &Unit) -> bool {
    one.people != other.people
        && is_trader(one)
        && is_trader(other)
        && is_exchange_due(world, one.people, other.people)
}

fn exchange_maps(game: &mut Game, index: UnitIx, other: UnitId) {
    let Some(other) = game.world.unit_index(other) else { return };
    let (a, b) = (&game.world.units[index], &game.world.units[other]);
    let (one, two) = (a.people, b.people);
    let chunks = chunks_along_routes(&game.world, &[a, b]);
    let (to_one, to_two) = (map_update(game, two, one, &chunks), map_update(game, one, two, &chunks));
    let now = game.world.tick;
    game.world.peoples[one].maps.insert(two, now);
    game.world.peoples[two].maps.insert(one, now);
    if one == PeopleIx::PLAYER {
        note_exchange(game, index, other, to_one.unknown);
    } else if two == PeopleIx::PLAYER {
        note_exchange(game, other, index, to_two.unknown);
    }
    apply_map_update(game, one, to_one);
    apply_map_update(game, two, to_two);
    peace::ease_after_meeting(game, one, two);
}

/// Tells that a trader of the player's people exchanged maps, if that brought it anything new.
fn note_exchange(game: &mut Game, mine: UnitIx, stranger: UnitIx, new: usize) {
    let (mine, stranger) = (&game.world.units[mine], &game.world.units[stranger]);
    let (unit, cell) = (mine.id, mine.cell);
    let (stranger, people, cells) = (stranger.id, stranger.people, new as u32);
    if new > 0 {
        events::tell(game, cell, TradeEvent::MapsExchanged { unit, stranger, people, cells });
    }
}

/// The chunks along the routes of traders: from where they are to their homes and to both ends of their trips.
fn chunks_along_routes(world: &World, traders: &[&Unit]) -> BTreeSet<(u16, u16)> {
    let size = world.size();
    let mut chunks = BTreeSet::new();
    for unit in traders {
        let ends = unit.stack.iter().filter_map(|behaviour| match behaviour {
            Behaviour::Trade(Trade { home, trip }) => {
                Some([Some(*home), trip.map(|pair| pair.0), trip.map(|pair| pair.1)])
            }
            _ => None,
        });
        let ends: Vec<Cell> = ends.flatten().flatten().map(|id| world.town(id).cell).collect();
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
fn map_update(game: &Game, from: PeopleIx, to: PeopleIx, chunks: &BTreeSet<(u16, u16)>) -> MapUpdate {
    let size = game.world.size();
    let (theirs, ours) = (&game.world.people(from).belief, &game.world.people(to).belief);
    let [seen_by_them, seen_by_us] = [from, to].map(|people| game.derived.visible[people].values());
    let today = game.world.day();
    let news_at = |node: usize| {
        let word = theirs.words()[node];
        if seen_by_us[node] > 0 || !Belief::word_is_known(word) {
            return None;
        }
        let day = if seen_by_them[node] > 0 { today } else { theirs.days()[node].into() };
        let is_unknown = !Belief::word_is_known(ours.words()[node]);
        let is_news = is_unknown || day > ours.days()[node].into();
        is_news.then_some((node, word, day, is_unknown))
    };
    let mut news = MapUpdate { cells: Vec::new(), unknown: 0, towns: Vec::new() };
    let nodes = chunks.iter().flat_map(|chunk| nodes_of(size, *chunk));
    for (node, word, day, is_unknown) in nodes.filter_map(news_at).take(CELLS_MAX) {
        if let Believed::Known { surface, tier } = Belief::unpack(word) {
            news.cells.push((size.cell(node), surface, tier, day));
            news.unknown += usize::from(is_unknown);
        }
    }
    let towns = game.world.people(from).sightings.iter().map(|(id, sighting)| {
        let is_in_sight = game.derived.visible[from][game.world.town(*id).cell] > 0;
        (*id, if is_in_sight { game.world.sighting(*id) } else { *sighting })
    });
    news.towns.extend(towns.filter(|(id, sighting)| {
        let cell = game.world.town(*id).cell;
        let is_later = |old: &Sighting| old.tick < sighting.tick;
        let is_seen = game.derived.visible[to][cell] > 0;
        let is_news = game.world.people(to).sightings.get(id).is_none_or(is_later);
        is_news && !is_seen && chunks.contains(&(cell.y / CHUNK, cell.x / CHUNK))
    }));
    news
}

/// Updates the belief of a people.
fn apply_map_update(game: &mut Game, people: PeopleIx, news: MapUpdate) {
    for (cell, surface, tier, day) in news.cells {
        // If it were its own tower, it would see the cell.
        let is_strangers = surface == Surface::Tower;
        game.world.peoples[people].belief.observe(cell, surface, tier, is_strangers, day);
    }
    for (id, sighting) in news.towns {
        let before = game.world.peoples[people].sightings.insert(id, sighting);
        place_news::learn_of_place(game, people, id, before.map(|sighting| sighting.kind), sighting.kind);
    }
}

/// Whether a unit lives by trade.
fn is_trader(unit: &Unit) -> bool {
    matches!(unit.stack.first(), Some(Behaviour::Trade(_)))
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

/// The indices of the cells of a chunk.
fn nodes_of(size: Size, (row, column): (u16, u16)) -> impl Iterator<Item = usize> {
    let (left, top) = (column * CHUNK, row * CHUNK);
    let across = usize::from((size.width - left).min(CHUNK));
    (top..(top + CHUNK).min(size.height)).flat_map(move |y| {
        let first = size.index(Cell::new(left, y));
        first..first + across
    })
}
