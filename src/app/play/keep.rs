//! What is kept of a game, and when: opening, recording, saving.
//!
//! The formats and the care with files are `save`'s. Every land has a slot of its own, named after its seed and size,
//! so that beginning another never costs the one before; without a wish the land that was saved last goes on.

use super::{PlayError, PlayOptions, workshop};
use crate::app::levels;
use crate::app::progress::Progress;
use crate::land::{Recipe, Told};
use crate::save::{HASH_EVERY, Header, Recorder, SaveError, Slot};
use crate::scene::Command;
use crate::sim::{Game, PRELIVED};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

/// Share of the time before a new land is seen in which it is made, in percent.
const LAND_SHARE: usize = 85;

/// Keeps a game.
pub struct Keeper {
    slot: Arc<Slot>,
    recorder: Recorder,
    /// A save that is being written.
    writing: Option<JoinHandle<Result<(), SaveError>>>,
    /// What the player should be told at the start.
    note: Option<String>,
}

fn failed(error: impl std::fmt::Display) -> PlayError {
    PlayError::Game(error.to_string())
}

/// The game to play: a level, a saved land, or a new one that has lived two days.
pub fn open(options: &PlayOptions) -> Result<(Game, Keeper), PlayError> {
    let mut progress = Progress::on_screen();
    open_telling(options, &mut |what, percent| progress.tell(what, percent))
}

/// The same; `told` hears how far a new land is.
pub fn open_telling(options: &PlayOptions, told: Told) -> Result<(Game, Keeper), PlayError> {
    if let Some(path) = &options.level {
        let level = levels::load(path).map_err(failed)?;
        let slot = Slot::open(&options.saves, &level_slot(path)).map_err(failed)?;
        let recorder = slot.record(&Header::of_level(&level));
        return Ok((Game::from_level(&level), Keeper::new(slot, recorder, None)));
    }
    let latest = if options.fresh { None } else { latest(options) };
    let name = match options.seed {
        Some(seed) => land_slot(seed, options),
        None => latest.unwrap_or_else(|| land_slot(seed_by_lot(), options)),
    };
    let slot = Slot::open(&options.saves, &name).map_err(failed)?;
    let loaded = if options.fresh { None } else { slot.load().map_err(failed)? };
    let Some(loaded) = loaded else { return begin(slot, &name, options, told) };
    let (recorder, unrecorded) = slot.record_on(&loaded);
    let note = loaded.note.or(unrecorded);
    let mut opened = (Game::from_world(loaded.world), Keeper::new(slot, recorder, note));
    go_on(&mut opened, options);
    Ok(opened)
}

/// A new land in a slot.
fn begin(slot: Slot, name: &str, options: &PlayOptions, told: Told) -> Result<(Game, Keeper), PlayError> {
    let seed = options.seed.or_else(|| seed_of(name)).unwrap_or_else(seed_by_lot);
    // The land's first days take a share of the time, too.
    let making = &mut |what: &'static str, percent| told(what, percent * LAND_SHARE / 100);
    let make = if options.wander { Game::wander } else { Game::of };
    let mut game = make(options.recipe, seed, options.size, making).map_err(failed)?;
    let header = Header::new(seed, options.size, None).recipe(options.recipe).wander(options.wander);
    let recorder = slot.record(&header);
    let mut keeper = Keeper::new(slot, recorder, None);
    for tick in 0..PRELIVED as usize {
        game.tick();
        keeper.ticked(&game);
        told("living two days", LAND_SHARE + tick * (100 - LAND_SHARE) / PRELIVED as usize);
    }
    let mut begun = (game, keeper);
    go_on(&mut begun, options);
    Ok(begun)
}

/// In a wanderer's game somebody sets out whenever nobody is under way; where nobody can, the land is looked at.
fn go_on((game, keeper): &mut (Game, Keeper), options: &PlayOptions) {
    if options.wander && game.world.life.is_none() {
        keeper.record(game, &Command::NextLife);
        let _ = game.apply(&Command::NextLife);
    }
}

