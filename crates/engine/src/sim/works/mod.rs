//! Works: what a people builds for its travellers and keeps up season by season, and what that earns.
//!
//! A delivery of the player's people earns coin for the walking time that its works saved on the way (`income`, with the
//! help of `counterfactual`). Once a season a survey finds works that would pay (`survey`), which are offered, or built
//! where a steward decides (`steward`). Each season costs upkeep (`season`); what is not paid for closes. What does not
//! live here: roads that feet wear (`ground::roads`), brushes (`commands::land_edits`), and guards (`defence::guards`).

mod build;
mod commands;
mod counterfactual;
mod income;
mod price;
mod record;
mod season;
mod steward;
mod survey;

pub(in crate::sim) use crate::sim::works::commands::run_command;
pub(in crate::sim) use crate::sim::works::income::earn_for_delivery;
pub(in crate::sim) use crate::sim::works::season::update_works;
