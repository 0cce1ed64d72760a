//! The thread that waits for signals and passes them to the main thread.
//!
//! If the main thread does not respond (it may hang in a write to a dead terminal), another thread makes the simulation
//! save and ends the program. How the main thread reacts does not live here (`controller`), nor which signals there are (`system`).

use super::{guard, system};
use crate::app::console::print_error;
use crate::app::play::{MainMessage, UNSAVED_CODE, sim_thread};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

/// Time limit for the main thread to end the program.
const MAIN_THREAD_TIMEOUT: Duration = Duration::from_secs(3);
/// Time limit for the simulation to save after that.
const SAVE_TIMEOUT: Duration = Duration::from_secs(8);
/// Time limit for printing the last words.
const MESSAGE_TIMEOUT: Duration = Duration::from_millis(500);

/// Whether a signal that ends the program was heard.
static IS_TO_END: AtomicBool = AtomicBool::new(false);

/// Whether a signal ends the program.
pub(in crate::app::play) fn is_ending(signal: i32) -> bool {
    system::ENDING.contains(&signal)
}

/// Whether a signal suspends the program.
pub(in crate::app::play) fn is_suspending(signal: i32) -> bool {
    signal == system::SUSPENDING
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
        IS_TO_END.fetch_or(is_ending(signal), Ordering::SeqCst);
        let heard = wake.send(MainMessage::Signal(signal)).is_ok();
        if is_ending(signal) {
            std::thread::spawn(move || {
                if heard {
                    std::thread::sleep(MAIN_THREAD_TIMEOUT);
                }
                let closed = sim_thread::close_current(SAVE_TIMEOUT);
                guard::restore();
                std::process::exit(closed.map_or_else(print_unsaved, |()| 128 + signal));
            });
        }
    })
}

/// Stops this process until it is resumed; not once it was told to end, because its last save would have to wait.
pub(in crate::app::play) fn stop_process() {
    if !IS_TO_END.load(Ordering::SeqCst) {
        system::stop_process();
    }
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
