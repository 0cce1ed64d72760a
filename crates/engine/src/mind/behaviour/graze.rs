//! Graze: a deer keeps with its herd, and runs from anything that hunts it.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::mind::Intent;
use crate::mind::scent::{
    CALM_INTERVAL_TICKS, Scent, decides_now, repulsion, smells_any, smoke_repulsion, step_downhill,
};
use crate::world::{Kind, Order, Places, Unit, World};

/// Ticks between two decisions of a deer that is alarmed.
const ALARMED_INTERVAL_TICKS: u64 = 2;
/// How near a wolf and a traveller frighten deer, in steps.
const WOLF_NEAR_STEPS: u32 = 5;
const WALKER_NEAR_STEPS: u32 = 3;
/// The distance that deer of a herd keep, in steps: closer they part, farther off they close up.
const HERD_NEAR_STEPS: u32 = 2;
const HERD_FAR_STEPS: u32 = 3;
/// How far deer perceive their herd, in steps.
const HERD_SCENT_STEPS: u32 = 10;
/// One in this many decisions during flight is lost.
const STUMBLE_ONE_IN: u64 = 3;

/// The rules of [`crate::world::Behaviour::Graze`].
pub(super) struct Grazing;

impl Rules for Grazing {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        if !decides_now(places.world, unit, ALARMED_INTERVAL_TICKS) {
            return Intent::Wait;
        }
        let alarmed = smells_any(places, unit, WOLF_NEAR_STEPS, |other| match other.kind {
            Kind::Wolf => true,
            kind => !kind.row().is_beast() && other.cell.chebyshev(unit.cell) <= WALKER_NEAR_STEPS,
        });
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

    fn is_sound(&self, _world: &World) -> bool {
        true
    }

    fn describe(&self) -> Sentence {
        vec!["Graze".into()]
    }

    /// Beasts take no orders.
    fn order(&self) -> Order {
        Order::Stop
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

/// How little deer like the ground of a cell.
fn ground_potential(world: &World, cell: Cell) -> i64 {
    let road = if world.ground.tier[cell].is_road() { 6 } else { 0 };
    let ground = match world.land.surface[cell] {
        Surface::Meadow => 0,
        Surface::Grass | Surface::Field => 1,
        Surface::Forest | Surface::Burnt => 4,
        Surface::DeepWood => 6,
        Surface::DeepWater
        | Surface::ShallowWater
        | Surface::River
        | Surface::Sand
        | Surface::Swamp
        | Surface::Hill
        | Surface::Rock
        | Surface::Peak
        | Surface::Wall
        | Surface::Bridge
        | Surface::Mud
        | Surface::Fire
        | Surface::Beacon
        | Surface::Tower
        | Surface::Cut => 9,
    };
    road + ground
}

/// A hash of this tick and unit: unpredictable, but the same in every run.
fn tick_hash(world: &World, unit: &Unit, salt: u64) -> u64 {
    mix(&[world.seed, world.tick, u64::from(unit.id.0), salt])
}
