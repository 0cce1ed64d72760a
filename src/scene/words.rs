//! Dates, reasons and other words.

use crate::graph::Cost;
use crate::sim::Reading;
pub use crate::sim::counted;
use crate::world::{DAY, DAY_TIME, SEASON_DAYS, Season, Town, TownId, Why, World, YEAR_DAYS};

/// `Year 1 · late spring · day 7` of a tick.
pub fn date(tick: u64) -> String {
    let (year, season, day) = calendar(tick);
    let part = ["early ", "mid-", "late "][(day * 3 / SEASON_DAYS) as usize];
    format!("Year {year} · {part}{season} · day {}", day + 1)
}

/// `Y1 spring 7` of a tick.
pub fn short_date(tick: u64) -> String {
    let (year, season, day) = calendar(tick);
    format!("Y{year} {season} {}", day + 1)
}

/// Year from 1, season, and day of the season from 0.
fn calendar(tick: u64) -> (u64, &'static str, u64) {
    let day = tick / DAY;
    (day / YEAR_DAYS + 1, Season::at(tick).name(), day % SEASON_DAYS)
}

/// Why a settlement stands where it stands.
pub fn why_words(world: &World, town: &Town) -> String {
    let day = town.founded / DAY + 1;
    match &town.why {
        Why::Site(good) if town.founded == 0 => {
            format!("one of the first hamlets, here for its {}", good.name())
        }
        Why::Site(good) => format!("settled for its {}; founded on day {day}", good.name()),
        Why::Nights { nights, .. } if *nights == 0 => {
            format!("settlers chose the place; founded on day {day}")
        }
        Why::Nights { nights, passes, routes } => {
            let meet = routes_words(world, routes);
            let (nights, passes) = (counted(*nights as usize, "night"), counted(*passes as usize, "pass"));
            format!("{meet}; founded on day {day} after {nights} and {passes}")
        }
    }
}

fn routes_words(world: &World, routes: &[(TownId, TownId)]) -> String {
    let name = |id: &TownId| world.town(*id).name.as_str();
    match routes {
        [] => "travellers sleep here".to_owned(),
        [(a, b)] => format!("a day's walk from {} and {}", name(a), name(b)),
        many => format!("{} routes meet here", many.len()),
    }
}

/// Walking time as days with one decimal: `1.4 days`.
pub fn days(time: impl Into<Cost>) -> String {
    let number = tenths_of_days(time);
    let plural = if number == "1.0" { "day" } else { "days" };
    format!("{number} {plural}")
}

/// Walking time as a number of days with one decimal: `1.4`.
pub fn tenths_of_days(time: impl Into<Cost>) -> String {
    let tenths = (time.into() * 10 + Cost::from(DAY_TIME) / 2) / Cost::from(DAY_TIME);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// What an act did, who planned anew because of it, and what that cost them in all.
pub fn bent_words(reading: &Reading) -> String {
    let Reading { words, known, concerned, .. } = reading;
    let (planned, replanned, changed) = (concerned.len(), reading.replanned(), reading.changed());
    let (steps, time) = reading.sum();
    let more = match (known, planned, replanned, changed) {
        _ if words.is_empty() => return String::new(),
        (false, ..) => "nobody sees it yet".to_owned(),
        (_, 0, ..) => "it concerns nobody's way".to_owned(),
        (_, 1, 0, _) => "1 plans anew".to_owned(),
        (_, _, 0, _) => format!("{planned} plan anew"),
        (_, _, 1, 0) if time == 0 => "1 re-planned and keeps its way".to_owned(),
        (.., 0) if time == 0 => format!("{replanned} re-planned, all keep their way"),
        _ => {
            let go = if changed == 1 { "goes" } else { "go" };
            let (steps, time) = (more_steps(steps), more_days(time));
            format!("{replanned} re-planned, {changed} {go} another way, {steps}, {time}")
        }
    };
    format!("{words}: {more}")
}

/// What a way grows by: `+1 step`, `-2 steps`.
pub fn more_steps(steps: i64) -> String {
    let sign = if steps < 0 { '-' } else { '+' };
    format!("{sign}{}", counted(steps.unsigned_abs() as usize, "step"))
}

/// What a way grows by, in walking time (milli-steps): `+1.4 days`; what rounds to nothing has no sign.
pub fn more_days(time: i64) -> String {
    let days = days(time.unsigned_abs());
    let sign = match time {
        _ if days.starts_with("0.0") => "",
        ..0 => "-",
        _ => "+",
    };
    format!("{sign}{days}")
}

/// `all known`, or how many cells of a way are not.
pub fn unknown_words(cells: u32) -> String {
    if cells == 0 { "all known".to_owned() } else { counted(cells as usize, "unknown cell") }
}

/// How much a way asks one to trust in luck, going by how much of it nobody has seen.
pub fn risk(unknown: u32, steps: u32) -> &'static str {
    match (u64::from(unknown) * 100).checked_div(u64::from(steps)).unwrap_or(0) {
        0 => "low",
        1..=24 => "some",
        _ => "high",
    }
}

/// The same words with a capital at the beginning.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
