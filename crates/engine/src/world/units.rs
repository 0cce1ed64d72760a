//! Everybody alive, in the order of their numbers.
//!
//! Somebody is looked up by his number many times a tick, by everybody who meets him. A unit is long, and a search
//! through units would wait for memory at every comparison; so their numbers are kept beside them, close together, and
//! beside these, for each run of numbers, where it begins.

use super::unit::{Unit, UnitId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};
use std::slice;

/// Runs of numbers for each unit, at most, before the runs are made longer.
const RUNS_MAX: usize = 4;

/// Units in the order of their numbers. It is read and changed like a slice; nobody's number ever changes.
#[derive(Clone, Debug, Default)]
pub struct Units {
    alive: Vec<Unit>,
    /// The number of each, at the same place.
    ids: Vec<UnitId>,
    runs: Runs,
}

/// Where each run of numbers begins among the units.
#[derive(Clone, Debug, Default)]
struct Runs {
    /// The length of a run is two to the power of this.
    bits: u32,
    /// Units with lower numbers than those of each run, and in the end all of them.
    below: Vec<u32>,
}

impl Runs {
    /// Those of these numbers, whatever they are: about as many runs as there are units.
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

    /// The run of a number.
    fn run_of(&self, id: UnitId) -> usize {
        (id.0 >> self.bits) as usize
    }

    /// The places of the units of a number's run.
    #[inline]
    fn places(&self, id: UnitId) -> Option<(usize, usize)> {
        let run = self.run_of(id);
        let (start, end) = (self.below.get(run)?, self.below.get(run + 1)?);
        Some((*start as usize, *end as usize))
    }
}

/// The runs follow from the rest, but for their length, which is of no account.
impl PartialEq for Units {
    fn eq(&self, other: &Units) -> bool {
        self.alive == other.alive
    }
}

impl Units {
    /// Where the unit of this number stands, if it is alive.
    pub fn index_of(&self, id: UnitId) -> Option<usize> {
        let (start, end) = self.runs.places(id)?;
        self.ids[start..end].binary_search(&id).ok().map(|at| start + at)
    }

    /// Adds somebody whose number is the highest.
    pub fn push(&mut self, unit: Unit) {
        let (run, before) = (self.runs.run_of(unit.id), self.alive.len());
        self.ids.push(unit.id);
        self.alive.push(unit);
        if run > RUNS_MAX * self.alive.len() {
            self.runs = Runs::of(&self.ids);
            return;
        }
        // His run ends with him; runs without anybody before it end where they begin.
        let below = &mut self.runs.below;
        below.resize(below.len().max(run + 1), before as u32);
        below.truncate(run + 1);
        below.push(self.alive.len() as u32);
    }

    /// Adds somebody at his place among the others.
    pub fn insert(&mut self, place: usize, unit: Unit) {
        self.ids.insert(place, unit.id);
        self.alive.insert(place, unit);
        self.runs = Runs::of(&self.ids);
    }

    /// Takes out whoever stands at this place.
    ///
    /// # Panics
    /// When nobody stands there.
    pub fn remove(&mut self, place: usize) -> Unit {
        let id = self.ids.remove(place);
        let run = self.runs.run_of(id);
        self.runs.below[run + 1..].iter_mut().for_each(|count| *count -= 1);
        self.alive.remove(place)
    }

    /// Keeps those for whom this is true.
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

    /// Takes everybody out.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Whether the numbers beside the units are theirs, each higher than the one before, and everybody is found by his.
    pub(super) fn is_sound(&self) -> bool {
        let is_found = |(place, id): (usize, &UnitId)| self.index_of(*id) == Some(place);
        self.ids == ids_of(&self.alive)
            && self.ids.is_sorted_by(|one, next| one < next)
            && self.ids.iter().enumerate().all(is_found)
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

impl Deref for Units {
    type Target = [Unit];
    fn deref(&self) -> &[Unit] {
        &self.alive
    }
}

impl DerefMut for Units {
    fn deref_mut(&mut self) -> &mut [Unit] {
        &mut self.alive
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

/// They are saved as a list of units: their numbers are theirs.
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
