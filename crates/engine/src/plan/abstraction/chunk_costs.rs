//! The cost to cross a chunk, from each of its entrances to each other.
//!
//! The idea: a route at an entrance is on its canonical cell. Through a smallest chunk the path is found cell by cell
//! ([`ChunkFlood`]), with a step in first and a step out at the end where that cell belongs to a neighbour. Through a
//! larger chunk it is found from entrance to entrance of the smaller chunks in it ([`InnerGraph`]). Each price comes
//! with the walking time of that very path.
//! Promise: the cheapest path that does not leave the chunk, and at higher levels passes entrances.
//! Cost: some microseconds per entrance. Not here: the choice of entrances, and routes through several chunks.

use super::cache::hash_of;
use super::chunk::{Chunk, EntranceLeg, InnerGraph};
use super::flood::{ChunkFlood, UNREACHED};
use super::page::Page;
use super::shape::{CHUNK_AREA, ChunkGrid};
use super::{Abstraction, StepPrices};
use crate::graph::{Cost, NO_PATH, NodeId};
use crate::grid::{Cell, Dir8};

/// The walking time of a step, [`UNKNOWN`] until it is asked for.
type Time = std::cell::Cell<u32>;
const UNKNOWN: u32 = u32::MAX;

/// The steps of a smallest chunk: their prices, and their walking times where paths lead, most of which share their
/// steps with others.
pub(super) struct LeafSteps<'a, P> {
    shape: &'a ChunkGrid,
    chunk: u32,
    /// The first cell of the chunk.
    low: Cell,
    prices: &'a P,
    page: &'a Page,
    /// Eight for each cell.
    times: [Time; CHUNK_AREA * 8],
}

impl<P: StepPrices> LeafSteps<'_, P> {
    fn time(&self, inner: usize, dir: usize) -> u32 {
        let known = &self.times[inner * 8 + dir];
        if known.get() == UNKNOWN {
            let (from, dir) = (ChunkGrid::cell_at(self.low, inner), Dir8::ALL[dir]);
            let to = self.shape.size.step(from, dir).unwrap_or(from);
            known.set(self.prices.step_time(self.shape.node(from), self.shape.node(to), dir.length()));
        }
        known.get()
    }

    /// The leg of a step across an entrance and the path of a flood between there and its origin.
    fn flood_leg(&self, flood: &ChunkFlood, cell: Cell, step: EntranceLeg) -> Option<EntranceLeg> {
        let (cost, time) = self.flood_cost(flood, cell)?;
        Some(EntranceLeg { entrance: step.entrance, cost: step.cost + cost, time: step.time + time })
    }

    /// Price and time of a flood's path between a cell and its origin.
    fn flood_cost(&self, flood: &ChunkFlood, cell: Cell) -> Option<(Cost, Cost)> {
        let inner = ChunkGrid::local_index(cell);
        let cost = flood.cost(inner);
        let time = || flood.sum(inner, |inner, dir| self.time(inner, dir));
        (cost != UNREACHED).then(|| (cost.into(), time().into()))
    }
}

impl Abstraction {
    /// A chunk with its costs, computed if necessary.
    pub(super) fn chunk(&self, level: usize, chunk: u32, prices: &impl StepPrices) -> &Chunk {
        let slot = &self.chunks[level][chunk as usize];
        slot.current.get_or_init(|| {
            let entrances = self.chunk_entrances(level, chunk, prices);
            let made_of = if level == 0 {
                0
            } else {
                hash_of(
                    self.shape.children(level, chunk).map(|sub| self.chunk(level - 1, sub, prices).hash()),
                )
            };
            let holds = |before: &&Chunk| before.entrances[..] == entrances && before.is_made_of(made_of);
            if let Some(before) = slot.previous.as_deref().filter(holds) {
                return before.clone().into();
            }
            self.count_built();
            let (costs, times) = match level {
                0 => self.leaf_costs(chunk, &entrances, prices),
                _ => self.larger_costs(level, chunk, &entrances, prices),
            };
            Chunk::new(entrances, costs, times, made_of).into()
        })
    }

    /// Prices and times from each entrance of a smallest chunk to each.
    fn leaf_costs(
        &self,
        chunk: u32,
        entrances: &[NodeId],
        prices: &impl StepPrices,
    ) -> (Vec<Cost>, Vec<Cost>) {
        let count = entrances.len();
        let (mut costs, mut times) = (vec![NO_PATH; count * count], vec![NO_PATH; count * count]);
        let steps = self.leaf_steps(chunk, prices);
        for (from, entrance) in entrances.iter().enumerate() {
            (costs[from * count + from], times[from * count + from]) = (0, 0);
            let Some((inner, step)) = self.entry_leg(chunk, *entrance, prices) else { continue };
            let legs = self.legs_to_entrances(inner, entrances, &steps);
            for leg in legs.filter(|leg| leg.entrance != *entrance) {
                let to = entrances.binary_search(&leg.entrance).unwrap_or(0);
                costs[from * count + to] = step.cost + leg.cost;
                times[from * count + to] = step.time + leg.time;
            }
        }
        (costs, times)
    }