/// What the names of the slots of such games begin with.
fn family(options: &PlayOptions) -> &'static str {
    if options.wander { "wander-" } else { "land-" }
}

/// The name of the slot of such a land.
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

/// A level's slot: its file's name, without what a slot's name must not have.
fn level_slot(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let plain: String = stem.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    format!("level-{plain}")
}

/// The land that was saved last.
fn latest(options: &PlayOptions) -> Option<String> {
    let family = family(options);
    let entries = std::fs::read_dir(&options.saves).ok()?.flatten();
    let lands = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let land = name.strip_suffix(".save").filter(|name| name.starts_with(family))?.to_owned();
        Some((entry.metadata().ok()?.modified().ok()?, land))
    });
    lands.max().map(|(_, name)| name)
}

/// A seed that nobody chose: short enough to be told to a friend.
pub fn seed_by_lot() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 100_000_000
}

impl Keeper {
    fn new(slot: Slot, recorder: Recorder, note: Option<String>) -> Keeper {
        Keeper { slot: Arc::new(slot), recorder, writing: None, note }
    }

    /// What the player should be told at the start.
    pub fn note(&mut self) -> Option<String> {
        self.note.take()
    }

    /// The file of the record, brought up to date; nothing if the game is not recorded.
    pub fn record_file(&mut self) -> Option<PathBuf> {
        self.recorder.commands()?;
        self.recorder.flush().ok()?;
        Some(self.slot.replay_path())
    }

    /// Where the game is kept.
    pub fn slot(&self) -> Arc<Slot> {
        Arc::clone(&self.slot)
    }

    /// Saves for good and writes the chronicle; without a chronicle the game is saved all the same.
    pub fn finish(&mut self, game: &Game) -> Result<String, String> {
        let saved = self.save(game)?;
        Ok(match workshop::write_chronicle(&self.slot, &game.world) {
            Ok(path) => format!("{saved}; its chronicle is {}", path.display()),
            Err(error) => format!("{saved}; no chronicle: {error}"),
        })
    }

    /// A command is about to be carried out, or refused.
    pub fn record(&mut self, game: &Game, command: &Command) {
        self.recorder.command(game.world.tick, command);
    }

    /// A tick is over.
    pub fn ticked(&mut self, game: &Game) {
        if game.world.tick.is_multiple_of(HASH_EVERY) {
            self.recorder.hashes(game.world.tick, &game.world.hash());
        }
    }

    /// Saves now; gives what to tell the player.
    pub fn save(&mut self, game: &Game) -> Result<String, String> {
        // What the background writes is older: it must not come after this.
        let _ = self.written();
        self.recorder.flush().map_err(|error| error.to_string())?;
        self.slot.save(&game.world, self.recorder.commands()).map_err(|error| error.to_string())?;
        Ok(format!("saved as {}", self.slot.path().display()))
    }

    /// Saves a copy in the background; gives what went wrong with the one before.
    pub fn autosave(&mut self, game: &Game) -> Result<(), String> {
        if self.writing.as_ref().is_some_and(|writing| !writing.is_finished()) {
            return Ok(());
        }
        let before = self.written();
        self.recorder.flush().map_err(|error| error.to_string())?;
        let (slot, commands, world) = (Arc::clone(&self.slot), self.recorder.commands(), game.world.clone());
        let thread = std::thread::Builder::new().name("save".to_owned());
        let writing = thread.spawn(move || slot.save(&world, commands)).map_err(|error| error.to_string())?;
        self.writing = Some(writing);
        before
    }

    /// Waits for the save that is being written.
    fn written(&mut self) -> Result<(), String> {
        match self.writing.take().map(JoinHandle::join) {
            None | Some(Ok(Ok(()))) => Ok(()),
            Some(Ok(Err(error))) => Err(error.to_string()),
            Some(Err(_)) => Err("the save stopped half-way; the one before is whole".to_owned()),
        }
    }
}
