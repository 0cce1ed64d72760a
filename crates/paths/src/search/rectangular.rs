//! Rectangular symmetry reduction, RSR (Harabor & Botea 2010; for eight neighbours Harabor, Botea & Kilby 2011).
//!
//! The idea: across an empty rectangle very many paths cost the same, and only where it is entered and left matters. So
//! divide the map into such rectangles, omit their inner cells, and cross each with one edge from border to border.
//! From a border cell, the edges lead straight across, and to the cells on either side that a fully diagonal path still
//! reaches; farther ones are reached along the border from there. A start inside is connected to all four sides like
//! that, and a goal inside is one edge away from the whole border.
//! Promise: optimal. Needs: one price everywhere, and preparation whenever a wall changes.
//! Units: milli-steps. Ties: newest first.
//! Cost: four bytes a cell; as many edges per node as its rectangle is wide.
//! Differs from the papers in computing the edges on demand, in taking rectangles row by row instead of the largest
//! first, and in pruning neither the border where it faces a wall nor, by the parent, any edge.

use super::frontiers::Buckets;
use super::smoothing::fill_in;
use super::{Algorithm, GridTarget, Observer, Rank, Search, StampedLabels, Step};
use crate::graph::{Cost, Graph, GridGraph, Moves, NodeId, Rectangle, Rectangles, Terrain, Visit};
use crate::grid::Cell;

/// The borders of a terrain's rectangles as a graph, with one goal.
#[derive(Clone, Debug)]
struct RectangleBorders<'a> {
    terrain: &'a Terrain,
    rectangles: Rectangles,
    goal: NodeId,
    /// Provides distances on open ground.
    aim: GridTarget,
}

impl RectangleBorders<'_> {
    /// Cost of a path over open ground.
    fn open_cost(&self, from: Cell, to: Cell) -> Cost {
        self.aim.metric.distance(from, to, self.terrain.cheapest())
    }

    /// Emits the cells on a rectangle's four sides to which an edge leads from a cell of it.
    fn emit_crossings(&self, here: Cell, rectangle: Rectangle, emit: &mut impl FnMut(Cell)) {
        let Rectangle { from, to } = rectangle;
        let is_on = [here.x == from.x || here.x == to.x, here.y == from.y || here.y == to.y];
        for x in [from.x, to.x] {
            let offsets = self.offsets(here.x.abs_diff(x), is_on[1] && !is_on[0]);
            offsets.filter_map(|by| within(here.y, by, from.y, to.y)).for_each(|y| emit(Cell::new(x, y)));
        }
        for y in [from.y, to.y] {
            let offsets = self.offsets(here.y.abs_diff(y), is_on[0] && !is_on[1]);
            offsets.filter_map(|by| within(here.x, by, from.x, to.x)).for_each(|x| emit(Cell::new(x, y)));
        }
    }

    /// Offsets to either side within reach on a side at this distance. If that side is next to the side of the cell,
    /// only the end of the diagonal counts: all other cells are as near along the border.
    fn offsets(&self, distance: u16, is_beside: bool) -> impl Iterator<Item = i32> {
        let reach = if self.terrain.moves() == Moves::Four { 0 } else { i32::from(distance) };
        let is_none = distance == 0 || is_beside && reach == 0;
        let step = if is_beside { 2 * reach } else { 1 };
        (-reach..=reach).step_by(step.max(1) as usize).filter(move |_| !is_none)
    }
}

/// A coordinate plus an offset, if the sum stays in this range.
fn within(at: u16, by: i32, from: u16, to: u16) -> Option<u16> {
    let moved = i32::from(at) + by;
    (i32::from(from)..=i32::from(to)).contains(&moved).then_some(moved as u16)
}

impl Graph for RectangleBorders<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count()
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.terrain.cell(visit.node);
        let index = self.rectangles.rectangle_of(visit.node);
        let rectangle = self.rectangles.all()[index as usize];
        if index == self.rectangles.rectangle_of(self.goal) {
            emit(self.goal, self.open_cost(here, self.terrain.cell(self.goal)));
        }
        let is_border = |node| {
            self.rectangles.rectangle_of(node) != index || rectangle.is_on_border(self.terrain.cell(node))
        };
        if rectangle.is_on_border(here) {
            self.terrain.successors(visit, &mut |next, cost| {
                if is_border(next) {
                    emit(next, cost);
                }
            });
        }
        self.emit_crossings(here, rectangle, &mut |there| {
            emit(self.terrain.node(there), self.open_cost(here, there));
        });
    }
}

/// A* over the borders of rectangles.
#[derive(Clone, Debug)]
pub struct Rectangular<'a> {
    graph: RectangleBorders<'a>,
    search: Search<Buckets, StampedLabels>,
}

impl<'a> Rectangular<'a> {
    /// Divides a terrain of one price into rectangles.
    pub fn new(terrain: &'a Terrain) -> Self {
        let aim = GridTarget::new(terrain);
        let graph = RectangleBorders { terrain, rectangles: Rectangles::of(terrain), goal: 0, aim };
        let labels = StampedLabels::new(terrain.node_count());
        Self {
            graph,
            search: Search::from_parts(Buckets::for_steps(4 * GridGraph::dearest(terrain)), labels),
        }
    }
}

impl Algorithm for Rectangular<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.graph.goal = goal;
        self.graph.aim.set(start, goal);
        self.search.restart(start, Rank::AStar, &self.graph.aim);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(&self.graph, &self.graph.aim, observer)
    }

    fn path(&self) -> Vec<NodeId> {
        fill_in(self.graph.terrain, &self.search.path_to(self.search.closest()))
    }

    fn prepared_bytes(&self) -> usize {
        self.graph.rectangles.bytes()
    }
}
