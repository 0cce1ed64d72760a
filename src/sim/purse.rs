//! What acts of the player cost, and who pays.

use super::{Game, Outcome};
use crate::world::Rejection;

impl Game {
    /// Takes coin from the player's people, unless building is free.
    ///
    /// # Errors
    /// When there is too little; nothing is taken then.
    pub(super) fn pay(&mut self, cost: u32) -> Result<(), Rejection> {
        if self.world.free_build {
            return Ok(());
        }
        let coin = &mut self.world.peoples[0].coin;
        *coin = coin.checked_sub(cost).ok_or(Rejection::TooDear { cost, coin: *coin })?;
        Ok(())
    }

    /// Switches coin off or on again.
    pub(super) fn build_free(&mut self, free: bool) -> Outcome {
        self.world.free_build = free;
        let words = if free { "building is free" } else { "building costs coin" };
        Outcome { words: words.to_owned() }
    }
}
