//! What takes many pictures to work out: shown as far as it is done, and, once it is old, until its successor is done.
//!
//! What does not live here: what is worked out.

use crate::sim::Game;

/// Something that is worked out of a game a slice at a picture.
pub(super) trait Gradual {
    /// Begun; nothing is worked out yet.
    fn of(game: &Game) -> Self;
    /// Whether it should be worked out again.
    fn is_old(&self, tick: u64) -> bool;
    /// Whether all is worked out.
    fn is_done(&self) -> bool;
    /// Spends about so many nodes on it.
    fn expand(&mut self, game: &Game, budget: u32);
}

/// What is shown, and what will take its place once that is done.
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
    /// What there is so far.
    pub(super) fn shown(&self) -> Option<&T> {
        self.shown.as_ref()
    }

    /// Spends about so many nodes.
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

    /// Whether there is more to work out for the same picture.
    pub(super) fn is_working(&self) -> bool {
        self.next.is_some() || self.shown.as_ref().is_some_and(|shown| !shown.is_done())
    }
}
