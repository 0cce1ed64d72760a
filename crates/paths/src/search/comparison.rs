//! Map representations side by side: how large each is, what a search over it does, and how long its paths are.
//!
//! In short: begin with the grid of the world, for which any price and any rule is simple. Visibility graphs have the
//! best lines, and too many edges where walls are many; meshes are between the two; a hierarchy goes above any.

use super::any_angle::ThetaStar;
use super::catalogue::{CatalogueRow, Promise, find};
use super::shapes::visibility::{KeptEdges, VisibilityGraph};
use super::{Algorithm, NoObserver, Step, Tally};
use crate::graph::{Cost, NodeId, Terrain};

/// The rows of the catalogue with a representation of their own, and A* on the cells before them.
pub const REPRESENTATIONS: [&str; 19] = [
    "astar",
    "edge-tiles",
    "corner-tiles",
    "fringe-tiles",
    "wide-walker",
    "visibility",
    "tangents",
    "mesh-centres",
    "mesh-middles",
    "mesh-ends",
    "mesh-hybrid",
    "mesh-funnel",
    "quadtree",
    "framed-quadtree",
    "triangulation-astar",
    "tra-star",
    "medial-axis",
    "waypoint-table",
    "random-road-map",
];

/// A representation in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComparedRepresentation {
    /// Id of its row in the catalogue.
    pub id: &'static str,
    /// Number of nodes.
    pub node_count: u64,
    /// Number of edges; both directions count as one.
    pub edge_count: u64,
    /// Bytes prepared, in addition to the terrain.
    pub bytes: usize,
    /// Number of paths found.
    pub found: u64,
    /// Nodes expanded for all questions together.
    pub expanded: u64,
    /// Cost of the paths found together, in milli-steps.
    pub cost: Cost,
    /// Cost of the shortest lines of a walker one cell wide between the same ends, in milli-steps.
    pub shortest: Cost,
}

impl ComparedRepresentation {
    /// Cost in thousandths of the shortest lines; `None` if nothing was found.
    pub fn cost_permille(&self) -> Option<u64> {
        (self.cost * 1000).checked_div(self.shortest)
    }
}

/// Compares all representations that fit a terrain on these questions, each a start and a goal.
pub fn compare_representations(
    terrain: &Terrain,
    questions: &[(NodeId, NodeId)],
) -> Vec<ComparedRepresentation> {
    let mut lines = VisibilityGraph::new(terrain, KeptEdges::Tangents);
    let shortest: Vec<Option<Cost>> =
        questions.iter().map(|ends| shortest_lines(&mut lines, terrain, *ends)).collect();
    let rows =
        REPRESENTATIONS.iter().filter_map(|id| find(id)).filter(|row| row.unmet_need(terrain).is_none());
    rows.map(|row| compared(row, terrain, questions, &shortest)).collect()
}

fn shortest_lines(
    lines: &mut VisibilityGraph<'_>,
    terrain: &Terrain,
    (start, goal): (NodeId, NodeId),
) -> Option<Cost> {
    Algorithm::begin(lines, start, goal);
    loop {
        match lines.step(&mut NoObserver) {
            Step::Working => {}
            Step::Exhausted => return None,
            Step::Found(_) => {
                let path = Algorithm::path(lines);
                return Some(path.windows(2).map(|two| ThetaStar::line_cost(terrain, two[0], two[1])).sum());
            }
        }
    }
}

fn compared(
    row: &CatalogueRow,
    terrain: &Terrain,
    questions: &[(NodeId, NodeId)],
    shortest: &[Option<Cost>],
) -> ComparedRepresentation {
    let mut solver = row.solver(terrain);
    let mut drawing = solver.drawing();
    if drawing.node_count == 0 && row.promise == Promise::Optimal {
        drawing.count_cells(terrain);
    }
    let mut result = ComparedRepresentation {
        id: row.id,
        node_count: drawing.node_count,
        edge_count: drawing.edge_count,
        bytes: solver.prepared_bytes(),
        found: 0,
        expanded: 0,
        cost: 0,
        shortest: 0,
    };
    for ((start, goal), shortest) in questions.iter().zip(shortest) {
        let mut tally = Tally::default();
        solver.begin(*start, *goal);
        let mut step = Step::Working;
        while step == Step::Working {
            step = solver.run(u32::MAX, &mut tally);
        }
        result.expanded += tally.expanded;
        let is_found = matches!(step, Step::Found(_));
        let cost = is_found.then(|| row.path_cost(terrain, &solver.path())).flatten();
        if let Some((cost, shortest)) = cost.zip(*shortest) {
            result.found += 1;
            result.cost += cost;
            result.shortest += shortest;
        }
    }
    result
}