    /// The cell of a smallest chunk at one of its entrances, and the cost of the step onto it.
    fn entry_leg(
        &self,
        chunk: u32,
        entrance: NodeId,
        prices: &impl StepPrices,
    ) -> Option<(Cell, EntranceLeg)> {
        let (here, there) = self.shape.entrance_cells(entrance);
        if self.shape.is_first_side(0, entrance, chunk) {
            return Some((here, EntranceLeg { entrance, cost: 0, time: 0 }));
        }
        Some((there, self.crossing_leg(entrance, here, there, prices)?))
    }

    /// The cost of the step across an entrance.
    fn crossing_leg(
        &self,
        entrance: NodeId,
        from: Cell,
        to: Cell,
        prices: &impl StepPrices,
    ) -> Option<EntranceLeg> {
        let (a, b) = (self.shape.node(from), self.shape.node(to));
        let length = crate::grid::STRAIGHT;
        Some(EntranceLeg {
            entrance,
            cost: prices.step_cost(a, b, length)?.into(),
            time: prices.step_time(a, b, length).into(),
        })
    }

    /// The steps of a smallest chunk.
    pub(super) fn leaf_steps<'a, P: StepPrices>(&'a self, chunk: u32, prices: &'a P) -> LeafSteps<'a, P> {
        let page = self.page(chunk, prices);
        let (low, times) = (self.shape.span(0, chunk).0, [const { Time::new(UNKNOWN) }; CHUNK_AREA * 8]);
        LeafSteps { shape: &self.shape, chunk, low, prices, page, times }
    }

    /// The costs from a cell of a smallest chunk to its entrances.
    pub(super) fn legs_to_entrances<P: StepPrices>(
        &self,
        start: Cell,
        entrances: &[NodeId],
        steps: &LeafSteps<P>,
    ) -> impl Iterator<Item = EntranceLeg> {
        let flood = ChunkFlood::from(steps.page, ChunkGrid::local_index(start));
        entrances.iter().filter_map(move |entrance| {
            let (here, there) = self.shape.entrance_cells(*entrance);
            let (end, out) = if self.shape.is_first_side(0, *entrance, steps.chunk) {
                (here, EntranceLeg { entrance: *entrance, cost: 0, time: 0 })
            } else {
                (there, self.crossing_leg(*entrance, there, here, steps.prices)?)
            };
            steps.flood_leg(&flood, end, out)
        })
    }

    /// The costs from the entrances of a smallest chunk to a cell of it.
    pub(super) fn legs_from_entrances<P: StepPrices>(
        &self,
        goal: Cell,
        entrances: &[NodeId],
        steps: &LeafSteps<P>,
    ) -> impl Iterator<Item = EntranceLeg> {
        let flood = ChunkFlood::to(steps.page, ChunkGrid::local_index(goal));
        entrances.iter().filter_map(move |entrance| {
            let (begin, step) = self.entry_leg(steps.chunk, *entrance, steps.prices)?;
            steps.flood_leg(&flood, begin, step)
        })
    }

    /// Price and time from a cell to another within a smallest chunk.
    pub(super) fn inner_cost(
        &self,
        chunk: u32,
        from: Cell,
        goal: Cell,
        prices: &impl StepPrices,
    ) -> Option<(Cost, Cost)> {
        let steps = self.leaf_steps(chunk, prices);
        steps.flood_cost(&ChunkFlood::from(steps.page, ChunkGrid::local_index(from)), goal)
    }

    /// Prices and times from each entrance of a larger chunk to each.
    fn larger_costs(
        &self,
        level: usize,
        chunk: u32,
        entrances: &[NodeId],
        prices: &impl StepPrices,
    ) -> (Vec<Cost>, Vec<Cost>) {
        let count = entrances.len();
        let (mut costs, mut times) = (vec![NO_PATH; count * count], vec![NO_PATH; count * count]);
        let inside = self.inner_graph(level, chunk, entrances, false, prices);
        for (from, entrance) in entrances.iter().enumerate() {
            let begin = [EntranceLeg { entrance: *entrance, cost: 0, time: 0 }];
            for (to, (cost, time)) in inside.costs_between(&begin, entrances).into_iter().enumerate() {
                (costs[from * count + to], times[from * count + to]) = (cost, time);
            }
        }
        (costs, times)
    }

    /// The graph of the smaller chunks in a chunk: see [`InnerGraph::of`].
    pub(super) fn inner_graph(
        &self,
        level: usize,
        chunk: u32,
        wanted: &[NodeId],
        is_backward: bool,
        prices: &impl StepPrices,
    ) -> InnerGraph {
        let subs: Vec<&Chunk> =
            self.shape.children(level, chunk).map(|sub| self.chunk(level - 1, sub, prices)).collect();
        InnerGraph::of(&self.shape, level, &subs, wanted, is_backward)
    }
}
