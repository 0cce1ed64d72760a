//! The request queue: first come, first served, with the player's requests before all others.
//!
//! How a request is answered depends on saved state alone:
//!
//! - by one field, if many requests have the same goal;
//! - at once, if there is no path, if the kind prefers a quick answer and some path is found soon, or if the goal is
//!   near and a search of the surroundings, or a wide one, proves the best path;
//! - by a direct and exact search with a fixed slice of expansions per tick, if the goal is near and that did not prove
//!   it;
//! - by the abstraction, if the goal is far, if many requests wait, or if the direct search gave up.
//!
//! All work of a tick is dealt out before the parallel phase, and results return in the same order, so that the number
//! of threads cannot matter. The rest of a slice is not passed on.

use super::abstractions::Abstractions;
use super::batch::answer_batches;
use super::field::FieldCache;
use super::planner::{Planner, RefinedRoute};
use super::price::{BelievedPrices, PriceTables};
use super::target::{CellTarget, NearestFrontier};
use super::{
    DIRECT_LABELS_MAX, DIRECT_SEARCH_MAX_STEPS, DIRECT_WAITING_MAX, LABELS_MAX, LIVE_SEARCHES_MAX,
    PATIENT_WORK, ROUTE_WORK, SLICE_EXPANSIONS, WIDE_SEARCH_FROM_STEPS, WIDE_WORK, WORK_MAX,
};
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Layer, Size};
use crate::search::{NoObserver, Rank, Search, Step, run};
use crate::world::{CHUNK, LiveSearch, PathRequest, People, Plans, Requester, Route, Rung, Target, World};
use rayon::prelude::*;

/// A request that was served.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Served {
    /// The request.
    pub request: PathRequest,
    /// The cells from the start to the end of the search, both included; for a far goal the near part.
    pub cells: Vec<Cell>,
    /// The route after the near part.
    pub route: Option<Route>,
    /// Whether it leads to the goal of the request; otherwise to the closest reachable cell.
    pub reaches: bool,
}

/// What the planner needs besides the world: derived state.
#[derive(Clone, Copy)]
pub struct PlannerTools<'a> {
    /// Prices of all kinds.
    pub tables: &'a PriceTables,
    /// Abstractions of all peoples.
    pub abstractions: &'a Abstractions,
}

/// Adds a request to the queue, behind others of its urgency, and returns its new id.
pub fn submit(plans: &mut Plans, mut request: PathRequest) -> u64 {
    let id = plans.next_id;
    plans.next_id += 1;
    request.id = id;
    // A search of the surroundings that would seldom be enough counts as done, unless the kind takes the first path
    // found.
    if let Target::Cell(goal) = request.target
        && request.rung == Rung::First
        && request.kind.row().greedy_expansions_max == 0
        && (WIDE_SEARCH_FROM_STEPS + 1..=DIRECT_SEARCH_MAX_STEPS).contains(&request.from.chebyshev(goal))
    {
        request.rung = Rung::WideLook;
    }
    let urgency = urgency(&request);
    let position = plans.waiting.iter().rposition(|other| self::urgency(other) <= urgency);
    plans.waiting.insert(position.map_or(0, |position| position + 1), request);
    id
}

/// The order of service, smaller first: requests of the player, units that want to walk, surveys.
fn urgency(request: &PathRequest) -> u8 {
    match request.requester {
        Requester::Unit(_) if request.urgent => 0,
        Requester::Unit(_) => 1,
        Requester::Survey(..) | Requester::Objective => 2,
    }
}

/// The state of a search, and the expansions spent.
type SliceResult = (Step, u32);
/// An answer, if there is one at once, and the expansions spent.
type AnswerResult = (Result<Served, PathRequest>, u32);

/// Spends one tick's budget; returns what was served, in order of acceptance, and the expansions spent.
pub fn serve(world: &mut World, tools: PlannerTools, fields: &mut FieldCache) -> (Vec<Served>, u64) {
    serve_observed(world, tools, fields, |_, _| {})
}

