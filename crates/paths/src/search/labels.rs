//! Labels: cost, parent and state of the nodes a search has generated.

use crate::graph::{COST_MAX, Cost, NO_PATH, NODE_COUNT_MAX, NodeId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Nodes per page. A search generates a small part of a large graph, so labels come in pages on demand: nothing to
/// initialise, memory by use, and on a grid a page is a strip of neighbouring cells.
const PAGE_NODES: usize = 64;
/// Initial capacity in pages: most searches are short, and growing would cost as much as searching.
const PAGE_CAPACITY: usize = 16;
const UNREACHED: Cost = NO_PATH;
const CLOSED: u32 = NODE_COUNT_MAX;

/// The label of one generated node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// Cost of the best known path from the start, in milli-steps.
    pub g: Cost,
    /// The parent on that path, with the top bit set once the node was expanded.
    parent_and_state: u32,
}

impl Label {
    /// The label of a node that was just generated at cost `g` from `parent`.
    #[inline]
    pub(super) fn new(g: Cost, parent: NodeId) -> Label {
        Label { g, parent_and_state: parent }
    }

    /// Marks the node as expanded.
    #[inline]
    pub(super) fn close(&mut self) {
        self.parent_and_state |= CLOSED;
    }

    /// The previous node on the best known path (itself at the start).
    #[inline]
    pub fn parent(self) -> NodeId {
        self.parent_and_state & !CLOSED
    }

    /// Whether the node was expanded, and no cheaper path to it was found since.
    #[inline]
    pub fn is_expanded(self) -> bool {
        self.parent_and_state & CLOSED != 0
    }
}

/// A table of labels by node.
pub trait LabelTable {
    /// Number of nodes of the graph.
    fn node_count(&self) -> u32;
    /// The label of a node, or `None` if the node was not generated.
    fn get(&self, node: NodeId) -> Option<Label>;
    /// Whether cost `g` is less than the known cost of the node, or the node is new.
    #[inline]
    fn improves(&self, node: NodeId, g: Cost) -> bool {
        self.get(node).is_none_or(|known| g < known.g)
    }
    /// Whether the node is open at cost `g`: not expanded, and no cheaper path was found since.
    #[inline]
    fn is_open_at(&self, node: NodeId, g: Cost) -> bool {
        self.get(node).is_some_and(|label| label.g == g && !label.is_expanded())
    }
    /// The previous node on the best known path to a generated one (itself at the start).
    #[inline]
    fn parent(&self, node: NodeId) -> NodeId {
        self.get(node).map_or(node, Label::parent)
    }
    /// Records a cheaper path to a node, which is open again.
    fn relax(&mut self, node: NodeId, g: Cost, parent: NodeId);
    /// Marks a generated node as expanded.
    fn close(&mut self, node: NodeId);
    /// Number of generated nodes.
    fn label_count(&self) -> u32;
    /// Removes all labels.
    fn clear(&mut self);

    /// The path from the start to a generated `node`, both included.
    fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = vec![node];
        let mut here = node;
        while let Some(label) = self.get(here) {
            if label.parent() == here {
                break;
            }
            here = label.parent();
            path.push(here);
        }
        path.reverse();
        path
    }
}

/// The labels of a strip of nodes, as a struct of arrays: an array of structs would pad each label to 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Page {
    g: [Cost; PAGE_NODES],
    parents_and_states: [u32; PAGE_NODES],
}

impl Page {
    const EMPTY: Page = Page { g: [UNREACHED; PAGE_NODES], parents_and_states: [0; PAGE_NODES] };

    #[inline]
    fn get(&self, index: usize) -> Option<Label> {
        let (g, parent_and_state) = (self.g[index], self.parents_and_states[index]);
        (g != UNREACHED).then_some(Label { g, parent_and_state })
    }
}

/// A sparse table of labels, which can be serialized.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    node_count: u32,
    /// 1 + index into `pages`, or 0 for a page that is not allocated.
    directory: Vec<u32>,
    pages: Vec<Page>,
    reached: u32,
}

impl Labels {
    /// No labels yet, for a graph of this many nodes (at most 2³¹).
    #[inline]
    pub fn new(node_count: u32) -> Self {
        let (directory, pages) =
            (vec![0; node_count as usize / PAGE_NODES + 1], Vec::with_capacity(PAGE_CAPACITY));
        Self { node_count, directory, pages, reached: 0 }
    }

    /// The label of a node, or `None` if the node was not generated.
    #[inline]
    pub fn get(&self, node: NodeId) -> Option<Label> {
        let page = self.directory[node as usize / PAGE_NODES];
        self.pages.get((page as usize).checked_sub(1)?)?.get(node as usize % PAGE_NODES)
    }

    /// Number of generated nodes.
    #[inline]
    pub fn label_count(&self) -> u32 {
        self.reached
    }

    /// Every generated node with its label, in node order.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, Label)> {
        let touched = self.directory.iter().enumerate().filter(|(_, page)| **page != 0);
        touched.flat_map(move |(strip, page)| {
            let page = &self.pages[*page as usize - 1];
            (0..PAGE_NODES)
                .filter_map(move |index| Some(((strip * PAGE_NODES + index) as NodeId, page.get(index)?)))
        })
    }

    /// The page of a node, and its index in the page.
    #[inline]
    fn slot(&mut self, node: NodeId) -> (&mut Page, usize) {
        let entry = &mut self.directory[node as usize / PAGE_NODES];
        if *entry == 0 {
            self.pages.push(Page::EMPTY);
            *entry = self.pages.len() as u32;
        }
        (&mut self.pages[*entry as usize - 1], node as usize % PAGE_NODES)
    }
}

impl LabelTable for Labels {
    fn node_count(&self) -> u32 {
        self.node_count
    }
    #[inline]
    fn get(&self, node: NodeId) -> Option<Label> {
        Labels::get(self, node)
    }
    #[inline]
    fn relax(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        let (page, index) = self.slot(node);
        let is_new = page.g[index] == UNREACHED;
        (page.g[index], page.parents_and_states[index]) = (g, parent);
        self.reached += u32::from(is_new);
    }
    #[inline]
    fn close(&mut self, node: NodeId) {
        let (page, index) = self.slot(node);
        page.parents_and_states[index] |= CLOSED;
    }
    #[inline]
    fn label_count(&self) -> u32 {
        Labels::label_count(self)
    }
    fn clear(&mut self) {
        self.directory.fill(0);
        self.pages.clear();
        self.reached = 0;
    }
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let touched: Vec<(NodeId, Label)> = self.iter().collect();
        (self.node_count, touched).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let (nodes, touched) = <(u32, Vec<(NodeId, Label)>)>::deserialize(deserializer)?;
        if nodes > 1 << 24 {
            return Err(D::Error::custom("a search over more than 2^24 nodes"));
        }
        let mut labels = Labels::new(nodes);
        for (node, label) in touched {
            if node >= nodes || label.parent() >= nodes || label.g > COST_MAX {
                return Err(D::Error::custom("a label outside its search"));
            }
            labels.relax(node, label.g, label.parent_and_state);
        }
        Ok(labels)
    }
}
