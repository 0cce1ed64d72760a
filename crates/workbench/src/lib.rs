//! The workbench of *Wayworn*: tools for developers and researchers, which no player needs.
//!
//! [`study`] compares many lands with figures of the real world, [`measure`] reports the planner's speed and quality,
//! [`fuzz`] plays at random and looks for faults, [`catalogue`] prints the land of every seed; [`cli`] has the
//! arguments. What does not live here: the game itself (`wayworn-engine`), and its screen and commands (`wayworn`).
#![forbid(unsafe_code)]

use wayworn::{app, scene, tui};
use wayworn_engine::{land, level, mind, plan, save, sim, text, world};
use wayworn_paths::{graph, grid, search};

// Comparison of lived-in lands with real-world figures.
pub mod study;

// Times, memory and path quality.
pub mod measure;

// Random players, and the failures that they find.
pub mod fuzz;

// The land of every seed.
pub mod catalogue;

// The command line.
pub mod cli;
