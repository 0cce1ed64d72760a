//! The life of a path request: submitted, given a method by the ladder, worked on, served.
//!
//! - [`submit`] puts it into the queue: first come, first served, with the player's requests before all others.
//!   [`first_rung`] says on which rung it starts.
//! - Requests with the same goal as many others are served by one field (`method::serve_batches`).
//! - [`choose`] gives each of the others the first method of the [`LADDER`] that fits, as long as the work of a tick
//!   lasts. That depends on saved state alone: the request, the rung that it stands on, and how many wait.
//! - The method works on it, in parallel with those of other requests.
//! - [`settle`] serves it, continues its search in the next tick, or puts it back, on the rung where the method has
//!   passed it on to.
//!
//! All work of a tick is dealt out before the parallel phase, and results return in the same order, so that the number
//! of threads cannot matter. The rest of a slice is not passed on. Not here: what the methods do (`method`).

use super::field::FieldCache;
use super::method::{
    BORDER, DIRECT, DIRECT_SEARCH_MAX_STEPS, FAR, GREEDY, LOOK_AROUND, Load, Method, Progress, Served, Slice,
    TickCost, WIDE_LOOK, WIDE_SEARCH_FROM_STEPS, advance_border, advance_direct, answer_without_path,
    begin_border, begin_direct, serve_batches,
};
use super::planner::{Planner, PlannerTools};
use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, Layer, Size};
use crate::search::Rank;
use crate::world::{
    CHUNK, LiveSearch, PathRequest, People, PeopleIx, PerPeople, Plans, Requester, Rung, Target, World,
};
use rayon::prelude::*;

/// The ladder, from top to bottom: a request is tried by the first method that fits.
pub(super) static LADDER: [&Method; 6] = [
    &GREEDY,      // in haste: the first path found
    &LOOK_AROUND, // near: if a look around proves the cheapest path
    &WIDE_LOOK,   // near: if a wide look proves it
    &DIRECT,      // near: exact, over several ticks
    &FAR,         // far, or nothing else has served it: by the abstraction
    &BORDER,      // no cell, but any beside the unknown
];

/// Searches that run at the same time.
pub const LIVE_SEARCHES_MAX: usize = 32;
/// Waiting requests beyond which there are no direct searches: then all get paths soon rather than some the best.
pub const DIRECT_WAITING_MAX: usize = 256;
/// Work per tick for requests that are answered at once. A look around counts one.
pub const WORK_MAX: usize = 80;
/// The part of it reserved for requests that do not lead to a walk, only to an answer.
pub const PATIENT_WORK: usize = 12;

/// Adds a request to the queue, behind others of its urgency, and returns its new id.
pub fn submit(plans: &mut Plans, mut request: PathRequest) -> u64 {
    let id = plans.next_id;
    plans.next_id += 1;
    request.id = id;
    if request.rung == Rung::First {
        request.rung = first_rung(&request);
    }
    let urgency = urgency(&request);
    let position = plans.waiting.iter().rposition(|other| self::urgency(other) <= urgency);
    plans.waiting.insert(position.map_or(0, |position| position + 1), request);
    id
}

/// The rung that a new request stands on. One for which a look would seldom be enough starts with the wide look, unless
/// its kind is in haste.
fn first_rung(request: &PathRequest) -> Rung {
    let begins_wide = |goal: Cell| {
        (WIDE_SEARCH_FROM_STEPS + 1..=DIRECT_SEARCH_MAX_STEPS).contains(&request.from.chebyshev(goal))
    };
    match request.target {
        Target::Cell(goal) if !request.kind.row().is_hasty() && begins_wide(goal) => Rung::WideLook,
        Target::Cell(_) | Target::Border { .. } => Rung::First,
    }
}

/// The order of service, smaller first: requests of the player, units that want to walk, surveys.
fn urgency(request: &PathRequest) -> u8 {
    match request.requester {
        Requester::Unit(_) if request.urgent => 0,
        Requester::Unit(_) => 1,
        Requester::Survey(..) | Requester::Objective => 2,
    }
}

/// What came of a running search in a tick, and of a request that was answered at once; with the expansions spent.
type SearchProgress = (Progress, u32);
type AnswerProgress = (PathRequest, Progress, u32);

/// Spends one tick's budget; returns what was served, in order of acceptance, and the expansions spent.
pub fn serve(world: &mut World, tools: PlannerTools, fields: &mut FieldCache) -> (Vec<Served>, u64) {
    serve_observed(world, tools, fields, |_, _| {})
}

