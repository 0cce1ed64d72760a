//! *Break it*: finds a small map on which an algorithm performs worst, by hill climbing with restarts: a map is changed
//! a
//! little, and kept if the algorithm does no better on it.
//!
//! What "worst" means depends on the promise. Worst is finding no path where there is one, then finding a dear one. An
//! optimal algorithm is judged by its work: its expansions relative to Dijkstra's. Time does not live here: a round is
//! a
//! few small maps, and the caller decides how many rounds to run.

use super::ground::Ground;
use super::playback::steps;
use crate::graph::{COST_MAX, Corner, Cost, Graph, Moves, NodeId, PLAIN, Terrain, Visit};
use crate::grid::{Cell, Size};
use crate::search::any_angle::ThetaStar;
use crate::search::catalogue::{self, CatalogueRow, Need, Promise};
use crate::search::{GridTarget, NoObserver, Rank, Search, Step, Tally, run};

/// Maps per round, and how many more that simplify the worst map by one cell.
const ROUND: u32 = 8;
const TIDY: u32 = 2;
/// Expansions after which a map is skipped, as too slow to watch, and after which a round ends.
const PATIENCE: u32 = 20_000;
/// Maps without progress after which the climb restarts.
const STALE: u32 = 150;
/// Size of the maps, size for rows that need small ones, and the largest factor by which they grow.
const SIZE: Size = Size::new(12, 8);
const SMALL: Size = Size::new(6, 6);
const GROWTH_MAX: u16 = 4;

/// A search for the map on which a row performs worst. The same row and seed give the same maps.
#[derive(Clone)]
pub struct Breaker {
    row: &'static CatalogueRow,
    dice: Dice,
    /// The worst map so far.
    worst: Found,
    /// The current map of the climb.
    here: Found,
    rounds: u32,
    /// Maps tried, those since the climb last progressed, and restarts.
    maps: u32,
    stale: u32,
    climbs: u16,
    /// The cell up to which the worst map was simplified.
    tidied: usize,
}

#[derive(Clone, Debug)]
struct Found {
    ground: Ground,
    outcome: Outcome,
}

/// Result of a row on a map. The larger of two is the worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Outcome {
    badness: Badness,
    /// Expansions.
    expanded: u64,
    /// Expansions of Dijkstra's search.
    flood: u64,
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
    work: u64,
}

impl Breaker {
    /// A search for the map on which this row performs worst, starting from an open map.
    pub fn new(row: &'static CatalogueRow, seed: u64) -> Breaker {
        let ground = open(row, 1);
        let outcome = judge(row, &ground).unwrap_or_default();
        let here = Found { ground, outcome };
        let worst = here.clone();
        let (dice, stale) = (Dice(seed), STALE);
        Breaker { row, dice, worst, here, rounds: 0, maps: 1, stale, climbs: 0, tidied: 0 }
    }

    /// Runs one round: a few maps.
    pub fn step(&mut self) {
        self.rounds += 1;
        let mut spent = 0;
        for _ in 0..ROUND {
            spent += self.climb();
            if spent >= u64::from(PATIENCE) {
                return;
            }
        }
        for _ in 0..TIDY {
            self.tidy();
        }
    }

    /// Tries one map: a neighbour of the current one, or a restart. Returns the expansions spent.
    fn climb(&mut self) -> u64 {
        let restarts = self.stale >= STALE;
        let ground = if restarts { self.elsewhere() } else { self.beside() };
        self.stale += 1;
        let Some(outcome) = self.look_at(&ground) else { return 0 };
        if restarts || outcome > self.here.outcome {
            self.stale = 0;
        }
        if restarts || outcome >= self.here.outcome {
            self.here = Found { ground, outcome };
        }
        if outcome > self.worst.outcome {
            self.worst = self.here.clone();
        }
        outcome.expanded + outcome.flood
    }

    /// Makes the next special cell plain if the worst map stays as bad, so that only what matters is left.
    fn tidy(&mut self) {
        let prices = self.worst.ground.prices();
        let next = (self.tidied..prices.len()).find(|cell| prices[*cell] != PLAIN);
        self.tidied = next.map_or(0, |cell| cell + 1);
        let Some(cell) = next else { return };
        let mut ground = self.worst.ground.clone();
        ground.set_price(ground.size().cell(cell), PLAIN);
        if let Some(outcome) = self.look_at(&ground)
            && outcome.badness >= self.worst.outcome.badness
        {
            self.worst = Found { ground, outcome };
        }
    }

    fn look_at(&mut self, ground: &Ground) -> Option<Outcome> {
        self.maps += 1;
        judge(self.row, ground)
    }

    /// The worst map so far.
    pub fn best(&self) -> &Ground {
        &self.worst.ground
    }

    /// Rounds run so far.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The score of the worst map, in words.
    pub fn score_in_words(&self) -> String {
        let Outcome { badness, expanded, flood, optimum } = self.worst.outcome;
        let Badness { is_missed, cost, .. } = badness;
        let what = if is_missed {
            format!("finds no path, where one costs {} steps", steps(optimum))
        } else if self.row.promise == Promise::Optimal && cost <= 1000 {
            format!("expands {expanded} nodes, Dijkstra {flood}")
        } else {
            format!("cost {} times the optimum", steps(cost))
        };
        format!("{what}, after {} maps", self.maps)
    }

    /// A map with a few random strokes, for a restart.
    fn elsewhere(&mut self) -> Ground {
        let growth = self.growth();
        self.climbs = self.climbs.saturating_add(1);
        let mut ground = open(self.row, growth);
        for _ in 0..3 + self.dice.below(6) * growth {
            self.stroke(&mut ground);
        }
        ground
    }

