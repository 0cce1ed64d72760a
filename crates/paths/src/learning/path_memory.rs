//! Whole paths from memory, and why they cannot be learned that way (after Patel, "AI techniques": neural networks).
//!
//! The idea: keep each path that was found with its start and goal, and answer a new question with the path of the most
//! similar old one, its steps taken from the new start. That is what a function from start and goal to a whole path
//! would do between its samples. Steps that were right elsewhere lead into walls and end beside the goal, an answer has any
//! length, and a change of the map makes answers wrong that were right.
//! Promise: none; [`is_answer`] says whether it is a path. Needs: paths found before.
//! Units: similarity in milli-steps. Ties: the oldest.
//! Cost: a whole path per question, and a look at each.

use crate::graph::{NodeId, Terrain};
use crate::grid::{Cell, Dir8, Size};

/// Paths that were found.
#[derive(Clone, Debug)]
pub struct PathMemory {
    size: Size,
    stored: Vec<StoredPath>,
}

#[derive(Clone, Debug)]
struct StoredPath {
    start: Cell,
    goal: Cell,
    steps: Vec<Dir8>,
}

impl PathMemory {
    /// Has no paths yet.
    pub fn new(size: Size) -> PathMemory {
        PathMemory { size, stored: Vec::new() }
    }

    /// Keeps a path over neighbouring cells; one without cells is not kept.
    pub fn store(&mut self, path: &[NodeId]) {
        let cells: Vec<Cell> = path.iter().map(|node| self.size.cell(*node as usize)).collect();
        let (Some(start), Some(goal)) = (cells.first(), cells.last()) else { return };
        let steps = cells.windows(2).filter_map(|step| step[0].dir_to(step[1])).collect();
        self.stored.push(StoredPath { start: *start, goal: *goal, steps });
    }

    /// Number of steps that it keeps.
    pub fn step_count(&self) -> usize {
        self.stored.iter().map(|path| path.steps.len()).sum()
    }

    /// The steps of the most similar question, from this start as far as the map goes; empty without any path.
    pub fn answer(&self, start: NodeId, goal: NodeId) -> Vec<NodeId> {
        let [from, to] = [start, goal].map(|node| self.size.cell(node as usize));
        let unlike = |path: &&StoredPath| path.start.octile(from) + path.goal.octile(to);
        let Some(nearest) = self.stored.iter().min_by_key(unlike) else { return Vec::new() };
        let mut path = vec![from];
        for dir in &nearest.steps {
            let Some(next) = path.last().and_then(|cell| self.size.step(*cell, *dir)) else { break };
            path.push(next);
        }
        path.into_iter().map(|cell| self.size.index(cell) as NodeId).collect()
    }
}

/// Whether these nodes are a path from start to goal on this terrain.
pub fn is_answer(terrain: &Terrain, path: &[NodeId], start: NodeId, goal: NodeId) -> bool {
    let ends = path.first() == Some(&start) && path.last() == Some(&goal);
    ends && !terrain.is_wall(start) && terrain.path_cost(path).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Moves;

    #[test]
    fn what_was_asked_is_known_until_the_map_changes_and_little_else() {
        let mut terrain = Terrain::from_text("....\n.##.\n....", Moves::Four).unwrap();
        let mut memory = PathMemory::new(terrain.size());
        assert!(memory.answer(0, 3).is_empty());
        memory.store(&[]);
        memory.store(&[0, 1, 2, 3, 7]);
        let answer = memory.answer(0, 7);
        assert!(is_answer(&terrain, &answer, 0, 7));
        assert_eq!(memory.step_count(), 4);
        // The same steps from a cell further down lead through a wall.
        assert!(!is_answer(&terrain, &memory.answer(4, 11), 4, 11));
        terrain.set_price(2, 0);
        assert!(!is_answer(&terrain, &answer, 0, 7), "a wall stands on it");
    }
}
