//! A cause a season: a mine runs out, ore is found, a flood takes a bridge, rock falls on a road, sickness travels.
//!
//! Each is drawn from what this land is like, and announced ten days ahead where it can be foreseen. What follows is
//! left to those who live there: the ground changes as it does under a brush, so that paths are planned anew.

use crate::grid::Cell;
use crate::land::{Good, SimRng, Site, Surface};
use crate::sim::ground::GroundEdit;
use crate::sim::{Game, events};
use crate::world::{
    AnnalEvent, DAY, DEADLIEST, EventId, EventLink, Fortune, FortuneKind, Patch, RoadEvent, SEASON_DAYS,
    Season, SettlementEvent, Sickness, Tier, Town, TownIx, World, YEAR_DAYS,
};

/// The day of a season on which its fortune is drawn.
const DRAW_DAY: u64 = 1;
/// Cells of land on which something happens every season; on smaller lands less often.
const LAND_PER_FORTUNE: u64 = 256 * 256;
/// Parts of all traffic among which a place is drawn.
const DRAW_PARTS: u32 = 1 << 16;
/// Years that a site lasts at least.
const SITE_YEARS_MIN: u64 = 4;
/// The least distance of a new site from others, in steps.
const SITE_DISTANCE_MIN: u32 = 12;
/// Attempts to find a place for one.
const SITE_ATTEMPTS: usize = 200;
/// Height from which rock falls on a road, in units above its lowest neighbour.
const FALL_HEIGHT_MIN: u16 = 12;
/// Deaths of a sickness in one settlement from which it is recorded.
const TOLD_DEATHS_MIN: u32 = 5;

/// Draws the season's fortune, and lets it happen when it is due. Levels have none.
pub(in crate::sim) fn turn_fortune(game: &mut Game) {
    if game.world.land.is_drawn() {
        return;
    }
    let now = game.world.tick;
    if let Some(fortune) = game.world.fortune.take_if(|fortune| fortune.due <= now) {
        happen(game, fortune);
    }
    if now % (SEASON_DAYS * DAY) == DRAW_DAY * DAY && game.world.fortune.is_none() {
        draw(game);
    }
}

fn draw(game: &mut Game) {
    let area = game.world.size().area() as u64;
    let is_quiet =
        game.world.streams.fortune.below(LAND_PER_FORTUNE as u32) as u64 >= area.max(LAND_PER_FORTUNE / 4);
    let possible = possible_fortunes(game);
    let Some((kind, at)) = game.world.streams.fortune.pick(&possible).copied().filter(|_| !is_quiet) else {
        return;
    };
    let due = game.world.tick + kind.notice().unwrap_or(1);
    game.world.fortune = Some(Fortune { kind, at, due });
    match kind {
        FortuneKind::SiteSpent => {
            if let Some((town, good)) = maker_at(game, at) {
                events::tell(game, at, SettlementEvent::SiteFails { town, good });
            }
        }
        FortuneKind::Flood => {
            let rises = events::tell(game, at, RoadEvent::WaterRises);
            link_flood(&mut game.world, at, rises);
        }
        _ => {}
    }
}

/// What can happen in this season on this land, with its place.
fn possible_fortunes(game: &mut Game) -> Vec<(FortuneKind, Cell)> {
    let found = new_site(game).map(|site| (FortuneKind::SiteFound(site.good), site.cell));
    let world = &game.world;
    let oldest = makers(world).min_by_key(|(id, town)| (town.founded, *id));
    let spent = oldest.map(|(_, town)| (FortuneKind::SiteSpent, town.cell));
    let of_season = match Season::at(world.tick) {
        Season::Spring => Some((FortuneKind::Flood, road_traffic(world, is_bridge))),
        Season::Summer => None,
        Season::Autumn => Some((FortuneKind::Sickness, town_traffic(world))),
        Season::Winter => Some((FortuneKind::Rockfall, road_traffic(world, is_under_rock))),
    };
    let of_season = of_season.and_then(|(kind, traffic)| {
        Some((kind, draw_by_traffic(&mut game.world.streams.fortune, &traffic)?))
    });
    [spent, found, of_season].into_iter().flatten().collect()
}

