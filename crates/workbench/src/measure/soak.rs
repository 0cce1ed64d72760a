//! `workbench measure soak`: whether a land stays stable for days: memory, open files, sound worlds, and tick times
//! early and late.
//!
//! The land is that of `tick`, and lives at least three years; the first is for warming up. Units that die or give up
//! are replaced, so there are as many walkers late as early. With a file the run can be interrupted and resumed, in
//! sittings: memory and files are compared within a sitting, times with the first one. What does not live here:
//! players (`fuzz` has those).

use super::tick::{ClockReading, inhabited_land, memory_kib, walker};
use super::{Figures, MeasureArgs, MeasureError};
use crate::app::output;
use crate::app::progress::ProgressLine;
use crate::save::{self, Disk};
use crate::sim::{Game, Watcher};
use crate::world::{DAY, PeopleIx, TownIx, YEAR_DAYS};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Ticks of a stretch, after which everything is checked: four days.
const STRETCH_TICKS: u32 = 4 * DAY as u32;
/// Stretches of a year. Early is the second year, late the last, so that winters are compared with winters.
const YEAR_STRETCHES: usize = YEAR_DAYS as usize / 4;

/// Most bytes of the file of samples.
const SAMPLES_BYTES_MAX: u64 = 1 << 28;

/// A sample taken after a stretch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SoakSample {
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
    let kept = args.out.as_deref().map(|file| open_run(file, args)).transpose()?.flatten();
    let (mut game, mut looks) = match kept {
        Some(kept) => kept,
        None => (inhabited_land(args.seed, args.size, args.units)?, Vec::new()),
    };
    let sitting = looks.last().map_or(0, |look: &SoakSample| look.sitting + 1);
    let wanted = (args.ticks / STRETCH_TICKS).max(3 * YEAR_STRETCHES as u32) as usize;
    let mut progress = ProgressLine::on_stderr();
    while looks.len() < wanted {
        progress.show_percent("living", looks.len() * 100 / wanted);
        looks.push(run_stretch(&mut game, sitting)?);
        replace_missing_units(&mut game, args.units);
        args.out.as_deref().map_or(Ok(()), |file| write_progress(file, &game, &looks))?;
    }
    drop(progress);
    Ok(figures_of(&looks))
}

/// Lives through a stretch and takes a sample.
fn run_stretch(game: &mut Game, sitting: u32) -> Result<SoakSample, MeasureError> {
    let before = ClockReading::now();
    (0..STRETCH_TICKS).for_each(|_| game.tick());
    let pace = before.elapsed().as_secs_f64() * 1000.0 / f64::from(STRETCH_TICKS);
    let tick = game.world.tick;
    game.world.check().map_err(|what| MeasureError::UnsoundWorld(tick, what))?;
    let stale = game.derived.first_mismatch(&game.world);
    stale.map_or(Ok(()), |stale| Err(MeasureError::UnsoundWorld(tick, stale.to_string())))?;
    Ok(SoakSample {
        tick,
        sitting,
        memory: memory_kib("VmRSS"),
        files: open_files(),
        units: game.world.units.len(),
        pace,
    })
}

/// Settlements get the missing units in turn: of so many, most cannot live by trade, and give it up.
fn replace_missing_units(game: &mut Game, units: u32) {
    let missing = (units as usize).saturating_sub(game.world.units.len());
    let towns: Vec<TownIx> =
        game.world.living_towns().filter(|id| game.world.town(*id).people == PeopleIx::PLAYER).collect();
    towns.into_iter().cycle().take(missing).for_each(|id| replace_unit(game, id));
}

/// Adds a walker to a settlement; its people sees what it sees.
fn replace_unit(game: &mut Game, home: TownIx) {
    let walker = walker(&mut game.world, home);
    let (people, watcher) = (walker.people, Watcher::Unit(walker.id));
    game.world.units.push(walker);
    for cell in game.derived.update_view(&game.world, watcher).gained {
        game.world.observe(people, cell);
    }
}

