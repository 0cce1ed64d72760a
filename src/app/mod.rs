//! The program: arguments, the headless commands, and (in `play`) the threads behind the screen.

mod cli;
pub mod console;
pub mod export;
pub mod folder;
pub mod land_args;
pub mod levels;
pub mod limits;
mod maps;
pub mod output;
pub mod play;
mod preview;
pub mod progress;
mod race;
mod render;
mod replay;
mod report;
pub mod run;
pub mod self_check;
mod solve;
mod trace;

pub use cli::{command, main};

/// The system's own keeps for good the room that it had at its fullest (see docs/decisions/0021). It stands here so that the
/// workbench, which measures for days, has the same.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Which program this is, for reports: its version, and the revision that it was made of as far as its build knows.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), ", revision ", env!("WAYWORN_REVISION"));
