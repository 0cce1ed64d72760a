//! A session of a game: opening, recording, saving, and rescuing it after a crash.
//!
//! Every land has its own slot, named after its seed and size, so that starting another never loses the previous one;
//! by
//! default the land saved last continues. File formats and safe writing do not live here (`save`).

use super::crash::{self, Panic, Tape};
use super::crash_loop::{self, CrashChoice, Recurring, Start};
use super::{PlayError, PlayOptions, clock, export_worker};
use crate::app::levels;
use crate::app::progress::Progress;
use crate::grid::Size;
use crate::land::{OnProgress, Recipe};
use crate::save::{HASH_EVERY, Header, Loaded, Place, Recorder, SaveError, Slot, how_to_play, relive};
use crate::scene::Command;
use crate::sim::{Game, WARM_UP_TICKS};
use crate::text::Printable;
use crate::world::{DAY, Hashes, YEAR_DAYS};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Share of the loading time that generating a land takes, in percent.
const LAND_SHARE: usize = 85;

/// Time limit for replaying from the newest save to a crash.
const RELIVING: Duration = Duration::from_secs(10);

/// Estimated size of the first save of a new land, per cell.
const NEW_SAVE_BYTES_PER_CELL: u64 = 2;

/// A game with its keeper.
pub type Opened = (Game, Keeper);

/// What triggers a save.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaveTrigger {
    /// The player.
    ByHand,
    /// The autosave timer.
    ByItself,
}

/// Records and saves a game.
pub struct Keeper {
    slot: Arc<Slot>,
    recorder: Recorder,
    /// Whether something has happened since the last save.
    is_unsaved: Arc<AtomicBool>,
    /// A save that is being written.
    writing: Option<JoinHandle<()>>,
    /// The last consistent position of the game.
    place: Place,
    /// Whether the game is consistent now, rather than within a tick or command.
    is_whole: bool,
    tape: Tape,
    /// A message for the player at the start.
    note: Option<String>,
}

fn failed(error: impl std::fmt::Display) -> PlayError {
    PlayError::Game(error.to_string())
}

/// Opens the game to play: a level, a saved land, or a new land after two days; `None` if the player declines.
pub fn open(options: &PlayOptions) -> Result<Option<Opened>, PlayError> {
    let mut progress = Progress::on_screen();
    open_telling(options, &mut |what, percent| progress.tell(what, percent), &mut crash_loop::ask)
}

/// The same with a progress callback, and with `ask` deciding about a game that keeps crashing.
pub fn open_telling(
    options: &PlayOptions,
    on_progress: OnProgress,
    ask: &mut dyn FnMut(&Recurring) -> CrashChoice,
) -> Result<Option<Opened>, PlayError> {
    if let Some(path) = &options.level {
        let level = levels::load(path).map_err(failed)?;
        let slot = Slot::open(&options.saves, &level_slot(path)).map_err(failed)?;
        check_room(&slot, None, level.size())?;
        let recorder = slot.record(&Header::of_level(&level));
        let mut keeper = Keeper::new(slot, recorder, None);
        keeper.take_slot()?;
        return Ok(Some((Game::from_level(&level), keeper)));
    }
    let latest = if options.fresh { None } else { latest(options) };
    let name = match options.seed {
        Some(seed) => land_slot(seed, options),
        None => latest.unwrap_or_else(|| land_slot(seed_by_lot(), options)),
    };
    let slot = Slot::open(&options.saves, &name).map_err(failed)?;
    let loaded = match (options.fresh, options.by_hand) {
        (true, _) => None,
        (false, true) => {
            let own = slot.load_by_hand().map_err(failed)?;
            own.map(|own| slot.go_back_to(own)).transpose().map_err(failed)?
        }
        (false, false) => match slot.load().map_err(failed)? {
            None => None,
            Some(newest) => match crash_loop::choose(&slot, newest, ask).map_err(failed)? {
                Start::From(loaded) => Some(*loaded),
                Start::Nothing => return Ok(None),
                Start::NewLand => {
                    let another = PlayOptions { seed: None, fresh: true, ..options.clone() };
                    return open_telling(&another, on_progress, ask);
                }
            },
        },
    };
    check_room(&slot, loaded.as_ref(), options.size)?;
    let Some(loaded) = loaded else { return begin(slot, &name, options, on_progress).map(Some) };
    Ok(Some(go_on_from(slot, loaded, options)))
}

