//! Fringe search (Björnsson, Enzenberger, Holte & Schaeffer 2005).
//!
//! The idea: between A* and IDA*. The open nodes are a plain list, visited from its head; a node with an f within the
//! limit is expanded and its neighbours are inserted right behind it, a node beyond the limit stays for later. At the
//! end of the list the limit rises to the smallest f that exceeded it, and the list is visited again. Nothing is ever
//! sorted, and no work is thrown away.
//! Promise: optimal under an admissible estimate. Needs: nothing.
//! Units: milli-steps. Ties: newest first.
//! Cost: more visits than A*, each cheaper; 16 bytes an entry, 12 a node.
//! Differs from the paper in having two stacks, "now" and "later", instead of one linked list, and duplicates instead
//! of removals.

use super::{Algorithm, GridTarget, Heuristic, LabelTable, Observer, StampedLabels, Step};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain, Visit};

/// A fringe search.
#[derive(Clone, Debug)]
pub struct FringeSearch<'a> {
    terrain: &'a Terrain,
    aim: GridTarget,
    labels: StampedLabels,
    /// Entries of this round with their g, the next one last.
    now: Vec<(NodeId, Cost)>,
    /// Entries beyond the limit.
    later: Vec<(NodeId, Cost)>,
    limit: Cost,
    excess: Cost,
}

impl<'a> FringeSearch<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain) -> Self {
        let (aim, labels) = (GridTarget::new(terrain), StampedLabels::new(terrain.node_count()));
        Self { terrain, aim, labels, now: Vec::new(), later: Vec::new(), limit: 0, excess: Cost::MAX }
    }

    /// Whether the entry is the best known path to its node, which was not expanded since.
    fn is_fresh(&self, node: NodeId, g: Cost) -> bool {
        self.labels.get(node).is_some_and(|label| label.g == g && !label.is_expanded())
    }
}

impl Algorithm for FringeSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        self.labels.clear();
        self.labels.relax(start, 0, start);
        self.now.clear();
        self.later.clear();
        self.now.push((start, 0));
        (self.limit, self.excess) = (self.aim.estimate(start), NO_PATH);
    }

    /// Expands the next entry within the limit; those beyond it are postponed.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        while let Some((node, g)) = self.now.pop() {
            if !self.is_fresh(node, g) {
                continue;
            }
            let f = g + self.aim.estimate(node);
            if f > self.limit {
                self.excess = self.excess.min(f);
                self.later.push((node, g));
                continue;
            }
            observer.expanded(node, g, f);
            if node == self.aim.goal() {
                return Step::Found(node);
            }
            self.labels.close(node);
            self.terrain.successors(Visit { node, parent: node }, &mut |next, cost| {
                let new_g = g + cost;
                if self.labels.get(next).is_none_or(|known| new_g < known.g) {
                    self.labels.relax(next, new_g, node);
                    self.now.push((next, new_g));
                    observer.generated(next, new_g);
                }
            });
            observer.frontier_len(self.now.len() + self.later.len());
            return Step::Working;
        }
        if self.later.is_empty() {
            return Step::Exhausted;
        }
        (self.limit, self.excess) = (self.excess, NO_PATH);
        std::mem::swap(&mut self.now, &mut self.later);
        self.now.reverse();
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.labels.path_to(self.aim.goal())
    }
}
