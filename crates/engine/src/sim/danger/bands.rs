//! Bands of raiders: they form where cargo is carried, grow with what they take, split when they are too large, are
//! hunted where they are feared, and dissolve when they earn nothing or lose their captain and most of the others.
//!
//! What does not live here: where a raider waits for travellers (`raids`), and robbery itself (`fights`).

use crate::grid::Cell;
use crate::land::{self, mix};
use crate::mind::SATED_TICKS;
use crate::sim::derived::Watcher;
use crate::sim::{Game, behave, events, placing, sight};
use crate::world::{
    BAND_MAX, BAND_MIN, BANDS_MAX, BandId, Behaviour, DangerEvent, EventId, EventLink, Kind,
    LOADS_PER_RECRUIT, Nature, PeopleIx, REGION, Raid, Unit, UnitId, World,
};

/// Carriers that feed each raider.
const CARRIERS_PER_RAIDER: usize = 6;
/// Cells that are examined for a lair.
const LAIR_CANDIDATES: u64 = 96;
/// The least distance of a lair from every settlement, and the greatest from the nearest one, in steps.
const LAIR_DISTANCE_MIN: u32 = 14;

const LAIR_DISTANCE_MAX: u32 = 44;
/// How far from its lair a band knows the land and goes, in steps.
pub(super) const BAND_RANGE_STEPS: u16 = 28;
/// Ticks without a meal after which raiders leave for good: three missed meals.
const STARVED_AFTER_TICKS: u64 = 3 * SATED_TICKS;
/// Salt of the hash that places lairs.
const LAIR_SALT: u64 = 72;

/// Whether a kind can be robbed.
fn can_be_robbed(kind: Kind) -> bool {
    matches!(kind, Kind::Porter | Kind::Cart)
}

impl World {
    /// The most raiders that the carriers of the land can feed.
    pub fn raiders_max(&self) -> usize {
        let carriers = self.units.iter().filter(|unit| can_be_robbed(unit.kind)).count();
        if carriers == 0 { 0 } else { BAND_MIN.max(carriers / CARRIERS_PER_RAIDER) }
    }
}

fn raider_count(world: &World) -> usize {
    world.units.iter().filter(|unit| unit.kind == Kind::Raider).count()
}

/// Forms a band if with it raiders are two thirds of what the carriers feed: the rest is for bands that earn it.
pub(super) fn form_band(game: &mut Game) {
    let world = &game.world;
    let Some(people) = world.peoples.position(|people| people.nature == Nature::Raiders) else { return };
    let (raiders, most) = (raider_count(world), world.raiders_max());
    let feeds_more = most > 0 && (raiders == 0 || raiders + BAND_MIN <= most * 2 / 3);
    if !feeds_more || world.bands.living().count() >= BANDS_MAX {
        return;
    }
    let Some(lair) = find_lair(game) else { return };
    let free = free_cells(game, lair);
    if free.len() < BAND_MIN {
        return;
    }
    know_surroundings(game, people, lair);
    let members: Vec<UnitId> =
        free.into_iter().take(BAND_MIN).filter_map(|cell| place_raider(game, people, cell)).collect();
    let raiders = members.len() as u32;
    let band = name_band(game, members);
    let formed =
        events::record_unseen(&mut game.world, lair, DangerEvent::BandFormed { band, raiders }, None);
    set_latest(game, band, formed);
}

/// A cell that no people sees, close to the most traffic.
fn find_lair(game: &Game) -> Option<Cell> {
    let world = &game.world;
    let area = world.size().area() as u64;
    let place = |i: u64| world.size().cell((mix(&[world.seed, world.tick, i, LAIR_SALT]) % area) as usize);
    let candidates = (0..LAIR_CANDIDATES).map(place).filter(|cell| can_be_lair(game, *cell));
    candidates
        .map(|cell| (traffic_around(&game.world, cell), cell))
        .filter(|(trips, _)| *trips > 0)
        .max()
        .map(|best| best.1)
}

fn can_be_lair(game: &Game, cell: Cell) -> bool {
    let is_open = Kind::Raider.ground_time(game.world.land.surface[cell]).is_some();
    let is_seen = game.derived.visible.iter().any(|visible| visible[cell] > 0);
    let towns = game.world.living_towns().map(|id| game.world.town(id).cell.chebyshev(cell));
    let nearest = towns.min().unwrap_or(u32::MAX);
    is_open
        && !is_seen
        && !game.derived.haven[cell]
        && (LAIR_DISTANCE_MIN..=LAIR_DISTANCE_MAX).contains(&nearest)
}

