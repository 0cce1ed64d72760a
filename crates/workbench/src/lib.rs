//! The workbench of *Wayworn*: what developers and researchers do with its lands, and no player needs.
//!
//! [`study`] holds many lands against figures of the real world, [`measure`] tells how fast and how good the planner is,
//! [`fuzz`] plays at random and looks for faults, [`catalogue`] prints what land every seed makes; [`cli`] has the
//! arguments. What does not live here: the game itself (`wayworn-engine`), and its screen and commands (`wayworn`).
#![forbid(unsafe_code)]

use wayworn::{app, scene, tui};
use wayworn_engine::{land, level, mind, plan, save, sim, text, world};
use wayworn_paths::{graph, grid, search};

// What has become of a land, held against the world's own figures.
pub mod study;

// Times, memory and the quality of paths.
pub mod measure;

// Random players, and what they find.
pub mod fuzz;

// What land every seed makes.
pub mod catalogue;

// The command line around them.
pub mod cli;
