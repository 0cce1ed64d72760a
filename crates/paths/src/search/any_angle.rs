//! Theta* (Nash, Daniel, Koenig & Felner 2007) and Lazy Theta* (Nash, Koenig & Tovey 2010).
//!
//! The idea: A* on a grid, but a parent need not be a neighbour. When a cell is generated, Theta* checks whether the
//! grandparent sees it; if so, the straight line replaces the corner, and the path leaves the grid. Lazy Theta* assumes
//! that it does, and checks only when the cell is expanded; if the line is blocked, it takes the best expanded
//! neighbour instead. Many cells are generated and never expanded, so that this saves most of the checks.
//! Promise: complete; every leg is an unobstructed straight line. Usually a little shorter than grid paths, not always
//! the shortest line there is. Needs: eight neighbours, both corners free; the catalogue offers it for one price
//! everywhere, where a straight line is never worse. On priced ground the eager variant takes the straight line only if
//! it is cheaper than the corner (Daniel, Nash, Koenig & Felner 2010), with each cell counted for the part of the line
//! in it.
//! Units: milli-steps, lines rounded to the nearest; over several prices rounded up, so that no line is cheaper in
//! pieces. Ties: the total order.
//! Cost: as A*, plus a line-of-sight check per generated node (or per expanded one).
//! Differs from the papers in milli-steps instead of real numbers, and in never expanding a node twice.

use super::{
    Algorithm, FrontierKey, GridTarget, HeapFrontier, Heuristic, Label, LabelTable, Metric, Observer,
    PriorityQueue, StampedLabels, Step,
};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain, Visit};
use crate::grid::Cell;

/// When the line of sight is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineOfSightCheck {
    /// When a cell is generated: Theta*.
    Eager,
    /// When it is expanded: Lazy Theta*.
    Lazy,
}

/// A search whose paths are straight lines between turning points.
#[derive(Clone, Debug)]
pub struct ThetaStar<'a> {
    terrain: &'a Terrain,
    check: LineOfSightCheck,
    aim: GridTarget,
    labels: StampedLabels,
    frontier: HeapFrontier,
    checks: u64,
}

impl<'a> ThetaStar<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain, check: LineOfSightCheck) -> Self {
        let mut aim = GridTarget::new(terrain);
        aim.metric = Metric::Euclidean;
        let labels = StampedLabels::new(terrain.node_count());
        Self { terrain, check, aim, labels, frontier: HeapFrontier::default(), checks: 0 }
    }

    /// Number of line-of-sight checks.
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// Cost of the straight line between two cells, in milli-steps: its length times the mean price along it, rounded
    /// to the nearest (up, where prices differ).
    pub fn line_cost(terrain: &Terrain, from: NodeId, to: NodeId) -> Cost {
        let (a, b) = (terrain.cell(from), terrain.cell(to));
        let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
        if !terrain.is_uniform() {
            return priced_line_cost(terrain, a, b);
        }
        let price = u64::from(terrain.cheapest());
        // Halve twice the length plus one: the nearest whole number.
        ((4 * (dx * dx + dy * dy) * price * price).isqrt().div_ceil(2)) as Cost
    }

    /// Whether a straight line from the grandparent is no dearer than the path by the corner between.
    fn is_straight_cheaper(&self, grandparent: NodeId, node: NodeId, next: NodeId) -> bool {
        let by = |from: NodeId| {
            let base = self.labels.get(from).map_or(NO_PATH, |label| label.g);
            base.saturating_add(ThetaStar::line_cost(self.terrain, from, next))
        };
        self.terrain.is_uniform() || by(grandparent) <= by(node)
    }

    fn has_line_of_sight(&mut self, from: NodeId, to: NodeId) -> bool {
        self.checks += 1;
        self.terrain.has_line_of_sight(from, to)
    }

    /// Replaces a parent without a line of sight by the best expanded neighbour (lazy only).
    fn repair_parent<O: Observer + ?Sized>(&mut self, node: NodeId, parent: NodeId, observer: &mut O) {
        if self.has_line_of_sight(parent, node) {
            return;
        }
        let mut best: Option<(Cost, NodeId)> = None;
        let (terrain, labels) = (self.terrain, &self.labels);
        terrain.successors(Visit { node, parent }, &mut |near, _| {
            if let Some(label) = labels.get(near).filter(|label| label.is_expanded()) {
                let g = label.g + ThetaStar::line_cost(terrain, near, node);
                best = Some(best.map_or((g, near), |best| best.min((g, near))));
            }
        });
        if let Some((g, near)) = best {
            self.labels.relax(node, g, near);
            observer.generated_from(node, g, near);
        }
    }

    fn generate<O: Observer + ?Sized>(
        &mut self,
        next: NodeId,
        node: NodeId,
        grandparent: NodeId,
        observer: &mut O,
    ) {
        if self.labels.get(next).is_some_and(Label::is_expanded) {
            return;
        }
        let is_straight = self.check == LineOfSightCheck::Lazy
            || (self.has_line_of_sight(grandparent, next)
                && self.is_straight_cheaper(grandparent, node, next));
        let parent = if is_straight { grandparent } else { node };
        let Some(base) = self.labels.get(parent) else { return };
        let g = base.g + ThetaStar::line_cost(self.terrain, parent, next);
        if self.labels.get(next).is_none_or(|known| g < known.g) {
            self.labels.relax(next, g, parent);
            self.frontier.push(FrontierKey { f: g + self.aim.estimate(next), g, node: next });
            observer.generated_from(next, g, parent);
        }
    }
}

