//! Goal bounding (Rabin & Sturtevant 2016), the geometric form of arc flags (Wagner, Willhalm & Zaroliagis 2005).
//!
//! The idea: a step is worth trying only if some shortest path to the goal begins with it. Beforehand, flood from every
//! cell and note for each of its steps the smallest rectangle with all cells to which the flood went by it. A search
//! then skips every step whose rectangle does not have the goal inside.
//! Promise: optimal. Needs: preparation, a map of few cells.
//! Units: milli-steps. Ties: the total order; of equally cheap first steps one has the cell in its rectangle.
//! Cost: a flood per cell beforehand; 64 bytes a cell, for eight rectangles.
//! Differs from the paper in nothing; from arc flags in having one rectangle a step instead of a bit per region.

use super::frontiers::Buckets;
use super::{
    Algorithm, GridTarget, HeapFrontier, LabelTable, NoTarget, Observer, Rank, Search, StampedLabels, Step,
};
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};
use crate::grid::Cell;

/// A rectangle of cells; its last column and row are inside.
#[derive(Clone, Copy, Debug)]
struct CellBox {
    first: Cell,
    last: Cell,
}

impl CellBox {
    /// Nothing.
    const EMPTY: CellBox = CellBox { first: Cell { x: u16::MAX, y: u16::MAX }, last: Cell { x: 0, y: 0 } };

    fn contains(self, cell: Cell) -> bool {
        (self.first.x..=self.last.x).contains(&cell.x) && (self.first.y..=self.last.y).contains(&cell.y)
    }

    fn extend(&mut self, cell: Cell) {
        self.first = Cell::new(self.first.x.min(cell.x), self.first.y.min(cell.y));
        self.last = Cell::new(self.last.x.max(cell.x), self.last.y.max(cell.y));
    }
}

/// A terrain without the steps that lead away from the goal.
#[derive(Clone, Debug)]
struct BoundedSteps<'a> {
    terrain: &'a Terrain,
    /// The rectangles of the eight steps out of each cell.
    boxes: Vec<[CellBox; 8]>,
    goal: Cell,
}

impl Graph for BoundedSteps<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let boxes = (0..).zip(&self.boxes[visit.node as usize]);
        let dirs = boxes.fold(0, |dirs, (dir, cells)| dirs | u8::from(cells.contains(self.goal)) << dir);
        self.terrain.successors_in(visit.node, dirs & self.terrain.legal_dirs(visit.node), emit);
    }
}

/// The nodes of a flood in the order of their expansion.
#[derive(Default)]
struct ExpansionOrder(Vec<NodeId>);

impl Observer for ExpansionOrder {
    fn expanded(&mut self, node: NodeId, _g: Cost, _f: Cost) {
        self.0.push(node);
    }
}

/// The rectangles of all cells.
fn step_boxes(terrain: &Terrain) -> Vec<[CellBox; 8]> {
    let nodes = terrain.node_count();
    let mut boxes = vec![[CellBox::EMPTY; 8]; nodes as usize];
    let mut search = Search::from_parts(Buckets::for_steps(terrain.dearest()), StampedLabels::new(nodes));
    // Index of the direction in which the flood left its origin for each cell.
    let mut first_dirs = vec![0; nodes as usize];
    for origin in (0..nodes).filter(|node| !terrain.is_wall(*node)) {
        let mut order = ExpansionOrder::default();
        search.restart(origin, Rank::UniformCost, &NoTarget);
        while search.step(terrain, &NoTarget, &mut order) == Step::Working {}
        for node in order.0.into_iter().skip(1) {
            let parent = search.labels().parent(node);
            let cell = terrain.cell(node);
            first_dirs[node as usize] = if parent == origin {
                terrain.cell(origin).dir_to(cell).map_or(0, |dir| dir as usize)
            } else {
                first_dirs[parent as usize]
            };
            boxes[origin as usize][first_dirs[node as usize]].extend(cell);
        }
    }
    boxes
}

/// A* that skips steps whose rectangle does not contain the goal.
#[derive(Clone, Debug)]
pub struct GoalBounding<'a> {
    steps: BoundedSteps<'a>,
    aim: GridTarget,
    search: Search<HeapFrontier, StampedLabels>,
}

impl<'a> GoalBounding<'a> {
    /// Floods from every cell.
    pub fn new(terrain: &'a Terrain) -> Self {
        let search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        let steps = BoundedSteps { terrain, boxes: step_boxes(terrain), goal: Cell::new(0, 0) };
        Self { steps, aim: GridTarget::new(terrain), search }
    }
}

impl Algorithm for GoalBounding<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.steps.goal = self.steps.terrain.cell(goal);
        self.aim.set(start, goal);
        self.search.restart(start, Rank::AStar, &self.aim);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(&self.steps, &self.aim, observer)
    }

    fn path(&self) -> Vec<NodeId> {
        self.search.path_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        size_of_val(self.steps.boxes.as_slice())
    }
}
