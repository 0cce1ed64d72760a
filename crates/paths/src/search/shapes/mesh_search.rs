//! A* over a navigation mesh (Snook 2000), with nodes of several kinds, and over quadtrees (Samet 1982; framed: Chen,
//! Szczerba & Uhran 1995).
//!
//! The idea: inside a convex region every line is free, so that only the regions and their portals have to be searched.
//! What stands for a region decides how good paths are. Centres lead through the middle of regions; middles of portals
//! come near the shortest line; ends of portals hug walls; middles and ends together do best. A frame of nodes along
//! all of the border allows any line across. Last, the funnel pulls the line taut within the regions it passes.
//! Promise: some line; taut lines are the shortest within the regions they pass. Needs: one price everywhere, eight
//! neighbours with both corners free, and preparation whenever a wall changes.
//! Units: milli-steps. Ties: the total order.
//! Cost: a few regions instead of many cells; the edges inside a region are computed on demand.
//! Differs from the papers in that regions are rectangles of cells, a step apart, and in that a centre is the middle
//! cell.

use super::super::any_angle::ThetaStar;
use super::super::point_search::{PointGraph, PointSearch};
use super::super::{Algorithm, Drawing, Observer, Step};
use super::funnel::{Gate, shortest_through};
use crate::graph::shapes::Mesh;
use crate::graph::{Cost, Edges, Graph, NodeId, Rectangles, Terrain, Visit};
use crate::grid::{Cell, distinct};

/// The points of a mesh that are nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MeshNodes {
    /// The centres of regions.
    Centres,
    /// The middles of portals, on both sides.
    Middles,
    /// The ends of portals, on both sides.
    Ends,
    /// Middles and ends of portals.
    Hybrid,
    /// All cells of portals.
    Frame,
}

impl MeshNodes {
    fn of(self, mesh: &Mesh, terrain: &Terrain) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        if self == MeshNodes::Centres {
            nodes.extend(mesh.rectangles().iter().map(|rectangle| {
                let (from, to) = (rectangle.from, rectangle.to);
                terrain.node(Cell::new(from.x.midpoint(to.x), from.y.midpoint(to.y)))
            }));
        } else {
            let pairs = mesh.portals().iter().flat_map(|portal| self.pairs(portal));
            nodes.extend(pairs.flatten().map(|cell| terrain.node(cell)));
        }
        distinct(nodes)
    }

    /// The pairs of neighbouring cells of a portal that are nodes.
    fn pairs(self, portal: &crate::graph::shapes::MeshPortal) -> Vec<[Cell; 2]> {
        let [near, far] = [portal.near, portal.far];
        let middle = [portal.sides[0], portal.sides[1]].map(|side| portal.middle_in(side));
        let ends = [0, 1].map(|end| [near[end], far[end]]);
        match self {
            MeshNodes::Centres => Vec::new(),
            MeshNodes::Middles => vec![middle],
            MeshNodes::Ends => ends.to_vec(),
            MeshNodes::Hybrid => vec![ends[0], middle, ends[1]],
            MeshNodes::Frame => {
                let across = |at: u16, down: u16| {
                    [near, far].map(|[first, _]| Cell::new(first.x + at, first.y + down))
                };
                let (width, height) = (near[1].x - near[0].x, near[1].y - near[0].y);
                (0..=width.max(height)).map(|at| across(at.min(width), at.min(height))).collect()
            }
        }
    }
}

/// The points of a mesh as a graph, with a start and a goal.
#[derive(Clone, Debug)]
struct MeshPoints<'a> {
    terrain: &'a Terrain,
    mesh: Mesh,
    /// Cells of the nodes in ascending order; then those of the start and the goal.
    cells: Vec<NodeId>,
    /// The nodes in each rectangle.
    nodes_in: Vec<Vec<NodeId>>,
    /// Edges across portals.
    crossings: Edges,
}

impl<'a> MeshPoints<'a> {
    fn new(terrain: &'a Terrain, mesh: Mesh, kind: MeshNodes) -> Self {
        let mut cells = kind.of(&mesh, terrain);
        let node_at = |cell: Cell| cells.binary_search(&terrain.node(cell)).ok().map(|node| node as NodeId);
        let mut nodes_in = vec![Vec::new(); mesh.rectangles().len()];
        for (node, cell) in cells.iter().enumerate() {
            nodes_in[mesh.rectangle_of(*cell) as usize].push(node as NodeId);
        }
        let mut crossings = vec![Vec::new(); cells.len()];
        let mut link = |from: NodeId, to: NodeId, cost: Cost| {
            crossings[from as usize].push((to, cost));
            crossings[to as usize].push((from, cost));
        };
        for portal in mesh.portals() {
            if kind == MeshNodes::Centres {
                let [from, to] = portal.sides.map(|side| nodes_in[side as usize][0]);
                let middle = portal.sides.map(|side| terrain.node(portal.middle_in(side)));
                let line = [cells[from as usize], middle[0], middle[1], cells[to as usize]];
                link(
                    from,
                    to,
                    line.windows(2).map(|two| ThetaStar::line_cost(terrain, two[0], two[1])).sum(),
                );
            }
            for [near, far] in kind.pairs(portal) {
                if let (Some(from), Some(to)) = (node_at(near), node_at(far)) {
                    link(from, to, ThetaStar::line_cost(terrain, terrain.node(near), terrain.node(far)));
                }
            }
        }
        for list in &mut crossings {
            list.sort_unstable();
            list.dedup();
        }
        let crossings = Edges::new(&crossings);
        cells.extend([0, 0]);
        Self { terrain, mesh, cells, nodes_in, crossings }
    }

