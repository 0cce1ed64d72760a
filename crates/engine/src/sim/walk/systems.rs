//! The systems of walking; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::walk::{advance, answers, invalidation};

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 4] = [
    answers::serve_requests,
    answers::extend_paths,
    advance::advance_units,
    invalidation::apply_learned_changes,
];