/// Recent trips through the region of a cell and the adjacent ones.
fn traffic_around(world: &World, cell: Cell) -> u32 {
    let ground = &world.ground;
    let around = world
        .size()
        .square(cell, REGION)
        .filter(|near| near.x % REGION == cell.x % REGION && near.y % REGION == cell.y % REGION);
    around.map(|near| ground.traffic[ground.region(near)]).max().unwrap_or(0)
}

/// Free cells at a lair where raiders may settle.
fn free_cells(game: &Game, lair: Cell) -> Vec<Cell> {
    let around = game.world.size().square(lair, 2);
    let is_open = |cell: &Cell| Kind::Raider.ground_time(game.world.land.surface[*cell]).is_some();
    around
        .filter(is_open)
        .filter(|cell| !game.derived.haven[*cell] && game.derived.holder(*cell).is_none())
        .collect()
}

fn know_surroundings(game: &mut Game, people: PeopleIx, lair: Cell) {
    for cell in game.world.size().square(lair, BAND_RANGE_STEPS).collect::<Vec<_>>() {
        game.world.observe(people, cell);
    }
}

/// Adds a raider with its lair here. It comes hungry.
fn place_raider(game: &mut Game, people: PeopleIx, lair: Cell) -> Option<UnitId> {
    if !game.world.has_room() {
        return None;
    }
    let fed = game.world.tick.saturating_sub(SATED_TICKS);
    let base = Behaviour::Raid(Raid { lair, site: None, since: 0, fed });
    let id = placing::place_unit(&mut game.world, people, Kind::Raider, lair, base);
    game.derived.hold(lair, id);
    sight::update_watcher(game, Watcher::Unit(id));
    Some(id)
}

/// Makes a band of raiders, the captain first.
fn name_band(game: &mut Game, members: Vec<UnitId>) -> BandId {
    let World { bands, streams, events, .. } = &mut game.world;
    let name = land::band_name(&mut streams.names, |name| bands.is_taken(name));
    let (band, forgotten) = bands.add(name, members);
    if let Some(forgotten) = forgotten {
        events.unlink(EventLink::Band(forgotten));
    }
    band
}

/// Records what a band last became.
fn set_latest(game: &mut Game, band: BandId, event: Option<EventId>) {
    if let Some(event) = event {
        game.world.events.set_link(EventLink::Band(band), event);
    }
}

/// Counts a load for the band of the raider that robbed it of a traveller; the band has a recruit for so many loads.
pub(super) fn share_loot(game: &mut Game, robber: UnitId, robbery: Option<EventId>) {
    let Some(band) = game.world.bands.of(robber).map(|band| band.id) else { return };
    let Some(known) = game.world.bands.get_mut(band) else { return };
    known.loads = (known.loads + 1).min(LOADS_PER_RECRUIT);
    if known.loads == LOADS_PER_RECRUIT {
        recruit(game, band, robbery);
    }
}

/// Where a band has its lair: where its captain has.
fn lair_of(world: &World, band: BandId) -> Option<Cell> {
    let captain = world.unit(world.bands.get(band)?.captain()?)?;
    match captain.stack.first() {
        Some(Behaviour::Raid(Raid { lair, .. })) => Some(*lair),
        _ => None,
    }
}

/// A band that has taken enough finds a recruit, unless the land feeds no more raiders or a guard or tower watches the
/// land around its lair.
fn recruit(game: &mut Game, band: BandId, robbery: Option<EventId>) {
    let world = &game.world;
    let (Some(lair), Some(known)) = (lair_of(world, band), world.bands.get(band)) else { return };
    if raider_count(world) >= world.raiders_max() || is_hunted(world, lair) {
        return;
    }
    if known.members.len() == BAND_MAX && !split(game, band, robbery) {
        return;
    }
    let Some(cell) = free_cells(game, lair).first().copied() else { return };
    let Some(people) = game.world.peoples.position(|people| people.nature == Nature::Raiders) else { return };
    let Some(new) = place_raider(game, people, cell) else { return };
    let Some(known) = game.world.bands.get_mut(band) else { return };
    known.members.push(new);
    known.loads = 0;
    let raiders = known.members.len() as u32;
    let grew = events::record(game, lair, DangerEvent::BandGrew { band, raiders }, robbery);
    set_latest(game, band, grew);
}

