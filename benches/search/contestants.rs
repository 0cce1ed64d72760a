//! The contestants: rows of our catalogue, and the usual crates.

use crate::maps::Map;
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use std::cell::Cell as Counter;
use std::hint::black_box;
use std::time::Duration;
use wayworn::graph::{NodeId, Terrain, diagonal_cost};
use wayworn::grid::Cell;
use wayworn::search::catalogue::{CatalogueRow, Promise, find};
use wayworn::search::{Metric, Step, Tally};

/// Measured rows of our catalogue, where they exist and fit.
const OURS: [&str; 9] =
    ["dijkstra", "astar-heap", "astar", "canonical-astar", "jps", "jpsw", "online", "subgoals", "subgoal-ch"];

/// A contestant.
#[derive(Clone, Copy)]
pub(crate) enum Contestant {
    /// `astar` of the `pathfinding` crate, on cells, with a `Vec` of successors: the unit of comparison.
    Unit,
    /// `dijkstra` of the same crate.
    Dijkstra,
    /// The jump point search of the `grid_pathfinding` crate. It cuts corners: its paths are shorter than allowed
    /// here, and its task is easier.
    Jumps,
    /// A row of the catalogue.
    Ours(&'static CatalogueRow),
}

/// A clock.
pub(crate) type Clock = fn() -> Duration;

/// A result: its time, its number of expanded nodes (0: unknown), and its cost if that must be the least.
pub(crate) struct Answer {
    pub time: Duration,
    pub expanded: u64,
    pub cost: Option<u64>,
}

/// What a row of the catalogue prepares for a map.
pub(crate) struct Preparation {
    pub time: Duration,
    pub bytes: usize,
}

impl Contestant {
    /// All contestants, the unit first.
    pub(crate) fn all() -> Vec<Contestant> {
        let ours = OURS.iter().filter_map(|id| find(id)).map(Contestant::Ours);
        [Contestant::Unit, Contestant::Dijkstra, Contestant::Jumps].into_iter().chain(ours).collect()
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Contestant::Unit => "pathfinding",
            Contestant::Dijkstra => "pathfinding-dijkstra",
            Contestant::Jumps => "grid_pathfinding",
            Contestant::Ours(row) => row.id,
        }
    }

    /// Whether it works on this terrain.
    pub(crate) fn can(self, terrain: &Terrain) -> bool {
        match self {
            Contestant::Unit | Contestant::Dijkstra => true,
            Contestant::Jumps => terrain.is_uniform(),
            Contestant::Ours(row) => row.unmet_need(terrain).is_none(),
        }
    }

    /// Prepares for a map, if it is ours.
    pub(crate) fn preparation(self, terrain: &Terrain, clock: Clock) -> Option<Preparation> {
        let Contestant::Ours(row) = self else { return None };
        let (time, bytes) = timed(clock, || row.solver(terrain).prepared_bytes());
        Some(Preparation { time, bytes })
    }

    /// Makes all queries on a map, one after the other. Preprocessing is not timed.
    pub(crate) fn answers(self, map: &Map, clock: Clock) -> Vec<Answer> {
        match self {
            Contestant::Unit => pathfinding(map, clock, true),
            Contestant::Dijkstra => pathfinding(map, clock, false),
            Contestant::Jumps => jumps(map, clock),
            Contestant::Ours(row) => ours(row, map, clock),
        }
    }
}

/// CPU time of this thread, without that of other programs on the machine.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Wall-clock time.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
pub fn processor_time() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

fn timed<T>(clock: Clock, work: impl FnOnce() -> T) -> (Duration, T) {
    let before = clock();
    let result = work();
    (clock().saturating_sub(before), result)
}

fn ours(row: &CatalogueRow, Map { terrain, ends }: &Map, clock: Clock) -> Vec<Answer> {
    let mut solver = row.solver(terrain);
    // Answers of some microseconds are asked for twice: the first time memory may have to be fetched, or taken.
    let rounds = if solver.prepared_bytes() > 0 { 2 } else { 1 };
    let mut ask = |(start, goal): &(NodeId, NodeId)| {
        let mut tally = Tally::default();
        let mut answer = || {
            tally = Tally::default();
            timed(clock, || {
                solver.begin(*start, *goal);
                let step = solver.run(u32::MAX, &mut tally);
                (step, black_box(solver.path()))
            })
        };
        let (mut time, (step, way)) = answer();
        for _ in 1..rounds {
            time = time.min(answer().0);
        }
        assert!(matches!(step, Step::Found(_)), "{} finds nothing", row.id);
        let cost = terrain.path_cost(&way).expect("a legal way");
        Answer { time, expanded: tally.expanded, cost: (row.promise == Promise::Optimal).then_some(cost) }
    };
    ends.iter().map(&mut ask).collect()
}

fn pathfinding(Map { terrain, ends }: &Map, clock: Clock, has_estimate: bool) -> Vec<Answer> {
    let size = terrain.size();
    let expanded = Counter::new(0);
    let edges = |cell: &Cell| {
        expanded.set(expanded.get() + 1);
        let mut edges = Vec::with_capacity(8);
        let legal = terrain.legal_dirs(terrain.node(*cell));
        for (dir, next) in size.neighbours(*cell).filter(|(dir, _)| legal & (1 << *dir as u8) != 0) {
            let price = u32::from(terrain.price(terrain.node(next)));
            edges.push((next, if dir.is_diagonal() { diagonal_cost(price) } else { price }));
        }
        edges
    };
    let ask = |(start, goal): &(NodeId, NodeId)| {
        let (start, goal) = (terrain.cell(*start), terrain.cell(*goal));
        let far = |cell: &Cell| Metric::Octile.distance(*cell, goal, terrain.cheapest()) as u32;
        expanded.set(0);
        let (time, found) = timed(clock, || {
            black_box(if has_estimate {
                pathfinding::directed::astar::astar(&start, edges, far, |cell| *cell == goal)
            } else {
                pathfinding::directed::dijkstra::dijkstra(&start, edges, |cell| *cell == goal)
            })
        });
        let cost = found.map(|(_, cost)| cost);
        assert!(cost.is_some(), "`pathfinding` finds nothing");
        Answer { time, expanded: expanded.get(), cost: cost.map(u64::from) }
    };
    ends.iter().map(ask).collect()
}

fn jumps(Map { terrain, ends }: &Map, clock: Clock) -> Vec<Answer> {
    let size = terrain.size();
    let mut grid = PathingGrid::new(usize::from(size.width), usize::from(size.height), true);
    for cell in size.cells() {
        grid.grid.set(i32::from(cell.x), i32::from(cell.y), terrain.is_wall(terrain.node(cell)));
    }
    grid.initialize();
    grid.generate_components();
    let point = |node: NodeId| Point::new(i32::from(terrain.cell(node).x), i32::from(terrain.cell(node).y));
    let ask = |(start, goal): &(NodeId, NodeId)| {
        let search = || grid.get_path_single_goal(point(*start), point(*goal), false);
        let (time, found) = timed(clock, || black_box(search()));
        assert!(found.is_some(), "`grid_pathfinding` finds nothing");
        Answer { time, expanded: 0, cost: None }
    };
    ends.iter().map(ask).collect()
}
