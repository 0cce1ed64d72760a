//! *Wayworn*: a simulated land in a terminal, where footsteps wear roads and everything is pathfinding.
//!
//! Noise generates a land. Its peoples know only what they have seen. Their units request paths from the planner and
//! walk them; walking wears the ground; worn ground is cheaper; so later paths prefer it. Inns appear where travellers
//! sleep, and villages where routes meet. Everything else serves this loop, or shows it.
//!
//! One value, [`world::World`], is the whole state of the land at one tick, and all that is saved. Only the room
//! [`sim`] changes it: [`sim::Game::tick`] runs a short list of systems, and [`sim::Game::apply`] carries out a
//! player's command.
//! The same seed and commands give the same world, whatever the number of threads, and however often it was saved and
//! loaded. Therefore time is counted in ticks, effort in expansions, and all numbers are integers.
//!
//! The rooms of the game itself are in the crate `wayworn-engine`, the general ones in `wayworn-paths`; both are
//! re-exported here. Rooms are listed in reading order, and a room may import only earlier ones. `tui` is restricted
//! further: of the game it imports only `grid` and `scene`, so the screen cannot change what it shows. A test checks
//! all imports.
//!
//! Start with `sim/tick.rs`, then read [`plan`] for which paths units want and [`search`] for how paths are found. Each
//! file says at its head what lives there, and each room what deliberately does not. `docs/ARCHITECTURE.md` follows one
//! order from the key to the road, `docs/GLOSSARY.md` defines terms, and `docs/decisions/` gives reasons.
#![forbid(unsafe_code)]

pub use wayworn_engine::{land, level, mind, plan, save, sim, text, world};
pub use wayworn_paths::{benchmark, graph, grid, learning, search, trace};

// What the screen needs to draw one tick.
pub mod scene;

// The lab: recorded searches, played forward and back.
pub mod lab;

// The codex: pages with a scene, and claims that are computed.
pub mod codex;

// The screen: keys in, characters out.
pub mod tui;

// The program: arguments, threads, terminal, signals.
pub mod app;
