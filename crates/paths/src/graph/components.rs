//! Connected components: which nodes can reach each other at all, so that "no way" is answered at once and not by
//! a search that explores every nook. One flood a component, O(n) time, four bytes a node.

use super::{Graph, NodeId, Terrain, Visit};

/// The number of each node's component.
#[derive(Clone, Debug)]
pub struct Components {
    labels: Vec<u32>,
    count: u32,
}

const WALL: u32 = u32::MAX;

/// The root of a part in a forest of parts that were joined (union-find, with every other link on the way shortened).
pub fn root(roots: &mut [u32], mut part: u32) -> u32 {
    while roots[part as usize] != part {
        roots[part as usize] = roots[roots[part as usize] as usize];
        part = roots[part as usize];
    }
    part
}

impl Components {
    /// Floods every component of a terrain once. Whoever can go somewhere can come back, at whatever price.
    pub fn of(terrain: &Terrain) -> Self {
        let mut labels = vec![WALL; terrain.node_count() as usize];
        let mut count = 0;
        let mut waiting = Vec::new();
        for seed in 0..terrain.node_count() {
            if terrain.is_wall(seed) || labels[seed as usize] != WALL {
                continue;
            }
            labels[seed as usize] = count;
            waiting.push(seed);
            while let Some(node) = waiting.pop() {
                terrain.successors(Visit { node, parent: node }, &mut |next, _| {
                    if labels[next as usize] == WALL {
                        labels[next as usize] = count;
                        waiting.push(next);
                    }
                });
            }
            count += 1;
        }
        Self { labels, count }
    }

    /// Number of components.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether one can go from one node to the other.
    pub fn are_joined(&self, a: NodeId, b: NodeId) -> bool {
        self.labels[a as usize] != WALL && self.labels[a as usize] == self.labels[b as usize]
    }

    /// The nodes of the component that has most, in order; of several such, the first.
    pub fn largest(&self) -> Vec<NodeId> {
        let mut sizes = vec![0u32; self.count as usize];
        for label in self.labels.iter().filter(|label| **label != WALL) {
            sizes[*label as usize] += 1;
        }
        let largest = (0..self.count).max_by_key(|label| (sizes[*label as usize], std::cmp::Reverse(*label)));
        let is_inside = |node: &NodeId| Some(self.labels[*node as usize]) == largest;
        (0..self.labels.len() as NodeId).filter(is_inside).collect()
    }

    /// Bytes that the labels take.
    pub fn bytes(&self) -> usize {
        self.labels.len() * size_of::<u32>()
    }
}
