//! A* with distances between waypoints worked out beforehand (Patel, "Amit's thoughts on pathfinding": precomputed exact
//! heuristic).
//!
//! The idea: lay a coarse grid over the map, put a waypoint into each of its fields, and work out once how far it is
//! between all of them, and from each cell to the nearest. Going from a cell to its waypoint, on to the goal's and from
//! there to the goal is a true way, and so never shorter than the best one; what lies between the two waypoints, less
//! both ends, is never longer. Either number knows walls and lakes, and needs far less room than the distances between
//! all cells.
//! Promise: by the lower number, optimal; by the upper one, complete. Needs: preparation whenever a price
//! changes. Units: milli-steps. Ties: the total order. Cost: two floods a waypoint beforehand, eight bytes a pair of
//! waypoints and thirty-two a cell; a look-up an estimate.
//! Differs from the page, which has the upper number only and calls it exact. It is that only where every way leads by
//! the two waypoints; elsewhere it is too much by another amount in each field, so that a search goes astray and has to
//! come back. It is kept as an exhibit: twice the work of no waypoints at all, for worse ways.

use super::landmarks::costs;
use super::{Aim, Algorithm, Frontier, Goal, Heuristic, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Backwards, Cost, Graph, NO_PATH, NodeId, Terrain};
use crate::grid::Cell;

const FAR: Cost = NO_PATH;

/// Which of the two numbers is the estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Through {
    /// By the waypoints: too much, a mistake kept as an exhibit.
    Sum,
    /// Between the waypoints, less both ends: too little.
    Difference,
}

/// True distances between the waypoints of a coarse grid, and from and to the cells around them.
#[derive(Clone, Debug)]
pub struct Waypoints {
    /// Cost from each waypoint to each.
    table: Vec<Vec<Cost>>,
    /// The waypoint to which it costs least from each cell, and how much.
    to: Vec<(u32, Cost)>,
    /// The waypoint from which it costs least to each cell, and how much.
    from: Vec<(u32, Cost)>,
}

impl Waypoints {
    /// One waypoint in each field of a grid of `side` × `side` in which one can stand.
    pub fn of(terrain: &Terrain, side: u16) -> Self {
        let places = places(terrain, side.max(1));
        let area = terrain.size().area();
        let (mut table, mut to, mut from) = (Vec::new(), vec![(FAR, 0); area], vec![(FAR, 0); area]);
        for (place, number) in places.iter().zip(0..) {
            let there = costs(terrain, terrain, *place);
            table.push(places.iter().map(|other| there[*other as usize]).collect());
            keep_least(&mut from, &there, number);
            keep_least(&mut to, &costs(&Backwards(terrain), terrain, *place), number);
        }
        let by_place = |(cost, number): (Cost, u32)| (number, cost);
        let [to, from] = [to, from].map(|nearest| nearest.into_iter().map(by_place).collect());
        Self { table, to, from }
    }

    fn bytes(&self) -> usize {
        let pairs: usize = self.table.iter().map(Vec::len).sum();
        pairs * size_of::<Cost>() + (self.to.len() + self.from.len()) * size_of::<(u32, Cost)>()
    }
}

/// The cell nearest to the middle of each field, where there is one.
fn places(terrain: &Terrain, side: u16) -> Vec<NodeId> {
    let size = terrain.size();
    let part = |at: u16, of: u16| u32::from(at) * u32::from(side) / u32::from(of);
    let middle = |part: u32, of: u16| ((2 * part + 1) * u32::from(of) / (2 * u32::from(side))) as u16;
    let mut best = vec![(u32::MAX, 0); usize::from(side) * usize::from(side)];
    for node in (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)) {
        let cell = terrain.cell(node);
        let (column, row) = (part(cell.x, size.width), part(cell.y, size.height));
        let off = cell.steps_to(Cell::new(middle(column, size.width), middle(row, size.height)));
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

/// What leads to one goal.
#[derive(Clone, Debug)]
struct Guide {
    waypoints: Waypoints,
    through: Through,
    aim: Aim,
}

impl Goal for Guide {
    fn contains(&self, node: NodeId) -> bool {
        self.aim.contains(node)
    }
}

impl Heuristic for Guide {
    fn estimate(&self, node: NodeId) -> Cost {
        let straight = self.aim.estimate(node);
        let Waypoints { table, to, from } = &self.waypoints;
        // A sum goes there by its waypoints; a difference comes from the first here, and goes on to the last.
        let (before, after) = if self.through == Through::Sum { (to, from) } else { (from, to) };
        let (near, there) = before[node as usize];
        let (last, onwards) = after[self.aim.goal() as usize];
        let between = table.get(near as usize).and_then(|row| row.get(last as usize).copied());
        // Where one waypoint is nearest to both, or none is reached, there is nothing to be learned from them.
        match (between.filter(|between| near != last && *between < FAR), self.through) {
            (None, _) => straight,
            (Some(between), Through::Sum) => between.saturating_add(there).saturating_add(onwards),
            (Some(between), Through::Difference) => {
                straight.max(between.saturating_sub(there).saturating_sub(onwards))
            }
        }
    }
}

/// A* guided by waypoints.
#[derive(Clone, Debug)]
pub struct Coarse<'a> {
    terrain: &'a Terrain,
    guide: Guide,
    search: Search<Frontier, Stamped>,
}

impl<'a> Coarse<'a> {
    /// A search guided by these waypoints.
    pub fn new(terrain: &'a Terrain, waypoints: Waypoints, through: Through) -> Self {
        let guide = Guide { waypoints, through, aim: Aim::new(terrain) };
        let search = Search::of_parts(Frontier::default(), Stamped::new(terrain.node_count()));
        Self { terrain, guide, search }
    }
}

impl Algorithm for Coarse<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.guide.aim.at(start, goal);
        self.search.restart(start, Rank::AStar, &self.guide);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(self.terrain, &self.guide, observer)
    }

    fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        self.guide.waypoints.bytes()
    }
}