/// Continues a saved game.
fn go_on_from(slot: Slot, loaded: Loaded, options: &PlayOptions) -> Opened {
    let (recorder, unrecorded) = slot.record_on(&loaded);
    let is_older = "--years has no effect on a saved land; use --new to start another";
    let note = loaded.note.or(unrecorded).or((options.years > 0).then(|| is_older.to_owned()));
    let mut opened = (Game::from_world(loaded.world), Keeper::new(slot, recorder, note));
    opened.1.carried_out(&opened.0);
    go_on(&mut opened, options);
    opened
}

/// Checks before a game starts that its folder is writable and has space for one more save.
fn check_room(slot: &Slot, loaded: Option<&Loaded>, size: Size) -> Result<(), PlayError> {
    let saved = loaded.and_then(|loaded| std::fs::metadata(&loaded.file).ok()).map(|about| about.len());
    let bytes = saved.unwrap_or(size.area() as u64 * NEW_SAVE_BYTES_PER_CELL);
    slot.check_room(bytes).map_err(|error| failed(format!("{error}, or use another folder with --saves DIR")))
}

/// Starts a new land in a slot.
fn begin(
    slot: Slot,
    name: &str,
    options: &PlayOptions,
    on_progress: OnProgress,
) -> Result<Opened, PlayError> {
    let seed = options.seed.or_else(|| seed_of(name)).unwrap_or_else(seed_by_lot);
    // The first days take a small share of the loading time; years take most of it.
    let land_share = if options.years > 0 { 100 - LAND_SHARE } else { LAND_SHARE };
    let land_progress = &mut |what: &'static str, percent| on_progress(what, percent * land_share / 100);
    let make = if options.wander { Game::wander } else { Game::with_recipe };
    let mut game = make(options.recipe, seed, options.size, land_progress).map_err(failed)?;
    let header = Header::new(seed, options.size, None).recipe(options.recipe).wander(options.wander);
    let recorder = slot.record(&header);
    let mut keeper = Keeper::new(slot, recorder, None);
    let first = (options.years * YEAR_DAYS * DAY).max(WARM_UP_TICKS) as usize;
    let activity = if options.years > 0 { "simulating its first years" } else { "simulating two days" };
    for tick in 0..first {
        keeper.ticking();
        game.tick();
        keeper.ticked(&game);
        on_progress(activity, land_share + tick * (100 - land_share) / first);
    }
    // Only now: a land that is cancelled while it is generated must not displace a game.
    keeper.take_slot()?;
    let mut begun = (game, keeper);
    go_on(&mut begun, options);
    Ok(begun)
}

/// Starts the next life of a wanderer's game if none is in progress; if that is refused, the game opens without one.
fn go_on((game, keeper): &mut Opened, options: &PlayOptions) {
    if options.wander && game.world.possession.is_none() {
        keeper.record(game, &Command::NextLife);
        let _ = game.apply(&Command::NextLife);
        keeper.carried_out(game);
    }
}

/// Prefix of the slot names of such games.
fn family(options: &PlayOptions) -> &'static str {
    if options.wander { "wander-" } else { "land-" }
}

/// The slot name of a land.
pub fn land_slot(seed: u64, options: &PlayOptions) -> String {
    let family = family(options);
    let gentle = if options.recipe.gentle { "-gentle" } else { "" };
    let plain = Recipe { gentle: false, ..options.recipe };
    let kind = if plain == Recipe::default() { String::new() } else { format!("-{}", plain.words("-")) };
    format!("{family}{seed}-{}x{}{kind}{gentle}", options.size.width, options.size.height)
}

/// The seed in a slot's name.
fn seed_of(name: &str) -> Option<u64> {
    name.strip_prefix("land-").or_else(|| name.strip_prefix("wander-"))?.split('-').next()?.parse().ok()
}

/// The slot name of a level: its file name without characters that are not allowed.
fn level_slot(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let plain: String = stem.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    format!("level-{plain}")
}

