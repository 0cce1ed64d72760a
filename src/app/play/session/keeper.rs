//! The keeper of a game: recording, saving, and rescuing it after a crash.
//!
//! File formats and safe writing do not live here (`save`), nor opening a game (`opening`).

use super::crash_report::{CommandTape, CrashContext, crash_report};
use super::{crash_loop, export_worker};
use crate::app::play::panics::{self, PanicInfo};
use crate::app::play::{clock, faults};
use crate::save::{RecordPosition, Recorder, SaveError, SaveSlot, is_hashed, play_instruction, recover};
use crate::scene::Command;
use crate::sim::Game;
use crate::text::Printable;
use crate::world::Hashes;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time limit for replaying from the newest save to a crash.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(10);

/// What triggers a save.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaveTrigger {
    /// The player.
    Player,
    /// The autosave timer.
    Autosave,
}

/// Records and saves a game.
pub(in crate::app::play) struct GameKeeper {
    slot: Arc<SaveSlot>,
    recorder: Recorder,
    /// Whether something has happened since the last save.
    is_unsaved: Arc<AtomicBool>,
    /// A save that is being written.
    background_save: Option<JoinHandle<()>>,
    /// The last consistent position of the game.
    last_consistent: RecordPosition,
    /// Whether the game is consistent now, rather than within a tick or command.
    is_consistent: bool,
    tape: CommandTape,
    /// A message for the player at the start.
    note: Option<String>,
    /// Whether the player has been away from the game.
    is_return: bool,
}

/// Message about a game that ended without its last save, with the save to continue from.
pub(in crate::app::play) fn unsaved_words(slot: &SaveSlot, why: &str) -> String {
    let last = slot.newest().map(|save| format!("{} (tick {})", Printable(&save.file), save.world.tick));
    match last {
        Some(last) => format!("not saved: {why}; the last good save is {last}"),
        None => format!("not saved: {why}; there is no earlier save"),
    }
}

impl GameKeeper {
    /// A keeper of the game in a slot; `note` is a message for the player.
    pub(super) fn new(slot: Arc<SaveSlot>, recorder: Recorder, note: Option<String>) -> GameKeeper {
        let (last_consistent, tape) = (RecordPosition::default(), CommandTape::default());
        let note = note.or_else(|| slot.leftover().map(ToString::to_string));
        GameKeeper {
            slot,
            recorder,
            is_unsaved: Arc::default(),
            background_save: None,
            last_consistent,
            is_consistent: true,
            tape,
            note,
            is_return: false,
        }
    }

    /// The same of a game from which the player has been away, or not.
    pub(super) fn after_absence(self, is_return: bool) -> GameKeeper {
        GameKeeper { is_return, ..self }
    }

    /// Whether the player has been away from the game, and now comes back.
    pub(in crate::app::play) fn is_return(&self) -> bool {
        self.is_return
    }

