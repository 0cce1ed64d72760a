//! How time is divided: ticks, days, seasons and years.

/// Ticks of simulated time in a day.
pub const DAY: u64 = 240;
/// Days in a season.
pub const SEASON_DAYS: u64 = 12;
/// Days in a year.
pub const YEAR_DAYS: u64 = 4 * SEASON_DAYS;
/// Ticks that a unit needs for a straight step on grass.
pub const STEP_TICKS: u32 = 6;
/// Walking time in one day, in milli-steps (1000 milli-steps take [`STEP_TICKS`] ticks).
pub const DAY_TIME: u32 = DAY as u32 * 1000 / STEP_TICKS;
