//! The unit that the player plays as: what it does by the player's word, what it notices, and the wanderer's game.

mod action_end;
mod actions;
mod calls;
mod crossing;
mod encounters;
mod life;
mod odds;
mod play;
mod tick;
mod trade;
mod wander;

pub(in crate::sim) use crate::sim::possession::action_end::{end_action, notice_cell};
pub(in crate::sim) use crate::sim::possession::play::{Play, play};

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 1] = [tick::advance_possession];
