//! The catalogue: one row makes an algorithm exist for the planner, the conformance suite and the benches.

use super::Rank;

/// What an algorithm promises about the cost of the path it returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// The cheapest path, under an admissible estimate.
    Optimal,
    /// At most this many percent of the cheapest path's cost.
    Within(u16),
    /// Some path, if there is one.
    Complete,
}

/// One algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Short name, as typed on a command line.
    pub id: &'static str,
    /// The paper or book.
    pub source: &'static str,
    /// What it promises.
    pub promise: Promise,
    /// How the shared loop ranks its frontier.
    pub rank: Rank,
}

/// All algorithms, simplest first.
pub const ROWS: [Row; 4] = [
    Row {
        id: "dijkstra",
        source: "Dijkstra 1959, A note on two problems in connexion with graphs",
        promise: Promise::Optimal,
        rank: Rank::UniformCost,
    },
    Row {
        id: "greedy",
        source: "Doran & Michie 1966, Experiments with the graph traverser program",
        promise: Promise::Complete,
        rank: Rank::Greedy,
    },
    Row {
        id: "astar",
        source: "Hart, Nilsson & Raphael 1968, A formal basis for the heuristic determination of minimum cost paths",
        promise: Promise::Optimal,
        rank: Rank::AStar,
    },
    Row {
        id: "weighted-astar",
        source: "Pohl 1970, Heuristic search viewed as path finding in a graph",
        promise: Promise::Within(150),
        rank: Rank::Weighted { percent: 150 },
    },
];

/// The row with this id.
pub fn find(id: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.id == id)
}
