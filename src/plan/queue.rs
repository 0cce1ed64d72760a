//! The request queue: who asked first is served first, the player before all, each search by a fixed slice a tick.
//!
//! The slices are dealt out before the parallel phase and results come back in the order of asking, so the number
//! of threads cannot matter. What is left of a slice is nobody else's.

use super::price::{Believes, Tables};
use super::target::{Border, To};
use super::{LABELS_MAX, LIVE_MAX, SLICE};
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Rank, Search, Step, Watch, run};
use crate::world::{LiveSearch, Plans, Request, Target, World};
use rayon::prelude::*;

/// A request that was served.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Served {
    /// What was asked.
    pub request: Request,
    /// From the start to where the search ended, both included.
    pub cells: Vec<Cell>,
    /// Whether that is what was asked for (else the closest that could be reached).
    pub reaches: bool,
}

/// Puts a request into the queue, behind others of its urgency, and gives it its number.
pub fn submit(plans: &mut Plans, mut request: Request) -> u64 {
    let id = plans.next_id;
    plans.next_id += 1;
    request.id = id;
    let urgent = request.urgent;
    let place = if urgent {
        plans.waiting.iter().take_while(|other| other.urgent).count()
    } else {
        plans.waiting.len()
    };
    plans.waiting.insert(place, request);
    id
}

/// Spends one tick's budget; returns what was finished, in the order of taking up, and the expansions spent.
pub fn serve(world: &mut World, tables: &Tables) -> (Vec<Served>, u64) {
    serve_watched(world, tables, |_, _| {})
}

/// The same, and hands over each search that has ended, for somebody who wants to look at it.
pub fn serve_watched(
    world: &mut World,
    tables: &Tables,
    mut ended: impl FnMut(LiveSearch, &Served),
) -> (Vec<Served>, u64) {
    take_up(world, tables);
    let size = world.size();
    let World { plans, peoples, land, .. } = world;
    let steps: Vec<(Step, u32)> = plans
        .live
        .par_iter_mut()
        .map(|live| {
            let believes = believes_for(&live.request, peoples, &land.height, tables, size);
            advance(live, &believes, size)
        })
        .collect();
    let expansions = steps.iter().map(|(_, spent)| u64::from(*spent)).sum();
    let mut served = Vec::new();
    for (live, (step, _)) in std::mem::take(&mut plans.live).into_iter().zip(steps) {
        match outcome(&live, step, size) {
            None => plans.live.push(live),
            Some(answer) => {
                ended(live, &answer);
                served.push(answer);
            }
        }
    }
    (served, expansions)
}

/// Begins waiting searches while there is room.
fn take_up(world: &mut World, tables: &Tables) {
    let size = world.size();
    let World { plans, peoples, land, .. } = world;
    let room = LIVE_MAX.saturating_sub(plans.live.len()).min(plans.waiting.len());
    for request in plans.waiting.drain(..room) {
        let believes = believes_for(&request, peoples, &land.height, tables, size);
        plans.live.push(begin(request, &believes, size));
    }
}

fn begin(request: Request, believes: &Believes, size: Size) -> LiveSearch {
    let cheapest = believes.cheapest();
    let start = size.index(request.from) as NodeId;
    let nodes = size.area() as u32;
    let search = match &request.target {
        Target::Cell(goal) => {
            let to = To { goal: *goal, size, cheapest };
            Search::new(nodes, start, Rank::AStar, &to, LABELS_MAX)
        }
        Target::Border { claimed } => {
            let border = Border { believes, size, claimed };
            Search::new(nodes, start, Rank::UniformCost, &border, LABELS_MAX)
        }
    };
    LiveSearch { request, cheapest, search }
}

/// Serves one request to the end at once, outside the queue: what would be found now. For show only.
pub fn ponder(world: &World, tables: &Tables, request: Request) -> (LiveSearch, Option<Served>) {
    let size = world.size();
    let believes = believes_for(&request, &world.peoples, &world.land.height, tables, size);
    let mut live = begin(request, &believes, size);
    loop {
        let (step, _) = advance(&mut live, &believes, size);
        if step != Step::Working {
            let served = outcome(&live, step, size);
            return (live, served);
        }
    }
}

fn believes_for<'a>(
    request: &Request,
    peoples: &'a [crate::world::People],
    heights: &'a crate::grid::Layer<u16>,
    tables: &'a Tables,
    size: Size,
) -> Believes<'a> {
    let crowd = request.crowd.iter().map(|cell| size.index(*cell) as NodeId).collect();
    Believes::new(&peoples[usize::from(request.people)], heights, tables.of(request.kind), crowd)
}

/// Runs a search for its slice; returns how it stands and what it spent.
fn advance(live: &mut LiveSearch, believes: &Believes, size: Size) -> (Step, u32) {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let before = live.search.expansions();
    let budget = if live.request.urgent { SLICE * 4 } else { SLICE };
    let step = match &live.request.target {
        Target::Cell(goal) => {
            let to = To { goal: *goal, size, cheapest: live.cheapest };
            run(&mut live.search, &graph, &to, budget, &mut Watch)
        }
        Target::Border { claimed } => {
            let border = Border { believes, size, claimed };
            run(&mut live.search, &graph, &border, budget, &mut Watch)
        }
    };
    (step, live.search.expansions() - before)
}

fn outcome(live: &LiveSearch, step: Step, size: Size) -> Option<Served> {
    let (end, reaches) = match step {
        Step::Working => return None,
        Step::Found(node) => (node, true),
        Step::Exhausted => (live.search.closest(), false),
    };
    let cells = live.search.way_to(end).into_iter().map(|node| size.cell(node as usize)).collect();
    Some(Served { request: live.request.clone(), cells, reaches })
}
