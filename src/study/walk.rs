//! The cheapest ways of a porter over the true land, with its roads or without: what a measure holds real walks against.
//!
//! *Absent:* beliefs, fear and crowds. Nobody in the game walks by this.

use super::past::centre;
use super::proximity::Sites;
use super::stats::apart;
use crate::graph::{Corner, CostModel, Graph, Grid8, NodeId, Visit};
use crate::grid::{Cell, Dir8, Layer};
use crate::land::Land;
use crate::search::{Everywhere, Rank, Search, Watch, run};
use crate::world::{DAY_TIME, Kind, Tier};

/// The land under a porter's feet out of season.
#[derive(Clone, Copy)]
pub struct Feet<'a> {
    /// The land.
    pub land: &'a Land,
    /// Its roads; `None` as if nobody had ever walked.
    pub tiers: Option<&'a Layer<Tier>>,
    /// Whether a step counts what it takes; else what it is worth to a walker, who likes roads for their comfort, too.
    pub by_time: bool,
}

impl Feet<'_> {
    /// The cost from the nearest of these cells to each, in milli-steps; `None` where none leads.
    pub fn flood(&self, from: &[Cell]) -> Layer<Option<u32>> {
        let (size, search) = (self.land.size, self.search(from));
        let mut costs = Layer::new(size, None);
        for cell in size.cells() {
            costs[cell] = search.cost_of(size.index(cell) as NodeId).map(|cost| cost - 1);
        }
        costs
    }

    /// How far all sites are from each other, by the cheapest ways; `walk` is given each way from its end to its start.
    pub fn between(&self, sites: &[Cell], mut walk: impl FnMut(usize, usize, &[Cell])) -> Sites {
        let (size, count) = (self.land.size, sites.len());
        let mut cost = vec![f64::INFINITY; count * count];
        let mut length = cost.clone();
        for (a, from) in sites.iter().enumerate() {
            let search = self.search(std::slice::from_ref(from));
            for (b, to) in sites.iter().enumerate() {
                let node = size.index(*to) as NodeId;
                let Some(price) = search.cost_of(node) else { continue };
                let way = search.way_to(node).into_iter().skip(1);
                let way: Vec<Cell> = way.map(|node| size.cell(node as usize)).collect();
                cost[a * count + b] = f64::from(price - 1);
                length[a * count + b] = steps_length(&way);
                walk(a, b, &way);
            }
        }
        let straight = sites.iter().flat_map(|a| sites.iter().map(move |b| apart(centre(*a), centre(*b))));
        Sites {
            count,
            cost: both_ways(&cost, count),
            length: both_ways(&length, count),
            straight: straight.collect(),
        }
    }

    fn search(&self, from: &[Cell]) -> Search {
        let size = self.land.size;
        let graph = FromAny { grid: Grid8 { size, cost: self, corner: Corner::BothFree }, from };
        let outside = size.area() as NodeId;
        let mut search = Search::new(graph.node_count(), outside, Rank::UniformCost, &Everywhere, u32::MAX);
        run(&mut search, &graph, &Everywhere, u32::MAX, &mut Watch);
        search
    }

    /// Time and worth of a straight step onto a cell, in milli-steps.
    fn ground(&self, to: NodeId) -> Option<(u32, u32)> {
        let tier = self.tiers.map_or(Tier::None, |tiers| tiers.values()[to as usize]);
        Some(Kind::Porter.on_road(Kind::Porter.ground_time(self.land.surface.values()[to as usize])?, tier))
    }

    /// Time that height takes from one cell to the next.
    fn relief(&self, from: NodeId, to: NodeId) -> u32 {
        let heights = self.land.height.values();
        Kind::Porter.relief(heights[from as usize], heights[to as usize])
    }

    /// Walking time of a way, in days.
    pub fn days(&self, way: &[Cell]) -> f64 {
        let steps = way.windows(2).map(|step| {
            let [from, to] = [step[0], step[1]].map(|cell| self.land.size.index(cell) as NodeId);
            let time = self.ground(to).map_or(0, |(time, _)| time);
            time * step[0].dir_to(step[1]).map_or(0, Dir8::length) / 1000 + self.relief(from, to)
        });
        f64::from(steps.sum::<u32>()) / f64::from(DAY_TIME)
    }
}

impl CostModel for Feet<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let (time, worth) = self.ground(to)?;
        Some(if self.by_time { time } else { worth } * length / 1000 + self.relief(from, to))
    }

    fn is_blocked(&self, node: NodeId) -> bool {
        self.land.surface.values()[node as usize].is_blocked()
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

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, u32)) {
        if visit.node == self.grid.node_count() {
            self.from.iter().for_each(|cell| emit(self.grid.size.index(*cell) as NodeId, 1));
        } else {
            self.grid.successors(visit, emit);
        }
    }
}

/// The mean of both directions.
fn both_ways(values: &[f64], count: usize) -> Vec<f64> {
    let mean = |a: usize, b: usize| f64::midpoint(values[a * count + b], values[b * count + a]);
    (0..count * count).map(|at| mean(at / count, at % count)).collect()
}

/// Length of a way, in cells.
pub fn steps_length(way: &[Cell]) -> f64 {
    let steps = way.windows(2).map(|step| f64::from(step[0].octile(step[1])));
    steps.sum::<f64>() / 1000.0
}
