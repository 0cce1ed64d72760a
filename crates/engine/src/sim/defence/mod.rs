//! What a people does about danger: guards, forts, and spies.

mod chokes;
mod forts;
mod guards;
mod settlement;
mod spying;

pub(in crate::sim) use crate::sim::defence::guards::{deliver_news, relieve_guards};
pub(in crate::sim) use crate::sim::defence::settlement::defend_settlement;
