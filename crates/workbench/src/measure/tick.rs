//! `workbench measure tick`: whole ticks of a lived-in land, and the time of each system.
//!
//! The people knows the land from the first day, and there is a market at every site, so that thousands have
//! somewhere to carry goods to. Most units are porters; the rest patrol and wander. Measuring starts when the first
//! rush of path requests is over. Clocks are read here only; what is measured is the game's own list of systems.

use super::args::{Figures, MeasureArgs, MeasureError, known_land, quantile_us};
use crate::app::run::now;
use crate::grid::{Cell, Size};
use crate::sim::{Derived, Game};
use crate::world::{
    ALL_UNITS_MAX, Behaviour, DAY, Kind, Patrol, PeopleIx, PriceNote, Stroll, TOWN_AMOUNT_MAX, TOWNS_MAX,
    Town, TownIx, TownKind, Trade, TripTime, Unit, UnitId, World, YEAR_DAYS,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// Ticks before the measured ones.
const WARM_UP_TICKS: u32 = 240;
/// Saves during which ticks are measured.
const SAVES: u32 = 10;
/// Most planner rounds before the first tick: thousands of requests at once are no everyday load.
const RUSH_ROUNDS: u32 = 2000;
/// Residents of each settlement per porter, and its fading trade: enough to feed them.
const RESIDENTS: u32 = 8;
const TRADE: u32 = 2000;
/// Stock of each good in each settlement, in hundredths of a load.
const STOCK: u32 = 2000;
/// Neighbours to which each settlement knows the route.
const NEIGHBOURS: usize = 8;
/// Of this many walkers, one patrols and one wanders; the others trade.
const SHARES: u32 = 20;
/// Distance between the points of a patrol, in cells.
const PATROL_CELLS: i32 = 24;

/// Measures.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    measure_ticks(args.seed, args.size, args.units, args.ticks)
}

/// Measures with every behaviour in turn.
pub(super) fn measure_mixed(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let mut game = inhabited_land(args.seed, args.size, args.units)?;
    super::mixed::assign_behaviours(&mut game);
    game.derived = Derived::of(&game.world);
    Ok(figures_of(game, args.ticks))
}

/// The figures of this many ticks of a land with this seed, size and number of walkers.
///
/// # Errors
/// When the land cannot be made or is uninhabitable.
pub fn measure_ticks(seed: u64, size: Size, units: u32, ticks: u32) -> Result<Figures, MeasureError> {
    Ok(figures_of(inhabited_land(seed, size, units)?, ticks))
}

/// Ticks of a game, after some to warm up.
fn figures_of(mut game: Game, ticks: u32) -> Figures {
    let begun = game.world.tick;
    for _ in 0..WARM_UP_TICKS {
        game.tick();
    }
    let mut spent = TickTimes::new();
    let (mut walking, mut waiting) = (0u64, 0u64);
    let before = game.world.tally.clone();
    for _ in 0..ticks {
        spent.tick(&mut game);
        walking += game.world.units.iter().filter(|unit| unit.next.is_some()).count() as u64;
        waiting += game.world.plans.waiting.len() as u64;
    }
    let (ticks, units) = (u64::from(ticks), game.world.units.len() as u64);
    let mut figures = spent.figures();
    let mut put = |name: &str, value: Value| figures.insert(name.to_owned(), value);
    put("units", json!(units));
    put("ticks", json!(ticks));
    put("towns", json!(game.world.towns.len()));
    put("memory_mb", json!(memory_kib("VmHWM") / 1024));
    put("moving_percent", json!(walking * 100 / (ticks * units).max(1)));
    put("waiting_requests", json!(waiting / ticks.max(1)));
    let tally = &game.world.tally;
    let a_tick =
        |now: u64, before: u64| json!(((now - before) as f64 / ticks.max(1) as f64 * 100.0).round() / 100.0);
    put("steps_a_tick", a_tick(tally.footsteps, before.footsteps));
    put("requests_a_tick", a_tick(tally.requests, before.requests));
    put("parts_a_tick", a_tick(tally.parts, before.parts));
    put("replans_a_tick", a_tick(tally.replans, before.replans));
    put("from_tick", json!(begun + u64::from(WARM_UP_TICKS)));
    let before = now();
    let hash = game.world.hash();
    put("hash_ms", json!((before.elapsed().as_secs_f64() * 1e4).round() / 10.0));
    let before = now();
    let save = crate::save::encode(&game.world);
    put("save_ms", json!((before.elapsed().as_secs_f64() * 1e4).round() / 10.0));
    put("save_kb", json!(save.len() / 1024));
    put("hash", json!(hash.to_string()));
    figures.extend(measure_while_saving(&mut game));
    figures
}

