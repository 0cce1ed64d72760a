//! A search as it can be shown: when each cell was generated and expanded, reconstructed from the labels.
//!
//! Nothing is recorded while a search runs. A label holds `g` and the parent, the estimate is known, and the frontier
//! pops the best open node: that determines the order. Not here: how it is shown.

use super::target::CellTarget;
use crate::graph::NodeId;
use crate::grid::{Cell, Size};
use crate::search::{FrontierKey, Heuristic, Label};
use crate::world::{LiveSearch, Target};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cell with a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderedCell {
    /// The cell.
    pub cell: Cell,
    /// Number of expansions before it was generated.
    pub generated: u32,
    /// Number of expansions before its own; `None` for a cell in the frontier.
    pub expanded: Option<u32>,
}

/// Every labelled cell of a search, with its time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchOrder {
    /// The expanded cells in their order, then those in the frontier.
    pub cells: Vec<OrderedCell>,
    /// Number of expanded cells.
    pub expanded: u32,
    /// The path found; empty while the search runs.
    pub path: Vec<Cell>,
}

impl SearchOrder {
    /// What a search has done so far; `path` is the path it found, if it has ended.
    ///
    /// The order is the frontier's: generated nodes are open, and the best open node is expanded. A cell that was
    /// expanded again, because a cheaper path to it was found, counts where its last label puts it.
    pub fn of(live: &LiveSearch, size: Size, path: Vec<Cell>) -> SearchOrder {
        let entries = entries(live, size);
        let (mut closed, mut frontier) = (Vec::new(), Vec::new());
        for (index, reached) in in_pop_order(&entries) {
            let (key, label) = &entries[index];
            let (cell, turn) = (size.cell(key.node as usize), closed.len() as u32);
            if label.is_expanded() {
                closed.push(OrderedCell { cell, generated: reached.min(turn), expanded: Some(turn) });
            } else {
                frontier.push((index, OrderedCell { cell, generated: reached, expanded: None }));
            }
        }
        frontier.sort_unstable_by_key(|(index, _)| *index);
        let count = closed.len() as u32;
        let cells = closed.into_iter().chain(frontier.into_iter().map(|(_, spot)| spot)).collect();
        SearchOrder { cells, expanded: count, path }
    }

    /// Number of cells in the frontier.
    pub fn frontier_len(&self) -> u32 {
        self.cells.len() as u32 - self.expanded
    }
}

/// A label with the key that it had in the frontier.
type TraceEntry = (FrontierKey, Label);

/// The entries, by their indices, in the order in which a frontier pops them; each with the number of expansions before
/// it was generated. Entries in the frontier are included, wherever their rank puts them.
fn in_pop_order(entries: &[TraceEntry]) -> Vec<(usize, u32)> {
    let is_start = |(key, label): &TraceEntry| label.parent() == key.node;
    let mut children: Vec<(NodeId, usize)> = (0..entries.len())
        .filter(|index| !is_start(&entries[*index]))
        .map(|index| (entries[index].1.parent(), index))
        .collect();
    children.sort_unstable();
    let start = (0..entries.len()).find(|index| is_start(&entries[*index]));
    let mut open: BinaryHeap<Reverse<(FrontierKey, usize, u32)>> =
        start.iter().map(|index| Reverse((entries[*index].0, *index, 0))).collect();
    let (mut order, mut expanded) = (Vec::new(), 0);
    while let Some(Reverse((key, index, reached))) = open.pop() {
        order.push((index, reached));
        expanded += u32::from(entries[index].1.is_expanded());
        let first = children.partition_point(|(parent, _)| *parent < key.node);
        let own = children[first..].iter().take_while(|(parent, _)| *parent == key.node);
        open.extend(own.map(|(_, child)| Reverse((entries[*child].0, *child, expanded))));
    }
    order
}

/// The labels of a search, in the order of nodes.
fn entries(live: &LiveSearch, size: Size) -> Vec<TraceEntry> {
    let to = match &live.request.target {
        Target::Cell(goal) => Some(CellTarget { goal: *goal, size, cheapest: live.cheapest }),
        Target::Border { .. } => None,
    };
    let entry = |(node, label): (NodeId, Label)| {
        let h = to.as_ref().map_or(0, |to| to.estimate(node));
        (FrontierKey { f: live.search.rank().f_value(label.g, h), g: label.g, node }, label)
    };
    live.search.labels().iter().map(entry).collect()
}
