//! Dates and other words.

use crate::world::{DAY, SEASON_DAYS, TownKind, YEAR_DAYS};

/// `Year 1 · late spring · day 7` of a tick.
pub fn date(tick: u64) -> String {
    let day = tick / DAY;
    let season = ["spring", "summer", "autumn", "winter"][(day % YEAR_DAYS / SEASON_DAYS) as usize];
    let in_season = day % SEASON_DAYS;
    let part = ["early ", "", "late "][(in_season * 3 / SEASON_DAYS) as usize];
    format!("Year {} · {part}{season} · day {}", day / YEAR_DAYS + 1, in_season + 1)
}

/// The word for a kind of settlement.
pub fn kind_word(kind: TownKind) -> &'static str {
    kind.name()
}