/// A place, by its traffic: one with twice as much is drawn twice as often.
fn draw_by_traffic(rng: &mut SimRng, places: &[(Cell, u32)]) -> Option<Cell> {
    let sum: u64 = places.iter().map(|(_, traffic)| u64::from(*traffic)).sum();
    // As a fraction of all traffic, since the sum may exceed what is drawn from.
    let drawn = sum * u64::from(rng.below(DRAW_PARTS)) / u64::from(DRAW_PARTS);
    let mut upto = 0;
    let is_drawn = |(_, traffic): &&(Cell, u32)| {
        upto += u64::from(*traffic);
        drawn < upto
    };
    places.iter().find(is_drawn).map(|(at, _)| *at)
}

/// Settlements with those who have come there lately.
fn town_traffic(world: &World) -> Vec<(Cell, u32)> {
    let towns = world.living_towns().map(|id| world.town(id));
    towns.map(|town| (town.cell, town.visits.iter().sum())).collect()
}

/// Settlements that have made something other than food for some years.
fn makers(world: &World) -> impl Iterator<Item = (TownIx, &Town)> {
    let old = SITE_YEARS_MIN * YEAR_DAYS * DAY;
    let standing = world.living_towns().map(|id| (id, world.town(id)));
    standing.filter(move |(_, town)| {
        town.makes.is_some_and(|good| !Good::FOOD.contains(&good)) && world.tick >= town.founded + old
    })
}

fn maker_at(game: &Game, at: Cell) -> Option<(TownIx, Good)> {
    let town = game.places().town_at(at)?;
    Some((town, game.world.town(town).makes?))
}

/// Cells of road for which something is so, with the passes beside them: bridges do not wear.
fn road_traffic(world: &World, is_so: fn(&World, Cell) -> bool) -> Vec<(Cell, u32)> {
    let roads = world.size().cells().filter(|cell| world.ground.wear[*cell] > 0 || is_bridge(world, *cell));
    let passes = |cell: Cell| {
        world.size().neighbours(cell).map(|(_, beside)| world.ground.wear[beside]).max().unwrap_or(0)
    };
    roads.filter(|cell| is_so(world, *cell)).map(|cell| (cell, passes(cell))).collect()
}

fn is_bridge(world: &World, cell: Cell) -> bool {
    world.land.surface[cell] == Surface::Bridge
}

/// Whether a road passes below a steep slope.
fn is_under_rock(world: &World, cell: Cell) -> bool {
    let height = world.land.height[cell];
    let above = |(_, beside): (_, Cell)| world.land.height[beside] >= height + FALL_HEIGHT_MIN;
    world.ground.tier[cell].is_road() && world.size().neighbours(cell).any(above)
}

/// A place for a new site of the scarcest good that comes out of the ground.
fn new_site(game: &mut Game) -> Option<Site> {
    let count = |good: Good| game.world.land.sites.iter().filter(|site| site.good == good).count();
    let good = [Good::Ore, Good::Salt, Good::Stone].into_iter().min_by_key(|good| (count(*good), *good))?;
    let suits = |surface| match good {
        Good::Salt => matches!(surface, Surface::Sand | Surface::Swamp),
        _ => matches!(surface, Surface::Hill | Surface::Rock),
    };
    for _ in 0..SITE_ATTEMPTS {
        let index = game.world.streams.fortune.below(game.world.size().area() as u32);
        let cell = game.world.size().cell(index as usize);
        let far = |other: Cell| other.chebyshev(cell) >= SITE_DISTANCE_MIN;
        let is_known = game.world.peoples.iter().any(|people| people.belief.is_known(cell));
        if suits(game.world.land.surface[cell])
            && is_known
            && game.world.land.sites.iter().all(|site| far(site.cell))
        {
            return Some(Site { cell, good });
        }
    }
    None
}

