//! Beasts have no planner and no memory: they descend a potential over the neighbouring cells. The potential is made of
//! what they smell within a few steps: their own kind, foes, prey, smoke and good ground.
//!
//! Breeding, hunger and death do not live here.

use super::Intent;
use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::world::{DAY, Kind, Places, Unit, World};

/// Ticks between two decisions of a beast that is calm, and of one that is alarmed.
const CALM_INTERVAL_TICKS: u64 = 8;
const ALARMED_INTERVAL_TICKS: u64 = 2;
/// The slowest ground that a beast enters, in milli-steps of time.
const EASY_TIME_MAX: u32 = 4000;
/// Ticks for which a deer and a wolf keep the same drift direction.
const DEER_DRIFT_TICKS: u64 = DAY / 4;
const WOLF_DRIFT_TICKS: u64 = DAY;
/// Side of the squares, in cells, within which all deer drift the same way.
const DRIFT_SQUARE_CELLS: u16 = 64;
/// How near a wolf, a traveller and a settlement frighten deer, in steps.
const WOLF_NEAR_STEPS: u32 = 5;
const WALKER_NEAR_STEPS: u32 = 3;
const SMOKE_NEAR_STEPS: u32 = 6;
/// The distance that deer of a herd keep, in steps: closer they part, farther off they close up.
const HERD_NEAR_STEPS: u32 = 2;
const HERD_FAR_STEPS: u32 = 3;
/// How far deer perceive their herd and how far wolves smell, in steps.
const HERD_SCENT_STEPS: u32 = 10;
const SCENT_STEPS: u32 = 20;
/// Ticks after a meal from which a wolf hunts again, and from which it no longer avoids people.
pub const HUNGRY_AFTER_TICKS: u64 = 4 * DAY;
const RAVENOUS_AFTER_TICKS: u64 = 8 * DAY;
/// Fighting strength from which a wolf leaves people alone.
const FEARED_STRENGTH_MIN: u32 = 3;
/// One in this many decisions during flight is lost.
const STUMBLE_ONE_IN: u64 = 3;

/// What a beast smells: other units, and smoke.
struct Scent<'a> {
    others: Vec<&'a Unit>,
    smoke: Vec<Cell>,
}

impl<'a> Scent<'a> {
    fn around(places: Places<'a>, unit: &Unit, radius: u32) -> Scent<'a> {
        let world = places.world;
        // A unit that is stepping holds two cells; it counts where it comes from.
        let is_one = |other: &&Unit| {
            other.id != unit.id
                && other.cell.chebyshev(unit.cell) <= radius
                && places.occupant_at(other.cell) == Some(other.id)
        };
        let holders = places.occupants_near(unit.cell, radius as u16, |_| true).into_iter();
        let others = holders.filter_map(|id| world.unit(id)).filter(is_one).collect();
        Scent { others, smoke: Vec::new() }
    }

    /// Adds the smoke around the unit. One more step than the radius, since neighbouring cells are rated too.
    fn with_smoke(self, places: Places, unit: &Unit) -> Scent<'a> {
        let near = places.world.size().square(unit.cell, SMOKE_NEAR_STEPS as u16 + 1);
        Scent { smoke: near.filter(|cell| places.is_inside(*cell)).collect(), ..self }
    }

    fn of_kind(&self, is_one: impl Fn(Kind) -> bool) -> impl Iterator<Item = &'a Unit> {
        self.others.iter().copied().filter(move |other| is_one(other.kind))
    }

    /// Whether a unit of a matching kind is within `steps` of a cell.
    fn has_near(&self, cell: Cell, steps: u32, is_one: impl Fn(Kind) -> bool) -> bool {
        self.of_kind(is_one).any(|other| other.cell.chebyshev(cell) <= steps)
    }
}