    /// Factor of the map size: a row that may miss, but did not on small maps, gets larger ones.
    fn growth(&self) -> u16 {
        let has_held = self.row.promise == Promise::Maybe && !self.worst.outcome.badness.is_missed;
        if has_held { GROWTH_MAX.min(self.climbs.saturating_add(1)) } else { 1 }
    }

    /// The current map with a few random strokes.
    fn beside(&mut self) -> Ground {
        let mut ground = self.here.ground.clone();
        for _ in 0..=self.dice.below(3) {
            self.stroke(&mut ground);
        }
        ground
    }

    /// Changes a map by one stroke: moves an end, or draws a block, a line or a cup. The ends stay plain, because the
    /// ground
    /// under them is not visible.
    fn stroke(&mut self, ground: &mut Ground) {
        let size = ground.size();
        let (at, price) = (self.cell(size), self.price());
        let (width, height) = (1 + self.dice.below(size.width / 2), 1 + self.dice.below(size.height / 2));
        let cells: Vec<(u16, u16)> = match self.dice.below(8) {
            0 | 1 => {
                ground.set_price(at, PLAIN);
                let is_start = self.dice.below(2) == 0;
                _ = if is_start { ground.move_start(at) } else { ground.move_goal(at) };
                return;
            }
            2 | 3 => block(1, 1).collect(),
            4 => block(width, 1).collect(),
            5 => block(1, height).collect(),
            6 => block(width, height).collect(),
            _ => cup(width + 1, height + 1, self.dice.below(4)).collect(),
        };
        for (dx, dy) in cells {
            let cell = Cell::new(at.x + dx, at.y + dy);
            if cell != ground.start() && cell != ground.goal() {
                ground.set_price(cell, price);
            }
        }
    }

    fn cell(&mut self, size: Size) -> Cell {
        Cell::new(self.dice.below(size.width), self.dice.below(size.height))
    }

    /// Mostly walls or plain ground; dear ground, too, if the row supports costs.
    fn price(&mut self) -> u16 {
        let is_plain = self.row.needs.contains(&Need::OnePrice);
        match self.dice.below(if is_plain { 4 } else { 6 }) {
            0 | 1 => 0,
            2 | 3 => PLAIN,
            4 => 3 * PLAIN,
            _ => 5 * PLAIN,
        }
    }
}

/// An open map for a row, `growth` times the usual width and height.
fn open(row: &CatalogueRow, growth: u16) -> Ground {
    let size = if row.needs.contains(&Need::SmallMap) { SMALL } else { SIZE };
    let size = Size::new(size.width * growth, size.height * growth);
    Ground::open(format!("worst map for {}", row.id), size)
}

/// Offsets of the cells of a rectangle.
fn block(width: u16, height: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..height).flat_map(move |dy| (0..width).map(move |dx| (dx, dy)))
}

/// Offsets of the rim of a rectangle without one of its four sides.
fn cup(width: u16, height: u16, open: u16) -> impl Iterator<Item = (u16, u16)> {
    block(width, height).filter(move |(dx, dy)| {
        let mut sides = [*dy == 0, dx + 1 == width, dy + 1 == height, *dx == 0];
        sides[usize::from(open)] = false;
        sides.contains(&true)
    })
}

/// The result of a row on a map; `None` if there is no path or it takes too long.
fn judge(row: &CatalogueRow, ground: &Ground) -> Option<Outcome> {
    let terrain = ground.terrain(Moves::Eight(Corner::BothFree))?;
    let ends = (terrain.node(ground.start()), terrain.node(ground.goal()));
    if ends.0 == ends.1 || row.unmet_need(&terrain).is_some() {
        return None;
    }
    let (flood, cheapest) = ask(catalogue::find("dijkstra")?, &terrain, ends)?;
    let optimum = if row.promise == Promise::AnyAngle { straight(&terrain, ends) } else { cheapest }?;
    let (expanded, cost) = ask(row, &terrain, ends)?;
    let badness = Badness {
        is_missed: cost.is_none(),
        cost: match cost {
            Some(cost) => cost * 1000 / optimum,
            None => COST_MAX - optimum,
        },
        work: if row.promise == Promise::Optimal { expanded * expanded * 1000 / flood } else { 0 },
    };
    Some(Outcome { badness, expanded, flood, optimum })
}

/// Expansions and cost of one search; `None` if it takes too long.
fn ask(
    row: &CatalogueRow,
    terrain: &Terrain,
    (start, goal): (NodeId, NodeId),
) -> Option<(u64, Option<Cost>)> {
    let mut solver = row.solver(terrain);
    let mut tally = Tally::default();
    solver.begin(start, goal);
    match solver.run(PATIENCE, &mut tally) {
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
fn straight(terrain: &Terrain, (start, goal): (NodeId, NodeId)) -> Option<Cost> {
    let mut aim = GridTarget::new(terrain);
    aim.set(start, goal);
    let nodes = terrain.node_count();
    let mut search = Search::new(nodes, start, Rank::UniformCost, &aim, nodes);
    run(&mut search, &VisibilityGraph(terrain), &aim, nodes, &mut NoObserver);
    search.cost_of(goal)
}

/// Random numbers from a seed (splitmix64, Steele, Lea & Flood 2014).
#[derive(Clone, Debug)]
struct Dice(u64);

impl Dice {
    /// A number from 0 to `bound - 1`; `bound` must not be 0.
    fn below(&mut self, bound: u16) -> u16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(bound)) as u16
    }
}
