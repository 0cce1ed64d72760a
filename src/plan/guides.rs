//! The abstractions of all peoples: one for each people and movement class, over what that people believes.
//!
//! Whoever walks alike shares one: it only guides, and cells are searched by the walker's own prices (`Kind::GUIDES`).
//! They are derived: built where a search comes by, forgotten where beliefs change, and never saved.

use super::abstraction::{Abstraction, Counters};
use crate::grid::Size;
use crate::world::{Kind, Touched};

/// The abstractions of a land's peoples.
#[derive(Clone, Debug)]
pub struct Guides {
    /// By people, then by movement class.
    of: Vec<[Abstraction; Kind::GUIDES.len()]>,
}

impl Guides {
    /// Nothing is built yet.
    pub fn new(size: Size, peoples: usize) -> Self {
        let none = || std::array::from_fn(|_| Abstraction::new(size));
        Self { of: (0..peoples).map(|_| none()).collect() }
    }

    /// The abstraction that guides a kind of a people.
    pub fn of(&self, people: u8, kind: Kind) -> &Abstraction {
        &self.of[usize::from(people)][kind.class()]
    }

    /// A people has come to believe something else.
    pub fn touch(&mut self, people: u8, touched: &Touched) {
        for abstraction in &mut self.of[usize::from(people)] {
            if touched.all {
                abstraction.touch_all();
            }
            for (chunk, _) in &touched.chunks {
                abstraction.touch_chunk(*chunk);
            }
        }
    }

    /// Chunks built and forgotten so far, by all together.
    pub fn counters(&self) -> Counters {
        let each = self.of.iter().flatten().map(Abstraction::built);
        each.fold(Counters::default(), |sum, one| Counters {
            built: sum.built + one.built,
            forgotten: sum.forgotten + one.forgotten,
        })
    }
}
