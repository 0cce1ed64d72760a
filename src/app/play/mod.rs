//! Playing: threads, loop, terminal and signals behind the screen.
//!
//! Four threads run throughout a session. The *simulation* owns the game and answers questions between ticks; *input*
//! reads the terminal; *signals* waits for signals; the main thread draws and handles every exit. Others live for one
//! save or one export. What is drawn does not live here (`tui`).
//!
//! Reading order: `message`, what the threads tell each other; `session`, `sim_thread`, `render_thread`,
//! `terminal`; `panics`, `clock`, `background` and `faults`, which all of them use.

mod background;
mod clock;
mod faults;
mod message;
pub(super) mod panics;
mod render_thread;
mod session;
mod sim_thread;
mod terminal;

pub(super) use faults::panic_for_test;
pub(super) use message::{HANG_UP_CODE, INTERRUPT_CODE, MainMessage, PANIC_CODE, UNSAVED_CODE};
pub use render_thread::{run_codex, run_lab};
pub(super) use session::REPORTED_COMMANDS_MAX;
pub use session::settings::{self, ColorChoice};
pub use session::{FIRST_YEARS_MAX, PlayError, PlayOptions, SaveTrigger, USUAL_SIZE};
pub use sim_thread::stands_still;
pub(super) use terminal::{install_panic_hook, is_guardian, stand_guard};
pub use terminal::{run_input_test, survive_full_disks};

use super::console::print_error;
use super::levels;
use crate::save::SaveSlot;
use crate::tui::{LandRole, Screen};
use render_thread::{AloneEnd, Chooser, Controller, FrameStage, GameContext, GameEnd, NextStart, run_alone};
use session::ExportWorker;
use sim_thread::SimulationLink;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

/// Plays until the player leaves.
///
/// # Errors
/// When there is no terminal, the game cannot be generated or loaded, or a thread fails.
pub fn play(options: &PlayOptions) -> Result<ExitCode, PlayError> {
    let ended = play_until_left(options);
    // Threads that hold them may not be gone before the program is.
    background::let_go_of_slots();
    ended
}

fn play_until_left(options: &PlayOptions) -> Result<ExitCode, PlayError> {
    let settings = session::settings_for_terminal(options)?;
    let showcase = session::showcase(options);
    let has_chooser = options.chooses_land || showcase.is_some() || session::starts_slowly(options);
    // From here on no signal leaves the lock of an opened land behind.
    let (wake, woken) = mpsc::channel();
    terminal::listen_to_signals(wake.clone()).map_err(PlayError::Terminal)?;
    let opened = if has_chooser { None } else { session::open_game(options)? };
    if let Some(code) = terminal::ending_code() {
        return Ok(ExitCode::from(code));
    }
    if opened.is_none() && !has_chooser {
        return Ok(ExitCode::SUCCESS);
    }
    terminal::install_panic_hook();
    let mut running = opened.map(|opened| RunningGame::of(opened, &settings, &wake)).transpose()?;
    // The mouse is enabled later: nothing may be sent before the start-up probe is answered.
    terminal::take(false).map_err(PlayError::Terminal)?;
    let first = showcase.as_ref().unwrap_or(options);
    let session = || run_session((options, first), &settings, (&wake, &woken), &mut running);
    let ended = panics::catch(session);
    terminal::restore();
    background::wait();
    let fault = match ended {
        Ok(Ok(Some(code))) => return Ok(code),
        // Writing to a dead terminal fails: that is a hang-up.
        Ok(Err(PlayError::Terminal(_))) if !terminal::is_connected() => {
            return Ok(ExitCode::from(HANG_UP_CODE));
        }
        Ok(Err(error)) => return Err(error),
        // The simulation crashed and has its last words; only ask for them.
        Ok(Ok(None)) => None,
        Err(fault) => Some(fault),
    };
    print_error(&match (running, fault) {
        (Some(running), fault) => running.link.last_words(fault),
        (None, Some(fault)) => format!("it crashed: {}", fault.one_line()),
        (None, None) => PlayError::Stopped.to_string(),
    });
    Ok(ExitCode::from(PANIC_CODE))
}

/// A game in its thread.
struct RunningGame {
    link: SimulationLink,
    slot: Arc<SaveSlot>,
    /// Whether the player has been away from it.
    is_return: bool,
}

impl RunningGame {
    fn of(
        (game, keeper): session::OpenedGame,
        settings: &settings::Settings,
        wake: &Sender<MainMessage>,
    ) -> Result<RunningGame, PlayError> {
        let (slot, is_return) = (keeper.slot(), keeper.is_return());
        let link = sim_thread::start(game, keeper, settings, wake.clone())?;
        Ok(RunningGame { link, slot, is_return })
    }
}