/// The slot of the land saved last.
fn latest(options: &PlayOptions) -> Option<String> {
    let family = family(options);
    let entries = std::fs::read_dir(&options.saves).ok()?.flatten();
    let lands = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (land, kind) = name.rsplit_once('.').filter(|(land, _)| land.starts_with(family))?;
        let land = is_save(kind).then(|| land.to_owned())?;
        Some((entry.metadata().ok()?.modified().ok()?, land))
    });
    lands.max().map(|(_, name)| name)
}

/// Whether a slot has a save of any kind.
pub fn is_begun(saves: &Path, slot: &str) -> bool {
    let entries = std::fs::read_dir(saves).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names
        .into_iter()
        .any(|name| name.rsplit_once('.').is_some_and(|(land, kind)| land == slot && is_save(kind)))
}

/// Message about a game that ended without its last save, with the save to continue from.
pub fn unsaved_words(slot: &Slot, why: &str) -> String {
    let last = slot.newest().map(|save| format!("{} (tick {})", Printable(&save.file), save.world.tick));
    match last {
        Some(last) => format!("not saved: {why}; the last good save is {last}"),
        None => format!("not saved: {why}; there is no earlier save"),
    }
}

/// Whether files with this extension are saves.
fn is_save(extension: &str) -> bool {
    matches!(extension, "save" | "bak" | "rescue") || extension.starts_with("auto")
}

/// A random seed, short enough to share.
pub fn seed_by_lot() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 100_000_000
}

impl Keeper {
    fn new(slot: Slot, recorder: Recorder, note: Option<String>) -> Keeper {
        let (place, tape) = (Place::default(), Tape::default());
        let note = note.or_else(|| slot.untidy().map(ToString::to_string));
        let (slot, is_unsaved) = (Arc::new(slot), Arc::default());
        Keeper { slot, recorder, is_unsaved, writing: None, place, is_whole: true, tape, note }
    }

    /// Sets aside the previous game in the slot.
    fn take_slot(&mut self) -> Result<(), PlayError> {
        if let Some(folder) = self.slot.set_aside().map_err(failed)? {
            self.note = Some(format!("the game that was here before is kept: {}", how_to_play(&folder)));
        }
        Ok(())
    }

    /// Takes the message for the player at the start.
    pub fn note(&mut self) -> Option<String> {
        self.note.take()
    }

    /// The file of the record, flushed; `None` if the game is not recorded.
    pub fn record_file(&mut self) -> Option<PathBuf> {
        self.recorder.commands()?;
        self.recorder.flush().ok()?;
        Some(self.slot.replay_path())
    }

    /// The slot of the game.
    pub fn slot(&self) -> Arc<Slot> {
        Arc::clone(&self.slot)
    }

    /// Saves for the last time and writes the chronicle; returns a message, also if only the chronicle failed.
    pub fn finish(&mut self, game: &Game) -> Result<String, String> {
        let saved = self.save(game)?;
        Ok(match export_worker::write_chronicle(&self.slot, &game.world) {
            Ok(path) => format!("{saved}; its chronicle is {}", Printable(path)),
            Err(error) => format!("{saved}; no chronicle: {error}"),
        })
    }

    /// Records a command before it is carried out or refused.
    pub fn record(&mut self, game: &Game, command: &Command) {
        self.recorder.command(game.world.tick, command);
        self.tape.add(game.world.tick, command);
        self.is_whole = false;
    }

    /// Marks the end of a tick or command.
    pub fn carried_out(&mut self, game: &Game) {
        self.is_unsaved.store(true, Ordering::Relaxed);
        self.place = Place { tick: game.world.tick, commands: self.recorder.commands().unwrap_or(0) };
        self.is_whole = true;
    }

    /// Marks the start of a tick.
    pub fn ticking(&mut self) {
        self.is_whole = false;
    }

    /// Marks the end of a tick, and records hashes when due.
    pub fn ticked(&mut self, game: &Game) {
        self.carried_out(game);
        if game.world.tick.is_multiple_of(HASH_EVERY) {
            self.recorder.hashes(game.world.tick, &game.world.hash());
        }
    }

    /// Message about the player's own save.
    pub fn saved_words(&self) -> String {
        format!("saved as {}", Printable(self.slot.path()))
    }

