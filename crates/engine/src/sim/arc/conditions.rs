//! Conditions of the arc: settlements joined by a kept road of the player's, fed through a winter; peace along a trip.
//!
//! A road is kept where it is a dirt road or better, or a bridge. It is the player's where its works are: so a
//! settlement is joined by a work within reach, and works are one road where kept cells connect them.

use crate::grid::{Cell, distinct};
use crate::land::Surface;
use crate::plan::Isochrone;
use crate::sim::Game;
use crate::world::{
    AimKind, Belief, Believed, DAY_TIME, Kind, Nature, PeopleIx, Season, Stretch, Tier, Town, TownIx, World,
};
use std::collections::BTreeMap;

/// How far a settlement may be from the road, in milli-steps of walking time.
const REACH_TIME: u32 = DAY_TIME * 4 / 10;
/// The same in cells, and how many cells are searched around a settlement at most.
const REACH_CELLS: u32 = REACH_TIME / 500;

const SEARCHED_CELLS_MAX: u32 = 8192;
/// Days without enough to eat from which a settlement hungers.
const HUNGRY_DAYS_MIN: u16 = 3;
/// The least road that is kept.
const KEPT_TIER: Tier = Tier::Dirt;

/// Markets of the player's people that stand, as it knows, by age.
pub(super) fn own_markets(world: &World) -> Vec<TownIx> {
    world.markets_of(PeopleIx::PLAYER).filter(|id| world.town(*id).people == PeopleIx::PLAYER).collect()
}

/// Whether a settlement has gone without enough to eat for days.
pub(super) fn is_hungry(town: &Town) -> bool {
    town.hungry_days >= HUNGRY_DAYS_MIN
}

/// Measures the aims of a chapter that is about a road.
pub(super) fn measure_road(game: &mut Game) {
    let aims = &game.world.objectives.aims;
    let Some(place) = aims.iter().position(|aim| aim.kind == AimKind::Joined) else { return };
    let (joined, next) = joined_markets(game);
    let aim = &mut game.world.objectives.aims[place];
    (aim.value, aim.stretch) = (Some(joined.len() as u32), next);
    let is_fed = aim.is_met() && !joined.iter().any(|id| is_hungry(game.world.town(*id)));
    let is_winter = Season::at(game.world.tick) == Season::Winter;
    let mut aims = game.world.objectives.aims.iter_mut();
    if let Some(fed) = aims.find(|aim| aim.kind == AimKind::Fed) {
        let days = fed.value.unwrap_or(0);
        fed.value = Some(if is_winter && is_fed { (days + 1).min(fed.target) } else { 0 });
    }
}

/// Markets that the best road of the player's joins; and the market that is next, with its distance from that road.
fn joined_markets(game: &Game) -> (Vec<TownIx>, Stretch) {
    let world = &game.world;
    let roads = roads_of_works(world);
    let markets = own_markets(world);
    let mut joined: BTreeMap<u32, Vec<TownIx>> = roads.values().map(|road| (*road, Vec::new())).collect();
    for id in &markets {
        for road in distinct(roads_near(game, *id, &roads)) {
            joined.entry(road).or_default().push(*id);
        }
    }
    let best = joined.into_iter().max_by_key(|(road, towns)| (towns.len(), std::cmp::Reverse(*road)));
    let (road, towns) = best.map_or((None, Vec::new()), |(road, towns)| (Some(road), towns));
    let works = roads.iter().filter(|(_, of)| Some(**of) == road);
    let works: Vec<Cell> = works.map(|(cell, _)| world.size().cell(*cell as usize)).collect();
    let rest = markets.iter().filter(|id| !towns.contains(id)).map(|id| world.town(*id).cell);
    let distance = |cell: Cell| works.iter().map(|work| work.octile(cell)).min().unwrap_or(0);
    let next = rest.map(|cell| (distance(cell), cell)).min();
    (towns, next.map_or_else(Stretch::default, |(time, cell)| Stretch { cells: vec![cell], time }))
}

/// The road that each work is part of, by the first of its works: all that kept cells and settlements connect.
fn roads_of_works(world: &World) -> BTreeMap<u32, u32> {
    let (size, belief) = (world.size(), &world.people(PeopleIx::PLAYER).belief);
    let towns: std::collections::BTreeSet<Cell> = world.towns.iter().map(|town| town.cell).collect();
    let is_kept = |cell: Cell| match belief.at(cell) {
        Believed::Known { surface, tier } => {
            tier >= KEPT_TIER || surface == Surface::Bridge || towns.contains(&cell)
        }
        Believed::Unknown(_) => false,
    };
    let works = world.objectives.works();
    let (mut roads, mut reached) = (BTreeMap::new(), std::collections::BTreeSet::new());
    for first in works.iter().filter(|cell| is_kept(size.cell(**cell as usize))) {
        let mut open = vec![size.cell(*first as usize)];
        while let Some(cell) = open.pop() {
            let index = size.index(cell) as u32;
            if !reached.insert(index) {
                continue;
            }
            if works.contains(&index) {
                roads.insert(index, *first);
            }
            open.extend(size.neighbours(cell).map(|(_, near)| near).filter(|near| is_kept(*near)));
        }
    }
    roads
}

/// The roads that have a work within reach of a settlement.
fn roads_near(game: &Game, id: TownIx, roads: &BTreeMap<u32, u32>) -> Vec<u32> {
    let (size, cell) = (game.world.size(), game.world.town(id).cell);
    let near = roads.iter().map(|(work, road)| (size.cell(*work as usize), *road));
    let near: Vec<(Cell, u32)> = near.filter(|(work, _)| work.chebyshev(cell) <= REACH_CELLS).collect();
    if near.is_empty() {
        return Vec::new();
    }
    let mut times = Isochrone::from(size, cell, REACH_TIME, SEARCHED_CELLS_MAX);
    times.expand(&game.believes(PeopleIx::PLAYER, Kind::Porter, &[]), size, SEARCHED_CELLS_MAX);
    near.into_iter().filter(|(work, _)| times.time(size, *work).is_some()).map(|(_, road)| road).collect()
}

/// Whether no fear lies on a path, as far as the player's people knows, and none of it belongs to a foe.
pub(super) fn is_peaceful(game: &Game, cells: &[Cell]) -> bool {
    let world = &game.world;
    let belief = &world.people(PeopleIx::PLAYER).belief;
    let is_foe = |people: PeopleIx| {
        world.people(people).nature == Nature::Settled && world.at_war(PeopleIx::PLAYER, people)
    };
    let is_at_war = world.peoples.indices().any(is_foe);
    cells.iter().all(|cell| {
        Belief::fear_of(belief.word(*cell)) == 0
            && !(is_at_war && world.owner_at(PeopleIx::PLAYER, *cell).is_some_and(is_foe))
    })
}