/// The same, with a callback for each search that ends.
pub fn serve_observed(
    world: &mut World,
    tools: PlannerTools,
    fields: &mut FieldCache,
    ended: impl FnMut(LiveSearch, &Served),
) -> (Vec<Served>, u64) {
    let mut served = serve_batches(world, tools.tables, fields);
    let load = load(&world.plans);
    let chosen = choose(world, tools, load);
    let World { plans, peoples, land, .. } = world;
    let planner = |request: &PathRequest| planner_for(request, peoples, &land.height, tools);
    let advance = |live: &mut LiveSearch| advance(live, &planner(&live.request));
    let answer = |request: PathRequest| {
        let (progress, spent) = answer(&request, load, &planner(&request));
        (request, progress, spent)
    };
    // Waking another thread for one search takes as long as the search.
    let (searched, answered): (Vec<SearchProgress>, Vec<AnswerProgress>) =
        if rayon::current_num_threads() < 2 || plans.live.len() + chosen.len() < 2 {
            (plans.live.iter_mut().map(advance).collect(), chosen.into_iter().map(answer).collect())
        } else {
            rayon::join(
                || plans.live.par_iter_mut().map(advance).collect(),
                || chosen.into_par_iter().map(answer).collect(),
            )
        };
    let spent = searched.iter().map(|(_, spent)| spent).chain(answered.iter().map(|(.., spent)| spent));
    let expansions = spent.map(|spent| u64::from(*spent)).sum();
    settle(plans, searched, answered, &mut served, ended);
    (served, expansions)
}

/// How many requests wait, as far as it matters to the choice of a method.
fn load(plans: &Plans) -> Load {
    let walkers = plans.waiting.iter().filter(|request| urgency(request) < 2).count();
    Load { is_crowded: walkers > DIRECT_WAITING_MAX }
}

/// The methods that fit a request, from top to bottom.
fn methods(request: &PathRequest, load: Load) -> impl Iterator<Item = &'static Method> {
    LADDER.into_iter().filter(move |method| (method.fits)(request, load))
}

/// Chooses methods for waiting requests while there is capacity: begins searches, and returns the requests to answer
/// at once.
fn choose(world: &mut World, tools: PlannerTools, load: Load) -> Vec<PathRequest> {
    let World { plans, peoples, land, .. } = world;
    let (mut at_once, mut still_waiting) = (Vec::new(), Vec::new());
    let mut budget = Budget { left: WORK_MAX, reserved: PATIENT_WORK };
    let mut waiting = std::mem::take(&mut plans.waiting).into_iter();
    while plans.live.len() < LIVE_SEARCHES_MAX || budget.left > 0 {
        let Some(mut request) = waiting.next() else { break };
        // There are no wide looks in a crowd; and once passed by, a rung is not made up for.
        if load.is_crowded && request.rung == Rung::WideLook {
            request.rung = Rung::Direct;
        }
        let needs_search =
            methods(&request, load).next().is_some_and(|method| matches!(method.cost, TickCost::Search));
        if needs_search {
            if plans.live.len() == LIVE_SEARCHES_MAX {
                still_waiting.push(request);
                continue;
            }
            let planner = planner_for(&request, peoples, &land.height, tools);
            if has_path(&request, &planner) {
                plans.live.push(begin(request, &planner, Rank::AStar));
                continue;
            }
        }
        let is_dealt = budget.deal(share(&request, load), urgency(&request) > 1);
        if is_dealt { at_once.push(request) } else { still_waiting.push(request) }
    }
    still_waiting.extend(waiting);
    plans.waiting = still_waiting;
    at_once
}

/// The share of a request in the work of a tick, if it is answered at once.
fn share(request: &PathRequest, load: Load) -> usize {
    let share_of = |method: &Method| match method.cost {
        TickCost::AtOnce(share, _) => Some(share),
        TickCost::Search => None,
    };
    methods(request, load).find_map(share_of).unwrap_or_default()
}

/// What is left of the work of a tick.
struct Budget {
    left: usize,
    /// The part of it for surveys, or they might wait for ever.
    reserved: usize,
}

impl Budget {
    /// Takes a share, if it is left.
    fn deal(&mut self, share: usize, is_patient: bool) -> bool {
        let reserved = if is_patient { 0 } else { self.reserved };
        let is_left = self.left >= share + reserved;
        if is_left {
            self.left -= share;
            self.reserved = self.reserved.saturating_sub(if is_patient { share } else { 0 });
        }
        is_left
    }
}

