//! A* along the medial axes of the free space (Brooks 1983), and corridors around them (Geraerts & Overmars 2007).
//!
//! The idea: between obstacles runs a line that keeps as far from both as it can. A walker goes to the nearest such
//! axis, along axes as near as it gets to its goal, and from there to the goal. Around each cell of an axis a square is
//! free, as wide as its distance to the nearest wall; these squares are a corridor, within which the path is pulled
//! taut.
//! Promise: complete: some path along the axes; or some line, within the corridor. Needs: eight neighbours with
//! both corners free, and preparation whenever a wall changes; the corridor one price everywhere.
//! Units: milli-steps. Ties: the total order.
//! Cost: few cells are axes; thinning takes as many passes as the widest place is wide.
//! Differs from the papers in that the axes are those of squares of cells, and in that a corridor is pulled taut by
//! lines of sight.

use super::super::{
    Algorithm, Drawing, GridTarget, HeapFrontier, Observer, Rank, Search, StampedLabels, Step,
};
use crate::graph::shapes::{MedialAxis, has_wide_line_of_sight};
use crate::graph::{Graph, NodeId, Roads, Terrain};

/// What is made of a path along axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AxisPath {
    /// Its cells.
    Cells,
    /// Lines within the corridor of free squares around it.
    Corridor,
}

/// A search along axes.
#[derive(Clone, Debug)]
pub struct AxisSearch<'a> {
    terrain: &'a Terrain,
    medial: MedialAxis,
    form: AxisPath,
    aim: GridTarget,
    search: Search<HeapFrontier, StampedLabels>,
    start: NodeId,
    goal: NodeId,
}

impl<'a> AxisSearch<'a> {
    /// Finds the axes of a terrain.
    pub fn new(terrain: &'a Terrain, form: AxisPath) -> Self {
        let medial = MedialAxis::of(terrain);
        let search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        Self { terrain, aim: GridTarget::new(medial.axes()), medial, form, search, start: 0, goal: 0 }
    }

    /// The axes.
    pub fn medial(&self) -> &MedialAxis {
        &self.medial
    }

    /// The cells of the path found: to an axis, along axes, and to the goal.
    fn cells(&self) -> Vec<NodeId> {
        let mut cells = self.medial.way_to_axis(self.start);
        cells.extend(self.search.path_to(self.search.closest()));
        cells.extend(self.medial.way_to_axis(self.goal).into_iter().rev());
        cells.dedup();
        without_loops(&cells)
    }

    /// The ground with walls outside the free squares around these cells.
    fn corridor(&self, cells: &[NodeId]) -> Option<Terrain> {
        let size = self.terrain.size();
        let mut prices = vec![0; size.area()];
        for node in cells {
            let width = self.medial.widths().values()[*node as usize];
            for cell in size.square(self.terrain.cell(*node), width.saturating_sub(1)) {
                prices[size.index(cell)] = self.terrain.price(self.terrain.node(cell));
            }
        }
        Terrain::new(size, prices, self.terrain.moves())
    }
}

/// The path without the cells between two visits of one cell.
fn without_loops(path: &[NodeId]) -> Vec<NodeId> {
    let mut straight: Vec<NodeId> = Vec::new();
    for cell in path {
        if let Some(before) = straight.iter().position(|other| other == cell) {
            straight.truncate(before);
        }
        straight.push(*cell);
    }
    straight
}

/// From each cell straight to the farthest cell of the path in sight.
fn pulled_taut(terrain: &Terrain, path: &[NodeId]) -> Vec<NodeId> {
    let mut line: Vec<NodeId> = path.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < path.len() {
        let ahead = (at + 1..path.len()).rev();
        at = ahead
            .into_iter()
            .find(|to| has_wide_line_of_sight(terrain, path[at], path[*to]))
            .unwrap_or(at + 1);
        line.push(path[at]);
    }
    line
}

impl Algorithm for AxisSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        (self.start, self.goal) = (start, goal);
        let [from, to] = [start, goal].map(|end| self.medial.way_to_axis(end).last().copied().unwrap_or(end));
        self.aim.set(from, to);
        self.search.restart(from, Rank::AStar, &self.aim);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(self.medial.axes(), &self.aim, observer).at(self.goal)
    }

    fn path(&self) -> Vec<NodeId> {
        let cells = self.cells();
        match (self.form, self.corridor(&cells)) {
            (AxisPath::Corridor, Some(corridor)) => pulled_taut(&corridor, &cells),
            _ => cells,
        }
    }

    fn prepared_bytes(&self) -> usize {
        self.medial.bytes()
    }

    /// The axes; their junctions are the nodes.
    fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::default();
        let (roads, cell) = (Roads::of(self.medial.axes()), |node: &NodeId| self.terrain.cell(*node));
        drawing.add_nodes(roads.junctions().iter().map(cell));
        let steps = roads.roads().iter().flat_map(|road| road.windows(2));
        steps.for_each(|two| drawing.add_line(cell(&two[0]), cell(&two[1])));
        drawing.edge_count = roads.roads().len() as u64;
        drawing
    }
}
