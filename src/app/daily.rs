//! The land of a day: the same for everybody, so that games on it can be compared. Its seed is its date.

use super::play::USUAL_SIZE;
use crate::save::ReplayHeader;
use crate::text::Printable;
use time::{Date, OffsetDateTime};

/// Prefix of the slot names of such lands.
pub(super) const SLOT_PREFIX: &str = "daily-";

/// Reads a date, `2026-03-14`.
pub(super) fn parse_date(text: &str) -> Result<Date, String> {
    let date = || {
        let mut parts = text.splitn(3, '-');
        let (year, month, day) = (parts.next()?, parts.next()?.parse::<u8>().ok()?, parts.next()?);
        let date = Date::from_calendar_date(year.parse().ok()?, month.try_into().ok()?, day.parse().ok()?);
        date.ok().filter(|date| (2000..3000).contains(&date.year()))
    };
    date().ok_or_else(|| format!("'{}' is not a date: write YYYY-MM-DD, such as 2026-03-14", Printable(text)))
}

/// The seed of the land of a day, today's by UTC without a date: 20260314 for 2026-03-14.
pub(super) fn seed_of(date: Option<Date>) -> u64 {
    let date = date.unwrap_or_else(|| OffsetDateTime::now_utc().date());
    date.to_string().replace('-', "").parse().unwrap_or(0)
}

/// What a land is called in its score: by its date, if it is that of a day, or else by its seed.
pub(super) fn land_words(seed: u64, is_daily: bool) -> String {
    let (year, month, day) = (seed / 10_000, seed / 100 % 100, seed % 100);
    let date = parse_date(&format!("{year}-{month:02}-{day:02}")).ok().filter(|_| is_daily);
    date.map_or_else(|| format!("land {seed}"), |date| date.to_string())
}

/// Whether a record is of the land of a day: nothing but its date was chosen.
pub(super) fn is_daily(header: &ReplayHeader) -> bool {
    let usual = ReplayHeader::new(header.seed, USUAL_SIZE, None);
    *header == ReplayHeader { game: header.game.clone(), ..usual }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    #[test]
    fn a_land_is_called_by_its_date_only_if_nothing_else_was_chosen() {
        let date = parse_date("2026-03-04").unwrap();
        let seed = seed_of(Some(date));
        assert_eq!((seed, land_words(seed, true)), (20_260_304, "2026-03-04".to_owned()));
        assert_eq!(land_words(seed, false), "land 20260304");
        assert_eq!(land_words(20_260_230, true), "land 20260230", "no such day");
        let header = ReplayHeader::new(seed, USUAL_SIZE, None);
        assert!(is_daily(&header) && !is_daily(&header.clone().wander(true)));
        assert!(!is_daily(&ReplayHeader::new(seed, Size::new(96, 96), None)));
        for wrong in ["2026-02-30", "2026-3", "26-03-04", "2026-03-04-5", "today", "-2026-03-04"] {
            assert!(parse_date(wrong).is_err(), "{wrong}");
        }
    }
}
