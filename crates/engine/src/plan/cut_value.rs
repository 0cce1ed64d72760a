//! Cut value: how much the mean cost of the paths between several places rises if one cell is closed.
//!
//! A cell that many paths pass is not yet one they must pass: on open ground a path goes round a closed cell, at a pass
//! it goes round the mountain. So each cell of the paths between every two places is closed in turn, most used cells
//! first. A detour is searched for nearby first, then farther off, and shared by all paths with the same ends of the
//! detour; only if these are dear, or there are none, is a whole path searched anew. Like every plan it reads beliefs.
//! Promise: the value is too high by at most what a detour search allows, and too low only for paths longer than
//! [`LABELS_MAX`] can find.
//! Units: milli-steps.
//! Cost: some hundred microseconds a cell on open ground, an exact search per path at a narrow place. Not here: which
//! places count (`scene`).

use super::Planner;
use super::nearest::path_within;
use super::price::BelievedPrices;
use super::route::path_terms;
use super::target::CellTarget;
use crate::graph::{Corner, Cost, CostModel, Grid8, NO_PATH, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Rank, Search};
use std::collections::BTreeMap;

/// The value of a cell without which some of the places are disconnected.
pub const DISCONNECTED: Cost = NO_PATH;
/// A search for a detour: cells of the path before and after the closed one, its largest number of labels, and the
/// additional cost up to which it is good enough.
struct DetourSearch {
    reach_cells: usize,
    labels_max: u32,
    cost_increase_max: Cost,
}
/// Searches nearby, and farther off.
const DETOUR_SEARCHES: [DetourSearch; 2] = [
    DetourSearch { reach_cells: 8, labels_max: 400, cost_increase_max: 1500 },
    DetourSearch { reach_cells: 32, labels_max: 4000, cost_increase_max: FAR_COST_INCREASE },
];
const FAR_COST_INCREASE: Cost = 5000;
/// Labels of the search for a whole path; of longer paths it is only known that they rise by more than the farther
/// detour search allows.
const LABELS_MAX: u32 = 1 << 17;
/// The hoped cost of a straight step of a nearby detour, in milli-steps: as on a dirt road.
const HOPED_STEP_COST: u32 = 600;

/// A path between two places and its cost.
#[derive(Debug)]
struct Trip {
    cells: Vec<Cell>,
    price: Cost,
}

/// Cut values of the cells of some paths, as far as they are computed.
#[derive(Debug)]
pub struct CutValues {
    trips: Vec<Trip>,
    /// For each cell the trips that pass it or step diagonally past it, with the index in the path.
    trips_over: BTreeMap<Cell, Vec<(u32, u32)>>,
    /// Cells still to compute, the next one last.
    remaining_cells: Vec<Cell>,
    /// The cell in progress.
    current: Option<CurrentCell>,
    values: BTreeMap<Cell, Cost>,
}

/// A closed cell.
#[derive(Debug)]
struct CurrentCell {
    cell: Cell,
    /// Trips still to compute.
    trips: Vec<(u32, u32)>,
    /// Sum of the cost increases of the trips so far; `None` if one of them has no path.
    sum: Option<Cost>,
    /// Cost increases of detours by their ends, where they are known to be small.
    stretches: BTreeMap<(Cell, Cell), Option<Cost>>,
}

impl CutValues {
    /// For the best paths between every two of some places, as one planner finds them; no value is computed yet.
    pub fn between(planner: &Planner, ends: &[Cell]) -> CutValues {
        let pairs = (0..ends.len()).flat_map(|i| (0..i).map(move |j| (ends[i], ends[j])));
        let paths = pairs.map(|(from, to)| planner.path(from, to)).filter(|path| path.reaches);
        let trips: Vec<Trip> =
            paths.map(|path| Trip { cells: path.cells, price: path.terms.total() as Cost }).collect();
        let mut trips_over: BTreeMap<Cell, Vec<(u32, u32)>> = BTreeMap::new();
        for (number, trip) in (0..).zip(&trips) {
            // The ends of a trip have no detour.
            let inner = trip.cells.len().saturating_sub(2);
            for (index, cell) in (1..).zip(trip.cells.iter().skip(1).take(inner)) {
                trips_over.entry(*cell).or_default().push((number, index));
            }
        }
        // A closed cell also forbids the diagonal steps past it.
        for (number, trip) in (0..).zip(&trips) {
            for (index, two) in (0..).zip(trip.cells.windows(2)) {
                let corners = [Cell::new(two[0].x, two[1].y), Cell::new(two[1].x, two[0].y)];
                for corner in corners.into_iter().filter(|corner| !two.contains(corner)) {
                    if let Some(known) = trips_over.get_mut(&corner)
                        && known.iter().all(|(other, _)| *other != number)
                    {
                        known.push((number, index));
                    }
                }
            }
        }
        let mut remaining_cells: Vec<Cell> = trips_over.keys().copied().collect();
        // Every eighth cell comes first, for an early overview.
        remaining_cells
            .sort_by_key(|cell| ((cell.x + 3 * cell.y).is_multiple_of(8), trips_over[cell].len(), *cell));
        CutValues { trips, trips_over, remaining_cells, current: None, values: BTreeMap::new() }
    }

