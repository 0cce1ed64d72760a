//! What is known of the land some days ahead, and what it is asked for.

use crate::scene::WhatIf;

/// What is known of the land some days ahead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WhatIfState {
    /// What is changed: `bridge of 3 near Mill`.
    pub change: String,
    /// How far the comparison is, in percent.
    pub percent: usize,
    /// The comparison, once it is made.
    pub answer: Option<Box<WhatIf>>,
    /// Whether time ran before, and will run again.
    pub was_running: bool,
}
