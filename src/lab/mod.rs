//! The lab: a map, up to four algorithms on it, each recorded completely, and a position in the recordings.
//!
//! Data flows one way: a [`Ground`] and a [`Setup`] give a [`Trace`], a trace gives a [`Playback`], and a [`Session`] holds
//! several of them side by side. A [`Breaker`] finds a map on which a row performs worst, and [`posthoc`](fn@posthoc)
//! exports a trace for another program. Nothing here draws, waits or reads a clock.

mod breaker;
mod ground;
mod parts;
mod playback;
mod posthoc;
mod session;
mod setup;
mod trace;

pub use crate::search::path_lines::{LineForm, LinePoint, line_length};
pub use breaker::Breaker;
pub use ground::Ground;
pub use parts::GraphKind;
pub use playback::{CellState, Counts, Mark, Playback, steps};
pub use posthoc::{Posthoc, posthoc};
pub use session::{Lane, Quiz, Session, Tint};
pub use setup::{Choice, Part, Setup, WEIGHT_MAX};
pub use trace::{Pop, Trace, TraceEvent, optimum, prepared, record};
