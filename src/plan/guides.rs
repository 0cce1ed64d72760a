//! The abstractions of all peoples: one for each people and movement class, over what that people believes.
//!
//! They are derived: built where a search comes by, forgotten where beliefs change, and never saved.

use super::abstraction::{Abstraction, Counters};
use crate::grid::Size;
use crate::world::{Kind, Touched};

/// The kinds by whose prices abstractions are made. Whoever walks alike shares one: it only guides, and the cells are
/// searched by the walker's own prices.
const GUIDES: [Kind; 2] = [Kind::Porter, Kind::Scout];

/// The kind by whose prices the abstraction for a kind is made.
pub fn guide_of(kind: Kind) -> Kind {
    GUIDES[class_of(kind)]
}

fn class_of(kind: Kind) -> usize {
    match kind {
        Kind::Porter | Kind::Settler => 0,
        Kind::Scout => 1,
    }
}

/// The abstractions of a land's peoples.
#[derive(Clone, Debug)]
pub struct Guides {
    /// By people, then by movement class.
    of: Vec<[Abstraction; GUIDES.len()]>,
}

impl Guides {
    /// Nothing is built yet.
    pub fn new(size: Size, peoples: usize) -> Self {
        let none = || std::array::from_fn(|_| Abstraction::new(size));
        Self { of: (0..peoples).map(|_| none()).collect() }
    }

    /// The abstraction that guides a kind of a people.
    pub fn of(&self, people: u8, kind: Kind) -> &Abstraction {
        &self.of[usize::from(people)][class_of(kind)]
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
