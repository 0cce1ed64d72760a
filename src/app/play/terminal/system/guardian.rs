//! The guardian: a process that gives the terminal back when the game dies without doing so, of `kill -9` or of a fault
//! in memory.
//!
//! A socket joins it to the game. The game says when it takes the terminal and when it has given it back; the system
//! closes the socket when the game is gone, however that came about. If the guardian cannot be started, one plays
//! without it.

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The only argument of a guardian.
const ARGUMENT: &str = "--guard-terminal";
/// The terminal is about to be taken.
const TAKEN: u8 = b't';
/// It has been given back.
const GIVEN_BACK: u8 = b'g';
/// Longest wait for a guardian to note the modes of the terminal, which takes it some milliseconds.
const NOTE_TIMEOUT: Duration = Duration::from_secs(5);

/// The guardian of this game.
static GUARDIAN: Mutex<Option<Guardian>> = Mutex::new(None);

/// A guardian, as its game sees it.
struct Guardian {
    socket: UnixStream,
    process: Child,
}

impl Guardian {
    fn start() -> io::Result<Guardian> {
        let (socket, other_end) = UnixStream::pair()?;
        socket.set_read_timeout(Some(NOTE_TIMEOUT))?;
        let process = Command::new(std::env::current_exe()?)
            .arg(ARGUMENT)
            .current_dir("/")
            .stdin(OwnedFd::from(other_end))
            .stderr(io::stdin().as_fd().try_clone_to_owned()?)
            .spawn()?;
        Ok(Guardian { socket, process })
    }

    /// Tells it something; returns whether it still lives.
    fn tell(&mut self, word: u8) -> bool {
        let is_told = self.socket.write_all(&[word]).is_ok();
        if !is_told {
            // A process that has ended stays until it is asked for.
            let _ = self.process.try_wait();
        }
        is_told
    }

    /// Tells it that the terminal is about to be taken, and waits until it has noted the modes.
    fn alert(&mut self) -> bool {
        self.tell(TAKEN) && {
            // One that is slow is told nevertheless. A signal that is caught ends a read with a time limit.
            let _ = rustix::io::retry_on_intr(|| rustix::io::read(&self.socket, &mut [0]));
            true
        }
    }
}

fn guardian() -> MutexGuard<'static, Option<Guardian>> {
    GUARDIAN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has the terminal guarded, which is about to be taken.
pub(in crate::app::play) fn alert_guardian() {
    let mut guardian = guardian();
    if !guardian.as_mut().is_some_and(Guardian::alert) {
        *guardian = Guardian::start().ok();
        guardian.as_mut().map(Guardian::alert);
    }
}

/// Ends that: the terminal has been given back.
pub(in crate::app::play) fn relieve_guardian() {
    guardian().as_mut().map(|guardian| guardian.tell(GIVEN_BACK));
}

/// Whether this process is a guardian.
pub(in crate::app) fn is_guardian() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == ARGUMENT)
}

/// Guards the terminal until the game is gone; `leave` sends what ends its hold of the screen.
pub(in crate::app::play) fn guard_until_the_end(leave: impl FnOnce()) {
    // What ends the game, or all of its name, must not end the guardian; and nothing a terminal does stops it.
    let _ = rustix::process::setsid();
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::set_name(c"tty-guardian");
    let (socket, mut noted, mut word) = (io::stdin(), None, [0]);
    while let Ok(1) = rustix::io::retry_on_intr(|| rustix::io::read(&socket, &mut word)) {
        noted = (word == [TAKEN]).then(|| tcgetattr(io::stderr()).ok());
        if noted.is_some() {
            let _ = rustix::io::write(&socket, &word);
        }
    }
    if let Some(modes) = noted {
        leave();
        if let Some(modes) = modes {
            set_modes(&modes);
        }
    }
}

/// Sets modes, unless a shell was faster and has set its own.
fn set_modes(modes: &Termios) {
    if !is_raw(modes) && tcgetattr(io::stderr()).is_ok_and(|now| is_raw(&now)) {
        let _ = tcsetattr(io::stderr(), OptionalActions::Now, modes);
    }
}

fn is_raw(modes: &Termios) -> bool {
    !modes.local_modes.intersects(LocalModes::ICANON | LocalModes::ISIG)
}

/// Whether the terminal of this process is raw.
pub(in crate::app::play) fn is_terminal_raw() -> bool {
    tcgetattr(io::stdin()).is_ok_and(|modes| is_raw(&modes))
}
