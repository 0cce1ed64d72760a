//! *Break it*: looks for the small map on which an algorithm does worst, by climbing: a map is changed a little, and
//! kept if the algorithm does no better on it. Where that leads nowhere any more, it begins again elsewhere.
//!
//! What "worst" means follows from the promise. Worst is to find no way where there is one, then to find a dear one.
//! Who always finds the cheapest is left with his work: how much of what Dijkstra's search does he has to do, too.
//! What does not live here: time. A round is a few small maps, and whoever asks decides how many.

use super::ground::Ground;
use super::playback::steps;
use crate::graph::{COST_MAX, Corner, Cost, Graph, Moves, NodeId, PLAIN, Terrain, Visit};
use crate::grid::{Cell, Size};
use crate::search::any_angle::Theta;
use crate::search::catalogue::{self, Need, Promise, Row};
use crate::search::{Aim, Rank, Search, Step, Tally, Watch, run};

/// Maps a round, and how many more with one thing less on them than the worst.
const ROUND: u32 = 8;
const TIDY: u32 = 2;
/// Expansions after which a map is passed over, for nobody would watch that, and after which a round ends.
const PATIENCE: u32 = 20_000;
/// Maps without a worse one after which the climb begins again.
const STALE: u32 = 150;
/// The maps, those for rows that need small ones, and how many times as long and wide they may grow.
const SIZE: Size = Size::new(12, 8);
const SMALL: Size = Size::new(6, 6);
const GROWTH_MAX: u16 = 4;

/// The search for the map on which a row does worst. The same row and seed give the same maps.
#[derive(Clone)]
pub struct Breaker {
    row: &'static Row,
    dice: Dice,
    /// The worst map so far, and the one where the climb stands.
    worst: Found,
    here: Found,
    rounds: u32,
    /// Maps looked at, those since the climb last got on, and climbs.
    maps: u32,
    stale: u32,
    climbs: u16,
    /// The cell of the worst map up to which it was tidied.
    tidied: usize,
}

#[derive(Clone, Debug)]
struct Found {
    ground: Ground,
    outcome: Outcome,
}

/// What comes of a row on a map. Of two, the larger is the worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Outcome {
    badness: Badness,
    /// Expansions.
    expanded: u64,
    /// Expansions of Dijkstra's search.
    flood: u64,
    /// Cost of the cheapest way, in milli-steps.
    optimum: Cost,
}

/// How bad that is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Badness {
    /// There is a way, and it found none.
    is_missed: bool,
    /// Cost of its way in thousandths of the cheapest one's; if it was missed, more the nearer the goal was.
    cost: u64,
    /// For rows that are optimal: thousandths of its expansions, times what they are of Dijkstra's.
    work: u64,
}

impl Breaker {
    /// A search for the map on which this row does worst, which begins with an open one.
    pub fn new(row: &'static Row, seed: u64) -> Breaker {
        let ground = open(row, 1);
        let outcome = judge(row, &ground).unwrap_or_default();
        let here = Found { ground, outcome };
        let worst = here.clone();
        let (dice, stale) = (Dice(seed), STALE);
        Breaker { row, dice, worst, here, rounds: 0, maps: 1, stale, climbs: 0, tidied: 0 }
    }

    /// One round: a few maps more.
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

    /// Looks at one map more, beside the one where the climb stands or somewhere else. Returns the expansions spent.
    fn climb(&mut self) -> u64 {
        let is_new = self.stale >= STALE;
        let ground = if is_new { self.elsewhere() } else { self.beside() };
        self.stale += 1;
        let Some(outcome) = self.look_at(&ground) else { return 0 };
        if is_new || outcome > self.here.outcome {
            self.stale = 0;
        }
        if is_new || outcome >= self.here.outcome {
            self.here = Found { ground, outcome };
        }
        if outcome > self.worst.outcome {
            self.worst = self.here.clone();
        }
        outcome.expanded + outcome.flood
    }

    /// Makes the next cell plain that is not, if the worst map stays as bad: what is left then is what matters.
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

    /// Rounds so far.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// How badly the row does on it.
    pub fn score_in_words(&self) -> String {
        let Outcome { badness, expanded, flood, optimum } = self.worst.outcome;
        let Badness { is_missed, cost, .. } = badness;
        let what = if is_missed {
            format!("finds no way, where one costs {} steps", steps(optimum))
        } else if self.row.promise == Promise::Optimal && cost <= 1000 {
            format!("expands {expanded} nodes, Dijkstra's search {flood}")
        } else {
            format!("cost {} times the optimum", steps(cost))
        };
        format!("{what}, after {} maps", self.maps)
    }

