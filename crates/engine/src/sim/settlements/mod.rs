//! Settlements: what they make and trade, how they grow and shrink, and the camps and inns on the way.
//!
//! What does not live here: what threatens them (`danger`), and what they do about it (`defence`).

mod arrival;
mod camps;
mod caravans;
mod deeds;
mod families;
mod fields;
mod joined;
mod supplies;
mod towns;
mod trade;

pub(in crate::sim) use crate::sim::settlements::arrival::welcome;
pub(in crate::sim) use crate::sim::settlements::camps::camp_in_queue;
pub(in crate::sim) use crate::sim::settlements::deeds::{AfterDeed, carry_out};

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 1] = [towns::run_settlements];
