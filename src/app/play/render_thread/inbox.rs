//! Messages of other threads to a loop of the main thread.
//!
//! What a message means does not live here: each loop handles its own.

use crate::app::play::MainMessage;
use crate::app::play::session::PlayError;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Most messages handled between two frames.
const MESSAGES_PER_FRAME_MAX: usize = 500;

/// Waits this long for a message, and hands it and all pending ones to `handle` until that returns the end of the loop.
pub(super) fn handle_messages<T>(
    inbox: &Receiver<MainMessage>,
    wait: Duration,
    mut handle: impl FnMut(MainMessage) -> Result<Option<T>, PlayError>,
) -> Result<Option<T>, PlayError> {
    let first = match inbox.recv_timeout(wait) {
        Ok(message) => message,
        Err(RecvTimeoutError::Timeout) => return Ok(None),
        Err(RecvTimeoutError::Disconnected) => return Err(PlayError::Stopped),
    };
    let pending = std::iter::once(first).chain(inbox.try_iter());
    for message in pending.take(MESSAGES_PER_FRAME_MAX) {
        let end = handle(message)?;
        if end.is_some() {
            return Ok(end);
        }
    }
    Ok(None)
}
