//! Dates, durations, reasons and other phrases.

use crate::graph::Cost;
use crate::sim::ActCounter;
pub use crate::sim::counted;
use crate::world::{DAY, DAY_TIME, Kind, SEASON_DAYS, Season, Town, TownIx, Why, World, YEAR_DAYS};

/// The name of the kind of unit with this letter.
pub fn kind_name(letter: char) -> Option<&'static str> {
    Kind::ALL.into_iter().map(Kind::row).find(|row| row.letter == letter).map(|row| row.name)
}

/// A tick as `Year 1 · late spring · day 7`.
pub fn date(tick: u64) -> String {
    let (year, season, day) = calendar(tick);
    let part = ["early ", "mid-", "late "][(day * 3 / SEASON_DAYS) as usize];
    format!("Year {year} · {part}{season} · day {}", day + 1)
}

/// A tick as `Y1 spring 7`.
pub fn short_date(tick: u64) -> String {
    let (year, season, day) = calendar(tick);
    format!("Y{year} {season} {}", day + 1)
}

/// A tick within its year as `Spring 7`.
pub(super) fn day_of_year(tick: u64) -> String {
    let (_, season, day) = calendar(tick);
    format!("{} {}", capitalized(season), day + 1)
}

/// Year from 1, season, and day of the season from 0.
fn calendar(tick: u64) -> (u64, &'static str, u64) {
    let day = tick / DAY;
    (day / YEAR_DAYS + 1, Season::at(tick).name(), day % SEASON_DAYS)
}

/// Why a settlement is where it is.
pub fn why_words(world: &World, town: &Town) -> String {
    let (year, season, _) = calendar(town.founded);
    let founded = format!("founded in {season} of year {year}");
    match &town.why {
        Why::Site(good) if town.founded == 0 => {
            format!("one of the first hamlets, here for its {}", good.name())
        }
        Why::Site(good) => format!("settled for its {}; {founded}", good.name()),
        Why::Nights { nights, .. } if *nights == 0 => {
            format!("settlers chose the place; {founded}")
        }
        Why::Nights { nights, passes, routes } => {
            let meet = routes_words(world, routes);
            let (nights, passes) = (counted(*nights as usize, "night"), counted(*passes as usize, "pass"));
            format!("{meet}; {founded} after {nights} and {passes}")
        }
    }
}

fn routes_words(world: &World, routes: &[(TownIx, TownIx)]) -> String {
    let name = |id: &TownIx| world.town(*id).name.as_str();
    match routes {
        [] => "travellers sleep here".to_owned(),
        [(a, b)] => format!("a day's walk from {} and {}", name(a), name(b)),
        many => format!("{} routes meet here", many.len()),
    }
}

/// Walking time in milli-steps as days with one decimal: `1.4 days`.
pub(super) fn days_words(time: impl Into<Cost>) -> String {
    let number = tenths_of_days(time);
    let plural = if number == "1.0" { "day" } else { "days" };
    format!("{number} {plural}")
}

/// Walking time in milli-steps as a number of days with one decimal: `1.4`.
pub(super) fn tenths_of_days(time: impl Into<Cost>) -> String {
    let tenths = (time.into() * 10 + Cost::from(DAY_TIME) / 2) / Cost::from(DAY_TIME);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Milli-steps as a number of steps with one decimal, rounded down: `1.4`.
pub(super) fn tenths_of_steps(milli: impl Into<i64>) -> String {
    let milli = milli.into();
    format!("{}.{}", milli / 1000, milli / 100 % 10)
}

/// What an action did, how many units replanned because of it, and what that cost them in total.
pub(super) fn edit_effect_words(words: &str, reading: &ActCounter) -> String {
    let gap = match reading.occupied {
        0 => String::new(),
        cells => format!(", but for {} where a unit stands", counted(cells, "cell")),
    };
    if words.is_empty() { String::new() } else { format!("{words}{gap}: {}", effect_words(reading)) }
}

/// How many units replanned because of an action, and what that cost them in total.
pub(super) fn effect_words(reading: &ActCounter) -> String {
    let ActCounter { is_known: known, affected: concerned, .. } = reading;
    let (planned, replanned, changed) = (concerned.len(), reading.replanned(), reading.changed());
    let (steps, time) = reading.total_growth();
    match (known, planned, replanned, changed) {
        (false, ..) => "not seen yet".to_owned(),
        (_, 0, ..) => "no path is affected".to_owned(),
        (_, 1, 0, _) => "1 is replanning".to_owned(),
        (_, _, 0, _) => format!("{planned} are replanning"),
        (_, _, 1, 0) if time == 0 => "1 replanned, same path".to_owned(),
        (.., 0) if time == 0 => format!("{replanned} replanned, all keep their path"),
        _ => format!("{replanned} replanned, {}", growth_words(changed, (steps, time))),
    }
}

/// How many changed their path, and by how many steps and how much walking time it grew in all.
pub(super) fn growth_words(changed: usize, (steps, time): (i64, i64)) -> String {
    format!("{changed} changed path, {}, {}", steps_change(steps), days_change(time))
}

/// A change of length: `+1 step`, `−2 steps`.
pub(super) fn steps_change(steps: i64) -> String {
    let sign = if steps < 0 { '−' } else { '+' };
    format!("{sign}{}", counted(steps.unsigned_abs() as usize, "step"))
}

/// A change of walking time in milli-steps: `+1.4 days`; zero after rounding has no sign.
pub(super) fn days_change(time: i64) -> String {
    let days = days_words(time.unsigned_abs());
    let sign = match time {
        _ if days.starts_with("0.0") => "",
        ..0 => "−",
        _ => "+",
    };
    format!("{sign}{days}")
}

/// `all known`, or the number of unknown cells.
pub(super) fn unknown_words(cells: u32) -> String {
    if cells == 0 { "all known".to_owned() } else { counted(cells as usize, "unknown cell") }
}

/// Risk of a path: by the share of its cells that is unknown, or the share of its cost that is fear, whichever is more.
pub(super) fn risk_words((unknown, steps): (u32, u32), (fear, cost): (i64, i64)) -> &'static str {
    let percent = |part: i64, whole: i64| (part.max(0) * 100).checked_div(whole.max(0)).unwrap_or(0);
    match percent(unknown.into(), steps.into()).max(percent(fear, cost)) {
        0 => "low",
        1..=24 => "some",
        _ => "high",
    }
}

/// The words with a capital first letter.
pub(super) fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Ticks as hours, rounded up.
pub(super) fn hours_words(ticks: u64) -> String {
    counted((ticks * 24).div_ceil(DAY) as usize, "hour")
}
