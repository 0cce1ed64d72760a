//! The cheapest paths of a porter over the true land, with its roads or without: a reference for real trips.
//!
//! *Absent:* beliefs, fear and crowds. No unit of the game plans with this.

use super::proximity::Sites;
use super::stats::centre;
use super::stats::distance;
use crate::graph::{Corner, Cost, CostModel, Graph, Grid8, NodeId, Visit};
use crate::grid::{Cell, Layer};
use crate::land::Land;
use crate::plan::TrueGround;
use crate::search::{NoObserver, NoTarget, Rank, Search, run};
use crate::world::{DAY_TIME, Kind, Season, Tier};

/// Step costs of a porter out of season.
#[derive(Clone, Copy)]
pub struct PorterCost<'a> {
    footing: TrueGround<'a>,
    /// Whether a step costs its time; otherwise also its comfort, for which walkers prefer roads.
    by_time: bool,
}

impl<'a> PorterCost<'a> {
    /// The time of a step over a land with these roads; with `None`, over untouched land.
    pub fn by_time(land: &'a Land, tiers: Option<&'a Layer<Tier>>) -> PorterCost<'a> {
        PorterCost { footing: TrueGround { land, tiers, season: Season::Autumn }, by_time: true }
    }

    /// The cost of a step to a walker, comfort included.
    pub fn with_comfort(land: &'a Land, tiers: Option<&'a Layer<Tier>>) -> PorterCost<'a> {
        PorterCost { by_time: false, ..PorterCost::by_time(land, tiers) }
    }

    /// The cost from the nearest of these cells to each cell, in milli-steps; `None` where there is no path.
    pub fn flood(&self, from: &[Cell]) -> Layer<Option<Cost>> {
        let (size, search) = (self.footing.land.size, self.search(from));
        let mut costs = Layer::new(size, None);
        for cell in size.cells() {
            costs[cell] = search.cost_of(size.index(cell) as NodeId).map(|cost| cost - 1);
        }
        costs
    }

    /// Distances between all sites by the cheapest paths; `walk` receives each path from its end to its start.
    pub fn between(&self, sites: &[Cell], mut walk: impl FnMut(usize, usize, &[Cell])) -> Sites {
        let (size, count) = (self.footing.land.size, sites.len());
        let mut cost = vec![f64::INFINITY; count * count];
        let mut length = cost.clone();
        for (a, from) in sites.iter().enumerate() {
            let search = self.search(std::slice::from_ref(from));
            for (b, to) in sites.iter().enumerate() {
                let node = size.index(*to) as NodeId;
                let Some(price) = search.cost_of(node) else { continue };
                let path = search.path_to(node).into_iter().skip(1);
                let path: Vec<Cell> = path.map(|node| size.cell(node as usize)).collect();
                cost[a * count + b] = (price - 1) as f64;
                length[a * count + b] = length_cells(&path);
                walk(a, b, &path);
            }
        }
        let straight = sites.iter().flat_map(|a| sites.iter().map(move |b| distance(centre(*a), centre(*b))));
        Sites {
            count,
            cost: mean_of_directions(&cost, count),
            length: mean_of_directions(&length, count),
            straight: straight.collect(),
        }
    }

    fn search(&self, from: &[Cell]) -> Search {
        let size = self.footing.land.size;
        let graph = FromAny { grid: Grid8 { size, cost: self, corner: Corner::BothFree }, from };
        let outside = size.area() as NodeId;
        let mut search = Search::new(graph.node_count(), outside, Rank::UniformCost, &NoTarget, u32::MAX);
        run(&mut search, &graph, &NoTarget, u32::MAX, &mut NoObserver);
        search
    }

    /// How much less than its time a straight step onto a cell costs a walker, in milli-steps.
    fn comfort(&self, to: usize) -> Option<u32> {
        let TrueGround { land, tiers, season } = self.footing;
        let untouched = Kind::Porter.seasonal_time(land.surface.values()[to], season)?;
        let (time, worth) =
            Kind::Porter.on_road(untouched, tiers.map_or(Tier::None, |tiers| tiers.values()[to]));
        Some(time - worth)
    }

    /// Walking time of a path, in days.
    pub fn days(&self, path: &[Cell]) -> f64 {
        let steps = path.windows(2).filter_map(|step| {
            let [from, to] = [step[0], step[1]].map(|cell| self.footing.land.size.index(cell));
            self.footing.step_time(Kind::Porter, from, to, step[0].octile(step[1]))
        });
        f64::from(steps.sum::<u32>()) / f64::from(DAY_TIME)
    }
}

impl CostModel for PorterCost<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let time = self.footing.step_time(Kind::Porter, from as usize, to as usize, length)?;
        if self.by_time { Some(time) } else { Some(time - self.comfort(to as usize)? * length / 1000) }
    }

    fn is_blocked(&self, node: NodeId) -> bool {
        self.footing.land.surface.values()[node as usize].is_blocked()
    }

    fn cheapest(&self) -> u32 {
        1000 * 100 / Kind::road_divisor(Tier::Highway)
    }
}

/// A grid with one more node, from which a step of cost 1 leads to each of some cells.
struct FromAny<'a, C> {
    grid: Grid8<'a, C>,
    from: &'a [Cell],
}

impl<C: CostModel> Graph for FromAny<'_, C> {
    fn node_count(&self) -> u32 {
        self.grid.node_count() + 1
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        if visit.node == self.grid.node_count() {
            self.from.iter().for_each(|cell| emit(self.grid.size.index(*cell) as NodeId, 1));
        } else {
            self.grid.successors(visit, emit);
        }
    }
}

/// The mean of both directions.
fn mean_of_directions(values: &[f64], count: usize) -> Vec<f64> {
    let mean = |a: usize, b: usize| f64::midpoint(values[a * count + b], values[b * count + a]);
    (0..count * count).map(|at| mean(at / count, at % count)).collect()
}

/// Length of a path, in milli-steps.
pub fn length_millisteps(path: &[Cell]) -> u32 {
    path.windows(2).map(|step| step[0].octile(step[1])).sum()
}

/// Length of a path, in cells.
pub fn length_cells(path: &[Cell]) -> f64 {
    f64::from(length_millisteps(path)) / 1000.0
}
