//! Charters: what the player's people may promise to carry to a settlement by a day, and what is lost otherwise.
//!
//! `sim::arc` offers, counts and settles them.

use super::{AMOUNT_MAX, PeopleIx, TownIx};
use crate::land::Good;
use serde::{Deserialize, Serialize};

/// Charters at a time, and charters offered in a year, at most.
pub const CHARTERS_MAX: usize = 3;
/// What a kept charter pays, in coin.
pub const KEPT_COIN: u32 = 30;
/// Tolls that other peoples take, at most.
pub const TOLLS_MAX: usize = 12;

/// What a broken charter costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stake {
    /// The settlement goes to the rival.
    Village,
    /// The rival takes a toll each season for a year.
    Toll,
}

/// A charter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Charter {
    /// Its number.
    pub id: u32,
    /// What is to be carried.
    pub good: Good,
    /// Where to.
    pub to: TownIx,
    /// The people that gains if it is not.
    pub rival: PeopleIx,
    /// What that people gains.
    pub stake: Stake,
    /// Loads to be carried.
    pub loads: u32,
    /// Hundredths of a load that were carried since it was accepted.
    pub carried: u32,
    /// When it was offered.
    pub offered: u64,
    /// When it ends.
    pub deadline: u64,
    /// Whether the player has accepted it; otherwise it waits for an answer.
    pub is_accepted: bool,
}

impl Charter {
    /// Whether as much was carried as promised.
    pub fn is_kept(&self) -> bool {
        self.carried >= self.loads.saturating_mul(100)
    }
}

/// A toll that another people takes from the player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CharterToll {
    /// Who takes it.
    pub people: PeopleIx,
    /// When it ends.
    pub until: u64,
}

/// Charters that are open, and what came of others.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Charters {
    /// Those that are offered or accepted, oldest first.
    pub open: Vec<Charter>,
    /// Tolls for those that were broken.
    pub tolls: Vec<CharterToll>,
    /// Number of the next one.
    pub next_id: u32,
    /// How many were offered in the year of the last one.
    pub offered_in_year: u8,
    /// When the last one was offered.
    pub last_offered: u64,
}

impl Charters {
    /// Counts a load that the player's people has carried to a settlement, in hundredths.
    pub fn count_load(&mut self, to: TownIx, good: Good, amount: u32) {
        let counts = |charter: &&mut Charter| charter.is_accepted && (charter.to, charter.good) == (to, good);
        for charter in self.open.iter_mut().filter(counts) {
            super::add_capped(&mut charter.carried, amount, AMOUNT_MAX);
        }
    }

    /// The charter that waits for an answer.
    pub fn offer(&self) -> Option<&Charter> {
        self.open.iter().find(|charter| !charter.is_accepted)
    }
}
