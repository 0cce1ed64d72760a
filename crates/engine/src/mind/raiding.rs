//! The raider's livelihood: ambush travellers, take what they carry, eat it at the lair, and move on when no one comes.

use super::surroundings::seen;
use super::{NIGHT, SPENT, Wish};
use crate::grid::Cell;
use crate::world::{Behaviour, DAY, Errand, Places, Unit};

/// Ticks after a meal for which a raider does not go out: one load per six days. After half of that, raiders take what
/// passes wherever they are; neither detours nor guards make them hungrier, so there is no cycle.
pub const SATED: u64 = 6 * DAY;
/// Ticks that a raider waits at one place before it tries another.
const PATIENCE: u64 = 3 * DAY;
/// How near a traveller must come for an ambusher to attack, in steps.
const SPRING: u16 = 4;
/// How near to each other travellers are who count as a group, in steps.
const TOGETHER: u16 = 2;
/// Companions of a traveller that each raider dares to take on.
const DARES: usize = 2;
/// The distance from the lair that counts as at home, in steps.
const AT_HOME: u32 = 2;

/// The nearest traveller with a load that has come near and does not have too many companions for the band.
fn prey<'a>(places: Places<'a>, unit: &Unit) -> Option<&'a Unit> {
    let is_prey = |other: &Unit| {
        other.cargo.is_some() && !other.kind.row().strikes_first && places.world.are_foes(unit, other)
    };
    let near = seen(places, unit, unit.cell, SPRING, is_prey);
    let band = seen(places, unit, unit.cell, SPRING, |other| other.people == unit.people).len() + 1;
    let company = |prey: &Unit| {
        let fellows = |other: &Unit| other.people == prey.people && !other.kind.row().strikes_first;
        seen(places, unit, prey.cell, TOGETHER, fellows).len()
    };
    let attackable = near.into_iter().filter(|prey| company(prey) <= band * DARES);
    attackable.min_by_key(|other| (other.cell.octile(unit.cell), other.id))
}

/// What a raider wants. `(since, fed)` are the ticks at which it chose its place and last ate.
pub fn raid(places: Places, unit: &Unit, lair: Cell, site: Option<Cell>, (since, fed): (u64, u64)) -> Wish {
    let now = places.world.tick;
    let at_home = unit.cell.steps_to(lair) <= AT_HOME;
    let go = |goal: Cell| Wish::Push(Behaviour::Travel { goal, errand: Errand::Other });
    if unit.cargo.is_some() {
        return if at_home { Wish::Eat } else { go(lair) };
    }
    if unit.fatigue >= SPENT {
        return Wish::Push(Behaviour::Rest { until: now + NIGHT });
    }
    if now < fed + SATED {
        return if at_home {
            Wish::Push(Behaviour::Stay { around: unit.cell, until: fed + SATED })
        } else {
            go(lair)
        };
    }
    match site {
        Some(site) if now < since + PATIENCE => match prey(places, unit) {
            Some(prey) => Wish::Push(Behaviour::Attack { whom: prey.id, last: prey.cell }),
            None if unit.cell == site => Wish::Keep,
            None => go(site),
        },
        _ => Wish::Lurk,
    }
}
