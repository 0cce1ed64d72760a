//! Contraction hierarchies (Geisberger, Sanders, Schultes & Delling 2008), on cells and on subgoal graphs (Uras &
//! Koenig 2018).
//!
//! The idea: remove the nodes of a graph one by one, the least important first. Wherever the only shortest path between
//! two neighbours of a removed node led through it, a shortcut replaces it. Afterwards every shortest path can be
//! replaced by one that first climbs to more and more important nodes and then descends: two searches that only climb,
//! one from each end, meet at its top, after a few dozen nodes. Shortcuts are unpacked into what they replaced.
//! Promise: optimal. Needs: preparation; on cells a map of few of them, because open ground has no important cells.
//! Units: milli-steps. Ties: smaller cost first, then the node removed later; nodes are removed by how many shortcuts
//! they need and by the depth of what is below them, then by index.
//! Cost: a tenth of a millisecond a node for the order; sixteen bytes an edge, of which there are about twice as many.
//! Differs from the papers in guiding the climb by octile distance, in updating importance only when a node comes to
//! the top of the queue, and in subgoals that count as such only along the diagonals round them.

mod contractor;
mod hierarchy;
mod of_cells;
mod of_subgoals;
mod query;

pub(super) use contractor::{Limits, contract};
pub(super) use hierarchy::Hierarchy;
pub use of_cells::ContractionHierarchy;
pub(super) use of_cells::moves_of;
pub use of_subgoals::{SubgoalHierarchy, prepared};
