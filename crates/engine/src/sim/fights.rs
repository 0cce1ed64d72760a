//! Contact between foes: raiders rob before they kill, guards and beasts strike, whoever can strikes back, and with three
//! wounds anybody dies.
//!
//! A blow is decided by strength alone: `a` against `b` hits in `a` of `a + b` cases, and otherwise the other one strikes
//! back. What does not live here: who looks for a fight (`mind`), and what a people fears (`world::fear`).

use super::Game;
use crate::grid::Cell;
use crate::land::mix;
use crate::world::{Behaviour, DAY, Happened, Kind, Subject, Unit, UnitId, WOUNDS_MAX, count};

/// Ticks between two blows of one fighter.
const BLOW_EVERY: u64 = 10;
/// Ticks for which a robbed traveller is left alone.
const LEFT_ALONE: u64 = 2 * DAY;
/// Ticks without a meal after which a raider or a wolf kills travellers for want of anything else.
const DESPERATE: u64 = 10 * DAY;
/// Fear of a place where somebody was robbed, and where somebody died, in milli-steps.
const FEAR_OF_ROBBERY: u32 = 2000;
const FEAR_OF_DEATH: u32 = 4000;
/// Salt of the dice of blows.
const BLOWS: u64 = 71;

impl Game {
    /// Whoever strikes unasked and stands beside a foe does so.
    pub(super) fn fight(&mut self) {
        let now = self.world.tick;
        let is_ready = |unit: &&Unit| strikes(unit) && (unit.fought == 0 || now >= unit.fought + BLOW_EVERY);
        let ready: Vec<UnitId> = self.world.units.iter().filter(is_ready).map(|unit| unit.id).collect();
        for id in ready {
            if let Some(foe) = self.world.unit(id).and_then(|unit| self.foe_beside(unit)) {
                self.meet_foe(id, foe);
            }
        }
    }

    /// The foe whom a unit strikes: of those beside it who are outside, the one it was sent at, then one with a load, then
    /// by number.
    fn foe_beside(&self, unit: &Unit) -> Option<UnitId> {
        if self.derived.haven[unit.cell] {
            return None;
        }
        let beside =
            self.world.size().neighbours(unit.cell).filter_map(|(_, cell)| self.derived.holder(cell));
        let foes = beside.filter_map(|id| self.world.unit(id)).filter(|other| {
            other.id != unit.id && self.world.are_foes(unit, other) && self.is_worth_it(unit, other)
        });
        let target = match unit.top() {
            Some(Behaviour::Attack { whom, .. }) => Some(*whom),
            _ => None,
        };
        foes.min_by_key(|foe| (target != Some(foe.id), foe.cargo.is_none(), foe.id)).map(|foe| foe.id)
    }

    /// Whether a unit strikes somebody: raiders let those go who have nothing, and wolves everybody, as long as they do
    /// not starve.
    fn is_worth_it(&self, unit: &Unit, other: &Unit) -> bool {
        let now = self.world.tick;
        // Wolves eat deer (`beasts`), and fall upon others only when there are none.
        if let Some(Behaviour::Hunt { fed }) = unit.stack.first() {
            return other.kind.row().strikes_first
                || (!other.kind.row().is_beast() && now >= fed + DESPERATE);
        }
        let Some(Behaviour::Raid { fed, .. }) = unit.stack.first() else { return true };
        let was_robbed = other.fought > 0 && now < other.fought + LEFT_ALONE;
        other.kind.row().strikes_first
            || (other.cargo.is_some() && unit.cargo.is_none())
            || (!was_robbed && unit.cargo.is_none() && now >= fed + DESPERATE)
    }

    fn meet_foe(&mut self, id: UnitId, foe: UnitId) {
        let (Some(unit), Some(other)) = (self.world.unit(id), self.world.unit(foe)) else { return };
        let robs = matches!(unit.stack.first(), Some(Behaviour::Raid { .. }));
        if robs && unit.cargo.is_none() && other.cargo.is_some() && !other.kind.row().strikes_first {
            self.rob(id, foe);
        } else {
            self.blow(id, foe);
        }
    }

    /// A raider takes what a traveller carries.
    fn rob(&mut self, robber: UnitId, victim: UnitId) {
        let Some(at) = self.world.unit_index(victim) else { return };
        let before = self.world.units[at].clone();
        self.count_on(&before, false);
        let now = self.world.tick;
        let unit = &mut self.world.units[at];
        let Some(cargo) = unit.cargo.take() else { return };
        unit.fought = now;
        // He still goes where he was bound for, and is expected there; only his load is not.
        let empty_handed = unit.clone();
        self.count_on(&empty_handed, true);
        let mut name = String::new();
        if let Some(index) = self.world.unit_index(robber) {
            let raider = &mut self.world.units[index];
            (raider.cargo, raider.fought) = (Some(cargo), now);
            // The chase is over.
            raider.stack.truncate(1);
            raider.forget_way();
            name.clone_from(&raider.name);
        }
        count(&mut self.world.tally.robberies, 1);
        self.world.write_near(before.people, before.cell, Happened::Robbed(1));
        self.frighten(before.people, before.cell, FEAR_OF_ROBBERY);
        let place = self.whereabouts(before.cell);
        let text = format!("{name} robs {} of {} {place}", before.name, cargo.good.name());
        self.note_about(Subject::Danger, 8, before.cell, text);
    }

