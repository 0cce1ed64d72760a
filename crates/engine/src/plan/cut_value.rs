//! Cut value: how much dearer the ways between several places would be on the whole if one cell were closed.
//!
//! Where many ways lead is not yet where they must: on open ground whoever finds a cell closed goes round it, at a pass he
//! goes round the mountain. So each cell of the ways between every two places is closed in turn, those that most ways lead
//! over first. A way round near by is looked for first, then one farther off, both once for all who come and go alike;
//! only where these are dear, or there are none, is a whole way searched anew. Like every plan it reads beliefs.
//! Promise: at most what a look allows too high, too low only of ways longer than [`LABELS_MAX`] lets one see. Units:
//! milli-steps. Cost: some hundred microseconds a cell on open ground, an exact search a way at a narrow place. What does
//! not live here: which places count (`scene`).

use super::Planner;
use super::nearest::way_within;
use super::price::Believes;
use super::route::measure;
use super::target::To;
use crate::graph::{Corner, Cost, CostModel, Grid8, NO_PATH, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Rank, Search};
use std::collections::BTreeMap;

/// The rise of a closed cell without which somebody would not get there at all.
pub const CUT_OFF: Cost = NO_PATH;
/// A look for a way round: cells before and after the closed one, nodes that it may reach, and what it may cost more to
/// be good enough.
struct Look {
    reach: usize,
    labels: u32,
    rise: Cost,
}
/// Looks near by, and farther off.
const NEARBY: [Look; 2] =
    [Look { reach: 8, labels: 400, rise: 1500 }, Look { reach: 32, labels: 4000, rise: FAR_RISE }];
const FAR_RISE: Cost = 5000;
/// Nodes that the search for a whole way may reach; of longer ways it is only known that they rise by more than a look
/// farther off allows.
const LABELS_MAX: u32 = 1 << 17;
/// What a straight step of a way round near by is hoped to cost, in milli-steps: as much as on a dirt road.
const HOPED: u32 = 600;

/// A way and what it costs.
#[derive(Debug)]
struct Trip {
    cells: Vec<Cell>,
    price: Cost,
}

/// Cut values of the cells of some ways, as far as they are worked out.
#[derive(Debug)]
pub struct Cuts {
    trips: Vec<Trip>,
    /// For each cell the trips that lead over or past it, with the place where each does.
    over: BTreeMap<Cell, Vec<(u32, u32)>>,
    /// Cells that are left, the first to come last.
    left: Vec<Cell>,
    /// The one that is being worked on.
    current: Option<Current>,
    values: BTreeMap<Cell, Cost>,
}

/// A closed cell.
#[derive(Debug)]
struct Current {
    cell: Cell,
    /// Trips that are left.
    trips: Vec<(u32, u32)>,
    /// What those before cost more, `None` if one of them cannot be made.
    sum: Option<Cost>,
    /// What stretches around it cost more, by their ends, if that is known to be little.
    stretches: BTreeMap<(Cell, Cell), Option<Cost>>,
}

impl Cuts {
    /// Of the best ways between every two of some places, as one planner finds them; no value is worked out yet.
    pub fn between(planner: &Planner, ends: &[Cell]) -> Cuts {
        let pairs = (0..ends.len()).flat_map(|i| (0..i).map(move |j| (ends[i], ends[j])));
        let ways = pairs.map(|(from, to)| planner.way(from, to)).filter(|way| way.reaches);
        let trips: Vec<Trip> =
            ways.map(|way| Trip { cells: way.cells, price: way.terms.total() as Cost }).collect();
        let mut over: BTreeMap<Cell, Vec<(u32, u32)>> = BTreeMap::new();
        for (number, trip) in (0..).zip(&trips) {
            // Where a trip begins and ends there is no way round.
            let inner = trip.cells.len().saturating_sub(2);
            for (place, cell) in (1..).zip(trip.cells.iter().skip(1).take(inner)) {
                over.entry(*cell).or_default().push((number, place));
            }
        }
        // Where a cell is closed nobody steps diagonally past it, either.
        for (number, trip) in (0..).zip(&trips) {
            for (place, two) in (0..).zip(trip.cells.windows(2)) {
                let corners = [Cell::new(two[0].x, two[1].y), Cell::new(two[1].x, two[0].y)];
                for corner in corners.into_iter().filter(|corner| !two.contains(corner)) {
                    if let Some(known) = over.get_mut(&corner)
                        && known.iter().all(|(other, _)| *other != number)
                    {
                        known.push((number, place));
                    }
                }
            }
        }
        let mut left: Vec<Cell> = over.keys().copied().collect();
        // Every eighth cell comes first, so that one sees soon where it matters.
        left.sort_by_key(|cell| ((cell.x + 3 * cell.y).is_multiple_of(8), over[cell].len(), *cell));
        Cuts { trips, over, left, current: None, values: BTreeMap::new() }
    }

