//! The arc of the player: objectives in three chapters, made from this land by pathfinding, and what goes wrong
//! meanwhile; and charters.
//!
//! A chapter counts only what the player's works brought about, so a land that is left alone reaches none. What the
//! arc consists of is saved in `world::objective` and `world::charter`; the words are not in the engine.

mod chapters;
mod charters;
mod conditions;
mod danger;
mod trips;

pub(in crate::sim) use chapters::update_objectives;
pub(in crate::sim) use charters::answer_charter;
pub(in crate::sim) use trips::apply_objective_path;
