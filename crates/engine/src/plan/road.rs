//! Where to build a road: the path that is cheapest to build, given the existing roads.
//!
//! The search is the planner's A* with other prices: an existing road costs nearly nothing, so that a new one joins it
//! wherever that saves work, and everything else costs what it takes to level. Like every plan it reads beliefs.
//! Walking there and working on it belong to `mind` and `sim`.

use super::LABELS_MAX;
use super::price::standing_height;
use super::target::CellTarget;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::Cell;
use crate::search::{NoObserver, Rank, Search, Step, run};
use crate::world::{BUILD_MAX, Belief, Believed, Kind, Paint, PeopleIx, Tier, World};

/// Price of a cell that is a road already, in milli-steps.
const EXISTING_ROAD_PRICE: u32 = 150;
/// Price of a new cell in addition to its ground, in milli-steps.
const NEW_ROAD_PRICE: u32 = 1000;
/// Price of an unknown cell, in milli-steps: its ground may need levelling.
const UNKNOWN_CELL_PRICE: u32 = 6000;
/// Price per squared difference in height between two cells, in milli-steps, and its maximum. Squared, one steep step
/// costs more than two half as steep, so that a road climbs in bends instead of straight up.
const SLOPE_SQUARED_PRICE: u32 = 4;
const SLOPE_PRICE_MAX: u32 = 40_000;
/// Ticks of work for a cell of grass; other ground takes longer as it is slower to walk.
const GRASS_WORK_TICKS: u32 = 20;
/// Price of a new cell in coin.
pub const ROAD_COIN: u32 = 1;

/// A planned road.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoadPlan {
    /// Its cells, each with whether it must be built; both ends included.
    pub cells: Vec<(Cell, bool)>,
    /// Number of its cells that are unknown to the people.
    pub unknown: u32,
    /// Ticks of work on all its new cells, without walking.
    pub work_ticks: u32,
    /// Whether it reaches the goal.
    pub reaches: bool,
}

impl RoadPlan {
    /// Number of cells that must be built.
    pub fn new_cells(&self) -> u32 {
        self.cells.iter().filter(|(_, new)| *new).count() as u32
    }

    /// Its price in coin.
    pub fn coin(&self) -> u32 {
        self.new_cells() * ROAD_COIN
    }
}

/// The cheapest road to build from one cell to another, as far as a people knows, for a builder of this kind.
pub fn road_plan(world: &World, people: PeopleIx, kind: Kind, from: Cell, goal: Cell) -> RoadPlan {
    let size = world.size();
    let works = BuildingPrices { world, people, kind };
    let graph = Grid8 { size, cost: &works, corner: Corner::BothFree };
    let target = CellTarget { goal, size, cheapest: works.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, LABELS_MAX);
    let step = run(&mut search, &graph, &target, u32::MAX, &mut NoObserver);
    let Step::Found(end) = step else { return RoadPlan::default() };
    let path: Vec<Cell> = search.path_to(end).into_iter().map(|node| size.cell(node as usize)).collect();
    let unknown = |cell: &&Cell| matches!(works.believed(**cell), Believed::Unknown(_));
    RoadPlan {
        unknown: path.iter().filter(unknown).count() as u32,
        work_ticks: path.iter().filter_map(|cell| road_work_ticks(world, people, kind, *cell)).sum(),
        reaches: path.len() <= BUILD_MAX,
        cells: path.iter().map(|cell| (*cell, needs_road(world, people, *cell))).collect(),
    }
}

/// Whether a cell must be built: it is neither a road nor a settlement, as far as is known.
pub fn needs_road(world: &World, people: PeopleIx, cell: Cell) -> bool {
    let belief = &world.peoples[people].belief;
    let is_road = matches!(belief.at(cell), Believed::Known { tier, .. } if tier.is_road());
    let mut known = world.people(people).sightings.keys();
    let is_place = belief.is_known(cell) && known.any(|id| world.town(*id).cell == cell);
    !is_road && !is_place
}

/// Ticks of work for a cell, half as many for a builder; `None` if it needs none or is impassable.
pub fn road_work_ticks(world: &World, people: PeopleIx, kind: Kind, cell: Cell) -> Option<u32> {
    if !needs_road(world, people, cell) {
        return None;
    }
    let time = match world.peoples[people].belief.at(cell) {
        Believed::Known { surface, .. } => kind.ground_time(surface)?,
        Believed::Unknown(_) => UNKNOWN_CELL_PRICE / 2,
    };
    let builds = if kind == Kind::Builder { 2 } else { 1 };
    Some(time * GRASS_WORK_TICKS / 1000 / builds)
}

/// The price of building on each cell.
struct BuildingPrices<'a> {
    world: &'a World,
    people: PeopleIx,
    kind: Kind,
}

impl BuildingPrices<'_> {
    fn believed(&self, cell: Cell) -> Believed {
        self.world.peoples[self.people].belief.at(cell)
    }

    fn cell(&self, node: NodeId) -> Cell {
        self.world.size().cell(node as usize)
    }

    /// The ground's price, or `None` where building is impossible.
    fn ground(&self, cell: Cell) -> Option<u32> {
        let words = self.world.peoples[self.people].belief.words();
        if Belief::paint_of(words[self.world.size().index(cell)]) == Paint::Forbid {
            return None;
        }
        match self.believed(cell) {
            Believed::Unknown(_) => Some(UNKNOWN_CELL_PRICE),
            Believed::Known { surface, tier, .. } => {
                let time = self.kind.ground_time(surface)?;
                Some(if tier.is_road() { EXISTING_ROAD_PRICE } else { NEW_ROAD_PRICE + time })
            }
        }
    }
}

impl CostModel for BuildingPrices<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let (here, there) = (self.cell(from), self.cell(to));
        let ground = self.ground(there)?;
        let known = |cell: Cell| matches!(self.believed(cell), Believed::Known { .. });
        let belief = &self.world.peoples[self.people].belief;
        let heights = self.world.land.height.values();
        let height = |node| standing_height(self.world.size(), heights, belief.words(), node);
        let levels = ground > EXISTING_ROAD_PRICE && known(here) && known(there);
        if !levels {
            return Some(ground * length / 1000);
        }
        // The slope is the rise over the length of the step, which is larger for a diagonal.
        let difference = u32::from(height(from).abs_diff(height(to)));
        let slope = (difference * difference).saturating_mul(SLOPE_SQUARED_PRICE).min(SLOPE_PRICE_MAX) * 1000
            / length;
        Some(ground * length / 1000 + slope)
    }

    fn is_blocked(&self, node: NodeId) -> bool {
        matches!(self.believed(self.cell(node)), Believed::Known { surface, .. } if surface.is_blocked())
    }

    fn cheapest(&self) -> u32 {
        let belief = &self.world.peoples[self.people].belief;
        let knows_road = Tier::ALL.into_iter().any(|tier| tier.is_road() && belief.knows_tier(tier));
        if knows_road { EXISTING_ROAD_PRICE } else { NEW_ROAD_PRICE }
    }
}
