//! Behaviours at work: the top of each stack is asked what it wants, and that is carried out here.

pub(in crate::sim) mod action_end;
pub(in crate::sim) mod advance;
pub(in crate::sim) mod death;
pub(in crate::sim) mod failure;
pub(in crate::sim) mod intents;
pub(in crate::sim) mod possessed;
pub(in crate::sim) mod possession_tick;
pub(in crate::sim) mod road_work;
pub(in crate::sim) mod site_work;
pub(in crate::sim) mod stack;
pub(in crate::sim) mod supplies;
pub(in crate::sim) mod wander;
