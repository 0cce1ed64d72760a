//! Bands of raiders: who leads them, who is with them, and what they have taken. A dissolved band is remembered for a
//! while, because events tell of it.
//!
//! What does not live here: when bands form, grow, split and dissolve (`sim::danger::bands`).

use super::UnitId;
use serde::{Deserialize, Serialize};

/// Raiders that a new band has, and with fewer of which it does not outlive its captain.
pub const BAND_MIN: usize = 3;
/// Raiders of one band, at most: one more, and it splits.
pub const BAND_MAX: usize = 7;
/// Bands of a land at one time, at most.
pub const BANDS_MAX: usize = 4;
/// Loads that make a band attractive to a recruit.
pub const LOADS_PER_RECRUIT: u8 = 4;
/// Bands that are remembered, living and dissolved.
const REMEMBERED_MAX: usize = 64;

/// Number of a band. Numbers are never used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BandId(pub u32);

/// A band of raiders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Band {
    /// Its number.
    pub id: BandId,
    /// Its name, with the article: `the Fen Foxes`.
    pub name: String,
    /// Its raiders, the captain first; none when it is dissolved.
    pub members: Vec<UnitId>,
    /// Loads taken since its last recruit, at most [`LOADS_PER_RECRUIT`].
    pub loads: u8,
}

impl Band {
    /// The raider that leads it; `None` when it is dissolved.
    pub fn captain(&self) -> Option<UnitId> {
        self.members.first().copied()
    }
}

/// The bands of a land, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bands {
    next: u32,
    remembered: Vec<Band>,
}

impl Bands {
    /// A band that is remembered.
    pub fn get(&self, id: BandId) -> Option<&Band> {
        self.remembered.iter().find(|band| band.id == id)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, id: BandId) -> Option<&mut Band> {
        self.remembered.iter_mut().find(|band| band.id == id)
    }

    /// The band that a unit belongs to.
    pub fn of(&self, unit: UnitId) -> Option<&Band> {
        self.living().find(|band| band.members.contains(&unit))
    }

    /// The bands that are not dissolved.
    pub fn living(&self) -> impl Iterator<Item = &Band> {
        self.remembered.iter().filter(|band| !band.members.is_empty())
    }

    /// Whether a band that is remembered has this name.
    pub fn is_taken(&self, name: &str) -> bool {
        self.remembered.iter().any(|band| band.name == name)
    }

    /// Whether an event may name this band.
    pub(super) fn was(&self, id: BandId) -> bool {
        id.0 < self.next
    }

    /// Adds a band of these raiders, the captain first. Returns its number, and the one of a dissolved band that is
    /// forgotten for it.
    pub fn add(&mut self, name: String, members: Vec<UnitId>) -> (BandId, Option<BandId>) {
        let id = BandId(self.next);
        self.next += 1;
        self.remembered.push(Band { id, name, members, loads: 0 });
        let oldest = self.remembered.iter().position(|band| band.members.is_empty());
        let oldest = oldest.filter(|_| self.remembered.len() > REMEMBERED_MAX);
        (id, oldest.map(|oldest| self.remembered.remove(oldest).id))
    }

    /// Takes a unit that is gone out of its band.
    pub fn leave(&mut self, unit: UnitId) {
        self.remembered.iter_mut().for_each(|band| band.members.retain(|member| *member != unit));
    }

    /// Whether its bands are of a world (for untrusted input), where a unit `lives`.
    pub(super) fn is_sound(&self, lives: impl Fn(UnitId) -> bool, is_name: impl Fn(&str) -> bool) -> bool {
        let mut members: Vec<UnitId> = self.living().flat_map(|band| &band.members).copied().collect();
        let count = members.len();
        members.sort_unstable();
        members.dedup();
        let band = |band: &Band| {
            self.was(band.id)
                && is_name(&band.name)
                && band.members.len() <= BAND_MAX
                && band.loads <= LOADS_PER_RECRUIT
        };
        self.remembered.len() <= REMEMBERED_MAX
            && self.living().count() <= BANDS_MAX
            && self.remembered.is_sorted_by(|one, other| one.id < other.id)
            && self.remembered.iter().all(band)
            && members.len() == count
            && members.into_iter().all(lives)
    }
}
