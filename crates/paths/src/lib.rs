//! Grids, graphs and every search on them.
//!
//! [`grid`] has cells and lengths; [`graph`] says what a search may ask of a map, and has the maps that answer; [`search`] has the
//! algorithms, each a value that can be stopped after any expansion. Costs are whole numbers of milli-steps
//! ([`graph::Cost`]). The crate knows nothing of the game, needs no C compiler and starts no threads.
#![forbid(unsafe_code)]

// Geometry with its units.
pub mod grid;

// What a search may ask of a map, and the maps that answer.
pub mod graph;

// The algorithms, one expansion at a time.
pub mod search;
