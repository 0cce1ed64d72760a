//! *Break it*: finds a small map on which an algorithm performs worst, by hill climbing with restarts: a map is changed
//! a little, and kept if the algorithm does no better on it.
//!
//! What "worst" means depends on the promise. Worst is finding no path where there is one, then finding a dear one. An
//! optimal algorithm is judged by its work: its expansions relative to Dijkstra's. Time does not live here: a round is
//! a few small maps, and the caller decides how many rounds to run.

use super::ground::LabMap;
use super::playback::{grouped, steps_words};
use crate::graph::{COST_MAX, Corner, Cost, Graph, Moves, NodeId, PLAIN, Terrain, Visit};
use crate::grid::{Cell, Size};
use crate::search::any_angle::ThetaStar;
use crate::search::catalogue::{self, CatalogueRow, Need, Promise};
use crate::search::{GridTarget, NoObserver, Rank, Search, Step, Tally, run};

/// Maps per round, and how many more that simplify the worst map by one cell.
const ROUND_MAPS: u32 = 8;
const SIMPLIFY_MAPS: u32 = 2;
/// Expansions after which a map is skipped, as too slow to watch, and after which a round ends.
const EXPANSIONS_MAX: u32 = 20_000;
/// Maps without progress after which the climb restarts.
const STALE_MAPS_MAX: u32 = 150;
/// Size of the maps, size for rows that need small ones, and the largest factor by which they grow.
const SIZE: Size = Size::new(12, 8);
const SMALL_SIZE: Size = Size::new(6, 6);
const GROWTH_MAX: u16 = 4;

/// A search for the map on which a row performs worst. The same row and seed give the same maps.
#[derive(Clone)]
pub struct Breaker {
    row: &'static CatalogueRow,
    random: SplitMix,
    /// The worst map so far.
    worst: RatedMap,
    /// The current map of the climb.
    current: RatedMap,
    rounds: u32,
    /// Maps tried, those since the climb last progressed, and restarts.
    maps_tried: u32,
    stale_maps: u32,
    restarts: u16,
    /// The cell up to which the worst map was simplified.
    simplified_to: usize,
}

#[derive(Clone, Debug)]
struct RatedMap {
    ground: LabMap,
    outcome: MapScore,
}

/// Result of a row on a map. The larger of two is the worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct MapScore {
    badness: Badness,
    /// Expansions.
    expanded: u64,
    /// Expansions of Dijkstra's search.
    dijkstra_expanded: u64,
    /// Cost of the cheapest path, in milli-steps.
    optimum: Cost,
}

/// How bad a result is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Badness {
    /// Whether there is a path and it found none.
    is_missed: bool,
    /// Cost of its path in thousandths of the optimum; if missed, larger the cheaper the optimum is.
    cost: u64,
    /// For optimal rows: its expansions in thousandths, times their share of Dijkstra's expansions.
    relative_work: u64,
}

impl Breaker {
    /// A search for the map on which this row performs worst, starting from an open map.
    pub fn new(row: &'static CatalogueRow, seed: u64) -> Breaker {
        let ground = open_map(row, 1);
        let outcome = score(row, &ground).unwrap_or_default();
        let current = RatedMap { ground, outcome };
        let worst = current.clone();
        let (random, stale_maps) = (SplitMix(seed), STALE_MAPS_MAX);
        Breaker {
            row,
            random,
            worst,
            current,
            rounds: 0,
            maps_tried: 1,
            stale_maps,
            restarts: 0,
            simplified_to: 0,
        }
    }

    /// Runs one round: a few maps.
    pub fn run_round(&mut self) {
        self.rounds += 1;
        let mut spent = 0;
        for _ in 0..ROUND_MAPS {
            spent += self.climb();
            if spent >= u64::from(EXPANSIONS_MAX) {
                return;
            }
        }
        for _ in 0..SIMPLIFY_MAPS {
            self.simplify();
        }
    }

    /// Tries one map: a neighbour of the current one, or a restart. Returns the expansions spent.
    fn climb(&mut self) -> u64 {
        let restarts = self.stale_maps >= STALE_MAPS_MAX;
        let ground = if restarts { self.restart_map() } else { self.neighbour_map() };
        self.stale_maps += 1;
        let Some(outcome) = self.try_map(&ground) else { return 0 };
        if restarts || outcome > self.current.outcome {
            self.stale_maps = 0;
        }
        if restarts || outcome >= self.current.outcome {
            self.current = RatedMap { ground, outcome };
        }
        if outcome > self.worst.outcome {
            self.worst = self.current.clone();
        }
        outcome.expanded + outcome.dijkstra_expanded
    }

