//! Which lines of the log are beside the map: the last ones, or at the fastest pace, at which more happens than can be
//! read, one at a time, so that a year tells some five things.
//!
//! Every line is in the log itself (`overlays::log`).

use crate::scene::{LogLine, Story};

/// How long a line stays at the fastest pace, in milliseconds: a fifth of a year.
const STAY_MS: u64 = 1800;
/// Lines that are kept: as many as the screen ever has room for.
const LINES_MAX: usize = 2;

/// What is told at the fastest pace.
#[derive(Clone, Debug, Default)]
pub struct Headlines {
    /// The lines that are told, oldest first.
    told: Vec<LogLine>,
    /// Of those that have come since, the one that is told next: the weightiest, and of equals the latest.
    next: Option<LogLine>,
    /// When the last line was told, in milliseconds of the program's clock.
    since_ms: u64,
    /// The tick of the last line that has come.
    heard: u64,
    /// Whether the last line was told just now.
    is_new: bool,
}

impl Headlines {
    /// Takes the last lines of the log.
    pub(in crate::tui) fn take_scene(&mut self, log: &[LogLine], is_fastest: bool, now_ms: u64) {
        if !is_fastest {
            *self = Headlines::default();
            return;
        }
        if self.told.is_empty() {
            self.told = log[log.len().saturating_sub(LINES_MAX)..].to_vec();
            self.since_ms = now_ms;
        } else {
            let new = log.iter().filter(|line| line.tick > self.heard).chain(self.next.as_ref());
            self.next = new.max_by_key(|line| (line.weight, line.tick)).cloned();
        }
        self.is_new = false;
        self.heard = log.last().map_or(self.heard, |line| line.tick);
        if now_ms.saturating_sub(self.since_ms) >= STAY_MS
            && let Some(line) = self.next.take()
        {
            self.told.push(line);
            self.told.drain(..self.told.len().saturating_sub(LINES_MAX));
            self.since_ms = now_ms;
            self.is_new = true;
        }
    }

    /// Leaves the last line where it is until now.
    pub(in crate::tui) fn hold(&mut self, now_ms: u64) {
        (self.since_ms, self.is_new) = (now_ms, false);
    }

    /// What is told since this moment, if a year is told by it and it has a place.
    pub(in crate::tui) fn story(&self) -> Option<Story> {
        let told = self.told.last().filter(|told| self.is_new && told.weight > 0)?;
        Some(Story { unit: None, event: Some(told.event), cell: told.cell?, words: told.text.clone() })
    }

    /// The lines that are shown in so many rows: those that are told, or else the last of the log.
    pub(in crate::tui) fn shown<'a>(&'a self, log: &'a [LogLine], rows: usize) -> &'a [LogLine] {
        let lines = if self.told.is_empty() { log } else { &self.told };
        &lines[lines.len().saturating_sub(rows)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{EventId, Subject};

    fn line(tick: u64, weight: u8) -> LogLine {
        let text = format!("{tick}");
        LogLine {
            tick,
            event: EventId(tick),
            weight,
            when: String::new(),
            subject: Subject::Roads,
            text,
            cell: None,
        }
    }

    #[test]
    fn at_the_fastest_pace_a_line_stays_and_the_weightiest_follows() {
        let mut headlines = Headlines::default();
        let log: Vec<LogLine> = (0..9).map(|i| line(60 * i, if i == 4 { 9 } else { 7 })).collect();
        let told = |headlines: &Headlines, log: &[LogLine]| {
            headlines.shown(log, 2).iter().map(|line| line.tick / 60).collect::<Vec<_>>()
        };
        // Lines come five times a second.
        let times = (2..=9).map(|count| (&log[..count], count as u64 * 400));
        let seen: Vec<Vec<u64>> = times
            .map(|(log, now)| {
                headlines.take_scene(log, true, now);
                told(&headlines, log)
            })
            .collect();
        let expected = [[0, 1], [0, 1], [0, 1], [0, 1], [0, 1], [1, 4], [1, 4], [1, 4]];
        assert_eq!(seen, expected.map(|lines| lines.to_vec()));
        headlines.take_scene(&log, false, 4000);
        assert_eq!(told(&headlines, &log), [7, 8], "at another pace the last lines are shown");
    }
}
