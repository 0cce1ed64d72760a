//! The report of `wayworn run`: as text, as JSON, and as a map.

use super::run::milliseconds;
use crate::grid::Cell;
use crate::land::Surface;
use crate::plan::Counters;
use crate::scene::text::line_words;
use crate::scene::{counted, why_words};
use crate::sim::Game;
use crate::world::{Band, PeopleIx, Tier, TownKind, World};
use serde::Serialize;
use std::time::Duration;

/// Durations of ticks.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct TickDurations {
    /// Median, in milliseconds.
    median: f64,
    /// 99th percentile, in milliseconds.
    p99: f64,
}

impl TickDurations {
    /// From the duration of each tick.
    pub(super) fn from_durations(mut spent: Vec<Duration>) -> Self {
        spent.sort_unstable();
        let at = |percent: usize| spent.get(spent.len() * percent / 100).copied().unwrap_or_default();
        let rounded = |duration| (milliseconds(duration) * 1000.0).round() / 1000.0;
        Self { median: rounded(at(50)), p99: rounded(at(99)) }
    }
}

#[derive(Serialize)]
struct LandReport<'a> {
    seed: u64,
    size: String,
    tick: u64,
    hash: String,
    units: usize,
    peoples: usize,
    towns: Vec<TownLine<'a>>,
    roads: RoadCells,
    first: FirstTicks,
    trips: u64,
    deliveries: u64,
    robberies: u64,
    bands: Vec<BandLine<'a>>,
    footsteps: u64,
    road_steps_percent: f64,
    requests: u64,
    replans: u64,
    notices: u64,
    splices: u64,
    segments: u64,
    chunks: ChunkCounts,
    expansions: u64,
    known_percent: f64,
    largest_land_percent: u32,
    ms_per_tick: TickDurations,
    /// The rows of the map, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Vec<&'a str>>,
}

#[derive(Serialize)]
struct TownLine<'a> {
    name: &'a str,
    kind: &'static str,
    x: u16,
    y: u16,
    people: u32,
    founded_tick: u64,
    why: String,
    cells_to_site: Option<u32>,
}

/// A band of raiders that is not dissolved.
#[derive(Serialize)]
struct BandLine<'a> {
    number: u32,
    name: &'a str,
    raiders: usize,
}

impl<'a> BandLine<'a> {
    fn of(band: &'a Band) -> Self {
        Self { number: band.id.0, name: &band.name, raiders: band.members.len() }
    }
}

/// Road cells by tier.
#[derive(Serialize)]
struct RoadCells {
    scuff: usize,
    path: usize,
    dirt: usize,
    paved: usize,
    highway: usize,
}

/// Chunks built and evicted by the abstractions since the game was started or loaded.
#[derive(Serialize)]
struct ChunkCounts {
    built: u64,
    invalidated: u64,
}

impl ChunkCounts {
    fn of(counters: Counters) -> Self {
        Self { built: counters.built, invalidated: counters.invalidated }
    }
}

#[derive(Serialize)]
struct FirstTicks {
    path: Option<u64>,
    dirt: Option<u64>,
    inn: Option<u64>,
    town: Option<u64>,
}

fn report(game: &Game, pace: TickDurations) -> LandReport<'_> {
    let world = &game.world;
    let size = world.size();
    let tally = &world.tally;
    let standing = world.towns.iter().filter(|town| town.kind != TownKind::Ruin);
    let known = world.peoples[PeopleIx::PLAYER].belief.known();
    LandReport {
        seed: world.seed,
        size: format!("{}x{}", size.width, size.height),
        tick: world.tick,
        hash: world.hash().to_string(),
        units: world.units.len(),
        peoples: world.peoples.len(),
        towns: standing.map(|town| town_line(world, town)).collect(),
        roads: count_roads(world),
        first: FirstTicks {
            path: tally.first_path,
            dirt: tally.first_dirt,
            inn: tally.first_inn,
            town: tally.first_town,
        },
        trips: tally.trips,
        deliveries: tally.deliveries,
        robberies: tally.robberies,
        bands: world.bands.living().map(BandLine::of).collect(),
        footsteps: tally.footsteps,
        road_steps_percent: percent(recent_road_steps(world)),
        requests: tally.requests,
        replans: tally.replans,
        notices: tally.notices,
        splices: tally.splices,
        segments: tally.parts,
        chunks: ChunkCounts::of(game.derived.abstractions.counters()),
        expansions: tally.expansions,
        known_percent: percent((u64::from(known), size.area() as u64)),
        largest_land_percent: world.land.largest_part_percent(),
        ms_per_tick: pace,
        map: None,
    }
}

fn town_line<'a>(world: &World, town: &'a crate::world::Town) -> TownLine<'a> {
    TownLine {
        name: &town.name,
        kind: town.kind.name(),
        x: town.cell.x,
        y: town.cell.y,
        people: town.residents,
        founded_tick: town.founded,
        why: why_words(world, town),
        cells_to_site: world.land.steps_to_site(town.cell),
    }
}

