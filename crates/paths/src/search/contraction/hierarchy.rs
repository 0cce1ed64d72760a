//! The finished hierarchy: the edges of each node to more important ones, and how a shortcut is unpacked.

use crate::graph::{Cost, NodeId};

/// The middle of an edge that is no shortcut.
pub(super) const NO_NODE: NodeId = NodeId::MAX;

/// An edge between a node and a more important one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct HierarchyEdge {
    /// The node at the other end.
    pub other: NodeId,
    /// The node that a shortcut leads over, or [`NO_NODE`].
    pub middle: NodeId,
    /// Cost in milli-steps.
    pub cost: Cost,
}

/// The links of all nodes, those of a node side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HierarchyEdges {
    offsets: Vec<u32>,
    links: Vec<HierarchyEdge>,
}

impl HierarchyEdges {
    pub(super) fn new(lists: impl Iterator<Item = Vec<HierarchyEdge>>) -> Self {
        let (mut offsets, mut links) = (vec![0], Vec::new());
        for list in lists {
            links.extend(list);
            offsets.push(links.len() as u32);
        }
        Self { offsets, links }
    }

    #[inline]
    pub(super) fn of(&self, node: NodeId) -> &[HierarchyEdge] {
        let [from, to] = [0, 1].map(|more| self.offsets[node as usize + more] as usize);
        &self.links[from..to]
    }

    fn bytes(&self) -> usize {
        self.offsets.len() * size_of::<u32>() + self.links.len() * size_of::<HierarchyEdge>()
    }
}

/// A graph whose nodes are numbered by importance, the most important first. Nodes of the core are linked to each
/// other both ways.
#[derive(Clone, Debug)]
pub(in crate::search) struct Hierarchy {
    /// Edges out of each node to more important ones.
    pub(super) leaving: HierarchyEdges,
    /// Edges into each node from more important ones; `None` if they are the same.
    pub(super) arriving: Option<HierarchyEdges>,
    /// Number of nodes that were not removed.
    pub(super) core: u32,
    /// The rank of each node of the original graph.
    ranks: Vec<NodeId>,
}

impl Hierarchy {
    pub(super) fn new(
        leaving: HierarchyEdges,
        arriving: HierarchyEdges,
        core: u32,
        ranks: Vec<NodeId>,
    ) -> Self {
        let arriving = (arriving != leaving).then_some(arriving);
        Self { leaving, arriving, core, ranks }
    }

    /// The place of a node of the original graph in this one.
    #[inline]
    pub(in crate::search) fn rank(&self, node: NodeId) -> NodeId {
        self.ranks[node as usize]
    }

    pub(super) fn node_count(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// Number of nodes that were not removed; they are the first.
    pub(in crate::search) fn core_len(&self) -> u32 {
        self.core
    }

    /// The links that a search from the start (`true`) or from the goal climbs, and those against which it stalls.
    #[inline]
    pub(super) fn links(&self, is_forward: bool) -> (&HierarchyEdges, &HierarchyEdges) {
        let arriving = self.arriving.as_ref().unwrap_or(&self.leaving);
        if is_forward { (&self.leaving, arriving) } else { (arriving, &self.leaving) }
    }

    /// The links of a node to more important ones: edges out of it, or into it.
    pub(in crate::search) fn climbing(&self, node: NodeId, is_forward: bool) -> &[HierarchyEdge] {
        self.links(is_forward).0.of(node)
    }

    /// Adds the nodes after `from` on the edge to `to`, up to that.
    pub(super) fn unpack(&self, from: NodeId, to: NodeId, path: &mut Vec<NodeId>) {
        let mut left = vec![(from, to)];
        while let Some((from, to)) = left.pop() {
            // The less important end has the link.
            let (list, other) = if from > to {
                (self.links(true).0.of(from), to)
            } else {
                (self.links(false).0.of(to), from)
            };
            match list.iter().find(|link| link.other == other) {
                Some(link) if link.middle != NO_NODE => left.extend([(link.middle, to), (from, link.middle)]),
                _ => path.push(to),
            }
        }
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.leaving.bytes()
            + self.arriving.as_ref().map_or(0, HierarchyEdges::bytes)
            + self.ranks.len() * size_of::<NodeId>()
    }
}
