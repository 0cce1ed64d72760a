//! Raiders: when bands come, and where raiders ambush travellers.
//!
//! They live on cargo alone. Where travellers avoid a pass out of fear, the raiders there starve and move on, the fear
//! fades, travellers come back, and so do raiders: an emergent cycle. What does not live here: what a raider wants next
//! (`mind::behaviour::raid`), what becomes of a band (`bands`), and robbery itself (`fights`).

use crate::grid::Cell;
use crate::plan::{self, AMBUSH_AHEAD_STEPS, RoadVisibility};
use crate::sim::danger::bands::{self, BAND_RANGE_STEPS};
use crate::sim::{Game, defence, events, feuds};
use crate::world::{
    Behaviour, Belief, Believed, DAY, DangerEvent, InfluenceLayer, Kind, PeopleIx, Raid, STRENGTH, Stroll,
    Unit, UnitId, UnitIx, World,
};

/// The first day on which raiders may arrive.
const FIRST_RAID_DAY: u64 = 12;
/// Days between two bands.
const BAND_INTERVAL_DAYS: u64 = 5;
/// The least distance of an ambush site from settlements, in steps.
const SITE_DISTANCE_MIN: u32 = 7;
/// The value of a site for each path between settlements nearby that leads over it.
const PATH_VALUE: u32 = 3;
/// The value of a site that is hidden from the road.
const HIDDEN_VALUE: u32 = 6;
/// Ticks between two searches for a site when none is found.
const SEARCH_AGAIN_TICKS: u64 = DAY / 4;

/// Once a day, dissolves starving bands and decides whether another forms.
pub(super) fn update_raiders(game: &mut Game) {
    note_first_raider(game);
    let (tick, day) = (game.world.tick, game.world.day());
    if tick % DAY != DAY / 2 {
        return;
    }
    bands::dissolve_starved(game);
    feuds::end_feuds(game);
    for people in game.world.peoples.indices() {
        defence::relieve_guards(game, people);
    }
    if day >= FIRST_RAID_DAY && day.is_multiple_of(BAND_INTERVAL_DAYS) {
        bands::form_band(game);
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
        let prey = belief.influence().at(InfluenceLayer::Quarry, cell) * 8 / STRENGTH
            + PATH_VALUE * u32::from(path_counts[cell]);
        let dread = belief.influence().at(InfluenceLayer::Threat, cell) * 8 / STRENGTH
            + belief.place_fear_at(cell) / 250;
        (prey + hidden).saturating_sub(dread)
    };
    // A known tower in view of a site spoils it.
    let is_watched = |cell: Cell| Belief::is_exposed(belief.word(cell));
    let fits = |cell: &Cell| outlook.is_road(*cell) && Some(*cell) != *before && !is_watched(*cell);
    let roads = game.world.size().square(*lair, BAND_RANGE_STEPS).filter(fits);
    let mut sites: Vec<(u32, Cell)> = roads.map(|cell| (value(cell, HIDDEN_VALUE), cell)).collect();
    sites.sort_unstable();
    // The hidden test is expensive, so only sites are tested that would be the best if they passed.
    let mut best = (0, *lair);
    while let Some(site @ (worth, cell)) = sites.pop()
        && worth > 0
        && site > best
    {
        let comes_from = |from: Cell| from.chebyshev(*lair) <= u32::from(BAND_RANGE_STEPS);
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