    /// A map with a few strokes on it, on which to begin again.
    fn elsewhere(&mut self) -> Ground {
        let growth = self.growth();
        self.climbs = self.climbs.saturating_add(1);
        let mut ground = open(self.row, growth);
        for _ in 0..3 + self.dice.below(6) * growth {
            self.stroke(&mut ground);
        }
        ground
    }

    /// How many times as long and wide maps are: who may miss, and cannot be made to on small ones, gets larger ones.
    fn growth(&self) -> u16 {
        let has_held = self.row.promise == Promise::Maybe && !self.worst.outcome.badness.is_missed;
        if has_held { GROWTH_MAX.min(self.climbs.saturating_add(1)) } else { 1 }
    }

    /// The map where the climb stands, a little changed.
    fn beside(&mut self) -> Ground {
        let mut ground = self.here.ground.clone();
        for _ in 0..=self.dice.below(3) {
            self.stroke(&mut ground);
        }
        ground
    }

    /// Changes a map by one stroke: an end moves, or a block, a line or a cup is drawn. The ends stay plain, for what
    /// lies under them cannot be seen.
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

    /// A wall or plain ground mostly; dear ground where the row knows prices.
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

/// A map without a wall for a row, so many times as long and wide as small ones are.
fn open(row: &Row, growth: u16) -> Ground {
    let size = if row.needs.contains(&Need::SmallMap) { SMALL } else { SIZE };
    let size = Size::new(size.width * growth, size.height * growth);
    Ground::open(format!("{} at its worst", row.id), size)
}

/// Offsets of the cells of a rectangle.
fn block(width: u16, height: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..height).flat_map(move |dy| (0..width).map(move |dx| (dx, dy)))
}

/// Offsets of its rim without one of its four sides.
fn cup(width: u16, height: u16, open: u16) -> impl Iterator<Item = (u16, u16)> {
    block(width, height).filter(move |(dx, dy)| {
        let mut sides = [*dy == 0, dx + 1 == width, dy + 1 == height, *dx == 0];
        sides[usize::from(open)] = false;
        sides.contains(&true)
    })
}

/// What comes of a row on a map, unless there is no way or it takes too long.
fn judge(row: &Row, ground: &Ground) -> Option<Outcome> {
    let terrain = ground.terrain(Moves::Eight(Corner::BothFree))?;
    let ends = (terrain.node(ground.start()), terrain.node(ground.goal()));
    if ends.0 == ends.1 || row.lacks(&terrain).is_some() {
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

/// Expansions and cost of one search, unless it takes too long.
fn ask(row: &Row, terrain: &Terrain, (start, goal): (NodeId, NodeId)) -> Option<(u64, Option<Cost>)> {
    let mut solver = row.solver(terrain);
    let mut tally = Tally::default();
    solver.begin(start, goal);
    match solver.run(PATIENCE, &mut tally) {
        Step::Working => None,
        Step::Exhausted => Some((tally.expanded, None)),
        Step::Found(_) => Some((tally.expanded, row.cost(terrain, &solver.way()))),
    }
}

/// Every cell and all that it sees: the graph on which the shortest way of straight lines is the cheapest one.
struct VisibilityGraph<'a>(&'a Terrain);

impl Graph for VisibilityGraph<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let nodes = (0..self.0.node_count()).filter(|node| *node != visit.node && !self.0.is_wall(*node));
        for seen in nodes.filter(|node| self.0.is_clear(visit.node, *node)) {
            emit(seen, Theta::line(self.0, visit.node, seen));
        }
    }
}

/// Length of the shortest way of straight lines from cell to cell, in milli-steps.
fn straight(terrain: &Terrain, (start, goal): (NodeId, NodeId)) -> Option<Cost> {
    let mut aim = Aim::new(terrain);
    aim.at(start, goal);
    let nodes = terrain.node_count();
    let mut search = Search::new(nodes, start, Rank::UniformCost, &aim, nodes);
    run(&mut search, &VisibilityGraph(terrain), &aim, nodes, &mut Watch);
    search.cost_of(goal)
}

/// Chances from a seed (splitmix64, Steele, Lea & Flood 2014).
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
