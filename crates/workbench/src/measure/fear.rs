//! `measure fear`: the cycle of robbery, fear, detours and hunger over years, in windows of six days.
//!
//! It only counts and prints; what drives the cycle is in `sim::danger` and `world::fear`.

use super::{Figures, MeasureArgs, MeasureError};
use crate::sim::Game;
use crate::world::{DAY, Kind, Nature, PeopleIx, YEAR_DAYS};
use serde_json::json;

/// Days of one window.
const WINDOW_DAYS: u64 = 6;
/// The next peak counts only after a window with at most this share of the last peak's robberies, in percent.
const TROUGH_PERCENT: u64 = 50;

/// The state after a window.
struct FearWindow {
    robberies: u64,
    killed: u64,
    raiders: usize,
    raiders_max: usize,
    /// Fear of all settled peoples together, in steps.
    fear: u32,
    /// Walkers and living settlements of each settled people.
    peoples: Vec<(usize, usize)>,
    deliveries: u64,
}

/// Runs a land of its own for `ticks` and counts.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let mut game = Game::new(args.seed, args.size)?;
    let mut rows: Vec<FearWindow> = Vec::new();
    let mut most_over_cap = 0;
    let mut wiped_out_in_year_one = 0;
    for _ in 0..u64::from(args.ticks) / (WINDOW_DAYS * DAY) {
        let before = (game.world.tally.robberies, game.world.tally.killed, game.world.tally.deliveries);
        for _ in 0..WINDOW_DAYS * DAY {
            game.tick();
        }
        let row = window_of(&game, before);
        most_over_cap = most_over_cap.max(row.raiders.saturating_sub(row.raiders_max));
        if game.world.day() <= YEAR_DAYS {
            wiped_out_in_year_one =
                row.peoples.iter().filter(|(units, towns)| *units == 0 || *towns == 0).count();
        }
        rows.push(row);
    }
    let robberies: Vec<u64> = rows.iter().map(|row| row.robberies).collect();
    let column = |of: &dyn Fn(&FearWindow) -> String| rows.iter().map(of).collect::<Vec<_>>().join(" ");
    let mut figures = Figures::new();
    let mut put = |name: &str, value: serde_json::Value| figures.insert(name.to_owned(), value);
    put("rows_of_days", json!(WINDOW_DAYS));
    put("robberies", json!(column(&|row| row.robberies.to_string())));
    put("killed", json!(column(&|row| row.killed.to_string())));
    put("raiders", json!(column(&|row| format!("{}/{}", row.raiders, row.raiders_max))));
    put("fear_steps", json!(column(&|row| row.fear.to_string())));
    put("deliveries", json!(column(&|row| row.deliveries.to_string())));
    put(
        "walkers_and_settlements",
        json!(column(&|row| {
            let words: Vec<String> =
                row.peoples.iter().map(|(units, towns)| format!("{units}+{towns}")).collect();
            words.join(",")
        })),
    );
    put("peaks_of_robbery", json!(count_peaks(&robberies)));
    put("raiders_over_cap", json!(most_over_cap));
    put("peoples_wiped_out_in_year_1", json!(wiped_out_in_year_one));
    Ok(figures)
}

fn window_of(game: &Game, (robberies, killed, deliveries): (u64, u64, u64)) -> FearWindow {
    let world = &game.world;
    let settled = || world.peoples.entries().filter(|(_, people)| people.nature == Nature::Settled);
    let counts = |people: PeopleIx| {
        let units = world.units.iter().filter(|unit| unit.people == people).count();
        let towns = world.living_towns().filter(|id| world.town(*id).people == people).count();
        (units, towns)
    };
    let fear =
        settled().flat_map(|(_, people)| people.belief.feared_places()).map(|(_, fear)| fear / 1000).sum();
    FearWindow {
        robberies: world.tally.robberies - robberies,
        killed: world.tally.killed - killed,
        raiders: world.units.iter().filter(|unit| unit.kind == Kind::Raider).count(),
        raiders_max: world.raiders_max(),
        fear,
        peoples: settled().map(|(people, _)| counts(people)).collect(),
        deliveries: world.tally.deliveries - deliveries,
    }
}

/// Peaks: windows not surpassed by any other between the previous trough and the next.
fn count_peaks(robberies: &[u64]) -> usize {
    let (mut count, mut top, mut low) = (0, 0, 0);
    let mut rising = true;
    for now in robberies {
        if rising {
            top = top.max(*now);
            if top >= 2 && now * 100 <= top * TROUGH_PERCENT {
                (count, rising, low) = (count + 1, false, *now);
            }
        } else {
            low = low.min(*now);
            if *now >= 2 * low + 2 {
                (rising, top) = (true, *now);
            }
        }
    }
    count + usize::from(rising && top >= 2)
}

#[cfg(test)]
mod tests {
    use super::count_peaks;

    #[test]
    fn a_peak_ends_in_a_trough() {
        assert_eq!(count_peaks(&[0, 0, 0]), 0);
        assert_eq!(count_peaks(&[0, 3, 5, 4, 1, 0, 0]), 1);
        assert_eq!(count_peaks(&[0, 3, 5, 4, 5, 4]), 1);
        assert_eq!(count_peaks(&[0, 4, 1, 1, 3, 6, 2, 0, 1, 0]), 2);
    }
}
