//! What the end of the program sees to: it waits for threads, but not for long, since what writes an export would leave
//! half of it behind; and it lets go of slots, also of that of a land whose making goes on.

use super::clock;
use crate::save::SaveSlot;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long the end of the program waits; less than a signal gives the main thread.
const PATIENCE: Duration = Duration::from_secs(2);

static THREADS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());
static SLOTS: Mutex<Vec<Weak<SaveSlot>>> = Mutex::new(Vec::new());

fn lock<T>(list: &'static Mutex<Vec<T>>) -> MutexGuard<'static, Vec<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a thread that the end of the program waits for.
pub(super) fn keep(thread: JoinHandle<()>) {
    let mut threads = lock(&THREADS);
    threads.retain(|thread| !thread.is_finished());
    threads.push(thread);
}

/// Waits a little for all of them.
pub(super) fn wait() {
    let threads = std::mem::take(&mut *lock(&THREADS));
    let until = clock::now() + PATIENCE;
    while threads.iter().any(|thread| !thread.is_finished()) && clock::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Adds a slot that the end of the program lets go of, whatever still holds it.
pub(super) fn keep_slot(slot: &Arc<SaveSlot>) {
    let mut slots = lock(&SLOTS);
    slots.retain(|slot| slot.strong_count() > 0);
    slots.push(Arc::downgrade(slot));
}

/// Lets go of all of them: nothing is saved after this.
pub(super) fn let_go_of_slots() {
    lock(&SLOTS).drain(..).filter_map(|slot| slot.upgrade()).for_each(|slot| slot.let_go());
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
