//! The other threads' connection to the simulation: what they tell it, its newest picture, and its last words.
//!
//! No caller waits for a tick: the newest picture lies in a slot, and waiting for the end has a time limit.

use crate::app::play::clock;
use crate::app::play::panics::PanicInfo;
use crate::app::play::session;
use crate::save::SaveSlot;
use crate::scene::{Command, Question, Scene, Viewport};
use crate::tui::ExportKind;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time limit for last words.
const RESCUE_TIMEOUT: Duration = Duration::from_secs(15);

/// Messages of the main thread.
#[derive(Debug)]
pub(in crate::app::play) enum SimulationControl {
    /// A command for the game.
    Command(Command),
    /// A question, with a ticket for its answer.
    Ask(u64, Question),
    /// No answer is wanted any more to what takes long.
    ForgetQuestion,
    /// A new view.
    View(Viewport),
    /// Pause or resume.
    Pause(bool),
    /// Let time stand still for so long, or go on at once.
    Hold(Duration),
    /// One tick.
    Step,
    /// Set the speed, an index into [`SPEEDS`].
    Speed(usize),
    /// Save, and report it.
    Save,
    /// Export the current land.
    Export(ExportKind),
    /// Save for the last time, write the chronicle, and end.
    Leave,
    /// Save for the last time and end.
    Close,
    /// Rescue the land and end: another thread crashed.
    Crash(PanicInfo),
}

/// A scene with measurements of this thread.
#[derive(Clone, Debug, Default)]
pub(in crate::app::play) struct Picture {
    /// The scene.
    pub scene: Scene,
    /// The actual speed, in tenths of ×1.
    pub reached_tenths: u32,
    /// Path requests in the last second.
    pub plans: u32,
}

/// Holds the newest picture.
pub(super) type PictureSlot = Arc<Mutex<Option<Arc<Picture>>>>;

/// The main thread's connection to the simulation.
pub(in crate::app::play) struct SimulationLink {
    pub(super) controls: Sender<SimulationControl>,
    pub(super) slot: PictureSlot,
    pub(super) thread: JoinHandle<String>,
}

/// The current simulation and its slot, for threads that cannot wait for the main thread.
static CURRENT: Mutex<Option<CurrentGame>> = Mutex::new(None);

/// How to reach a simulation, and the slot of its game.
type CurrentGame = (Sender<SimulationControl>, Arc<SaveSlot>);

/// The current simulation, to read or set.
pub(super) fn current() -> MutexGuard<'static, Option<CurrentGame>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the current simulation save for the last time and end, and waits for it with a time limit.
///
/// # Errors
/// A message for the player if it did not finish.
pub(in crate::app::play) fn close_current(patience: Duration) -> Result<(), String> {
    let slot = current().as_ref().map(|(controls, slot)| {
        let _ = controls.send(SimulationControl::Close);
        Arc::clone(slot)
    });
    let until = clock::now() + patience;
    while current().is_some() && clock::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    match slot {
        Some(slot) if current().is_some() => Err(session::unsaved_words(&slot, "the save did not finish")),
        Some(slot) => {
            slot.let_go();
            Ok(())
        }
        None => Ok(()),
    }
}

impl SimulationLink {
    /// The message to print once the terminal is restored; after a crash of another thread the simulation rescues the
    /// land first.
    pub(in crate::app::play) fn last_words(self, fault: Option<PanicInfo>) -> String {
        let line = fault.as_ref().map(PanicInfo::one_line).unwrap_or_default();
        if let Some(fault) = fault {
            self.send(SimulationControl::Crash(fault));
        }
        let until = clock::now() + RESCUE_TIMEOUT;
        while !self.thread.is_finished() && clock::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        let words = if self.thread.is_finished() { self.thread.join().ok() } else { None };
        words.unwrap_or_else(|| {
            format!("the game crashed and could not be rescued: {line}; the last save is unchanged")
        })
    }

    /// Waits for it to end after it was told to.
    pub(in crate::app::play) fn join(self) {
        let _ = self.thread.join();
    }

    /// Sends a message; false when the simulation is gone.
    pub(in crate::app::play) fn send(&self, control: SimulationControl) -> bool {
        self.controls.send(control).is_ok()
    }

    /// Takes the newest picture, if there is a new one.
    pub(in crate::app::play) fn picture(&self) -> Option<Arc<Picture>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
