//! What beasts share: they have no planner and no memory, but descend a potential over the neighbouring cells. It is
//! made of what they smell within a few steps: their own kind, foes, prey, smoke and good ground.
//!
//! Breeding, hunger and death do not live here.

use super::{Intent, Move};
use crate::grid::Cell;
use crate::land::mix;
use crate::world::{DAY, Kind, Places, Unit, World};

/// Ticks between two decisions of a beast that is calm.
pub(super) const CALM_INTERVAL_TICKS: u64 = 8;
/// The slowest ground that a beast enters, in milli-steps of time.
const EASY_TIME_MAX: u32 = 4000;
/// Ticks for which a deer and a wolf keep the same drift direction.
const DEER_DRIFT_TICKS: u64 = DAY / 4;
const WOLF_DRIFT_TICKS: u64 = DAY;
/// Side of the squares, in cells, within which all deer drift the same way.
const DRIFT_SQUARE_CELLS: u16 = 64;
/// How near a settlement frightens beasts, in steps.
const SMOKE_NEAR_STEPS: u32 = 6;

/// What a beast smells: other units, and smoke.
pub(super) struct Scent<'a> {
    pub(super) others: Vec<&'a Unit>,
    smoke: Vec<Cell>,
}

impl<'a> Scent<'a> {
    pub(super) fn around(places: Places<'a>, unit: &Unit, radius: u32) -> Scent<'a> {
        let mut others = Vec::new();
        for_each_other(places, unit, radius, |other| others.push(other));
        Scent { others, smoke: Vec::new() }
    }

    /// Adds the smoke around the unit. One more step than the radius, since neighbouring cells are rated too.
    pub(super) fn with_smoke(self, places: Places, unit: &Unit) -> Scent<'a> {
        Scent { smoke: places.inside_near(unit.cell, SMOKE_NEAR_STEPS as u16 + 1), ..self }
    }

    pub(super) fn of_kind(&self, is_one: impl Fn(Kind) -> bool) -> impl Iterator<Item = &'a Unit> {
        self.others.iter().copied().filter(move |other| is_one(other.kind))
    }
}

/// Whether a unit within `radius` steps, other than this one, is so.
pub(super) fn smells_any(places: Places, unit: &Unit, radius: u32, is_so: impl Fn(&Unit) -> bool) -> bool {
    let mut any = false;
    for_each_other(places, unit, radius, |other| any |= is_so(other));
    any
}

/// Calls `emit` for each other unit outside within `radius` steps.
fn for_each_other<'a>(places: Places<'a>, unit: &Unit, radius: u32, mut emit: impl FnMut(&'a Unit)) {
    places.held.for_each_near(unit.cell, radius as u16, |cell| {
        let holder = places.held.holder(cell).filter(|id| *id != unit.id);
        // One that is stepping holds two cells; it counts where it comes from.
        if let Some(other) = holder.and_then(|id| places.world.unit(id)).filter(|other| other.cell == cell) {
            emit(other);
        }
    });
}

/// Steps to the neighbour with the least potential; waits if none is better than the unit's own cell.
pub(super) fn step_downhill(places: Places, unit: &Unit, potential: impl Fn(Cell) -> i64) -> Intent {
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
        Some((least, _, cell)) if least < potential(unit.cell) => Intent::Move(Move::To(cell)),
        _ => Intent::Wait,
    }
}

/// Potential of being near `of`: `a_step` for each step closer than `within`.
pub(super) fn proximity_potential(of: Cell, cell: Cell, within: u32, a_step: i64) -> i64 {
    i64::from(within.saturating_sub(of.chebyshev(cell))) * a_step
}

/// The same for each unit of a matching kind.
pub(super) fn repulsion(
    scent: &Scent,
    cell: Cell,
    within: u32,
    a_step: i64,
    is_one: impl Fn(Kind) -> bool,
) -> i64 {
    scent.of_kind(is_one).map(|other| proximity_potential(other.cell, cell, within, a_step)).sum()
}

/// The same for each settlement and camp.
pub(super) fn smoke_repulsion(scent: &Scent, cell: Cell, a_step: i64) -> i64 {
    scent.smoke.iter().map(|fire| proximity_potential(*fire, cell, SMOKE_NEAR_STEPS, a_step)).sum()
}

/// Whether a beast decides at this tick. Units are spread over the ticks.
pub(super) fn decides_now(world: &World, unit: &Unit, every: u64) -> bool {
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
