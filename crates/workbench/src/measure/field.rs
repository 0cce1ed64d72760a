//! Fields: built, repaired after short roads, and followed. One thread, measured in its own CPU time, which other
//! programs do not advance.

use super::args::{Figures, MeasureArgs, MeasureError, known_land, quantile_us};
use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, Dir8, Size};
use crate::land::mix;
use crate::plan::field::{Extent, Field, FieldPrices, FieldWindow, FloodQueue};
use crate::sim::Game;
use crate::world::{Believed, Kind, Tier};
use serde_json::json;
use std::time::Duration;

/// Cells of the road that is built between two repairs.
const ROAD_CELLS: usize = 8;
/// Builds, of which the fastest counts.
const BUILDS: usize = 5;
/// Ticks in which walkers follow the field.
const FOLLOWED_TICKS: u32 = 50;
/// How often the repaired field is compared with one built from scratch.
const CHECKS: u32 = 10;
/// A repair may touch one cell in this many before the field is rebuilt.
const BUDGET_SHARE: u32 = 8;

/// Land on which every step costs its length.
struct UniformCost;

impl CostModel for UniformCost {
    fn step_cost(&self, _from: NodeId, _to: NodeId, length: u32) -> Option<u32> {
        Some(length)
    }
    fn is_blocked(&self, _node: NodeId) -> bool {
        false
    }
    fn cheapest(&self) -> u32 {
        crate::grid::STRAIGHT
    }
}

/// Measures.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let mut game = known_land(args.seed, args.size)?;
    let size = args.size;
    let mut chance = QueryRng { seed: args.seed, rolls: 0 };
    let goal = game.world.living_towns().next().map(|town| game.world.town(town).cell);
    let goal = goal.unwrap_or_else(|| Cell::new(size.width / 2, size.height / 2));
    let flood = &mut FloodQueue::default();
    let mut figures = Figures::new();
    let mut put = |name: &str, value: serde_json::Value| figures.insert(name.into(), value);

    let (even, ..) = measure_build(size, &UniformCost, flood, goal);
    put("uniform_ns_per_cell", json!(even.warm));
    put("uniform_first_ns_per_cell", json!(even.first));

    let (land, mut entries, mut field) =
        measure_build(size, &game.believes(0, Kind::Porter, &[]), flood, goal);
    put("build_ns_per_cell", json!(land.warm));
    put("build_first_ns_per_cell", json!(land.first));
    put("reached_cells", json!(land.reached));

    let mut times = Vec::new();
    let (mut mismatches, mut rebuilt, mut expanded) = (0, 0, 0);
    for round in 1..=args.ticks {
        let road = build_road(&mut game, &mut chance);
        let believes = game.believes(0, Kind::Porter, &[]);
        let begun = thread_time();
        let changed = entries.refresh(&believes, &road);
        let budget = size.area() as u32 / BUDGET_SHARE;
        let repaired = field.repair(&mut entries, &believes, flood, &changed, budget);
        times.push(thread_time().saturating_sub(begun));
        rebuilt += u32::from(repaired.is_rebuilt);
        expanded += u64::from(repaired.expanded);
        if round % args.ticks.div_ceil(CHECKS) == 0 || round == args.ticks {
            let mut fresh = FieldPrices::new(size, FieldWindow::all(size));
            let again = Field::build(&mut fresh, &believes, flood, &[goal], Extent::All);
            mismatches += size.cells().filter(|cell| fields_differ(&field, &again, *cell)).count();
        }
    }
    let [median, p99] = [50, 99].map(|percent| quantile_us(&mut times, percent));
    put("repair_us", json!({ "median": median, "p99": p99 }));
    put("repaired_cells", json!(expanded / u64::from(args.ticks)));
    put("rebuilt", json!(rebuilt));
    put("mismatches", json!(mismatches));

    put("followers_us", json!(measure_following(&field, size, args.units, &mut chance)));
    put("units", json!(args.units));
    let megabytes = |bytes: usize| bytes as f64 / f64::from(1 << 20);
    put("memory_mb", json!(tenth(megabytes(field.bytes() + entries.bytes()))));
    put("field_mb", json!(tenth(megabytes(field.bytes()))));
    Ok(figures)
}

