//! `workbench measure soak`: whether a land stays stable for days: memory, open files, sound worlds, and tick times
//! early and late.
//!
//! The land is that of `tick`, and lives at least three years; the first is for warming up. Units that die or give up
//! are replaced, so there are as many walkers late as early. With a file the run can be interrupted and resumed, in
//! sittings: memory and files are compared within a sitting, times with the first one. What does not live here:
//! players (`fuzz` has those).

use super::tick::{Moment, inhabited};
use super::{Figures, MeasureArgs, MeasureError};
use crate::app::output;
use crate::app::progress::Progress;
use crate::save;
use crate::sim::Game;
use crate::world::{DAY, TownId, YEAR_DAYS};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Ticks of a stretch, after which everything is checked: four days.
const STRETCH: u32 = 4 * DAY as u32;
/// Stretches of a year. Early is the second year, late the last, so that winters are compared with winters.
const YEAR: usize = YEAR_DAYS as usize / 4;

/// A sample taken after a stretch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Look {
    /// The tick of the world.
    tick: u64,
    /// The sitting in which it was taken, from 0.
    sitting: u32,
    /// Memory in use, in KiB; 0 where the system does not report it.
    memory: u64,
    /// Open files; 0 where the system does not report it.
    files: usize,
    /// Walkers that are left.
    units: usize,
    /// Milliseconds per tick.
    pace: f64,
}

/// Measures.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let kept = args.out.as_deref().map(|file| begin(file, args)).transpose()?.flatten();
    let (mut game, mut looks) = match kept {
        Some(kept) => kept,
        None => (inhabited(args.seed, args.size, args.units)?, Vec::new()),
    };
    let sitting = looks.last().map_or(0, |look: &Look| look.sitting + 1);
    let wanted = (args.ticks / STRETCH).max(3 * YEAR as u32) as usize;
    let mut progress = Progress::beside();
    while looks.len() < wanted {
        progress.tell("living", looks.len() * 100 / wanted);
        looks.push(live(&mut game, sitting)?);
        replace(&mut game, args.units);
        args.out.as_deref().map_or(Ok(()), |file| keep(file, &game, &looks))?;
    }
    drop(progress);
    Ok(figures_of(&looks))
}

/// Lives through a stretch and takes a sample.
fn live(game: &mut Game, sitting: u32) -> Result<Look, MeasureError> {
    let before = Moment::now();
    (0..STRETCH).for_each(|_| game.tick());
    let pace = before.spent().as_secs_f64() * 1000.0 / f64::from(STRETCH);
    let tick = game.world.tick;
    game.world.check().map_err(|what| MeasureError::Broken(tick, what))?;
    let stale = game.derived.stale(&game.world);
    stale.map_or(Ok(()), |stale| Err(MeasureError::Broken(tick, stale.to_string())))?;
    Ok(Look { tick, sitting, memory: memory(), files: files(), units: game.world.units.len(), pace })
}

/// Settlements hire in turn to replace the missing units: of so many, most cannot live by trade, and give it up.
fn replace(game: &mut Game, units: u32) {
    let missing = (units as usize).saturating_sub(game.world.units.len());
    let towns: Vec<TownId> =
        game.world.living_towns().filter(|id| game.world.town(*id).people == 0).collect();
    towns.into_iter().cycle().take(missing).for_each(|id| game.hire(id));
}