/// The same, with a callback for each search that ends.
pub fn serve_observed(
    world: &mut World,
    tools: PlannerTools,
    fields: &mut FieldCache,
    mut ended: impl FnMut(LiveSearch, &Served),
) -> (Vec<Served>, u64) {
    let mut served = answer_batches(world, tools.tables, fields);
    let dealt = start_waiting(world, tools);
    let size = world.size();
    let World { plans, peoples, land, .. } = world;
    let advance = |live: &mut LiveSearch| {
        let planner = planner_for(&live.request, peoples, &land.height, tools);
        advance(live, &planner.believes, size)
    };
    let answer =
        |request: PathRequest| answer_at_once(&planner_for(&request, peoples, &land.height, tools), request);
    // Waking another thread for one search takes as long as the search.
    let (steps, far): (Vec<SliceResult>, Vec<AnswerResult>) =
        if rayon::current_num_threads() < 2 || plans.live.len() + dealt.len() < 2 {
            (plans.live.iter_mut().map(advance).collect(), dealt.into_iter().map(answer).collect())
        } else {
            rayon::join(
                || plans.live.par_iter_mut().map(advance).collect(),
                || dealt.into_par_iter().map(answer).collect(),
            )
        };
    let direct: u64 = steps.iter().map(|(_, spent)| u64::from(*spent)).sum();
    let expansions = direct + far.iter().map(|(_, spent)| u64::from(*spent)).sum::<u64>();
    for (live, (step, _)) in std::mem::take(&mut plans.live).into_iter().zip(steps) {
        match slice_outcome(&live, step, size) {
            SliceOutcome::Running => plans.live.push(live),
            SliceOutcome::GaveUp => {
                plans.waiting.insert(0, PathRequest { rung: Rung::Far, ..live.request });
            }
            SliceOutcome::Done(answer) => {
                ended(live, &answer);
                served.push(*answer);
            }
        }
    }
    let mut unsure = Vec::new();
    for (answer, _) in far {
        match answer {
            Ok(answer) => served.push(answer),
            Err(request) => {
                let tried = if request.rung == Rung::First { Rung::WideLook } else { Rung::Direct };
                unsure.push(PathRequest { rung: tried, ..request });
            }
        }
    }
    plans.waiting.splice(0..0, unsure);
    (served, expansions)
}

/// Begins waiting searches while there is capacity, and returns the requests to answer at once.
fn start_waiting(world: &mut World, tools: PlannerTools) -> Vec<PathRequest> {
    let size = world.size();
    let World { plans, peoples, land, .. } = world;
    let walkers = plans.waiting.iter().filter(|request| urgency(request) < 2).count();
    let is_crowded = walkers > DIRECT_WAITING_MAX;
    let (mut at_once, mut still_waiting) = (Vec::new(), Vec::new());
    // Surveys have a share of the work of their own, or they might wait for ever.
    let (mut work_left, mut patient_left) = (WORK_MAX, PATIENT_WORK);
    let mut waiting = std::mem::take(&mut plans.waiting).into_iter();
    while plans.live.len() < LIVE_SEARCHES_MAX || work_left > 0 {
        let Some(mut request) = waiting.next() else { break };
        if is_crowded && request.rung == Rung::WideLook {
            request.rung = Rung::Direct;
        }
        if needs_search(&request, is_crowded) {
            if plans.live.len() == LIVE_SEARCHES_MAX {
                still_waiting.push(request);
                continue;
            }
            let planner = planner_for(&request, peoples, &land.height, tools);
            if has_path(&request, &planner) {
                plans.live.push(begin(request, &planner.believes, size));
                continue;
            }
        }
        let (work, is_patient) = (work_units(&request), urgency(&request) > 1);
        let reserved = if is_patient { 0 } else { patient_left };
        if work_left >= work + reserved {
            work_left -= work;
            patient_left = patient_left.saturating_sub(if is_patient { work } else { 0 });
            at_once.push(request);
        } else {
            still_waiting.push(request);
        }
    }
    still_waiting.extend(waiting);
    plans.waiting = still_waiting;
    at_once
}

/// The share of a request's answer in [`WORK_MAX`].
fn work_units(request: &PathRequest) -> usize {
    match request.target {
        Target::Cell(_) if request.rung == Rung::First && request.kind.row().greedy_expansions_max > 0 => {
            WIDE_WORK
        }
        Target::Cell(goal) if !is_near(request, goal) || request.rung == Rung::Direct => ROUTE_WORK,
        Target::Cell(_) if request.rung == Rung::WideLook => WIDE_WORK,
        _ => 1,
    }
}

