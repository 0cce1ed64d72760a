//! The abstractions of all peoples: one for each people and movement class, over what that people believes.
//!
//! Kinds of one movement class (`Kind::MOVEMENT_CLASSES`) share an abstraction: it only guides, and cells are searched
//! at the unit's own prices. Abstractions are derived state: built when a search needs them, invalidated where beliefs
//! change, and never saved. The scratch memory of searches is lent from here, too, one at a time, since on a large land
//! it is large.

use super::abstraction::{Abstraction, Counters, Scratch};
use crate::grid::Size;
use crate::world::{DirtyChunks, Kind, PeopleIx, PerPeople};
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Cached compiled pages of all abstractions together: 75 MB.
const PAGES_MAX: usize = 1 << 14;

/// The abstractions of a land's peoples.
#[derive(Debug)]
pub struct Abstractions {
    size: Size,
    /// By people, then by movement class; empty until a unit of that class needs a far path.
    by_people: PerPeople<[OnceLock<Abstraction>; Kind::MOVEMENT_CLASSES.len()]>,
    /// Scratch memory that is not in use.
    idle: Mutex<Vec<Scratch>>,
}

/// A clone builds its abstractions again.
impl Clone for Abstractions {
    fn clone(&self) -> Self {
        Self { size: self.size, by_people: self.by_people.clone(), idle: Mutex::default() }
    }
}

/// Lent scratch memory of a search; it returns when dropped.
pub struct LentScratch<'a> {
    scratch: Scratch,
    idle: &'a Mutex<Vec<Scratch>>,
}

impl Deref for LentScratch<'_> {
    type Target = Scratch;
    fn deref(&self) -> &Scratch {
        &self.scratch
    }
}

impl DerefMut for LentScratch<'_> {
    fn deref_mut(&mut self) -> &mut Scratch {
        &mut self.scratch
    }
}

impl Drop for LentScratch<'_> {
    fn drop(&mut self) {
        let scratch = std::mem::take(&mut self.scratch);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}

impl Abstractions {
    /// No abstraction is built yet.
    pub fn new(size: Size, peoples: usize) -> Self {
        Self {
            size,
            by_people: vec![<[OnceLock<Abstraction>; _]>::default(); peoples].into(),
            idle: Mutex::default(),
        }
    }

    /// The abstraction for a kind of a people.
    pub fn abstraction_of(&self, people: PeopleIx, kind: Kind) -> &Abstraction {
        self.by_people[people][kind.class()].get_or_init(|| Abstraction::new(self.size))
    }

    /// Lends scratch memory for a search; there is never more of it than was lent at one time.
    pub fn lend_scratch(&self) -> LentScratch<'_> {
        let scratch = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        LentScratch { scratch, idle: &self.idle }
    }

    /// Invalidates what depends on changed beliefs of a people.
    pub fn invalidate(&mut self, people: PeopleIx, touched: &DirtyChunks) {
        for abstraction in self.by_people[people].iter_mut().filter_map(OnceLock::get_mut) {
            if touched.all {
                abstraction.invalidate_all();
            }
            for (chunk, _) in &touched.chunks {
                abstraction.invalidate_chunk(*chunk);
            }
        }
    }

    /// Drops the least recently used pages where all abstractions together have too many. Only timing changes.
    pub fn trim(&mut self) {
        let mut built: Vec<&mut Abstraction> =
            self.by_people.iter_mut().flatten().filter_map(OnceLock::get_mut).collect();
        Abstraction::trim(&mut built, PAGES_MAX);
    }

    /// The abstractions that are built, with their people and the kind whose prices they use.
    pub fn built(&self) -> impl Iterator<Item = (PeopleIx, Kind, &Abstraction)> {
        self.by_people.entries().flat_map(|(people, classes)| {
            let classes = classes.iter().zip(Kind::MOVEMENT_CLASSES);
            classes.filter_map(move |(built, kind)| Some((people, kind, built.get()?)))
        })
    }

    /// Chunks built and invalidated so far, by all abstractions.
    pub fn counters(&self) -> Counters {
        let each = self.by_people.iter().flatten().filter_map(OnceLock::get).map(Abstraction::counters);
        each.fold(Counters::default(), |sum, one| Counters {
            built: sum.built + one.built,
            invalidated: sum.invalidated + one.invalidated,
        })
    }
}
