//! Raid: robs travellers: ambushes them, takes what they carry, eats it at the lair, and moves on when no one comes.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::mind::surroundings::visible_units;
use crate::mind::{Intent, NIGHT_TICKS, SPENT_AFTER_TIME};
use crate::world::{Attack, Behaviour, DAY, Places, Raid, Rest, Stay, Unit, World};

/// Ticks after a meal for which a raider does not go out: one load per six days. After half of that, raiders take what
/// passes wherever they are; neither detours nor guards make them hungrier, so there is no cycle.
pub const SATED_TICKS: u64 = 6 * DAY;
/// Ticks that a raider waits at one place before it tries another.
const PATIENCE_TICKS: u64 = 3 * DAY;
/// How near a traveller must come for an ambusher to attack, in steps.
const AMBUSH_STEPS: u16 = 4;
/// How near to each other travellers are who count as a group, in steps.
const COMPANY_STEPS: u16 = 2;
/// Companions of a traveller that each raider dares to take on.
const COMPANIONS_PER_RAIDER: usize = 2;
/// The distance from the lair that counts as at home, in steps.
const AT_HOME_STEPS: u32 = 2;

impl Rules for Raid {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let now = places.world.tick;
        let sated_until = self.fed + SATED_TICKS;
        let at_home = unit.cell.chebyshev(self.lair) <= AT_HOME_STEPS;
        if unit.cargo.is_some() {
            return if at_home { Intent::EatLoot } else { Intent::travel_to(self.lair) };
        }
        if unit.fatigue >= SPENT_AFTER_TIME {
            return Intent::Push(Behaviour::Rest(Rest { until: now + NIGHT_TICKS }));
        }
        if now < sated_until {
            return if at_home {
                Intent::Push(Behaviour::Stay(Stay { around: unit.cell, until: sated_until }))
            } else {
                Intent::travel_to(self.lair)
            };
        }
        match self.site {
            Some(site) if now < self.since + PATIENCE_TICKS => match nearest_prey(places, unit) {
                Some(prey) => Intent::Push(Behaviour::Attack(Attack { unit: prey.id, last: prey.cell })),
                None if unit.cell == site => Intent::Wait,
                None => Intent::travel_to(site),
            },
            _ => Intent::Ambush,
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        let size = world.size();
        size.contains(self.lair)
            && self.site.is_none_or(|cell| size.contains(cell))
            && world.is_past(self.since.max(self.fed))
    }

    fn describe(&self) -> Sentence {
        vec![if self.site.is_some() { "Ambush travellers" } else { "Rob travellers" }.into()]
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        let waits = self.site.is_some();
        let words =
            if waits { "in ambush, out of sight of the road" } else { "looking for a place for an ambush" };
        Some(vec![words.into()])
    }

    fn robs(&self) -> bool {
        true
    }
}

/// The nearest traveller with a load that has come near and does not have too many companions for the band.
fn nearest_prey<'a>(places: Places<'a>, unit: &Unit) -> Option<&'a Unit> {
    let is_prey = |other: &Unit| {
        other.cargo.is_some() && !other.kind.row().strikes_first && places.world.are_foes(unit, other)
    };
    let near = visible_units(places, unit, unit.cell, AMBUSH_STEPS, is_prey);
    let band =
        visible_units(places, unit, unit.cell, AMBUSH_STEPS, |other| other.people == unit.people).len() + 1;
    let company = |prey: &Unit| {
        let fellows = |other: &Unit| other.people == prey.people && !other.kind.row().strikes_first;
        visible_units(places, unit, prey.cell, COMPANY_STEPS, fellows).len()
    };
    let attackable = near.into_iter().filter(|prey| company(prey) <= band * COMPANIONS_PER_RAIDER);
    attackable.min_by_key(|other| (other.cell.octile(unit.cell), other.id))
}
