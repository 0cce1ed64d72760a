//! `wayworn measure crowd`: walkers on shared fields between places of a land, all at once and without colliding.
//!
//! A place is a goal of all cells within four steps of its middle, as those who want to a settlement fan out before
//! it; who has come to one is sent to another. Whether anybody collides is looked at from outside after every tick.

use super::{Figures, MeasureArgs, MeasureError, quantile_us};
use crate::graph::{Components, Corner, Cost, Moves, NO_PATH, NodeId, Terrain};
use crate::grid::Cell;
use crate::land::{Land, SimRng};
use crate::plan::{Crowd, Guide};
use crate::search::field::Field;
use crate::search::{Algorithm, Step, Watch};
use crate::world::Kind;
use std::time::{Duration, Instant};

/// Places to walk between, on lands up to 1024 × 1024.
const PLACES: usize = 36;
/// Cells that all places together may have guides for: on larger lands there are fewer of them.
const CELLS_MAX: usize = 1 << 27;
/// Places at least.
const PLACES_MIN: usize = 8;
/// How near to its middle one has come to a place, in milli-steps of cost.
const NEAR: Cost = 4000;
/// Ticks without having come nearer after which somebody counts as stuck.
const STUCK_AFTER: u32 = 600;
/// What counts as nearer, in milli-steps of cost.
const NEARER: Cost = 1000;

/// Nobody is on a cell.
const NOBODY: u32 = 0;

/// What was seen of a crowd from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Times that two were in one cell or crossed each other, or that somebody took a step that is not allowed.
    pub conflicts: u64,
    /// Times that two changed places.
    pub swaps: u64,
    /// Walkers who did not come nearer to their goals for 600 ticks, at the end.
    pub stuck: usize,
    /// Times that somebody came to a place.
    pub arrivals: u64,
    /// Steps taken by all.
    pub steps: u64,
}

/// Who has come how near to a goal, and when.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    cost: u16,
    tick: u32,
}

/// Walkers who go from place to place.
pub struct Rounds {
    terrain: Terrain,
    guides: Vec<Guide>,
    /// By place and cell: the cost in units of [`NEARER`].
    costs: Vec<Vec<u16>>,
    crowd: Crowd,
    nearest: Vec<Nearest>,
    /// By number: the cell before the tick.
    was: Vec<usize>,
    /// By cell: one more than the number of who was there before the tick, or is after it.
    before: Vec<u32>,
    /// By number: the cell of those who only follow.
    bare: Vec<u32>,
    /// Empty but while one looks.
    after: Vec<u32>,
    chance: SimRng,
    tick: u32,
    seen: Seen,
}

/// A land as a porter finds it who knows all of it, slopes and roads apart.
pub fn terrain(land: &Land) -> Option<Terrain> {
    let price = |surface| Kind::Porter.ground_time(surface).unwrap_or(0) as u16;
    let prices = land.surface.values().iter().map(|surface| price(*surface)).collect();
    Terrain::new(land.size, prices, Moves::Eight(Corner::BothFree))
}

impl Rounds {
    /// So many walkers, and places, by chance in the largest part of a terrain; `None` if there is not room for all.
    pub fn new(terrain: Terrain, units: usize, seed: u64) -> Option<Self> {
        let mut chance = SimRng::new(seed, 77);
        let mut room = Components::of(&terrain).largest();
        let area = terrain.size().area();
        let places = (CELLS_MAX / area).clamp(PLACES_MIN, PLACES);
        let mut crowd = Crowd::new(terrain.size());
        let (mut guides, mut costs) = (Vec::new(), Vec::new());
        for _ in 0..places {
            let exact = costs_to(&terrain, *chance.pick(&room)?);
            guides.push(Guide::of(&terrain, &exact));
            costs.push(exact.iter().map(|cost| (cost / NEARER).min(u16::MAX.into()) as u16).collect());
        }
        let mut before = vec![NOBODY; area];
        for number in 0..units {
            if room.is_empty() {
                return None;
            }
            let cell = room.swap_remove(chance.below(room.len() as u32) as usize) as usize;
            crowd.add(cell, chance.below(places as u32) as u16)?;
            before[cell] = number as u32 + 1;
        }
        let nearest = vec![Nearest { cost: u16::MAX, tick: 0 }; units];
        let was: Vec<usize> = crowd.cells().collect();
        let (bare, after) = (was.iter().map(|cell| *cell as u32).collect(), vec![NOBODY; area]);
        let (tick, seen) = (0, Seen::default());
        Some(Self { terrain, guides, costs, crowd, nearest, was, before, bare, after, chance, tick, seen })
    }

