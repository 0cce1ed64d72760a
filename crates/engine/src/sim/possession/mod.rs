//! The unit that the player plays as: what it does by the player's word, what it notices, and the wanderer's game.

mod action_end;
mod actions;
mod calls;
mod crossing;
mod encounters;
mod life;
mod odds;
mod play;
mod systems;
mod tick;
mod trade;
mod wander;

pub(in crate::sim) use crate::sim::possession::action_end::{end_action, notice_cell};
pub(in crate::sim) use crate::sim::possession::play::{Play, play};
pub(in crate::sim) use crate::sim::possession::systems::SYSTEMS;
