//! The report of `wayworn run`: as text, as JSON, and as a map.

use super::run::milliseconds;
use crate::grid::Cell;
use crate::land::Surface;
use crate::scene::text::line_words;
use crate::scene::{counted, why_words};
use crate::sim::Game;
use crate::world::{Band, PeopleIx, Tier, Town, TownKind, World};
use serde_json::json;
use std::time::Duration;

/// Durations of ticks.
#[derive(Clone, Copy, Debug, Default)]
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

/// Number of road cells of a tier.
pub(super) fn count_cells(world: &World, wanted: Tier) -> usize {
    world.ground.tier.values().iter().filter(|tier| **tier == wanted).count()
}

/// Settlements that are not ruins.
fn standing_towns(world: &World) -> impl Iterator<Item = &Town> {
    world.towns.iter().filter(|town| town.kind != TownKind::Ruin)
}

/// Steps on roads, in percent of all steps of the last 2,000 ticks.
fn road_steps_percent(world: &World) -> f64 {
    let sum =
        |pick: fn(&(u32, u32)) -> u32| world.tally.recent_steps.iter().map(|w| u64::from(pick(w))).sum();
    percent(sum(|window| window.1), sum(|window| window.0))
}

/// Land known to the player's people, in percent.
fn known_percent(world: &World) -> f64 {
    let known = world.peoples[PeopleIx::PLAYER].belief.known();
    percent(known.into(), world.size().area() as u64)
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 * 1000.0 / whole as f64).round() / 10.0 }
}

/// The report as one JSON object, with the map if it is given.
pub(super) fn report_json(game: &Game, pace: TickDurations, map: Option<&str>) -> String {
    let world = &game.world;
    let (size, tally, chunks) = (world.size(), &world.tally, game.derived.abstractions.counters());
    let cells = |tier| count_cells(world, tier);
    let town = |town: &Town| {
        json!({
            "name": town.name,
            "kind": town.kind.name(),
            "x": town.cell.x,
            "y": town.cell.y,
            "people": town.residents,
            "founded_tick": town.founded,
            "why": why_words(world, town),
            "cells_to_site": world.land.steps_to_site(town.cell),
        })
    };
    let band = |band: &Band| json!({ "number": band.id.0, "name": band.name, "raiders": band.members.len() });
    let mut report = json!({
        "seed": world.seed,
        "size": format!("{}x{}", size.width, size.height),
        "tick": world.tick,
        "hash": world.hash().to_string(),
        "units": world.units.len(),
        "peoples": world.peoples.len(),
        "towns": standing_towns(world).map(town).collect::<Vec<_>>(),
        "roads": {
            "scuff": cells(Tier::Scuff),
            "path": cells(Tier::Path),
            "dirt": cells(Tier::Dirt),
            "paved": cells(Tier::Paved),
            "highway": cells(Tier::Highway),
        },
        "first": {
            "path": tally.first_path,
            "dirt": tally.first_dirt,
            "inn": tally.first_inn,
            "town": tally.first_town,
        },
        "trips": tally.trips,
        "deliveries": tally.deliveries,
        "robberies": tally.robberies,
        "bands": world.bands.living().map(band).collect::<Vec<_>>(),
        "footsteps": tally.footsteps,
        "road_steps_percent": road_steps_percent(world),
        "requests": tally.requests,
        "replans": tally.replans,
        "notices": tally.notices,
        "splices": tally.splices,
        "segments": tally.parts,
        // Since the game was started or loaded.
        "chunks": { "built": chunks.built, "invalidated": chunks.invalidated },
        "expansions": tally.expansions,
        "known_percent": known_percent(world),
        "largest_land_percent": world.land.largest_part_percent(),
        "ms_per_tick": { "median": pace.median, "p99": pace.p99 },
    });
    if let Some(map) = map {
        report["map"] = map.lines().collect();
    }
    format!("{report:#}")
}

/// The report as text.
pub(super) fn report_text(game: &Game, pace: TickDurations) -> String {
    let world = &game.world;
    let (size, tally) = (world.size(), &world.tally);
    let cells = |tier| count_cells(world, tier);
    let mut lines = vec![
        format!("seed {} · {}x{} · {}", world.seed, size.width, size.height, crate::scene::date(world.tick)),
        format!("tick {} · hash {}", world.tick, world.hash()),
        format!(
            "{} · {} · {}",
            counted(world.units.len(), "unit"),
            counted(tally.trips as usize, "trip"),
            counted(tally.deliveries as usize, "delivery")
        ),
        format!(
            "roads: {} path, {} dirt, {} paved, {} highway cells · {} % of recent steps on roads",
            cells(Tier::Path),
            cells(Tier::Dirt),
            cells(Tier::Paved),
            cells(Tier::Highway),
            road_steps_percent(world)
        ),
        format!(
            "planning: {} requests, {} replans, {} notices, {} local repairs, {} segments, {} expansions · {} % of the land known",
            tally.requests,
            tally.replans,
            tally.notices,
            tally.splices,
            tally.parts,
            tally.expansions,
            known_percent(world)
        ),
        format!("{} ms per tick (median), {} (99th percentile)", pace.median, pace.p99),
    ];
    lines.extend(standing_towns(world).map(|town| {
        let (kind, Cell { x, y }) = (town.kind.name(), town.cell);
        format!("{kind} {} of {} at {x}, {y}: {}", town.name, town.residents, why_words(world, town))
    }));
    lines.push("latest events:".to_owned());
    let told = world.events.lines();
    let last = told.len().saturating_sub(8);
    lines.extend(told.skip(last).map(|(line, event)| {
        format!("  {}  {}", crate::scene::short_date(line.tick), line_words(world, line, event))
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
