//! The search algorithms, each of which can be stopped and observed after every expansion.
//!
//! A search is a loop over single expansions ([`Search::step`]), and [`run`] is that loop under a budget. The game's
//! planner calls `run` with a slice of its budget per tick; a lab calls `step` and looks at the labels. Most algorithms
//! are one best-first loop ([`best_first`]) with another [`Rank`], frontier ([`frontiers`]), estimate ([`heuristic`])
//! or graph; the others have a file each. [`catalogue`] lists them all, and [`solver`] has the common interface that
//! runs any of them on a terrain.
//!
//! Not here: any notion of a world, a unit or a screen.

mod abstract_graph;
pub mod any_angle;
pub mod best_first;
pub mod bidirectional;
mod bidirectional_labels;
mod bitmap_labels;
pub mod block_astar;
pub mod bounded_cost;
pub mod breadth_first;
pub mod cached_heuristic;
pub mod catalogue;
pub mod comparison;
pub mod contraction;
pub mod cooperative;
pub mod dead_ends;
pub mod depth_first;
mod drawing;
pub mod embedding;
pub mod field;
pub mod first_moves;
pub mod fringe;
pub mod front_to_front;
mod frontier;
pub mod frontiers;
pub mod goal_bounding;
pub mod guided;
pub mod heuristic;
pub mod hierarchical;
pub mod ida;
pub mod jump;
mod labels;
pub mod landmarks;
pub mod learning;
pub mod lifelong;
pub mod near_optimal;
mod observer;
pub mod parts;
pub mod path_lines;
mod point_search;
pub mod provinces;
pub mod rectangular;
pub mod refinement;
pub mod retargeting;
pub mod ripple;
pub mod road_map;
pub mod shapes;
pub mod smoothing;
pub mod solver;
mod stamped_labels;
pub mod subgoals;
pub mod transit;
pub mod walkers;
pub mod waypoint_heuristic;

pub use best_first::{Goal, Heuristic, Rank, Search, run};
pub use bitmap_labels::BitmapLabels;
pub use drawing::{Drawing, HalfCell};
pub use frontier::{FrontierKey, HeapFrontier, PriorityQueue};
pub use heuristic::{AnyTarget, GridTarget, Metric, NoTarget, TieBreak};
pub use labels::{Label, LabelTable, Labels};
pub use observer::{NoObserver, Observer, Step, Tally};
pub use parts::{FrontierKind, Parts};
pub use solver::{Algorithm, BestFirst, Solver};
pub use stamped_labels::{HashLabels, StampedLabels};
