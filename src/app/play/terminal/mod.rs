//! The terminal: taking and restoring it, what comes from it, and frames on their way to it.
//!
//! What events mean and what a frame shows do not live here (`tui`).
//!
//! Reading order: `environment`, what is known about it; `system`, what differs between Unix and Windows; `guard`, which
//! takes and restores it; `decoder`, `probe`, `input` and `signals`, what comes from it; `display`, what goes to it;
//! `input_test`, which shows all of that.

mod decoder;
mod display;
mod environment;
mod guard;
mod input;
mod input_test;
mod probe;
mod signals;
mod system;

pub(in crate::app::play) use display::{Display, window_size};
pub(in crate::app::play) use environment::{is_plain_locale, is_remote, may_show_pictures};
pub(in crate::app::play) use guard::{
    CONNECTION_CHECK, check_terminal, is_taken, restore, set_mouse, take, take_again,
};
pub(in crate::app) use guard::{install_panic_hook, stand_guard};
pub(in crate::app::play) use input::listen_to_terminal;
pub use input_test::run_input_test;
pub(in crate::app::play) use probe::{GlyphWidth, Questions, probe};
pub(in crate::app::play) use signals::{
    ending_code, has_ignored_stop, is_resizing, is_resuming, is_suspending, listen_to_signals, stop_process,
};
pub(in crate::app) use system::is_guardian;
pub use system::survive_full_disks;
pub(in crate::app::play) use system::{is_connected, tell_to_stop};
