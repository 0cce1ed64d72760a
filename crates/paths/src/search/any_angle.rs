//! Theta* (Nash, Daniel, Koenig & Felner 2007) and Lazy Theta* (Nash, Koenig & Tovey 2010).
//!
//! The idea: A* on a grid, but the node before need not be a neighbour. Whoever reaches a cell asks whether the
//! grandparent sees it; if so, the straight line replaces the corner, and the way leaves the grid. The lazy one
//! assumes that it does, and looks only once the cell is expanded; if the line is barred it takes the best expanded
//! neighbour instead. Many cells are reached and never expanded, so that saves most of the looking.
//! Promise: complete; every leg is a clear straight line. Usually a little shorter than grid ways, not always the
//! shortest line there is. Needs: eight neighbours, both corners free; the catalogue hands it out for one price
//! everywhere, where a straight line is always the better way. On priced ground the eager one takes the straight line only
//! if it is cheaper than the corner (Daniel, Nash, Koenig & Felner 2010), each cell counting for the part of the line in it.
//! Units: milli-steps, lines rounded to the nearest; over several prices up, so that no line is cheaper in pieces. Ties: the total order.
//! Cost: as A*, and a line of sight a reached node (or an expanded one).
//! Differs from the papers in milli-steps instead of real numbers, and in never expanding a node twice.

use super::{
    Aim, Algorithm, Frontier, Heuristic, Key, Label, LabelTable, Measure, Observer, Queue, Stamped, Step,
};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain, Visit};
use crate::grid::Cell;

/// When the line of sight is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// When a cell is reached: Theta*.
    Eager,
    /// When it is expanded: Lazy Theta*.
    Lazy,
}

/// A search whose ways are straight lines between turning points.
#[derive(Clone, Debug)]
pub struct Theta<'a> {
    terrain: &'a Terrain,
    look: Look,
    aim: Aim,
    labels: Stamped,
    frontier: Frontier,
    /// Lines of sight asked for.
    pub looks: u64,
}

impl<'a> Theta<'a> {
    /// A search that has nowhere to begin yet.
    pub fn new(terrain: &'a Terrain, look: Look) -> Self {
        let mut aim = Aim::new(terrain);
        aim.measure = Measure::Euclidean;
        let labels = Stamped::new(terrain.node_count());
        Self { terrain, look, aim, labels, frontier: Frontier::default(), looks: 0 }
    }

    /// Cost of the straight line between two cells, in milli-steps, rounded to the nearest (up, where prices differ): its
    /// length times the mean price along it.
    pub fn line(terrain: &Terrain, from: NodeId, to: NodeId) -> Cost {
        let (a, b) = (terrain.cell(from), terrain.cell(to));
        let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
        if !terrain.is_uniform() {
            return priced(terrain, a, b);
        }
        let price = u64::from(terrain.cheapest());
        // Twice the length, one more, halved: the nearest whole number.
        ((4 * (dx * dx + dy * dy) * price * price).isqrt().div_ceil(2)) as Cost
    }

    /// Whether a node is reached more cheaply straight from its grandparent than by the corner between.
    fn is_worth_it(&self, grandparent: NodeId, node: NodeId, next: NodeId) -> bool {
        let by = |from: NodeId| {
            let base = self.labels.get(from).map_or(NO_PATH, |label| label.g);
            base.saturating_add(Theta::line(self.terrain, from, next))
        };
        self.terrain.is_uniform() || by(grandparent) <= by(node)
    }

    fn sees(&mut self, from: NodeId, to: NodeId) -> bool {
        self.looks += 1;
        self.terrain.is_clear(from, to)
    }

