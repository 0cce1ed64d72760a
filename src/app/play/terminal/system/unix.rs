//! The terminal and signals as Unix has them.

use crate::app::play::clock;
use crate::app::play::terminal::decoder::Decoder;
use nix::sys::signal::{SigSet, Signal, raise};
use ratatui::crossterm::event::Event;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::termios::ttyname;
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGTSTP,
    SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Whether the terminal may be asked for something: its answer comes as bytes.
pub(in crate::app::play) const ANSWERS: bool = true;
/// Signals that end the program: all that would, but those after which it cannot go on for a moment, and those of
/// [`REAL_TIME`].
const ENDING: &[i32] = &[
    SIGTERM,
    SIGHUP,
    SIGINT,
    SIGQUIT,
    SIGABRT,
    SIGALRM,
    SIGPROF,
    SIGSYS,
    SIGTRAP,
    SIGUSR1,
    SIGUSR2,
    SIGVTALRM,
    SIGXCPU,
    SIGIO,
    // The power fails: a last save is what it asks for.
    #[cfg(target_os = "linux")]
    rustix::process::Signal::POWER.as_raw(),
    #[cfg(all(
        target_os = "linux",
        not(any(target_arch = "mips", target_arch = "mips64", target_arch = "sparc64"))
    ))]
    rustix::process::Signal::STKFLT.as_raw(),
];
/// The real-time signals, which end the program, too: those below the first are the C library's own.
#[cfg(target_os = "linux")]
const REAL_TIME: Range<i32> = (if cfg!(target_env = "musl") { 35 } else { 34 })..65;
/// The system has none, or counts them otherwise.
#[cfg(not(target_os = "linux"))]
const REAL_TIME: Range<i32> = 0..0;
/// The signal that suspends the program.
pub(in crate::app::play) const SUSPENDING: i32 = SIGTSTP;
/// The signal that resumes it.
pub(in crate::app::play) const RESUMING: i32 = SIGCONT;
/// The signal that reports a new window size.
pub(in crate::app::play) const RESIZING: i32 = SIGWINCH;

/// 1 from when this process is told to stop until it is told to go on, in the order in which the signals came: a thread
/// that waits for several hears them in the order of their numbers.
static STOP: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Silence after which an unfinished sequence is given up, and an Escape is the key.
const SEQUENCE_TIMEOUT: Duration = Duration::from_millis(30);
/// Silence after which a paste is given up that has not ended.
const PASTE_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a terminal may block a write; less than a second.
const WRITE_TIMEOUT: Duration = Duration::from_millis(500);

/// Takes what the system needs before the terminal obeys sequences.
pub(in crate::app::play) fn enable_sequences() {}

/// Waits for bytes, no longer than what is unfinished may wait, and returns their events.
pub(in crate::app::play) fn read_events(decoder: &mut Decoder) -> io::Result<Vec<Event>> {
    let patience = if decoder.is_pasting() { PASTE_TIMEOUT } else { SEQUENCE_TIMEOUT };
    let bytes = read_bytes(decoder.is_waiting().then_some(patience))?;
    Ok(if bytes.is_empty() { Vec::from_iter(decoder.give_up()) } else { decoder.feed(&bytes) })
}

/// Waits for bytes, at most this long, and reads them; none when the time is up.
pub(in crate::app::play) fn read_bytes(limit: Option<Duration>) -> io::Result<Vec<u8>> {
    let stdin = io::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    let limit =
        limit.map(|limit| Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: limit.subsec_nanos().into() });
    if rustix::io::retry_on_intr(|| poll(&mut watched, limit.as_ref()))? == 0 {
        return Ok(Vec::new());
    }
    let mut bytes = vec![0; 4096];
    let read = rustix::io::retry_on_intr(|| rustix::io::read(&stdin, &mut bytes[..]))?;
    bytes.truncate(read);
    if read == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}

/// Whether the terminal is still connected.
pub(in crate::app::play) fn is_connected() -> bool {
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    !poll_flags(io::stdin(), PollFlags::empty(), Duration::ZERO).intersects(gone)
}

/// Polls a terminal for the requested events and for disconnection, within a time limit below a second.
fn poll_flags(terminal: impl AsFd, requested: PollFlags, patience: Duration) -> PollFlags {
    let mut watched = [PollFd::new(&terminal, requested)];
    let until = clock::now() + patience;
    loop {
        let left = until.saturating_sub(clock::now());
        let limit = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut watched, Some(&limit)) {
            // Signals that come again and again must not begin the wait anew.
            Err(Errno::INTR) if !left.is_zero() => {}
            // A failed poll means nothing is known.
            result => return result.map_or(PollFlags::empty(), |_| watched[0].revents()),
        }
    }
}

