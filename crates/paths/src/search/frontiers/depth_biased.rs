//! A frontier that stays with the way it is on: a bias towards depth, as in `AlphA*` (Reese 1999).
//!
//! The idea: plain A* spreads over all ways that look equally good, a step on each in turn. So go on with what the last
//! expansion has reached, as long as the best of that is worse than the best of all by no more than so many percent.
//! Only when a way disappoints does the search fall back to the best that waits.
//! Promise: under an admissible estimate, at most that many percent dearer than the cheapest way.
//! It pays where many ways are equally good and short. On large maps, and under many prices, what was reached in haste is
//! reached again more cheaply and expanded again, and in the end that is more than plain A* does.
//! Differs from the paper in being a frontier, so that the loop and its ranks stay as they are, and in comparing what
//! waits when something is taken out instead of weighting it when it comes in.

use super::super::{Frontier, Key, Queue};
use crate::graph::Cost;

/// A binary heap that puts what came last first, within a tolerance.
#[derive(Clone, Debug)]
pub struct Following {
    percent: u16,
    inner: Frontier,
    /// What came since something was taken out.
    recent: Vec<Key>,
}

impl Following {
    /// An empty frontier that stays with a way while its f is at most so many percent above the smallest.
    pub fn new(percent: u16) -> Self {
        Self { percent, inner: Frontier::default(), recent: Vec::new() }
    }

    /// Whether an f is near enough to the smallest of those that came before.
    fn is_tolerable(&self, f: Cost) -> bool {
        let limit = |best: Key| best.f * (100 + Cost::from(self.percent));
        self.inner.peek().is_none_or(|best| f * 100 <= limit(best))
    }
}

impl Queue for Following {
    fn push(&mut self, key: Key) {
        self.recent.push(key);
    }
    fn pop(&mut self) -> Option<Key> {
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
