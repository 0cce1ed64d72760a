//! Biconnected components ("blocks"): the largest parts of a map that no single cell separates (Hopcroft & Tarjan
//! 1973). A simple path never leaves a block through the cell where it entered, so whatever hangs on the map by one
//! cell is a dead end for every path that neither starts nor ends inside. One depth-first search, O(n) time, eight
//! bytes per node.

use super::{Graph, NodeId, Terrain, Visit};

/// The blocks of a terrain. Two neighbours share exactly one.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// Discovery order of each node in the depth-first search; [`NONE`] at walls.
    order: Vec<u32>,
    /// The block that each node shares with its parent in the search tree; [`NONE`] at walls and roots.
    block_of: Vec<u32>,
    /// The first discovered node of each block: its articulation point towards the root.
    top: Vec<NodeId>,
}

const NONE: u32 = u32::MAX;

/// A node on the search stack, with its neighbours that were not tried yet.
struct DfsFrame {
    node: NodeId,
    untried: Vec<NodeId>,
    /// The smallest discovery order among the neighbours of its subtree (the low point).
    low: u32,
}

impl Blocks {
    /// Computes the blocks of the whole terrain.
    pub fn of(terrain: &Terrain) -> Self {
        let none = vec![NONE; terrain.node_count() as usize];
        let mut blocks = Self { order: none.clone(), block_of: none, top: Vec::new() };
        let mut count = 0;
        for root in 0..terrain.node_count() {
            if !terrain.is_wall(root) && blocks.order[root as usize] == NONE {
                blocks.walk_component(terrain, root, &mut count);
            }
        }
        blocks
    }

    fn walk_component(&mut self, terrain: &Terrain, root: NodeId, count: &mut u32) {
        let mut discover = |order: &mut [u32], node: NodeId| {
            let mut untried = Vec::new();
            terrain.successors(Visit { node, parent: node }, &mut |next, _| untried.push(next));
            order[node as usize] = *count;
            *count += 1;
            DfsFrame { node, untried, low: order[node as usize] }
        };
        let mut stack = vec![discover(&mut self.order, root)];
        // Nodes that are done and belong to no block yet.
        let mut unassigned = Vec::new();
        while let Some(here) = stack.last_mut() {
            if let Some(next) = here.untried.pop() {
                if self.order[next as usize] == NONE {
                    stack.push(discover(&mut self.order, next));
                } else {
                    here.low = here.low.min(self.order[next as usize]);
                }
                continue;
            }
            let (node, low) = (here.node, here.low);
            stack.pop();
            let Some(before) = stack.last_mut() else { continue };
            before.low = before.low.min(low);
            unassigned.push(node);
            // No node below this one has an edge above its parent: the parent is an articulation point.
            if low >= self.order[before.node as usize] {
                self.close_block(before.node, node, &mut unassigned);
            }
        }
    }

    /// The block consists of the nodes discovered since its first node below the top.
    fn close_block(&mut self, top: NodeId, first: NodeId, unassigned: &mut Vec<NodeId>) {
        let block = self.top.len() as u32;
        self.top.push(top);
        let first_order = self.order[first as usize];
        while let Some(node) = unassigned.pop_if(|node| self.order[*node as usize] >= first_order) {
            self.block_of[node as usize] = block;
        }
    }

    /// Number of blocks.
    pub fn block_count(&self) -> u32 {
        self.top.len() as u32
    }

    /// Index of the block that two neighbours share.
    pub fn block_of_edge(&self, from: NodeId, to: NodeId) -> u32 {
        let later = if self.order[from as usize] > self.order[to as usize] { from } else { to };
        self.block_of[later as usize]
    }

    /// The blocks that a path between two nodes passes, each once, in no particular order; `None` if there is no path.
    pub fn blocks_between(&self, a: NodeId, b: NodeId) -> Option<Vec<u32>> {
        let mut passed = Vec::new();
        let mut cut_nodes = [a, b];
        loop {
            let [one, other] = cut_nodes.map(|cut_node| self.block_of[cut_node as usize]);
            if cut_nodes[0] == cut_nodes[1] {
                return Some(passed);
            }
            if one == other {
                passed.push(one);
                return (one != NONE).then_some(passed);
            }
            // Go up from the deeper block: what lies below it is deeper still.
            let depth = |block: u32| self.top.get(block as usize).map(|top| self.order[*top as usize]);
            let up = usize::from(depth(other) > depth(one));
            let block = [one, other][up];
            passed.push(block);
            cut_nodes[up] = self.top[block as usize];
        }
    }

    /// Bytes that the blocks take.
    pub fn bytes(&self) -> usize {
        (self.order.len() + self.block_of.len() + self.top.len()) * size_of::<u32>()
    }
}
