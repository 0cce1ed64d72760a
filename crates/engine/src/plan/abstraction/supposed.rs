//! The cheapest path between two cells at prices that are only supposed: the land as it would be with works, or without
//! them.
//!
//! The idea: some path, known from an earlier search or found quickly, bounds the chunks through which a better one could
//! lead. An exact search of these gives the cost of every cell on any cheapest path, in no order; A* over these few cells
//! alone then meets them as A* over the whole land would, and takes the same path.
//! Promise: cell by cell the path of `search::best_first` with the same estimate. Needs: no step cheaper than the
//! estimate says, and no crowd.
//! Units: milli-steps. Ties: smaller f, larger g, smaller node.
//! Cost: some thirty nanoseconds a cell, an eighth of the search that it stands for.
//! Not here: which land is supposed (`sim::works`).

use super::super::price::BelievedPrices;
use super::abstract_search::{least_cost_through, octile_cost};
use super::corridor::HOPED_STEP_COST;
use super::flood::UNREACHED;
use super::scratch::Scratch;
use super::shape::ChunkGrid;
use super::window::{Care, ChunkWindow, WindowSearch};
use crate::graph::{Corner, Cost, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Most chunks that such a search may need: those of 512 × 512 cells.
const CHUNKS_MAX: usize = 1024;
/// Costs from here on count as no path, so that no sum exceeds 32 bits.
const COST_END: u32 = UNREACHED - (1 << 17);
/// Paths that are kept for later searches.
const KNOWN_PATHS_MAX: usize = 1024;

/// The search needs too much of the land.
pub(in crate::plan) struct TooLarge;

/// The cheapest path from a cell to another; `None` if there is none, or if A* would expand more cells than that.
///
/// # Errors
/// [`TooLarge`] if a better path than some could lead through too many chunks.
pub(in crate::plan) fn cheapest_path(
    size: Size,
    believes: &BelievedPrices,
    ends: (Cell, Cell),
    expansions_max: u32,
    scratch: &mut Scratch,
) -> Result<Option<Vec<Cell>>, TooLarge> {
    let shape = ChunkGrid::new(size);
    // How many cells are counted depends on the bound, and must not depend on earlier searches.
    let is_counted = size.area() > expansions_max as usize;
    let known = scratch.known_paths.get(&ends).filter(|_| !is_counted);
    let bound = match known.and_then(|path| cost_of(size, believes, path)) {
        None => some_cost(&shape, believes, ends, scratch)?,
        known => known,
    };
    let Some(bound) = bound else { return Ok(None) };
    let chunks = chunks_within(&shape, ends, bound, believes.cheapest())?;
    let Scratch { window_search, supposed_pages, known_paths, expansions, .. } = scratch;
    let places = supposed_pages.compile(&shape, &chunks, believes);
    let window = supposed_pages.window(&shape, &chunks, &places);
    let found = window_search.run(&window, ends, window.cheapest(), (bound + 1, Care::AllCheapest));
    let Some(found) = found else { return Ok(None) };
    *expansions += u64::from(found.expansions);
    let estimate = |slot: usize| Cost::from(octile_cost(window.cell(slot), ends.1, believes.cheapest()));
    let f = |slot: usize| Cost::from(window_search.cost(slot)) + estimate(slot);
    let expanded = || window.slots().filter(|slot| f(*slot) < found.cost.into()).count();
    if is_counted && expanded() > expansions_max as usize {
        return Ok(None);
    }
    let path = first_cheapest(&shape, &window, window_search, ends, f);
    if known_paths.len() >= KNOWN_PATHS_MAX {
        known_paths.clear();
    }
    known_paths.extend(path.clone().map(|path| (ends, path)));
    Ok(path)
}

/// What a path costs at these prices; `None` if a step of it is not allowed.
fn cost_of(size: Size, believes: &BelievedPrices, path: &[Cell]) -> Option<u32> {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let step = |two: &[Cell]| {
        let [from, to] = [two[0], two[1]].map(|cell| size.index(cell) as NodeId);
        graph.step_cost(from, two[0].dir_to(two[1])?, to).map(Cost::from)
    };
    let cost = path.windows(2).map(step).sum::<Option<Cost>>()?;
    u32::try_from(cost).ok().filter(|cost| *cost < COST_END)
}

/// The cost of some path; `None` if there is none.
fn some_cost(
    shape: &ChunkGrid,
    believes: &BelievedPrices,
    ends: (Cell, Cell),
    scratch: &mut Scratch,
) -> Result<Option<u32>, TooLarge> {
    let whole = shape.count(0);
    for chunks in (1..=3).map(|rings| shape.chunk_block(ends, rings)).chain([(0..whole as u32).collect()]) {
        if chunks.len() > CHUNKS_MAX {
            break;
        }
        let places = scratch.supposed_pages.compile(shape, &chunks, believes);
        let window = scratch.supposed_pages.window(shape, &chunks, &places);
        let hoped = HOPED_STEP_COST.max(window.cheapest());
        let found = scratch.window_search.run(&window, ends, hoped, (COST_END, Care::SomePath));
        if found.is_some() || chunks.len() == whole {
            return Ok(found.map(|found| found.cost));
        }
    }
    Err(TooLarge)
}

/// The chunks with a cell through which a path of this price could lead if every straight step had the cheapest price.
fn chunks_within(
    shape: &ChunkGrid,
    ends: (Cell, Cell),
    cost_max: u32,
    cheapest: u32,
) -> Result<Vec<u32>, TooLarge> {
    let reaches = |chunk: &u32| least_cost_through(shape, *chunk, ends, cheapest) <= cost_max;
    let chunks: Vec<u32> = (0..shape.count(0) as u32).filter(reaches).take(CHUNKS_MAX + 1).collect();
    if chunks.len() > CHUNKS_MAX { Err(TooLarge) } else { Ok(chunks) }
}

/// Of the cheapest paths in a searched window the one that A* in its total order finds.
fn first_cheapest(
    shape: &ChunkGrid,
    window: &ChunkWindow,
    searched: &WindowSearch,
    (from, goal): (Cell, Cell),
    f: impl Fn(usize) -> Cost,
) -> Option<Vec<Cell>> {
    let (start, end) = (window.slot(from)?, window.slot(goal)?);
    let onward = cheapest_steps(window, searched, end);
    let mut before = BTreeMap::from([(start, start)]);
    let mut open = BinaryHeap::new();
    let key =
        |slot: usize| Reverse((f(slot), Reverse(searched.cost(slot)), shape.node(window.cell(slot)), slot));
    open.push(key(start));
    while let Some(Reverse((_, _, _, slot))) = open.pop() {
        if slot == end {
            let steps =
                std::iter::successors(Some(end), |slot| before.get(slot).copied().filter(|_| *slot != start));
            let mut cells: Vec<Cell> = steps.map(|slot| window.cell(slot)).collect();
            cells.reverse();
            return Some(cells);
        }
        for next in onward.get(&slot).into_iter().flatten() {
            before.entry(*next).or_insert_with(|| {
                open.push(key(*next));
                slot
            });
        }
    }
    None
}

/// The steps of all cheapest paths to a slot: for each slot on one of them, those that lead on from it.
fn cheapest_steps(window: &ChunkWindow, searched: &WindowSearch, end: usize) -> BTreeMap<usize, Vec<usize>> {
    let mut onward = BTreeMap::from([(end, Vec::new())]);
    let mut left = vec![end];
    while let Some(slot) = left.pop() {
        for before in searched.cheapest_steps_to(window, slot) {
            onward.entry(before).or_insert_with(|| {
                left.push(before);
                Vec::new()
            });
            onward.entry(before).and_modify(|steps| steps.push(slot));
        }
    }
    onward
}
