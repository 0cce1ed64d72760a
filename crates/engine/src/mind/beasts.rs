//! Beasts: no planner and no memory, only a potential over the cells beside them, which they go down. What pulls and pushes
//! them is what their noses tell within a few steps: their own kind, foes, prey, smoke, and good ground.
//!
//! Breeding, hunger and death do not live here.

use super::Wish;
use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::world::{DAY, Kind, Places, Unit, World};

/// Ticks between two thoughts of a beast that nothing frightens, and of one that something does.
const CALM_EVERY: u64 = 8;
const ALARMED_EVERY: u64 = 2;
/// Ground that a beast enters without need, in milli-steps of time.
const EASY: u32 = 4000;
/// Ticks for which the restlessness of a deer and of a wolf pulls the same way.
const RESTLESS: u64 = DAY / 4;
const ROAMS: u64 = DAY;
/// Deer within the same square of so many cells a side are pulled the same way.
const RANGE: u16 = 64;
/// How near a wolf, a walker and a settlement frighten deer, in steps.
const WOLF_NEAR: u32 = 5;
const WALKER_NEAR: u32 = 3;
const SMOKE_NEAR: u32 = 6;
/// How near deer of a herd like to be: nearer they part, farther off they close up.
const HERD_NEAR: u32 = 2;
const HERD_FAR: u32 = 3;
/// How far deer know where their herd is, and wolves smell, in steps.
const HERD_SCENT: u32 = 10;
const SCENT: u32 = 20;
/// Ticks after a meal when a wolf hunts again, and when it does not shrink from people either.
pub const HUNGRY: u64 = 4 * DAY;
const RAVENOUS: u64 = 8 * DAY;
/// Fighting strength from which on a wolf lets people be.
const STRONG: u32 = 3;
/// Of so many thoughts in flight one is wasted.
const STUMBLES: u64 = 3;

/// What a beast smells: who is where, and where smoke rises.
struct Scent<'a> {
    others: Vec<&'a Unit>,
    smoke: Vec<Cell>,
}

impl<'a> Scent<'a> {
    fn around(places: Places<'a>, unit: &Unit, radius: u32) -> Scent<'a> {
        let world = places.world;
        // Who steps holds two cells, and is where he comes from.
        let is_one = |other: &&Unit| {
            other.id != unit.id
                && other.cell.steps_to(unit.cell) <= radius
                && places.holder_at(other.cell) == Some(other.id)
        };
        let holders = places.holders_near(unit.cell, radius as u16, |_| true).into_iter();
        let others = holders.filter_map(|id| world.unit(id)).filter(is_one).collect();
        Scent { others, smoke: Vec::new() }
    }

    /// The same with the smoke around the unit. What rises farther off than a step more changes nothing beside it.
    fn and_smoke(self, places: Places, unit: &Unit) -> Scent<'a> {
        let near = places.world.size().square(unit.cell, SMOKE_NEAR as u16 + 1);
        Scent { smoke: near.filter(|cell| places.haven_at(*cell)).collect(), ..self }
    }

    fn of(&self, is_one: impl Fn(Kind) -> bool) -> impl Iterator<Item = &'a Unit> {
        self.others.iter().copied().filter(move |other| is_one(other.kind))
    }

    /// Whether one of these is within so many steps of a cell.
    fn has_near(&self, cell: Cell, steps: u32, is_one: impl Fn(Kind) -> bool) -> bool {
        self.of(is_one).any(|other| other.cell.steps_to(cell) <= steps)
    }
}

