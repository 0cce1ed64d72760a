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
use super::{Algorithm, GridTarget, Observer, Rank, Search, StampedLabels, Step};
use crate::graph::{Blocks, EdgeFiltered, Graph, GridGraph, NodeId, Terrain};

/// A search that stays in the blocks between start and goal.
#[derive(Clone, Debug)]
pub struct DeadEndPruned<'a> {
    terrain: &'a Terrain,
    blocks: Blocks,
    /// The blocks of this query, and the same as a flag per block.
    path_blocks: Option<Vec<u32>>,
    is_on_path: Vec<bool>,
    aim: GridTarget,
    search: Search<Buckets, StampedLabels>,
}

impl<'a> DeadEndPruned<'a> {
    /// Computes the blocks of the terrain.
    pub fn new(terrain: &'a Terrain) -> Self {
        let blocks = Blocks::of(terrain);
        let frontier = Buckets::for_steps(GridGraph::dearest(terrain));
        Self {
            terrain,
            is_on_path: vec![false; blocks.block_count() as usize],
            blocks,
            path_blocks: None,
            aim: GridTarget::new(terrain),
            search: Search::from_parts(frontier, StampedLabels::new(terrain.node_count())),
        }
    }
}

impl Algorithm for DeadEndPruned<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        for block in self.path_blocks.take().into_iter().flatten() {
            self.is_on_path[block as usize] = false;
        }
        self.path_blocks = self.blocks.blocks_between(start, goal);
        for block in self.path_blocks.iter().flatten() {
            self.is_on_path[*block as usize] = true;
        }
        self.aim.set(start, goal);
        self.search.restart(start, Rank::AStar, &self.aim);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.path_blocks.is_none() {
            return Step::Exhausted;
        }
        let keeps = |from, to| self.is_on_path[self.blocks.block_of_edge(from, to) as usize];
        self.search.step(&EdgeFiltered { graph: self.terrain, keeps }, &self.aim, observer)
    }

    fn path(&self) -> Vec<NodeId> {
        self.search.path_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        self.blocks.bytes() + self.is_on_path.len()
    }
}
