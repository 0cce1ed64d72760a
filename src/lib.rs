//! *Wayworn*: a living land in a terminal, where footsteps wear roads and everything is pathfinding.
#![forbid(unsafe_code)]

pub mod app;
pub mod graph;
pub mod grid;
pub mod land;
pub mod level;
pub mod mind;
pub mod plan;
pub mod save;
pub mod scene;
pub mod search;
pub mod sim;
pub mod tui;
pub mod world;
