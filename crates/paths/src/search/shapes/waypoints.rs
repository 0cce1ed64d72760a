//! Fixed waypoints with a table of ways between them (Patel; van Waveren 2001).
//!
//! The idea: a map has good points, from which much is seen. Two in line of sight are adjacent, and the way from each
//! to each is in a table. A walker goes straight to the nearest point that it sees, follows the table to the point
//! nearest to its goal, and goes straight there.
//! Promise: some line; by way of the points, which may be a detour. Needs: one price everywhere, eight neighbours with
//! both corners free, and preparation whenever a wall changes.
//! Units: milli-steps. Ties: the point of the smaller cell.
//! Cost: a line of sight per point and cell beforehand, and two bytes per pair of points; no search at all.
//! Differs from the sources in that points are chosen automatically, the widest places first, so that each cell sees
//! one and all that can be reached are connected.

use super::super::any_angle::ThetaStar;
use super::super::{
    Algorithm, Drawing, HeapFrontier, LabelTable, NoObserver, NoTarget, Observer, Rank, Search,
    StampedLabels, Step, run,
};
use crate::graph::shapes::{distance_to_walls, has_wide_line_of_sight};
use crate::graph::{Cost, Edges, Graph, NodeId, Terrain, find_root};
use crate::grid::distinct;
use std::cmp::Reverse;

/// No way in the table.
const NO_WAY: u16 = u16::MAX;

/// A walker that follows fixed points.
#[derive(Clone, Debug)]
pub struct WaypointTable<'a> {
    terrain: &'a Terrain,
    /// The cells of the points in ascending order.
    points: Vec<NodeId>,
    edges: Edges,
    /// For each goal and point, the next point.
    next: Vec<u16>,
    goal: NodeId,
    /// The point nearest to the goal.
    last: Option<usize>,
    trail: Vec<NodeId>,
}

impl<'a> WaypointTable<'a> {
    /// Chooses the points of a terrain and computes the ways between them.
    pub fn new(terrain: &'a Terrain) -> Self {
        let points = connected_points(terrain);
        let edges = Edges::new(&edges_in_sight(terrain, &points));
        let next = table(&edges);
        Self { terrain, points, edges, next, goal: 0, last: None, trail: Vec::new() }
    }

    /// The cells of the points.
    pub fn points(&self) -> &[NodeId] {
        &self.points
    }

    /// The nearest point in sight.
    fn nearest_point(&self, cell: NodeId) -> Option<usize> {
        let seen =
            (0..self.points.len()).filter(|at| has_wide_line_of_sight(self.terrain, cell, self.points[*at]));
        seen.min_by_key(|at| (ThetaStar::line_cost(self.terrain, cell, self.points[*at]), *at))
    }

    /// Where a walker goes next: to the goal, or to a point.
    fn next_cell(&self, here: NodeId) -> Option<NodeId> {
        if has_wide_line_of_sight(self.terrain, here, self.goal)
            && (self.trail.len() == 1 || self.is_last(here))
        {
            return Some(self.goal);
        }
        let next = match self.points.binary_search(&here) {
            Ok(point) => usize::from(self.next[self.last? * self.points.len() + point]),
            Err(_) => self.nearest_point(here)?,
        };
        // From its first point on, the walker must get to the last.
        self.points.get(next).copied().filter(|_| self.is_connected(next))
    }

    fn is_last(&self, here: NodeId) -> bool {
        self.last.is_some_and(|last| self.points[last] == here)
    }

    fn is_connected(&self, point: usize) -> bool {
        self.last.is_some_and(|last| last == point || self.next[last * self.points.len() + point] != NO_WAY)
    }
}