/// Whether there is a path to search for.
fn has_path(request: &PathRequest, planner: &Planner) -> bool {
    match request.target {
        Target::Border { .. } => true,
        Target::Cell(goal) => planner.is_connected(request.from, goal),
    }
}

/// Answers a request by the first method that does not fail; with the expansions of all.
fn answer(request: &PathRequest, load: Load, planner: &Planner) -> (Progress, u32) {
    if let Target::Cell(goal) = request.target
        && !planner.is_connected(request.from, goal)
    {
        let (found, spent) = answer_without_path(planner, request.from, goal);
        return (Progress::Found(found), spent);
    }
    let mut expansions = 0;
    for method in methods(request, load) {
        let TickCost::AtOnce(_, answer) = method.cost else { continue };
        let (progress, spent) = answer(request, planner);
        expansions += spent;
        if !matches!(progress, Progress::Failed) {
            return (progress, expansions);
        }
    }
    (Progress::Failed, expansions)
}

/// Begins a search for a request; towards a cell with a frontier in this order.
pub(super) fn begin(request: PathRequest, planner: &Planner, rank: Rank) -> LiveSearch {
    match request.target {
        Target::Cell(goal) => begin_direct(request, goal, planner, rank),
        Target::Border { .. } => begin_border(request, planner),
    }
}

/// Advances a search by a slice; with the expansions spent.
pub(super) fn advance(live: &mut LiveSearch, planner: &Planner) -> (Progress, u32) {
    let LiveSearch { request, cheapest, search } = live;
    let slice = Slice { search, is_urgent: request.urgent, planner };
    match &request.target {
        Target::Cell(goal) => advance_direct(slice, *goal, *cheapest),
        Target::Border { claimed } => advance_border(slice, claimed),
    }
}

/// Serves what was found, and lets the rest search on or wait on its next rung, ahead of the others.
fn settle(
    plans: &mut Plans,
    searched: Vec<SearchProgress>,
    answered: Vec<AnswerProgress>,
    served: &mut Vec<Served>,
    mut ended: impl FnMut(LiveSearch, &Served),
) {
    for (live, (progress, _)) in std::mem::take(&mut plans.live).into_iter().zip(searched) {
        match progress {
            Progress::Searching | Progress::Failed => plans.live.push(live),
            Progress::Passed(rung) => plans.waiting.insert(0, PathRequest { rung, ..live.request }),
            Progress::Found(found) => {
                let answer = Served { request: live.request.clone(), found };
                ended(live, &answer);
                served.push(answer);
            }
        }
    }
    let mut passed = Vec::new();
    for (request, progress, _) in answered {
        match progress {
            Progress::Searching | Progress::Failed => passed.push(request),
            Progress::Passed(rung) => passed.push(PathRequest { rung, ..request }),
            Progress::Found(found) => served.push(Served { request, found }),
        }
    }
    plans.waiting.splice(0..0, passed);
}

/// Restarts the searches that have labelled a cell which has become blocked: their labels beyond it are wrong. `chunks`
/// are the indices of chunks in which ground became passable or impassable for a people. Where only prices change, a
/// search continues.
pub fn restart_blocked(world: &mut World, tools: PlannerTools, people: PeopleIx, chunks: &[u32]) {
    let size = world.size();
    let World { plans, peoples, land, .. } = world;
    for live in plans.live.iter_mut().filter(|live| live.request.people == people) {
        let planner = planner_for(&live.request, peoples, &land.height, tools);
        let is_wrong = |cell: Cell| {
            let node = size.index(cell) as NodeId;
            live.search.labels().get(node).is_some() && planner.believes.is_blocked(node)
        };
        if chunks.iter().any(|chunk| cells_of_chunk(*chunk, size).any(is_wrong)) {
            *live = begin(live.request.clone(), &planner, Rank::AStar);
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

/// The planner of a request.
pub(super) fn planner_for<'a>(
    request: &PathRequest,
    peoples: &'a PerPeople<People>,
    heights: &'a Layer<u16>,
    tools: PlannerTools<'a>,
) -> Planner<'a> {
    let people = (&peoples[request.people], request.people);
    Planner::new(people, request.kind, heights, tools, &request.crowd).with_hunger(request.hunger)
}
