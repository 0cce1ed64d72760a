//! Triangulation A* and its reduction, TRA* (Demyen & Buro 2006).
//!
//! The idea: open ground is a few triangles. Search from triangle to triangle, then pull the line taut through the
//! edges between them. A triangle with two neighbours leaves no choice, so that the reduction searches only the others,
//! joined by the rows of triangles between them.
//! Promise: some line, the shortest within the triangles that it passes. Needs: one price everywhere, eight neighbours
//! with both corners free, and preparation whenever a wall changes.
//! Units: milli-steps, between the middles of triangles. Ties: the total order.
//! Cost: few triangles instead of many cells; four bytes a cell, to find its triangle.
//! Differs from the paper in that corridors one cell wide are lines, in that dead ends stay nodes, and in that the first
//! path found is the answer.

use super::super::any_angle::ThetaStar;
use super::super::point_search::{PointSearch, StoredPoints};
use super::super::{Algorithm, Drawing, HalfCell, Observer, Step};
use super::funnel::{Gate, shortest_through};
use crate::graph::shapes::Triangulation;
use crate::graph::{Cost, NodeId, Roads, Terrain};

/// Which triangles are nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TriangleNodes {
    /// All.
    All,
    /// Those that have not exactly two neighbours.
    Junctions,
}

/// A search over triangles.
#[derive(Clone, Debug)]
pub struct TriangleSearch<'a> {
    terrain: &'a Terrain,
    triangles: Triangulation,
    /// The nodes, and the rows of triangles between them.
    roads: Roads,
    /// By node: the numbers of the rows that end there, in ascending order.
    rows_at: Vec<Vec<u32>>,
    search: PointSearch<StoredPoints>,
    start: NodeId,
    goal: NodeId,
}

impl<'a> TriangleSearch<'a> {
    /// Triangulates a terrain.
    pub fn new(terrain: &'a Terrain, kept: TriangleNodes) -> Self {
        let triangles = Triangulation::of(terrain);
        let count = triangles.elements().len() as u32;
        let neighbours = |element: u32| triangles.neighbours(element).to_vec();
        let is_fork = |element: u32| kept == TriangleNodes::All || triangles.neighbours(element).len() != 2;
        let roads = Roads::between(count, (0..count).collect(), is_fork, &neighbours);
        let middle = |element: u32| terrain.node(triangles.elements()[element as usize].middle());
        let mut edges = vec![Vec::new(); roads.junctions().len()];
        let mut rows_at = vec![Vec::new(); roads.junctions().len()];
        for (number, row) in (0..).zip(roads.roads()) {
            let ends = [row[0], row[row.len() - 1]].map(|end| roads.junction_at(end));
            let [Some(from), Some(to)] = ends else { continue };
            let cost = row.windows(2).map(|two| step_cost(terrain, middle(two[0]), middle(two[1]))).sum();
            edges[from as usize].push((to, cost));
            edges[to as usize].push((from, cost));
            for end in [from, to] {
                rows_at[end as usize].push(number);
            }
        }
        let cells = roads.junctions().iter().map(|element| middle(*element)).collect();
        let search = PointSearch::by_lines(terrain, StoredPoints::new(cells, &edges));
        Self { terrain, triangles, roads, rows_at, search, start: 0, goal: 0 }
    }

    /// The triangulation.
    pub fn triangulation(&self) -> &Triangulation {
        &self.triangles
    }

    fn middle(&self, element: u32) -> NodeId {
        self.terrain.node(self.triangles.elements()[element as usize].middle())
    }

    /// Cost of a row of triangles, from middle to middle.
    fn row_cost(&self, row: &[u32]) -> Cost {
        row.windows(2).map(|two| step_cost(self.terrain, self.middle(two[0]), self.middle(two[1]))).sum()
    }

    /// The rows from a cell's triangle to the nodes at the ends of its row; the triangle alone if it is a node.
    fn rows_from(&self, cell: NodeId) -> Vec<Vec<u32>> {
        let element = self.triangles.element_of(cell);
        let Some((road, at)) = self.roads.position_on_road(element) else { return vec![vec![element]] };
        let row = &self.roads.roads()[road];
        vec![row[..=at].iter().rev().copied().collect(), row[at..].to_vec()]
    }

    /// The edges between a cell and the nodes around it.
    fn edges_at(&self, cell: NodeId) -> Vec<(NodeId, Cost)> {
        let edge = |row: &Vec<u32>| {
            let node = self.roads.junction_at(*row.last()?)?;
            Some((node, step_cost(self.terrain, cell, self.middle(row[0])) + self.row_cost(row)))
        };
        self.rows_from(cell).iter().filter_map(edge).collect()
    }

