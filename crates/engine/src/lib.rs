//! The land of *Wayworn* without a screen: what is true of it at one tick, what changes it, and how it is kept.
//!
//! The modules stand in reading order, and a module may import only modules that stand before it; a test of the game holds
//! them to this.
#![forbid(unsafe_code)]

pub use wayworn_paths::{benchmark, graph, grid, search};

// Text from outside, made safe to show.
pub mod text;

// Hand-made lands as text.
pub mod level;

// Lands made of noise.
pub mod land;

// The saved state, and nothing else.
pub mod world;

// From what a people believes to prices, paths and reasons.
pub mod plan;

// What a unit wants next.
pub mod mind;

// The only module that changes the world.
pub mod sim;

// Saves and replays.
pub mod save;
