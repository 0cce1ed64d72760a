//! A frontier with a bias towards depth, as in `AlphA*` (Reese 1999): it stays with the current path.
//!
//! The idea: plain A* spreads over all paths that look equally good, a step on each in turn. So continue with what the
//! last expansion has generated, as long as the best of that is worse than the best of all by at most a given
//! percentage. Only when a path disappoints does the search fall back to the best open node.
//! Promise: under an admissible estimate, at most that many percent dearer than the cheapest path. It pays where many
//! paths are equally good and short. On large maps, and with many prices, early nodes get cheaper paths later and are
//! expanded again, which in the end is more work than plain A*.
//! Differs from the paper in being a frontier, so that the loop and its ranks stay unchanged, and in comparing entries
//! when one is popped instead of weighting them when they are pushed.

use super::super::{FrontierKey, HeapFrontier, PriorityQueue};
use crate::graph::Cost;

/// A binary heap that prefers the newest entries within a tolerance.
#[derive(Clone, Debug)]
pub struct DepthBiased {
    percent: u16,
    inner: HeapFrontier,
    /// Entries pushed since the last pop.
    recent: Vec<FrontierKey>,
}

impl DepthBiased {
    /// An empty frontier that stays with a path while its f is at most this many percent above the smallest.
    pub fn new(percent: u16) -> Self {
        Self { percent, inner: HeapFrontier::default(), recent: Vec::new() }
    }

    /// Whether an f is within the tolerance of the smallest older one.
    fn is_tolerable(&self, f: Cost) -> bool {
        let limit = |best: FrontierKey| best.f * (100 + Cost::from(self.percent));
        self.inner.peek().is_none_or(|best| f * 100 <= limit(best))
    }
}

impl PriorityQueue for DepthBiased {
    fn push(&mut self, key: FrontierKey) {
        self.recent.push(key);
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let best = self.recent.iter().copied().min().filter(|best| self.is_tolerable(best.f));
        for key in self.recent.drain(..).filter(|key| Some(*key) != best) {
            self.inner.push(key);
        }
        best.or_else(|| self.inner.pop())
    }
    fn len(&self) -> usize {
        self.inner.len() + self.recent.len()
    }
    fn clear(&mut self) {
        self.inner.clear();
        self.recent.clear();
    }
}
