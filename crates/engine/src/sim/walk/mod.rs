//! Walking: steps, yielding, one-wide passages, groups, and the path requests behind them.

mod advance;
mod affected_units;
mod answers;
mod formation;
mod invalidation;
mod known_paths;
mod movement;
mod moves;
mod own_step;
mod passage_tokens;
mod reasons;
mod requests;
mod yielding;

pub use crate::sim::walk::answers::PARTS_MAX;

pub(in crate::sim) use crate::sim::walk::affected_units::PathsBefore;
pub(in crate::sim) use crate::sim::walk::invalidation::apply_learned_changes;
pub(in crate::sim) use crate::sim::walk::moves::carry_out;
pub(in crate::sim) use crate::sim::walk::own_step::{OwnStep, take_own_step};

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 4] = [
    answers::serve_requests,
    answers::extend_paths,
    advance::advance_units,
    invalidation::apply_learned_changes,
];
