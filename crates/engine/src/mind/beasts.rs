//! Beasts have no planner and no memory: they descend a potential over the neighbouring cells. The potential is made of
//! what they smell within a few steps: their own kind, foes, prey, smoke and good ground.
//!
//! Breeding, hunger and death do not live here.

use super::Wish;
use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::world::{DAY, Kind, Places, Unit, World};

/// Ticks between two decisions of a beast that is calm, and of one that is alarmed.
const CALM_EVERY: u64 = 8;
const ALARMED_EVERY: u64 = 2;
/// The slowest ground that a beast enters, in milli-steps of time.
const EASY: u32 = 4000;
/// Ticks for which a deer and a wolf keep the same drift direction.
const RESTLESS: u64 = DAY / 4;
const ROAMS: u64 = DAY;
/// Side of the squares, in cells, within which all deer drift the same way.
const RANGE: u16 = 64;
/// How near a wolf, a walker and a settlement frighten deer, in steps.
const WOLF_NEAR: u32 = 5;
const WALKER_NEAR: u32 = 3;
const SMOKE_NEAR: u32 = 6;
/// The distance that deer of a herd keep, in steps: closer they part, farther off they close up.
const HERD_NEAR: u32 = 2;
const HERD_FAR: u32 = 3;
/// How far deer perceive their herd and how far wolves smell, in steps.
const HERD_SCENT: u32 = 10;
const SCENT: u32 = 20;
/// Ticks after a meal from which a wolf hunts again, and from which it no longer shuns people.
pub const HUNGRY: u64 = 4 * DAY;
const RAVENOUS: u64 = 8 * DAY;
/// Fighting strength from which a wolf leaves people alone.
const STRONG: u32 = 3;
/// One in this many decisions during flight is lost.
const STUMBLES: u64 = 3;

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
                && other.cell.steps_to(unit.cell) <= radius
                && places.holder_at(other.cell) == Some(other.id)
        };
        let holders = places.holders_near(unit.cell, radius as u16, |_| true).into_iter();
        let others = holders.filter_map(|id| world.unit(id)).filter(is_one).collect();
        Scent { others, smoke: Vec::new() }
    }

    /// Adds the smoke around the unit. One more step than the radius, since neighbouring cells are rated too.
    fn and_smoke(self, places: Places, unit: &Unit) -> Scent<'a> {
        let near = places.world.size().square(unit.cell, SMOKE_NEAR as u16 + 1);
        Scent { smoke: near.filter(|cell| places.haven_at(*cell)).collect(), ..self }
    }

    fn of(&self, is_one: impl Fn(Kind) -> bool) -> impl Iterator<Item = &'a Unit> {
        self.others.iter().copied().filter(move |other| is_one(other.kind))
    }

    /// Whether a unit of a matching kind is within `steps` of a cell.
    fn has_near(&self, cell: Cell, steps: u32, is_one: impl Fn(Kind) -> bool) -> bool {
        self.of(is_one).any(|other| other.cell.steps_to(cell) <= steps)
    }
}

/// A deer grazes with its herd and runs from anything that hunts it.
pub fn graze(places: Places, unit: &Unit) -> Wish {
    if !is_time(places.world, unit, ALARMED_EVERY) {
        return Wish::Keep;
    }
    let near = Scent::around(places, unit, WOLF_NEAR);
    let alarmed = near.has_near(unit.cell, WOLF_NEAR, |kind| kind == Kind::Wolf)
        || near.has_near(unit.cell, WALKER_NEAR, |kind| !kind.row().is_beast());
    let loses_turn = chance(places.world, unit, 1).is_multiple_of(STUMBLES);
    if if alarmed { loses_turn } else { !is_time(places.world, unit, CALM_EVERY) } {
        return Wish::Keep;
    }
    let scent = Scent::around(places, unit, HERD_SCENT).and_smoke(places, unit);
    descend(places, unit, |cell| {
        let herd: i64 =
            scent.of(|kind| kind == Kind::Deer).map(|other| herd_pull(other.cell.steps_to(cell))).sum();
        let wolves = push(&scent, cell, WOLF_NEAR + 2, 60, |kind| kind == Kind::Wolf);
        let walkers = push(&scent, cell, WALKER_NEAR + 2, 20, |kind| !kind.row().is_beast());
        herd + wolves + walkers + smoke(&scent, cell, 8) + pasture(places.world, cell)
    })
}