fn figures_of(looks: &[SoakSample]) -> Figures {
    let grown = |before: f64, after: f64| ((after / before.max(1e-9) - 1.0) * 1000.0).round() / 10.0;
    let mut figures = Figures::new();
    figures.insert("ticks".to_owned(), json!(looks.len() as u32 * STRETCH_TICKS));
    figures.insert("units_fewest".to_owned(), json!(looks.iter().map(|look| look.units).min()));
    figures.insert("broken".to_owned(), json!(0));
    let sittings: Vec<&[SoakSample]> = looks.chunk_by(|a, b| a.sitting == b.sitting).collect();
    figures.insert("sittings".to_owned(), json!(sittings.len()));
    let long: Vec<(&[SoakSample], &[SoakSample])> = sittings.into_iter().filter_map(early_and_late).collect();
    let memory = |looks: &[SoakSample]| looks.iter().map(|look| look.memory).max().unwrap_or(0);
    let files = |looks: &[SoakSample]| looks.iter().map(|look| look.files).max().unwrap_or(0);
    let growths = long.iter().map(|(early, late)| grown(memory(early) as f64, memory(late) as f64));
    // No growth is known if no sitting was long enough.
    let worst = growths.reduce(f64::max);
    figures.insert("memory_mb".to_owned(), each(&long, |looks| memory(looks) / 1024));
    figures.insert("memory_growth_percent".to_owned(), json!(worst));
    figures.insert("open_files".to_owned(), each(&long, |looks| files(looks) as u64));
    let (early, late) = (
        median_pace(&looks[YEAR_STRETCHES..2 * YEAR_STRETCHES]),
        median_pace(&looks[looks.len() - YEAR_STRETCHES..]),
    );
    figures.insert("tick_ms_early".to_owned(), json!(early));
    figures.insert("tick_ms_late".to_owned(), json!(late));
    figures.insert("tick_drift_percent".to_owned(), json!(grown(early, late)));
    figures
}

/// The second and the last year of a sitting that lasted at least three.
fn early_and_late(looks: &[SoakSample]) -> Option<(&[SoakSample], &[SoakSample])> {
    (looks.len() >= 3 * YEAR_STRETCHES)
        .then(|| (&looks[YEAR_STRETCHES..2 * YEAR_STRETCHES], &looks[looks.len() - YEAR_STRETCHES..]))
}

/// A value of the early and the late year of each sitting.
fn each(sittings: &[(&[SoakSample], &[SoakSample])], of: impl Fn(&[SoakSample]) -> u64) -> serde_json::Value {
    json!(sittings.iter().map(|(early, late)| [of(early), of(late)]).collect::<Vec<_>>())
}

/// Checks the two files of a run, and loads an interrupted one.
fn open_run(file: &Path, args: &MeasureArgs) -> Result<Option<(Game, Vec<SoakSample>)>, MeasureError> {
    if args.force.force || !file.exists() {
        args.force.output(file, &[])?;
        args.force.output(&save_of(file), &[file])?;
        return Ok(None);
    }
    output::continued_output(file)?;
    load_progress(file, args)
}

/// The world and the samples of a file, if it exists.
fn load_progress(file: &Path, args: &MeasureArgs) -> Result<Option<(Game, Vec<SoakSample>)>, MeasureError> {
    let failed = |why: String| MeasureError::Progress(file.to_owned(), why);
    let text = match Disk::default().read_whole(file, SAMPLES_BYTES_MAX) {
        Ok(Some(text)) => text,
        Ok(None) => return Err(failed("it is too long".to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error.to_string())),
    };
    if !save_of(file).is_file() {
        return Err(failed("its save is missing".to_owned()));
    }
    let mut looks: Vec<SoakSample> =
        serde_json::from_slice(&text).map_err(|error| failed(error.to_string()))?;
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
fn write_progress(file: &Path, game: &Game, looks: &[SoakSample]) -> Result<(), MeasureError> {
    let text = serde_json::to_vec(looks).unwrap_or_default();
    let written = save::write_atomic(&save_of(file), &save::encode(&game.world));
    let written = written.and_then(|()| save::write_atomic(file, &text));
    written.map_err(|error| MeasureError::Progress(file.to_owned(), error.to_string()))
}

/// The save that belongs to a file of samples: never that file itself, whatever its name.
fn save_of(file: &Path) -> PathBuf {
    file.with_added_extension("save")
}

/// Median pace of some stretches, in milliseconds per tick, to the microsecond.
fn median_pace(looks: &[SoakSample]) -> f64 {
    let mut paces: Vec<f64> = looks.iter().map(|look| look.pace).collect();
    paces.sort_unstable_by(f64::total_cmp);
    paces.get(paces.len() / 2).map_or(0.0, |pace| (pace * 1000.0).round() / 1000.0)
}

/// Open files; 0 where the system does not report it.
fn open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}
