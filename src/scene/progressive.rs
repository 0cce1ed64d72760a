//! Data that takes many pictures to compute: shown as far as done and, once old, until its successor is done.
//!
//! The computations themselves do not live here.

use crate::sim::Game;

/// Data computed from a game in slices.
pub(super) trait Gradual {
    /// Starts; nothing is computed yet.
    fn of(game: &Game) -> Self;
    /// Whether it should be computed again.
    fn is_old(&self, tick: u64) -> bool;
    /// Whether it is complete.
    fn is_done(&self) -> bool;
    /// Spends about `budget` nodes on it.
    fn expand(&mut self, game: &Game, budget: u32);
}

/// The data shown, and its successor in progress.
#[derive(Debug)]
pub(super) struct Renewed<T> {
    shown: Option<T>,
    next: Option<T>,
}

impl<T> Default for Renewed<T> {
    fn default() -> Self {
        Self { shown: None, next: None }
    }
}

impl<T: Gradual> Renewed<T> {
    /// The data so far.
    pub(super) fn shown(&self) -> Option<&T> {
        self.shown.as_ref()
    }

    /// Spends about `budget` nodes on whichever is not done, and starts a successor for old data.
    pub(super) fn work(&mut self, game: &Game, budget: u32) {
        let shown = self.shown.get_or_insert_with(|| T::of(game));
        if !shown.is_done() {
            shown.expand(game, budget);
        } else if shown.is_old(game.world.tick) {
            let next = self.next.get_or_insert_with(|| T::of(game));
            next.expand(game, budget);
            if next.is_done() {
                self.shown = self.next.take();
            }
        }
    }

    /// Whether more calls would complete the same picture.
    pub(super) fn is_working(&self) -> bool {
        self.next.is_some() || self.shown.as_ref().is_some_and(|shown| !shown.is_done())
    }
}
