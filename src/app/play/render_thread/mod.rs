//! The main thread: loops that take events and draw, one for a game, one for a screen without one.
//!
//! What is drawn does not live here (`tui`), nor how a frame gets to the terminal (`terminal`).
//!
//! Reading order: `pace` and `stage`, when a frame is drawn, and `inbox`; `guest`, what takes the terminal for
//! itself: `chooser`, `lab_host` and `lab`; `exports` and `controller`, the loop of a game.

mod chooser;
mod controller;
mod exports;
mod guest;
mod inbox;
mod lab;
mod lab_host;
mod pace;
mod stage;

pub(in crate::app::play) use chooser::Chooser;
pub(in crate::app::play) use controller::{Controller, GameContext, GameEnd, NextStart};
pub(in crate::app::play) use guest::{AloneEnd, run_alone};
pub use lab::{run_codex, run_lab};
pub(in crate::app::play) use stage::FrameStage;
