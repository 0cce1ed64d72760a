//! Behaviours at work: the top of each stack is asked what it wants, and that is carried out here.

mod death;
mod failure;
mod intents;
mod road_work;
mod site_work;
mod stack;

pub(in crate::sim) use crate::sim::behave::death::remove_unit;
pub(in crate::sim) use crate::sim::behave::intents::decide_and_act;
pub(in crate::sim) use crate::sim::behave::stack::pop_behaviour;
