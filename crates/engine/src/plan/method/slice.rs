//! Searches of several ticks: the slice of expansions that one gets in a tick, and what has come of it then.

use super::super::planner::Planner;
use super::contract::{FoundPath, Progress};
use crate::graph::{Corner, Grid8, NodeId};
use crate::grid::Cell;
use crate::search::{Goal, Heuristic, NoObserver, Search, Step, run};
use crate::world::PlannedBy;

/// Expansions that each running search may spend per tick.
pub const SLICE_EXPANSIONS: u32 = 1024;
/// How many times as many a request of the player gets.
const URGENT_FACTOR: u32 = 4;

/// The next slice of a running search.
pub(in crate::plan) struct Slice<'a> {
    pub search: &'a mut Search,
    pub is_urgent: bool,
    pub planner: &'a Planner<'a>,
}

impl Slice<'_> {
    /// Spends it; returns the state of the search and the expansions spent.
    pub(super) fn run(&mut self, target: &(impl Goal + Heuristic)) -> (Step, u32) {
        let (size, cost) = (self.planner.size(), &self.planner.believes);
        let graph = Grid8 { size, cost, corner: Corner::BothFree };
        let before = self.search.expansions();
        let budget = SLICE_EXPANSIONS * if self.is_urgent { URGENT_FACTOR } else { 1 };
        let step = run(self.search, &graph, target, budget, &mut NoObserver);
        (step, self.search.expansions() - before)
    }

    /// What has come of the search of this method: if it found nothing, the path to the closest node.
    pub(super) fn progress(&self, by: PlannedBy, step: Step) -> Progress {
        match step {
            Step::Working => Progress::Searching,
            Step::Found(node) => Progress::Found(FoundPath::whole(by, self.cells_to(node))),
            Step::Exhausted => {
                let cells = self.cells_to(self.search.closest());
                Progress::Found(FoundPath { by, cells, route: None, reaches: false })
            }
        }
    }

    fn cells_to(&self, node: NodeId) -> Vec<Cell> {
        let size = self.planner.size();
        self.search.path_to(node).into_iter().map(|node| size.cell(node as usize)).collect()
    }
}
