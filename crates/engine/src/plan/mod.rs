//! The game's planner: from what a people believes to prices, from prices to paths, and from a path to its reasons.
//!
//! Everything here reads beliefs, never the true land: a change that no unit has seen changes no plan. Not here: why a
//! unit wants to walk (`mind`), and walking itself (`sim`).

mod abstraction;
mod abstractions;
mod ambush;
mod batch;
mod betweenness;
mod cut_value;
mod explain;
pub mod field;
mod greedy;
mod isochrone;
mod nearest;
mod no_path;
mod planner;
mod price;
mod queue;
mod road;
mod route;
mod target;
mod trace;
mod turning;

pub use abstraction::{
    Abstraction, Counters, Difference, PLANNER, PLANNER_COST_PERCENT_MAX, Scratch, StepPrices,
};
pub use abstractions::Abstractions;
pub use ambush::{AMBUSH_AHEAD_STEPS, AmbushSite, RoadVisibility};
pub use batch::{BATCH_MIN, FIELD_AREA_MAX_CELLS, answer_batch, batches};
pub use betweenness::betweenness;
pub use cut_value::{CutValues, DISCONNECTED};
pub use explain::{PricedPath, exact_path, priced_path, second_best, straight_line};
pub use isochrone::{Isochrone, WalkingTimes};
pub use nearest::path_to_nearest;
pub use no_path::{NoPathReason, Obstacle};
pub use planner::{Planner, RefinedRoute};
pub use price::{
    BelievedPrices, Neighbourhood, PRICE_MAX, PRICE_MIN, PriceTable, PriceTables, PriceTerms, TERM_COUNT,
    TERM_NAMES, TrueGround,
};
pub use queue::{
    PlannerTools, Served, cells_of_chunk, restart_blocked, search_now, serve, serve_observed, submit,
};
pub use road::{ROAD_COIN, RoadPlan, needs_road, road_plan, road_work_ticks};
pub use route::{detour, is_walkable, is_walkable_from, path_terms, to_steps};
pub use target::{CellTarget, NearestFrontier};
pub use trace::{Trace, TraceCell};
pub use turning::{TURN_MAX_EIGHTHS, sharpest_turn, with_eased_turns};

/// Expansions that each running search may spend per tick.
pub const SLICE_EXPANSIONS: u32 = 1024;
/// Searches that run at the same time.
pub const LIVE_SEARCHES_MAX: usize = 32;
/// Labels of a search for the frontier of the known land, before it settles for the closest node.
pub const LABELS_MAX: u32 = 65_536;
/// Labels of a direct search, before the abstraction takes over.
pub const DIRECT_LABELS_MAX: u32 = 16_384;
/// Goals at most this many steps away get a direct and exact search.
pub const DIRECT_SEARCH_MAX_STEPS: u32 = 48;
/// Goals farther away than this get a wide search at once: a search of the surroundings is seldom enough.
pub const WIDE_SEARCH_FROM_STEPS: u32 = 24;
/// Waiting requests beyond which there are no direct searches: then all get paths soon rather than some the best.
pub const DIRECT_WAITING_MAX: usize = 256;
/// Work per tick for requests that are answered at once. A search of the surroundings counts one.
pub const WORK_MAX: usize = 80;
/// The share of a wide search in it.
pub const WIDE_WORK: usize = 6;
/// The share of a route by the abstraction in it.
pub const ROUTE_WORK: usize = 3;
/// The part of it reserved for requests that do not lead to a walk, only to an answer.
pub const PATIENT_WORK: usize = 12;
/// Labels of an exact search for an explanation.
pub const EXACT_LABELS_MAX: u32 = 1 << 20;
