//! Water that drains: priority-flood (Barnes, Lehman & Mulla 2014) gives every land cell a way down to the sea; lakes
//! fill the hollows, and rivers run where enough land drains through.

use super::elevation::Relief;
use crate::grid::{Cell, Layer};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Cells that must drain through one before it carries a river.
const RIVER_FLOW: u32 = 110;
/// How far under its spill level a cell lies at least, to be part of a lake.
const LAKE_DEPTH: f64 = 0.006;
/// A smaller hollow is filled in rather than drawn as a lake.
const LAKE_CELLS: usize = 6;

/// Where the water goes.
pub struct Drainage {
    /// The cell that each land cell drains into (the sea drains nowhere).
    pub down: Layer<Option<Cell>>,
    /// Number of cells that drain through each, itself included.
    pub flow: Layer<u32>,
    /// Level that water reaches before it can run on.
    pub spill: Layer<f64>,
    /// Whether a lake covers the cell.
    pub lake: Layer<bool>,
}

impl Drainage {
    /// Whether a river runs here.
    pub fn is_river(&self, cell: Cell) -> bool {
        self.flow[cell] >= RIVER_FLOW && self.down[cell].is_some()
    }
}

/// A cell in the order in which the flood reaches it.
#[derive(PartialEq)]
struct Reached {
    level: f64,
    order: u32,
    cell: Cell,
}

impl Eq for Reached {}
impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        self.level.total_cmp(&other.level).then(self.order.cmp(&other.order))
    }
}
impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Drains a land.
pub fn drain(relief: &Relief) -> Drainage {
    let size = relief.elevation.size();
    let mut down = Layer::new(size, None);
    let mut spill = relief.elevation.clone();
    let order = flood(relief, &mut down, &mut spill);
    let mut flow = Layer::new(size, 1u32);
    for cell in order.iter().rev() {
        if let Some(below) = down[*cell] {
            flow[below] += flow[*cell];
        }
    }
    let lake = lakes(relief, &spill);
    Drainage { down, flow, spill, lake }
}

/// Floods the land from the sea (and the edges) inwards, lowest first; returns the land cells in the order
/// reached, which is the reverse of the way their water takes.
fn flood(relief: &Relief, down: &mut Layer<Option<Cell>>, spill: &mut Layer<f64>) -> Vec<Cell> {
    let size = relief.elevation.size();
    let mut frontier = BinaryHeap::new();
    let mut seen = Layer::new(size, false);
    let mut count = 0;
    for cell in size.cells() {
        let at_edge = cell.x == 0 || cell.y == 0 || cell.x + 1 == size.width || cell.y + 1 == size.height;
        if relief.is_sea(cell) || at_edge {
            seen[cell] = true;
            frontier.push(Reverse(Reached { level: relief.elevation[cell], order: count, cell }));
            count += 1;
        }
    }
    let mut order = Vec::new();
    while let Some(Reverse(Reached { level, cell, .. })) = frontier.pop() {
        order.push(cell);
        for (_, next) in size.neighbours(cell) {
            if seen[next] {
                continue;
            }
            seen[next] = true;
            down[next] = Some(cell);
            spill[next] = relief.elevation[next].max(level);
            frontier.push(Reverse(Reached { level: spill[next], order: count, cell: next }));
            count += 1;
        }
    }
    order
}

/// Marks the hollows that hold enough water to be lakes.
fn lakes(relief: &Relief, spill: &Layer<f64>) -> Layer<bool> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    #[test]
    fn every_land_cell_drains_to_the_sea_along_levels_that_never_rise() {
        for seed in 1..4 {
            let size = Size::new(96, 80);
            let relief = super::super::elevation::raise(seed, size);
            let drainage = drain(&relief);
            for start in size.cells().filter(|cell| !relief.is_sea(*cell)) {
                let (mut here, mut steps) = (start, 0);
                while let Some(below) = drainage.down[here] {
                    assert!(drainage.spill[below] <= drainage.spill[here], "water rises at {below:?}");
                    here = below;
                    steps += 1;
                    assert!(steps <= size.area(), "a river runs in a circle at {start:?}");
                }
                let at_edge =
                    here.x == 0 || here.y == 0 || here.x + 1 == size.width || here.y + 1 == size.height;
                assert!(relief.is_sea(here) || at_edge, "{start:?} drains nowhere");
            }
        }
    }
}
