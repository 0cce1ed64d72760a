//! The terminal as it was: every way out goes through [`lower`].
//!
//! It never panics, ignores every error, and may be called twice and from any thread: it writes to the file descriptor
//! itself, past every lock and buffer. Bracketed paste stays off, because an unclosed paste makes the game deaf.

use super::options::is_far;
use super::{PlayError, crash};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Whether the terminal is ours at the moment; locked while it is given back.
static RAISED: Mutex<bool> = Mutex::new(false);
/// Whether the mouse should be.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// How long a terminal may take to take something, less than a second.
const TAKING: Duration = Duration::from_millis(500);

const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE: &[u8] = b"\x1b[?2026l\x1b[0m\x1b[?1049l\x1b[?25h";
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// Motion without a button: over a line to another machine it costs more than it tells.
const MOTION_ON: &[u8] = b"\x1b[?1003h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l";

/// Whether this is a terminal that one can play in.
pub fn check_terminal() -> Result<(), PlayError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::NoTerminal);
    }
    match std::env::var("TERM").as_deref() {
        Ok("dumb") => Err(PlayError::DumbTerminal),
        _ => Ok(()),
    }
}

/// Takes the terminal: raw, another screen, no cursor, the mouse if wanted.
pub fn raise(mouse: bool) -> io::Result<()> {
    MOUSE.store(mouse, Ordering::SeqCst);
    *locked(&RAISED) = true;
    enable_raw_mode()?;
    write(ENTER);
    if mouse {
        take_mouse();
    }
    Ok(())
}

fn take_mouse() {
    write(MOUSE_ON);
    if !is_far() {
        write(MOTION_ON);
    }
}

/// Takes it again as it was taken before.
pub fn raise_again() -> io::Result<()> {
    raise(MOUSE.load(Ordering::SeqCst))
}

/// Gives the terminal back.
pub fn lower() {
    give_back(&RAISED, || {
        write(MOUSE_OFF);
        write(LEAVE);
        let _ = disable_raw_mode();
    });
}

/// Gives back what is held. Whoever comes second may be about to end the program: he waits until all is done.
fn give_back(held: &Mutex<bool>, giving: impl FnOnce()) {
    let mut held = locked(held);
    if std::mem::take(&mut *held) {
        giving();
    }
}

fn locked(held: &Mutex<bool>) -> MutexGuard<'_, bool> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the terminal is ours at the moment.
pub fn is_raised() -> bool {
    *locked(&RAISED)
}

/// Whether the mouse belongs to the game.
pub fn mouse(on: bool) {
    MOUSE.store(on, Ordering::SeqCst);
    if on {
        take_mouse();
    } else {
        write(MOUSE_OFF);
    }
}

/// A panic that nobody catches gives the terminal back before it is reported; any other is told by who catches it.
pub fn install_panic_hook() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !crash::note(info) {
            lower();
            before(info);
        }
    }));
}

/// Whether somebody still holds the other end of the terminal.
pub fn is_connected() -> bool {
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    !polled(io::stdin(), PollFlags::empty(), Duration::ZERO).intersects(gone)
}

/// What is true of a terminal now or within some time, of what is asked for and of its end.
fn polled(terminal: impl AsFd, asked: PollFlags, patience: Duration) -> PollFlags {
    let patience = Timespec { tv_sec: 0, tv_nsec: patience.subsec_nanos().into() };
    let mut watched = [PollFd::new(&terminal, asked)];
    // Nothing is known where it cannot be asked.
    let told = rustix::io::retry_on_intr(|| poll(&mut watched, Some(&patience)));
    told.map_or(PollFlags::empty(), |_| watched[0].revents())
}

/// Writes to the terminal itself, past every buffer; what a terminal does not take for long is let go, since nobody who
/// gives it back may hang there.
pub fn write(mut bytes: &[u8]) {
    while polled(io::stdout(), PollFlags::OUT, TAKING).contains(PollFlags::OUT)
        && let Ok(written @ 1..) = rustix::io::write(rustix::stdio::stdout(), bytes)
    {
        bytes = &bytes[written.min(bytes.len())..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn whoever_comes_second_waits_until_all_is_given_back() {
        let (held, is_given) = (&Mutex::new(true), &AtomicBool::new(false));
        let ((begin, begun), (go_on, gone_on)) = (mpsc::channel(), mpsc::channel::<()>());
        std::thread::scope(|scope| {
            let first = move || {
                let _ = begin.send(());
                let _ = gone_on.recv();
                is_given.store(true, Ordering::SeqCst);
            };
            scope.spawn(|| give_back(held, first));
            assert!(begun.recv().is_ok());
            let second = scope.spawn(|| {
                give_back(held, || unreachable!("it is given back twice"));
                is_given.load(Ordering::SeqCst)
            });
            // Who does not wait is through by now.
            std::thread::sleep(Duration::from_millis(50));
            drop(go_on);
            assert_eq!(second.join().ok(), Some(true));
        });
    }
}
