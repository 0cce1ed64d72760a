//! The thread that reads events from the terminal.
//!
//! It is separate because reading from a lost terminal may never return. What bytes are which events lives in
//! `decoder`; what events mean does not live here (`tui`).

use super::decoder::Decoder;
use super::system;
use crate::app::play::session::PlayError;
use crate::app::play::{MainMessage, panics};
use ratatui::crossterm::event::{Event, MouseEventKind};
use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Consecutive panics and errors after which it gives up; the main thread then still sees signals and hang-ups.
const FAILURES_MAX: u32 = 100;

/// Starts the thread.
pub(in crate::app::play) fn listen_to_terminal(wake: Sender<MainMessage>) -> Result<(), PlayError> {
    let read = move || {
        let (mut failures, mut decoder) = (0, Decoder::default());
        while failures < FAILURES_MAX {
            // Unknown bytes must not end a game.
            if let Ok(Ok(events)) = panics::catch(|| next_events(&mut decoder)) {
                failures = 0;
                if !events.into_iter().all(|event| wake.send(message(event)).is_ok()) {
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

/// Waits for events; of consecutive motions only the last.
pub(super) fn next_events(decoder: &mut Decoder) -> io::Result<Vec<Event>> {
    let mut events = system::read_events(decoder)?;
    events.dedup_by(|event, before| {
        let are_motions = is_motion(event) && is_motion(before);
        if are_motions {
            std::mem::swap(event, before);
        }
        are_motions
    });
    Ok(events)
}

/// What the main thread is told of an event.
fn message(event: Event) -> MainMessage {
    match event {
        Event::Resize(..) => MainMessage::Signal(system::RESIZING),
        event => MainMessage::Event(event),
    }
}

/// Whether an event is motion without a button, which may be skipped.
fn is_motion(event: &Event) -> bool {
    matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved)
}