/// Whether a request needs a direct search.
fn needs_search(request: &PathRequest, is_crowded: bool) -> bool {
    match request.target {
        Target::Border { .. } => true,
        Target::Cell(goal) => is_near(request, goal) && request.rung == Rung::Direct && !is_crowded,
    }
}

/// Whether a goal is near enough for a direct search, and that has not given up yet.
fn is_near(request: &PathRequest, goal: Cell) -> bool {
    request.rung != Rung::Far && request.from.chebyshev(goal) <= DIRECT_SEARCH_MAX_STEPS
}

/// Whether there is a path to search for.
fn has_path(request: &PathRequest, planner: &Planner) -> bool {
    match request.target {
        Target::Border { .. } => true,
        Target::Cell(goal) => planner.is_connected(request.from, goal),
    }
}

/// Answers a request by the first path found, by a search of the surroundings or by the abstraction: with the near
/// part, or with the path to the closest reachable cell. For a near goal only the proven best path counts: otherwise
/// the request is returned.
fn answer_at_once(planner: &Planner, request: PathRequest) -> AnswerResult {
    let from = request.from;
    let goal = match request.target {
        Target::Cell(goal) => goal,
        Target::Border { .. } => from,
    };
    let reaches = planner.is_connected(from, goal);
    let mut greedy_expansions = 0;
    if reaches && request.rung == Rung::First {
        let (path, spent) = planner.greedy_path(from, goal);
        if let Some(cells) = path {
            return (Ok(Served { request, cells, route: None, reaches }), spent);
        }
        greedy_expansions = spent;
    }
    if reaches && is_near(&request, goal) && request.rung != Rung::Direct {
        return match planner.best_near_path(from, goal, request.rung == Rung::WideLook) {
            Some((cells, spent)) => {
                (Ok(Served { request, cells, route: None, reaches }), greedy_expansions + spent)
            }
            None => (Err(request), greedy_expansions),
        };
    }
    let end = if reaches { goal } else { planner.nearest_reachable(from, goal) };
    if let (Requester::Survey(..), true) = (request.requester, reaches) {
        // A survey needs the walking time and no cells.
        let route = planner.route(from, goal);
        let spent = route.as_ref().map_or(0, |route| route.expansions);
        let reaches = route.is_some();
        return (Ok(Served { request, cells: vec![from], route, reaches }), greedy_expansions + spent);
    }
    let (refined, spent) = planner.far_path(from, end).unwrap_or_default();
    let RefinedRoute { mut cells, route } = refined;
    if cells.is_empty() {
        cells.push(from);
    }
    let reaches = reaches && (route.is_some() || cells.last() == Some(&goal));
    (Ok(Served { request, cells, route, reaches }), greedy_expansions + spent)
}

fn begin(request: PathRequest, believes: &BelievedPrices, size: Size) -> LiveSearch {
    begin_ranked(request, believes, size, Rank::AStar)
}

/// The same with the frontier of a search for a cell in this order.
fn begin_ranked(request: PathRequest, believes: &BelievedPrices, size: Size, rank: Rank) -> LiveSearch {
    let cheapest = believes.cheapest();
    let start = size.index(request.from) as NodeId;
    let nodes = size.area() as u32;
    let search = match &request.target {
        Target::Cell(goal) => {
            let to = CellTarget { goal: *goal, size, cheapest };
            Search::new(nodes, start, rank, &to, DIRECT_LABELS_MAX)
        }
        Target::Border { claimed } => {
            let border = NearestFrontier { believes, size, claimed };
            Search::new(nodes, start, Rank::UniformCost, &border, LABELS_MAX)
        }
    };
    LiveSearch { request, cheapest, search }
}

