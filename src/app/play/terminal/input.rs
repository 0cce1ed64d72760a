//! The thread that reads events from the terminal.
//!
//! It is separate because reading from a lost terminal never returns. What events mean does not live here (`tui`).

use crate::app::play::session::PlayError;
use crate::app::play::{MainMessage, panics};
use ratatui::crossterm::event::{self, Event, MouseEventKind};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Consecutive panics and errors after which it gives up; the main thread then still sees signals and hang-ups.
const FAILURES_MAX: u32 = 100;

/// Starts the thread.
pub(in crate::app::play) fn listen_to_terminal(wake: Sender<MainMessage>) -> Result<(), PlayError> {
    let read = move || {
        let mut failures = 0;
        while failures < FAILURES_MAX {
            // Unknown bytes must not end a game.
            if let Ok(Ok(events)) = panics::catch(next_events) {
                failures = 0;
                if !events.into_iter().all(|event| wake.send(MainMessage::Event(event)).is_ok()) {
                    return;
                }
            } else {
                failures += 1;
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    };
    std::thread::Builder::new().name("input".to_owned()).spawn(read).map(drop).map_err(PlayError::Terminal)
}

/// Waits for events and takes all pending ones; of consecutive motions only the last.
fn next_events() -> std::io::Result<Vec<Event>> {
    let mut events = vec![event::read()?];
    while events.len() < 256 && event::poll(Duration::ZERO)? {
        let event = event::read()?;
        match events.last_mut() {
            Some(last) if is_motion(last) && is_motion(&event) => *last = event,
            _ => events.push(event),
        }
    }
    Ok(events)
}

/// Whether an event is motion without a button, which may be skipped.
fn is_motion(event: &Event) -> bool {
    matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved)
}
