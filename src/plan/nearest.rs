//! The nearest of several places by the true way: one search with many goals, as wide as what it may cost.
//!
//! What does not live here: fields, which answer the same question for whole lands at a time.

use super::price::Believes;
use crate::graph::{Corner, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Goal, Heuristic, Observer, Rank, Search, Step};

/// Nodes that such a search may reach before it is given up.
const LABELS_MAX: u32 = 2048;

/// A search that ends at the first of these nodes, which are sorted.
struct Any(Vec<NodeId>);

impl Goal for Any {
    fn contains(&self, node: NodeId) -> bool {
        self.0.binary_search(&node).is_ok()
    }
}

impl Heuristic for Any {
    fn estimate(&self, _node: NodeId) -> u32 {
        0
    }
}

/// What the node cost that was expanded last.
#[derive(Default)]
struct Reach(u32);

impl Observer for Reach {
    fn expanded(&mut self, _node: NodeId, g: u32, _f: u32) {
        self.0 = g;
    }
}

/// The cheapest way from a cell to any of these goals, both ends included; `None` if none costs at most `price_max`, in
/// milli-steps. Of goals that cost the same it is the first one, row by row.
pub fn way_to_nearest(
    believes: &Believes,
    size: Size,
    from: Cell,
    goals: &[Cell],
    price_max: u32,
) -> Option<Vec<Cell>> {
    let mut nodes: Vec<NodeId> = goals.iter().map(|goal| size.index(*goal) as NodeId).collect();
    nodes.sort_unstable();
    let goals = Any(nodes);
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::UniformCost, &goals, LABELS_MAX);
    let mut reach = Reach::default();
    loop {
        let step = search.step(&graph, &goals, &mut reach);
        if reach.0 > price_max {
            return None;
        }
        match step {
            Step::Working => {}
            Step::Exhausted => return None,
            Step::Found(node) => {
                return Some(search.way_to(node).into_iter().map(|node| size.cell(node as usize)).collect());
            }
        }
    }
}