impl Algorithm for ThetaStar<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        self.labels.clear();
        self.frontier.clear();
        self.labels.relax(start, 0, start);
        self.frontier.push(FrontierKey { f: self.aim.estimate(start), g: 0, node: start });
        self.checks = 0;
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(key) = self.frontier.pop() else { return Step::Exhausted };
        let Some(label) = self.labels.get(key.node) else { return Step::Exhausted };
        if label.g != key.g || label.is_expanded() {
            return Step::Working;
        }
        if self.check == LineOfSightCheck::Lazy && label.parent() != key.node {
            self.repair_parent(key.node, label.parent(), observer);
        }
        let Some(label) = self.labels.get(key.node) else { return Step::Exhausted };
        self.labels.close(key.node);
        observer.expanded(key.node, label.g, key.f);
        if key.node == self.aim.goal() {
            return Step::Found(key.node);
        }
        let terrain = self.terrain;
        let visit = Visit { node: key.node, parent: label.parent() };
        terrain.successors(visit, &mut |next, _| self.generate(next, key.node, label.parent(), observer));
        observer.frontier_len(self.frontier.len());
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.labels.path_to(self.aim.goal())
    }
}

/// Cost of a straight line over cells of different prices.
fn priced_line_cost(terrain: &Terrain, from: Cell, to: Cell) -> Cost {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let (across, down) = (u64::from(dx.unsigned_abs()).max(1), u64::from(dy.unsigned_abs()).max(1));
    // Divide the line into parts so small that it leaves columns and rows after a whole number of them.
    let parts = 2 * across * down;
    let mut exits = [if dx == 0 { parts } else { down }, if dy == 0 { parts } else { across }];
    let (mut x, mut y, mut position, mut sum) = (i32::from(from.x), i32::from(from.y), 0, 0);
    while position < parts {
        let next = exits[0].min(exits[1]).min(parts);
        let price = terrain.price(terrain.node(Cell::new(x as u16, y as u16)));
        sum += u64::from(price) * (next - position);
        position = next;
        if position == exits[0] {
            (x, exits[0]) = (x + dx.signum(), exits[0] + 2 * down);
        }
        if position == exits[1] {
            (y, exits[1]) = (y + dy.signum(), exits[1] + 2 * across);
        }
    }
    let squared = u128::from(dx.unsigned_abs()).pow(2) + u128::from(dy.unsigned_abs()).pow(2);
    let cost = squared * u128::from(sum).pow(2) / u128::from(parts).pow(2);
    (cost.isqrt() + u128::from(cost.isqrt().pow(2) < cost)) as Cost
}
