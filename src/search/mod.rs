//! Every search algorithm, stepwise and observable.
//!
//! The *single expansion* is the unit: a search is a loop over [`Search::step`], and [`run`] is that loop under a
//! budget. The game's planner calls `run` with a slice of its budget per tick; a lab calls `step` and looks.
//! Most algorithms are one best-first loop with another [`Rank`]; `catalogue` lists them.
//!
//! What does not live here: any notion of a world, a unit or a screen.

mod best_first;
pub mod catalogue;
mod frontier;
mod labels;

pub use best_first::{Goal, Heuristic, Observer, Rank, Search, Step, Watch, run};
pub use frontier::{Frontier, Key};
pub use labels::{Label, Labels};
