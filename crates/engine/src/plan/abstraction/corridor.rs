//! From a route to cells: exact searches in the chunks along it, one window at a time.
//!
//! The idea: take the chunks that the next few crossings lead through and those beside them, and find the cheapest path
//! through just these, from the current cell to the last of these crossings. Use it up to where it enters the last
//! chunk; the rest is found again as the start of the next window, so that no kink stays where one window ends.
//! Crossings of larger chunks are refined to those of smaller ones in the same manner.
//! Promise: a path that is cheapest within each window. Needs: a route.
//! Units: milli-steps. Ties: the last generated first.
//! Cost: some hundred microseconds a window of up to twenty chunks, a third of whose cells are expanded.
//!
//! Between near places no route is needed: the cost of any path bounds how far away a better one could lead, and the
//! best within the chunks so near is the best of all ([`Abstraction::best_near_path`]). Not here: how the route was
//! found.

use super::abstract_search::{RouteEnd, least_cost_through};
use super::flood::UNREACHED;
use super::page::Page;
use super::scratch::Scratch;
use super::shape::{CHUNK_SIDE, ChunkSide};
use super::window::{CHUNKS_MAX, Care, ChunkWindow, WindowPath};
use super::{Abstraction, StepPrices};
use crate::graph::{Cost, NodeId};
use crate::grid::{Cell, Dir8, STRAIGHT, Size, distinct};
use crate::world::{LEVELS, Route};

/// Crossings of a window of cells, and of a window of entrances.
const CELL_WINDOW_CROSSINGS: usize = 6;
const ENTRANCE_WINDOW_CROSSINGS: usize = 4;
/// Largest number of rings of chunks around two near cells in which some path between them is searched for.
const SEARCH_RINGS_MAX: u16 = 3;
/// Largest number of chunks of a search that is not wide.
const NARROW_CHUNKS_MAX: usize = 36;
/// Number of rings beyond which no path between two near cells is searched for.
const BLOCK_RINGS_MAX: u16 = 10;

/// The hoped cost of a straight step in a quick search, in milli-steps: that of open ground.
pub(super) const HOPED_STEP_COST: u32 = STRAIGHT;

/// The aim of a search within some chunks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WindowSearchMode {
    /// Some path, quickly.
    Quick,
    /// The cheapest path within the chunks.
    Within,
    /// The same, and whether it is the cheapest of all.
    Proven,
}

/// A path found directly, without entrances.
pub(super) struct NearPath {
    pub price: Cost,
    pub time: Cost,
    pub expansions: u32,
    /// Whether it is proven to be the cheapest.
    pub is_best: bool,
}

impl Abstraction {
    /// The cheapest path from a cell to another within some chunks, at these prices, by the given mode.
    fn search_window(
        &self,
        prices: &impl StepPrices,
        chunks: &[u32],
        (from, goal): (Cell, Cell),
        (how, most): (WindowSearchMode, u32),
        scratch: &mut Scratch,
    ) -> Option<WindowPath> {
        let shape = &self.shape;
        let chunks = &chunks[..chunks.len().min(CHUNKS_MAX)];
        let own = |chunk: &u32| {
            let (low, high) = shape.span(0, *chunk);
            let (crowd, extra) = prices.crowd(low, high);
            (!crowd.is_empty()).then(|| self.page(*chunk, prices).with_raised_prices(low, &crowd, extra))
        };
        let own: Vec<Option<Box<Page>>> = chunks.iter().map(own).collect();
        let page = |(chunk, own)| Option::as_deref(own).unwrap_or_else(|| self.page(chunk, prices));
        let window = ChunkWindow::new(shape, chunks, chunks.iter().copied().zip(&own).map(page).collect());
        let straight = match how {
            WindowSearchMode::Quick => HOPED_STEP_COST.max(window.cheapest()),
            WindowSearchMode::Within => window.cheapest(),
            WindowSearchMode::Proven => prices.cheapest(),
        };
        let found = scratch.window_search.run(&window, (from, goal), straight, (most, Care::CheapestPath))?;
        scratch.expansions += u64::from(found.expansions);
        Some(found)
    }

    /// A path between two near cells, within the chunks around both.
    pub(super) fn near_path(
        &self,
        prices: &impl StepPrices,
        from: Cell,
        goal: Cell,
        scratch: &mut Scratch,
    ) -> Option<NearPath> {
        let chunks = self.chunks_around(from, goal, 1)?;
        let found = self.search_window(
            prices,
            &chunks,
            (from, goal),
            (WindowSearchMode::Proven, UNREACHED),
            scratch,
        )?;
        let time = time_of(prices, self.shape.size, &found.cells);
        Some(NearPath {
            price: found.cost.into(),
            time,
            expansions: found.expansions,
            is_best: found.is_best,
        })
    }

