//! Takes the terminal and restores it: every exit goes through [`restore`], and after an end that is no exit another
//! process does the same ([`stand_guard`]).
//!
//! [`restore`] never panics, ignores errors, and may be called twice and from any thread: it writes to the file
//! descriptor itself, bypassing locks and buffers.

use super::environment::is_remote;
use super::system::{
    alert_guardian, enable_sequences, guard_until_the_end, is_terminal_raw, relieve_guardian, write_directly,
};
use crate::app::play::panics;
use crate::app::play::session::PlayError;
use crate::tui::GraphicsProtocol;
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Whether the game holds the terminal; locked while it is restored.
static IS_TAKEN: Mutex<bool> = Mutex::new(false);
/// Whether the game captures the mouse.
static HAS_MOUSE: AtomicBool = AtomicBool::new(false);
/// How the terminal takes the pictures that it may show.
static PICTURES: Mutex<Option<GraphicsProtocol>> = Mutex::new(None);

/// Longest interval between two checks of the connection.
pub(in crate::app::play) const CONNECTION_CHECK: Duration = Duration::from_millis(250);

const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[2J\x1b[?2004h";
const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?2026l\x1b[0m\x1b[?1049l\x1b[?25h";
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// Motion without a button; off over a remote connection, where it costs too much.
const MOTION_ON: &[u8] = b"\x1b[?1003h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l";

/// Checks that this is a usable terminal.
pub(in crate::app::play) fn check_terminal() -> Result<(), PlayError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::NoTerminal);
    }
    match std::env::var("TERM").as_deref() {
        Ok("dumb") => Err(PlayError::DumbTerminal),
        _ => Ok(()),
    }
}

/// Takes the terminal: raw mode, alternate screen, no cursor, and the mouse if requested. One that is raw already stays
/// so all the while: keys that come meanwhile must not be lost.
pub(in crate::app::play) fn take(mouse: bool) -> io::Result<()> {
    HAS_MOUSE.store(mouse, Ordering::SeqCst);
    let was_taken = std::mem::replace(&mut *lock(&IS_TAKEN), true);
    if !was_taken || !is_terminal_raw() {
        if was_taken {
            // It was stopped without being asked, and a shell has set other modes meanwhile.
            let _ = disable_raw_mode();
        }
        alert_guardian();
        enable_raw_mode()?;
    }
    enable_sequences();
    write_directly(ENTER);
    if mouse {
        take_mouse();
    }
    Ok(())
}

fn take_mouse() {
    write_directly(MOUSE_ON);
    if !is_remote() {
        write_directly(MOTION_ON);
    }
}

/// Takes it again as before.
pub(in crate::app::play) fn take_again() -> io::Result<()> {
    take(HAS_MOUSE.load(Ordering::SeqCst))
}

/// Restores the terminal.
pub(in crate::app::play) fn restore() {
    run_once(&IS_TAKEN, || {
        leave();
        let _ = disable_raw_mode();
        relieve_guardian();
    });
}

/// Sends what ends the game's hold of the screen. After an end that is no exit pictures go with the alternate screen.
fn leave() {
    if let Some(protocol) = *lock(&PICTURES) {
        write_directly(protocol.delete_all());
    }
    write_directly(MOUSE_OFF);
    write_directly(LEAVE);
}

/// Stands by in a process of its own until the game is gone, and restores the terminal if the game did not.
pub(in crate::app) fn stand_guard() {
    guard_until_the_end(leave);
}

/// Runs `giving` once if `held` is set. A second caller may be about to end the program, so it waits until that is
/// done.
fn run_once(held: &Mutex<bool>, giving: impl FnOnce()) {
    let mut held = lock(held);
    if std::mem::take(&mut *held) {
        giving();
    }
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the game holds the terminal.
pub(in crate::app::play) fn is_taken() -> bool {
    *lock(&IS_TAKEN)
}

/// Notes how the terminal takes the pictures that it is about to show.
pub(super) fn note_pictures(protocol: GraphicsProtocol) {
    *lock(&PICTURES) = Some(protocol);
}

/// Captures or releases the mouse.
pub(in crate::app::play) fn set_mouse(on: bool) {
    HAS_MOUSE.store(on, Ordering::SeqCst);
    if on {
        take_mouse();
    } else {
        write_directly(MOUSE_OFF);
    }
}

/// Installs a hook that restores the terminal before an uncaught panic is reported; a caught one is reported by its
/// catcher.
pub(crate) fn install_panic_hook() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !panics::note_panic(info) {
            restore();
            before(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_second_caller_waits_until_the_terminal_is_restored() {
        let (held, is_given) = (&Mutex::new(true), &AtomicBool::new(false));
        let ((begin, begun), (go_on, gone_on)) = (mpsc::channel(), mpsc::channel::<()>());
        std::thread::scope(|scope| {
            let first = move || {
                let _ = begin.send(());
                let _ = gone_on.recv();
                is_given.store(true, Ordering::SeqCst);
            };
            scope.spawn(|| run_once(held, first));
            assert!(begun.recv().is_ok());
            let second = scope.spawn(|| {
                run_once(held, || unreachable!("it is restored twice"));
                is_given.load(Ordering::SeqCst)
            });
            // A caller that does not wait would be done by now.
            std::thread::sleep(Duration::from_millis(50));
            drop(go_on);
            assert_eq!(second.join().ok(), Some(true));
        });
    }
}
