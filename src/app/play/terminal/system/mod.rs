//! What each system does its own way: reading and writing the terminal itself, and signals.
//!
//! `unix` has everything, with `guardian` for what kills the game. `windows` has what crossterm offers there: events
//! instead of bytes, no probe, no signals, no time limit for writing. Neither decides anything: what follows from an event
//! or a signal does not live here.

#[cfg(unix)]
mod guardian;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(in crate::app) use guardian::is_guardian;
#[cfg(unix)]
pub(in crate::app::play) use guardian::{
    alert_guardian, guard_until_the_end, is_terminal_raw, relieve_guardian,
};
#[cfg(unix)]
pub use unix::survive_full_disks;
#[cfg(unix)]
pub(in crate::app::play) use unix::*;
#[cfg(windows)]
pub(in crate::app) use windows::is_guardian;
#[cfg(windows)]
pub use windows::survive_full_disks;
#[cfg(windows)]
pub(in crate::app::play) use windows::*;
