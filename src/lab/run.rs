//! Records a complete run of one setup on one map. What a recording holds does not live here (the crate `wayworn-paths`),
//! nor does the position in one (`playback`).

use super::ground::LabMap;
use super::parts::GraphKind;
use super::setup::Setup;
use crate::graph::{
    Corner, Cost, GridGraph, Headed, HexGrid, Moves, NodeId, PrunedNeighbours, Terrain, TorusGrid,
};
use crate::search::{Drawing, GridTarget, Heuristic, Observer, Rank, Solver, Step};
use crate::trace::{Trace, TraceEvent};

/// Most expansions recorded; the rest of a longer run is not recorded.
const RECORDED_EXPANSIONS_MAX: usize = 1 << 21;
/// Most expansions run at all.
const EXPANSIONS_MAX: u32 = 1 << 25;

/// A recorded run.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// The search.
    pub trace: Trace,
    /// The path found, as row-major indices of cells.
    pub path: Option<Vec<u32>>,
    /// Cost of the path, in milli-steps.
    pub cost: Option<Cost>,
    /// Whether the run was too long to record completely, or to finish.
    pub is_cut: bool,
    /// Bytes of preprocessed data.
    pub prepared_bytes: usize,
    /// What was prepared, as a picture.
    pub drawing: Drawing,
    /// The heuristic of the search; for rows with a heuristic of their own, the one that fits the moves.
    pub heuristic: GridTarget,
    /// The rank of the best-first loop, if the row uses it.
    pub rank: Option<Rank>,
}

impl AsRef<Trace> for RecordedRun {
    fn as_ref(&self) -> &Trace {
        &self.trace
    }
}

/// Runs a setup on a map and records everything.
///
/// # Errors
/// Why the algorithm cannot search this map.
pub fn record_run(ground: &LabMap, setup: &Setup) -> Result<RecordedRun, String> {
    let (start, goal) = end_indices(ground);
    with_solver(ground, setup, |solver, mut aim, terrain| {
        aim.set(start, goal);
        let states = solver.states_per_cell();
        let mut trace = Trace::new(states, RECORDED_EXPANSIONS_MAX);
        solver.begin(start, goal);
        let step = solver.run_observed(EXPANSIONS_MAX, &mut trace);
        let path = matches!(step, Step::Found(_)).then(|| solver.path());
        let cost = match (terrain, &path, trace.events().last()) {
            (Some(terrain), Some(path), _) => setup.row().path_cost(terrain, path),
            // On other graphs only the best-first loop runs, and its last expansion is the goal.
            (None, Some(_), Some(TraceEvent::Expanded { g, .. })) => Some(*g),
            _ => None,
        };
        RecordedRun {
            is_cut: trace.is_full() || step == Step::Working,
            trace,
            path,
            cost,
            prepared_bytes: solver.prepared_bytes(),
            drawing: solver.drawing(),
            rank: setup.parts().map(|parts| parts.rank.with_start_estimate(aim.estimate(start * states))),
            heuristic: aim,
        }
    })
}

/// Prepares a setup to be run without recording, for timing. `work` gets the prepared solver and both ends.
///
/// # Errors
/// Why the algorithm cannot search this map.
pub fn with_prepared<T>(
    ground: &LabMap,
    setup: &Setup,
    work: impl FnOnce(&mut dyn Solver, (u32, u32)) -> T,
) -> Result<T, String> {
    with_solver(ground, setup, |solver, _, _| work(solver, end_indices(ground)))
}

/// Cost of the cheapest path on this map over this graph, in milli-steps, by Dijkstra's algorithm.
pub fn optimum(ground: &LabMap, graph: GraphKind) -> Option<Cost> {
    let mut last = LastCost(0);
    let setup = Setup::of("dijkstra")?.with_graph(graph);
    let step = with_prepared(ground, &setup, |solver, (start, goal)| {
        solver.begin(start, goal);
        solver.run_observed(EXPANSIONS_MAX, &mut last)
    });
    matches!(step, Ok(Step::Found(_))).then_some(last.0)
}

/// Keeps the cost of the last expanded node.
struct LastCost(Cost);

impl Observer for LastCost {
    fn expanded(&mut self, _node: NodeId, g: Cost, _f: Cost) {
        self.0 = g;
    }
}

/// Both ends of a map, as row-major indices.
fn end_indices(ground: &LabMap) -> (u32, u32) {
    let index = |cell| ground.size().index(cell) as u32;
    (index(ground.start()), index(ground.goal()))
}

/// Builds the graph and the solver of a setup and passes the solver to `work`, with its heuristic, and with the terrain
/// if the graph is plain squares.
fn with_solver<T>(
    ground: &LabMap,
    setup: &Setup,
    work: impl FnOnce(&mut dyn Solver, GridTarget, Option<&Terrain>) -> T,
) -> Result<T, String> {
    let squares = |moves| ground.terrain(moves).ok_or_else(|| "the map has no cells".to_owned());
    let parts = || setup.parts().ok_or_else(|| format!("{} runs on plain squares only", setup.row().id));
    let (size, prices) = (ground.size(), || ground.costs().to_vec());
    match setup.graph() {
        GraphKind::Squares(moves) => {
            let terrain = squares(moves)?;
            if let Some(need) = setup.row().unmet_need(&terrain) {
                return Err(format!("{} needs {}", setup.row().id, need.description()));
            }
            let mut solver = match setup.parts() {
                Some(parts) => parts.solver(PrunedNeighbours::new(&terrain)),
                None => setup.row().solver(&terrain),
            };
            Ok(work(solver.as_mut(), heuristic_of(&terrain, setup), Some(&terrain)))
        }
        GraphKind::Hexagons => {
            let graph = HexGrid::new(size, prices()).ok_or("the map has no cells")?;
            Ok(work(parts()?.solver(&graph).as_mut(), heuristic_of(&graph, setup), None))
        }
        GraphKind::Torus => {
            let graph =
                TorusGrid::new(size, prices()).ok_or("a ring world needs at least three cells per side")?;
            Ok(work(parts()?.solver(&graph).as_mut(), heuristic_of(&graph, setup), None))
        }
        GraphKind::TurnCosts => {
            let terrain = squares(Moves::Eight(Corner::BothFree))?;
            let graph = Headed::new(&terrain, terrain.cheapest(), Headed::ANY);
            Ok(work(parts()?.solver(graph).as_mut(), heuristic_of(&graph, setup), None))
        }
        GraphKind::RightTurns => {
            let terrain = squares(Moves::Four)?;
            let graph = Headed::new(&terrain, 0, Headed::RIGHT);
            Ok(work(parts()?.solver(graph).as_mut(), heuristic_of(&graph, setup), None))
        }
    }
}

/// The heuristic of a setup on a graph. Rows with a heuristic of their own get the one that fits the moves.
fn heuristic_of(graph: &impl GridGraph, setup: &Setup) -> GridTarget {
    let mut aim = GridTarget::new(graph);
    if let Some(parts) = setup.parts() {
        aim.metric = parts.metric.unwrap_or(aim.metric);
        aim.tie_break = parts.tie_break;
    }
    aim
}
