//! The common interface of the algorithms. Each algorithm is a type of its own without virtual calls; a [`Solver`]
//! erases the type, at one virtual call per slice of work, never per node.

use super::{Aim, Frontier, Heuristic, Measure, Nudge, Observer, Queue, Rank, Search, Stamped, Step, Tally};
use crate::graph::{Board, NodeId};

/// An algorithm with its data for one map. Start and goal are free cells by row-major index, and so are the cells of
/// paths; observers see the nodes of its graph, of which a cell may have several.
pub trait Algorithm {
    /// Begins a new search. It drops the state of earlier searches and keeps what was prepared.
    fn begin(&mut self, start: u32, goal: u32);

    /// Expands one node.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step;

    /// After [`Step::Found`]: the cells of the path from the start to the goal. Consecutive cells are neighbours,
    /// except where the catalogue says that paths leave the grid.
    fn way(&self) -> Vec<NodeId>;

    /// Bytes prepared for the terrain, in addition to the terrain itself.
    fn prepared_bytes(&self) -> usize {
        0
    }

    /// Nodes per cell: a node that an observer sees, divided by this, is its cell.
    fn states(&self) -> u32 {
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
    fn run_watched(&mut self, budget: u32, observer: &mut dyn Observer) -> Step;
    /// See [`Algorithm::way`].
    fn way(&self) -> Vec<NodeId>;
    /// See [`Algorithm::prepared_bytes`].
    fn prepared_bytes(&self) -> usize;
    /// See [`Algorithm::states`].
    fn states(&self) -> u32;
}

impl<A: Algorithm> Solver for A {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        Algorithm::begin(self, start, goal);
    }
    fn run(&mut self, budget: u32, tally: &mut Tally) -> Step {
        slice(self, budget, tally)
    }
    fn run_watched(&mut self, budget: u32, observer: &mut dyn Observer) -> Step {
        slice(self, budget, observer)
    }
    fn way(&self) -> Vec<NodeId> {
        Algorithm::way(self)
    }
    fn prepared_bytes(&self) -> usize {
        Algorithm::prepared_bytes(self)
    }
    fn states(&self) -> u32 {
        Algorithm::states(self)
    }
}

fn slice<A: Algorithm + ?Sized, O: Observer + ?Sized>(
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
pub struct BestFirst<B, F = Frontier> {
    board: B,
    rank: Rank,
    /// The goal and its estimate.
    pub aim: Aim,
    search: Search<F, Stamped>,
}

impl<B: Board, F: Queue> BestFirst<B, F> {
    /// A loop over this board with this frontier and rank, and the estimate that fits its layout.
    pub fn new(board: B, frontier: F, rank: Rank) -> Self {
        let labels = Stamped::new(board.node_count());
        Self { aim: Aim::new(&board), board, rank, search: Search::of_parts(frontier, labels) }
    }

    /// The same with another tie breaker.
    #[must_use]
    pub fn nudged(mut self, nudge: Nudge) -> Self {
        self.aim.nudge = nudge;
        self
    }

    /// The same with another distance metric.
    #[must_use]
    pub fn measured(mut self, measure: Measure) -> Self {
        self.aim.measure = measure;
        self
    }

    /// The search with its labels and frontier.
    pub fn search(&self) -> &Search<F, Stamped> {
        &self.search
    }
}

impl<B: Board, F: Queue> Algorithm for BestFirst<B, F> {
    fn begin(&mut self, start: u32, goal: u32) {
        self.aim.at(start, goal);
        let start = self.board.begin_at(start);
        self.rank = self.rank.from_afar(self.aim.estimate(start));
        self.search.restart(start, self.rank, &self.aim);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(&self.board, &self.aim, observer)
    }

    fn way(&self) -> Vec<NodeId> {
        let mut path = self.search.way_to(self.search.closest());
        for node in &mut path {
            *node /= self.board.states();
        }
        path
    }

    fn states(&self) -> u32 {
        self.board.states()
    }
}
