//! Where a road should be built: the way that is cheapest to build, over what roads there are.
//!
//! The search is the planner's own A*, under other prices: a road that is there costs nearly nothing, so a new one
//! joins it wherever that saves work, and everything else costs what it takes to level. Like every plan it reads
//! beliefs. Walking the way and working on it is `mind`'s and `sim`'s.

use super::LABELS_MAX;
use super::price::standing_height;
use super::target::To;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::Cell;
use crate::search::{Rank, Search, Step, Watch, run};
use crate::world::{BUILD_MAX, Belief, Believed, Kind, Paint, Tier, World};

/// A cell that is a road already, in milli-steps.
const REUSED: u32 = 150;
/// What a new cell costs besides its ground, in milli-steps.
const NEW: u32 = 1000;
/// An unknown cell, in milli-steps: nobody knows what would have to be levelled.
const UNKNOWN: u32 = 6000;
/// The square of the height between two cells, in milli-steps a unit, and the most that any costs. Squared, one steep
/// step costs more than two half as steep, so that a road climbs in bends instead of straight up.
const SLOPE_SQUARED: u32 = 4;
const SLOPE_MAX: u32 = 40_000;
/// Ticks of work that grass takes; other ground takes longer as it is slower to walk.
const WORK_TICKS: u32 = 20;
/// Coin that a new cell costs.
pub const ROAD_COIN: u32 = 1;

/// A road to be built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoadPlan {
    /// Its cells with whether each must be built; both ends included.
    pub cells: Vec<(Cell, bool)>,
    /// Cells of it that nobody of the people has seen.
    pub unknown: u32,
    /// Ticks of work on all its new cells, without the walking.
    pub work: u32,
    /// Whether it gets there.
    pub reaches: bool,
}

impl RoadPlan {
    /// Cells that must be built.
    pub fn new_cells(&self) -> u32 {
        self.cells.iter().filter(|(_, new)| *new).count() as u32
    }

    /// What it will cost, in coin.
    pub fn coin(&self) -> u32 {
        self.new_cells() * ROAD_COIN
    }
}

/// The cheapest road to build from one cell to another, as far as a people knows, for a builder of this kind.
pub fn road_plan(world: &World, people: u8, kind: Kind, from: Cell, goal: Cell) -> RoadPlan {
    let size = world.size();
    let works = Works { world, people, kind };
    let graph = Grid8 { size, cost: &works, corner: Corner::BothFree };
    let target = To { goal, size, cheapest: works.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, LABELS_MAX);
    let step = run(&mut search, &graph, &target, u32::MAX, &mut Watch);
    let Step::Found(end) = step else { return RoadPlan::default() };
    let way: Vec<Cell> = search.way_to(end).into_iter().map(|node| size.cell(node as usize)).collect();
    let unknown = |cell: &&Cell| matches!(works.believed(**cell), Believed::Unknown(_));
    RoadPlan {
        unknown: way.iter().filter(unknown).count() as u32,
        work: way.iter().filter_map(|cell| road_work(world, people, kind, *cell)).sum(),
        reaches: way.len() <= BUILD_MAX,
        cells: way.iter().map(|cell| (*cell, needs_road(world, people, *cell))).collect(),
    }
}

/// Whether a cell would have to be built: it is neither a road nor a place where people live, as far as is known.
pub fn needs_road(world: &World, people: u8, cell: Cell) -> bool {
    let belief = &world.peoples[usize::from(people)].belief;
    let is_road = matches!(belief.at(cell), Believed::Known { tier, .. } if tier.is_road());
    let mut known = world.people(people).sightings.keys();
    let is_place = belief.is_known(cell) && known.any(|id| world.town(*id).cell == cell);
    !is_road && !is_place
}

/// Ticks of work that a cell takes, half as many for a builder; `None` when it takes none, or nobody can pass there.
pub fn road_work(world: &World, people: u8, kind: Kind, cell: Cell) -> Option<u32> {
    if !needs_road(world, people, cell) {
        return None;
    }
    let time = match world.peoples[usize::from(people)].belief.at(cell) {
        Believed::Known { surface, .. } => kind.ground_time(surface)?,
        Believed::Unknown(_) => UNKNOWN / 2,
    };
    let builds = if kind == Kind::Builder { 2 } else { 1 };
    Some(time * WORK_TICKS / 1000 / builds)
}

/// The land, priced for building.
struct Works<'a> {
    world: &'a World,
    people: u8,
    kind: Kind,
}

impl Works<'_> {
    fn believed(&self, cell: Cell) -> Believed {
        self.world.peoples[usize::from(self.people)].belief.at(cell)
    }

    fn cell(&self, node: NodeId) -> Cell {
        self.world.size().cell(node as usize)
    }

    /// The ground's price, or `None` where nobody can build.
    fn ground(&self, cell: Cell) -> Option<u32> {
        let words = self.world.peoples[usize::from(self.people)].belief.words();
        if Belief::paint_of(words[self.world.size().index(cell)]) == Paint::Forbid {
            return None;
        }
        match self.believed(cell) {
            Believed::Unknown(_) => Some(UNKNOWN),
            Believed::Known { surface, tier, .. } => {
                let time = self.kind.ground_time(surface)?;
                Some(if tier.is_road() { REUSED } else { NEW + time })
            }
        }
    }
}

impl CostModel for Works<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let (here, there) = (self.cell(from), self.cell(to));
        let ground = self.ground(there)?;
        let known = |cell: Cell| matches!(self.believed(cell), Believed::Known { .. });
        let belief = &self.world.peoples[usize::from(self.people)].belief;
        let heights = self.world.land.height.values();
        let height = |node| standing_height(self.world.size(), heights, belief.words(), node);
        let levels = ground > REUSED && known(here) && known(there);
        if !levels {
            return Some(ground * length / 1000);
        }
        // Steep is what rises much over its length: a diagonal step has farther to climb.
        let difference = u32::from(height(from).abs_diff(height(to)));
        let slope = (difference * difference).saturating_mul(SLOPE_SQUARED).min(SLOPE_MAX) * 1000 / length;
        Some(ground * length / 1000 + slope)
    }

    fn is_blocked(&self, node: NodeId) -> bool {
        matches!(self.believed(self.cell(node)), Believed::Known { surface, .. } if surface.is_blocked())
    }

    fn cheapest(&self) -> u32 {
        let belief = &self.world.peoples[usize::from(self.people)].belief;
        let knows_road = Tier::ALL.into_iter().any(|tier| tier.is_road() && belief.knows_tier(tier));
        if knows_road { REUSED } else { NEW }
    }
}