    /// The row from the start to the goal, if both are in one triangle or in one row.
    fn direct_row(&self) -> Option<Vec<u32>> {
        let [from, to] = [self.start, self.goal].map(|cell| self.triangles.element_of(cell));
        if from == to {
            return Some(vec![from]);
        }
        let (road, first) = self.roads.position_on_road(from)?;
        let (_, last) = self.roads.position_on_road(to).filter(|(other, _)| *other == road)?;
        let row = &self.roads.roads()[road];
        Some(if first < last {
            row[first..=last].to_vec()
        } else {
            row[last..=first].iter().rev().copied().collect()
        })
    }

    /// The cheapest row of triangles from one node of the search to the next.
    fn row_between(&self, from: NodeId, to: NodeId) -> Vec<u32> {
        let [start, goal] = [self.search.graph.graph.start(), self.search.graph.graph.goal()];
        let junction = |node: NodeId| self.roads.junctions()[node as usize];
        let reversed = |row: Vec<u32>| row.into_iter().rev().collect::<Vec<_>>();
        let mut rows: Vec<Vec<u32>> = match (from == start, to == goal) {
            (true, true) => self.direct_row().into_iter().collect(),
            (true, false) => self.rows_from(self.start),
            (false, true) => self.rows_from(self.goal).into_iter().map(reversed).collect(),
            (false, false) => {
                let rows = self.rows_at[from as usize].iter();
                let both_ways = |row: &Vec<u32>| [row.clone(), reversed(row.clone())];
                rows.flat_map(|number| both_ways(&self.roads.roads()[*number as usize])).collect()
            }
        };
        rows.retain(|row| {
            (from == start || row.first() == Some(&junction(from)))
                && (to == goal || row.last() == Some(&junction(to)))
        });
        rows.into_iter().min_by_key(|row| self.row_cost(row)).unwrap_or_default()
    }

    /// After [`Step::Found`]: the triangles that the path passes, in order.
    pub fn row(&self) -> Vec<u32> {
        let nodes = self.search.nodes();
        let mut row: Vec<u32> = nodes.windows(2).flat_map(|two| self.row_between(two[0], two[1])).collect();
        row.dedup();
        row
    }

    /// After [`Step::Found`]: cost of the path from middle to middle, in milli-steps.
    pub fn cost(&self) -> Cost {
        self.leg_cost(&self.row())
    }

    /// Cost of a row of triangles, from middle to middle, with those from the start and to the goal.
    fn leg_cost(&self, row: &[u32]) -> Cost {
        let ends = row.first().zip(row.last()).map(|(first, last)| (self.middle(*first), self.middle(*last)));
        let ends = ends.map(|(first, last)| {
            ThetaStar::line_cost(self.terrain, self.start, first)
                + ThetaStar::line_cost(self.terrain, last, self.goal)
        });
        self.row_cost(row) + ends.unwrap_or(0)
    }
}

/// Cost of the line between two cells; at least 1, as searches need.
fn step_cost(terrain: &Terrain, from: NodeId, to: NodeId) -> Cost {
    ThetaStar::line_cost(terrain, from, to).max(1)
}

impl Algorithm for TriangleSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        (self.start, self.goal) = (start, goal);
        let (mut leaving, arriving) = (self.edges_at(start), self.edges_at(goal));
        let [from, to] = [self.search.graph.graph.start(), self.search.graph.graph.goal()];
        if let Some(row) = self.direct_row().filter(|_| start != goal) {
            let legs = self.leg_cost(&row);
            leaving.push((to, if row.len() == 1 { step_cost(self.terrain, start, goal) } else { legs }));
        }
        self.search.graph.set_ends((start, goal), leaving, arriving);
        self.search.begin(from, if start == goal { from } else { to });
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(observer)
    }

    fn path(&self) -> Vec<NodeId> {
        let row = self.row();
        let gates: Vec<Gate> = row.windows(2).filter_map(|two| self.triangles.gate(two[0], two[1])).collect();
        let [start, goal] = [self.start, self.goal].map(|node| self.terrain.cell(node));
        let line = shortest_through(start, &gates, goal);
        line.into_iter().map(|cell| self.terrain.node(cell)).collect()
    }

    fn prepared_bytes(&self) -> usize {
        let rows: usize = self.rows_at.iter().map(|rows| size_of_val(&rows[..])).sum();
        self.triangles.bytes() + self.roads.bytes() + rows + self.search.graph.bytes()
    }

    /// The triangles; a node is at its middle.
    fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::default();
        let element = |index: u32| &self.triangles.elements()[index as usize];
        drawing.add_nodes(self.roads.junctions().iter().map(|junction| element(*junction).middle()));
        for of in self.triangles.elements() {
            let corner = |i: usize| HalfCell::centre(of.corners[i % of.corners.len()]);
            drawing.lines.extend((0..of.corners.len()).map(|i| {
                let ends = [corner(i), corner(i + 1)];
                [ends[0].min(ends[1]), ends[0].max(ends[1])]
            }));
        }
        drawing.lines.retain(|line| line[0] != line[1]);
        drawing.lines.sort_unstable();
        drawing.lines.dedup();
        drawing.edge_count = self.roads.roads().len() as u64;
        drawing
    }
}
