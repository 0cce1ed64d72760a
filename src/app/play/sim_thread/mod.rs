//! The simulation thread, which owns the game, and what only it uses.
//!
//! The rules of the game do not live here (`sim`).
//!
//! Reading order: `simulation`, `watchdog`.

mod simulation;
mod watchdog;

pub use simulation::stands_still;
pub(in crate::app::play) use simulation::{Picture, SimulationControl, SimulationLink, close_current, start};