    /// One step of everybody; who has arrived is sent on. Returns how long it took by this clock.
    pub fn step(&mut self, clock: impl Fn() -> Duration) -> Duration {
        self.tick += 1;
        let began = clock();
        let arrived = self.crowd.step(&self.guides).to_vec();
        for walker in &arrived {
            self.crowd.send(*walker, self.chance.below(self.guides.len() as u32) as u16);
        }
        let took = clock().saturating_sub(began);
        self.seen.arrivals += arrived.len() as u64;
        for walker in arrived {
            self.nearest[walker as usize] = Nearest { cost: u16::MAX, tick: self.tick };
        }
        took
    }

    /// The same walkers for once without minding each other: what the bare fields cost. Nobody's place changes for
    /// the others; returns how long it took by this clock.
    pub fn follow(&mut self, clock: impl Fn() -> Duration) -> Duration {
        let began = clock();
        for (cell, goal) in self.bare.iter_mut().zip(self.crowd.goals()) {
            *cell = self.guides[goal as usize].follow(*cell);
        }
        clock().saturating_sub(began)
    }

    /// Looks at where everybody was and is. To be called after each step.
    pub fn look(&mut self) {
        let now: Vec<usize> = self.crowd.cells().collect();
        for (number, cell) in now.iter().enumerate() {
            self.seen.conflicts += u64::from(self.after[*cell] != NOBODY);
            self.after[*cell] = number as u32 + 1;
        }
        for (from, to) in self.was.iter().zip(&now).filter(|(from, to)| from != to) {
            self.seen.steps += 1;
            // Each of the two who change places sees it.
            self.seen.swaps += u64::from(from < to && self.goes(*to, *from));
            let legal = self.terrain.step(*from as NodeId, *to as NodeId).is_some();
            self.seen.conflicts += u64::from(!legal || self.is_crossed(*from, *to));
        }
        for cell in &self.was {
            self.before[*cell] = NOBODY;
        }
        std::mem::swap(&mut self.before, &mut self.after);
        self.was = now;
        for ((nearest, cell), goal) in self.nearest.iter_mut().zip(&self.was).zip(self.crowd.goals()) {
            let cost = self.costs[goal as usize][*cell];
            if cost < nearest.cost {
                *nearest = Nearest { cost, tick: self.tick };
            }
        }
    }

    /// Whether somebody went from one cell to another.
    fn goes(&self, from: usize, to: usize) -> bool {
        self.before[from] != NOBODY && self.before[from] == self.after[to]
    }

    /// Whether somebody went along the other diagonal of the same four cells.
    fn is_crossed(&self, from: usize, to: usize) -> bool {
        let size = self.terrain.size();
        let (a, b) = (size.cell(from), size.cell(to));
        let [one, other] = [Cell::new(a.x, b.y), Cell::new(b.x, a.y)].map(|cell| size.index(cell));
        a.x != b.x && a.y != b.y && (self.goes(one, other) || self.goes(other, one))
    }

    /// What was seen so far.
    pub fn seen(&self) -> Seen {
        let late = |nearest: &&Nearest| self.tick >= nearest.tick + STUCK_AFTER;
        Seen { stuck: self.nearest.iter().filter(late).count(), ..self.seen }
    }
}

/// The cost from everywhere to a place, in milli-steps.
fn costs_to(terrain: &Terrain, goal: NodeId) -> Vec<Cost> {
    let mut field = Field::new(terrain);
    field.begin(goal, goal);
    while field.step(&mut Watch) == Step::Working {}
    let nodes = 0..terrain.size().area() as NodeId;
    nodes.map(|node| field.cost(node).map_or(NO_PATH, |cost| cost.saturating_sub(NEAR))).collect()
}

/// Measures.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let land = crate::land::generate(args.seed, args.size)?;
    let no_room = || MeasureError::NoRoom(format!("there is no room for {} walkers", args.units));
    let terrain = terrain(&land).ok_or_else(no_room)?;
    let mut rounds = Rounds::new(terrain, args.units as usize, args.seed).ok_or_else(no_room)?;
    #[expect(clippy::disallowed_methods, reason = "this is what is measured")]
    let began = Instant::now();
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..args.ticks {
        times.push(rounds.step(|| began.elapsed()));
        rounds.look();
    }
    let (median, p99) = (quantile_us(&mut times, 50), quantile_us(&mut times, 99));
    let seen = rounds.seen();
    let figures = serde_json::json!({
        "median_ms": median / 1000.0,
        "p99_ms": p99 / 1000.0,
        "ns_per_agent": (median * 1000.0 / f64::from(args.units)).round(),
        "units": args.units,
        "places": rounds.guides.len(),
        "conflicts": seen.conflicts,
        "swaps": seen.swaps,
        "stuck": seen.stuck,
        "arrivals": seen.arrivals,
        "steps": seen.steps,
    });
    Ok(figures.as_object().cloned().unwrap_or_default())
}
