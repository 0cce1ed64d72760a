//! The simulation thread, which owns the game, and what only it uses.
//!
//! The rules of the game do not live here (`sim`).
//!
//! Reading order: `link`, how others reach it; `simulation`, `watchdog`.

mod link;
mod simulation;
mod watchdog;

pub(in crate::app::play) use link::{Picture, SimulationControl, SimulationLink, close_current};
pub use simulation::stands_still;
pub(in crate::app::play) use simulation::start;