    /// Makes the next special cell plain if the worst map stays as bad, so that only what matters is left.
    fn simplify(&mut self) {
        let prices = self.worst.ground.costs();
        let next = (self.simplified_to..prices.len()).find(|cell| prices[*cell] != PLAIN);
        self.simplified_to = next.map_or(0, |cell| cell + 1);
        let Some(cell) = next else { return };
        let mut ground = self.worst.ground.clone();
        ground.set_cost(ground.size().cell(cell), PLAIN);
        if let Some(outcome) = self.try_map(&ground)
            && outcome.badness >= self.worst.outcome.badness
        {
            self.worst = RatedMap { ground, outcome };
        }
    }

    fn try_map(&mut self, ground: &LabMap) -> Option<MapScore> {
        self.maps_tried += 1;
        score(self.row, ground)
    }

    /// The worst map so far.
    pub fn worst_map(&self) -> &LabMap {
        &self.worst.ground
    }

    /// Rounds run so far.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The score of the worst map, in words.
    pub fn score_in_words(&self) -> String {
        let MapScore { badness, expanded, dijkstra_expanded: flood, optimum } = self.worst.outcome;
        let Badness { is_missed, cost, .. } = badness;
        let what = if is_missed {
            format!("finds no path, where one costs {} steps", steps_words(optimum))
        } else if self.row.promise == Promise::Optimal && cost <= 1000 {
            format!("expands {expanded} nodes, Dijkstra {flood}")
        } else {
            format!("cost {} times the optimum", steps_words(cost))
        };
        format!("{what}, after {} maps", grouped(self.maps_tried.into()))
    }

    /// A map with a few random strokes, for a restart.
    fn restart_map(&mut self) -> LabMap {
        let growth = self.size_factor();
        self.restarts = self.restarts.saturating_add(1);
        let mut ground = open_map(self.row, growth);
        for _ in 0..3 + self.random.below(6) * growth {
            self.random_stroke(&mut ground);
        }
        ground
    }

    /// Factor of the map size: a row that may miss, but did not on small maps, gets larger ones.
    fn size_factor(&self) -> u16 {
        let may_miss = matches!(self.row.promise, Promise::Maybe | Promise::MaybeLines);
        let has_held = may_miss && !self.worst.outcome.badness.is_missed;
        if has_held { GROWTH_MAX.min(self.restarts.saturating_add(1)) } else { 1 }
    }

    /// The current map with a few random strokes.
    fn neighbour_map(&mut self) -> LabMap {
        let mut ground = self.current.ground.clone();
        for _ in 0..=self.random.below(3) {
            self.random_stroke(&mut ground);
        }
        ground
    }

    /// Changes a map by one stroke: moves an end, or draws a block, a line or a cup. The ends stay plain, because the
    /// ground under them is not visible.
    fn random_stroke(&mut self, ground: &mut LabMap) {
        let size = ground.size();
        let (at, price) = (self.random_cell(size), self.random_price());
        let (width, height) = (1 + self.random.below(size.width / 2), 1 + self.random.below(size.height / 2));
        let cells: Vec<(u16, u16)> = match self.random.below(8) {
            0 | 1 => {
                ground.set_cost(at, PLAIN);
                let is_start = self.random.below(2) == 0;
                _ = if is_start { ground.move_start(at) } else { ground.move_goal(at) };
                return;
            }
            2 | 3 => rectangle(1, 1).collect(),
            4 => rectangle(width, 1).collect(),
            5 => rectangle(1, height).collect(),
            6 => rectangle(width, height).collect(),
            _ => cup(width + 1, height + 1, self.random.below(4)).collect(),
        };
        for (dx, dy) in cells {
            let cell = Cell::new(at.x + dx, at.y + dy);
            if cell != ground.start() && cell != ground.goal() {
                ground.set_cost(cell, price);
            }
        }
    }

    fn random_cell(&mut self, size: Size) -> Cell {
        Cell::new(self.random.below(size.width), self.random.below(size.height))
    }