    /// Replaces a parent that does not see the node by the best expanded neighbour (lazy only).
    fn mend<O: Observer + ?Sized>(&mut self, node: NodeId, parent: NodeId, observer: &mut O) {
        if self.sees(parent, node) {
            return;
        }
        let mut best: Option<(Cost, NodeId)> = None;
        let (terrain, labels) = (self.terrain, &self.labels);
        terrain.successors(Visit { node, parent }, &mut |near, _| {
            if let Some(label) = labels.get(near).filter(|label| label.is_expanded()) {
                let g = label.g + Theta::line(terrain, near, node);
                best = Some(best.map_or((g, near), |best| best.min((g, near))));
            }
        });
        if let Some((g, near)) = best {
            self.labels.set(node, g, near);
            observer.reached_through(node, g, near);
        }
    }

    fn reach<O: Observer + ?Sized>(
        &mut self,
        next: NodeId,
        node: NodeId,
        grandparent: NodeId,
        observer: &mut O,
    ) {
        if self.labels.get(next).is_some_and(Label::is_expanded) {
            return;
        }
        let is_straight = self.look == Look::Lazy
            || (self.sees(grandparent, next) && self.is_worth_it(grandparent, node, next));
        let from = if is_straight { grandparent } else { node };
        let Some(base) = self.labels.get(from) else { return };
        let g = base.g + Theta::line(self.terrain, from, next);
        if self.labels.get(next).is_none_or(|known| g < known.g) {
            self.labels.set(next, g, from);
            self.frontier.push(Key { f: g + self.aim.estimate(next), g, node: next });
            observer.reached_through(next, g, from);
        }
    }
}

impl Algorithm for Theta<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.at(start, goal);
        self.labels.clear();
        self.frontier.clear();
        self.labels.set(start, 0, start);
        self.frontier.push(Key { f: self.aim.estimate(start), g: 0, node: start });
        self.looks = 0;
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(key) = self.frontier.pop() else { return Step::Exhausted };
        let Some(label) = self.labels.get(key.node) else { return Step::Exhausted };
        if label.g != key.g || label.is_expanded() {
            return Step::Working;
        }
        if self.look == Look::Lazy && label.parent() != key.node {
            self.mend(key.node, label.parent(), observer);
        }
        let Some(label) = self.labels.get(key.node) else { return Step::Exhausted };
        self.labels.close(key.node);
        observer.expanded(key.node, label.g, key.f);
        if key.node == self.aim.goal() {
            return Step::Found(key.node);
        }
        let terrain = self.terrain;
        let visit = Visit { node: key.node, parent: label.parent() };
        terrain.successors(visit, &mut |next, _| self.reach(next, key.node, label.parent(), observer));
        observer.waiting(self.frontier.len());
        Step::Working
    }

    fn way(&self) -> Vec<NodeId> {
        self.labels.way_to(self.aim.goal())
    }
}

/// Cost of a straight line over cells of different prices.
fn priced(terrain: &Terrain, from: Cell, to: Cell) -> Cost {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let (across, down) = (u64::from(dx.unsigned_abs()).max(1), u64::from(dy.unsigned_abs()).max(1));
    // The whole line in parts so small that it leaves columns and rows at whole numbers of them.
    let whole = 2 * across * down;
    let mut leaves = [if dx == 0 { whole } else { down }, if dy == 0 { whole } else { across }];
    let (mut x, mut y, mut at, mut sum) = (i32::from(from.x), i32::from(from.y), 0, 0);
    while at < whole {
        let next = leaves[0].min(leaves[1]).min(whole);
        let price = terrain.price(terrain.node(Cell::new(x as u16, y as u16)));
        sum += u64::from(price) * (next - at);
        at = next;
        if at == leaves[0] {
            (x, leaves[0]) = (x + dx.signum(), leaves[0] + 2 * down);
        }
        if at == leaves[1] {
            (y, leaves[1]) = (y + dy.signum(), leaves[1] + 2 * across);
        }
    }
    let squared = u128::from(dx.unsigned_abs()).pow(2) + u128::from(dy.unsigned_abs()).pow(2);
    let cost = squared * u128::from(sum).pow(2) / u128::from(whole).pow(2);
    (cost.isqrt() + u128::from(cost.isqrt().pow(2) < cost)) as Cost
}
