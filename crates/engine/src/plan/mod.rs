//! The game's planner: from what a people believes to prices, from prices to paths, and from a path to its reasons.
//!
//! Everything here reads beliefs, never the true land: a change that no unit has seen changes no plan. Not here: why a
//! unit wants to walk (`mind`), and walking itself (`sim`).

mod abstraction;
mod abstractions;
mod ambush;
mod betweenness;
mod cut_value;
mod explain;
pub mod field;
mod isochrone;
mod method;
mod nearest;
mod planner;
mod preview;
mod price;
mod queue;
mod road;
mod route;
mod search_order;
mod survey;
mod target;
mod turning;
mod work;

pub use abstraction::{
    Abstraction, Counters, Difference, PLANNER, PLANNER_COST_PERCENT_MAX, Scratch, StepPrices,
};
pub use abstractions::Abstractions;
pub use ambush::{AMBUSH_AHEAD_STEPS, AmbushSite, RoadVisibility};
pub use betweenness::{betweenness, betweenness_around};
pub use cut_value::{CutValues, DISCONNECTED};
pub use explain::{EXACT_LABELS_MAX, PricedPath, exact_path, priced_path, second_best, straight_line};
pub use isochrone::{Isochrone, WalkingTimes};
pub use method::{
    BATCH_MIN, DIRECT_LABELS_MAX, DIRECT_SEARCH_MAX_STEPS, FIELD_AREA_MAX_CELLS, FoundPath, LABELS_MAX,
    ROUTE_WORK, SLICE_EXPANSIONS, Served, answer_batch, batches,
};
pub use nearest::path_to_nearest;
pub use planner::{Planner, PlannerTools, RefinedRoute};
pub use preview::{how_planned, search_now};
pub use price::{
    BelievedPrices, Neighbourhood, PRICE_MAX, PRICE_MIN, PriceTable, PriceTables, PriceTerms, TERM_COUNT,
    TERM_NAMES, TrueGround,
};
pub use queue::{
    DIRECT_WAITING_MAX, LIVE_SEARCHES_MAX, PATIENT_WORK, WORK_MAX, cells_of_chunk, restart_blocked, serve,
    serve_observed, submit,
};
pub use road::{ROAD_COIN, RoadPlan, needs_road, road_plan, road_work_ticks};
pub use route::{detour, is_walkable, is_walkable_from, join_path, path_along, path_terms, to_steps};
pub use search_order::{OrderedCell, SearchOrder};
pub use survey::{nearest_markets, request_trip, survey, survey_all, survey_from};
pub use target::{CellTarget, NearestFrontier};
pub use turning::{TURN_MAX_EIGHTHS, sharpest_turn, with_eased_turns};
pub use work::{WORK_EXPANSIONS_MAX, WorkPrices, built_path, timed_path};
