//! The history of a world, recorded while it lives: its units' steps, the journeys that end, and the state of roads
//! and settlements at set times.
//!
//! A life is divided into rounds of equal length, four of them or a multiple. A mature land is measured in the last
//! quarter of its life.

use super::decades::Decades;
use super::network;
use super::porter_paths::{PorterCost, length_cells};
use super::stats::{centre, draw_distinct};
use crate::grid::{Cell, Layer};
use crate::land::{Land, SimRng};
use crate::sim::Game;
use crate::world::{Behaviour, DAY, DAY_TIME, SEASON_DAYS, TownIx, Trade, Unit, World, YEAR_DAYS};
use std::collections::{BTreeMap, BTreeSet};

/// Ticks of a year.
pub const YEAR_TICKS: u64 = YEAR_DAYS * DAY;
/// Random cells that each founding is compared with.
const ELSEWHERE: usize = 20;

/// Two settlements, the smaller number first.
pub type Pair = (TownIx, TownIx);

/// The journeys between two settlements, in either direction.
#[derive(Clone, Debug, Default)]
pub struct Journeys {
    /// The length of each finished journey, in cells.
    pub lengths: Vec<f64>,
    /// How many of them carried goods.
    pub laden: u32,
    /// The path of the latest, in order.
    pub path: Vec<Cell>,
    /// Cells where travellers spent nights along the path.
    pub nights: BTreeSet<Cell>,
}

/// The state of roads at the end of a round, and the traffic in it.
#[derive(Clone, Debug)]
pub struct Round {
    /// Steps of travellers over each cell within the round.
    pub steps: Layer<u32>,
    /// Cells that were roads at its end.
    pub roads: Layer<bool>,
}

/// A cell as a place to settle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Steps of a king's move to the nearest resource site.
    pub to_site: f64,
    /// Whether there is water within two cells.
    pub by_water: bool,
    /// Walking time to the nearest market over untouched ground, in days; `None` if it cannot be reached.
    pub to_market: Option<f64>,
}

/// A settlement that was founded, and other places where it could have been.
#[derive(Clone, Debug)]
pub struct Founding {
    /// Where it is.
    pub here: Spot,
    /// Random places of the same land at the same time.
    pub elsewhere: Vec<Spot>,
}

/// The history.
pub struct History {
    ticks: u64,
    round: u64,
    steps: Layer<u32>,
    /// Length of the roads at the end of each season, in cells.
    pub lengths: Vec<f64>,
    /// Finished rounds.
    pub rounds: Vec<Round>,
    /// Journeys that ended within the last quarter.
    pub journeys: BTreeMap<Pair, Journeys>,
    /// Traders' walking time from one night to the next in the last quarter, in days.
    pub stages: Vec<f64>,
    /// Settlements that were founded after the first day.
    pub foundings: Vec<Founding>,
    /// Roads and settlements by season and decade.
    pub decades: Decades,
    /// By unit number, the last observation of each unit.
    seen: Vec<Option<LastSeen>>,
    /// Cells where a settlement could be founded.
    open_cells: Vec<(f64, f64)>,
    towns: usize,
}

/// A unit one tick earlier.
#[derive(Clone, Debug)]
struct LastSeen {
    cell: Cell,
    trip: Option<(TownIx, TownIx)>,
    path: Vec<Cell>,
    nights: Vec<Cell>,
    sleeps: bool,
    is_laden: bool,
}

impl History {
    /// The history of a world that is about to live this many ticks.
    pub fn of(world: &World, ticks: u64) -> History {
        let rounds = 4 * (ticks / YEAR_TICKS / 4).max(1);
        History {
            ticks,
            round: (ticks / rounds).max(1),
            steps: Layer::new(world.size(), 0),
            lengths: Vec::new(),
            rounds: Vec::new(),
            journeys: BTreeMap::new(),
            stages: Vec::new(),
            foundings: Vec::new(),
            decades: Decades::default(),
            seen: Vec::new(),
            open_cells: main_land(&world.land),
            towns: world.towns.len(),
        }
    }

    /// Records a tick.
    pub fn record_tick(&mut self, game: &Game) {
        let (world, tick) = (&game.world, game.world.tick);
        for unit in world.units.iter().filter(|unit| !unit.kind.row().is_beast()) {
            self.record_unit(world, unit);
        }
        self.decades.record_tick(world);
        while self.towns < world.towns.len() {
            self.record_founding(world, TownIx(self.towns as u16));
            self.towns += 1;
        }
        if tick.is_multiple_of(SEASON_DAYS * DAY) || tick == self.ticks {
            self.lengths.push(network::length_of(&roads_of(world)));
        }
        if tick.is_multiple_of(self.round) {
            let steps = std::mem::replace(&mut self.steps, Layer::new(world.size(), 0));
            self.rounds.push(Round { steps, roads: roads_of(world) });
        }
    }