/// Whether a guard or tower of a settled people watches the land around a lair.
fn is_hunted(world: &World, lair: Cell) -> bool {
    let is_near = |cell: Cell| cell.chebyshev(lair) <= u32::from(BAND_RANGE_STEPS);
    let mut towers = world.ground.towers.keys().map(|index| world.size().cell(*index as usize));
    world.units.iter().filter_map(Unit::post).any(is_near) || towers.any(is_near)
}

/// The younger half of a band leaves it for a lair of its own. Returns whether there was room for one more band.
fn split(game: &mut Game, from: BandId, robbery: Option<EventId>) -> bool {
    if game.world.bands.living().count() >= BANDS_MAX {
        return false;
    }
    let (Some(lair), Some(known)) = (find_lair(game), game.world.bands.get_mut(from)) else { return false };
    let members = known.members.split_off(BAND_MAX.div_ceil(2));
    for id in &members {
        let Some(index) = game.world.unit_index(*id) else { continue };
        let unit = &mut game.world.units[index];
        if let Some(Behaviour::Raid(raid)) = unit.stack.first_mut() {
            (raid.lair, raid.site) = (lair, None);
        }
        unit.stack.truncate(1);
        unit.drop_path();
    }
    let people = members.first().and_then(|id| game.world.unit(*id)).map(|unit| unit.people);
    if let Some(people) = people {
        know_surroundings(game, people, lair);
    }
    let raiders = members.len() as u32;
    let band = name_band(game, members);
    let parted = events::record(game, lair, DangerEvent::BandSplit { band, from, raiders }, robbery);
    set_latest(game, band, parted);
    true
}

/// Dissolves the bands that have earned nothing for too long, and removes starved raiders that are in none.
pub(super) fn dissolve_starved(game: &mut Game) {
    let now = game.world.tick;
    let is_starved = |id: &UnitId| match game.world.unit(*id).and_then(|unit| unit.stack.first()) {
        Some(Behaviour::Raid(Raid { fed, .. })) => now >= fed + STARVED_AFTER_TICKS,
        _ => true,
    };
    let starved = game.world.bands.living().filter(|band| band.members.iter().all(is_starved));
    let starved: Vec<BandId> = starved.map(|band| band.id).collect();
    let alone = game.world.units.iter().filter(|unit| unit.kind == Kind::Raider).map(|unit| unit.id);
    let alone = alone.filter(|id| is_starved(id) && game.world.bands.of(*id).is_none());
    let alone: Vec<UnitId> = alone.collect();
    for band in starved {
        let cause = game.world.events.link(EventLink::Band(band));
        dissolve(game, band, true, cause);
    }
    for id in alone {
        behave::remove_unit(game, id);
    }
}

/// Takes a raider that was killed out of its band. If it was the captain and few are left, they go their ways.
pub(super) fn lose_member(game: &mut Game, id: UnitId, killed: Option<EventId>) {
    let Some(band) = game.world.bands.of(id) else { return };
    let (band, was_captain, left) = (band.id, band.captain() == Some(id), band.members.len() - 1);
    if was_captain && left < BAND_MIN {
        dissolve(game, band, false, killed);
    } else {
        game.world.bands.leave(id);
    }
}

/// Dissolves a band; those that are alive leave the land.
fn dissolve(game: &mut Game, band: BandId, by_hunger: bool, cause: Option<EventId>) {
    let Some(known) = game.world.bands.get_mut(band) else { return };
    let members = std::mem::take(&mut known.members);
    let at = members.first().and_then(|id| game.world.unit(*id)).map(|unit| unit.cell);
    let raiders = members.len() as u32 - u32::from(!by_hunger);
    let gone = DangerEvent::BandDissolved { band, raiders, by_hunger };
    let gone = at.and_then(|at| events::record(game, at, gone, cause));
    set_latest(game, band, gone);
    let captain = members.first().copied().filter(|_| !by_hunger);
    members.into_iter().filter(|id| Some(*id) != captain).for_each(|id| behave::remove_unit(game, id));
}
