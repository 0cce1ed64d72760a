//! The player's acts and what came of them, objectives, goals, and the ends of lives.

use super::super::words::tenths_of_days;
use super::encounter_name;
use super::goal::{goal_words, result_words};
use super::teller::{Teller, number_word};
use crate::land::Good;
use crate::sim::counted;
use crate::world::{ActReport, Brush, Chapter, CharterOutcome, Ending, PlayerEvent};

pub(super) fn words(teller: &Teller, what: PlayerEvent) -> String {
    let place = teller.whereabouts();
    match what {
        PlayerEvent::LandEdited { brush } => format!("{} {place}", edit_words(brush)),
        PlayerEvent::UnitAdded { unit, kind } => {
            format!("{}, {}, sets out {place}", teller.unit(unit), kind.row().name)
        }
        PlayerEvent::UnitsRemoved { unit, count: 1 } => {
            format!("{} leaves the land {place}", teller.unit(unit))
        }
        PlayerEvent::UnitsRemoved { count, .. } => {
            format!("{} leave the land {place}", counted(count as usize, "unit"))
        }
        PlayerEvent::ActReported(report) => report_words(report, &place),
        PlayerEvent::ChapterReached { chapter: Chapter::Realm } => {
            format!("the land is won, which brings {} coin", Chapter::Realm.coin())
        }
        PlayerEvent::WorksOffered { kind, count } => {
            let works = if count == 1 { "work" } else { "works" };
            let (count, kind) = (number_word(count), kind.name());
            format!("{count} {works} would pay, first of all {kind} {place}: see the ledger")
        }
        PlayerEvent::WorkClosed { kind, upkeep } => {
            format!("the {} {place} closes: {upkeep} coin of upkeep are missing", kind.name())
        }
        PlayerEvent::ChapterReached { chapter } => {
            format!("the chapter {} is reached, which brings {} coin", chapter.name(), chapter.coin())
        }
        PlayerEvent::Charter { outcome, good, to, rival } => {
            charter_words(outcome, good, teller.town(to), &teller.world.people(rival).name)
        }
        PlayerEvent::GoalMet { goal } => format!("met: {}", goal_words_at(teller, goal)),
        PlayerEvent::GoalLost { goal } => format!("lost: {}", goal_words_at(teller, goal)),
        PlayerEvent::LevelEnded => {
            let level = teller.world.level_goals.as_ref();
            level.map_or_else(String::new, |level| format!("{}: {}", level.name, result_words(level)))
        }
        PlayerEvent::LifeEnded { unit, ending, days } => {
            let (name, days) = (teller.unit(unit), counted(days as usize, "day"));
            match ending {
                Ending::Home => format!("{name} comes home to stay"),
                Ending::Slain => format!("{name} is slain {place}, after {days}"),
                Ending::Starved => format!("{name} starves {place}, after {days}"),
                Ending::Met(what) => {
                    format!("{name} is killed by {} {place}, after {days}", encounter_name(what))
                }
                Ending::Gone => format!("{name} is gone"),
            }
        }
        PlayerEvent::CameHome { unit, cells } => {
            format!("{} is back {place} with {}", teller.unit(unit), counted(cells as usize, "new cell"))
        }
    }
}

/// `the charter of salt for Oxley is kept`.
fn charter_words(outcome: CharterOutcome, good: Good, town: &str, rival: &str) -> String {
    let good = good.name();
    match outcome {
        CharterOutcome::Offered => format!("{town} offers a charter for {good}: {rival} wants it, too"),
        CharterOutcome::Kept => format!("the charter of {good} for {town} is kept: {rival} goes away"),
        CharterOutcome::LostVillage => format!("no {good} for {town}: it goes over to {rival}"),
        CharterOutcome::LostToll => format!("no {good} for {town}: {rival} takes a toll for a year"),
    }
}

/// A goal of the level by its place in the list.
fn goal_words_at(teller: &Teller, goal: u8) -> String {
    let goals = teller.world.level_goals.iter().flat_map(|level| &level.goals);
    goals.into_iter().nth(goal.into()).map_or_else(String::new, |goal| goal_words(teller.world, goal))
}

/// The effect of a brush, as the beginning of a sentence.
fn edit_words(brush: Brush) -> &'static str {
    match brush {
        Brush::Wall => "a wall rises",
        Brush::Bridge => "a bridge is built",
        Brush::Mud => "the ground turns to mud",
        Brush::Fire => "a fire is lit",
        Brush::River => "water is led",
        Brush::Beacon => "a beacon is lit",
        Brush::Tower => "a tower rises",
        Brush::Prefer => "preferred ground is marked",
        Brush::Avoid => "avoided ground is marked",
        Brush::Forbid => "forbidden ground is marked",
        Brush::Erase => "the land is as it was",
    }
}

/// `wall near Mill: 9 of 12 units took another path, mean trip 2.1 → 2.4 days, deliveries 5.0 → 4.5 a day`.
fn report_words(report: ActReport, place: &str) -> String {
    let mut parts = vec![users_words(report)];
    if let Some((before, after)) = report.trip_times {
        parts.push(format!("mean trip {} → {} days", tenths_of_days(before), tenths_of_days(after)));
    }
    if report.lost_trips > 0 {
        let are = if report.lost_trips == 1 { "is" } else { "are" };
        parts.push(format!("{} {are} lost", counted(report.lost_trips as usize, "route")));
    }
    let (before, after) = report.deliveries;
    parts.push(format!("deliveries {} → {} a day", half(before), half(after)));
    format!("{} {place}: {}", report.brush.act_word(), parts.join(", "))
}

/// Half of a number, with one decimal.
fn half(number: u32) -> String {
    format!("{}.{}", number / 2, number % 2 * 5)
}

/// How many units used the place before, and how many do since.
fn users_words(report: ActReport) -> String {
    let units = |count: u32| counted(count as usize, "unit");
    match (report.users, report.away, report.through) {
        (0, _, 0) => "no path led there".to_owned(),
        (0, _, through) => format!("{} passed there since", units(through)),
        (users, away, 0) => format!("{away} of {} took another path", units(users)),
        (users, away, through) => {
            format!("{away} of {} took another path, {through} passed there", units(users))
        }
    }
}