    /// Whether all values are worked out.
    pub fn is_done(&self) -> bool {
        self.left.is_empty() && self.current.is_none()
    }

    /// Works out values until so many nodes have been spent. What is believed otherwise by now counts only for what is
    /// still left.
    pub fn expand(&mut self, planner: &Planner, budget: u32) {
        let mut spent = 0_u32;
        while spent < budget
            && let Some(mut current) = self.current.take().or_else(|| self.begin())
        {
            if let (Some(sum), Some((trip, place))) = (current.sum, current.trips.pop()) {
                let (rise, nodes) = self.trips[trip as usize].rise(
                    planner,
                    current.cell,
                    place as usize,
                    &mut current.stretches,
                );
                current.sum = rise.map(|rise| sum + rise);
                spent = spent.saturating_add(nodes);
                self.current = Some(current);
            } else {
                let mean = current.sum.map_or(CUT_OFF, |sum| sum / self.trips.len().max(1) as Cost);
                self.values.insert(current.cell, mean);
            }
        }
    }

    /// The next cell.
    fn begin(&mut self) -> Option<Current> {
        let cell = self.left.pop()?;
        let trips = self.over[&cell].clone();
        Some(Current { cell, trips, sum: Some(0), stretches: BTreeMap::new() })
    }

    /// By how much the mean way would be dearer if a cell were closed, or [`CUT_OFF`]; nothing where no way leads.
    pub fn value(&self, cell: Cell) -> Option<Cost> {
        self.values.get(&cell).copied()
    }
}

impl Trip {
    /// How much more it costs if a cell at one of its places is closed, `None` if it cannot be made any more; with the
    /// nodes spent.
    fn rise(
        &self,
        planner: &Planner,
        cell: Cell,
        place: usize,
        stretches: &mut BTreeMap<(Cell, Cell), Option<Cost>>,
    ) -> (Option<Cost>, u32) {
        let (believes, size) = (&planner.believes, planner.size());
        let closed = Closed { believes, cell: size.index(cell) as NodeId };
        let (last, mut nodes) = (self.cells.len() - 1, 0);
        for look in NEARBY {
            let cells = &self.cells[place.saturating_sub(look.reach)..=(place + look.reach).min(last)];
            let ends = (cells[0], cells[cells.len() - 1]);
            let rise = *stretches.entry(ends).or_insert_with(|| {
                let before = price_of(believes, size, cells)?;
                let (round, reached) = closed.price(size, ends, look.labels, before + look.rise);
                nodes += reached;
                Some(round?.saturating_sub(before))
            });
            if rise.is_some() {
                return (rise, nodes);
            }
        }
        let ends = (self.cells[0], self.cells[last]);
        let (price, reached) = closed.price(size, ends, LABELS_MAX, NO_PATH);
        let is_given_up = price.is_none() && reached > LABELS_MAX;
        let rise =
            if is_given_up { Some(FAR_RISE) } else { price.map(|price| price.saturating_sub(self.price)) };
        (rise, nodes + reached)
    }
}

/// Prices of a land on which one cell is closed.
struct Closed<'a> {
    believes: &'a Believes<'a>,
    cell: NodeId,
}

impl CostModel for Closed<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        if to == self.cell { None } else { self.believes.step(from, to, length) }
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        node == self.cell || self.believes.is_blocked(node)
    }
    fn cheapest(&self) -> u32 {
        self.believes.cheapest()
    }
}

impl Closed<'_> {
    /// What the best way costs, turns included, if it is found within so many nodes and so much; with the nodes reached.
    fn price(&self, size: Size, (from, goal): (Cell, Cell), labels: u32, most: Cost) -> (Option<Cost>, u32) {
        let graph = Grid8 { size, cost: self, corner: Corner::BothFree };
        // Near by not the cheapest of all is wanted, but one that is found soon.
        let hoped = if labels < LABELS_MAX { HOPED } else { 0 };
        let target = To { goal, size, cheapest: self.cheapest().max(hoped) };
        let start = size.index(from) as NodeId;
        let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, labels);
        let way = way_within(&mut search, &graph, &target, most);
        (way.and_then(|cells| price_of(self.believes, size, &cells)), search.labels().reached())
    }
}

/// What a way costs, turns included.
fn price_of(believes: &Believes, size: Size, cells: &[Cell]) -> Option<Cost> {
    measure(believes, size, cells).map(|(terms, _)| terms.total() as Cost)
}
