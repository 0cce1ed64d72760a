//! The main thread: loops that take events and draw, one each for a game, the chooser of a new land, and the lab.
//!
//! What is drawn does not live here (`tui`), nor how a frame gets to the terminal (`terminal`).
//!
//! Reading order: `pace` and `stage`, when a frame is drawn, and `inbox`; `controller`, the loop of a game, with `exports`; then
//! `chooser`, `lab_host` and `lab`.

mod chooser;
mod controller;
mod exports;
mod inbox;
mod lab;
mod lab_host;
mod pace;
mod stage;

pub(in crate::app::play) use chooser::{Chooser, ChooserHost, ChooserResult};
pub(in crate::app::play) use controller::{Controller, GameContext, GameEnd, NextStart};
pub use lab::{run_codex, run_lab};
pub(in crate::app::play) use stage::FrameStage;
