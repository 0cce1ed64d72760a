//! The game's planner: from what a people believes to prices, from prices to paths, and from a path to the reasons
//! for it.
//!
//! Everything here reads beliefs, never the true land: change what nobody has seen and no plan changes. What does
//! not live here: why somebody wants to walk (`mind`), and walking itself (`sim`).

mod abstraction;
mod crowd;
mod explain;
mod price;
mod queue;
mod road;
mod route;
mod target;
mod trace;

pub use abstraction::{Abstraction, Counters, Crossing, Prices, Route, Scratch};
pub use crowd::{Crowd, Guide};
pub use explain::{Account, best_way, second_best, straight_line};
pub use price::{Believes, PriceTable, TERMS, Tables, Terms, step_time, untouched_time};
pub use queue::{Served, ponder, serve, serve_watched, submit};
pub use road::{ROAD_COIN, RoadPlan, needs_road, road_plan, road_work};
pub use route::{detour, directions, is_walkable, measure};
pub use target::{Border, To};
pub use trace::{Spot, Trace};

/// Expansions that each running search may spend in one tick.
pub const SLICE: u32 = 1024;
/// Searches that run at the same time.
pub const LIVE_MAX: usize = 32;
/// Nodes that one search may reach before it settles for the closest.
pub const LABELS_MAX: u32 = 65_536;