    /// The cheapest path to a near cell, both ends included, if a search of the chunks around both proves it: few of
    /// them or, if `is_wide`, many; with the number of expansions. Once any path is known, no better one can lead
    /// through chunks for which even the straight line costs more.
    pub fn best_near_path(
        &self,
        prices: &impl StepPrices,
        (from, goal): (Cell, Cell),
        is_wide: bool,
        scratch: &mut Scratch,
    ) -> Option<(Vec<Cell>, u32)> {
        // First some path by a quick search; then whatever is better.
        let first = (1..=if is_wide { SEARCH_RINGS_MAX } else { 1 }).find_map(|rings| {
            let chunks = self.chunks_around(from, goal, rings)?;
            self.search_window(prices, &chunks, (from, goal), (WindowSearchMode::Quick, UNREACHED), scratch)
        })?;
        let most = if is_wide { CHUNKS_MAX } else { NARROW_CHUNKS_MAX };
        let (chunks, are_all) = self.chunks_within((from, goal), first.cost, prices.cheapest(), most);
        if !are_all && !is_wide {
            return None;
        }
        let how = if are_all { WindowSearchMode::Within } else { WindowSearchMode::Proven };
        let best = self.search_window(prices, &chunks, (from, goal), (how, first.cost + 1), scratch)?;
        (are_all || best.is_best).then(|| (best.cells, first.expansions + best.expansions))
    }

    /// The chunks with a cell through which a path of this price could lead if every straight step had the cheapest
    /// price, as far around both cells as the limit allows; and whether these are all.
    fn chunks_within(
        &self,
        (from, goal): (Cell, Cell),
        cost_max: u32,
        cheapest: u32,
        chunks_max: usize,
    ) -> (Vec<u32>, bool) {
        let reaches =
            |chunk: &u32| least_cost_through(&self.shape, *chunk, (from, goal), cheapest) <= cost_max;
        let chunks = |rings: u16| -> Vec<u32> {
            self.shape.chunk_block((from, goal), rings).into_iter().filter(reaches).collect()
        };
        // A path that leads farther away has spent all its cost on the way out and back.
        let reach_cells = cost_max / cheapest.max(1) / 2 + 1;
        let rings = reach_cells.div_ceil(u32::from(CHUNK_SIDE)).min(BLOCK_RINGS_MAX.into()) as u16;
        let widest = (0..=rings).rev().map(|rings| (rings, chunks(rings)));
        let (fitting, chunks) =
            widest.into_iter().find(|(_, chunks)| chunks.len() <= chunks_max).unwrap_or_default();
        (chunks, fitting == rings && rings < BLOCK_RINGS_MAX)
    }

    /// The chunks of two cells, those between, and some rings of chunks around them; `None` if these are too many.
    fn chunks_around(&self, a: Cell, b: Cell, rings: u16) -> Option<Vec<u32>> {
        let chunks = self.shape.chunk_block((a, b), rings);
        (chunks.len() <= CHUNKS_MAX).then_some(chunks)
    }

    /// The next near part of a route: cells from `from`, which comes first, to where the part ends, each a step from
    /// the one before. The part after it begins there.
    ///
    /// `coarse` are the prices of the abstraction. `exact` may be dearer nearby and block more, but allow nothing else.
    /// `None` if the route is blocked now, or `from` is not on it.
    pub fn refine(
        &self,
        coarse: &impl StepPrices,
        exact: &impl StepPrices,
        from: Cell,
        route: &mut Route,
        scratch: &mut Scratch,
    ) -> Option<Vec<Cell>> {
        loop {
            self.refine_entrances(coarse, 0, from, route, scratch)?;
            let cells = self.next_cells(exact, from, route, scratch)?;
            if cells.len() > 1 || route.is_refined() {
                return Some(cells);
            }
        }
    }

    /// The whole path in cells, both ends included: all near parts joined.
    pub fn refine_all(
        &self,
        coarse: &impl StepPrices,
        exact: &impl StepPrices,
        from: Cell,
        route: &Route,
        scratch: &mut Scratch,
    ) -> Option<Vec<Cell>> {
        let mut rest = route.clone();
        let mut path = vec![from];
        while path.last() != Some(&route.goal) {
            let part = self.refine(coarse, exact, *path.last()?, &mut rest, scratch)?;
            path.extend(part.into_iter().skip(1));
        }
        Some(path)
    }

    /// Refines crossings of larger chunks to those of a level until there are enough of these for a window.
    fn refine_entrances(
        &self,
        coarse: &impl StepPrices,
        level: usize,
        from: Cell,
        route: &mut Route,
        scratch: &mut Scratch,
    ) -> Option<()> {
        let enough = if level == 0 { CELL_WINDOW_CROSSINGS } else { ENTRANCE_WINDOW_CROSSINGS };
        while route.levels[level].len() <= enough
            && route.levels[level + 1..].iter().any(|level| !level.is_empty())
        {
            self.refine_entrances_once(coarse, level, from, route, scratch)?;
        }
        Some(())
    }