/// A deer grazes with its herd and runs from anything that hunts it.
pub(super) fn graze(places: Places, unit: &Unit) -> Intent {
    if !decides_now(places.world, unit, ALARMED_INTERVAL_TICKS) {
        return Intent::Wait;
    }
    let near = Scent::around(places, unit, WOLF_NEAR_STEPS);
    let alarmed = near.has_near(unit.cell, WOLF_NEAR_STEPS, |kind| kind == Kind::Wolf)
        || near.has_near(unit.cell, WALKER_NEAR_STEPS, |kind| !kind.row().is_beast());
    let loses_turn = tick_hash(places.world, unit, 1).is_multiple_of(STUMBLE_ONE_IN);
    if if alarmed { loses_turn } else { !decides_now(places.world, unit, CALM_INTERVAL_TICKS) } {
        return Intent::Wait;
    }
    let scent = Scent::around(places, unit, HERD_SCENT_STEPS).with_smoke(places, unit);
    step_downhill(places, unit, |cell| {
        let herd: i64 = scent
            .of_kind(|kind| kind == Kind::Deer)
            .map(|other| herd_potential(other.cell.chebyshev(cell)))
            .sum();
        let wolves = repulsion(&scent, cell, WOLF_NEAR_STEPS + 2, 60, |kind| kind == Kind::Wolf);
        let walkers = repulsion(&scent, cell, WALKER_NEAR_STEPS + 2, 20, |kind| !kind.row().is_beast());
        herd + wolves + walkers + smoke_repulsion(&scent, cell, 8) + ground_potential(places.world, cell)
    })
}

/// A hungry wolf hunts deer, and a starving one also lone units. It avoids settlements and groups.
pub(super) fn hunt(places: Places, unit: &Unit, fed: u64) -> Intent {
    let world = places.world;
    let unfed_ticks = world.tick.saturating_sub(fed);
    if unfed_ticks < HUNGRY_AFTER_TICKS && !decides_now(world, unit, CALM_INTERVAL_TICKS) {
        return Intent::Wait;
    }
    let scent = Scent::around(places, unit, SCENT_STEPS).with_smoke(places, unit);
    let is_alone = |walker: &Unit| {
        let company =
            scent.others.iter().filter(|other| other.id != walker.id && !other.kind.row().is_beast());
        !company.into_iter().any(|other| other.cell.chebyshev(walker.cell) <= WALKER_NEAR_STEPS)
    };
    let is_prey = |other: &&Unit| match other.kind {
        Kind::Wolf => false,
        Kind::Deer => unfed_ticks >= HUNGRY_AFTER_TICKS,
        kind => {
            unfed_ticks >= RAVENOUS_AFTER_TICKS
                && kind.row().strength < FEARED_STRENGTH_MIN
                && is_alone(other)
        }
    };
    let prey = scent
        .others
        .iter()
        .copied()
        .filter(is_prey)
        .min_by_key(|prey| (prey.cell.octile(unit.cell), prey.id));
    // Farther off, only the direction of the nearest deer is known, by a weaker pull.
    let trace = prey.is_none() && unfed_ticks >= HUNGRY_AFTER_TICKS;
    let deer = world.units.iter().filter(|other| trace && other.kind == Kind::Deer);
    let far = deer.map(|deer| (deer.cell.octile(unit.cell), deer.cell)).min();
    step_downhill(places, unit, |cell| {
        let near = prey.map_or(0, |prey| i64::from(prey.cell.octile(cell)) / 25);
        let pull = near + far.map_or(0, |(_, deer)| i64::from(deer.octile(cell)) / 250);
        let pack = repulsion(&scent, cell, 2, 6, |kind| kind == Kind::Wolf);
        let feared = scent
            .of_kind(|kind| !kind.row().is_beast())
            .filter(|other| prey.is_none_or(|prey| prey.id != other.id));
        let people: i64 = feared.map(|other| proximity_potential(other.cell, cell, 6, 12)).sum();
        pull + pack + people + smoke_repulsion(&scent, cell, 20)
    })
}