/// Tick times while a copy of the world is saved on another thread, and how long copying blocks the game.
fn measure_while_saving(game: &mut Game) -> Figures {
    let (mut copies, mut ticks) = (Vec::new(), Vec::new());
    for _ in 0..SAVES {
        let before = now();
        let copy = game.world.clone();
        copies.push(before.elapsed());
        let saving = std::thread::spawn(move || crate::save::encode(&copy).len());
        while !saving.is_finished() {
            let before = now();
            game.tick();
            ticks.push(before.elapsed());
        }
    }
    let ms = |times: &mut Vec<Duration>, percent| json!((quantile_us(times, percent) / 10.0).round() / 100.0);
    let figure = |name: &str, value| (name.to_owned(), value);
    let count = figure("ticks_while_saving", json!(ticks.len()));
    let all = [
        figure("copy_median_ms", ms(&mut copies, 50)),
        figure("copy_max_ms", ms(&mut copies, 100)),
        figure("saving_median_ms", ms(&mut ticks, 50)),
        figure("saving_p99_ms", ms(&mut ticks, 99)),
        count,
    ];
    all.into_iter().collect()
}

/// Wall-clock time and, where available, CPU time, which other programs do not advance.
#[derive(Clone, Copy)]
pub(super) struct ClockReading {
    wall: std::time::Instant,
    processor: Option<Duration>,
}

impl ClockReading {
    pub(super) fn now() -> ClockReading {
        ClockReading { wall: now(), processor: processor_time() }
    }

