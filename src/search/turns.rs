//! Fewest turns: the simplest way instead of the shortest one.
//!
//! The idea: a node is a cell together with the direction in which it was entered, so that a turn is an edge with a
//! price of its own. If a turn costs more than any way without one, the search has the fewest turns, and among those
//! the cheapest way. The loop is the best-first one; only the graph is another.
//! Promise: fewest turns, then cheapest, for ways that cost less than a thousand of the cheapest steps. Needs: nothing.
//! Units: milli-steps. Ties: the total order. Cost: nine nodes a cell.
//! Differs from "simplest paths" (Duckham & Kulik 2003) in counting all turns alike.

use super::{Aim, Algorithm, Frontier, Goal, Heuristic, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Graph, Headed, NodeId, Terrain};

/// What a turn costs, in cheapest steps.
const TURN: u32 = 1000;

/// The aim of cells, for nodes of cell and direction.
struct AnyHeading<'a>(&'a Aim);

impl Goal for AnyHeading<'_> {
    fn contains(&self, node: NodeId) -> bool {
        self.0.contains(Headed::cell(node))
    }
}

impl Heuristic for AnyHeading<'_> {
    fn estimate(&self, node: NodeId) -> u32 {
        self.0.estimate(Headed::cell(node))
    }
}

/// A search for the fewest turns, or with any price of a turn.
#[derive(Clone, Debug)]
pub struct Turns<'a> {
    graph: Headed<'a>,
    aim: Aim,
    search: Search<Frontier, Stamped>,
}

impl<'a> Turns<'a> {
    /// A search in which turns count before everything else.
    pub fn fewest(terrain: &'a Terrain) -> Self {
        Self::new(Headed { terrain, turn: TURN * terrain.cheapest(), turns: Headed::ANY })
    }

    /// A search under this price and these rules of turning.
    pub fn new(graph: Headed<'a>) -> Self {
        let search = Search::of_parts(Frontier::default(), Stamped::new(graph.node_count()));
        Self { aim: Aim::new(graph.terrain), graph, search }
    }
}

impl Algorithm for Turns<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.at(start, goal);
        self.search.restart(Headed::standing(start), Rank::AStar, &AnyHeading(&self.aim));
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(&self.graph, &AnyHeading(&self.aim), observer)
    }

    fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest()).into_iter().map(Headed::cell).collect()
    }
}
