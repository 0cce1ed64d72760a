//! The terminal as Windows has it, by way of crossterm. There are no signals: `Ctrl+C` is a key, a new window size an
//! event, and a program is not suspended.

use crate::app::play::terminal::decoder::Decoder;
use ratatui::crossterm::ansi_support::supports_ansi;
use ratatui::crossterm::event::{self, Event};
use std::io::{self, Write};
use std::time::Duration;

/// Whether the terminal may be asked for something: its answer would come as keys.
pub(in crate::app::play) const ANSWERS: bool = false;
/// No signal has these numbers; the last one stands for a new window size.
pub(in crate::app::play) const SUSPENDING: i32 = -1;
/// See above.
pub(in crate::app::play) const RESUMING: i32 = -2;
/// See above.
pub(in crate::app::play) const RESIZING: i32 = -3;

/// Switches on that the console obeys sequences.
pub(in crate::app::play) fn enable_sequences() {
    supports_ansi();
}

/// No signal ends the program.
pub(in crate::app::play) fn is_ending(_: i32) -> bool {
    false
}

/// Waits for an event.
pub(in crate::app::play) fn read_events(_: &mut Decoder) -> io::Result<Vec<Event>> {
    event::read().map(|event| vec![event])
}

/// Reads no bytes.
pub(in crate::app::play) fn read_bytes(_: Option<Duration>) -> io::Result<Vec<u8>> {
    Ok(Vec::new())
}

/// A console that is closed ends the program.
pub(in crate::app::play) fn is_connected() -> bool {
    true
}

/// Writes to the terminal at once.
pub(in crate::app::play) fn write_directly(bytes: &[u8]) {
    let mut out = io::stdout();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// There is nothing to watch.
pub(in crate::app::play) fn watch_signals(_: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// A full disk is a failed write.
///
/// # Errors
/// None.
pub fn survive_full_disks() -> io::Result<()> {
    Ok(())
}

/// A process is not stopped.
pub(in crate::app::play) fn stop_process() {}

/// See above.
pub(in crate::app::play) fn is_told_to_stop() -> bool {
    false
}

/// See above.
pub(in crate::app::play) fn tell_to_stop() {}

/// No process outlives the game.
pub(in crate::app::play) fn alert_guardian() {}

/// See above.
pub(in crate::app::play) fn relieve_guardian() {}

/// See above.
pub(in crate::app) fn is_guardian() -> bool {
    false
}

/// See above.
pub(in crate::app::play) fn guard_until_the_end(_: impl FnOnce()) {}

/// Nothing sets other modes while the game runs.
pub(in crate::app::play) fn is_terminal_raw() -> bool {
    true
}
