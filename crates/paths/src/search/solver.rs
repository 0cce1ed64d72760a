//! The common interface of the algorithms. Each algorithm is a type of its own without virtual calls; a [`Solver`]
//! erases the type, at one virtual call per slice of work, never per node.

use super::{
    Drawing, GridTarget, HeapFrontier, Heuristic, Metric, Observer, PriorityQueue, Rank, Search,
    StampedLabels, Step, Tally, TieBreak,
};
use crate::graph::{GridGraph, NodeId};

/// An algorithm with its data for one map. Start and goal are free cells by row-major index, and so are the cells of
/// paths; observers see the nodes of its graph, of which a cell may have several.
pub trait Algorithm {
    /// Begins a new search. It drops the state of earlier searches and keeps what was prepared.
    fn begin(&mut self, start: u32, goal: u32);

    /// Expands one node.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step;

    /// After [`Step::Found`]: the cells of the path from the start to the goal. Consecutive cells are neighbours,
    /// except where the catalogue says that paths leave the grid.
    fn path(&self) -> Vec<NodeId>;

    /// Bytes prepared for the terrain, in addition to the terrain itself.
    fn prepared_bytes(&self) -> usize {
        0
    }

    /// What was prepared, as a picture with its counts; empty for searches over the cells themselves.
    fn drawing(&self) -> Drawing {
        Drawing::default()
    }

    /// Nodes per cell: a node that an observer sees, divided by this, is its cell.
    fn states_per_cell(&self) -> u32 {
        1
    }
}

/// A type-erased [`Algorithm`].
pub trait Solver {
    /// See [`Algorithm::begin`].
    fn begin(&mut self, start: NodeId, goal: NodeId);
    /// Expands at most `budget` nodes and counts the work. The result does not depend on how the work is sliced.
    fn run(&mut self, budget: u32, tally: &mut Tally) -> Step;
    /// The same with any observer, at a virtual call per report.
    fn run_observed(&mut self, budget: u32, observer: &mut dyn Observer) -> Step;
    /// See [`Algorithm::path`].
    fn path(&self) -> Vec<NodeId>;
    /// See [`Algorithm::prepared_bytes`].
    fn prepared_bytes(&self) -> usize;
    /// See [`Algorithm::drawing`].
    fn drawing(&self) -> Drawing;
    /// See [`Algorithm::states_per_cell`].
    fn states_per_cell(&self) -> u32;
}

impl<A: Algorithm> Solver for A {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        Algorithm::begin(self, start, goal);
    }
    fn run(&mut self, budget: u32, tally: &mut Tally) -> Step {
        run_slice(self, budget, tally)
    }
    fn run_observed(&mut self, budget: u32, observer: &mut dyn Observer) -> Step {
        run_slice(self, budget, observer)
    }
    fn path(&self) -> Vec<NodeId> {
        Algorithm::path(self)
    }
    fn prepared_bytes(&self) -> usize {
        Algorithm::prepared_bytes(self)
    }
    fn drawing(&self) -> Drawing {
        Algorithm::drawing(self)
    }
    fn states_per_cell(&self) -> u32 {
        Algorithm::states_per_cell(self)
    }
}

fn run_slice<A: Algorithm + ?Sized, O: Observer + ?Sized>(
    algorithm: &mut A,
    budget: u32,
    observer: &mut O,
) -> Step {
    for _ in 0..budget {
        let step = algorithm.step(observer);
        if step != Step::Working {
            return step;
        }
    }
    Step::Working
}

/// The best-first loop on a board, with a frontier, a rank and a target. Most rows of the catalogue are this.
#[derive(Clone, Debug)]
pub struct BestFirst<B, F = HeapFrontier> {
    board: B,
    rank: Rank,
    /// The goal and its estimate.
    pub target: GridTarget,
    search: Search<F, StampedLabels>,
}

impl<B: GridGraph, F: PriorityQueue> BestFirst<B, F> {
    /// A loop over this board with this frontier and rank, and the estimate that fits its layout.
    pub fn new(board: B, frontier: F, rank: Rank) -> Self {
        let labels = StampedLabels::new(board.node_count());
        Self { target: GridTarget::new(&board), board, rank, search: Search::from_parts(frontier, labels) }
    }

    /// The same with another tie breaker.
    #[must_use]
    pub fn with_tie_break(mut self, nudge: TieBreak) -> Self {
        self.target.tie_break = nudge;
        self
    }

    /// The same with another distance metric.
    #[must_use]
    pub fn with_metric(mut self, measure: Metric) -> Self {
        self.target.metric = measure;
        self
    }

    /// The search with its labels and frontier.
    pub fn search(&self) -> &Search<F, StampedLabels> {
        &self.search
    }
}

impl<B: GridGraph, F: PriorityQueue> Algorithm for BestFirst<B, F> {
    fn begin(&mut self, start: u32, goal: u32) {
        self.target.set(start, goal);
        let start = self.board.start_node(start);
        self.rank = self.rank.with_start_estimate(self.target.estimate(start));
        self.search.restart(start, self.rank, &self.target);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(&self.board, &self.target, observer)
    }

    fn path(&self) -> Vec<NodeId> {
        let mut path = self.search.path_to(self.search.closest());
        for node in &mut path {
            *node /= self.board.states_per_cell();
        }
        path
    }

    fn states_per_cell(&self) -> u32 {
        self.board.states_per_cell()
    }
}
