//! Opening a game: a level, a saved land, or a new land with its first days or years.
//!
//! By default the land saved last continues. Recording and saving the game do not live here (`keeper`).

use super::crash_loop::{self, CrashChoice, CrashLoop, StartFrom};
use super::keeper::GameKeeper;
use super::remembered::has_played;
use super::slots::{has_save, land_slot, latest_slot, level_slot, random_seed, seed_of};
use super::{PlayError, PlayOptions, USUAL_SIZE};
use crate::app::levels;
use crate::app::play::background;
use crate::app::progress::ProgressLine;
use crate::grid::Size;
use crate::land::{OnProgress, Recipe};
use crate::save::{LoadedSave, ReplayHeader, SaveSlot, load_replay};
use crate::scene::{Command, WorkCommand};
use crate::sim::{Game, WARM_UP_TICKS};
use crate::world::{DAY, YEAR_DAYS};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Share of the loading time that generating a land takes, in percent.
const LAND_SHARE_PERCENT: usize = 85;

/// Estimated size of the first save of a new land, per cell.
const NEW_SAVE_BYTES_PER_CELL: u64 = 2;

/// Cells up to which a land is made while the player hardly waits.
const QUICK_CELLS_MAX: usize = 512 * 512;

/// How long ago a game was saved, at least, if its player is told at the start what has happened there of late.
const ABSENCE: Duration = Duration::from_mins(30);

/// The land that a newcomer is shown first, and its age: the middle of its third autumn.
const SHOWCASE_SEED: u64 = 9;
const SHOWCASE_SIZE: Size = Size { width: 128, height: 128 };
const SHOWCASE_TICKS: u64 = (2 * YEAR_DAYS + YEAR_DAYS * 5 / 8) * DAY;

/// A game with its keeper.
pub(in crate::app::play) type OpenedGame = (Game, GameKeeper);

/// Sees a land grow, with the share of its first days or years that has passed, in thousandths.
pub(in crate::app::play) type OnGrowth<'a> = &'a mut dyn FnMut(&Game, u64) -> Growth;

/// What is to become of a land that grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::play) enum Growth {
    /// It goes on.
    GoOn,
    /// It is played as it stands, once two days are over.
    Enough,
    /// It is not wanted any more.
    Unwanted,
}

/// Opens the game to play: a level, a saved land, or a new land after two days; `None` if the player declines.
pub(in crate::app::play) fn open_game(options: &PlayOptions) -> Result<Option<OpenedGame>, PlayError> {
    let mut progress = ProgressLine::on_stdout();
    open_game_with(
        options,
        (&mut |what, percent| progress.show_percent(what, percent), &mut |_, _| Growth::GoOn),
        &mut crash_loop::ask_player,
    )
}

/// The same with callbacks for a new land, and with `ask` deciding about a game that keeps crashing.
pub(in crate::app::play) fn open_game_with(
    options: &PlayOptions,
    (on_progress, on_growth): (OnProgress, OnGrowth),
    ask: &mut dyn FnMut(&CrashLoop) -> CrashChoice,
) -> Result<Option<OpenedGame>, PlayError> {
    if let Some(path) = &options.level {
        let level = levels::load_level(path).map_err(game_error)?;
        let slot = take_slot(options, &level_slot(path))?;
        check_room(&slot, None, level.size())?;
        let recorder = slot.start_record(&ReplayHeader::of_level(&level));
        let mut keeper = GameKeeper::new(slot, recorder, None);
        keeper.set_aside_previous().map_err(game_error)?;
        return Ok(Some((Game::from_level(&level), keeper)));
    }
    let latest = if options.is_new { None } else { latest_slot(options) };
    let name = match options.seed {
        Some(seed) => land_slot(seed, options),
        None => latest.unwrap_or_else(|| land_slot(random_seed(), options)),
    };
    let slot = take_slot(options, &name)?;
    let loaded = match (options.is_new, options.by_hand) {
        (true, _) => None,
        (false, true) => {
            let own = slot.load_own().map_err(game_error)?;
            own.map(|own| slot.go_back_to(own)).transpose().map_err(game_error)?
        }
        (false, false) => match slot.load().map_err(game_error)? {
            None => None,
            Some(newest) => match crash_loop::choose_start(&slot, newest, ask).map_err(game_error)? {
                StartFrom::Save(loaded) => Some(*loaded),
                StartFrom::Quit => return Ok(None),
                StartFrom::NewLand => {
                    let another = PlayOptions { seed: None, is_new: true, ..options.clone() };
                    return open_game_with(&another, (on_progress, on_growth), ask);
                }
            },
        },
    };
    check_room(&slot, loaded.as_ref(), options.size)?;
    let Some(loaded) = loaded else {
        return start_land(slot, &name, options, (on_progress, on_growth)).map(Some);
    };
    Ok(Some(continue_game(slot, loaded, options)))
}

