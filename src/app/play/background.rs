//! Threads that the end of the program waits for, but not for long: what makes a land holds a lock, and what writes an
//! export would leave half of it behind.

use super::clock;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long the end of the program waits; less than a signal gives the main thread.
const PATIENCE: Duration = Duration::from_secs(2);

static THREADS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

fn threads() -> MutexGuard<'static, Vec<JoinHandle<()>>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a thread that the end of the program waits for.
pub(super) fn keep(thread: JoinHandle<()>) {
    let mut threads = threads();
    threads.retain(|thread| !thread.is_finished());
    threads.push(thread);
}

/// Waits a little for all of them.
pub(super) fn wait() {
    let threads = std::mem::take(&mut *threads());
    let until = clock::now() + PATIENCE;
    while threads.iter().any(|thread| !thread.is_finished()) && clock::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, mpsc};

    #[test]
    fn the_end_waits_for_what_is_under_way() {
        let (begin, begun) = mpsc::channel();
        let is_done = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&is_done);
        keep(std::thread::spawn(move || {
            begun.recv().unwrap();
            done.store(true, Ordering::SeqCst);
        }));
        assert!(!is_done.load(Ordering::SeqCst));
        begin.send(()).unwrap();
        wait();
        assert!(is_done.load(Ordering::SeqCst));
    }
}