    /// Cells of the largest piece of land.
    pub fn open(&self) -> &[(f64, f64)] {
        &self.open_cells
    }

    /// Rounds in a quarter of the life.
    pub fn quarter(&self) -> usize {
        (self.rounds.len() / 4).max(1)
    }

    /// Whole seasons in the last quarter.
    pub fn mature_seasons(&self) -> u64 {
        self.ticks / 4 / (SEASON_DAYS * DAY)
    }

    /// Steps over each cell within the last quarter.
    pub fn mature_steps(&self) -> Layer<u32> {
        let mut sum = self.steps.clone();
        for round in self.rounds.iter().rev().take(self.quarter()) {
            let pairs = sum.values_mut().iter_mut().zip(round.steps.values());
            pairs.for_each(|(sum, steps)| *sum += steps);
        }
        sum
    }

    fn record_unit(&mut self, world: &World, unit: &Unit) {
        let is_mature = world.tick > self.ticks - self.ticks / 4;
        let trip = match unit.stack.first() {
            Some(Behaviour::Trade(Trade { trip, .. })) => *trip,
            _ => None,
        };
        let index = unit.id.0 as usize;
        if self.seen.len() <= index {
            self.seen.resize(index + 1, None);
        }
        let seen = self.seen[index].get_or_insert_with(|| LastSeen::new(unit.cell));
        if seen.cell != unit.cell {
            self.steps[unit.cell] += 1;
            seen.cell = unit.cell;
            seen.path.push(unit.cell);
        }
        let sleeps = matches!(unit.top(), Some(Behaviour::Rest(_)));
        if sleeps && !seen.sleeps && matches!(unit.stack.first(), Some(Behaviour::Trade(_))) {
            seen.nights.push(unit.cell);
            if is_mature {
                self.stages.push(f64::from(unit.fatigue) / f64::from(DAY_TIME));
            }
        }
        seen.sleeps = sleeps;
        if trip != seen.trip {
            let arrived = seen.trip.filter(|(to, _)| is_mature && world.town(*to).cell == unit.cell);
            if let Some((to, from)) = arrived {
                self.journeys.entry((to.min(from), to.max(from))).or_default().add(seen);
            }
            seen.trip = trip;
            (seen.path, seen.nights) = (vec![unit.cell], Vec::new());
        }
        // As on departure: at the end of the journey the cargo is sold.
        seen.is_laden = unit.cargo.is_some();
    }

    fn record_founding(&mut self, world: &World, id: TownIx) {
        let markets: Vec<Cell> = world
            .towns
            .iter()
            .take(usize::from(id.0))
            .filter(|town| town.is_market())
            .map(|town| town.cell)
            .collect();
        let costs = PorterCost::by_time(&world.land, None).flood(&markets);
        let spot = |cell: Cell| Spot {
            to_site: f64::from(world.land.steps_to_site(cell).unwrap_or(u32::MAX)),
            by_water: world.size().square(cell, 2).any(|near| world.land.surface[near].is_sea_or_lake()),
            to_market: costs[cell].map(|cost| cost as f64 / f64::from(DAY_TIME)),
        };
        let mut rng = SimRng::new(world.seed, 7000 + u64::from(id.0));
        let elsewhere = draw_distinct(&mut rng, &self.open_cells, ELSEWHERE.min(self.open_cells.len()));
        self.foundings.push(Founding {
            here: spot(world.town(id).cell),
            elsewhere: elsewhere.into_iter().map(|(x, y)| spot(Cell::new(x as u16, y as u16))).collect(),
        });
    }
}

impl LastSeen {
    fn new(cell: Cell) -> LastSeen {
        LastSeen { cell, trip: None, path: vec![cell], nights: Vec::new(), sleeps: false, is_laden: false }
    }
}

impl Journeys {
    fn add(&mut self, seen: &LastSeen) {
        self.lengths.push(length_cells(&seen.path));
        self.laden += u32::from(seen.is_laden);
        self.path.clone_from(&seen.path);
        self.nights.extend(&seen.nights);
    }
}

/// Cells that are roads.
pub fn roads_of(world: &World) -> Layer<bool> {
    world.ground.tier.map(|tier| tier.is_road())
}

/// Settlements where goods are traded.
pub fn markets_of(world: &World) -> Vec<TownIx> {
    let markets = world.towns.entries().filter(|(_, town)| town.is_market());
    markets.map(|(id, _)| id).collect()
}

/// The cells of the largest connected piece of land.
pub fn main_land(land: &Land) -> Vec<(f64, f64)> {
    let (part, areas) = land.parts();
    let Some(largest) = (0..areas.len()).max_by_key(|part| areas[*part]) else { return Vec::new() };
    let cells = part.iter().filter(|(_, part)| **part == largest as u32);
    cells.map(|(cell, _)| centre(cell)).collect()
}
