//! The program: arguments, the headless commands, and (in `play`) the threads behind the screen. What the screen shows
//! does not live here (`tui`).

mod cli;
pub mod codex;
pub mod console;
mod daily;
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
mod stopwatch;
mod trace;
pub mod usage;

pub use cli::{command, main};

/// The system's allocator never returns its peak memory (see docs/decisions/0021). This is here rather than in `main`,
/// so that the workbench, which measures for days, has the same allocator.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Version of the program, and its revision if the build knows it, for reports.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), ", revision ", env!("WAYWORN_REVISION"));