/// Restarts the searches that have labelled a cell which has become blocked: their labels beyond it are wrong. `chunks`
/// are the indices of chunks in which ground became passable or impassable for a people. Where only prices change, a
/// search continues.
pub fn restart_blocked(world: &mut World, tools: PlannerTools, people: u8, chunks: &[u32]) {
    let size = world.size();
    let World { plans, peoples, land, .. } = world;
    for live in plans.live.iter_mut().filter(|live| live.request.people == people) {
        let planner = planner_for(&live.request, peoples, &land.height, tools);
        let is_wrong = |cell: Cell| {
            let node = size.index(cell) as NodeId;
            live.search.labels().get(node).is_some() && planner.believes.is_blocked(node)
        };
        if chunks.iter().any(|chunk| cells_of_chunk(*chunk, size).any(is_wrong)) {
            *live = begin(live.request.clone(), &planner.believes, size);
        }
    }
}

/// Serves one request by a complete direct search outside the queue, to show how it would be searched now.
pub fn search_now(world: &World, tools: PlannerTools, request: PathRequest) -> (LiveSearch, Option<Served>) {
    let size = world.size();
    let planner = planner_for(&request, &world.peoples, &world.land.height, tools);
    let is_first = match request.target {
        Target::Cell(goal) => planner.takes_greedy_path(request.from, goal),
        Target::Border { .. } => false,
    };
    let rank = if is_first { Rank::Greedy } else { Rank::AStar };
    let mut live = begin_ranked(request, &planner.believes, size, rank);
    loop {
        let (step, _) = advance(&mut live, &planner.believes, size);
        match slice_outcome(&live, step, size) {
            SliceOutcome::Running => {}
            SliceOutcome::GaveUp => return (live, None),
            SliceOutcome::Done(answer) => return (live, Some(*answer)),
        }
    }
}

/// The cells of a chunk, by its index.
pub fn cells_of_chunk(chunk: u32, size: Size) -> impl Iterator<Item = Cell> {
    let across = u32::from(size.width.div_ceil(CHUNK));
    let (left, top) = ((chunk % across) as u16 * CHUNK, (chunk / across) as u16 * CHUNK);
    let (right, bottom) = ((left + CHUNK).min(size.width), (top + CHUNK).min(size.height));
    (top..bottom).flat_map(move |y| (left..right).map(move |x| Cell::new(x, y)))
}

fn planner_for<'a>(
    request: &PathRequest,
    peoples: &'a [People],
    heights: &'a Layer<u16>,
    tools: PlannerTools<'a>,
) -> Planner<'a> {
    let people = (&peoples[usize::from(request.people)], request.people);
    Planner::new(people, request.kind, heights, tools, &request.crowd).with_hunger(request.hunger)
}

/// Runs a search for its slice; returns its state and the expansions spent.
fn advance(live: &mut LiveSearch, believes: &BelievedPrices, size: Size) -> (Step, u32) {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let before = live.search.expansions();
    let budget = if live.request.urgent { SLICE_EXPANSIONS * 4 } else { SLICE_EXPANSIONS };
    let step = match &live.request.target {
        Target::Cell(goal) => {
            let to = CellTarget { goal: *goal, size, cheapest: live.cheapest };
            run(&mut live.search, &graph, &to, budget, &mut NoObserver)
        }
        Target::Border { claimed } => {
            let border = NearestFrontier { believes, size, claimed };
            run(&mut live.search, &graph, &border, budget, &mut NoObserver)
        }
    };
    (step, live.search.expansions() - before)
}

/// The state of a search after its slice.
enum SliceOutcome {
    /// It continues.
    Running,
    /// A direct search has too many labels without its goal.
    GaveUp,
    /// It is done.
    Done(Box<Served>),
}

fn slice_outcome(live: &LiveSearch, step: Step, size: Size) -> SliceOutcome {
    let (end, reaches) = match step {
        Step::Working => return SliceOutcome::Running,
        Step::Found(node) => (node, true),
        Step::Exhausted => (live.search.closest(), false),
    };
    let is_direct = matches!(live.request.target, Target::Cell(_));
    if is_direct && !reaches && live.search.labels().label_count() > DIRECT_LABELS_MAX {
        return SliceOutcome::GaveUp;
    }
    let cells = live.search.path_to(end).into_iter().map(|node| size.cell(node as usize)).collect();
    SliceOutcome::Done(Box::new(Served { request: live.request.clone(), cells, route: None, reaches }))
}
