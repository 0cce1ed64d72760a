//! What is reported to the player: acts, goals, history, and searches as they run.

pub(in crate::sim) mod act_report;
pub(in crate::sim) mod goals;
pub(in crate::sim) mod history;
pub(in crate::sim) mod reasons;
pub(in crate::sim) mod recording;
pub(in crate::sim) mod search_overlay;