    /// Sets aside the previous game in the slot.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn set_aside_previous(&mut self) -> Result<(), SaveError> {
        if let Some(folder) = self.slot.set_aside()? {
            self.note = Some(format!("the game that was here before is kept: {}", play_instruction(&folder)));
        }
        Ok(())
    }

    /// Takes the message for the player at the start.
    pub(in crate::app::play) fn take_note(&mut self) -> Option<String> {
        self.note.take()
    }

    /// The file of the record, flushed; `None` if the game is not recorded.
    pub(in crate::app::play) fn record_file(&mut self) -> Option<PathBuf> {
        self.recorder.commands()?;
        self.flush_record().ok()?;
        Some(self.slot.replay_path())
    }

    /// Writes the record, unless another game has taken the slot.
    fn flush_record(&mut self) -> Result<(), SaveError> {
        self.slot.keep_lock()?;
        self.recorder.flush()
    }

    /// The slot of the game.
    pub(in crate::app::play) fn slot(&self) -> Arc<SaveSlot> {
        Arc::clone(&self.slot)
    }

    /// Saves for the last time and writes the chronicle; returns a message, also if only the chronicle failed.
    pub(in crate::app::play) fn save_and_write_chronicle(&mut self, game: &Game) -> Result<String, String> {
        let saved = self.save(game)?;
        Ok(match export_worker::write_chronicle(&self.slot, &game.world) {
            Ok(path) => format!("{saved}; its chronicle is {}", Printable(path)),
            Err(error) => format!("{saved}; no chronicle: {error}"),
        })
    }

    /// Records a command before it is carried out or refused.
    pub(in crate::app::play) fn record_command(&mut self, game: &Game, command: &Command) {
        self.recorder.command(game.world.tick, command);
        self.tape.add(game.world.tick, command);
        self.is_consistent = false;
    }

    /// Marks the end of a tick or command.
    pub(in crate::app::play) fn end_step(&mut self, game: &Game) {
        self.is_unsaved.store(true, Ordering::Relaxed);
        self.last_consistent =
            RecordPosition { tick: game.world.tick, commands: self.recorder.commands().unwrap_or(0) };
        self.is_consistent = true;
    }

    /// Marks the start of a tick.
    pub(in crate::app::play) fn begin_tick(&mut self) {
        self.is_consistent = false;
    }

    /// Marks the end of a tick, and records hashes when due.
    pub(in crate::app::play) fn end_tick(&mut self, game: &Game) {
        self.end_step(game);
        if is_hashed(game.world.tick) {
            self.recorder.hashes(game.world.tick, &game.world.hash());
        }
    }

    /// Message about the player's own save.
    pub(in crate::app::play) fn saved_words(&self) -> String {
        format!("saved as {}", Printable(self.slot.path()))
    }

    /// Saves now; returns a message for the player.
    pub(in crate::app::play) fn save(&mut self, game: &Game) -> Result<String, String> {
        // A background save is older and must not finish after this one.
        self.wait_for_save();
        self.flush_record().map_err(|error| error.to_string())?;
        self.slot.save(&game.world, self.recorder.commands()).map_err(|error| error.to_string())?;
        Ok(self.saved_words())
    }

    /// Saves a copy of the world in the background, after any running save, and reports the result to `tell`. An
    /// autosave is skipped while another save runs, or if nothing has changed: otherwise a paused game would fill the
    /// ring with copies.
    pub(in crate::app::play) fn save_in_background(
        &mut self,
        game: &Game,
        kept: SaveTrigger,
        tell: impl FnOnce(Result<(), String>) + Send + 'static,
    ) {
        let is_writing = self.background_save.as_ref().is_some_and(|writing| !writing.is_finished());
        let can_skip = is_writing || !self.is_unsaved.load(Ordering::Relaxed);
        if can_skip && kept == SaveTrigger::Autosave {
            return;
        }
        let is_unsaved = Arc::clone(&self.is_unsaved);
        is_unsaved.store(false, Ordering::Relaxed);
        let (before, slot, log) = (self.background_save.take(), Arc::clone(&self.slot), self.recorder.log());
        let (commands, world) = (self.recorder.commands(), game.world.clone());
        let save = move || {
            faults::panic_for_test("save", world.tick);
            slot.keep_lock()?;
            log.map_or(Ok(()), |log| log.flush())?;
            match kept {
                SaveTrigger::Player => slot.save(&world, commands),
                SaveTrigger::Autosave => slot.autosave(&world, commands),
            }
        };
        let run = move || {
            before.map(JoinHandle::join);
            let result = panics::catch(save).map_err(|fault| format!("saving crashed: {}", fault.one_line()));
            let result =
                result.and_then(|saved: Result<(), SaveError>| saved.map_err(|error| error.to_string()));
            is_unsaved.fetch_or(result.is_err(), Ordering::Relaxed);
            tell(result);
        };
        self.background_save = spawn_or_run(run);
    }

    /// Waits for a running background save.
    fn wait_for_save(&mut self) {
        self.background_save.take().map(JoinHandle::join);
    }

    /// Handles a crash: rescues the last consistent state, writes a report, and returns the last words.
    pub(in crate::app::play) fn handle_crash(&mut self, game: &Game, fault: &PanicInfo) -> String {
        self.wait_for_save();
        // The rescue replays the record from the newest save.
        let _ = self.flush_record();
        let (rescue, hashes) = self.rescue(game);
        if let Some(hashes) = &hashes {
            self.recorder.hashes(self.last_consistent.tick, hashes);
        }
        // A record is played up to its last line; this one is never carried out and marks the tick that crashed.
        self.recorder.command(self.last_consistent.tick + 1, &Command::Remove { cells: Vec::new() });
        let flushed = self.flush_record();
        let name = crash_loop::report_name(&self.slot, self.last_consistent.tick);
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
        let report = crash_report(
            fault,
            &CrashContext {
                seed: game.world.seed,
                size: game.world.size(),
                tick: self.last_consistent.tick,
                is_within_step: !self.is_consistent,
                hashes,
                tape: &self.tape,
                record: record.as_deref().map_err(Clone::clone),
                rescue: rescue.as_deref().map_err(Clone::clone),
            },
        );
        let written = self.slot.write_beside(&format!("{name}.txt"), report.as_bytes());
        let details =
            written.map_or_else(|error| error.to_string(), |path| format!("see {}", Printable(path)));
        format!(
            "the game crashed after tick {}: {}; {details}; {words}",
            self.last_consistent.tick,
            fault.one_line()
        )
    }

    /// Saves the last consistent state: the world itself, or the newest save with the record replayed on it. Returns
    /// the file and the hashes of the world.
    fn rescue(&self, game: &Game) -> (Result<PathBuf, String>, Option<Hashes>) {
        let until = clock::now() + RECOVERY_TIMEOUT;
        let recovered = if self.is_consistent {
            None
        } else {
            panics::catch(|| recover(&self.slot, self.last_consistent, &mut || clock::now() < until))
                .ok()
                .flatten()
        };
        let commands = self.recorder.commands();
        let (world, commands) = match &recovered {
            Some((world, place)) => (world, commands.map(|_| place.commands)),
            None if self.is_consistent => (&game.world, commands),
            // Half a tick matches no position of the record, but is better than nothing.
            None => (&game.world, None),
        };
        if let Err(why) = world.check() {
            return (Err(why), None);
        }
        let is_reached = self.is_consistent || world.tick == self.last_consistent.tick && commands.is_some();
        let saved = self.slot.save_rescued(world, commands).map_err(|error| error.to_string());
        (saved, is_reached.then(|| world.hash()))
    }
}

