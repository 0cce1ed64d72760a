//! Everybody alive, in the order of their numbers.
//!
//! Somebody is looked up by his number many times a tick, by everybody who meets him. A unit is long, and a search
//! through units would wait for memory at every comparison; so their numbers are kept beside them, close together.

use super::unit::{Unit, UnitId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};
use std::slice;

/// Units in the order of their numbers. It is read and changed like a slice; nobody's number ever changes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Units {
    units: Vec<Unit>,
    /// The number of each, at the same place.
    ids: Vec<UnitId>,
}

impl Units {
    /// Where the unit of this number stands, if it is alive.
    pub fn index_of(&self, id: UnitId) -> Option<usize> {
        // Few are missing at first: nobody stands farther back than his number says.
        let end = self.ids.len().min(id.0 as usize + 1);
        let is_before = |back: &usize| end.checked_sub(*back).is_some_and(|at| self.ids[at] > id);
        let mut reach = 1;
        while is_before(&reach) {
            reach *= 2;
        }
        let start = end.saturating_sub(reach);
        self.ids[start..end].binary_search(&id).ok().map(|at| start + at)
    }

    /// Adds somebody whose number is the highest.
    pub fn push(&mut self, unit: Unit) {
        self.ids.push(unit.id);
        self.units.push(unit);
    }

    /// Adds somebody at his place among the others.
    pub fn insert(&mut self, place: usize, unit: Unit) {
        self.ids.insert(place, unit.id);
        self.units.insert(place, unit);
    }

    /// Takes out whoever stands at this place.
    ///
    /// # Panics
    /// When nobody stands there.
    pub fn remove(&mut self, place: usize) -> Unit {
        self.ids.remove(place);
        self.units.remove(place)
    }

    /// Keeps those for whom this is true.
    pub fn retain(&mut self, keeps: impl FnMut(&Unit) -> bool) {
        self.units.retain(keeps);
        self.ids = ids_of(&self.units);
    }

    /// Keeps the first so many.
    pub fn truncate(&mut self, count: usize) {
        self.units.truncate(count);
        self.ids.truncate(count);
    }

    /// Takes everybody out.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Whether the numbers beside the units are theirs, each higher than the one before.
    pub(super) fn is_sound(&self) -> bool {
        self.ids == ids_of(&self.units) && self.ids.is_sorted_by(|one, next| one < next)
    }
}

fn ids_of(units: &[Unit]) -> Vec<UnitId> {
    units.iter().map(|unit| unit.id).collect()
}

impl From<Vec<Unit>> for Units {
    fn from(units: Vec<Unit>) -> Units {
        Units { ids: ids_of(&units), units }
    }
}

impl Deref for Units {
    type Target = [Unit];
    fn deref(&self) -> &[Unit] {
        &self.units
    }
}

impl DerefMut for Units {
    fn deref_mut(&mut self) -> &mut [Unit] {
        &mut self.units
    }
}

impl<'a> IntoIterator for &'a Units {
    type Item = &'a Unit;
    type IntoIter = slice::Iter<'a, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.units.iter()
    }
}

impl<'a> IntoIterator for &'a mut Units {
    type Item = &'a mut Unit;
    type IntoIter = slice::IterMut<'a, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.units.iter_mut()
    }
}

/// They are saved as a list of units: their numbers are theirs.
impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.units.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Units, D::Error> {
        Vec::deserialize(deserializer).map(Units::from)
    }
}
