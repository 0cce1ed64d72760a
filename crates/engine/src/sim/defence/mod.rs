//! What a people does about danger: guards, forts, and spies.

mod chokes;
mod forts;
mod guards;
mod spying;

pub use crate::sim::defence::forts::fort_guard;

pub(in crate::sim) use crate::sim::defence::chokes::path_counts_around;
pub(in crate::sim) use crate::sim::defence::forts::build_fort;
pub(in crate::sim) use crate::sim::defence::guards::{
    become_porter, deliver_news, relieve_guards, request_guard,
};
pub(in crate::sim) use crate::sim::defence::spying::send_spy;