    fn refine_entrances_once(
        &self,
        coarse: &impl StepPrices,
        level: usize,
        from: Cell,
        route: &mut Route,
        scratch: &mut Scratch,
    ) -> Option<()> {
        if level + 2 < LEVELS {
            self.refine_entrances(coarse, level + 1, from, route, scratch)?;
        }
        let shape = &self.shape;
        let upper = &route.levels[level + 1];
        if upper.is_empty() {
            return Some(());
        }
        let next: Vec<NodeId> = upper
            .iter()
            .rev()
            .take(ENTRANCE_WINDOW_CROSSINGS)
            .map(|crossing| shape.entrance_of(*crossing))
            .collect::<Option<_>>()?;
        let last = route.levels[..=level].iter().rev().find_map(|crossings| crossings.first().copied());
        let begin = match last {
            Some(crossing) => self.end_at_crossing(crossing)?,
            None => RouteEnd { cell: self.passable_start(coarse, from, route.goal)?, entrance: None },
        };
        // The chunk that the window ends in, and its end.
        let (last, end) = if next.len() < ENTRANCE_WINDOW_CROSSINGS {
            (None, RouteEnd { cell: route.goal, entrance: None })
        } else {
            let last = self.shared_chunk(
                level + 1,
                next[ENTRANCE_WINDOW_CROSSINGS - 2],
                next[ENTRANCE_WINDOW_CROSSINGS - 1],
            )?;
            (Some(last), self.end_in(level + 1, last, next[ENTRANCE_WINDOW_CROSSINGS - 1]))
        };
        let mut corridor =
            self.corridor_chunks(level + 1, &next[..next.len().min(ENTRANCE_WINDOW_CROSSINGS - 1)]);
        corridor.extend([begin.cell, end.cell].map(|cell| shape.chunk(level + 1, cell)));
        corridor.sort_unstable();
        // Within one chunk of a level its entrances are of no use, unless the route is at one of them.
        let is_apart = shape.chunk(level, begin.cell) != shape.chunk(level, end.cell)
            || begin.entrance.is_some_and(|entrance| self.is_entrance(level, entrance, coarse));
        let lower = if is_apart { level } else { 0 };
        if !is_apart && route.levels[1..=level].iter().any(|crossings| !crossings.is_empty()) {
            return None;
        }
        let within = Some((level + 1, &corridor[..]));
        let inside = self.search_route(coarse, lower, (begin, end), within, u32::MAX, scratch);
        // Prices may have changed since the route was found, so that there may be no route through these chunks any
        // more.
        let anywhere = |scratch| self.search_route(coarse, lower, (begin, end), None, u32::MAX, scratch);
        let sketched = inside.or_else(|| anywhere(scratch))?;
        route.expansions += sketched.expansions;
        let mut entrances = sketched.entrances;
        if let Some(last) = last {
            self.end_at_chunk(level + 1, last, next[ENTRANCE_WINDOW_CROSSINGS - 1], &mut entrances);
            let left = route.levels[level + 1].len() + 1 - ENTRANCE_WINDOW_CROSSINGS;
            route.levels[level + 1].truncate(left);
        } else {
            route.levels[level + 1].clear();
        }
        entrances.retain(|entrance| Some(*entrance) != begin.entrance);
        let crossings = entrances.iter().rev().map(|entrance| shape.crossing(*entrance));
        route.levels[lower].splice(0..0, crossings);
        Some(())
    }

    /// Cuts entrances off after the last one that enters or leaves this chunk; `end`, where the window ends, is none of
    /// them.
    fn end_at_chunk(&self, level: usize, chunk: u32, end: NodeId, entrances: &mut Vec<NodeId>) {
        let enters = |entrance: &NodeId| {
            let [a, b] = self.shape.chunks_beside(level, *entrance);
            a != b && (a == chunk || b == chunk)
        };
        entrances.retain(|entrance| *entrance != end);
        let kept = entrances.iter().rposition(enters).map_or(0, |place| place + 1);
        entrances.truncate(kept);
    }

    fn end_at_crossing(&self, crossing: crate::world::Crossing) -> Option<RouteEnd> {
        let entrance = self.shape.entrance_of(crossing)?;
        Some(RouteEnd { cell: self.shape.canonical_cell(entrance), entrance: Some(entrance) })
    }

