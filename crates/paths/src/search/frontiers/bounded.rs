//! Frontiers that drop bad entries: beam search (Lowerre 1976) and bandwidth search (Harris 1974) are best-first search
//! with one of these.

use super::super::{FrontierKey, PriorityQueue};
use crate::graph::{Cost, NO_PATH};

/// The best `width` entries, sorted with the best at the end; worse ones are dropped. Memory is bounded, and the goal
/// may be missed.
#[derive(Clone, Debug)]
pub struct Beam {
    entries: Vec<FrontierKey>,
    width: usize,
    dropped: u64,
}

impl Beam {
    /// An empty frontier of at most `width` entries (at least 1).
    pub fn new(width: usize) -> Self {
        Self { entries: Vec::new(), width: width.max(1), dropped: 0 }
    }

    /// Number of entries dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl PriorityQueue for Beam {
    fn push(&mut self, key: FrontierKey) {
        let place = self.entries.partition_point(|other| *other > key);
        self.entries.insert(place, key);
        if self.entries.len() > self.width {
            self.entries.remove(0);
            self.dropped += 1;
        }
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        self.entries.pop()
    }
    fn len(&self) -> usize {
        self.entries.len()
    }
    fn clear(&mut self) {
        self.entries.clear();
        self.dropped = 0;
    }
}

/// A sorted array that drops entries whose f exceeds the best by more than a band. Nothing is lost if the band is at
/// least the largest overestimate plus the largest underestimate.
#[derive(Clone, Debug)]
pub struct Bandwidth {
    entries: Vec<FrontierKey>,
    width: Cost,
    dropped: u64,
}

impl Bandwidth {
    /// An empty frontier with a band of this width, in milli-steps.
    pub fn new(width: Cost) -> Self {
        Self { entries: Vec::new(), width, dropped: 0 }
    }

    /// Number of entries dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl PriorityQueue for Bandwidth {
    fn push(&mut self, key: FrontierKey) {
        let place = self.entries.partition_point(|other| *other > key);
        self.entries.insert(place, key);
        let f_max = self.entries.last().map_or(NO_PATH, |best| best.f.saturating_add(self.width));
        let dropped = self.entries.partition_point(|other| other.f > f_max);
        self.entries.drain(..dropped);
        self.dropped += dropped as u64;
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        self.entries.pop()
    }
    fn len(&self) -> usize {
        self.entries.len()
    }
    fn clear(&mut self) {
        self.entries.clear();
        self.dropped = 0;
    }
}
