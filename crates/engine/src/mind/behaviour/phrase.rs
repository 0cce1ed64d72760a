//! Sentences about behaviours as facts: words, and what the reader's screen has a name for.

use crate::grid::Cell;
use crate::world::{SearchGoal, TownIx, UnitId, UnitOrPlace};

/// A sentence: its parts follow each other without anything in between.
pub type Sentence = Vec<Phrase>;

/// A part of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// These words.
    Words(&'static str),
    /// A number.
    Number(u64),
    /// A time in ticks.
    Ticks(u64),
    /// A place.
    Place(Cell),
    /// A unit.
    Unit(UnitId),
    /// A settlement.
    Town(TownIx),
    /// Something to search for.
    Sought(SearchGoal),
}

impl From<&'static str> for Phrase {
    fn from(words: &'static str) -> Self {
        Phrase::Words(words)
    }
}

impl From<UnitOrPlace> for Phrase {
    fn from(mark: UnitOrPlace) -> Self {
        match mark {
            UnitOrPlace::Unit(id) => Phrase::Unit(id),
            UnitOrPlace::Place(cell) => Phrase::Place(cell),
        }
    }
}
