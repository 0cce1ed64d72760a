//! The choice of entrances on a border, at each level.
//!
//! The idea: along a border some pairs of adjacent cells can be crossed. Each half of a border of the smallest chunks
//! gets one entrance for each unbroken run of such pairs: the one that is cheapest to cross there and back; and one
//! more for each stretch of the run where the ground is quite different, but crossing not much dearer. Each quarter of
//! a border of larger chunks keeps, of the entrances of the level below that connect the same component of one chunk
//! with the same component of the other, only the cheapest. So the entrances of a level are a subset of those of the
//! level below, and connectivity is preserved. Ties: nearest the middle, then the first. Not here: the cost from
//! entrance to entrance.

use super::chunk::{ChunkEntrances, Entrance};
use super::shape::{CHUNK_SIDE, ChunkSide, side_bits};
use super::{Abstraction, StepPrices};
use crate::graph::NodeId;
use crate::grid::{Cell, STRAIGHT};

/// Distance of a position along a border from the middle of the stretch between two others, in halves.
fn distance_from_middle(at: u32, first: u32, last: u32) -> u32 {
    (2 * at).abs_diff(first + last)
}

/// A pair of cells that can be crossed: the cost there and back, and the entrance it would be.
type CrossingPair = ([u32; 2], Entrance);

/// Prices that differ by this factor separate two stretches.
const CONTRAST_FACTOR: u32 = 3;

/// The entrances of an unbroken run: the cheapest of each stretch of similar ground, unless crossing there costs more
/// than twice as much as at the cheapest of all.
fn entrances_of_run(run: &[Option<CrossingPair>]) -> Vec<Entrance> {
    let pairs: Vec<CrossingPair> = run.iter().flatten().copied().collect();
    let is_alike = |a: u32, b: u32| a.max(b) < CONTRAST_FACTOR.saturating_mul(a.min(b));
    let stretches = pairs.chunk_by(|(a, _), (b, _)| is_alike(a[0], b[0]) && is_alike(a[1], b[1]));
    let cheapest = |stretch: &[CrossingPair]| {
        let last = stretch.len() as u32 - 1;
        let entrances = stretch.iter().map(|(_, entrance)| *entrance).enumerate();
        let best = entrances
            .min_by_key(|(at, entrance)| (entrance.price, distance_from_middle(*at as u32, 0, last), *at));
        best.map(|(_, entrance)| entrance)
    };
    let mut entrances: Vec<Entrance> = stretches.filter_map(cheapest).collect();
    let least = entrances.iter().map(|entrance| entrance.price).min().unwrap_or(0);
    entrances.retain(|entrance| entrance.price / 2 <= least);
    entrances
}

impl Abstraction {
    /// The entrances on the east and south border of a chunk.
    pub(super) fn border_entrances(
        &self,
        level: usize,
        chunk: u32,
        prices: &impl StepPrices,
    ) -> &ChunkEntrances {
        self.border_entrances[level][chunk as usize].get_or_init(|| {
            self.count_built();
            [false, true].map(|is_south| {
                if level == 0 {
                    self.smallest_chunk_entrances(chunk, is_south, prices).into()
                } else {
                    self.larger_chunk_entrances(level, chunk, is_south, prices).into()
                }
            })
        })
    }

    /// The entrances on all borders of a chunk, sorted.
    pub(super) fn chunk_entrances(&self, level: usize, chunk: u32, prices: &impl StepPrices) -> Vec<NodeId> {
        let mut nodes = Vec::with_capacity(16);
        for side in ChunkSide::ALL {
            let (owner, place) = match side {
                ChunkSide::East => (Some(chunk), 0),
                ChunkSide::South => (Some(chunk), 1),
                ChunkSide::West => (self.shape.adjacent(level, chunk, side), 0),
                ChunkSide::North => (self.shape.adjacent(level, chunk, side), 1),
            };
            let Some(owner) = owner else { continue };
            nodes.extend(
                self.border_entrances(level, owner, prices)[place].iter().map(|entrance| entrance.node),
            );
        }
        nodes.sort_unstable();
        nodes
    }

    /// The entrances of a smallest chunk on one border.
    fn smallest_chunk_entrances(
        &self,
        chunk: u32,
        is_south: bool,
        prices: &impl StepPrices,
    ) -> Vec<Entrance> {
        let shape = &self.shape;
        let (low, high) = shape.span(0, chunk);
        let side = if is_south { ChunkSide::South } else { ChunkSide::East };
        if shape.adjacent(0, chunk, side).is_none() {
            return Vec::new();
        }
        let count = 1 + if is_south { high.x - low.x } else { high.y - low.y };
        let crossing = |at: u16| {
            let here = if is_south { Cell::new(low.x + at, high.y) } else { Cell::new(high.x, low.y + at) };
            let there = if is_south { Cell::new(here.x, here.y + 1) } else { Cell::new(here.x + 1, here.y) };
            let (a, b) = (shape.node(here), shape.node(there));
            if prices.is_blocked(a) || prices.is_blocked(b) {
                return None;
            }
            let costs = [prices.step_cost(a, b, STRAIGHT)?, prices.step_cost(b, a, STRAIGHT)?];
            Some((
                costs,
                Entrance { node: shape.entrance(here, is_south), price: costs[0].saturating_add(costs[1]) },
            ))
        };
        let pairs: Vec<Option<CrossingPair>> = (0..count).map(crossing).collect();
        let halves = pairs.chunks(usize::from(CHUNK_SIDE / 2));
        halves.flat_map(|half| half.split(Option::is_none)).flat_map(entrances_of_run).collect()
    }

    /// The entrances of a larger chunk on one border: those that remain of the level below.
    fn larger_chunk_entrances(
        &self,
        level: usize,
        chunk: u32,
        is_south: bool,
        prices: &impl StepPrices,
    ) -> Vec<Entrance> {
        let shape = &self.shape;
        let bits = side_bits(level) - 2;
        let along = |node: NodeId| {
            let cell = shape.canonical_cell(node);
            u32::from(if is_south { cell.x } else { cell.y })
        };
        let is_at_border = |sub: &u32| {
            let side = if is_south { ChunkSide::South } else { ChunkSide::East };
            let other = shape.adjacent(level - 1, *sub, side);
            other.is_some_and(|other| shape.parent(level - 1, other) != chunk)
        };
        // Grouped by the quarter of the border and the components on both sides: one entrance per group remains.
        let mut found = Vec::new();
        for sub in shape.children(level, chunk).filter(is_at_border) {
            for entrance in &self.border_entrances(level - 1, sub, prices)[usize::from(is_south)] {
                let (here, there) = shape.entrance_cells(entrance.node);
                let pieces = [here, there].map(|cell| self.component_in(level, cell, prices));
                let at = along(entrance.node);
                let quarter = at >> bits;
                let middle = distance_from_middle(at, quarter << bits, ((quarter + 1) << bits) - 1);
                found.push(((quarter, pieces), middle, *entrance));
            }
        }
        found.sort_unstable_by_key(|(group, middle, entrance)| {
            (*group, entrance.price, *middle, entrance.node)
        });
        found.dedup_by_key(|(group, ..)| *group);
        let mut entrances: Vec<Entrance> = found.into_iter().map(|(.., entrance)| entrance).collect();
        entrances.sort_unstable_by_key(|entrance| entrance.node);
        entrances
    }
}
