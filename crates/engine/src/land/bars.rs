//! Sand bars: islands are joined to their neighbours where the water between them is narrow, narrowest first, so that an
//! archipelago can be crossed on foot.

use super::{Land, Surface};
use crate::graph::find_root;
use crate::grid::{Cell, Dir8, Layer, Size};
use std::collections::VecDeque;

/// Cells of water that a bar crosses at most, counted from each side.
const BAR_REACH_CELLS: u32 = 9;
/// Smaller islands are not joined.
const ISLAND_MIN: u32 = 24;

/// The nearest shore of a water cell.
#[derive(Clone, Copy, Default)]
struct Shore {
    /// Steps from it; 0 on land and where no shore is near.
    steps: u32,
    /// The direction back to it.
    back: Option<Dir8>,
}

/// A place where the waters of two islands meet.
struct Strait {
    steps: u32,
    at: Cell,
    beyond: Cell,
}

/// Joins the islands of a land.
pub(super) fn join_islands(land: &mut Land) {
    let size = land.size;
    let (mut part, areas) = land.parts();
    let (shores, mut straits) = spread(land, &mut part, &areas);
    straits.sort_by_key(|strait| (strait.steps, size.index(strait.at), size.index(strait.beyond)));
    let mut joined: Vec<u32> = (0..areas.len() as u32).collect();
    for strait in straits {
        let [one, other] = [strait.at, strait.beyond].map(|cell| find_root(&mut joined, part[cell]));
        if one != other {
            joined[other as usize] = one;
            lay_bar(land, &shores, strait.at);
            lay_bar(land, &shores, strait.beyond);
        }
    }
}

/// Floods the water from every island's shore at the same pace, in straight steps; also returns where floods meet.
fn spread(land: &Land, part: &mut Layer<u32>, areas: &[u32]) -> (Layer<Shore>, Vec<Strait>) {
    let size = land.size;
    let is_island = |part: u32| areas.get(part as usize).is_some_and(|area| *area >= ISLAND_MIN);
    let mut shores = Layer::new(size, Shore::default());
    let mut straits = Vec::new();
    let mut waiting: VecDeque<Cell> = size.cells().filter(|cell| is_island(part[*cell])).collect();
    while let Some(cell) = waiting.pop_front() {
        for (dir, next) in straight(size, cell) {
            let steps = shores[cell].steps;
            if is_island(part[next]) && part[next] != part[cell] {
                straits.push(Strait { steps: steps + shores[next].steps, at: cell, beyond: next });
            } else if part[next] == u32::MAX && land.surface[next].is_sea_or_lake() && steps < BAR_REACH_CELLS
            {
                part[next] = part[cell];
                shores[next] = Shore { steps: steps + 1, back: Some(dir.rotated(4)) };
                waiting.push_back(next);
            }
        }
    }
    (shores, straits)
}

fn straight(size: Size, cell: Cell) -> impl Iterator<Item = (Dir8, Cell)> {
    size.neighbours(cell).filter(|(dir, _)| !dir.is_diagonal())
}

/// Lays sand from a cell of water back to the shore that it is nearest to.
fn lay_bar(land: &mut Land, shores: &Layer<Shore>, from: Cell) {
    let mut here = from;
    while let Some(back) = shores[here].back {
        land.surface[here] = Surface::Sand;
        land.height[here] = Land::SEA + 1;
        let Some(next) = land.size.step(here, back) else { return };
        here = next;
    }
}
