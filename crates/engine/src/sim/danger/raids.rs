//! Raiders: when bands arrive, where they have their lairs, where they ambush travellers, and when they leave.
//!
//! They live on cargo alone. Where travellers avoid a pass out of fear, the raiders there starve and move on, the fear
//! fades, travellers come back, and so do raiders: an emergent cycle. What does not live here: what a raider wants next
//! (`mind::raiding`), and robbery itself (`fights`).

use crate::grid::Cell;
use crate::land::mix;
use crate::mind::SATED_TICKS;
use crate::plan::{self, AMBUSH_AHEAD_STEPS, RoadVisibility};
use crate::sim::danger::fights::can_be_robbed;
use crate::sim::derived::Watcher;
use crate::sim::{Game, behave, defence, events, placing, sight};
use crate::world::{
    Behaviour, Belief, Believed, DAY, DangerEvent, EventLink, InfluenceLayer, Kind, Nature, PeopleIx, REGION,
    Raid, STRENGTH, Stroll, Unit, UnitId, UnitIx, World,
};

/// The first day on which raiders may arrive.
const FIRST_RAID_DAY: u64 = 12;
/// Days between two bands.
const BAND_INTERVAL_DAYS: u64 = 5;
/// Raiders in a band, at most.
const BAND_SIZE_MAX: usize = 3;
/// Raiders that there may be wherever cargo is carried, and the carriers that feed each further one.
const RAIDERS_MIN: usize = 2;

const CARRIERS_PER_RAIDER: usize = 6;
/// Cells that are examined for a lair.
const LAIR_CANDIDATES: u64 = 96;
/// The least distance of a lair from every settlement, and the greatest from the nearest one, in steps.
const LAIR_DISTANCE_MIN: u32 = 14;

const LAIR_DISTANCE_MAX: u32 = 44;
/// The radius of the land around their lair that raiders know on arrival, in steps.
const LAIR_KNOWN_STEPS: u16 = 24;
/// How far from the lair an ambush site may be, in steps.
const SITE_RADIUS_STEPS: u16 = 28;
/// The least distance of an ambush site from settlements, in steps.
const SITE_DISTANCE_MIN: u32 = 7;
/// The value of a site that is hidden from the road.
const HIDDEN_VALUE: u32 = 6;
/// Ticks between two searches for a site when none is found.
const SEARCH_AGAIN_TICKS: u64 = DAY / 4;
/// Ticks without a meal after which a raider leaves for good: two missed meals.
const STARVED_AFTER_TICKS: u64 = 2 * SATED_TICKS;
/// Salt of the hash that places lairs.
const LAIR_SALT: u64 = 72;

/// Once a day, removes starving raiders and decides whether another band arrives.
pub(super) fn update_raiders(game: &mut Game) {
    note_first_raider(game);
    let world = &game.world;
    let day = world.tick / DAY;
    if world.tick % DAY != DAY / 2 {
        return;
    }
    remove_starved_raiders(game);
    for people in game.world.peoples.indices() {
        defence::relieve_guards(game, people);
    }
    if day < FIRST_RAID_DAY || !day.is_multiple_of(BAND_INTERVAL_DAYS) {
        return;
    }
    let world = &game.world;
    let Some(people) = world.peoples.position(|people| people.nature == Nature::Raiders) else {
        return;
    };
    let raiders = world.units.iter().filter(|unit| unit.kind == Kind::Raider).count();
    let coming = game.world.raiders_max().saturating_sub(raiders).min(BAND_SIZE_MAX);
    if coming > 0
        && let Some(lair) = find_lair(game)
    {
        send_band(game, people, lair, coming);
    }
}

/// Reports the first raider that the player's people sees.
fn note_first_raider(game: &mut Game) {
    if game.world.tally.first_raider.is_some() {
        return;
    }
    let is_seen =
        |unit: &&Unit| unit.kind == Kind::Raider && game.derived.visible[PeopleIx::PLAYER][unit.cell] > 0;
    let Some(raider) = game.world.units.iter().find(is_seen) else { return };
    let (cell, unit) = (raider.cell, raider.id);
    game.world.tally.first_raider = Some(game.world.tick);
    let cause = events::cause_of_raider(&game.world, unit);
    events::tell_caused(game, cell, DangerEvent::RaiderSeen { unit }, cause);
}

