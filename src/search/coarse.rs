//! A* with distances between waypoints worked out beforehand (Patel, "Amit's thoughts on pathfinding": precomputed exact
//! heuristic).
//!
//! The idea: lay a coarse grid over the map, put a waypoint into each of its fields, and work out the true distance
//! between all of them once. From a cell to the goal it is then about as far as from the cell to a waypoint near it, on
//! to a waypoint near the goal, and from there to the goal; the best pair of near ones counts. Such an estimate knows
//! walls and lakes, and needs far less room than true distances between all cells.
//! Promise: complete; not the cheapest way: going by waypoints is a detour, so the estimate is mostly too high. Needs:
//! preparation whenever a price changes. Units: milli-steps. Ties: the total order. Cost: a flood a waypoint beforehand,
//! four bytes a pair; nine sums an estimate.
//! Differs from the page in that it says so: it calls the sum exact, which it would be only if every way led by two of
//! the waypoints. Landmarks ([`super::landmarks`]) make lower bounds of the same distances, and keep the optimum.

use super::landmarks::costs;
use super::{Aim, Algorithm, Frontier, Goal, Heuristic, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Graph, NodeId, Terrain};
use crate::grid::Cell;

const FAR: u32 = u32::MAX;

/// True distances between the waypoints of a coarse grid.
#[derive(Clone, Debug)]
pub struct Waypoints {
    /// Fields a side.
    side: usize,
    /// The waypoint of each field, if one can stand in it.
    places: Vec<Option<NodeId>>,
    /// Cost from each waypoint to each, in the order of the fields.
    table: Vec<Vec<u32>>,
}

impl Waypoints {
    /// One waypoint in each field of `side` × `side`: the cell nearest to its middle.
    pub fn of(terrain: &Terrain, side: u16) -> Self {
        let side = usize::from(side.max(1));
        let mut places: Vec<Option<(u32, NodeId)>> = vec![None; side * side];
        let mut this = Self { side, places: Vec::new(), table: Vec::new() };
        for node in (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)) {
            let cell = terrain.cell(node);
            let field = this.field(terrain, cell);
            let offer = (cell.steps_to(this.middle(terrain, field)), node);
            places[field] = Some(places[field].map_or(offer, |best| best.min(offer)));
        }
        this.places = places.into_iter().map(|place| place.map(|(_, node)| node)).collect();
        for from in &this.places {
            let costs = from.map(|from| costs(terrain, terrain, from));
            let cost =
                |to: &Option<NodeId>| costs.as_ref().zip(*to).map_or(FAR, |(all, to)| all[to as usize]);
            this.table.push(this.places.iter().map(cost).collect());
        }
        this
    }

    fn field(&self, terrain: &Terrain, cell: Cell) -> usize {
        let part = |at: u16, of: u16| usize::from(at) * self.side / usize::from(of);
        part(cell.y, terrain.size().height) * self.side + part(cell.x, terrain.size().width)
    }

    fn middle(&self, terrain: &Terrain, field: usize) -> Cell {
        let middle = |part: usize, of: u16| ((2 * part + 1) * usize::from(of) / (2 * self.side)) as u16;
        let size = terrain.size();
        Cell::new(middle(field % self.side, size.width), middle(field / self.side, size.height))
    }

    /// The field and those around it that have a waypoint.
    fn near(&self, field: usize) -> impl Iterator<Item = (usize, NodeId)> {
        let (x, y) = (field % self.side, field / self.side);
        let rows = y.saturating_sub(1)..=(y + 1).min(self.side - 1);
        let fields = rows.flat_map(move |row| {
            let columns = x.saturating_sub(1)..=(x + 1).min(self.side - 1);
            columns.map(move |column| row * self.side + column)
        });
        fields.filter_map(|field| Some((field, self.places[field]?)))
    }

    fn bytes(&self) -> usize {
        self.table.iter().map(|row| row.len() * size_of::<u32>()).sum()
    }
}

/// A* guided by waypoints.
#[derive(Clone, Debug)]
pub struct Coarse<'a> {
    guide: Guide<'a>,
    search: Search<Frontier, Stamped>,
}

/// What leads to one goal.
#[derive(Clone, Debug)]
struct Guide<'a> {
    terrain: &'a Terrain,
    waypoints: Waypoints,
    aim: Aim,
    goal_field: usize,
    /// From each waypoint by one near the goal to the goal.
    onwards: Vec<u32>,
}

impl Guide<'_> {
    fn at(&mut self, start: NodeId, goal: NodeId) {
        self.aim.at(start, goal);
        self.goal_field = self.waypoints.field(self.terrain, self.terrain.cell(goal));
        let ends: Vec<(usize, u32)> = self
            .waypoints
            .near(self.goal_field)
            .map(|(field, place)| (field, self.aim.estimate(place)))
            .collect();
        let by = |row: &Vec<u32>| ends.iter().map(|(field, rest)| row[*field].saturating_add(*rest)).min();
        self.onwards = self.waypoints.table.iter().map(|row| by(row).unwrap_or(FAR)).collect();
    }
}

impl Goal for Guide<'_> {
    fn contains(&self, node: NodeId) -> bool {
        self.aim.contains(node)
    }
}

impl Heuristic for Guide<'_> {
    fn estimate(&self, node: NodeId) -> u32 {
        let straight = self.aim.estimate(node);
        let here = self.terrain.cell(node);
        let field = self.waypoints.field(self.terrain, here);
        // Near the goal there is nothing to go by.
        if field == self.goal_field {
            return straight;
        }
        let by = |(field, place): (usize, NodeId)| {
            let there = self.aim.measure.between(here, self.terrain.cell(place), self.terrain.cheapest());
            self.onwards[field].saturating_add(there)
        };
        self.waypoints.near(field).map(by).min().filter(|by| *by < FAR).unwrap_or(straight)
    }
}

impl<'a> Coarse<'a> {
    /// A search guided by these waypoints.
    pub fn new(terrain: &'a Terrain, waypoints: Waypoints) -> Self {
        let guide = Guide { terrain, waypoints, aim: Aim::new(terrain), goal_field: 0, onwards: Vec::new() };
        Self { guide, search: Search::of_parts(Frontier::default(), Stamped::new(terrain.node_count())) }
    }
}

impl Algorithm for Coarse<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.guide.at(start, goal);
        self.search.restart(start, Rank::AStar, &self.guide);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(self.guide.terrain, &self.guide, observer)
    }

    fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        self.guide.waypoints.bytes()
    }
}