    /// Time since then: CPU time where available.
    pub(super) fn elapsed(self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// CPU time of all threads of this process.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

/// No such clock is available on other systems.
#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

/// This figure of the process's memory, in KiB; 0 where the system does not report it.
pub(super) fn memory_kib(figure: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(figure)?.strip_prefix(':'));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Tick times.
struct TickTimes {
    wall: Vec<Duration>,
    processor: Vec<Duration>,
    /// By system: total and longest.
    systems: Vec<(Duration, Duration)>,
}

impl TickTimes {
    fn new() -> TickTimes {
        let systems = vec![(Duration::ZERO, Duration::ZERO); Game::SYSTEMS.len()];
        TickTimes { wall: Vec::new(), processor: Vec::new(), systems }
    }

    /// Runs one tick, system by system.
    fn tick(&mut self, game: &mut Game) {
        let begun = ClockReading::now();
        let mut before = begun;
        for ((_, system), (sum, longest)) in Game::SYSTEMS.iter().zip(&mut self.systems) {
            system(game);
            let after = ClockReading::now();
            let took = cpu_or_wall_time(before, after);
            *sum += took;
            *longest = took.max(*longest);
            before = after;
        }
        self.wall.push(before.wall - begun.wall);
        self.processor.push(cpu_or_wall_time(begun, before));
    }

    fn figures(mut self) -> Figures {
        let mut figures = Figures::new();
        let ticks = self.wall.len().max(1) as u32;
        let all: Duration = self.wall.iter().sum();
        let ms = |us: f64| (us / 10.0).round() / 100.0;
        for (name, times) in [("", &mut self.wall), ("cpu_", &mut self.processor)] {
            for (quantile, percent) in [("median", 50), ("p99", 99), ("max", 100)] {
                figures.insert(format!("{name}{quantile}_ms"), json!(ms(quantile_us(times, percent))));
            }
        }
        let a_second = f64::from(ticks) / all.as_secs_f64().max(1e-9);
        figures.insert("ticks_a_second".to_owned(), json!(a_second.round()));
        let thousandths = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let system = |(mean, longest): &(Duration, Duration)| json!({ "mean_ms": thousandths(*mean / ticks), "max_ms": thousandths(*longest) });
        let table = Game::SYSTEMS
            .iter()
            .zip(&self.systems)
            .map(|((name, _), spent)| ((*name).to_owned(), system(spent)));
        figures.insert("cpu_by_system".to_owned(), Value::Object(table.collect()));
        figures
    }
}

/// CPU time between two moments, or wall-clock time where there is none.
fn cpu_or_wall_time(before: ClockReading, after: ClockReading) -> Duration {
    match (before.processor, after.processor) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => after.wall - before.wall,
    }
}

/// A known land with a market at every site, and walkers in all of them.
pub(super) fn inhabited_land(seed: u64, size: Size, units: u32) -> Result<Game, MeasureError> {
    if units as usize > ALL_UNITS_MAX {
        let words = format!("{units} units are more than any land has: use --units {ALL_UNITS_MAX} at most");
        return Err(MeasureError::NoRoom(words));
    }
    let mut game = known_land(seed, size)?;
    // The path requests of the first settlements are not part of the measurement.
    game.world.plans = crate::world::Plans::default();
    found_settlements(&mut game, units);
    add_walkers(&mut game, units)?;
    game.derived = Derived::of(&game.world);
    let (_, plan) = Game::SYSTEMS[1];
    game.tick();
    for _ in 0..RUSH_ROUNDS {
        if game.world.plans.waiting.is_empty() {
            break;
        }
        plan(&mut game);
    }
    Ok(game)
}

/// Founds a settlement at every site, each with known routes to its neighbours and prices from all of them.
fn found_settlements(game: &mut Game, units: u32) {
    let world = &mut game.world;
    let Some(first) = world.towns.iter().next().cloned() else { return };
    let mut built: BTreeSet<Cell> = world.towns.iter().map(|town| town.cell).collect();
    for site in world.land.sites.clone() {
        if world.towns.len() < TOWNS_MAX && built.insert(site.cell) {
            let name = format!("Market {}", world.towns.len());
            world.towns.push(Town { name, cell: site.cell, makes: Some(site.good), ..first.clone() });
        }
    }
    let porters = units / world.towns.len() as u32;
    for town in &mut world.towns {
        (town.kind, town.people) = (TownKind::Town, PeopleIx::PLAYER);
        (town.residents, town.trade) = (20 + RESIDENTS * porters, (TRADE * porters).min(TOWN_AMOUNT_MAX));
        town.residents_max = town.residents;
        town.stock = town.stock.map(|_| STOCK);
        if let Some(good) = town.makes {
            town.stock[good as usize] = 2 * STOCK;
        }
    }
    for town in world.towns.indices() {
        world.record_sighting(PeopleIx::PLAYER, town);
    }
    let cells: Vec<Cell> = world.towns.iter().map(|town| town.cell).collect();
    let people = &mut world.peoples[PeopleIx::PLAYER];
    for (from, here) in cells.iter().enumerate() {
        let mut others: Vec<usize> = (0..cells.len()).filter(|to| *to != from).collect();
        let far = |to: &usize| (cells[*to].octile(*here), *to);
        if others.len() > NEIGHBOURS {
            others.select_nth_unstable_by_key(NEIGHBOURS, far);
            others.truncate(NEIGHBOURS);
        }
        for to in others {
            let path = TripTime { time: 2 * cells[to].octile(*here), tick: 0 };
            people.trip_times.insert((TownIx(from as u16), TownIx(to as u16)), path);
            people.trip_times.insert((TownIx(to as u16), TownIx(from as u16)), path);
        }
        let town = &world.towns[TownIx(from as u16)];
        let prices = crate::land::Good::ALL.map(|good| town.price(good));
        people.prices.insert(TownIx(from as u16), PriceNote { prices, ..PriceNote::UNHEARD });
    }
}

/// This many walkers in all, taking turns in the settlements.
fn add_walkers(game: &mut Game, units: u32) -> Result<(), MeasureError> {
    let world = &mut game.world;
    if world.towns.is_empty() {
        return Err(MeasureError::NoRoom("this land is uninhabited: try another seed or size".to_owned()));
    }
    let (size, towns) = (world.size(), world.towns.len() as u32);
    world.units.clear();
    world.next_unit = 1;
    for number in 0..units {
        let home = TownIx((number % towns) as u16);
        let cell = world.town(home).cell;
        let other = match number / towns % SHARES {
            0 => Some(Behaviour::Wander(Stroll { until: world.tick + YEAR_DAYS * DAY })),
            1 => {
                let far = size
                    .offset(cell, PATROL_CELLS, PATROL_CELLS)
                    .or_else(|| size.offset(cell, -PATROL_CELLS, -PATROL_CELLS));
                let open = far.filter(|far| !world.land.is_blocked(*far));
                Some(Behaviour::Patrol(Patrol { points: vec![open.unwrap_or(cell), cell], next: 0 }))
            }
            _ => None,
        };
        let mut walker = walker(world, home);
        walker.stack.extend(other);
        world.units.push(walker);
    }
    Ok(())
}

/// A new walker in a settlement, which lives by trade; it takes the next number.
pub(super) fn walker(world: &mut World, home: TownIx) -> Unit {
    let (id, town) = (UnitId(world.next_unit), world.town(home));
    let trade = Behaviour::Trade(Trade { home, trip: None });
    let walker = Unit::new(id, format!("Walker {}", id.0), (Kind::Porter, town.people), town.cell, trade);
    world.next_unit += 1;
    walker
}