    /// Mostly walls or plain ground; dear ground, too, if the row supports costs.
    fn random_price(&mut self) -> u16 {
        let is_plain = self.row.needs.contains(&Need::OnePrice);
        match self.random.below(if is_plain { 4 } else { 6 }) {
            0 | 1 => 0,
            2 | 3 => PLAIN,
            4 => 3 * PLAIN,
            _ => 5 * PLAIN,
        }
    }
}

/// An open map for a row, `growth` times the usual width and height.
fn open_map(row: &CatalogueRow, growth: u16) -> LabMap {
    let size = if row.needs.contains(&Need::SmallMap) { SMALL_SIZE } else { SIZE };
    let size = Size::new(size.width * growth, size.height * growth);
    LabMap::open(format!("worst map for {}", row.id), size)
}

/// Offsets of the cells of a rectangle.
fn rectangle(width: u16, height: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..height).flat_map(move |dy| (0..width).map(move |dx| (dx, dy)))
}

/// Offsets of the rim of a rectangle without one of its four sides.
fn cup(width: u16, height: u16, open: u16) -> impl Iterator<Item = (u16, u16)> {
    rectangle(width, height).filter(move |(dx, dy)| {
        let mut sides = [*dy == 0, dx + 1 == width, dy + 1 == height, *dx == 0];
        sides[usize::from(open)] = false;
        sides.contains(&true)
    })
}

/// The result of a row on a map; `None` if there is no path or it takes too long.
fn score(row: &CatalogueRow, ground: &LabMap) -> Option<MapScore> {
    let terrain = ground.terrain(Moves::Eight(Corner::BothFree))?;
    let ends = (terrain.node(ground.start()), terrain.node(ground.goal()));
    if ends.0 == ends.1 || row.unmet_need(&terrain).is_some() {
        return None;
    }
    let (flood, cheapest) = run_search(catalogue::find("dijkstra")?, &terrain, ends)?;
    let optimum = if row.promise.leaves_grid() { any_angle_optimum(&terrain, ends) } else { cheapest }?;
    let (expanded, cost) = run_search(row, &terrain, ends)?;
    let badness = Badness {
        is_missed: cost.is_none(),
        cost: match cost {
            Some(cost) => cost * 1000 / optimum,
            None => COST_MAX - optimum,
        },
        relative_work: if row.promise == Promise::Optimal { expanded * expanded * 1000 / flood } else { 0 },
    };
    Some(MapScore { badness, expanded, dijkstra_expanded: flood, optimum })
}

/// Expansions and cost of one search; `None` if it takes too long.
fn run_search(
    row: &CatalogueRow,
    terrain: &Terrain,
    (start, goal): (NodeId, NodeId),
) -> Option<(u64, Option<Cost>)> {
    let mut solver = row.solver(terrain);
    let mut tally = Tally::default();
    solver.begin(start, goal);
    match solver.run(EXPANSIONS_MAX, &mut tally) {
        Step::Working => None,
        Step::Exhausted => Some((tally.expanded, None)),
        Step::Found(_) => Some((tally.expanded, row.path_cost(terrain, &solver.path()))),
    }
}

/// The visibility graph: each cell with all cells in line of sight. Its cheapest path is the shortest any-angle path.
struct VisibilityGraph<'a>(&'a Terrain);

impl Graph for VisibilityGraph<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let nodes = (0..self.0.node_count()).filter(|node| *node != visit.node && !self.0.is_wall(*node));
        for seen in nodes.filter(|node| self.0.has_line_of_sight(visit.node, *node)) {
            emit(seen, ThetaStar::line_cost(self.0, visit.node, seen));
        }
    }
}

/// Length of the shortest any-angle path, in milli-steps.
fn any_angle_optimum(terrain: &Terrain, (start, goal): (NodeId, NodeId)) -> Option<Cost> {
    let mut aim = GridTarget::new(terrain);
    aim.set(start, goal);
    let nodes = terrain.node_count();
    let mut search = Search::new(nodes, start, Rank::UniformCost, &aim, nodes);
    run(&mut search, &VisibilityGraph(terrain), &aim, nodes, &mut NoObserver);
    search.cost_of(goal)
}

/// Random numbers from a seed (splitmix64, Steele, Lea & Flood 2014).
#[derive(Clone, Debug)]
struct SplitMix(u64);

impl SplitMix {
    /// A number from 0 to `bound - 1`; `bound` must not be 0.
    fn below(&mut self, bound: u16) -> u16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(bound)) as u16
    }
}