/// Plays one game after another in the terminal, the first with options of its own; returns the exit code, or `None`
/// when the simulation crashed.
fn run_session(
    (options, first): (&PlayOptions, &PlayOptions),
    settings: &settings::Settings,
    (wake, woken): (&Sender<MainMessage>, &Receiver<MainMessage>),
    running: &mut Option<RunningGame>,
) -> Result<Option<ExitCode>, PlayError> {
    let look = session::decide_appearance(settings, wake);
    let pictures = look.pictures;
    let (mut screen, mut memory) = session::build_screen(settings, look);
    screen.campaign.begin(options.level.as_deref().and_then(levels::campaign_index));
    terminal::set_mouse(screen.mouse);
    terminal::listen_to_terminal(wake.clone())?;
    if running.is_none() {
        match make_land(first, &screen, settings, (wake, woken))? {
            AloneEnd::Land(opened) => {
                screen = session::screen_after(&screen);
                if first.is_showcase && Some(opened.0.world.seed) == first.seed {
                    screen.played.role = LandRole::Showcase;
                }
                *running = Some(RunningGame::of(*opened, settings, wake)?);
            }
            AloneEnd::Code(code) => return Ok(Some(ExitCode::from(code))),
        }
    }
    if options.is_daily {
        screen.played.role = LandRole::Daily;
        screen.notices.notify(
            "the same land for everybody today: three years, then a score of the time that your works saved",
        );
    }
    if options.is_watch {
        screen.start_watching();
    }
    loop {
        let Some(game) = running.as_ref() else { return Err(PlayError::Stopped) };
        if game.is_return && screen.played.role == LandRole::Own {
            screen.played.role = LandRole::Returned;
        }
        let workshop = ExportWorker::new(Arc::clone(&game.slot), wake.clone());
        let slot = Arc::clone(&game.slot);
        let (fps, link) = (settings.fps, &game.link);
        let around = GameContext { options, slot, fps, pictures, wake, inbox: woken, link };
        match Controller::new(screen, memory, around, workshop)?.run()? {
            GameEnd::Code(code) => return Ok(Some(code)),
            GameEnd::Crashed => return Ok(None),
            GameEnd::Another(next) => {
                let next = *next;
                if let Some(before) = running.take() {
                    before.link.join();
                }
                // Drop late messages of the previous game.
                woken.try_iter().for_each(drop);
                screen = session::screen_after(&next.screen);
                memory = next.memory;
                if let Some(words) = next.memory_error {
                    screen.notices.refuse(words);
                }
                match open_next(options, next.start, &mut screen, (settings, (wake, woken)))? {
                    AloneEnd::Land(opened) => *running = Some(RunningGame::of(*opened, settings, wake)?),
                    AloneEnd::Code(code) => return Ok(Some(ExitCode::from(code))),
                }
            }
        }
    }
}

/// Opens the game that starts next.
fn open_next(
    options: &PlayOptions,
    start: NextStart,
    screen: &mut Screen,
    (settings, messages): (&settings::Settings, (&Sender<MainMessage>, &Receiver<MainMessage>)),
) -> Result<AloneEnd, PlayError> {
    if matches!(start, NextStart::Land(_) | NextStart::OwnLand) {
        screen.campaign.forget_draft();
    }
    let opened = match start {
        NextStart::Land(opened) => Some(opened),
        NextStart::Level(level, tick) => Some(open_level(options, (level, tick), screen)?.into()),
        NextStart::LastLand => session::open_last_land(options)?.map(Box::new),
        NextStart::OwnLand => None,
    };
    match opened {
        Some(opened) => Ok(AloneEnd::Land(opened)),
        None => make_land(&session::own_land(options), screen, settings, messages),
    }
}

/// Makes a land while the screen shows how it grows, or lets the player choose one.
fn make_land(
    options: &PlayOptions,
    screen: &Screen,
    settings: &settings::Settings,
    (wake, woken): (&Sender<MainMessage>, &Receiver<MainMessage>),
) -> Result<AloneEnd, PlayError> {
    let mut chooser = Chooser::new(screen.theme, options, None, wake.clone())?;
    chooser.screen.mouse = screen.mouse;
    if options.chooses_land {
        chooser.offer();
    } else {
        chooser.start();
    }
    let stage = FrameStage::new(terminal::window_size(), settings.fps)?;
    let made = run_alone(&mut chooser, stage, woken);
    drop_typed(wake, woken);
    made
}

/// Drops what was typed while a land was made: it is not meant for the game.
fn drop_typed(wake: &Sender<MainMessage>, woken: &Receiver<MainMessage>) {
    let others: Vec<MainMessage> =
        woken.try_iter().filter(|message| !matches!(message, MainMessage::Event(_))).collect();
    for message in others {
        let _ = wake.send(message);
    }
}

/// Opens a level after another game, or as it was at a tick, and tells the screen which one it is.
fn open_level(
    options: &PlayOptions,
    (level, tick): (PathBuf, Option<u64>),
    screen: &mut Screen,
) -> Result<session::OpenedGame, PlayError> {
    if tick.is_none() {
        screen.campaign.begin(levels::campaign_index(&level));
    }
    let options = PlayOptions { level: Some(level), ..options.clone() };
    let opened = match tick {
        Some(tick) => session::take_level_back(&options, tick)?,
        None => session::open_game(&options)?,
    };
    opened.ok_or(PlayError::Stopped)
}
