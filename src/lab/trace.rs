//! A whole run of one setup on one ground, recorded: what it expanded and what it reached, in order. Where in it one
//! is looking lives in `playback`.

use super::ground::Ground;
use super::parts::GraphKind;
use super::setup::Setup;
use crate::graph::{Board, Corner, Cost, Headed, HexGrid, Moves, NodeId, Onward, Ring, Terrain};
use crate::search::{Aim, Heuristic, Observer, Rank, Solver, Step};

/// What happened to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceEvent {
    /// It was taken out of the frontier.
    Expanded {
        /// The node.
        node: NodeId,
        /// Its cost, in milli-steps.
        g: Cost,
        /// Its rank, in milli-steps.
        f: Cost,
    },
    /// It was reached more cheaply than before.
    Reached {
        /// The node.
        node: NodeId,
        /// Its cost, in milli-steps.
        g: Cost,
        /// The node before it on that way.
        parent: NodeId,
    },
}

/// What was true after an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pop {
    /// Events up to here, this expansion's own included.
    pub end: u32,
    /// Entries that wait.
    pub waiting: u32,
    /// Most that ever waited.
    pub peak: u32,
    /// Times that an expanded node was reached more cheaply.
    pub reopened: u32,
}

/// Most expansions that are recorded; whatever comes after is run without being looked at.
pub const POPS_MAX: usize = 1 << 21;
/// Most expansions that are run at all.
const RUN_MAX: u32 = 1 << 25;

/// A recorded run.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// The expansions, in order.
    pub pops: Vec<Pop>,
    /// The way that was found, as row-major indices of cells.
    pub way: Option<Vec<u32>>,
    /// What it costs, in milli-steps.
    pub cost: Option<Cost>,
    /// Whether the run was too long to be recorded whole, or to be run to its end.
    pub is_cut: bool,
    /// Nodes a cell.
    pub states: u32,
    /// Bytes that were prepared before the search.
    pub prepared: usize,
    /// The estimate, as the search sees it; for rows that guess in a way of their own, as fits the moves.
    pub aim: Aim,
    /// The rank of the best-first loop, if it is that.
    pub rank: Option<Rank>,
}

/// The recorder.
#[derive(Default)]
struct Recorder {
    events: Vec<TraceEvent>,
    pops: Vec<Pop>,
    expanded: Vec<bool>,
    last: NodeId,
    is_full: bool,
}

impl Observer for Recorder {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.is_full |= self.pops.len() >= POPS_MAX;
        if self.is_full {
            return;
        }
        self.last = node;
        let before = self.pops.last().copied().unwrap_or_default();
        self.events.push(TraceEvent::Expanded { node, g, f });
        self.pops.push(Pop { end: self.events.len() as u32, ..before });
        if let Some(expanded) = self.expanded.get_mut(node as usize) {
            *expanded = true;
        }
    }

    fn reached(&mut self, node: NodeId, g: Cost) {
        self.reached_through(node, g, self.last);
    }

    fn reached_through(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        let (Some(pop), false) = (self.pops.last_mut(), self.is_full) else { return };
        self.events.push(TraceEvent::Reached { node, g, parent });
        pop.end = self.events.len() as u32;
        pop.reopened += u32::from(self.expanded.get(node as usize) == Some(&true));
    }

    fn waiting(&mut self, entries: usize) {
        let (Some(pop), false) = (self.pops.last_mut(), self.is_full) else { return };
        pop.waiting = entries as u32;
        pop.peak = pop.peak.max(pop.waiting);
    }
}

/// Runs a setup on a ground and records everything.
///
/// # Errors
/// Why the algorithm cannot search this ground.
pub fn record(ground: &Ground, setup: &Setup) -> Result<Trace, String> {
    let (start, goal) = ends(ground);
    on_board(ground, setup, |solver, mut aim, terrain| {
        aim.at(start, goal);
        let states = solver.states();
        let expanded = vec![false; ground.size().area() * states as usize];
        let mut recorder = Recorder { expanded, ..Recorder::default() };
        solver.begin(start, goal);
        let step = solver.run_watched(RUN_MAX, &mut recorder);
        let way = matches!(step, Step::Found(_)).then(|| solver.way());
        let cost = match (terrain, &way, recorder.events.last()) {
            (Some(terrain), Some(way), _) => setup.row().cost(terrain, way),
            // Off the plain squares only the best-first loop runs, which ends with its goal.
            (None, Some(_), Some(TraceEvent::Expanded { g, .. })) => Some(*g),
            _ => None,
        };
        Trace {
            is_cut: recorder.is_full || step == Step::Working,
            events: recorder.events,
            pops: recorder.pops,
            way,
            cost,
            states,
            prepared: solver.prepared_bytes(),
            rank: setup.parts().map(|parts| parts.rank.from_afar(aim.estimate(start * states))),
            aim,
        }
    })
}

