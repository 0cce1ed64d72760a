//! Raiders, beasts and fear, and what is done against them.

use super::super::words::days_words;
use super::journey::encounter_name;
use super::teller::{Teller, number_word};
use crate::sim::counted;
use crate::world::{DAY, DangerEvent, DetourGain, Ending, Event, EventKind, PastLife, TownIx, UnitId, World};

/// What a life came to, in words that a place can follow: `was slain by Skar, raider of the Fen Foxes,`.
pub fn ending_words(world: &World, life: &PastLife) -> String {
    match life.ending {
        Ending::Starved => "starved".to_owned(),
        Ending::Slain => {
            let by = killer_title(world, life.ended, |teller, unit| teller.unit(unit) == life.name);
            by.map_or_else(|| "was slain".to_owned(), |killer| format!("was slain by {killer},"))
        }
        Ending::Met(what) => format!("was killed by {}", encounter_name(what)),
        Ending::Gone => "was taken off the land".to_owned(),
        Ending::Home => "came home to stay".to_owned(),
    }
}

/// Who killed a unit at a tick, as far as an event of it is told and kept.
pub(super) fn killer_title(
    world: &World,
    tick: u64,
    is_victim: impl Fn(&Teller, UnitId) -> bool,
) -> Option<String> {
    let told = world.events.lines().map(|(_, event)| event).rev();
    let at_that_time = |event: &&Event| event.tick <= tick && event.tick + DAY >= tick;
    let mut events = world.events.pending().rev().chain(told).filter(at_that_time);
    events.find_map(|event| {
        let teller = Teller { world, event };
        match event.kind {
            EventKind::Danger(DangerEvent::Killed { victim, killer }) if is_victim(&teller, victim) => {
                Some(killer_words(&teller, killer))
            }
            _ => None,
        }
    })
}

/// Who killed, with its people or its band at that time: `Skar, raider of the Fen Foxes`, or `a wolf`.
fn killer_words(teller: &Teller, killer: UnitId) -> String {
    let (world, title) = (teller.world, teller.title(killer));
    let mut causes = teller.event.cause.into_iter().flat_map(|cause| world.events.causes_of(cause));
    let band = causes.find_map(|event| event.kind.subjects().band()).and_then(|band| world.bands.get(band));
    band.map_or_else(|| title.clone(), |band| format!("{title} of {}", band.name))
}

pub(super) fn words(teller: &Teller, what: DangerEvent) -> String {
    let place = teller.whereabouts();
    match what {
        DangerEvent::BandFormed { band, raiders } => {
            format!("{}, {} raiders, come to the land", teller.band(band), number_word(raiders))
        }
        DangerEvent::BandGrew { band, raiders } => {
            format!("{} grow to {} by what they take", teller.band(band), number_word(raiders))
        }
        DangerEvent::BandSplit { band, from, raiders } => {
            let (band, from) = (teller.band(band), teller.band(from));
            format!("{band}, {} raiders, part from {from}", number_word(raiders))
        }
        DangerEvent::BandHunted { band, people, guard } => {
            let (people, guard) = (&teller.world.people(people).name, teller.unit(guard));
            format!("{people} hunts {}: {guard} is sent", teller.band(band))
        }
        DangerEvent::BandDissolved { band, by_hunger, .. } => {
            let how =
                if by_hunger { "take nothing for days and leave" } else { "lose their captain and scatter" };
            format!("{} {how}", teller.band(band))
        }
        DangerEvent::RaiderSeen { unit } => format!("a raider is seen {place}: {}", teller.unit(unit)),
        DangerEvent::Robbed { robber, victim, good } => {
            format!("{} robs {} of {} {place}", teller.unit(robber), teller.unit(victim), good.name())
        }
        DangerEvent::FeudGrew { near, band, loads, days } => {
            let last = band.map_or_else(String::new, |band| format!(", the last by {}", teller.band(band)));
            let taken = feud_words(loads, days);
            format!("{}: {taken}{last}", feud_name(teller, near))
        }
        DangerEvent::FeudEnded { near, loads, deaths, days, answers, grown } => {
            let came = [(deaths, "killed"), (answers.forts, "fort"), (answers.guards, "guard")];
            let (taken, came) = (feud_words(loads, days), counts_words(&came));
            let grown = grown.map_or_else(String::new, |grown| gain_words(teller, grown));
            format!("{} is over: {taken}{came}{grown}", feud_name(teller, near))
        }
        DangerEvent::Killed { victim, killer } => {
            format!("{}, is killed by {}, {place}", teller.title(victim), killer_words(teller, killer))
        }
        DangerEvent::Feared { people } => {
            format!("{} begins to fear the place {place}", teller.world.people(people).name)
        }
        DangerEvent::Detoured { unit, to, extra_time, .. } => {
            let (name, to, more) = (teller.unit(unit), teller.town(to), days_words(extra_time));
            format!("{name} goes to {to} by a longer path, for fear of the place {place}: {more} more")
        }
        DangerEvent::GuardRequested { unit, from, to, .. } => {
            let (name, from, to) = (teller.unit(unit), teller.town(from), teller.town(to));
            format!("{name} runs from {from} to {to}: a guard is wanted {place}")
        }
        DangerEvent::GuardSent { unit, from, .. } => {
            let (turn, unit, from) = (turn_words(teller), teller.unit(unit), teller.town(from));
            format!("{turn}{unit} leaves {from} to guard the road {place}")
        }
        DangerEvent::FortBuilt { town, paths, .. } => {
            let (turn, town) = (turn_words(teller), teller.town(town));
            let paths = if paths == 1 { "one path leads".to_owned() } else { format!("{paths} paths lead") };
            format!("{turn}{town} builds a fort {place}: {paths} through there, and it is feared")
        }
        DangerEvent::SpySent { unit, from, to } => {
            format!("{} leaves {} to spy on {}", teller.unit(unit), teller.town(from), teller.town(to))
        }
    }
}

/// `; Marcross has become busier on the detour`.
fn gain_words(teller: &Teller, (town, gain): (TownIx, DetourGain)) -> String {
    let how = match gain {
        DetourGain::Kind => "grown",
        DetourGain::Visits => "become busier",
    };
    format!("; {} has {how} on the detour", teller.town(town))
}

/// `The Rookwick feud`, by the settlement that was nearest when it began.
pub(super) fn feud_name(teller: &Teller, near: Option<TownIx>) -> String {
    let near = near.filter(|town| teller.knows(*town));
    near.map_or_else(|| "The feud".to_owned(), |town| format!("The {} feud", teller.town(town)))
}

/// `The Rookwick feud turns: `, before what is done against a feud first; empty before anything else.
fn turn_words(teller: &Teller) -> String {
    let cause = teller.event.cause.and_then(|cause| teller.world.events.get(cause));
    match cause.map(|cause| cause.kind) {
        Some(EventKind::Danger(DangerEvent::FeudGrew { near, .. })) => {
            format!("{} turns: ", feud_name(teller, near))
        }
        _ => String::new(),
    }
}

/// `, one killed, two guards`; empty for nothing.
fn counts_words(counts: &[(u32, &str)]) -> String {
    let words = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| {
        let s = if *count == 1 || *what == "killed" { "" } else { "s" };
        format!(", {} {what}{s}", number_word(*count))
    });
    words.collect()
}

/// `six loads robbed in 12 days`.
fn feud_words(loads: u32, days: u32) -> String {
    format!("{} loads robbed in {}", number_word(loads), counted(days as usize, "day"))
}
