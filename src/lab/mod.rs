//! The lab: a map, up to four algorithms on it, each recorded completely, and a position in the recordings.
//!
//! Data flows one way: a [`LabMap`] and a [`Setup`] give a [`RunTrace`], a trace gives a [`Playback`], and a [`LabSession`] holds
//! several of them side by side. A [`Breaker`] finds a map on which a row performs worst, and [`export_posthoc`](fn@posthoc)
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
pub use ground::LabMap;
pub use parts::GraphKind;
pub use playback::{CellMark, CellState, Playback, SearchCounts, steps_words};
pub use posthoc::{PosthocTrace, export_posthoc};
pub use session::{ExpandedBy, LabQuestion, LabSession, SessionLane};
pub use setup::{PartChoice, Setup, SetupPart, WEIGHT_MAX};
pub use trace::{ExpansionCounters, RunTrace, TraceEvent, optimum, record_run, with_prepared};
