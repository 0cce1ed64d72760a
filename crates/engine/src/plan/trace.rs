//! A search as it can be shown: which cell was reached and looked at when, read back from its own labels.
//!
//! Nothing is recorded while a search runs. A label holds `g` and where it was reached from, the estimate is known, and
//! the frontier gives up the best of what waits: that is enough to tell the order. Who shows it, and how fast, does not live here.

use super::target::To;
use crate::graph::NodeId;
use crate::grid::{Cell, Size};
use crate::search::{Heuristic, Key, Label};
use crate::world::{LiveSearch, Target};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cell that a search has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceCell {
    /// Where.
    pub cell: Cell,
    /// Number of cells that were looked at before it was reached.
    pub reached: u32,
    /// Number of cells that were looked at before this one; `None` for one that waits at the edge.
    pub closed: Option<u32>,
}

/// Every cell that a search has reached, with when.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The cells that were looked at, in their order, then those that wait at the edge.
    pub spots: Vec<TraceCell>,
    /// Number of cells that were looked at.
    pub closed: u32,
    /// The found way; empty while the search runs.
    pub way: Vec<Cell>,
}

impl Trace {
    /// What a search has done so far; `way` is what it has found, if it has ended.
    ///
    /// The order is the frontier's: what was reached waits, and the best of what waits is looked at. A cell that was
    /// looked at again, because it was reached more cheaply, counts where its last label puts it.
    pub fn of(live: &LiveSearch, size: Size, way: Vec<Cell>) -> Trace {
        let entries = entries(live, size);
        let (mut closed, mut edge) = (Vec::new(), Vec::new());
        for (place, reached) in in_order(&entries) {
            let (key, label) = &entries[place];
            let (cell, turn) = (size.cell(key.node as usize), closed.len() as u32);
            if label.is_expanded() {
                closed.push(TraceCell { cell, reached: reached.min(turn), closed: Some(turn) });
            } else {
                edge.push((place, TraceCell { cell, reached, closed: None }));
            }
        }
        edge.sort_unstable_by_key(|(place, _)| *place);
        let count = closed.len() as u32;
        let spots = closed.into_iter().chain(edge.into_iter().map(|(_, spot)| spot)).collect();
        Trace { spots, closed: count, way }
    }

    /// Number of cells that wait at the edge.
    pub fn edge(&self) -> u32 {
        self.spots.len() as u32 - self.closed
    }
}

/// A label with the rank that it had in the frontier.
type TraceEntry = (Key, Label);

/// The entries, by their places, in the order in which a frontier gives them up; each with the number of cells that were
/// looked at before it was reached. Entries at the edge come along, wherever their rank puts them.
fn in_order(entries: &[TraceEntry]) -> Vec<(usize, u32)> {
    let is_start = |(key, label): &TraceEntry| label.parent() == key.node;
    let mut children: Vec<(NodeId, usize)> = (0..entries.len())
        .filter(|place| !is_start(&entries[*place]))
        .map(|place| (entries[place].1.parent(), place))
        .collect();
    children.sort_unstable();
    let start = (0..entries.len()).find(|place| is_start(&entries[*place]));
    let mut waiting: BinaryHeap<Reverse<(Key, usize, u32)>> =
        start.iter().map(|place| Reverse((entries[*place].0, *place, 0))).collect();
    let (mut order, mut looked_at) = (Vec::new(), 0);
    while let Some(Reverse((key, place, reached))) = waiting.pop() {
        order.push((place, reached));
        looked_at += u32::from(entries[place].1.is_expanded());
        let first = children.partition_point(|(parent, _)| *parent < key.node);
        let own = children[first..].iter().take_while(|(parent, _)| *parent == key.node);
        waiting.extend(own.map(|(_, child)| Reverse((entries[*child].0, *child, looked_at))));
    }
    order
}

/// What a search has reached, in the order of its nodes.
fn entries(live: &LiveSearch, size: Size) -> Vec<TraceEntry> {
    let to = match &live.request.target {
        Target::Cell(goal) => Some(To { goal: *goal, size, cheapest: live.cheapest }),
        Target::Border { .. } => None,
    };
    let entry = |(node, label): (NodeId, Label)| {
        let h = to.as_ref().map_or(0, |to| to.estimate(node));
        (Key { f: live.search.rank().of(label.g, h), g: label.g, node }, label)
    };
    live.search.labels().iter().map(entry).collect()
}
