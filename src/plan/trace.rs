//! A search as it can be shown: which cell was reached and looked at when, read back from its own labels.
//!
//! Nothing is recorded while a search runs. A label holds `g`, the estimate is known, and the frontier gives up its
//! entries in the order of `f`: that is enough to tell the order. Who shows it, and how fast, does not live here.

use super::target::To;
use crate::graph::NodeId;
use crate::grid::{Cell, Size};
use crate::search::{Heuristic, Key, Label};
use crate::world::{LiveSearch, Target};

/// A cell that a search has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
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
    pub spots: Vec<Spot>,
    /// Number of cells that were looked at.
    pub closed: u32,
    /// The found way; empty while the search runs.
    pub way: Vec<Cell>,
}

impl Trace {
    /// What a search has done so far; `way` is what it has found, if it has ended.
    ///
    /// The order is the frontier's: smaller f, larger g, smaller node. A cell that was looked at again, because it
    /// was reached more cheaply, counts where its last `f` puts it.
    pub fn of(live: &LiveSearch, size: Size, way: Vec<Cell>) -> Trace {
        let (mut closed, edge): (Vec<_>, Vec<_>) =
            keys(live, size).partition(|(_, label)| label.is_expanded());
        closed.sort_unstable_by_key(|(key, _)| *key);
        let mut order: Vec<(NodeId, u32)> =
            closed.iter().enumerate().map(|(i, (key, _))| (key.node, i as u32)).collect();
        order.sort_unstable();
        let turn = |node: NodeId| order.binary_search_by_key(&node, |entry| entry.0).map(|i| order[i].1);
        // The start was reached before anything was looked at, all others when the cell before them was.
        let reached = |key: &Key, label: &Label| {
            if label.parent() == key.node { 0 } else { turn(label.parent()).map_or(0, |turn| turn + 1) }
        };
        let spot = |(key, label): &(Key, Label), turn: Option<u32>| Spot {
            cell: size.cell(key.node as usize),
            reached: reached(key, label).min(turn.unwrap_or(u32::MAX)),
            closed: turn,
        };
        let mut spots: Vec<Spot> =
            closed.iter().enumerate().map(|(i, entry)| spot(entry, Some(i as u32))).collect();
        spots.extend(edge.iter().map(|entry| spot(entry, None)));
        Trace { spots, closed: closed.len() as u32, way }
    }

    /// Number of cells that wait at the edge.
    pub fn edge(&self) -> u32 {
        self.spots.len() as u32 - self.closed
    }
}

/// The labels of a search with the rank that each had in the frontier.
fn keys(live: &LiveSearch, size: Size) -> impl Iterator<Item = (Key, Label)> {
    let to = match &live.request.target {
        Target::Cell(goal) => Some(To { goal: *goal, size, cheapest: live.cheapest }),
        Target::Border { .. } => None,
    };
    live.search.labels().iter().map(move |(node, label)| {
        let h = to.as_ref().map_or(0, |to| to.estimate(node));
        (Key { f: label.g.saturating_add(h), g: label.g, node }, label)
    })
}