    /// Saves now; returns a message for the player.
    pub fn save(&mut self, game: &Game) -> Result<String, String> {
        // A background save is older and must not finish after this one.
        self.wait();
        self.recorder.flush().map_err(|error| error.to_string())?;
        self.slot.save(&game.world, self.recorder.commands()).map_err(|error| error.to_string())?;
        Ok(self.saved_words())
    }

    /// Saves a copy of the world in the background, after any running save, and reports the result to `tell`. An
    /// autosave is
    /// skipped while another save runs, or if nothing has changed: otherwise a paused game would fill the ring with
    /// copies.
    pub fn save_beside(
        &mut self,
        game: &Game,
        kept: SaveTrigger,
        tell: impl FnOnce(Result<(), String>) + Send + 'static,
    ) {
        let is_writing = self.writing.as_ref().is_some_and(|writing| !writing.is_finished());
        let can_skip = is_writing || !self.is_unsaved.load(Ordering::Relaxed);
        if can_skip && kept == SaveTrigger::ByItself {
            return;
        }
        let is_unsaved = Arc::clone(&self.is_unsaved);
        is_unsaved.store(false, Ordering::Relaxed);
        let (before, slot, log) = (self.writing.take(), Arc::clone(&self.slot), self.recorder.log());
        let (commands, world) = (self.recorder.commands(), game.world.clone());
        let save = move || {
            super::rehearse_panic("save", world.tick);
            log.map_or(Ok(()), |log| log.flush())?;
            match kept {
                SaveTrigger::ByHand => slot.save(&world, commands),
                SaveTrigger::ByItself => slot.autosave(&world, commands),
            }
        };
        let run = move || {
            before.map(JoinHandle::join);
            let result = crash::caught(save).map_err(|fault| format!("saving crashed: {}", fault.line()));
            let result =
                result.and_then(|saved: Result<(), SaveError>| saved.map_err(|error| error.to_string()));
            is_unsaved.fetch_or(result.is_err(), Ordering::Relaxed);
            tell(result);
        };
        self.writing = beside_or_here(run);
    }

    /// Waits for a running background save.
    fn wait(&mut self) {
        self.writing.take().map(JoinHandle::join);
    }

    /// Handles a crash: rescues the last consistent state, writes a report, and returns the last words.
    pub fn break_off(&mut self, game: &Game, fault: &Panic) -> String {
        self.wait();
        // The rescue replays the record from the newest save.
        let _ = self.recorder.flush();
        let (rescue, hashes) = self.rescue(game);
        if let Some(hashes) = &hashes {
            self.recorder.hashes(self.place.tick, hashes);
        }
        // A record is played up to its last line; this one is never carried out and marks the tick that crashed.
        self.recorder.command(self.place.tick + 1, &Command::Remove { cells: Vec::new() });
        let flushed = self.recorder.flush();
        let name = crash_loop::report_name(&self.slot, self.place.tick);
        let record = match (self.recorder.commands(), flushed) {
            (None, _) => Err("the game was not recorded".to_owned()),
            (_, Err(error)) => Err(error.to_string()),
            _ => self.slot.copy_record(&format!("{name}.replay")).map_err(|error| error.to_string()),
        };
        let words = match &rescue {
            Ok(path) => {
                format!("the land was rescued as {}; the next start continues from it", Printable(path))
            }
            Err(why) => format!("the land could not be rescued: {why}"),
        };
        let report = crash::report(
            fault,
            &crash::CrashScene {
                seed: game.world.seed,
                size: game.world.size(),
                tick: self.place.tick,
                is_half_way: !self.is_whole,
                hashes,
                tape: &self.tape,
                record: record.as_deref().map_err(Clone::clone),
                rescue: rescue.as_deref().map_err(Clone::clone),
            },
        );
        let written = self.slot.write_beside(&format!("{name}.txt"), report.as_bytes());
        let details =
            written.map_or_else(|error| error.to_string(), |path| format!("see {}", Printable(path)));
        format!("the game crashed after tick {}: {}; {details}; {words}", self.place.tick, fault.line())
    }

