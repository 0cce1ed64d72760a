//! The thread that reads events from the terminal.
//!
//! It is separate because reading from a lost terminal may never return. What bytes are which events lives in
//! `decoder`; what events mean does not live here (`tui`).

use super::decoder::Decoder;
use crate::app::play::session::PlayError;
use crate::app::play::{MainMessage, panics};
use ratatui::crossterm::event::{Event, MouseEventKind};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Consecutive panics and errors after which it gives up; the main thread then still sees signals and hang-ups.
const FAILURES_MAX: u32 = 100;
/// Silence after which an unfinished sequence is given up, and an Escape is the key.
const SEQUENCE_TIMEOUT: Duration = Duration::from_millis(30);
/// Silence after which a paste is given up that has not ended.
const PASTE_TIMEOUT: Duration = Duration::from_secs(1);

/// Starts the thread.
pub(in crate::app::play) fn listen_to_terminal(wake: Sender<MainMessage>) -> Result<(), PlayError> {
    let read = move || {
        let (mut failures, mut decoder) = (0, Decoder::default());
        while failures < FAILURES_MAX {
            // Unknown bytes must not end a game.
            if let Ok(Ok(events)) = panics::catch(|| next_events(&mut decoder)) {
                failures = 0;
                if !events.into_iter().all(|event| wake.send(MainMessage::Event(event)).is_ok()) {
                    return;
                }
            } else {
                (failures, decoder) = (failures + 1, Decoder::default());
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    };
    std::thread::Builder::new().name("input".to_owned()).spawn(read).map(drop).map_err(PlayError::Terminal)
}

/// Waits for bytes, no longer than what is unfinished may wait, and returns their events; of consecutive motions only
/// the last.
pub(super) fn next_events(decoder: &mut Decoder) -> io::Result<Vec<Event>> {
    let patience = if decoder.is_pasting() { PASTE_TIMEOUT } else { SEQUENCE_TIMEOUT };
    let bytes = read_bytes(decoder.is_waiting().then_some(patience))?;
    let mut events = if bytes.is_empty() { Vec::from_iter(decoder.give_up()) } else { decoder.feed(&bytes) };
    events.dedup_by(|event, before| {
        let are_motions = is_motion(event) && is_motion(before);
        if are_motions {
            std::mem::swap(event, before);
        }
        are_motions
    });
    Ok(events)
}

/// Waits for bytes, at most this long, and reads them; none when the time is up.
pub(super) fn read_bytes(limit: Option<Duration>) -> io::Result<Vec<u8>> {
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

/// Whether an event is motion without a button, which may be skipped.
fn is_motion(event: &Event) -> bool {
    matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved)
}