fn happen(game: &mut Game, fortune: Fortune) {
    let at = fortune.at;
    match fortune.kind {
        FortuneKind::SiteSpent => spend_site(game, at),
        FortuneKind::SiteFound(good) => find_site(game, Site { cell: at, good }),
        FortuneKind::Flood if is_bridge(&game.world, at) => {
            let before = game.world.patch(at);
            let surface = before.under.unwrap_or(Surface::River);
            change(game, at, Patch { surface, under: None, ..before });
            let between = events::most_passes(&game.world, at);
            let rises = game.world.events.link(EventLink::Flood(at));
            let flooded = events::tell_caused(game, at, RoadEvent::Flooded { between }, rises);
            link_flood(&mut game.world, at, flooded);
        }
        FortuneKind::Rockfall => {
            let before = game.world.patch(at);
            change(
                game,
                at,
                Patch { surface: Surface::Rock, under: None, tier: Tier::None, wear: 0, ..before },
            );
            let between = events::most_passes(&game.world, at);
            events::tell(game, at, RoadEvent::Rockfall { between });
        }
        FortuneKind::Sickness => {
            if let Some(town) = game.places().town_at(at) {
                fall_sick(game, town, Sickness { since: game.world.tick, one_in: DEADLIEST }, town);
            }
        }
        FortuneKind::Flood => game.world.events.unlink(EventLink::Flood(at)),
    }
}

/// Keeps what is told of a flood until there is a bridge again.
fn link_flood(world: &mut World, at: Cell, told: Option<EventId>) {
    if let Some(told) = told {
        world.events.set_link(EventLink::Flood(at), told);
    }
}

fn spend_site(game: &mut Game, at: Cell) {
    let Some((town, good)) = maker_at(game, at) else { return };
    game.world.towns[town].makes = None;
    game.world.land.sites.retain(|site| site.cell != at);
    let cause = game.world.events.latest_step(town);
    let spent = events::record(game, at, SettlementEvent::SiteSpent { town, good }, cause);
    let kind = game.world.town(town).kind;
    // What becomes of the settlement comes of this.
    events::link_step(&mut game.world, town, kind, spent);
}

fn find_site(game: &mut Game, site: Site) {
    game.world.land.sites.push(site);
    events::tell(game, site.cell, SettlementEvent::SiteFound { good: site.good });
}

/// A traveller brings what is in the settlement that it comes from.
pub(in crate::sim) fn carry_sickness(game: &mut Game, from: TownIx, to: TownIx) {
    let tick = game.world.tick;
    let brought = game.world.town(from).sickness.and_then(|sickness| sickness.carried(tick));
    let is_safe = game.world.town(to).sickness.is_some_and(|sickness| sickness.protects(tick));
    if let Some(brought) = brought.filter(|_| !is_safe) {
        fall_sick(game, to, brought, from);
    }
}

/// A settlement loses a part of its residents to a sickness that came from another, or broke out in it.
fn fall_sick(game: &mut Game, id: TownIx, sickness: Sickness, from: TownIx) {
    let town = &mut game.world.towns[id];
    let deaths = town.residents / sickness.one_in;
    town.residents -= deaths;
    town.sickness = Some(sickness);
    let (people, cell) = (town.people, town.cell);
    if deaths > 0 {
        game.world.record_event(people, id, AnnalEvent::Sickened(deaths));
    }
    if deaths < TOLD_DEATHS_MIN {
        return;
    }
    let cause = told_sickness(&game.world, from).filter(|_| from != id);
    let sick = SettlementEvent::Sickness { town: id, deaths, from };
    if let Some(told) = events::tell_caused(game, cell, sick, cause) {
        game.world.events.set_link(EventLink::Sickness(id), told);
    }
}

/// What is kept of the last sickness of a settlement, if anything is.
fn told_sickness(world: &World, id: TownIx) -> Option<EventId> {
    let (since, told) = (world.town(id).sickness?.since, world.events.link(EventLink::Sickness(id))?);
    world.events.get(told).filter(|event| event.tick >= since).map(|event| event.id)
}

/// Changes the ground as a brush would: peoples that see it learn of it, the others when they come upon it.
fn change(game: &mut Game, cell: Cell, patch: Patch) {
    if game.derived.is_unoccupied(cell) {
        let mut edit = GroundEdit::default();
        edit.set(game, cell, patch);
        edit.finish(game);
    }
}
