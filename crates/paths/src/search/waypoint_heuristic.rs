//! A* with precomputed distances between waypoints (Patel, "Amit's thoughts on pathfinding": precomputed exact
//! heuristic).
//!
//! The idea: lay a coarse grid over the map, put a waypoint into each of its fields, and compute once the cost between
//! all of them, and from each cell to the nearest. From a cell to its waypoint, on to the goal's and from there to the
//! goal is a real path, so its cost is an upper bound; the cost between the two waypoints, less both ends, is a lower
//! bound. Both know walls and lakes, and need far less memory than the distances between all cells.
//! Promise: with the lower bound, optimal; with the upper bound, complete. Needs: preparation whenever a price changes.
//! Units: milli-steps. Ties: the total order.
//! Cost: two floods per waypoint beforehand, eight bytes per pair of waypoints and thirty-two per cell; a lookup per
//! estimate.
//! Differs from the page, which has only the upper bound and calls it exact. That is true only where every path leads
//! by the two waypoints; elsewhere it overestimates by another amount in each field, so that a search goes astray and
//! has to come back. It is included for demonstration: twice the work of no waypoints at all, for worse paths.

use super::guided::Guide;
use super::landmarks::costs_from;
use super::{GridTarget, Heuristic};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Reversed, Terrain};
use crate::grid::Cell;

const UNREACHED: Cost = NO_PATH;

/// Which of the two bounds is the estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WaypointEstimate {
    /// The upper bound, through both waypoints: an overestimate, included for demonstration.
    Sum,
    /// The lower bound: between the waypoints, less both ends.
    Difference,
}

/// True costs between the waypoints of a coarse grid, and from and to the cells around them.
#[derive(Clone, Debug)]
pub struct Waypoints {
    /// Cost from each waypoint to each.
    table: Vec<Vec<Cost>>,
    /// For each cell the waypoint with the least cost to it, and that cost.
    to: Vec<(u32, Cost)>,
    /// For each cell the waypoint with the least cost from it, and that cost.
    from: Vec<(u32, Cost)>,
    kind: WaypointEstimate,
}

impl Waypoints {
    /// One waypoint in each field of a grid of `side` × `side` fields, where the field has a free cell.
    pub fn of(terrain: &Terrain, side: u16, kind: WaypointEstimate) -> Self {
        let places = waypoint_cells(terrain, side.max(1));
        let area = terrain.size().area();
        let (mut table, mut to, mut from) =
            (Vec::new(), vec![(UNREACHED, 0); area], vec![(UNREACHED, 0); area]);
        for (waypoint, number) in places.iter().zip(0..) {
            let costs = costs_from(terrain, terrain, *waypoint);
            table.push(places.iter().map(|other| costs[*other as usize]).collect());
            keep_least(&mut from, &costs, number);
            keep_least(&mut to, &costs_from(&Reversed(terrain), terrain, *waypoint), number);
        }
        let by_place = |(cost, number): (Cost, u32)| (number, cost);
        let [to, from] = [to, from].map(|nearest| nearest.into_iter().map(by_place).collect());
        Self { table, to, from, kind }
    }
}

/// The free cell nearest to the centre of each field, where there is one.
fn waypoint_cells(terrain: &Terrain, side: u16) -> Vec<NodeId> {
    let size = terrain.size();
    let part = |at: u16, of: u16| u32::from(at) * u32::from(side) / u32::from(of);
    let middle = |part: u32, of: u16| ((2 * part + 1) * u32::from(of) / (2 * u32::from(side))) as u16;
    let mut best = vec![(u32::MAX, 0); usize::from(side) * usize::from(side)];
    for node in (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)) {
        let cell = terrain.cell(node);
        let (column, row) = (part(cell.x, size.width), part(cell.y, size.height));
        let off = cell.chebyshev(Cell::new(middle(column, size.width), middle(row, size.height)));
        let field = &mut best[(row * u32::from(side) + column) as usize];
        *field = (*field).min((off, node));
    }
    best.into_iter().filter(|(off, _)| *off < u32::MAX).map(|(_, node)| node).collect()
}

fn keep_least(nearest: &mut [(Cost, u32)], costs: &[Cost], number: u32) {
    for (nearest, cost) in nearest.iter_mut().zip(costs) {
        *nearest = (*nearest).min((*cost, number));
    }
}

impl Guide for Waypoints {
    fn estimate(&self, node: NodeId, aim: &GridTarget) -> Cost {
        let straight = aim.estimate(node);
        let Waypoints { table, to, from, kind } = self;
        // The sum goes by the waypoint after the cell and the one before the goal, the difference by those on the far
        // sides.
        let (before, after) = if *kind == WaypointEstimate::Sum { (to, from) } else { (from, to) };
        let (near, own_part) = before[node as usize];
        let (last, goal_part) = after[aim.goal() as usize];
        let between = table.get(near as usize).and_then(|row| row.get(last as usize).copied());
        // If one waypoint is nearest to both, or none can be reached, the waypoints tell nothing.
        match (between.filter(|between| near != last && *between < UNREACHED), kind) {
            (None, _) => straight,
            (Some(between), WaypointEstimate::Sum) => {
                between.saturating_add(own_part).saturating_add(goal_part)
            }
            (Some(between), WaypointEstimate::Difference) => {
                straight.max(between.saturating_sub(own_part).saturating_sub(goal_part))
            }
        }
    }

    fn bytes(&self) -> usize {
        let pairs: usize = self.table.iter().map(Vec::len).sum();
        pairs * size_of::<Cost>() + (self.to.len() + self.from.len()) * size_of::<(u32, Cost)>()
    }
}