/// A deer grazes with its herd, and runs from whatever hunts.
pub fn graze(places: Places, unit: &Unit) -> Wish {
    if !is_time(places.world, unit, ALARMED_EVERY) {
        return Wish::Keep;
    }
    let near = Scent::around(places, unit, WOLF_NEAR);
    let alarmed = near.has_near(unit.cell, WOLF_NEAR, |kind| kind == Kind::Wolf)
        || near.has_near(unit.cell, WALKER_NEAR, |kind| !kind.row().is_beast());
    let stumbles = chance(places.world, unit, 1).is_multiple_of(STUMBLES);
    if if alarmed { stumbles } else { !is_time(places.world, unit, CALM_EVERY) } {
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

/// A wolf that is hungry goes for deer, and in need for those who walk alone; it shrinks from settlements and groups.
pub fn hunt(places: Places, unit: &Unit, fed: u64) -> Wish {
    let world = places.world;
    let unfed = world.tick.saturating_sub(fed);
    if unfed < HUNGRY && !is_time(world, unit, CALM_EVERY) {
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
        Kind::Deer => unfed >= HUNGRY,
        kind => unfed >= RAVENOUS && kind.row().strength < STRONG && is_alone(other),
    };
    let prey = scent
        .others
        .iter()
        .copied()
        .filter(is_prey)
        .min_by_key(|prey| (prey.cell.octile(unit.cell), prey.id));
    // The wind carries a trace of what is farther off.
    let trace = prey.is_none() && unfed >= HUNGRY;
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

/// The cell beside it where the potential is least; where it is, if nowhere is better.
fn descend(places: Places, unit: &Unit, potential: impl Fn(Cell) -> i64) -> Wish {
    let world = places.world;
    let open = |cell: &Cell| {
        let time = unit.kind.ground_time(world.land.surface[*cell]);
        time.is_some_and(|time| time <= EASY) && !places.haven_at(*cell) && places.holder_at(*cell).is_none()
    };
    let pulled = restlessness(world, unit) % 8;
    let beside = world.size().neighbours(unit.cell).filter(|(_, cell)| open(cell));
    let ranked = beside.map(|(dir, cell)| {
        // Half of the circle around where its restlessness pulls is a little better, in the middle most.
        let off = (dir as u64 + 8 - pulled) % 8;
        let restless = 3 - off.min(8 - off) as i64;
        (potential(cell) - restless, dir as u8, cell)
    });
    match ranked.min() {
        Some((least, _, cell)) if least < potential(unit.cell) => Wish::Roam(cell),
        _ => Wish::Keep,
    }
}

/// What another of the herd at this distance adds: too near pushes, too far pulls.
fn herd_pull(steps: u32) -> i64 {
    match steps {
        0..HERD_NEAR => 5,
        HERD_NEAR..=HERD_FAR => 0,
        _ => 6 * i64::from(steps - HERD_FAR),
    }
}

/// What nearness to a cell adds, evenly less up to a distance.
fn nearness(of: Cell, cell: Cell, within: u32, a_step: i64) -> i64 {
    i64::from(within.saturating_sub(of.steps_to(cell))) * a_step
}

fn push(scent: &Scent, cell: Cell, within: u32, a_step: i64, is_one: impl Fn(Kind) -> bool) -> i64 {
    scent.of(is_one).map(|other| nearness(other.cell, cell, within, a_step)).sum()
}

fn smoke(scent: &Scent, cell: Cell, a_step: i64) -> i64 {
    scent.smoke.iter().map(|fire| nearness(*fire, cell, SMOKE_NEAR, a_step)).sum()
}

/// What deer think of ground.
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

/// Whether this is one of the ticks at which a beast thinks: not all of them at once.
fn is_time(world: &World, unit: &Unit, every: u64) -> bool {
    (world.tick + u64::from(unit.id.0)).is_multiple_of(every)
}

/// A number for the direction into which a beast is pulled for a while: the same for a whole herd.
fn restlessness(world: &World, unit: &Unit) -> u64 {
    let whose = if unit.kind == Kind::Wolf {
        [world.tick / ROAMS, u64::from(unit.id.0)]
    } else {
        [world.tick / RESTLESS, u64::from(unit.cell.y / RANGE) << 16 | u64::from(unit.cell.x / RANGE)]
    };
    mix(&[world.seed, whose[0], whose[1], 0xbea5])
}

/// A number that nobody can foresee.
fn chance(world: &World, unit: &Unit, salt: u64) -> u64 {
    mix(&[world.seed, world.tick, u64::from(unit.id.0), salt])
}
