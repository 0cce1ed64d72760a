//! Drainage: priority-flood (Barnes, Lehman & Mulla 2014) gives every land cell a descent to the sea; lakes fill the
//! hollows, and rivers run where enough land drains through.

use super::elevation::{Relief, layer_by_rows};
use super::map::Land;
use crate::grid::{Cell, Dir8, Layer};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Usual flow at which a river begins, in cells of catchment.
pub(super) const RIVER_FLOW: u32 = 110;
/// Least depth below its spill level of a lake cell.
const LAKE_DEPTH: f32 = 0.006;
/// A smaller hollow is filled in rather than drawn as a lake.
const LAKE_CELLS: usize = 6;
/// Slices of heights in the flood's queue.
const SLICES: usize = 4096;

/// The drainage of a land.
pub struct Drainage {
    /// In which direction each land cell drains (the sea drains nowhere).
    pub down: Layer<Option<Dir8>>,
    /// Number of cells that drain through each, itself included.
    pub flow: Layer<u32>,
    /// Spill level: the level that water reaches before it can run on.
    pub spill: Layer<f32>,
    /// Whether a lake covers the cell.
    pub lake: Layer<bool>,
    /// Flow at which a river begins, in cells of catchment.
    pub river_flow: u32,
}

impl Drainage {
    /// Whether a river runs here.
    pub fn is_river(&self, cell: Cell) -> bool {
        self.flow[cell] >= self.river_flow && self.down[cell].is_some()
    }

    /// Integer heights: the sea is flat, a lake lies at its spill level, the rest is rounded. The rise is gentle in
    /// the lowlands and steep in the mountains.
    pub fn heights(&self, relief: &Relief) -> Layer<u16> {
        let size = relief.elevation.size();
        let height = |cell: Cell| {
            if relief.is_sea(cell) {
                return Land::SEA;
            }
            let level = if self.lake[cell] { self.spill[cell] } else { relief.elevation[cell] };
            let up = ((level - relief.sea) / (relief.top - relief.sea)).clamp(0.0, 1.0);
            let shaped = up * (0.35 + 0.65 * up);
            Land::SEA + 1 + (shaped * 999.0) as u16
        };
        layer_by_rows(size, height)
    }
}

/// A cell on the flood's queue.
#[derive(PartialEq)]
struct FloodCell {
    level: f32,
    order: u32,
    cell: u32,
    /// Place in the order of its receiver, or [`NOWHERE`].
    receiver: u32,
}

impl Eq for FloodCell {}
impl Ord for FloodCell {
    fn cmp(&self, other: &Self) -> Ordering {
        self.level.total_cmp(&other.level).then(self.order.cmp(&other.order))
    }
}
impl PartialOrd for FloodCell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The flood's queue, lowest first: a small heap of the present slice of heights, and a list for each slice above. It pops
/// what one large heap would, without its jumps through memory.
struct FloodHeap {
    slices: Vec<Vec<FloodCell>>,
    present: usize,
    heap: BinaryHeap<Reverse<FloodCell>>,
    lowest: f32,
    slices_per_height: f32,
}

impl FloodHeap {
    fn new(relief: &Relief) -> Self {
        let slices_per_height = SLICES as f32 / (relief.top - relief.sea).max(1e-9);
        let slices = std::iter::repeat_with(Vec::new).take(SLICES).collect();
        Self { slices, present: 0, heap: BinaryHeap::new(), lowest: relief.sea, slices_per_height }
    }

    fn push(&mut self, reached: FloodCell) {
        let slice = ((reached.level - self.lowest) * self.slices_per_height) as usize;
        match self.slices.get_mut(slice.min(SLICES - 1)) {
            Some(later) if slice > self.present && self.present + 1 < SLICES => later.push(reached),
            _ => self.heap.push(Reverse(reached)),
        }
    }

    fn pop(&mut self) -> Option<FloodCell> {
        while self.heap.is_empty() && self.present + 1 < SLICES {
            self.present += 1;
            let next = std::mem::take(&mut self.slices[self.present]);
            self.heap = next.into_iter().map(Reverse).collect();
        }
        self.heap.pop().map(|Reverse(reached)| reached)
    }
}

/// Cells in the order in which the flood reaches them, with their receivers.
pub(super) struct FlowOrder {
    /// In which direction each land cell drains (the sea drains nowhere).
    pub down: Layer<Option<Dir8>>,
    /// Spill level: the level that water reaches before it can run on.
    pub spill: Layer<f32>,
    /// Shore and land cells in that order: a cell's receiver stands before it, and mostly near it, so that a pass along the
    /// order is much faster than following receivers from cell to cell.
    order: Vec<DrainedCell>,
}

/// A cell that drains, and its receiver (Braun & Willett's word for what it drains into).
struct DrainedCell {
    cell: u32,
    /// The receiver's place in the order, or [`NOWHERE`].
    receiver: u32,
}

const NOWHERE: u32 = u32::MAX;

