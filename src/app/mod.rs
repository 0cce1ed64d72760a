//! The program: arguments, the headless commands, and (in `play`) the threads behind the screen.

mod cli;
mod report;
mod run;

pub use cli::main;