/// Runs a setup without looking, as fast as it goes: for whoever holds a clock. `work` is given the solver, prepared,
/// and both ends.
///
/// # Errors
/// Why the algorithm cannot search this ground.
pub fn prepared<T>(
    ground: &Ground,
    setup: &Setup,
    work: impl FnOnce(&mut dyn Solver, (u32, u32)) -> T,
) -> Result<T, String> {
    on_board(ground, setup, |solver, _, _| work(solver, ends(ground)))
}

/// Cost of the cheapest way on this ground over this graph, in milli-steps, by Dijkstra's search.
pub fn optimum(ground: &Ground, graph: GraphKind) -> Option<Cost> {
    let mut last = Last(0);
    let setup = Setup::of("dijkstra")?.on(graph);
    let step = prepared(ground, &setup, |solver, (start, goal)| {
        solver.begin(start, goal);
        solver.run_watched(RUN_MAX, &mut last)
    });
    matches!(step, Ok(Step::Found(_))).then_some(last.0)
}

/// Remembers the cost of what was expanded last.
struct Last(Cost);

impl Observer for Last {
    fn expanded(&mut self, _node: NodeId, g: Cost, _f: Cost) {
        self.0 = g;
    }
}

/// Both ends of a ground, as row-major indices.
fn ends(ground: &Ground) -> (u32, u32) {
    let index = |cell| ground.size().index(cell) as u32;
    (index(ground.start()), index(ground.goal()))
}

/// Makes the board and the solver of a setup, and hands them to `work` with the aim that the solver has, and with the
/// terrain where the board is plain squares.
fn on_board<T>(
    ground: &Ground,
    setup: &Setup,
    work: impl FnOnce(&mut dyn Solver, Aim, Option<&Terrain>) -> T,
) -> Result<T, String> {
    let squares = |moves| ground.terrain(moves).ok_or_else(|| "the map has no cells".to_owned());
    let parts = || setup.parts().ok_or_else(|| format!("{} runs on squares only", setup.row().id));
    let (size, prices) = (ground.size(), || ground.prices().to_vec());
    match setup.graph() {
        GraphKind::Squares(moves) => {
            let terrain = squares(moves)?;
            if let Some(need) = setup.row().lacks(&terrain) {
                return Err(format!("{} needs {}", setup.row().id, need.words()));
            }
            let mut solver = match setup.parts() {
                Some(parts) => parts.solver(Onward::new(&terrain)),
                None => setup.row().solver(&terrain),
            };
            Ok(work(solver.as_mut(), aim(&terrain, setup), Some(&terrain)))
        }
        GraphKind::Hexagons => {
            let board = HexGrid { size, prices: prices() };
            Ok(work(parts()?.solver(&board).as_mut(), aim(&board, setup), None))
        }
        GraphKind::Ring => {
            let board = Ring::new(size, prices()).ok_or("a ring world has at least three cells a side")?;
            Ok(work(parts()?.solver(&board).as_mut(), aim(&board, setup), None))
        }
        GraphKind::Turns => {
            let terrain = squares(Moves::Eight(Corner::BothFree))?;
            let board = Headed { terrain: &terrain, turn: terrain.cheapest(), turns: Headed::ANY };
            Ok(work(parts()?.solver(board).as_mut(), aim(&board, setup), None))
        }
        GraphKind::RightTurns => {
            let terrain = squares(Moves::Four)?;
            let board = Headed { terrain: &terrain, turn: 0, turns: Headed::RIGHT };
            Ok(work(parts()?.solver(board).as_mut(), aim(&board, setup), None))
        }
    }
}

/// The aim of a setup on a board. Rows that guess in a way of their own are shown the guess that fits the moves.
fn aim(board: &impl Board, setup: &Setup) -> Aim {
    let mut aim = Aim::new(board);
    if let Some(parts) = setup.parts() {
        aim.measure = parts.measure.unwrap_or(aim.measure);
        aim.nudge = parts.nudge;
    }
    aim
}
