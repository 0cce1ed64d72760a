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

pub use abstraction::{Abstraction, BOUND, Counters, Differs, PLANNER, Scratch, StepPrices};
pub use abstractions::Guides;
pub use ambush::{AHEAD, Ambush, Outlook};
pub use batch::{AREA_MAX, BATCH_MIN, answer_batch, batches};
pub use betweenness::traversals;
pub use cut_value::{CUT_OFF, Cuts};
pub use explain::{Account, account_of, exact_way, second_best, straight_line};
pub use isochrone::{Reach, Times};
pub use nearest::way_to_nearest;
pub use no_path::{Bar, Hindrance};
pub use planner::{FarWay, Planner};
pub use price::{
    Believes, Footing, ITEMS, Neighbourhood, PRICE_MAX, PRICE_MIN, PriceTable, TERMS, Tables, Terms,
};
pub use queue::{Served, Tools, cells_of_chunk, ponder, restart_barred, serve, serve_watched, submit};
pub use road::{ROAD_COIN, RoadPlan, needs_road, road_plan, road_work};
pub use route::{detour, is_walkable, leads_on, measure, steps_of};
pub use target::{NearestFrontier, To};
pub use trace::{Trace, TraceCell};
pub use turning::{SHARPEST, eased, sharpest_turn};

/// Expansions that each running search may spend per tick.
pub const SLICE: u32 = 1024;
/// Searches that run at the same time.
pub const LIVE_MAX: usize = 32;
/// Labels of a search for the frontier of the known land, before it settles for the closest node.
pub const LABELS_MAX: u32 = 65_536;
/// Labels of a direct search, before the abstraction takes over.
pub const DIRECT_LABELS_MAX: u32 = 16_384;
/// Goals at most this many steps away get a direct and exact search.
pub const DIRECT_STEPS: u32 = 48;
/// Goals farther away than this get a wide search at once: a search of the surroundings is seldom enough.
pub const WIDE_STEPS: u32 = 24;
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
