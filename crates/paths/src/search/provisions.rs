//! A way of which only the next steps are kept. What lies far ahead will have changed by the time one gets there, so a
//! walker takes some steps along and asks again before they run out: memory is bounded, whatever the way's length.

use crate::graph::NodeId;

/// The next steps of somebody's way.
#[derive(Clone, Debug)]
pub struct Provisions {
    /// Where he goes next, the next one last.
    steps: Vec<NodeId>,
    most: usize,
    reserve: usize,
    /// Whether the steps lead all the way.
    is_whole: bool,
    /// Times that a way was asked for.
    pub searches: u32,
}

impl Provisions {
    /// Nothing yet; at most `most` steps (at least 1) are kept, and with `reserve` steps left a way is asked for.
    pub fn new(most: usize, reserve: usize) -> Self {
        let most = most.max(1);
        Self { steps: Vec::new(), most, reserve: reserve.min(most - 1), is_whole: false, searches: 0 }
    }

    /// The next step from `here`; `ask` is for a way from a cell, both ends included. `None` at the end of the way,
    /// or where there is none.
    pub fn next(&mut self, here: NodeId, ask: impl FnOnce(NodeId) -> Option<Vec<NodeId>>) -> Option<NodeId> {
        if !self.is_whole && self.steps.len() <= self.reserve {
            self.searches += 1;
            let way = ask(here)?;
            self.is_whole = way.len() <= self.most + 1;
            self.steps = way.into_iter().skip(1).take(self.most).collect();
            self.steps.reverse();
        }
        self.steps.pop()
    }

    /// Bytes that the steps take at most.
    pub fn bytes_max(&self) -> usize {
        self.most * size_of::<NodeId>()
    }
}
