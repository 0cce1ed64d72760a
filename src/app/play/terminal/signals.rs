//! The thread that waits for signals and passes them to the main thread.
//!
//! If the main thread does not respond (it may hang in a write to a dead terminal), another thread makes the simulation
//! save and ends the program. How the main thread reacts does not live here (`controller`), nor which signals there are (`system`).

use super::{guard, system};
use crate::app::console::print_error;
use crate::app::play::{MainMessage, UNSAVED_CODE, background, sim_thread};
use std::io;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

/// Time limit for the main thread to end the program.
const MAIN_THREAD_TIMEOUT: Duration = Duration::from_secs(3);
/// The same while it has not taken the terminal: then it opens a land, or asks from which save to go on.
const OPENING_TIMEOUT: Duration = Duration::from_millis(300);
/// Time limit for the simulation to save after that.
const SAVE_TIMEOUT: Duration = Duration::from_secs(8);
/// Time limit for printing the last words.
const MESSAGE_TIMEOUT: Duration = Duration::from_millis(500);

/// The last signal heard that ends the program; 0 if there was none.
static ENDING_SIGNAL: AtomicI32 = AtomicI32::new(0);

/// Whether a signal ends the program.
pub(in crate::app::play) fn is_ending(signal: i32) -> bool {
    system::is_ending(signal)
}

/// The exit code, once a signal that ends the program was heard. Loops ask for it: the signal's message only wakes them,
/// and is lost on those who wait for something else.
pub(in crate::app::play) fn ending_code() -> Option<u8> {
    let signal = ENDING_SIGNAL.load(Ordering::SeqCst);
    (signal != 0).then_some(128 + signal as u8)
}

/// Whether a signal suspends the program; not once it was told to go on.
pub(in crate::app::play) fn is_suspending(signal: i32) -> bool {
    signal == system::SUSPENDING && system::is_told_to_stop()
}

/// Whether a signal resumes the program.
pub(in crate::app::play) fn is_resuming(signal: i32) -> bool {
    signal == system::RESUMING
}

/// Whether a signal reports a new window size.
pub(in crate::app::play) fn is_resizing(signal: i32) -> bool {
    signal == system::RESIZING
}

/// Starts the thread.
pub(in crate::app::play) fn listen_to_signals(wake: Sender<MainMessage>) -> io::Result<()> {
    system::watch_signals(move |signal| {
        if is_ending(signal) {
            ENDING_SIGNAL.store(signal, Ordering::SeqCst);
        }
        let heard = wake.send(MainMessage::Signal(signal)).is_ok();
        if is_ending(signal) {
            std::thread::spawn(move || {
                if heard {
                    let is_playing = guard::is_taken();
                    std::thread::sleep(if is_playing { MAIN_THREAD_TIMEOUT } else { OPENING_TIMEOUT });
                }
                let closed = sim_thread::close_current(SAVE_TIMEOUT);
                guard::restore();
                background::let_go_of_slots();
                std::process::exit(closed.map_or_else(print_unsaved, |()| 128 + signal));
            });
        }
    })
}

/// Gives the terminal back and stops this process, which was told to, until it is resumed. It goes on if it was told to
/// meanwhile, which nothing here may overwrite, and if it was told to end, because its last save would have to wait.
pub(in crate::app::play) fn stop_process() {
    guard::restore();
    if ending_code().is_none() {
        system::stop_process();
    }
}

/// Whether nothing stopped this process when it was told to.
pub(in crate::app::play) fn has_ignored_stop() -> bool {
    system::is_told_to_stop()
}

/// Prints why a game ends without its last save; returns the exit code. A blocked terminal does not delay it long.
fn print_unsaved(why: String) -> i32 {
    let (printed, done) = mpsc::channel();
    std::thread::spawn(move || {
        print_error(&why);
        let _ = printed.send(());
    });
    let _ = done.recv_timeout(MESSAGE_TIMEOUT);
    UNSAVED_CODE.into()
}