    /// The end of a window at a crossing, on the side that lies in a chunk. It is a cell and not the entrance, which
    /// could be approached from its other side: then the next window might have no way to continue.
    fn end_in(&self, level: usize, chunk: u32, entrance: NodeId) -> RouteEnd {
        let (here, there) = self.shape.entrance_cells(entrance);
        let cell = if self.shape.chunk(level, here) == chunk { here } else { there };
        RouteEnd { cell, entrance: None }
    }

    /// The chunk that two crossings have in common.
    fn shared_chunk(&self, level: usize, a: NodeId, b: NodeId) -> Option<u32> {
        let sides = self.shape.chunks_beside(level, b);
        self.shape.chunks_beside(level, a).into_iter().find(|chunk| sides.contains(chunk))
    }

    /// The chunks on both sides of consecutive crossings, and the fourth wherever three lie around a corner.
    fn corridor_chunks(&self, level: usize, crossings: &[NodeId]) -> Vec<u32> {
        let shape = &self.shape;
        let mut chunks: Vec<u32> =
            crossings.iter().flat_map(|entrance| shape.chunks_beside(level, *entrance)).collect();
        for two in crossings.windows(2) {
            let Some(middle) = self.shared_chunk(level, two[0], two[1]) else { continue };
            let other = |entrance: NodeId| {
                let [a, b] = shape.chunks_beside(level, entrance);
                shape.column_and_row(level, if a == middle { b } else { a })
            };
            let ((x, y), (u, v), (column, row)) =
                (other(two[0]), other(two[1]), shape.column_and_row(level, middle));
            if (x == column) != (u == column) {
                let fourth = shape.chunk_at(level, (x + u - column) as i32, (y + v - row) as i32);
                chunks.extend(fourth);
            }
        }
        distinct(chunks)
    }

    /// Adds the chunks beside some of the smallest, and sorts them.
    fn widen(&self, chunks: &mut Vec<u32>) {
        let beside = |chunk: &u32| ChunkSide::ALL.map(|side| self.shape.adjacent(0, *chunk, side));
        let more: Vec<u32> = chunks.iter().flat_map(beside).flatten().collect();
        chunks.extend(more);
        chunks.sort_unstable();
        chunks.dedup();
    }

    /// The cells of the next window.
    fn next_cells(
        &self,
        exact: &impl StepPrices,
        from: Cell,
        route: &mut Route,
        scratch: &mut Scratch,
    ) -> Option<Vec<Cell>> {
        let shape = &self.shape;
        let crossings = &mut route.levels[0];
        let next: Vec<NodeId> = crossings
            .iter()
            .rev()
            .take(CELL_WINDOW_CROSSINGS)
            .map(|crossing| shape.entrance_of(*crossing))
            .collect::<Option<_>>()?;
        if crossings.len() < CELL_WINDOW_CROSSINGS {
            let chunks = if next.is_empty() {
                self.chunks_around(from, route.goal, 1)?
            } else {
                let mut chunks = self.corridor_chunks(0, &next);
                chunks.extend([shape.chunk(0, from), shape.chunk(0, route.goal)]);
                // The last part is not searched again, and where it is the only one the entrances of a short route tell
                // little.
                self.widen(&mut chunks);
                self.widen(&mut chunks);
                chunks
            };
            crossings.clear();
            let ends = (from, route.goal);
            return self
                .search_window(exact, &chunks, ends, (WindowSearchMode::Within, UNREACHED), scratch)
                .map(|found| found.cells);
        }
        let last = self.shared_chunk(0, next[CELL_WINDOW_CROSSINGS - 2], next[CELL_WINDOW_CROSSINGS - 1])?;
        let goal = self.end_in(0, last, next[CELL_WINDOW_CROSSINGS - 1]).cell;
        let mut chunks = self.corridor_chunks(0, &next[..CELL_WINDOW_CROSSINGS - 1]);
        chunks.push(shape.chunk(0, from));
        self.widen(&mut chunks);
        let mut cells = self
            .search_window(exact, &chunks, (from, goal), (WindowSearchMode::Within, UNREACHED), scratch)?
            .cells;
        let is_outside = |cell: &Cell| shape.chunk(0, *cell) != last;
        let kept = cells.iter().rposition(is_outside).map_or(1, |place| place + 2);
        cells.truncate(kept);
        crossings.truncate(crossings.len() + 1 - CELL_WINDOW_CROSSINGS);
        Some(cells)
    }
}

/// Walking time of a path.
fn time_of(prices: &impl StepPrices, size: Size, cells: &[Cell]) -> Cost {
    let time = |two: &[Cell]| {
        let length = two[0].dir_to(two[1]).map_or(0, Dir8::length);
        Cost::from(prices.step_time(size.index(two[0]) as NodeId, size.index(two[1]) as NodeId, length))
    };
    cells.windows(2).map(time).sum()
}