    /// The node at a cell, or else the additional one, which is moved there.
    fn place(&mut self, cell: NodeId, additional: usize) -> NodeId {
        let stored = self.cells.len() - 2;
        self.cells[stored + additional] = cell;
        self.cells[..stored].binary_search(&cell).unwrap_or(stored + additional) as NodeId
    }

    fn rectangle_of(&self, node: NodeId) -> u32 {
        self.mesh.rectangle_of(self.cells[node as usize])
    }

    /// The gates between two nodes, if they are in different regions.
    fn gates_between(&self, from: NodeId, to: NodeId) -> Vec<Gate> {
        let (from, to) = (self.rectangle_of(from), self.rectangle_of(to));
        let portal = self.mesh.portal_between(from, to);
        portal.filter(|_| from != to).map_or_else(Vec::new, |portal| portal.gates_from(from).to_vec())
    }

    /// The cells of the line through these nodes.
    fn line(&self, nodes: &[NodeId]) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = nodes.first().map(|node| self.cell_of(*node)).into_iter().collect();
        for two in nodes.windows(2) {
            let (from, to) = (self.rectangle_of(two[0]), self.rectangle_of(two[1]));
            let is_step = self.terrain.step_cost(self.cell_of(two[0]), self.cell_of(two[1])).is_some();
            if let Some(portal) = self.mesh.portal_between(from, to).filter(|_| from != to && !is_step) {
                line.extend([from, to].map(|side| self.terrain.node(portal.middle_in(side))));
            }
            line.push(self.cell_of(two[1]));
        }
        line.dedup();
        line
    }

    fn edge_count(&self) -> u64 {
        let inside =
            self.nodes_in.iter().map(|nodes| nodes.len() as u64 * (nodes.len() as u64).saturating_sub(1) / 2);
        let nodes = 0..self.crossings.node_count();
        inside.sum::<u64>() + nodes.map(|node| self.crossings.edges_of(node).len() as u64).sum::<u64>() / 2
    }
}

impl Graph for MeshPoints<'_> {
    fn node_count(&self) -> u32 {
        self.cells.len() as u32
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (here, stored) = (self.cells[visit.node as usize], self.crossings.node_count());
        let inside = &self.nodes_in[self.rectangle_of(visit.node) as usize];
        let goal = stored + 1;
        let is_goal_inside = self.rectangle_of(goal) == self.rectangle_of(visit.node);
        for node in inside.iter().copied().chain(is_goal_inside.then_some(goal)) {
            let there = self.cells[node as usize];
            if there != here {
                emit(node, ThetaStar::line_cost(self.terrain, here, there));
            }
        }
        if visit.node < stored {
            self.crossings.successors(visit, emit);
        }
    }
}

impl PointGraph for MeshPoints<'_> {
    fn cell_of(&self, node: NodeId) -> NodeId {
        self.cells[node as usize]
    }
}

/// A search over a mesh.
#[derive(Clone, Debug)]
pub struct MeshSearch<'a> {
    search: PointSearch<MeshPoints<'a>>,
    is_taut: bool,
}

impl<'a> MeshSearch<'a> {
    /// A search over these rectangles of a terrain, with nodes of this kind.
    pub fn new(terrain: &'a Terrain, rectangles: Rectangles, kind: MeshNodes) -> Self {
        let points = MeshPoints::new(terrain, Mesh::new(terrain, rectangles), kind);
        Self { search: PointSearch::by_lines(terrain, points), is_taut: false }
    }

    /// The same with the line pulled taut by the funnel algorithm.
    #[must_use]
    pub fn pulled_taut(mut self) -> Self {
        self.is_taut = true;
        self
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.search.graph.mesh
    }

    /// After [`Step::Found`]: the regions that the path passes, in order.
    pub fn regions(&self) -> Vec<u32> {
        let points = &self.search.graph;
        let mut regions: Vec<u32> =
            self.search.nodes().iter().map(|node| points.rectangle_of(*node)).collect();
        regions.dedup();
        regions
    }
}

impl Algorithm for MeshSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        let points = &mut self.search.graph;
        let (from, to) = (points.place(start, 0), points.place(goal, 1));
        self.search.begin(from, if start == goal { from } else { to });
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(observer)
    }

    fn path(&self) -> Vec<NodeId> {
        let (points, nodes) = (&self.search.graph, self.search.nodes());
        let line = points.line(&nodes);
        let ([start, .., goal], true) = (&line[..], self.is_taut) else { return line };
        let gates: Vec<Gate> =
            nodes.windows(2).flat_map(|two| points.gates_between(two[0], two[1])).collect();
        let cell = |node: NodeId| points.terrain.cell(node);
        let taut = shortest_through(cell(*start), &gates, cell(*goal));
        taut.into_iter().map(|cell| points.terrain.node(cell)).collect()
    }

    fn prepared_bytes(&self) -> usize {
        let points = &self.search.graph;
        let ids = 2 * points.cells.len() * size_of::<NodeId>();
        points.mesh.bytes() + ids + points.crossings.bytes()
    }

    fn drawing(&self) -> Drawing {
        let (mut drawing, points) = (Drawing::default(), &self.search.graph);
        let stored = points.cells.len() - 2;
        drawing.add_nodes(points.cells[..stored].iter().map(|node| points.terrain.cell(*node)));
        points
            .mesh
            .rectangles()
            .iter()
            .for_each(|rectangle| drawing.add_outline(rectangle.from, rectangle.to));
        drawing.edge_count = points.edge_count();
        drawing
    }
}
