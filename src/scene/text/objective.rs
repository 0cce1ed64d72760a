//! Objectives: aims, how far they are, what would help, and what goes wrong.

use super::super::words::{counted, days_words, tenths_of_days};
use crate::sim::whereabouts;
use crate::world::{Aim, AimKind, DAY_TIME, TownIx, Warning, World};

/// An aim, or what of it is not met: `Mill to Oxley in 1.0 day`, `build to save 0.1 days from Mill to Oxley`.
pub fn aim_words(world: &World, aim: &Aim) -> String {
    match aim.kind {
        AimKind::Near { from, to } if aim.lacks_works() => {
            let days = days_words(aim.saved_target());
            format!("build to save {days} from {} to {}", name(world, from), name(world, to))
        }
        AimKind::Near { from, to } => {
            format!("{} to {} in {}", name(world, from), name(world, to), days_words(aim.target))
        }
        AimKind::Joined => format!("{} settlements within 0.4 days of one road of yours", aim.target),
        AimKind::Fed => "a winter in which none of them hungers".to_owned(),
        AimKind::Peace => format!("{} days of peace along that trip", aim.target),
    }
}

/// How far it is: `now 2.1`.
pub fn progress_words(aim: &Aim) -> String {
    let Some(value) = aim.value else {
        let is_trip = matches!(aim.kind, AimKind::Near { .. });
        return if is_trip { "no path known yet" } else { "not measured yet" }.to_owned();
    };
    match aim.kind {
        AimKind::Near { .. } if aim.lacks_works() => format!("now {}", full_tenths(aim.saved)),
        // Rounded up: an unmet target must not look met.
        AimKind::Near { .. } => format!("now {}", tenths_of_days(value.next_multiple_of(DAY_TIME / 10))),
        AimKind::Joined => format!("now {value}"),
        AimKind::Fed | AimKind::Peace => format!("now {value} of {} days", aim.target),
    }
}

/// What the player's works save on a trip, and what they must, in days: `0.0 of 0.1`; empty for other aims, and where
/// the aim is in these words already.
pub fn saved_share(aim: &Aim) -> String {
    match aim.saved_target() {
        target if target > 0 && !aim.lacks_works() => {
            format!("{} of {}", full_tenths(aim.saved), tenths_of_days(target))
        }
        _ => String::new(),
    }
}

/// A time in days, rounded down.
fn full_tenths(time: u32) -> String {
    tenths_of_days(time / (DAY_TIME / 10) * (DAY_TIME / 10))
}

/// What would help an aim most; empty if nothing is known.
pub fn stretch_words(world: &World, aim: &Aim) -> String {
    let cells = &aim.stretch.cells;
    let Some(cell) = cells.get(cells.len() / 2).filter(|_| !aim.is_met()) else { return String::new() };
    let time = aim.stretch.time;
    match aim.kind {
        AimKind::Near { .. } if time < DAY_TIME / 100 => String::new(),
        AimKind::Near { .. } => {
            let place = whereabouts(world, *cell);
            let saves = format!("{}.{:02}", time / DAY_TIME, time % DAY_TIME * 100 / DAY_TIME);
            format!("{} of road {place} would save {saves} days", counted(cells.len(), "cell"))
        }
        _ if time == 0 => format!("begin {}", whereabouts(world, *cell)),
        _ => format!("next {}, {} away", whereabouts(world, *cell), days_words(time)),
    }
}

/// What goes wrong, in a few words.
pub fn warning_words(world: &World, warning: Warning) -> String {
    match warning {
        Warning::Hunger { town, days } => {
            format!("{} hungers for {}: it may fall", name(world, town), counted(days as usize, "day"))
        }
        Warning::Fear { count, .. } => format!("fear lies on {count} settlements: guard the roads"),
        Warning::Debt => "no coin is left: your works may fall".to_owned(),
    }
}

fn name(world: &World, town: TownIx) -> &str {
    &world.town(town).name
}