/// Build times, in nanoseconds per cell reached.
struct BuildTimes {
    /// With prices computed on the fly.
    first: f64,
    /// With prices cached by another field.
    warm: f64,
    reached: usize,
}

fn measure_build(
    size: Size,
    cost: &impl CostModel,
    flood: &mut FloodQueue,
    goal: Cell,
) -> (BuildTimes, FieldPrices, Field) {
    let mut entries = FieldPrices::new(size, FieldWindow::all(size));
    let begun = thread_time();
    let mut field = Field::build(&mut entries, cost, flood, &[goal], Extent::All);
    let first = thread_time().saturating_sub(begun);
    let again = (0..BUILDS).map(|_| {
        let begun = thread_time();
        field.rebuild(&mut entries, cost, flood, Extent::All);
        thread_time().saturating_sub(begun)
    });
    let warm = again.min().unwrap_or(first);
    let reached = size.cells().filter(|cell| field.cost(*cell).is_some()).count();
    let each = |time: Duration| tenth(time.as_secs_f64() * 1e9 / reached.max(1) as f64);
    (BuildTimes { first: each(first), warm: each(warm), reached }, entries, field)
}

fn fields_differ(one: &Field, other: &Field, cell: Cell) -> bool {
    (one.cost(cell), one.arrow(cell)) != (other.cost(cell), other.arrow(cell))
}

/// Lets the people know of a straight road somewhere on dry land; returns its cells.
fn build_road(game: &mut Game, chance: &mut QueryRng) -> Vec<Cell> {
    let size = game.world.size();
    let belief = &mut game.world.peoples[0].belief;
    let tier = Tier::ALL[2 + chance.below(Tier::ALL.len() - 2)];
    // Some land has no room for such a road: after a while a shorter one will do.
    for attempt in 0.. {
        let dir = Dir8::from_index(chance.below(8) as u8);
        let mut next = Some(chance.cell(size));
        let mut road: Vec<(Cell, _)> = Vec::new();
        while let Some(cell) = next.filter(|_| road.len() < ROAD_CELLS) {
            match belief.at(cell) {
                Believed::Known { surface, .. } if Kind::Porter.ground_time(surface).is_some() => {
                    road.push((cell, surface));
                }
                _ => break,
            }
            next = size.step(cell, dir);
        }
        if road.len() == ROAD_CELLS || attempt > 10_000 {
            for (cell, surface) in &road {
                belief.observe(*cell, *surface, tier, false, 0);
            }
            return road.into_iter().map(|(cell, _)| cell).collect();
        }
    }
    Vec::new()
}

/// Microseconds per tick, on average, in which this many walkers follow the field.
fn measure_following(field: &Field, size: Size, units: u32, chance: &mut QueryRng) -> f64 {
    let mut spots = Vec::new();
    while spots.len() < units as usize {
        let cell = chance.cell(size);
        // Walkers without a path would stand still, which is less work; a few of them do not matter.
        if field.cost(cell).is_some() || chance.below(100) == 0 {
            spots.push(field.slot(cell));
        }
    }
    let begun = thread_time();
    for _ in 0..FOLLOWED_TICKS {
        field.advance_all(&mut spots);
    }
    tenth(thread_time().saturating_sub(begun).as_secs_f64() * 1e6 / f64::from(FOLLOWED_TICKS))
}

/// Random numbers from the seed of the measurement.
struct QueryRng {
    seed: u64,
    rolls: u64,
}

impl QueryRng {
    fn below(&mut self, bound: usize) -> usize {
        self.rolls += 1;
        (mix(&[self.seed, self.rolls, 0xf1e1d]) % bound as u64) as usize
    }

    fn cell(&mut self, size: Size) -> Cell {
        size.cell(self.below(size.area()))
    }
}

fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// CPU time of this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Wall-clock time: no CPU clock is available on other systems.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "this is what is measured")]
fn thread_time() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}