/// Takes a slot; the end of the program lets go of it.
fn take_slot(options: &PlayOptions, name: &str) -> Result<Arc<SaveSlot>, PlayError> {
    let slot = Arc::new(SaveSlot::open(&options.saves, name).map_err(game_error)?);
    background::keep_slot(&slot);
    Ok(slot)
}

/// Opens a level as it was at a tick: played anew by its record, without what was ordered then and later. Without a
/// record it begins anew.
pub(in crate::app::play) fn take_level_back(
    options: &PlayOptions,
    tick: u64,
) -> Result<Option<OpenedGame>, PlayError> {
    let slot = options.level.as_deref().map(|path| SaveSlot::open(&options.saves, &level_slot(path)));
    let record = slot.transpose().map_err(game_error)?.and_then(|slot| load_replay(&slot.replay_path()).ok());
    let Some(mut opened) = open_game(options)? else { return Ok(None) };
    // The player goes on with the same game: where its latest seconds are kept is no news.
    opened.1.take_note();
    let Some(record) = record else { return Ok(Some(opened)) };
    let mut given = record.commands.into_iter().peekable();
    while opened.0.world.tick < tick {
        while let Some(given) = given.next_if(|given| given.tick <= opened.0.world.tick) {
            apply_recorded(&mut opened, &given.command);
        }
        tick_recorded(&mut opened);
    }
    Ok(Some(opened))
}

/// Continues a saved game.
fn continue_game(slot: Arc<SaveSlot>, loaded: LoadedSave, options: &PlayOptions) -> OpenedGame {
    let (recorder, unrecorded) = slot.resume_record(&loaded);
    let is_older = "--years has no effect on a saved land; use --new to start another";
    let note = loaded.note.or(unrecorded).or((options.years > 0).then(|| is_older.to_owned()));
    let keeper = GameKeeper::new(slot, recorder, note).after_absence(is_left_long(&loaded.file));
    let mut opened = (Game::from_world(loaded.world), keeper);
    opened.1.end_step(&opened.0);
    start_next_life(&mut opened, options);
    opened
}

/// Whether a game was last saved a while ago; a file from the future is not.
fn is_left_long(save: &Path) -> bool {
    let saved = std::fs::metadata(save).and_then(|about| about.modified());
    saved.is_ok_and(|saved| saved.elapsed().is_ok_and(|ago| ago >= ABSENCE))
}

/// Checks before a game starts that its folder is writable and has space for one more save.
fn check_room(slot: &SaveSlot, loaded: Option<&LoadedSave>, size: Size) -> Result<(), PlayError> {
    let saved = loaded.and_then(|loaded| std::fs::metadata(&loaded.file).ok()).map(|about| about.len());
    let bytes = saved.unwrap_or(size.area() as u64 * NEW_SAVE_BYTES_PER_CELL);
    slot.check_space(bytes)
        .map_err(|error| game_error(format!("{error}, or use another folder with --saves DIR")))
}

/// Starts a new land in a slot.
fn start_land(
    slot: Arc<SaveSlot>,
    name: &str,
    options: &PlayOptions,
    (on_progress, on_growth): (OnProgress, OnGrowth),
) -> Result<OpenedGame, PlayError> {
    let seed = options.seed.or_else(|| seed_of(name)).unwrap_or_else(random_seed);
    // The first days take a small share of the loading time; years take most of it.
    let land_share = if options.years > 0 { 100 - LAND_SHARE_PERCENT } else { LAND_SHARE_PERCENT };
    let land_progress = &mut |what: &'static str, percent| on_progress(what, percent * land_share / 100);
    let make = if options.is_wander { Game::wander } else { Game::with_recipe };
    let game = make(options.recipe, seed, options.size, land_progress).map_err(game_error)?;
    let header = ReplayHeader::new(seed, options.size, None).recipe(options.recipe).wander(options.is_wander);
    let recorder = slot.start_record(&header);
    let mut begun = (game, GameKeeper::new(slot, recorder, None));
    // In the showcase nothing is built unasked, so that there is coin for the first work.
    if options.is_showcase {
        dismiss_steward(&mut begun, options);
    }
    let on_age = &mut |what, percent| on_progress(what, land_share + percent * (100 - land_share) / 100);
    if age(&mut begun, options, (on_age, on_growth)) == Growth::Unwanted {
        return Err(PlayError::Stopped);
    }
    // Only now: a land that is cancelled while it is generated must not displace a game.
    begun.1.set_aside_previous().map_err(game_error)?;
    if !options.is_watch && !options.is_showcase {
        dismiss_steward(&mut begun, options);
    }
    start_next_life(&mut begun, options);
    Ok(begun)
}

