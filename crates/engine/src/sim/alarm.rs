//! Alarm: travellers that see an aggressive foe come near drop what they do and run.
//!
//! What does not live here: where they run to (`mind::fleeing`), and what the foe does (`sim::fights`).

use super::Game;
use crate::grid::Cell;
use crate::mind::LEASH_STEPS;
use crate::world::{Behaviour, Unit, UnitId};

/// How near a foe must come, in steps.
const ALARM_STEPS: u16 = 4;
/// Ticks between two checks for each foe.
const CHECK_INTERVAL_TICKS: u64 = 4;

impl Game {
    /// Makes units run that cannot fight and see a foe nearby.
    pub(super) fn raise_alarm(&mut self) {
        let now = self.world.tick;
        let frightens = |unit: &&Unit| {
            unit.kind.row().strikes_first && (now + u64::from(unit.id.0)).is_multiple_of(CHECK_INTERVAL_TICKS)
        };
        let mut frightened: Vec<(UnitId, UnitId, Cell)> = Vec::new();
        for foe in self.world.units.iter().filter(frightens) {
            let near =
                self.world.size().square(foe.cell, ALARM_STEPS).filter_map(|cell| self.derived.holder(cell));
            let runs = |id: &UnitId| self.world.unit(*id).is_some_and(|unit| self.runs_from(unit, foe));
            frightened.extend(near.filter(runs).map(|id| (id, foe.id, foe.cell)));
        }
        for (id, foe, last) in frightened {
            let Some(index) = self.world.unit_index(id) else { continue };
            let is_running = matches!(self.world.units[index].top(), Some(Behaviour::Flee { .. }));
            if !is_running
                && self.push_behaviour(index, Behaviour::Flee { from: Some(foe), last, since: now })
            {
                self.note_flight(index, foe);
            }
        }
    }

    /// Whether a unit runs from a foe: it sees the foe, cannot fight, and has something to lose (robbers only want
    /// loads).
    fn runs_from(&self, unit: &Unit, foe: &Unit) -> bool {
        let row = unit.kind.row();
        let robs = matches!(foe.stack.first(), Some(Behaviour::Raid { .. }));
        let has_nothing = robs && unit.cargo.is_none();
        let ignores_alarm = matches!(
            unit.top(),
            Some(
                Behaviour::Stop | Behaviour::Flee { .. } | Behaviour::Retreat { .. } | Behaviour::Spy { .. }
            )
        );
        !self.is_possessed_unit(unit.id)
            && !row.strikes_first
            && !row.is_beast()
            && !ignores_alarm
            && !has_nothing
            && !self.is_escorted(unit, foe)
            && self.world.are_foes(unit, foe)
            && !self.derived.haven[unit.cell]
            && self.derived.visible[usize::from(unit.people)][foe.cell] > 0
    }

    /// Whether an escort at least as strong as the foe is near the unit.
    fn is_escorted(&self, unit: &Unit, foe: &Unit) -> bool {
        let is_guard = |other: &Unit| {
            let escorts =
                |layer: &Behaviour| matches!(layer, Behaviour::Escort { unit: ward } if *ward == unit.id);
            other.kind.row().strength >= foe.kind.row().strength && other.stack.iter().any(escorts)
        };
        let near = self.world.size().square(unit.cell, LEASH_STEPS as u16);
        let mut others = near.filter_map(|cell| self.world.unit(self.derived.holder(cell)?));
        others.any(is_guard)
    }

    fn note_flight(&mut self, index: usize, foe: UnitId) {
        let unit = &self.world.units[index];
        if unit.people != 0 {
            return;
        }
        let (cell, name): (Cell, String) = (unit.cell, unit.name.clone());
        let foe = self.world.unit(foe).map_or_else(String::new, |foe| {
            if foe.kind.row().is_beast() { format!("a {}", foe.kind.row().name) } else { foe.name.clone() }
        });
        let place = self.whereabouts(cell);
        self.queue_event(3, cell, format!("{name} sees {foe} {place} and runs"));
    }
}
