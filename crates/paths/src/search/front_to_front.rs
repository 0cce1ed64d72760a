//! Bidirectional A*, front to front (de Champeaux & Sint 1977, repaired 1983).
//!
//! The idea: two searches that each aim at the other's root pass each other like two missiles. So aim at the other
//! front instead: of all pairs of a node x that waits here and a node y that waits there, take the one with the
//! smallest g(x) + h(x, y) + g(y), and expand one of the two. That sum is the least that any way between them can
//! cost, so when the best meeting costs no more, it is the best way.
//! Promise: optimal under a consistent estimate. Needs: edges that can be walked backwards. Units: milli-steps.
//! Ties: the x with the larger g, then the smaller node; the y with the larger g, then the smaller node.
//! Cost: the fewest expansions of the searches from both ends, and for each node reached a look at the whole
//! front of the other side.
//! Differs from the paper in keeping one best y for each x. As the other front goes on, the best sum of an x never
//! falls: whoever replaces a y lies behind it. So a sum counts for as long as its y waits, and is worked out anew only
//! when it comes up for expansion without one.

use super::ends::{Ends, Side};
use super::{Algorithm, Frontier, Key, Measure, Observer, Pace, Queue, Step};
use crate::graph::{Board, Cost, Graph, NodeId, Terrain};
use crate::grid::Cell;
use std::cmp::Reverse;

/// Somebody who waits on the other side.
#[derive(Clone, Copy, Debug)]
struct Mate {
    node: NodeId,
    cell: Cell,
    g: Cost,
}

/// A search from both ends, each of which aims at the other's front.
#[derive(Clone, Debug)]
pub struct FrontToFront<'a> {
    ends: Ends<'a>,
    measure: Measure,
    /// What waits ahead; f is the sum of the pair.
    pairs: Frontier,
    /// What waits behind, stale entries included.
    behind: Vec<Mate>,
    /// The best mate of each node that waits ahead.
    mates: Vec<Mate>,
    /// What an expansion reached: kept for its memory.
    reached: Vec<(NodeId, Cost)>,
}

impl<'a> FrontToFront<'a> {
    /// A search that has nowhere to begin yet.
    pub fn new(terrain: &'a Terrain) -> Self {
        let nobody = Mate { node: 0, cell: Cell::new(0, 0), g: 0 };
        Self {
            ends: Ends::new(terrain, Pace::Prices),
            measure: Measure::for_layout(terrain.layout()),
            pairs: Frontier::default(),
            behind: Vec::new(),
            mates: vec![nobody; terrain.node_count() as usize],
            reached: Vec::new(),
        }
    }

    fn mate(&self, node: NodeId, g: Cost) -> Mate {
        Mate { node, cell: self.ends.terrain.cell(node), g }
    }

    /// Finds the best mate for a node ahead, with which it then waits. If nobody is left behind, neither does it wait.
    fn pair_up(&mut self, node: NodeId, g: Cost) {
        let ends = &self.ends;
        self.behind.retain(|mate| ends.is_fresh(Side::Backward, mate.node, mate.g));
        let (here, cheapest) = (ends.terrain.cell(node), ends.terrain.cheapest());
        let sum = |mate: &Mate| mate.g + self.measure.between(here, mate.cell, cheapest);
        if let Some(mate) = self.behind.iter().min_by_key(|mate| (sum(mate), Reverse(mate.g), mate.node)) {
            self.mates[node as usize] = *mate;
            self.pairs.push(Key { f: g + sum(mate), g, node });
        }
    }

    /// The best pair of two that both wait.
    fn best_pair(&mut self) -> Option<(Key, Mate)> {
        loop {
            let ends = &self.ends;
            let key = self.pairs.drop_until(|key| ends.is_fresh(Side::Forward, key.node, key.g))?;
            let mate = self.mates[key.node as usize];
            if ends.is_fresh(Side::Backward, mate.node, mate.g) {
                return Some((key, mate));
            }
            self.pairs.pop();
            self.pair_up(key.node, key.g);
        }
    }
}

impl Algorithm for FrontToFront<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.ends.begin(start, goal);
        self.pairs.clear();
        self.behind = vec![self.mate(goal, 0)];
        self.pair_up(start, 0);
    }

    /// Expands the side on which less waits.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some((key, mate)) = self.best_pair() else { return self.ends.end() };
        if self.ends.is_proven(key.f) {
            return self.ends.end();
        }
        let mut reached = std::mem::take(&mut self.reached);
        if self.pairs.len() <= self.behind.len() {
            self.pairs.pop();
            self.ends.expand(Side::Forward, key, observer, |node, g| reached.push((node, g)));
            reached.drain(..).for_each(|(node, g)| self.pair_up(node, g));
        } else {
            let key = Key { f: key.f, g: mate.g, node: mate.node };
            self.ends.expand(Side::Backward, key, observer, |node, g| reached.push((node, g)));
            let mates: Vec<Mate> = reached.drain(..).map(|(node, g)| self.mate(node, g)).collect();
            self.behind.extend(mates);
        }
        self.reached = reached;
        observer.waiting(self.pairs.len() + self.behind.len());
        Step::Working
    }

    fn way(&self) -> Vec<NodeId> {
        self.ends.way()
    }
}
