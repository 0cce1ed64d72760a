//! The nearest of several places by path cost: one search with many goals, bounded by a cost.
//!
//! Not here: fields, which answer the same question for whole lands at a time.

use super::price::BelievedPrices;
use super::target::CellTarget;
use crate::graph::{Corner, Cost, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Goal, Heuristic, Observer, Rank, Search, Step};

/// Labels at which such a search gives up.
const LABELS_MAX: u32 = 2048;

/// A search that ends at the first of these cells.
struct NearestTarget(Vec<CellTarget>);

impl Goal for NearestTarget {
    fn contains(&self, node: NodeId) -> bool {
        self.0.iter().any(|to| to.contains(node))
    }
}

impl Heuristic for NearestTarget {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.iter().map(|to| to.estimate(node)).min().unwrap_or(0)
    }
}

/// The rank of the last expanded node.
#[derive(Default)]
struct LastRank(Cost);

impl Observer for LastRank {
    fn expanded(&mut self, _node: NodeId, _g: Cost, f: Cost) {
        self.0 = f;
    }
}

/// The cheapest path from a cell to any of these goals, both ends included; `None` if none costs at most `price_max`,
/// in milli-steps. Ties: the total order of the frontier.
pub fn path_to_nearest(
    believes: &BelievedPrices,
    size: Size,
    from: Cell,
    goals: &[Cell],
    price_max: Cost,
) -> Option<Vec<Cell>> {
    // Without a goal every cell within the price would be searched.
    if goals.is_empty() {
        return None;
    }
    let cheapest = believes.cheapest();
    let goals = NearestTarget(goals.iter().map(|goal| CellTarget { goal: *goal, size, cheapest }).collect());
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &goals, LABELS_MAX);
    path_within(&mut search, &graph, &goals, price_max)
}

/// The path that a search finds, unless it costs more than `price_max`, in milli-steps.
pub(super) fn path_within<C: CostModel>(
    search: &mut Search,
    graph: &Grid8<C>,
    target: &(impl Goal + Heuristic),
    price_max: Cost,
) -> Option<Vec<Cell>> {
    let mut last_rank = LastRank::default();
    loop {
        let step = search.step(graph, target, &mut last_rank);
        // Ranks never fall: a path found later costs at least as much.
        if last_rank.0 > price_max {
            return None;
        }
        match step {
            Step::Working => {}
            Step::Exhausted => return None,
            Step::Found(node) => {
                let path = search.path_to(node).into_iter();
                return Some(path.map(|node| graph.size.cell(node as usize)).collect());
            }
        }
    }
}
