//! Playing: threads, loop, terminal and signals behind the screen.
//!
//! Four threads stay for as long as one plays. The *simulation* owns the game and answers between two ticks; *input*
//! reads the terminal; *signals* waits for them; this one, the main thread, draws and sees to every way out. Others
//! live for one save or one keepsake. What is drawn lives in `tui`.

mod chooser;
mod clock;
mod controller;
mod counterfactual;
pub(super) mod crash;
mod crash_loop;
mod display;
mod export_worker;
mod exports;
mod guard;
mod input;
mod input_test;
mod lab;
mod lab_host;
mod options;
mod pace;
mod probe;
mod remembered;
mod session;
pub mod settings;
mod setup;
mod signals;
mod simulation;
mod stage;
mod watchdog;

pub(super) use guard::install_panic_hook;
pub use input_test::input_test;
pub use lab::lab;
pub use options::{ColorChoice, FIRST_YEARS_MAX, PlayError, PlayOptions};
pub use session::SaveTrigger;
pub use simulation::stands_still;

use super::console::complain;
use crate::save::Slot;
use controller::{Around, Controller, Ended};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

/// What wakes the main thread.
#[derive(Debug)]
enum Wake {
    /// The terminal sent something.
    Event(ratatui::crossterm::event::Event),
    /// A signal came.
    Signal(i32),
    /// A new picture waits.
    Picture,
    /// An answer to the screen's question.
    Answer(u64, crate::scene::Answer),
    /// What a command did, or why it was refused.
    Word {
        /// In words.
        text: String,
        /// Whether nothing was done.
        refused: bool,
    },
    /// The game has begun: what there is to be told of its saves, and whether that matters more than where they are.
    Begun(String, bool),
    /// A save is done; `Err` says why not.
    Saved(Result<String, String>),
    /// A land that was wished for, sketched; `Err` says why not.
    Sketch(crate::tui::LandWish, Box<Result<crate::tui::Sketch, String>>),
    /// How far the land with this number is, 0 being a sketch: what is being made, and the share that is done in percent.
    Making(u64, &'static str, usize),
    /// The land with this number is made, or cannot be.
    Made(u64),
    /// Something to take along was made; `Err` says why not.
    Kept(crate::tui::Keepsake, Result<std::path::PathBuf, String>),
    /// The simulation breaks off; what can be rescued is being rescued.
    Breaking,
    /// The simulation has ended.
    Gone,
}

/// The code of a program that has panicked.
const PANICKED: u8 = 101;
/// The code of a game that has ended without its last save, in place of any other: an input or output error, as
/// `sysexits.h` counts.
const UNSAVED: u8 = 74;

/// Plays until the player leaves.
///
/// # Errors
/// When there is no terminal to play in, the game cannot be made or loaded, or a thread fails.
pub fn play(options: &PlayOptions) -> Result<ExitCode, PlayError> {
    let settings = for_a_screen(options)?;
    signals::survive_full_disks().map_err(PlayError::Terminal)?;
    let opened = if options.choose { None } else { session::open(options)? };
    if opened.is_none() && !options.choose {
        return Ok(ExitCode::SUCCESS);
    }
    guard::install_panic_hook();
    let (wake, woken) = mpsc::channel();
    signals::listen(wake.clone()).map_err(PlayError::Terminal)?;
    let mut running = match opened {
        Some(opened) => Some(Running::of(opened, &settings, &wake)?),
        None => None,
    };
    // The mouse comes later: nothing may be sent before the start-up probe has had its answer.
    guard::raise(false).map_err(PlayError::Terminal)?;
    let session = || session(options, &settings, (&wake, &woken), &mut running);
    let ended = crash::caught(session);
    guard::lower();
    let fault = match ended {
        Ok(Ok(Some(code))) => return Ok(code),
        Ok(Err(error)) => return Err(error),
        // The simulation has said all to itself; it is only asked.
        Ok(Ok(None)) => None,
        Err(fault) => Some(fault),
    };
    complain(&match (running, fault) {
        (Some(running), fault) => running.link.last_words(fault),
        (None, Some(fault)) => format!("it broke off: {}", fault.line()),
        (None, None) => PlayError::Stopped.to_string(),
    });
    Ok(ExitCode::from(PANICKED))
}

/// The settings, once there is a terminal to use them in; what is wrong with them is told where there is none, too.
fn for_a_screen(options: &PlayOptions) -> Result<settings::Settings, PlayError> {
    let settings = options.settings()?;
    let checked = guard::check_terminal();
    if let (Err(_), Some(notice)) = (&checked, &settings.notice) {
        complain(notice);
    }
    checked.map(|()| settings)
}

/// A game in its thread.
struct Running {
    link: simulation::Link,
    slot: Arc<Slot>,
}

impl Running {
    fn of(
        (game, keeper): session::Opened,
        settings: &settings::Settings,
        wake: &Sender<Wake>,
    ) -> Result<Running, PlayError> {
        let slot = keeper.slot();
        Ok(Running { link: simulation::start(game, keeper, settings, wake.clone())?, slot })
    }
}

/// One land after the other, from the first look at the terminal to the player's last; without a code when the simulation
/// broke off.
fn session(
    options: &PlayOptions,
    settings: &settings::Settings,
    (wake, woken): (&Sender<Wake>, &Receiver<Wake>),
    running: &mut Option<Running>,
) -> Result<Option<ExitCode>, PlayError> {
    let (mut screen, mut memory) = setup::screen(settings, setup::look(settings, wake));
    guard::mouse(screen.mouse);
    input::listen(wake.clone())?;
    if running.is_none() {
        let mut chooser = chooser::Chooser::new(screen.theme, options, None, wake.clone())?;
        chooser.screen.mouse = screen.mouse;
        let stage = stage::Stage::new(display::size(), settings.fps)?;
        match (chooser::ChooserHost { chooser, stage, woken }).run()? {
            chooser::Chosen::Land(opened) => *running = Some(Running::of(*opened, settings, wake)?),
            chooser::Chosen::Nothing(code) => return Ok(Some(ExitCode::from(code))),
        }
        screen = setup::screen_after(&screen);
    }
    loop {
        let Some(game) = running.as_ref() else { return Err(PlayError::Stopped) };
        let workshop = export_worker::Workshop::new(Arc::clone(&game.slot), wake.clone());
        let slot = Arc::clone(&game.slot);
        let around = Around { options, slot, fps: settings.fps, wake, woken, link: &game.link };
        match Controller::new(screen, memory, around, workshop)?.run()? {
            Ended::Code(code) => return Ok(Some(code)),
            Ended::BrokenOff => return Ok(None),
            Ended::Another(next) => {
                if let Some(before) = running.take() {
                    before.link.join();
                }
                // What the game before had to say is said.
                woken.try_iter().for_each(drop);
                screen = setup::screen_after(&next.screen);
                memory = next.memory;
                if let Some(words) = next.lost {
                    screen.refuse(words);
                }
                *running = Some(Running::of(next.opened, settings, wake)?);
            }
        }
    }
}

/// Holds a tick up for as long as the file that `WAYWORN_TEST_STALL` names is there, and says so in a file beside it:
/// how else could a test see that the screen answers meanwhile? Programs that are built for use do not listen to it.
fn rehearse_stall() {
    let Some(file) = std::env::var_os("WAYWORN_TEST_STALL").filter(|_| cfg!(debug_assertions)) else {
        return;
    };
    let file = std::path::PathBuf::from(file);
    while file.exists() {
        let _ = std::fs::write(file.with_extension("held"), "");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Panics in the part of the program that `WAYWORN_TEST_PANIC` names, as in `screen`, or in `worker@500` from that tick
/// on: how else could a test see that the terminal comes back and nothing is lost? Programs that are built for use do
/// not listen to it.
pub(super) fn rehearse_panic(part: &str, tick: u64) {
    assert!(!is_panic_rehearsed(part, tick), "a panic that a test has asked for");
}

/// Whether a panic is wanted in this part at this tick.
fn is_panic_rehearsed(part: &str, tick: u64) -> bool {
    let wanted = if cfg!(debug_assertions) { std::env::var("WAYWORN_TEST_PANIC").ok() } else { None };
    let Some(wanted) = wanted else { return false };
    let (named, from) = wanted.split_once('@').unwrap_or((&wanted, "0"));
    named == part && from.parse().is_ok_and(|from: u64| tick >= from)
}
