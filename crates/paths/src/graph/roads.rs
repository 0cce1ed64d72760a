//! A map as junctions and roads: cells with a choice are junctions, and the strings of cells between them, which only
//! lead on or back, are roads. In corridors this leaves few junctions.

use super::{Graph, NodeId, Terrain, Visit};

/// The junctions and roads of a terrain.
#[derive(Clone, Debug)]
pub struct Roads {
    /// The cells of the junctions, in ascending order.
    junctions: Vec<NodeId>,
    /// The cells of each road, both junctions included.
    chains: Vec<Vec<NodeId>>,
    /// The road and the position on it of each cell that is not a junction.
    position: Vec<Option<(u32, u32)>>,
}

/// Neighbours of a node.
fn neighbours(terrain: &Terrain, node: NodeId) -> Vec<NodeId> {
    let mut neighbours = Vec::new();
    terrain.successors(Visit { node, parent: node }, &mut |next, _| neighbours.push(next));
    neighbours
}

impl Roads {
    /// Finds the junctions of a terrain: every cell that has not exactly two neighbours, and one cell of each ring.
    pub fn of(terrain: &Terrain) -> Self {
        let free = (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).collect();
        let is_fork = |node: NodeId| terrain.legal_dirs(node).count_ones() != 2;
        Self::between(terrain.node_count(), free, is_fork, &|node| neighbours(terrain, node))
    }

    /// The same for any graph of `count` nodes whose edges all lead both ways, for some of its nodes in ascending
    /// order. Every node that is not a fork must have exactly two neighbours.
    pub fn between(
        count: u32,
        nodes: Vec<NodeId>,
        is_fork: impl Fn(NodeId) -> bool,
        neighbours: &impl Fn(NodeId) -> Vec<NodeId>,
    ) -> Self {
        let (forks, rest): (Vec<NodeId>, Vec<NodeId>) = nodes.into_iter().partition(|node| is_fork(*node));
        let mut roads = Self { junctions: forks, chains: Vec::new(), position: vec![None; count as usize] };
        for junction in 0..roads.junctions.len() {
            roads.trace_from(neighbours, roads.junctions[junction]);
        }
        for cell in rest {
            if roads.position[cell as usize].is_none() && roads.junction_at(cell).is_none() {
                let place = roads.junctions.partition_point(|other| *other < cell);
                roads.junctions.insert(place, cell);
                roads.trace_from(neighbours, cell);
            }
        }
        roads
    }

    /// Follows every road from a junction to its end, unless it was already followed from there.
    fn trace_from(&mut self, neighbours: &impl Fn(NodeId) -> Vec<NodeId>, junction: NodeId) {
        for first in neighbours(junction) {
            let mut road = vec![junction, first];
            while let [.., before, here] = road[..]
                && self.junction_at(here).is_none()
            {
                road.extend(neighbours(here).into_iter().find(|next| *next != before));
            }
            let [.., last_but_one, last] = road[..] else { continue };
            if (junction, first) <= (last, last_but_one) {
                for (at, cell) in road.iter().enumerate().take(road.len() - 1).skip(1) {
                    self.position[*cell as usize] = Some((self.chains.len() as u32, at as u32));
                }
                self.chains.push(road);
            }
        }
    }

    /// The cells of the junctions, in ascending order.
    pub fn junctions(&self) -> &[NodeId] {
        &self.junctions
    }

    /// The cells of each road, both junctions included.
    pub fn roads(&self) -> &[Vec<NodeId>] {
        &self.chains
    }

    /// Index of the junction at a cell; `None` for any other cell.
    pub fn junction_at(&self, cell: NodeId) -> Option<u32> {
        self.junctions.binary_search(&cell).ok().map(|place| place as u32)
    }

    /// The road of a cell that is no junction, and the cell's index in it.
    pub fn position_on_road(&self, cell: NodeId) -> Option<(usize, usize)> {
        self.position[cell as usize].map(|(road, at)| (road as usize, at as usize))
    }

    /// Bytes that junctions and roads take.
    pub fn bytes(&self) -> usize {
        let cells = self.junctions.len() + self.chains.iter().map(Vec::len).sum::<usize>();
        cells * size_of::<NodeId>() + self.position.len() * size_of::<Option<(u32, u32)>>()
    }
}
