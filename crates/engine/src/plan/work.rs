//! Paths for those who plan works: how long a trip takes with other ground, and where it would lead if it could build.
//!
//! Both are A* over what the people believes, bounded by expansions. A trip that may build pays for each cell that it
//! bridges or cuts with its share of the price, as walking time; the cells where it still builds are worth an offer.
//! Not here: which works are offered, and what they cost (`sim::works`).

use super::abstraction::{BucketQueue, TooLarge, cheapest_path};
use super::abstractions::Abstractions;
use super::price::BelievedPrices;
use super::route::path_terms;
use super::target::CellTarget;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, STRAIGHT, Size};
use crate::search::{NoObserver, Rank, Search, StampedLabels, Step, run};

/// Expansions after which such a search gives up.
pub const WORK_EXPANSIONS_MAX: u32 = 1 << 17;
/// Width of a bucket of its frontier, as a power of two.
const BUCKET_BITS: u32 = 5;

/// The cheapest path and its walking time, in milli-steps; `None` if there is none, or the search is too large.
pub fn timed_path(
    believes: &BelievedPrices,
    abstractions: &Abstractions,
    size: Size,
    (from, goal): (Cell, Cell),
) -> Option<(Vec<Cell>, u32)> {
    let scratch = &mut abstractions.lend_scratch();
    let cells = match cheapest_path(size, believes, (from, goal), WORK_EXPANSIONS_MAX, scratch) {
        Ok(cells) => cells?,
        Err(TooLarge) => cheapest_cells(believes, size, from, goal)?,
    };
    let (terms, _) = path_terms(believes, size, &cells)?;
    Some((cells, u32::try_from(terms.time).ok()?.max(1)))
}

/// The prices of a trip that may build.
pub struct WorkPrices<'a> {
    /// What its people believes.
    pub believes: &'a BelievedPrices<'a>,
    /// Milli-steps that each cell costs to build on for this trip, by node; `None` where nothing can be built.
    pub building: &'a dyn Fn(NodeId) -> Option<u32>,
}

impl WorkPrices<'_> {
    /// The cost of a step onto a cell that is built on.
    fn built_cost(&self, to: NodeId, length: u32) -> Option<u32> {
        (length == STRAIGHT).then(|| (self.building)(to)).flatten().map(|share| STRAIGHT + share)
    }

    /// Whether a step is cheaper if it builds.
    fn builds(&self, from: NodeId, to: NodeId, length: u32) -> bool {
        let Some(built) = self.built_cost(to, length) else { return false };
        self.believes.step_cost(from, to, length).is_none_or(|cost| built < cost)
    }
}

impl CostModel for WorkPrices<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        // Nothing leads off a cell that must be built on but a straight step.
        if length != STRAIGHT && self.believes.is_blocked(from) {
            return None;
        }
        let walked = self.believes.step_cost(from, to, length);
        let built = self.built_cost(to, length);
        walked.into_iter().chain(built).min()
    }

    /// Corners are as they are now.
    fn is_blocked(&self, node: NodeId) -> bool {
        self.believes.is_blocked(node)
    }

    fn cheapest(&self) -> u32 {
        self.believes.cheapest()
    }
}

/// The cells of the cheapest path if it may build, each with whether it is built on.
pub fn built_path(prices: &WorkPrices, size: Size, from: Cell, goal: Cell) -> Option<Vec<(Cell, bool)>> {
    let cells = cheapest_cells(prices, size, from, goal)?;
    let first = cells.first().map(|cell| (*cell, false));
    let builds = cells.windows(2).map(|two| {
        let length = two[0].dir_to(two[1]).map_or(STRAIGHT, crate::grid::Dir8::length);
        let [from, to] = [two[0], two[1]].map(|cell| size.index(cell) as NodeId);
        (two[1], prices.builds(from, to, length))
    });
    Some(first.into_iter().chain(builds).collect())
}

fn cheapest_cells(cost: &impl CostModel, size: Size, from: Cell, goal: Cell) -> Option<Vec<Cell>> {
    let graph = Grid8 { size, cost, corner: Corner::BothFree };
    let target = CellTarget { goal, size, cheapest: cost.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search =
        Search::from_parts(BucketQueue::new(BUCKET_BITS), StampedLabels::new(size.area() as u32));
    search.restart(start, Rank::AStar, &target);
    let step = run(&mut search, &graph, &target, WORK_EXPANSIONS_MAX, &mut NoObserver);
    let Step::Found(end) = step else { return None };
    Some(search.path_to(end).into_iter().map(|node| size.cell(node as usize)).collect())
}
