//! Tolls as a people knows them: coin that each load pays to step onto a cell.

use serde::{Deserialize, Serialize};

/// The highest toll, in coin.
pub const TOLL_MAX: u8 = 4;
/// Tolls that a people remembers, at most.
const TOLLS_MAX: usize = 1024;

/// Known tolls by row-major cell index, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tolls(Vec<(u32, u8)>);

impl Tolls {
    /// The toll on a cell, in coin; 0 for none.
    pub fn at(&self, node: u32) -> u8 {
        self.0.binary_search_by_key(&node, |(node, _)| *node).map_or(0, |place| self.0[place].1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets it. Whether that changed anything.
    pub(super) fn set(&mut self, node: u32, coin: u8) -> bool {
        match (self.0.binary_search_by_key(&node, |(node, _)| *node), coin) {
            (Ok(place), 0) => drop(self.0.remove(place)),
            (Ok(place), coin) if self.0[place].1 != coin => self.0[place].1 = coin,
            (Err(place), 1..) if self.0.len() < TOLLS_MAX => self.0.insert(place, (node, coin)),
            _ => return false,
        }
        true
    }

    /// Whether they are in order, and on just the cells whose packed beliefs say so (for untrusted input).
    pub(super) fn is_sound(&self, words: &[u16], is_tolled: fn(u16) -> bool) -> bool {
        self.0.len() <= TOLLS_MAX
            && self.0.is_sorted_by(|one, other| one.0 < other.0)
            && self.0.iter().all(|(_, coin)| (1..=TOLL_MAX).contains(coin))
            && self
                .0
                .iter()
                .map(|(node, _)| *node as usize)
                .eq((0..words.len()).filter(|node| is_tolled(words[*node])))
    }
}
