//! *Wayworn*: a living land in a terminal, where footsteps wear roads and everything is pathfinding.
#![forbid(unsafe_code)]

pub mod grid;
pub mod graph;
pub mod search;
pub mod level;
pub mod land;
pub mod world;
pub mod plan;
pub mod mind;
pub mod sim;
pub mod scene;
pub mod tui;
pub mod save;
pub mod app;
