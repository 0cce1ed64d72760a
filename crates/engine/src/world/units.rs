//! All living units, in the order of their ids.
//!
//! Units are looked up by id many times a tick. A unit is large, and a binary search through units would miss the cache
//! at every comparison; so ids are stored apart, close together, with an index of where each run of ids begins.

use super::{Unit, UnitId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Index, IndexMut};
use std::slice;

/// Position of a unit in [`Units`]. It is valid only until a unit is removed or inserted: the positions of all units
/// after that one change. What must outlast that keeps the [`UnitId`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct UnitIx(pub usize);

/// Runs of ids per unit, at most, before runs are made longer.
const RUNS_MAX: usize = 4;

/// Units in the order of their ids; a unit's id never changes.
#[derive(Clone, Debug, Default)]
pub struct Units {
    alive: Vec<Unit>,
    /// The id of each, at the same index.
    ids: Vec<UnitId>,
    runs: Runs,
}

/// Index of the first unit of each run of ids.
#[derive(Clone, Debug, Default)]
struct Runs {
    /// The length of a run is two to the power of this.
    bits: u32,
    /// Number of units below each run; the last entry is the number of all units.
    below: Vec<u32>,
}

impl Runs {
    /// The runs of some ids: about as many runs as units.
    fn of(ids: &[UnitId]) -> Runs {
        let Some(highest) = ids.iter().max() else { return Runs::default() };
        let bits = (highest.0 as usize / ids.len()).next_power_of_two().ilog2().min(31);
        let mut below = vec![0; (highest.0 >> bits) as usize + 2];
        for id in ids {
            below[(id.0 >> bits) as usize + 1] += 1;
        }
        let mut sum = 0;
        for count in &mut below {
            sum += *count;
            *count = sum;
        }
        Runs { bits, below }
    }

    /// The run of an id.
    fn run_of(&self, id: UnitId) -> usize {
        (id.0 >> self.bits) as usize
    }

    /// Index range of the units of an id's run.
    #[inline]
    fn places(&self, id: UnitId) -> Option<(usize, usize)> {
        let run = self.run_of(id);
        let (start, end) = (self.below.get(run)?, self.below.get(run + 1)?);
        Some((*start as usize, *end as usize))
    }
}

/// Runs are derived; their length does not matter.
impl PartialEq for Units {
    fn eq(&self, other: &Units) -> bool {
        self.alive == other.alive
    }
}

impl Units {
    /// Position of the unit with this id, if it is alive.
    pub fn index_of(&self, id: UnitId) -> Option<UnitIx> {
        let (start, end) = self.runs.places(id)?;
        self.ids[start..end].binary_search(&id).ok().map(|at| UnitIx(start + at))
    }

    /// The positions of all units, as many as there are now: a loop over them must remove no unit.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = UnitIx> + ExactSizeIterator + use<> {
        (0..self.alive.len()).map(UnitIx)
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.alive.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.alive.is_empty()
    }

    /// All units.
    pub fn iter(&self) -> slice::Iter<'_, Unit> {
        self.alive.iter()
    }

    /// All units, to be changed.
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, Unit> {
        self.alive.iter_mut()
    }

    /// Adds a unit with the highest id.
    pub fn push(&mut self, unit: Unit) {
        let (run, before) = (self.runs.run_of(unit.id), self.alive.len());
        self.ids.push(unit.id);
        self.alive.push(unit);
        if run > RUNS_MAX * self.alive.len() {
            self.runs = Runs::of(&self.ids);
            return;
        }
        // Its run ends with it; empty runs before it end where they begin.
        let below = &mut self.runs.below;
        below.resize(below.len().max(run + 1), before as u32);
        below.truncate(run + 1);
        below.push(self.alive.len() as u32);
    }

    /// Inserts a unit at its place in the order of ids.
    pub fn insert(&mut self, unit: Unit) {
        let place = self.ids.partition_point(|id| *id < unit.id);
        self.ids.insert(place, unit.id);
        self.alive.insert(place, unit);
        self.runs = Runs::of(&self.ids);
    }

    /// Removes the unit at this position.
    ///
    /// # Panics
    /// When the position is out of range.
    pub fn remove(&mut self, index: UnitIx) -> Unit {
        let id = self.ids.remove(index.0);
        let run = self.runs.run_of(id);
        self.runs.below[run + 1..].iter_mut().for_each(|count| *count -= 1);
        self.alive.remove(index.0)
    }

    /// Keeps those for which this is true.
    pub fn retain(&mut self, keeps: impl FnMut(&Unit) -> bool) {
        self.alive.retain(keeps);
        self.ids = ids_of(&self.alive);
        self.runs = Runs::of(&self.ids);
    }

    /// Keeps the first so many.
    pub fn truncate(&mut self, count: usize) {
        self.alive.truncate(count);
        self.ids.truncate(count);
        self.runs = Runs::of(&self.ids);
    }

    /// Removes all units.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Whether ids match the units, ascend, and find each unit.
    pub(super) fn is_sound(&self) -> bool {
        let is_found = |(index, id): (UnitIx, &UnitId)| self.index_of(*id) == Some(index);
        self.ids == ids_of(&self.alive)
            && self.ids.is_sorted_by(|one, next| one < next)
            && self.indices().zip(&self.ids).all(is_found)
    }
}

fn ids_of(units: &[Unit]) -> Vec<UnitId> {
    units.iter().map(|unit| unit.id).collect()
}

impl From<Vec<Unit>> for Units {
    fn from(units: Vec<Unit>) -> Units {
        let ids = ids_of(&units);
        Units { alive: units, runs: Runs::of(&ids), ids }
    }
}

impl Index<UnitIx> for Units {
    type Output = Unit;
    #[inline]
    fn index(&self, index: UnitIx) -> &Unit {
        &self.alive[index.0]
    }
}

impl IndexMut<UnitIx> for Units {
    #[inline]
    fn index_mut(&mut self, index: UnitIx) -> &mut Unit {
        &mut self.alive[index.0]
    }
}

impl<'a> IntoIterator for &'a Units {
    type Item = &'a Unit;
    type IntoIter = slice::Iter<'a, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.alive.iter()
    }
}

impl<'a> IntoIterator for &'a mut Units {
    type Item = &'a mut Unit;
    type IntoIter = slice::IterMut<'a, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.alive.iter_mut()
    }
}

/// Saved as a list of units; ids and runs are derived.
impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.alive.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Units, D::Error> {
        Vec::deserialize(deserializer).map(Units::from)
    }
}
