//! Room for a group: every unit gets a cell of its own around their goal.

use crate::graph::{Corner, Graph, Grid8, NodeId, Visit};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::UnitIx;
use std::collections::BTreeSet;

/// Cells that are examined for each place of a group, at most.
const EXAMINED_PER_PLACE_MAX: usize = 12;

impl Game {
    /// As many distinct cells around a goal as there are units, nearest first. The cells are reachable from the goal as
    /// far as is known, and no other unit is seen standing on them. A settlement or camp has room for all.
    pub(in crate::sim) fn room_around(&self, indices: &[UnitIx], goal: Cell) -> Vec<Cell> {
        let size = self.world.size();
        let unit = &self.world.units[indices[0]];
        let believes = self.believes(unit.people, unit.kind, &[]);
        let belief = &self.world.peoples[unit.people].belief;
        let is_known_haven = |cell: Cell| belief.is_known(cell) && self.derived.haven[cell];
        if is_known_haven(goal) {
            return vec![goal; indices.len()];
        }
        let graph = Grid8 { size, cost: &believes, corner: Corner::BothFree };
        let visible = &self.derived.visible[unit.people];
        let is_taken = |cell: Cell| {
            let holder = self.derived.holder(cell).filter(|_| visible[cell] > 0);
            let other = holder.and_then(|id| self.world.unit_index(id));
            other.is_some_and(|i| indices.binary_search(&i).is_err() && self.world.units[i].next.is_none())
        };
        let mut queue = vec![size.index(goal) as NodeId];
        let mut seen: BTreeSet<NodeId> = queue.iter().copied().collect();
        let mut places = Vec::new();
        let mut next = 0;
        while next < queue.len()
            && next < indices.len() * EXAMINED_PER_PLACE_MAX + 64
            && places.len() < indices.len()
        {
            let node = queue[next];
            let cell = size.cell(node as usize);
            if !is_known_haven(cell) && !is_taken(cell) {
                places.push(cell);
            }
            graph.successors(Visit { node, parent: node }, &mut |to, _| {
                if seen.insert(to) {
                    queue.push(to);
                }
            });
            next += 1;
        }
        places.resize(indices.len(), goal);
        places
    }
}