/// Steps to the neighbour with the least potential; waits if none is better than the unit's own cell.
fn step_downhill(places: Places, unit: &Unit, potential: impl Fn(Cell) -> i64) -> Intent {
    let world = places.world;
    let open = |cell: &Cell| {
        let time = unit.kind.ground_time(world.land.surface[*cell]);
        time.is_some_and(|time| time <= EASY_TIME_MAX)
            && !places.is_inside(*cell)
            && places.occupant_at(*cell).is_none()
    };
    let drift = drift_hash(world, unit) % 8;
    let beside = world.size().neighbours(unit.cell).filter(|(_, cell)| open(cell));
    let ranked = beside.map(|(dir, cell)| {
        // The half circle around the drift direction is slightly better, its middle the most.
        let turns = (dir as u64 + 8 - drift) % 8;
        let drift_bonus = 3 - turns.min(8 - turns) as i64;
        (potential(cell) - drift_bonus, dir as u8, cell)
    });
    match ranked.min() {
        Some((least, _, cell)) if least < potential(unit.cell) => Intent::StepTo(cell),
        _ => Intent::Wait,
    }
}

/// Potential of a herd member at this distance: too near repels, too far attracts.
fn herd_potential(steps: u32) -> i64 {
    match steps {
        0..HERD_NEAR_STEPS => 5,
        HERD_NEAR_STEPS..=HERD_FAR_STEPS => 0,
        _ => 6 * i64::from(steps - HERD_FAR_STEPS),
    }
}

/// Potential of being near `of`: `a_step` for each step closer than `within`.
fn proximity_potential(of: Cell, cell: Cell, within: u32, a_step: i64) -> i64 {
    i64::from(within.saturating_sub(of.chebyshev(cell))) * a_step
}

fn repulsion(scent: &Scent, cell: Cell, within: u32, a_step: i64, is_one: impl Fn(Kind) -> bool) -> i64 {
    scent.of_kind(is_one).map(|other| proximity_potential(other.cell, cell, within, a_step)).sum()
}

fn smoke_repulsion(scent: &Scent, cell: Cell, a_step: i64) -> i64 {
    scent.smoke.iter().map(|fire| proximity_potential(*fire, cell, SMOKE_NEAR_STEPS, a_step)).sum()
}

/// How little deer like the ground of a cell.
fn ground_potential(world: &World, cell: Cell) -> i64 {
    let road = if world.ground.tier[cell].is_road() { 6 } else { 0 };
    let ground = match world.land.surface[cell] {
        Surface::Meadow => 0,
        Surface::Grass => 1,
        Surface::Forest | Surface::Burnt => 4,
        Surface::DeepWood => 6,
        _ => 9,
    };
    road + ground
}

/// Whether a beast decides at this tick. Units are spread over the ticks.
fn decides_now(world: &World, unit: &Unit, every: u64) -> bool {
    (world.tick + u64::from(unit.id.0)).is_multiple_of(every)
}

/// A number whose remainder by 8 is the drift direction; the same for a whole herd.
fn drift_hash(world: &World, unit: &Unit) -> u64 {
    let seed_parts = if unit.kind == Kind::Wolf {
        [world.tick / WOLF_DRIFT_TICKS, u64::from(unit.id.0)]
    } else {
        [
            world.tick / DEER_DRIFT_TICKS,
            u64::from(unit.cell.y / DRIFT_SQUARE_CELLS) << 16 | u64::from(unit.cell.x / DRIFT_SQUARE_CELLS),
        ]
    };
    mix(&[world.seed, seed_parts[0], seed_parts[1], 0xbea5])
}

/// A hash of this tick and unit: unpredictable, but the same in every run.
fn tick_hash(world: &World, unit: &Unit, salt: u64) -> u64 {
    mix(&[world.seed, world.tick, u64::from(unit.id.0), salt])
}
