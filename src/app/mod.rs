//! The program: arguments, the headless commands, and (in `play`) the threads behind the screen.

mod cli;
pub mod play;
mod replay;
mod report;
mod run;

pub use cli::main;
