//! A* that stays out of dead ends (dead-end regions as in Björnsson & Halldórsson 2006, found by the blocks of Hopcroft
//! & Tarjan 1973).
//!
//! The idea: whatever hangs on the rest of the map by one cell, such as a nook, a blind corridor or a house with one
//! door, can be left out by all who neither begin nor end in it: they would have to come out through the cell by which
//! they went in. So cut the map at such cells beforehand. The pieces form a tree, and the pieces between start
//! and goal are a path in it; A* is shown these only. Without such a path there is no way, and no search.
//! Promise: optimal. Needs: preparation whenever a wall changes; prices do not matter to it.
//! Units: milli-steps. Ties: newest first. Cost: a depth-first walk beforehand; twelve bytes a cell with the marks.
//! Differs from the paper in finding the regions exactly instead of by a division into rooms, and in knowing for each
//! question all regions that cannot matter.

use super::frontiers::Buckets;
use super::{Aim, Algorithm, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Blocks, Board, Graph, NodeId, Only, Terrain};

/// A search that stays in the blocks between start and goal.
#[derive(Clone, Debug)]
pub struct DeadEnds<'a> {
    terrain: &'a Terrain,
    blocks: Blocks,
    /// The blocks of this question, and the same as a flag for each of all.
    passed: Option<Vec<u32>>,
    is_passed: Vec<bool>,
    aim: Aim,
    search: Search<Buckets, Stamped>,
}

impl<'a> DeadEnds<'a> {
    /// Cuts the terrain into blocks.
    pub fn new(terrain: &'a Terrain) -> Self {
        let blocks = Blocks::of(terrain);
        let frontier = Buckets::for_steps(Board::dearest(terrain));
        Self {
            terrain,
            is_passed: vec![false; blocks.count() as usize],
            blocks,
            passed: None,
            aim: Aim::new(terrain),
            search: Search::of_parts(frontier, Stamped::new(terrain.node_count())),
        }
    }
}

impl Algorithm for DeadEnds<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        for block in self.passed.take().into_iter().flatten() {
            self.is_passed[block as usize] = false;
        }
        self.passed = self.blocks.between(start, goal);
        for block in self.passed.iter().flatten() {
            self.is_passed[*block as usize] = true;
        }
        self.aim.at(start, goal);
        self.search.restart(start, Rank::AStar, &self.aim);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.passed.is_none() {
            return Step::Exhausted;
        }
        let keeps = |from, to| self.is_passed[self.blocks.of_step(from, to) as usize];
        self.search.step(&Only { graph: self.terrain, keeps }, &self.aim, observer)
    }

    fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        self.blocks.bytes() + self.is_passed.len()
    }
}
