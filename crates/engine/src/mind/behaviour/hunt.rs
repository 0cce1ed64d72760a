//! Hunt: a hungry wolf hunts deer, and a starving one also lone units. It avoids settlements and groups.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::mind::Intent;
use crate::mind::scent::{
    CALM_INTERVAL_TICKS, Scent, decides_now, proximity_potential, repulsion, smoke_repulsion, step_downhill,
};
use crate::world::{DAY, Hunt, Kind, Order, Places, Unit, World};

/// How far wolves smell, in steps.
const SCENT_STEPS: u32 = 20;
/// How near to each other travellers are company, in steps.
const COMPANY_STEPS: u32 = 3;
/// Ticks after a meal from which a wolf hunts again, and from which it no longer avoids people.
pub const HUNGRY_AFTER_TICKS: u64 = 4 * DAY;
const RAVENOUS_AFTER_TICKS: u64 = 8 * DAY;
/// Fighting strength from which a wolf leaves people alone.
const FEARED_STRENGTH_MIN: u32 = 3;

impl Rules for Hunt {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        let unfed_ticks = world.tick.saturating_sub(self.fed);
        if unfed_ticks < HUNGRY_AFTER_TICKS && !decides_now(world, unit, CALM_INTERVAL_TICKS) {
            return Intent::Wait;
        }
        let scent = Scent::around(places, unit, SCENT_STEPS).with_smoke(places, unit);
        let is_alone = |walker: &Unit| {
            let company =
                scent.others.iter().filter(|other| other.id != walker.id && !other.kind.row().is_beast());
            !company.into_iter().any(|other| other.cell.chebyshev(walker.cell) <= COMPANY_STEPS)
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

    fn is_sound(&self, world: &World) -> bool {
        world.is_past(self.fed)
    }

    fn describe(&self) -> Sentence {
        vec!["Hunt".into()]
    }

    /// Beasts take no orders.
    fn order(&self) -> Order {
        Order::Stop
    }
}
