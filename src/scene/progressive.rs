//! Data that takes many pictures to compute: shown as far as done and, once old, until its successor is done.
//!
//! The computations themselves do not live here.

use crate::sim::Game;

/// Data computed from a game in slices.
pub(super) trait Progressive {
    /// Whether it should be computed again.
    fn is_old(&self, tick: u64) -> bool;
    /// Whether it is complete.
    fn is_done(&self) -> bool;
    /// Spends about `budget` nodes on it.
    fn advance(&mut self, game: &Game, budget: u32);
}

/// The data shown, and its successor in progress.
#[derive(Debug)]
pub(super) struct ProgressiveCache<T> {
    current: Option<T>,
    next: Option<T>,
}

impl<T> Default for ProgressiveCache<T> {
    fn default() -> Self {
        Self { current: None, next: None }
    }
}

impl<T: Progressive> ProgressiveCache<T> {
    /// The data so far.
    pub(super) fn current(&self) -> Option<&T> {
        self.current.as_ref()
    }

    /// Spends about `budget` nodes on whichever is not done, and starts a successor for old data; `start` computes nothing
    /// yet.
    pub(super) fn update(&mut self, game: &Game, budget: u32, start: impl Fn(&Game) -> T) {
        let shown = self.current.get_or_insert_with(|| start(game));
        if !shown.is_done() {
            shown.advance(game, budget);
        } else if shown.is_old(game.world.tick) {
            let next = self.next.get_or_insert_with(|| start(game));
            next.advance(game, budget);
            if next.is_done() {
                self.current = self.next.take();
            }
        }
    }

    /// Whether more calls would complete the same picture.
    pub(super) fn is_incomplete(&self) -> bool {
        self.next.is_some() || self.current.as_ref().is_some_and(|shown| !shown.is_done())
    }
}