/// Simulates the first years of a land, or two days, or as much of it as is wanted; at least two days if it is.
fn age(
    begun: &mut OpenedGame,
    options: &PlayOptions,
    (on_progress, on_growth): (OnProgress, OnGrowth),
) -> Growth {
    let years = options.years * YEAR_DAYS * DAY;
    let all = if options.is_showcase { SHOWCASE_TICKS } else { years.max(WARM_UP_TICKS) };
    let activity = if options.years > 0 { "simulating its years" } else { "simulating two days" };
    for tick in 0..all {
        tick_recorded(begun);
        if tick * 100 / all != tick.saturating_sub(1) * 100 / all {
            on_progress(activity, (tick * 100 / all) as usize);
        }
        match on_growth(&begun.0, tick * 1000 / all) {
            Growth::Enough if tick >= WARM_UP_TICKS => return Growth::Enough,
            Growth::Unwanted => return Growth::Unwanted,
            Growth::GoOn | Growth::Enough => {}
        }
    }
    Growth::Enough
}

/// From now on the player decides about works.
fn dismiss_steward(begun: &mut OpenedGame, options: &PlayOptions) {
    if !options.is_wander {
        apply_recorded(begun, &Command::Works(WorkCommand::Steward(false)));
    }
}

/// Starts the next life of a wanderer's game if none is in progress; if that is refused, the game opens without one.
fn start_next_life(begun: &mut OpenedGame, options: &PlayOptions) {
    if options.is_wander && begun.0.world.possession.is_none() {
        apply_recorded(begun, &Command::NextLife);
    }
}

/// Runs a tick.
fn tick_recorded((game, keeper): &mut OpenedGame) {
    keeper.begin_tick();
    game.tick();
    keeper.end_tick(game);
}

/// Records and applies a command; a refused one changes nothing.
fn apply_recorded((game, keeper): &mut OpenedGame, command: &Command) {
    keeper.record_command(game, command);
    let _ = game.apply(command);
    keeper.end_step(game);
}

/// Whether a new land will be begun whose making takes long: a large one, or one that ages for years before it is shown.
pub(in crate::app::play) fn starts_slowly(options: &PlayOptions) -> bool {
    let is_slow = options.years > 0 || options.is_showcase || options.size.area() > QUICK_CELLS_MAX;
    if !is_slow || options.level.is_some() || options.is_wander {
        return false;
    }
    let slot = options.seed.map(|seed| land_slot(seed, options)).or_else(|| latest_slot(options));
    options.is_new || !slot.is_some_and(|slot| has_save(&options.saves, &slot))
}

/// How to begin a land of the player's own, of the usual kind.
pub(in crate::app::play) fn own_land(options: &PlayOptions) -> PlayOptions {
    let (size, recipe) = (USUAL_SIZE, Recipe::default());
    PlayOptions { seed: None, is_new: true, years: 0, is_showcase: false, size, recipe, ..options.clone() }
}

/// Goes on in the land that was saved last; `None` if there is none. Nothing is asked: the screen is in use.
pub(in crate::app::play) fn open_last_land(options: &PlayOptions) -> Result<Option<OpenedGame>, PlayError> {
    if latest_slot(options).is_none() {
        return Ok(None);
    }
    let last =
        PlayOptions { seed: None, level: None, is_new: false, by_hand: false, years: 0, ..options.clone() };
    let progress: (OnProgress, OnGrowth) = (&mut |_, _| {}, &mut |_, _| Growth::GoOn);
    open_game_with(&last, progress, &mut |_| CrashChoice::Retry)
}

/// How to show a newcomer what lands come to: at the first start ever, if nothing was asked for.
pub(in crate::app::play) fn showcase(options: &PlayOptions) -> Option<PlayOptions> {
    let usual = (USUAL_SIZE, Recipe::default(), 0);
    let is_usual_land = (options.size, options.recipe, options.years) == usual;
    let is_other = options.is_wander || options.is_daily || options.is_watch || options.chooses_land;
    let is_named = options.seed.is_some() || options.level.is_some() || options.is_new || options.by_hand;
    let is_first = is_usual_land && !is_other && !is_named && latest_slot(options).is_none() && !has_played();
    is_first.then(|| PlayOptions {
        seed: Some(SHOWCASE_SEED),
        size: SHOWCASE_SIZE,
        is_showcase: true,
        ..options.clone()
    })
}

fn game_error(error: impl std::fmt::Display) -> PlayError {
    PlayError::Game(error.to_string())
}
