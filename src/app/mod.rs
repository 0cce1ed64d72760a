//! The program: arguments, the headless commands, and (in `play`) the threads behind the screen.

pub mod catalogue;
mod cli;
mod console;
pub mod export;
pub mod folder;
mod land_args;
pub mod levels;
pub mod limits;
mod maps;
pub mod measure;
mod output;
pub mod play;
mod preview;
mod progress;
mod race;
mod render;
mod replay;
mod report;
mod run;
mod self_check;
mod solve;
mod study;
mod torture;
mod trace;

pub use cli::main;

/// Which program this is, for reports: its version, and the revision that it was made of as far as its build knows.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), ", revision ", env!("WAYWORN_REVISION"));