/// Writes to the terminal itself, bypassing buffers. Gives up if the terminal blocks, because restoring it must not
/// hang. Another thread may be writing as well: in one piece, if possible, so that no frame comes between.
pub(in crate::app::play) fn write_directly(bytes: &[u8]) {
    match open_again(io::stdout()) {
        Some(terminal) => write_while_ready(&terminal, bytes, bytes.len()),
        None => write_while_ready(&io::stdout(), bytes, 1),
    }
}

/// Opens a terminal once more, so that writing to it does not wait; others who have it open do not notice.
fn open_again(terminal: impl AsFd) -> Option<File> {
    let name = ttyname(terminal, Vec::new()).ok()?;
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
    OpenOptions::new().write(true).custom_flags(flags).open(OsStr::from_bytes(name.as_bytes())).ok()
}

/// Writes as long as that does not block for long, at most so many bytes at a time: one where writing may wait, since
/// being ready says no more than that there is room for one.
fn write_while_ready(terminal: &impl AsFd, mut bytes: &[u8], most: usize) {
    let until = clock::now() + WRITE_TIMEOUT;
    // A terminal that takes a byte now and then is as good as one that takes none.
    let is_ready = || {
        clock::now() < until && poll_flags(terminal, PollFlags::OUT, WRITE_TIMEOUT).contains(PollFlags::OUT)
    };
    while !bytes.is_empty() && is_ready() {
        match rustix::io::retry_on_intr(|| rustix::io::write(terminal, &bytes[..most.min(bytes.len())])) {
            Ok(written @ 1..) => bytes = &bytes[written..],
            // Another thread is about to write.
            Err(Errno::AGAIN) if clock::now() < until => std::thread::yield_now(),
            _ => break,
        }
    }
}

/// Whether a signal ends the program.
pub(in crate::app::play) fn is_ending(signal: i32) -> bool {
    ENDING.contains(&signal) || REAL_TIME.contains(&signal)
}

/// Starts a thread that passes every signal above to `hear`.
pub(in crate::app::play) fn watch_signals(mut hear: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    flag::register_usize(SUSPENDING, Arc::clone(&STOP), 1)?;
    flag::register_usize(RESUMING, Arc::clone(&STOP), 0)?;
    let others = [SUSPENDING, RESUMING, RESIZING];
    let mut signals = Signals::new(ENDING.iter().copied().chain(REAL_TIME).chain(others))?;
    let wait = move || signals.forever().for_each(&mut hear);
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Makes exceeding a file size limit a failed write instead of the end of the program.
///
/// # Errors
/// When the signal of that limit cannot be taken.
pub fn survive_full_disks() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Whether this process is told to stop, and not yet to go on.
pub(in crate::app::play) fn is_told_to_stop() -> bool {
    STOP.load(Ordering::SeqCst) == 1
}

/// Tells it to stop, as the signal does.
pub(in crate::app::play) fn tell_to_stop() {
    STOP.store(1, Ordering::SeqCst);
}

/// Stops this process until it is resumed, unless there is no shell that could: the system ignores the signal then. While
/// the signal waits here it is lost if the process is told to go on, however soon after the question.
pub(in crate::app::play) fn stop_process() {
    // It stops, too, and no handler takes it.
    let stop = SigSet::from(Signal::SIGTTIN);
    if stop.thread_block().is_err() {
        return;
    }
    let _ = raise(Signal::SIGTTIN);
    if !is_told_to_stop() {
        let _ = raise(Signal::SIGCONT);
    }
    let _ = stop.thread_unblock();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::sync::mpsc;

    #[test]
    fn writing_ends_where_there_is_room_for_some_of_it_only() {
        let (mut reader, writer) = io::pipe().unwrap();
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            write_while_ready(&writer, &vec![7; 1 << 20], 1);
            let _ = tell.send(());
        });
        assert!(told.recv_timeout(Duration::from_secs(20)).is_ok(), "it hangs");
        let mut written = Vec::new();
        assert!(reader.read_to_end(&mut written).is_ok() && written.len() > 1000, "{}", written.len());
    }
}