fn count_roads(world: &World) -> RoadCells {
    let count = |wanted| count_cells(world, wanted);
    RoadCells {
        scuff: count(Tier::Scuff),
        path: count(Tier::Path),
        dirt: count(Tier::Dirt),
        paved: count(Tier::Paved),
        highway: count(Tier::Highway),
    }
}

/// Number of road cells of a tier.
pub(super) fn count_cells(world: &World, wanted: Tier) -> usize {
    world.ground.tier.values().iter().filter(|tier| **tier == wanted).count()
}

/// Steps on roads and all steps of the last 2,000 ticks.
fn recent_road_steps(world: &World) -> (u64, u64) {
    let sum =
        |pick: fn(&(u32, u32)) -> u32| world.tally.recent_steps.iter().map(|w| u64::from(pick(w))).sum();
    (sum(|window| window.1), sum(|window| window.0))
}

fn percent((part, whole): (u64, u64)) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 * 1000.0 / whole as f64).round() / 10.0 }
}

/// The report as one JSON object, with the map if it is given.
pub(super) fn report_json(game: &Game, pace: TickDurations, map: Option<&str>) -> String {
    let map = map.map(|map| map.lines().collect());
    serde_json::to_string_pretty(&LandReport { map, ..report(game, pace) }).unwrap_or_default()
}

/// The report as text.
pub(super) fn report_text(game: &Game, pace: TickDurations) -> String {
    let report = report(game, pace);
    let mut lines = vec![
        format!("seed {} · {} · {}", report.seed, report.size, crate::scene::date(report.tick)),
        format!("tick {} · hash {}", report.tick, report.hash),
        format!(
            "{} · {} · {}",
            counted(report.units, "unit"),
            counted(report.trips as usize, "trip"),
            counted(report.deliveries as usize, "delivery")
        ),
        format!(
            "roads: {} path, {} dirt, {} paved, {} highway cells · {} % of recent steps on roads",
            report.roads.path,
            report.roads.dirt,
            report.roads.paved,
            report.roads.highway,
            report.road_steps_percent
        ),
        format!(
            "planning: {} requests, {} replans, {} notices, {} local repairs, {} segments, {} expansions · {} % of the land known",
            report.requests,
            report.replans,
            report.notices,
            report.splices,
            report.segments,
            report.expansions,
            report.known_percent
        ),
        format!(
            "{} ms per tick (median), {} (99th percentile)",
            report.ms_per_tick.median, report.ms_per_tick.p99
        ),
    ];
    for town in &report.towns {
        lines.push(format!(
            "{} {} of {} at {}, {}: {}",
            town.kind, town.name, town.people, town.x, town.y, town.why
        ));
    }
    lines.push("latest events:".to_owned());
    let told = game.world.events.lines();
    let last = told.len().saturating_sub(8);
    lines.extend(told.skip(last).map(|(line, event)| {
        format!("  {}  {}", crate::scene::short_date(line.tick), line_words(&game.world, line, event))
    }));
    lines.join("\n")
}

/// The land, one character per cell; roads and settlements cover the ground.
pub(super) fn report_map(game: &Game) -> String {
    let world = &game.world;
    let size = world.size();
    let mut rows: Vec<String> = Vec::new();
    for y in 0..size.height {
        rows.push((0..size.width).map(|x| cell_letter(world, Cell::new(x, y))).collect());
    }
    rows.join("\n")
}

fn cell_letter(world: &World, cell: Cell) -> char {
    if let Some(town) = world.town_at(cell) {
        return town_letter(world.town(town).kind);
    }
    road_letter(world.ground.tier[cell]).unwrap_or_else(|| ground_letter(world.land.surface[cell]))
}

/// The character of a settlement on a text map.
pub(super) fn town_letter(kind: TownKind) -> char {
    match kind {
        TownKind::Ruin => 'x',
        TownKind::Inn => 'i',
        TownKind::Hamlet => 'h',
        TownKind::Village => 'V',
        TownKind::Town | TownKind::City => '@',
    }
}

/// The character of a road on a text map.
pub(super) fn road_letter(tier: Tier) -> Option<char> {
    match tier {
        Tier::None | Tier::Scuff => None,
        Tier::Path => Some('+'),
        Tier::Dirt => Some('*'),
        Tier::Paved | Tier::Highway => Some('%'),
    }
}

/// The character of ground on a text map.
pub(super) fn ground_letter(surface: Surface) -> char {
    match surface {
        Surface::DeepWater => '~',
        Surface::ShallowWater => '-',
        Surface::River => '=',
        Surface::Sand => ',',
        Surface::Meadow => '.',
        Surface::Grass => '"',
        Surface::Forest => 't',
        Surface::DeepWood => 'T',
        Surface::Swamp => 's',
        Surface::Hill => 'n',
        Surface::Rock => '^',
        Surface::Peak => 'A',
        Surface::Wall => '#',
        Surface::Bridge => 'H',
        Surface::Mud => '_',
        Surface::Fire => 'F',
        Surface::Burnt => 'x',
        Surface::Beacon => 'Y',
        Surface::Tower => 'I',
        Surface::Field => 'f',
        Surface::Cut => 'u',
    }
}