    /// Saves the last consistent state: the world itself, or the newest save with the record replayed on it. Returns
    /// the file
    /// and the hashes of the world.
    fn rescue(&self, game: &Game) -> (Result<PathBuf, String>, Option<Hashes>) {
        let until = clock::now() + RELIVING;
        let recovered = if self.is_whole {
            None
        } else {
            crash::caught(|| relive(&self.slot, self.place, &mut || clock::now() < until)).ok().flatten()
        };
        let commands = self.recorder.commands();
        let (world, commands) = match &recovered {
            Some((world, place)) => (world, commands.map(|_| place.commands)),
            None if self.is_whole => (&game.world, commands),
            // Half a tick matches no position of the record, but is better than nothing.
            None => (&game.world, None),
        };
        if let Err(why) = world.check() {
            return (Err(why), None);
        }
        let is_reached = self.is_whole || world.tick == self.place.tick && commands.is_some();
        let saved = self.slot.save_rescued(world, commands).map_err(|error| error.to_string());
        (saved, is_reached.then(|| world.hash()))
    }
}

/// Runs something on a new thread, or on this one if no thread can be started.
fn beside_or_here(run: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    let here = Arc::new(Mutex::new(Some(run)));
    let there = Arc::clone(&here);
    let take = |job: &Mutex<Option<_>>| job.lock().unwrap_or_else(PoisonError::into_inner).take();
    let started = std::thread::Builder::new().name("save".to_owned()).spawn(move || {
        if let Some(run) = take(&there) {
            run();
        }
    });
    if started.is_err()
        && let Some(run) = take(&here)
    {
        run();
    }
    started.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::{Disk, Operation};
    use std::sync::mpsc;

    /// Whether these operations sync the record, then a save, then rename it, and at last sync the folder.
    fn is_in_order(done: &[Operation], ending: &str) -> bool {
        let is = |done: &Operation, what: &str, ending: &str| {
            done.what == what && done.path.to_string_lossy().ends_with(ending)
        };
        let Some(named) = done.iter().position(|done| is(done, "rename", ending)) else { return false };
        let part = done[named].from.as_ref();
        let synced = done[..named].iter().position(|done| done.what == "sync" && Some(&done.path) == part);
        let recorded = done.iter().position(|done| is(done, "sync", ".replay"));
        let is_last = done[named..].iter().any(|done| done.what == "sync folder");
        is_last && recorded.is_some() && recorded < synced
    }

    /// For each kind of save: when it is reported, record and save are synced, in this order.
    #[test]
    fn record_and_save_are_synced_before_the_save_is_reported() {
        let (dir, disk) = (tempfile::tempdir().unwrap(), Disk::watched());
        let slot = Slot::open_on(disk.clone(), dir.path(), "home").unwrap();
        let mut game = Game::new(4, Size::new(48, 48)).unwrap();
        let recorder = slot.record(&Header::new(4, game.world.size(), None));
        let mut keeper = Keeper::new(slot, recorder, None);
        for (trigger, ending) in
            [("now", ".save"), ("hand", ".save"), ("itself", ".auto1"), ("fault", ".rescue")]
        {
            // An autosave is skipped while a save is being written, even if that was just reported.
            keeper.wait();
            let before = disk.done().len();
            keeper.record(&game, &Command::Undo);
            let _ = game.apply(&Command::Undo);
            keeper.carried_out(&game);
            let (sender, reported) = mpsc::channel();
            let seen = disk.clone();
            let tell = move |done: Result<(), String>| sender.send((done, seen.done())).unwrap();
            match trigger {
                "now" => tell(keeper.save(&game).map(drop)),
                "hand" => keeper.save_beside(&game, SaveTrigger::ByHand, tell),
                "itself" => keeper.save_beside(&game, SaveTrigger::ByItself, tell),
                _ => {
                    let fault = crash::caught(|| panic!("this test wants one")).unwrap_err();
                    let words = keeper.break_off(&game, &fault);
                    tell(if words.contains(".rescue") { Ok(()) } else { Err(words) });
                }
            }
            let (done, operations) = reported.recv().unwrap();
            assert_eq!(done, Ok(()), "{trigger}");
            // The report of a crash is as durable as the rescued save.
            let explains: &[&str] =
                if trigger == "fault" { &["crash-home-0.replay", "crash-home-0.txt"] } else { &[] };
            for ending in explains.iter().copied().chain([ending]) {
                assert!(
                    is_in_order(&operations[before..], ending),
                    "{trigger}: {:#?}",
                    &operations[before..]
                );
            }
        }
    }
}