    /// Whether all values are computed.
    pub fn is_done(&self) -> bool {
        self.remaining_cells.is_empty() && self.current.is_none()
    }

    /// Computes values until about `budget` nodes are spent. Beliefs that changed meanwhile count only for the
    /// remaining cells.
    pub fn expand(&mut self, planner: &Planner, budget: u32) {
        let mut spent = 0_u32;
        while spent < budget
            && let Some(mut current) = self.current.take().or_else(|| self.begin_next_cell())
        {
            if let (Some(sum), Some((trip, index))) = (current.sum, current.trips.pop()) {
                let (rise, nodes) = self.trips[trip as usize].cost_increase(
                    planner,
                    current.cell,
                    index as usize,
                    &mut current.stretches,
                );
                current.sum = rise.map(|rise| sum + rise);
                spent = spent.saturating_add(nodes);
                self.current = Some(current);
            } else {
                let mean = current.sum.map_or(DISCONNECTED, |sum| sum / self.trips.len().max(1) as Cost);
                self.values.insert(current.cell, mean);
            }
        }
    }

    /// Starts the next cell.
    fn begin_next_cell(&mut self) -> Option<CurrentCell> {
        let cell = self.remaining_cells.pop()?;
        let trips = self.trips_over[&cell].clone();
        Some(CurrentCell { cell, trips, sum: Some(0), stretches: BTreeMap::new() })
    }

    /// By how much the mean path cost would rise if a cell were closed, in milli-steps, or [`DISCONNECTED`]; `None` for a
    /// cell that is not computed or that no path passes.
    pub fn value(&self, cell: Cell) -> Option<Cost> {
        self.values.get(&cell).copied()
    }
}

impl Trip {
    /// The cost increase if a cell at this index of the path is closed, `None` if there is no path any more; and the
    /// nodes spent.
    fn cost_increase(
        &self,
        planner: &Planner,
        cell: Cell,
        index: usize,
        stretches: &mut BTreeMap<(Cell, Cell), Option<Cost>>,
    ) -> (Option<Cost>, u32) {
        let (believes, size) = (&planner.believes, planner.size());
        let closed = ClosedCellPrices { believes, cell: size.index(cell) as NodeId };
        let (last, mut nodes) = (self.cells.len() - 1, 0);
        for detour in DETOUR_SEARCHES {
            let cells = &self.cells
                [index.saturating_sub(detour.reach_cells)..=(index + detour.reach_cells).min(last)];
            let ends = (cells[0], cells[cells.len() - 1]);
            let rise = *stretches.entry(ends).or_insert_with(|| {
                let before = cost_of_cells(believes, size, cells)?;
                let (round, reached) =
                    closed.path_cost(size, ends, detour.labels_max, before + detour.cost_increase_max);
                nodes += reached;
                Some(round?.saturating_sub(before))
            });
            if rise.is_some() {
                return (rise, nodes);
            }
        }
        let ends = (self.cells[0], self.cells[last]);
        let (price, reached) = closed.path_cost(size, ends, LABELS_MAX, NO_PATH);
        let is_given_up = price.is_none() && reached > LABELS_MAX;
        let rise = if is_given_up {
            Some(FAR_COST_INCREASE)
        } else {
            price.map(|price| price.saturating_sub(self.price))
        };
        (rise, nodes + reached)
    }
}

/// Prices of a land with one closed cell.
struct ClosedCellPrices<'a> {
    believes: &'a BelievedPrices<'a>,
    cell: NodeId,
}

impl CostModel for ClosedCellPrices<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        if to == self.cell { None } else { self.believes.step_cost(from, to, length) }
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        node == self.cell || self.believes.is_blocked(node)
    }
    fn cheapest(&self) -> u32 {
        self.believes.cheapest()
    }
}

impl ClosedCellPrices<'_> {
    /// Cost of the best path, turns included, if it is found with this many labels and costs at most `cost_max`; and the
    /// labels used.
    fn path_cost(
        &self,
        size: Size,
        (from, goal): (Cell, Cell),
        labels: u32,
        cost_max: Cost,
    ) -> (Option<Cost>, u32) {
        let graph = Grid8 { size, cost: self, corner: Corner::BothFree };
        // A nearby detour need not be the cheapest, but should be found soon.
        let hoped = if labels < LABELS_MAX { HOPED_STEP_COST } else { 0 };
        let target = CellTarget { goal, size, cheapest: self.cheapest().max(hoped) };
        let start = size.index(from) as NodeId;
        let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, labels);
        let path = path_within(&mut search, &graph, &target, cost_max);
        (path.and_then(|cells| cost_of_cells(self.believes, size, &cells)), search.labels().label_count())
    }
}

/// Cost of a path, turns included.
fn cost_of_cells(believes: &BelievedPrices, size: Size, cells: &[Cell]) -> Option<Cost> {
    path_terms(believes, size, cells).map(|(terms, _)| terms.total() as Cost)
}