/// A hungry wolf hunts deer, and a starving one also lone walkers. It shuns settlements and groups.
pub fn hunt(places: Places, unit: &Unit, fed: u64) -> Wish {
    let world = places.world;
    let unfed_ticks = world.tick.saturating_sub(fed);
    if unfed_ticks < HUNGRY && !is_time(world, unit, CALM_EVERY) {
        return Wish::Keep;
    }
    let scent = Scent::around(places, unit, SCENT).and_smoke(places, unit);
    let is_alone = |walker: &Unit| {
        let company =
            scent.others.iter().filter(|other| other.id != walker.id && !other.kind.row().is_beast());
        !company.into_iter().any(|other| other.cell.steps_to(walker.cell) <= WALKER_NEAR)
    };
    let is_prey = |other: &&Unit| match other.kind {
        Kind::Wolf => false,
        Kind::Deer => unfed_ticks >= HUNGRY,
        kind => unfed_ticks >= RAVENOUS && kind.row().strength < STRONG && is_alone(other),
    };
    let prey = scent
        .others
        .iter()
        .copied()
        .filter(is_prey)
        .min_by_key(|prey| (prey.cell.octile(unit.cell), prey.id));
    // Farther off, only the direction of the nearest deer is known, by a weaker pull.
    let trace = prey.is_none() && unfed_ticks >= HUNGRY;
    let deer = world.units.iter().filter(|other| trace && other.kind == Kind::Deer);
    let far = deer.map(|deer| (deer.cell.octile(unit.cell), deer.cell)).min();
    descend(places, unit, |cell| {
        let near = prey.map_or(0, |prey| i64::from(prey.cell.octile(cell)) / 25);
        let pull = near + far.map_or(0, |(_, deer)| i64::from(deer.octile(cell)) / 250);
        let pack = push(&scent, cell, 2, 6, |kind| kind == Kind::Wolf);
        let feared = scent
            .of(|kind| !kind.row().is_beast())
            .filter(|other| prey.is_none_or(|prey| prey.id != other.id));
        let people: i64 = feared.map(|other| nearness(other.cell, cell, 6, 12)).sum();
        pull + pack + people + smoke(&scent, cell, 20)
    })
}

/// Steps to the neighbour with the least potential; waits if none is better than the unit's own cell.
fn descend(places: Places, unit: &Unit, potential: impl Fn(Cell) -> i64) -> Wish {
    let world = places.world;
    let open = |cell: &Cell| {
        let time = unit.kind.ground_time(world.land.surface[*cell]);
        time.is_some_and(|time| time <= EASY) && !places.haven_at(*cell) && places.holder_at(*cell).is_none()
    };
    let drift = restlessness(world, unit) % 8;
    let beside = world.size().neighbours(unit.cell).filter(|(_, cell)| open(cell));
    let ranked = beside.map(|(dir, cell)| {
        // The half circle around the drift direction is slightly better, its middle the most.
        let turns = (dir as u64 + 8 - drift) % 8;
        let drift_bonus = 3 - turns.min(8 - turns) as i64;
        (potential(cell) - drift_bonus, dir as u8, cell)
    });
    match ranked.min() {
        Some((least, _, cell)) if least < potential(unit.cell) => Wish::Roam(cell),
        _ => Wish::Keep,
    }
}

/// Potential of a herd member at this distance: too near repels, too far attracts.
fn herd_pull(steps: u32) -> i64 {
    match steps {
        0..HERD_NEAR => 5,
        HERD_NEAR..=HERD_FAR => 0,
        _ => 6 * i64::from(steps - HERD_FAR),
    }
}

/// Potential of being near `of`: `a_step` for each step closer than `within`.
fn nearness(of: Cell, cell: Cell, within: u32, a_step: i64) -> i64 {
    i64::from(within.saturating_sub(of.steps_to(cell))) * a_step
}

fn push(scent: &Scent, cell: Cell, within: u32, a_step: i64, is_one: impl Fn(Kind) -> bool) -> i64 {
    scent.of(is_one).map(|other| nearness(other.cell, cell, within, a_step)).sum()
}

fn smoke(scent: &Scent, cell: Cell, a_step: i64) -> i64 {
    scent.smoke.iter().map(|fire| nearness(*fire, cell, SMOKE_NEAR, a_step)).sum()
}

/// How little deer like the ground of a cell.
fn pasture(world: &World, cell: Cell) -> i64 {
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
fn is_time(world: &World, unit: &Unit, every: u64) -> bool {
    (world.tick + u64::from(unit.id.0)).is_multiple_of(every)
}

/// A number whose remainder by 8 is the drift direction; the same for a whole herd.
fn restlessness(world: &World, unit: &Unit) -> u64 {
    let seed_parts = if unit.kind == Kind::Wolf {
        [world.tick / ROAMS, u64::from(unit.id.0)]
    } else {
        [world.tick / RESTLESS, u64::from(unit.cell.y / RANGE) << 16 | u64::from(unit.cell.x / RANGE)]
    };
    mix(&[world.seed, seed_parts[0], seed_parts[1], 0xbea5])
}

/// A hash of this tick and unit: unpredictable, but the same in every run.
fn chance(world: &World, unit: &Unit, salt: u64) -> u64 {
    mix(&[world.seed, world.tick, u64::from(unit.id.0), salt])
}
