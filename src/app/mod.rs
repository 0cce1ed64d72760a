//! The program: arguments, the headless commands, and (in `play`) the threads behind the screen.

mod cli;
pub mod play;
mod race;
mod replay;
mod report;
mod run;
mod solve;

pub use cli::main;