/// Points such that each free cell sees one, and with further ones that connect all that can reach each other.
fn connected_points(terrain: &Terrain) -> Vec<NodeId> {
    let widths = distance_to_walls(terrain);
    let mut free: Vec<NodeId> = (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).collect();
    free.sort_by_key(|node| (Reverse(widths.values()[*node as usize]), *node));
    let mut seen_by = vec![u32::MAX; terrain.node_count() as usize];
    let mut points = Vec::new();
    for node in free.iter().copied() {
        if seen_by[node as usize] == u32::MAX {
            for other in free.iter().copied() {
                if seen_by[other as usize] == u32::MAX && has_wide_line_of_sight(terrain, node, other) {
                    seen_by[other as usize] = points.len() as u32;
                }
            }
            points.push(node);
        }
    }
    let mut roots: Vec<u32> = (0..points.len() as u32).collect();
    for (from, list) in edges_in_sight(terrain, &points).iter().enumerate() {
        for (to, _) in list {
            join(&mut roots, from as u32, *to);
        }
    }
    let size = terrain.size();
    for cell in size.cells().filter(|cell| !terrain.is_wall(terrain.node(*cell))) {
        for near in [(1, 0), (0, 1)].into_iter().filter_map(|(dx, dy)| size.offset(cell, dx, dy)) {
            let pair = [terrain.node(cell), terrain.node(near)];
            let [from, to] = pair.map(|node| seen_by[node as usize]);
            if !terrain.is_wall(pair[1]) && join(&mut roots, from, to) {
                points.extend(pair);
            }
        }
    }
    distinct(points)
}

/// Joins two sets; whether they were different.
fn join(roots: &mut [u32], a: u32, b: u32) -> bool {
    let (a, b) = (find_root(roots, a), find_root(roots, b));
    roots[a.max(b) as usize] = a.min(b);
    a != b
}

/// The edges between all pairs of points that see each other.
pub(super) fn edges_in_sight(terrain: &Terrain, points: &[NodeId]) -> Vec<Vec<(NodeId, Cost)>> {
    let mut edges = vec![Vec::new(); points.len()];
    for (i, from) in points.iter().enumerate() {
        for (j, to) in points.iter().enumerate().skip(i + 1) {
            if has_wide_line_of_sight(terrain, *from, *to) {
                let cost = ThetaStar::line_cost(terrain, *from, *to);
                edges[i].push((j as NodeId, cost));
                edges[j].push((i as NodeId, cost));
            }
        }
    }
    edges
}

/// For each goal and point, the next point on the shortest way.
fn table(edges: &Edges) -> Vec<u16> {
    let count = edges.node_count();
    let mut next = Vec::with_capacity((count * count) as usize);
    let mut search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(count));
    for goal in 0..count {
        search.restart(goal, Rank::UniformCost, &NoTarget);
        run(&mut search, edges, &NoTarget, u32::MAX, &mut NoObserver);
        next.extend(
            (0..count).map(|point| search.labels().get(point).map_or(NO_WAY, |label| label.parent() as u16)),
        );
    }
    next
}

impl Algorithm for WaypointTable<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.goal = goal;
        self.last = self.nearest_point(goal);
        self.trail = vec![start];
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(here) = self.trail.last().copied() else { return Step::Exhausted };
        observer.expanded(here, 0, 0);
        if here == self.goal {
            return Step::Found(here);
        }
        let Some(next) = self.next_cell(here) else { return Step::Exhausted };
        observer.generated(next, 0);
        self.trail.push(next);
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.trail.clone()
    }

    fn prepared_bytes(&self) -> usize {
        self.points.len() * size_of::<NodeId>() + self.next.len() * size_of::<u16>() + self.edges.bytes()
    }

    fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::default();
        let cell = |point: usize| self.terrain.cell(self.points[point]);
        drawing.add_nodes((0..self.points.len()).map(cell));
        for from in 0..self.points.len() {
            let edges = self.edges.edges_of(from as NodeId).iter();
            edges
                .filter(|(to, _)| *to as usize > from)
                .for_each(|(to, _)| drawing.add_line(cell(from), cell(*to as usize)));
        }
        drawing.edge_count = drawing.lines.len() as u64;
        drawing
    }
}
