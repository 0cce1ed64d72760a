//! The raider's livelihood: ambush travellers, take what they carry, eat it at the lair, and move on when no one comes.

use super::surroundings::visible_units;
use super::{Intent, NIGHT_TICKS, SPENT_AFTER_TIME};
use crate::grid::Cell;
use crate::world::{Attack, Behaviour, DAY, Places, Rest, Stay, Travel, TripPurpose, Unit};

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

/// What a raider wants. `(since, fed)` are the ticks at which it chose its place and last ate.
pub(super) fn raid(
    places: Places,
    unit: &Unit,
    lair: Cell,
    site: Option<Cell>,
    (since, fed): (u64, u64),
) -> Intent {
    let now = places.world.tick;
    let at_home = unit.cell.chebyshev(lair) <= AT_HOME_STEPS;
    let go = |goal: Cell| Intent::Push(Behaviour::Travel(Travel { goal, purpose: TripPurpose::Other }));
    if unit.cargo.is_some() {
        return if at_home { Intent::Eat } else { go(lair) };
    }
    if unit.fatigue >= SPENT_AFTER_TIME {
        return Intent::Push(Behaviour::Rest(Rest { until: now + NIGHT_TICKS }));
    }
    if now < fed + SATED_TICKS {
        return if at_home {
            Intent::Push(Behaviour::Stay(Stay { around: unit.cell, until: fed + SATED_TICKS }))
        } else {
            go(lair)
        };
    }
    match site {
        Some(site) if now < since + PATIENCE_TICKS => match nearest_prey(places, unit) {
            Some(prey) => Intent::Push(Behaviour::Attack(Attack { unit: prey.id, last: prey.cell })),
            None if unit.cell == site => Intent::Wait,
            None => go(site),
        },
        _ => Intent::Ambush,
    }
}