impl FlowOrder {
    /// Visits all cells upstream: `at` is called with a cell's index, its own result for the receiver, and the cell's flow.
    pub(super) fn visit_upstream<T: Copy>(&self, mut at: impl FnMut(usize, Option<T>, u32) -> T) {
        let mut said: Vec<T> = Vec::with_capacity(self.order.len());
        for (drained, flow) in self.order.iter().zip(self.flows()) {
            let below = said.get(drained.receiver as usize).copied();
            said.push(at(drained.cell as usize, below, flow));
        }
    }

    /// Number of cells that drain through each, itself included.
    fn flow(&self) -> Layer<u32> {
        let mut flow = Layer::new(self.down.size(), 1u32);
        for (drained, count) in self.order.iter().zip(self.flows()) {
            flow.values_mut()[drained.cell as usize] = count;
        }
        flow
    }

    /// The same, in flood order.
    fn flows(&self) -> Vec<u32> {
        let mut flows = vec![1; self.order.len()];
        for (place, drained) in self.order.iter().enumerate().rev() {
            if drained.receiver != NOWHERE {
                flows[drained.receiver as usize] += flows[place];
            }
        }
        flows
    }
}

/// Drains a land; rivers begin at `share` of the usual flow.
pub(super) fn drain(relief: &Relief, share: f64) -> Drainage {
    let course = flood(relief);
    let (flow, lake) = rayon::join(|| course.flow(), || lakes(relief, &course.spill));
    let river_flow = (f64::from(RIVER_FLOW) * share) as u32;
    Drainage { down: course.down, flow, spill: course.spill, lake, river_flow }
}

/// Floods the land from the sea (and the edges) inwards, lowest first. A cell drains to the first of its neighbours that
/// the flood reaches, and so do adjacent cells with the same neighbour: no two streams cross.
pub(super) fn flood(relief: &Relief) -> FlowOrder {
    let size = relief.elevation.size();
    let mut down = Layer::new(size, None);
    let mut spill = relief.elevation.clone();
    let (mut waiting, mut seen, shore) = outlets(relief);
    // The sea comes before all land; of it only the shore leads anywhere.
    let mut shore = shore.into_iter();
    let mut order = Vec::new();
    let mut count = size.area() as u32;
    while let Some(FloodCell { level, cell: index, receiver, .. }) = shore.next().or_else(|| waiting.pop()) {
        let (cell, here) = (size.cell(index as usize), order.len() as u32);
        order.push(DrainedCell { cell: index, receiver });
        for (dir, next) in size.neighbours(cell) {
            if seen[next] {
                continue;
            }
            seen[next] = true;
            down[next] = Some(dir.rotated(4));
            spill[next] = relief.elevation[next].max(level);
            waiting.push(FloodCell {
                level: spill[next],
                order: count,
                cell: size.index(next) as u32,
                receiver: here,
            });
            count += 1;
        }
    }
    FlowOrder { down, spill, order }
}

/// Where water leaves the land: cells at the map's edge (queued), and sea cells beside land, lowest first.
fn outlets(relief: &Relief) -> (FloodHeap, Layer<bool>, Vec<FloodCell>) {
    let size = relief.elevation.size();
    let mut waiting = FloodHeap::new(relief);
    let mut seen = Layer::new(size, false);
    let mut shore = Vec::new();
    for cell in size.cells() {
        let at_edge = cell.x == 0 || cell.y == 0 || cell.x + 1 == size.width || cell.y + 1 == size.height;
        let index = size.index(cell) as u32;
        let reached =
            FloodCell { level: relief.elevation[cell], order: index, cell: index, receiver: NOWHERE };
        if relief.is_sea(cell) {
            seen[cell] = true;
            if size.neighbours(cell).any(|(_, other)| !relief.is_sea(other)) {
                shore.push(reached);
            }
        } else if at_edge {
            seen[cell] = true;
            waiting.push(reached);
        }
    }
    shore.sort_unstable();
    (waiting, seen, shore)
}

/// Marks the hollows that hold enough water to be lakes.
fn lakes(relief: &Relief, spill: &Layer<f32>) -> Layer<bool> {
    let size = spill.size();
    let deep = |cell: Cell| !relief.is_sea(cell) && spill[cell] - relief.elevation[cell] > LAKE_DEPTH;
    let mut lake = Layer::new(size, false);
    let mut seen = Layer::new(size, false);
    for start in size.cells() {
        if seen[start] || !deep(start) {
            continue;
        }
        let mut cells = vec![start];
        seen[start] = true;
        let mut next = 0;
        while next < cells.len() {
            for (dir, other) in size.neighbours(cells[next]) {
                if !dir.is_diagonal() && !seen[other] && deep(other) {
                    seen[other] = true;
                    cells.push(other);
                }
            }
            next += 1;
        }
        if cells.len() >= LAKE_CELLS {
            for cell in cells {
                lake[cell] = true;
            }
        }
    }
    lake
}