impl World {
    /// The most raiders that the carriers of the land can feed.
    pub fn raiders_max(&self) -> usize {
        let carriers = self.units.iter().filter(|unit| can_be_robbed(unit.kind)).count();
        if carriers == 0 { 0 } else { RAIDERS_MIN.max(carriers / CARRIERS_PER_RAIDER) }
    }
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

fn send_band(game: &mut Game, people: PeopleIx, lair: Cell, count: usize) {
    let size = game.world.size();
    for cell in size.square(lair, LAIR_KNOWN_STEPS).collect::<Vec<_>>() {
        game.world.observe(people, cell);
    }
    let free: Vec<Cell> = size
        .square(lair, 2)
        .filter(|cell| can_be_lair(game, *cell) && game.derived.holder(*cell).is_none())
        .collect();
    let came = DangerEvent::BandCame { raiders: free.len().min(count) as u32 };
    let came = events::record_unseen(&mut game.world, lair, came, None);
    // They arrive hungry.
    let fed = game.world.tick.saturating_sub(SATED_TICKS);
    for cell in free.into_iter().take(count) {
        if !game.world.has_room() {
            return;
        }
        let base = Behaviour::Raid(Raid { lair: cell, site: None, since: 0, fed });
        let id = placing::place_unit(&mut game.world, people, Kind::Raider, cell, base);
        game.derived.hold(cell, id);
        sight::update_watcher(game, Watcher::Unit(id));
        if let Some(came) = came {
            game.world.events.set_link(EventLink::Raider(id), came);
        }
    }
}

/// Chooses an ambush site by what raiders know of roads, sight and travellers. True if the unit may have another
/// intent this tick.
pub(in crate::sim) fn choose_ambush(game: &mut Game, index: UnitIx) -> bool {
    let site = best_ambush_site(game, index);
    let now = game.world.tick;
    if let Some(Behaviour::Raid(Raid { site: chosen, since, .. })) = game.world.units[index].stack.last_mut()
    {
        (*chosen, *since) = (site, now);
    }
    match site {
        Some(_) => true,
        None => game.world.units[index]
            .push_behaviour(Behaviour::Wander(Stroll { until: now + SEARCH_AGAIN_TICKS })),
    }
}

fn best_ambush_site(game: &Game, index: UnitIx) -> Option<Cell> {
    let unit = &game.world.units[index];
    let Some(Behaviour::Raid(Raid { lair, site: before, .. })) = unit.stack.last() else { return None };
    let belief = &game.world.people(unit.people).belief;
    let outlook = RoadVisibility { belief, heights: &game.world.land.height };
    let towns = game.world.people(unit.people).standing().map(|(id, _)| game.world.town(id).cell);
    let planner = game.planner(unit.people, Kind::Porter, &[]);
    let path_counts = plan::betweenness_around(&planner, *lair, towns);
    let value = |cell: Cell, hidden: u32| {
        let prey =
            belief.influence().at(InfluenceLayer::Quarry, cell) * 8 / STRENGTH + u32::from(path_counts[cell]);
        let dread = belief.influence().at(InfluenceLayer::Threat, cell) * 8 / STRENGTH
            + belief.place_fear_at(cell) / 250;
        (prey + hidden).saturating_sub(dread)
    };
    // A known tower in view of a site spoils it.
    let is_watched = |cell: Cell| Belief::is_exposed(belief.word(cell));
    let fits = |cell: &Cell| outlook.is_road(*cell) && Some(*cell) != *before && !is_watched(*cell);
    let roads = game.world.size().square(*lair, SITE_RADIUS_STEPS).filter(fits);
    let mut sites: Vec<(u32, Cell)> = roads.map(|cell| (value(cell, HIDDEN_VALUE), cell)).collect();
    sites.sort_unstable();
    // The hidden test is expensive, so only sites are tested that would be the best if they passed.
    let mut best = (0, *lair);
    while let Some(site @ (worth, cell)) = sites.pop()
        && worth > 0
        && site > best
    {
        let comes_from = |from: Cell| from.chebyshev(*lair) <= u32::from(SITE_RADIUS_STEPS);
        if is_far_from_towns(&game.world, unit.people, cell) {
            let is_hidden = outlook.is_ambush_site(cell, AMBUSH_AHEAD_STEPS, comes_from);
            best = best.max((if is_hidden { worth } else { value(cell, 1) }, cell));
        }
    }
    let (worth, road) = best;
    let taken = claimed_ambush_sites(&game.world, unit.id);
    (worth > 0).then(|| cell_beside_road(&game.world, unit.people, road, &taken)).flatten()
}

/// Sites where other raiders wait or mean to.
fn claimed_ambush_sites(world: &World, own_id: UnitId) -> Vec<Cell> {
    let others = world.units.iter().filter(|unit| unit.id != own_id);
    others
        .filter_map(|unit| match unit.stack.first() {
            Some(Behaviour::Raid(Raid { site, .. })) => *site,
            _ => None,
        })
        .collect()
}

/// Whether a cell is far enough from the settlements that a people knows.
fn is_far_from_towns(world: &World, people: PeopleIx, cell: Cell) -> bool {
    let mut known = world.people(people).standing().map(|(id, _)| world.town(id).cell);
    known.all(|town| town.chebyshev(cell) >= SITE_DISTANCE_MIN)
}

/// A cell next to the road to wait on, preferably off the road.
fn cell_beside_road(world: &World, people: PeopleIx, road: Cell, taken: &[Cell]) -> Option<Cell> {
    let belief = &world.people(people).belief;
    let price = |cell: Cell| match belief.at(cell) {
        Believed::Known { surface, tier } => {
            Kind::Raider.ground_time(surface).map(|time| (tier.is_road(), time, cell))
        }
        Believed::Unknown(_) => None,
    };
    let cells = world.size().neighbours(road).map(|(_, cell)| cell);
    cells.filter(|cell| !taken.contains(cell)).filter_map(price).min().map(|(_, _, cell)| cell)
}

/// Removes raiders that have found nothing for too long, and the hungriest of those that the land cannot feed.
fn remove_starved_raiders(game: &mut Game) {
    let now = game.world.tick;
    let fed_and_id = |unit: &Unit| match unit.stack.first() {
        Some(Behaviour::Raid(Raid { fed, .. })) => Some((*fed, unit.id)),
        _ => None,
    };
    let mut raiders: Vec<(u64, UnitId)> = game.world.units.iter().filter_map(fed_and_id).collect();
    raiders.sort_unstable();
    // Before the first band there are only raiders placed by a level.
    let raiders_max = if now < FIRST_RAID_DAY * DAY { raiders.len() } else { game.world.raiders_max() };
    let surplus = raiders.len().saturating_sub(raiders_max);
    let starved = raiders.iter().take_while(|(fed, _)| now >= fed + STARVED_AFTER_TICKS).count();
    for (_, id) in raiders.into_iter().take(surplus.max(starved)) {
        behave::remove_unit(game, id);
    }
}
