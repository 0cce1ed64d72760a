//! Walking: steps, yielding, one-wide passages, formations, and the path requests behind them.

pub(in crate::sim) mod affected_units;
pub(in crate::sim) mod answers;
pub(in crate::sim) mod formation;
pub(in crate::sim) mod invalidation;
pub(in crate::sim) mod movement;
pub(in crate::sim) mod occupancy;
pub(in crate::sim) mod passage_tokens;
pub(in crate::sim) mod passages;
pub(in crate::sim) mod path_watches;
pub(in crate::sim) mod paths;
pub(in crate::sim) mod requests;
pub(in crate::sim) mod yielding;
