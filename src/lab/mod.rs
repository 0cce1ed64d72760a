//! The lab: a map, up to four algorithms on it, each recorded completely, and a position in the recordings.
//!
//! Data flows one way: a [`LabMap`] and a [`Setup`] give a [`RecordedRun`], a run gives a [`LabPlayback`], and a [`LabSession`] holds
//! several of them side by side. A [`Breaker`] finds a map on which a row performs worst, and [`export_posthoc`]
//! exports a run for another program. Nothing here draws, waits or reads a clock.

mod breaker;
mod ground;
mod parts;
mod playback;
mod posthoc;
mod run;
mod session;
mod setup;

pub use crate::search::path_lines::{LineForm, LinePoint, line_length};
pub use crate::search::{Drawing, HalfCell};
pub use crate::trace::{CellMark, SearchCounts};
pub use breaker::Breaker;
pub use ground::LabMap;
pub use parts::GraphKind;
pub use playback::{CellFacts, LabPlayback, grouped, steps_words};
pub use posthoc::{PosthocTrace, export_posthoc};
pub use run::{RecordedRun, optimum, record_run, with_prepared};
pub use session::{ExpandedBy, LabAnswer, LabQuestion, LabSession, SessionLane, WATCHED_SECONDS};
pub use setup::{PartChoice, Setup, SetupPart, WEIGHT_MAX};