fn figures_of(looks: &[Look]) -> Figures {
    let grown = |before: f64, after: f64| ((after / before.max(1e-9) - 1.0) * 1000.0).round() / 10.0;
    let mut figures = Figures::new();
    figures.insert("ticks".to_owned(), json!(looks.len() as u32 * STRETCH));
    figures.insert("units_fewest".to_owned(), json!(looks.iter().map(|look| look.units).min()));
    figures.insert("broken".to_owned(), json!(0));
    let sittings: Vec<&[Look]> = looks.chunk_by(|a, b| a.sitting == b.sitting).collect();
    figures.insert("sittings".to_owned(), json!(sittings.len()));
    let long: Vec<(&[Look], &[Look])> = sittings.into_iter().filter_map(early_and_late).collect();
    let memory = |looks: &[Look]| looks.iter().map(|look| look.memory).max().unwrap_or(0);
    let files = |looks: &[Look]| looks.iter().map(|look| look.files).max().unwrap_or(0);
    let growths = long.iter().map(|(early, late)| grown(memory(early) as f64, memory(late) as f64));
    // No growth is known if no sitting was long enough.
    let worst = growths.reduce(f64::max);
    figures.insert("memory_mb".to_owned(), each(&long, |looks| memory(looks) / 1024));
    figures.insert("memory_growth_percent".to_owned(), json!(worst));
    figures.insert("open_files".to_owned(), each(&long, |looks| files(looks) as u64));
    let (early, late) = (middle(&looks[YEAR..2 * YEAR]), middle(&looks[looks.len() - YEAR..]));
    figures.insert("tick_ms_early".to_owned(), json!(early));
    figures.insert("tick_ms_late".to_owned(), json!(late));
    figures.insert("tick_drift_percent".to_owned(), json!(grown(early, late)));
    figures
}

/// The second and the last year of a sitting that lasted at least three.
fn early_and_late(looks: &[Look]) -> Option<(&[Look], &[Look])> {
    (looks.len() >= 3 * YEAR).then(|| (&looks[YEAR..2 * YEAR], &looks[looks.len() - YEAR..]))
}

/// A value of the early and the late year of each sitting.
fn each(sittings: &[(&[Look], &[Look])], of: impl Fn(&[Look]) -> u64) -> serde_json::Value {
    json!(sittings.iter().map(|(early, late)| [of(early), of(late)]).collect::<Vec<_>>())
}

/// Checks the two files of a run, and loads an interrupted one.
fn begin(file: &Path, args: &MeasureArgs) -> Result<Option<(Game, Vec<Look>)>, MeasureError> {
    if args.force.force || !file.exists() {
        args.force.output(file, &[])?;
        args.force.output(&save_of(file), &[file])?;
        return Ok(None);
    }
    output::kept(file)?;
    go_on(file, args)
}

/// The world and the samples of a file, if it exists.
fn go_on(file: &Path, args: &MeasureArgs) -> Result<Option<(Game, Vec<Look>)>, MeasureError> {
    let failed = |why: String| MeasureError::Kept(file.to_owned(), why);
    let text = match std::fs::read(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error.to_string())),
    };
    if !save_of(file).is_file() {
        return Err(failed("its save is missing".to_owned()));
    }
    let mut looks: Vec<Look> = serde_json::from_slice(&text).map_err(|error| failed(error.to_string()))?;
    let saved = save::load_save(&save_of(file)).map_err(|error| failed(error.to_string()))?;
    let world = saved.world;
    if (world.seed, world.size()) != (args.seed, args.size) {
        return Err(failed("it is of another land".to_owned()));
    }
    // The save is written before the samples: without a sample, living resumes from the save.
    looks.retain(|look| look.tick <= world.tick);
    Ok(Some((Game::from_world(world), looks)))
}

/// Writes the world and the samples.
fn keep(file: &Path, game: &Game, looks: &[Look]) -> Result<(), MeasureError> {
    let text = serde_json::to_vec(looks).unwrap_or_default();
    let written = save::write_whole(&save_of(file), &save::encode(&game.world));
    let written = written.and_then(|()| save::write_whole(file, &text));
    written.map_err(|error| MeasureError::Kept(file.to_owned(), error.to_string()))
}

/// The save that belongs to a file of samples: never that file itself, whatever its name.
fn save_of(file: &Path) -> PathBuf {
    file.with_added_extension("save")
}

/// Median pace of some stretches, in milliseconds per tick, to the microsecond.
fn middle(looks: &[Look]) -> f64 {
    let mut paces: Vec<f64> = looks.iter().map(|look| look.pace).collect();
    paces.sort_unstable_by(f64::total_cmp);
    paces.get(paces.len() / 2).map_or(0.0, |pace| (pace * 1000.0).round() / 1000.0)
}

/// Memory in use, in KiB; 0 where the system does not report it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Open files; 0 where the system does not report it.
fn files() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}