/// Runs something on a new thread, or on this one if no thread can be started.
fn spawn_or_run(run: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
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
    use crate::grid::Size;
    use crate::save::{Disk, Operation, ReplayHeader};
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
        let (dir, disk) = (tempfile::tempdir().unwrap(), Disk::logging());
        let slot = Arc::new(SaveSlot::open_on(disk.clone(), dir.path(), "home").unwrap());
        let mut game = Game::new(4, Size::new(48, 48)).unwrap();
        let recorder = slot.start_record(&ReplayHeader::new(4, game.world.size(), None));
        let mut keeper = GameKeeper::new(slot, recorder, None);
        for (trigger, ending) in
            [("now", ".save"), ("hand", ".save"), ("itself", ".auto1"), ("fault", ".rescue")]
        {
            // An autosave is skipped while a save is being written, even if that was just reported.
            keeper.wait_for_save();
            let before = disk.done().len();
            keeper.record_command(&game, &Command::Undo);
            let _ = game.apply(&Command::Undo);
            keeper.end_step(&game);
            let (sender, reported) = mpsc::channel();
            let seen = disk.clone();
            let tell = move |done: Result<(), String>| sender.send((done, seen.done())).unwrap();
            match trigger {
                "now" => tell(keeper.save(&game).map(drop)),
                "hand" => keeper.save_in_background(&game, SaveTrigger::Player, tell),
                "itself" => keeper.save_in_background(&game, SaveTrigger::Autosave, tell),
                _ => {
                    let fault = panics::catch(|| panic!("this test wants one")).unwrap_err();
                    let words = keeper.handle_crash(&game, &fault);
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
