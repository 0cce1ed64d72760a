//! *Wayworn*: a living land in a terminal, where footsteps wear roads and everything is pathfinding.
//!
//! Noise makes a land. A people lives in it that knows only what it has seen. Its walkers want to be somewhere, ask the
//! planner for a way, and walk it; their feet wear the ground; worn ground is cheaper to walk; so the next way bends
//! onto it. Where travellers sleep, inns appear, and where routes meet, villages. All else is in service of this loop,
//! or of looking at it.
//!
//! One value, [`world::World`], is all that is true of the land at one tick and all that is saved. One room, [`sim`],
//! changes it: [`sim::Game::tick`] is a short list of systems, [`sim::Game::apply`] carries out what a player commands,
//! and there is no third way in. The same seed and the same commands give the same world, whatever the number of
//! threads and however often it was saved on the way; for that, time is ticks, effort is expansions, and numbers are
//! whole.
//!
//! The rooms of the game itself are the crate `wayworn-engine`, those that any program could use `wayworn-paths`; both are
//! handed on here. Rooms stand in reading order, and a room may import only rooms that stand before it. `tui` is the
//! exception in the other direction: of the game it sees `grid` and `scene` alone, so the screen cannot change what it
//! shows. A test reads all imports and holds them to this.
//!
//! Begin with `sim/tick.rs`, go on to [`plan`] for the reasons behind a way and to [`search`] for how one is found.
//! Each file says at its head what lives there, and each room what deliberately does not. `docs/ARCHITECTURE.md`
//! follows one order from the key to the road; `docs/GLOSSARY.md` has the words; `docs/decisions/` has the reasons.
#![forbid(unsafe_code)]

pub use wayworn_engine::{land, level, mind, plan, save, sim, text, world};
pub use wayworn_paths::{benchmark, graph, grid, search};

// What the screen needs of one tick.
pub mod scene;

// A search under the glass: recorded whole, and looked at forward and back.
pub mod lab;

// The screen: keys in, characters out.
pub mod tui;

// The program around it: arguments, threads, terminal, signals.
pub mod app;
