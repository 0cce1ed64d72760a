//! The game's planner: from what a people believes to prices, from prices to paths, and from a path to the reasons
//! for it.
//!
//! Everything here reads beliefs, never the true land: change what nobody has seen and no plan changes. What does
//! not live here: why somebody wants to walk (`mind`), and walking itself (`sim`).

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

/// Expansions that each running search may spend in one tick.
pub const SLICE: u32 = 1024;
/// Searches that run at the same time.
pub const LIVE_MAX: usize = 32;
/// Nodes that a search for the border of the known may reach before it settles for the closest.
pub const LABELS_MAX: u32 = 65_536;
/// Nodes that a direct search may reach before the way is found by the abstraction instead.
pub const DIRECT_LABELS_MAX: u32 = 16_384;
/// Goals at most so many steps away are searched for directly and exactly.
pub const DIRECT_STEPS: u32 = 48;
/// Goals farther off than this are looked far around for at once: a look at the surroundings is seldom enough.
pub const WIDE_STEPS: u32 = 24;
/// Requests that wait, beyond which nobody is searched for directly: then all get ways soon rather than some the best.
pub const DIRECT_WAITING_MAX: usize = 256;
/// Work that is spent in one tick on requests which are answered at once. A look at the surroundings counts one.
pub const WORK_MAX: usize = 80;
/// What a look far around counts of it.
pub const WIDE_WORK: usize = 6;
/// What a route by the abstraction counts of it.
pub const ROUTE_WORK: usize = 3;
/// Part of it for those who do not want to walk, but only to know.
pub const PATIENT_WORK: usize = 12;
/// Nodes that an exact search may reach which is made for an explanation.
pub const EXACT_LABELS_MAX: u32 = 1 << 20;
