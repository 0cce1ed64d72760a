//! `wayworn measure soak`: whether a land can live for days: memory, open files, sound worlds, and time for a tick, early and
//! late.
//!
//! The land is that of `tick`, and lives three years at least; the first is for warming up. What does not live here: players (`torture` has those).

use super::tick::{Moment, inhabited};
use super::{Figures, MeasureArgs, MeasureError};
use crate::world::{DAY, YEAR_DAYS};
use serde_json::json;

/// Ticks of a stretch, after which everything is looked at: four days.
const STRETCH: u32 = 4 * DAY as u32;
/// Stretches of a year: early is the second year, late the last, so that winters are held against winters.
const YEAR: usize = YEAR_DAYS as usize / 4;

/// A look after a stretch.
struct Look {
    /// Memory in use, in KiB; 0 where the system does not say.
    memory: u64,
    /// Open files; 0 where the system does not say.
    files: usize,
    /// Milliseconds a tick.
    pace: f64,
}

/// Measures.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let mut game = inhabited(args.seed, args.size, args.units)?;
    let mut looks = Vec::new();
    for _ in 0..(args.ticks / STRETCH).max(3 * YEAR as u32) {
        let before = Moment::now();
        (0..STRETCH).for_each(|_| game.tick());
        let pace = before.spent().as_secs_f64() * 1000.0 / f64::from(STRETCH);
        let tick = game.world.tick;
        game.world.check().map_err(|what| MeasureError::Broken(tick, what))?;
        let stale = game.derived.stale(&game.world);
        stale.map_or(Ok(()), |stale| Err(MeasureError::Broken(tick, stale.to_string())))?;
        looks.push(Look { memory: memory(), files: files(), pace });
    }
    let (early, late) = (&looks[YEAR..2 * YEAR], &looks[looks.len() - YEAR..]);
    let memory = |looks: &[Look]| looks.iter().map(|look| look.memory).max().unwrap_or(0);
    let grown = |before: f64, after: f64| ((after / before.max(1e-9) - 1.0) * 1000.0).round() / 10.0;
    let (first, last) = (memory(early), memory(late));
    let mut figures = Figures::new();
    figures.insert("ticks".to_owned(), json!(looks.len() as u32 * STRETCH));
    figures.insert("units".to_owned(), json!(game.world.units.len()));
    figures.insert("broken".to_owned(), json!(0));
    figures.insert("memory_mb_early".to_owned(), json!(first / 1024));
    figures.insert("memory_mb_late".to_owned(), json!(last / 1024));
    figures.insert("memory_growth_percent".to_owned(), json!(grown(first as f64, last as f64)));
    let files = |looks: &[Look]| looks.iter().map(|look| look.files).max().unwrap_or(0);
    figures.insert("open_files_early".to_owned(), json!(files(early)));
    figures.insert("open_files_late".to_owned(), json!(files(late)));
    figures.insert("tick_ms_early".to_owned(), json!(middle(early)));
    figures.insert("tick_ms_late".to_owned(), json!(middle(late)));
    figures.insert("tick_drift_percent".to_owned(), json!(grown(middle(early), middle(late))));
    Ok(figures)
}

/// The middle pace of some stretches, in milliseconds a tick to the microsecond.
fn middle(looks: &[Look]) -> f64 {
    let mut paces: Vec<f64> = looks.iter().map(|look| look.pace).collect();
    paces.sort_unstable_by(f64::total_cmp);
    paces.get(paces.len() / 2).map_or(0.0, |pace| (pace * 1000.0).round() / 1000.0)
}

/// Memory in use, in KiB; 0 where the system does not say.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Open files; 0 where the system does not say.
fn files() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}
