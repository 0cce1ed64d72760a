//! A* that stays out of dead ends (dead-end regions as in Björnsson & Halldórsson 2006, found as the biconnected
//! components of Hopcroft & Tarjan 1973).
//!
//! The idea: whatever hangs on the rest of the map by one cell, such as a nook, a blind corridor or a house with one
//! door, can be left out by a path that neither starts nor ends in it: the path would have to leave through the cell
//! where it entered. So divide the map at such cells beforehand. The blocks form a tree, and those between start and
//! goal are a path in it; A* searches these only. Without such a path of blocks there is no path, and no search.
//! Promise: optimal. Needs: preparation whenever a wall changes; prices do not matter to it.
//! Units: milli-steps. Ties: newest first.
//! Cost: a depth-first search beforehand; twelve bytes a cell with the flags.
//! Differs from the paper in finding the regions exactly instead of by a division into rooms, and in excluding, for
//! each query, all regions that cannot matter.

use super::frontiers::Buckets;
use super::{Aim, Algorithm, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Blocks, Board, Graph, NodeId, Only, Terrain};

/// A search that stays in the blocks between start and goal.
#[derive(Clone, Debug)]
pub struct DeadEnds<'a> {
    terrain: &'a Terrain,
    blocks: Blocks,
    /// The blocks of this query, and the same as a flag per block.
    passed: Option<Vec<u32>>,
    is_passed: Vec<bool>,
    aim: Aim,
    search: Search<Buckets, Stamped>,
}

impl<'a> DeadEnds<'a> {
    /// Computes the blocks of the terrain.
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