    /// One strikes at another, and hits or is struck himself.
    pub(super) fn blow(&mut self, id: UnitId, foe: UnitId) {
        let (Some(unit), Some(other)) = (self.world.unit(id), self.world.unit(foe)) else { return };
        let (a, b) = (strength(unit), strength(other));
        let dice = mix(&[self.world.seed, self.world.tick, u64::from(id.0), u64::from(foe.0), BLOWS]);
        let hits = dice % u64::from(a + b) < u64::from(a);
        let now = self.world.tick;
        for who in [id, foe] {
            if let Some(index) = self.world.unit_index(who) {
                self.world.units[index].fought = now;
            }
        }
        if hits {
            self.wound(foe, id);
        } else if b > 0 && self.strikes_back(foe) {
            self.wound(id, foe);
        }
    }

    fn wound(&mut self, id: UnitId, by: UnitId) {
        let Some(index) = self.world.unit_index(id) else { return };
        let unit = &mut self.world.units[index];
        if unit.wounds + 1 < WOUNDS_MAX {
            unit.wounds += 1;
            return self.run_if_beaten(index, by);
        }
        let by = self.world.unit(by).map_or_else(String::new, |killer| killer.name.clone());
        count(&mut self.world.tally.killed, 1);
        self.die(id, &format!("is killed by {by}"));
    }

    fn strikes_back(&self, id: UnitId) -> bool {
        self.world.unit(id).and_then(Unit::top).is_some_and(Behaviour::strikes_back)
    }

    /// One wound short of death everybody runs but guards, and so does at once who cannot fight.
    fn run_if_beaten(&mut self, index: usize, by: UnitId) {
        let unit = &self.world.units[index];
        let (row, is_beaten, cell) = (unit.kind.row(), unit.wounds + 1 == WOUNDS_MAX, unit.cell);
        let runs = !row.is_beast() && unit.kind != Kind::Guard && (is_beaten || !row.strikes_first);
        let stays =
            matches!(unit.top(), Some(Behaviour::Flee { .. } | Behaviour::Retreat { .. } | Behaviour::Stop));
        if runs && !stays && !self.is_lived(index) {
            let (since, last) = (self.world.tick, self.world.unit(by).map_or(cell, |by| by.cell));
            self.push(index, Behaviour::Flee { from: Some(by), last, since });
        }
    }

    /// Somebody dies: his people knows, and fears the place.
    pub(super) fn die(&mut self, id: UnitId, how: &str) {
        let Some(unit) = self.world.unit(id).cloned() else { return };
        self.count_on(&unit, false);
        count(&mut self.world.tally.lost, u64::from(unit.people == 0));
        if !unit.kind.row().is_beast() {
            self.frighten(unit.people, unit.cell, FEAR_OF_DEATH);
            let place = self.whereabouts(unit.cell);
            let text = format!("{}, {how} {place}", self.world.title_of(&unit));
            // Told while his own eyes are still there to have seen it.
            self.note_about(Subject::Danger, 9, unit.cell, text);
        }
        self.remove_unit(id);
    }

    fn frighten(&mut self, people: u8, cell: Cell, amount: u32) {
        self.world.peoples[usize::from(people)].belief.frighten(cell, amount);
    }

    /// A night in a settlement, or at the lair, heals a wound.
    pub(super) fn heal(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let is_at_lair =
            matches!(unit.stack.first(), Some(Behaviour::Raid { lair, .. }) if lair.steps_to(unit.cell) <= 2);
        let is_at_home = is_at_lair || self.places().town_at(unit.cell).is_some();
        let unit = &mut self.world.units[index];
        unit.wounds = unit.wounds.saturating_sub(u8::from(is_at_home));
    }
}

/// How well somebody fights now: wounds tell. At least 1 for whoever strikes at all.
fn strength(unit: &Unit) -> u32 {
    let whole = unit.kind.row().strength;
    if whole == 0 { 0 } else { whole.saturating_sub(u32::from(unit.wounds)).max(1) }
}

/// Whether somebody strikes a foe beside him: who is sent to attack or retreats does, who flees does not, and others do
/// whose kind it is.
fn strikes(unit: &Unit) -> bool {
    match unit.top() {
        Some(Behaviour::Flee { .. }) => false,
        Some(Behaviour::Attack { .. } | Behaviour::Retreat { .. }) => strength(unit) > 0,
        _ => unit.kind.row().strikes_first,
    }
}

/// Whether a kind is one that can be robbed.
pub(super) fn carries(kind: Kind) -> bool {
    matches!(kind, Kind::Porter | Kind::Cart)
}
