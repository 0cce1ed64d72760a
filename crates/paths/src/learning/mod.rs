//! Learning beside search: what a program can take from the searches and trips that it has done.
//!
//! Each file has one technique: a fit of numbers to samples ([`least_squares`]), the cost of ground from what crossings took
//! ([`crossing_costs`]), a heuristic from found paths ([`learned_heuristic`]), stored answers and why they are not enough
//! ([`path_memory`]), paths bred by chance ([`path_breeding`]), values spread back from rewards ([`value_iteration`]), and
//! choices learned from rewards alone ([`reward_learning`]). All are integers, and chance is a sequence with a seed
//! ([`dice`]): the same lessons in the same order teach the same.
//!
//! Not here: searches, which these call; LRTA*, which learns while it walks (`search::learning`); when a game learns.

pub mod crossing_costs;
pub mod dice;
pub mod learned_heuristic;
pub mod least_squares;
pub mod path_breeding;
pub mod path_memory;
pub mod reward_learning;
pub mod value_iteration;
