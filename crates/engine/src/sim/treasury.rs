//! What acts of the player cost, and who pays.

use super::{CommandOutcome, Game};
use crate::world::{AMOUNT_MAX, DAY_TIME, Rejection, add_capped};

impl Game {
    /// Takes coin from the player's people, unless building is free.
    ///
    /// # Errors
    /// When there is too little; nothing is taken then.
    pub(super) fn pay(&mut self, cost: u32) -> Result<(), Rejection> {
        self.check_can_pay(cost)?;
        if !self.world.free_build {
            self.world.peoples[0].coin -= cost;
        }
        Ok(())
    }

    /// Earns coin for a delivery: one for the load, and one for every day of walking that roads have saved.
    ///
    /// A trip saves the walking time of its steps over ground without roads, less the time they took. Fractions of a
    /// day are kept for the next delivery.
    pub(super) fn earn_for_delivery(&mut self, index: usize) {
        let unit = &mut self.world.units[index];
        let people = &mut self.world.peoples[usize::from(unit.people)];
        let saved = people.saved.saturating_add(std::mem::take(&mut unit.saved));
        add_capped(&mut people.coin, 1 + saved / DAY_TIME, AMOUNT_MAX);
        people.saved = saved % DAY_TIME;
    }

    /// Checks that there is enough coin, or that building is free.
    ///
    /// # Errors
    /// When there is too little.
    pub(super) fn check_can_pay(&self, cost: u32) -> Result<(), Rejection> {
        let coin = self.world.peoples[0].coin;
        if self.world.free_build || cost <= coin {
            Ok(())
        } else {
            Err(Rejection::TooExpensive { cost, coin })
        }
    }

    /// Turns free building on or off.
    pub(super) fn set_free_build(&mut self, free: bool) -> CommandOutcome {
        self.world.free_build = free;
        let words = if free { "building is free" } else { "building costs coin" };
        CommandOutcome { text: words.to_owned() }
    }
}
