//! The thread that waits for signals and hands them to the main thread.
//!
//! If the main thread cannot answer (it may hang in a write to a terminal that nobody reads), another one has the
//! simulation save, and ends the program.

use super::{UNSAVED, Wake, guard, simulation};
use crate::app::console::complain;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH, SIGXFSZ};
use signal_hook::iterator::Signals;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

/// How long the main thread may take to end the program, and the simulation then to save.
const PATIENCE: Duration = Duration::from_secs(3);
const SAVING: Duration = Duration::from_secs(8);
/// How long a terminal may take to take the last words.
const TELLING: Duration = Duration::from_millis(500);

/// Whether a signal ends the program.
pub fn ends(signal: i32) -> bool {
    matches!(signal, SIGTERM | SIGHUP | SIGINT | SIGQUIT)
}

/// Whether a signal stops it for a while.
pub fn stops(signal: i32) -> bool {
    signal == SIGTSTP
}

/// Whether it means that the program goes on after a stop.
pub fn goes_on(signal: i32) -> bool {
    signal == SIGCONT
}

/// Whether it means that the window has another size.
pub fn resizes(signal: i32) -> bool {
    signal == SIGWINCH
}

/// From now on a file that may not grow is a write that fails, not the end of the program.
pub fn survive_full_disks() -> io::Result<()> {
    signal_hook::flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Starts waiting.
pub fn listen(wake: Sender<Wake>) -> io::Result<()> {
    let heard = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];
    let mut signals = Signals::new(heard)?;
    let wait = move || {
        for signal in &mut signals {
            let heard = wake.send(Wake::Signal(signal)).is_ok();
            if ends(signal) {
                std::thread::spawn(move || {
                    if heard {
                        std::thread::sleep(PATIENCE);
                    }
                    let closed = simulation::close_living(SAVING);
                    guard::lower();
                    std::process::exit(closed.map_or_else(unsaved, |()| 128 + signal));
                });
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Says why a game ends without its last save; the code of that. A terminal that takes nothing does not keep the program.
fn unsaved(why: String) -> i32 {
    let (said, heard) = mpsc::channel();
    std::thread::spawn(move || {
        complain(&why);
        let _ = said.send(());
    });
    let _ = heard.recv_timeout(TELLING);
    UNSAVED.into()
}

/// Stops this process until somebody lets it go on.
pub fn stop_here() {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
}
