//! What is seen from where, kept for a while: on a road everybody looks from the cells that the one before looked from.
//!
//! Heights never change; whoever puts up something opaque forgets all of it. All the room is taken at the beginning, so
//! that a land which is lived in for days takes no more. What does not live here: who looks.

use crate::grid::{Cell, SightLines, Size, View};
use crate::land::Land;

/// Views that are kept, at most: a power of two.
const KEPT: usize = 1 << 15;

/// The cell of a place where no view is kept: no land has so many.
const NOWHERE: u32 = u32::MAX;

/// Views of one radius. A cell has one place where its view is kept; the next cell with that place takes it over.
#[derive(Clone, Debug)]
pub(super) struct Sights {
    radius: u16,
    lines: SightLines,
    /// The cell that each place is of, by its index.
    cells: Vec<u32>,
    /// The bits of the views, place by place.
    bits: Vec<u64>,
}

impl Sights {
    /// Nobody has looked yet.
    pub fn new(radius: u16, size: Size) -> Self {
        let places = KEPT.min(size.area());
        // Whatever is not zero takes its room now.
        let bits = vec![u64::MAX; places * View::words(radius)];
        Self { radius, lines: SightLines::new(radius), cells: vec![NOWHERE; places], bits }
    }

    /// Nothing that is kept is true any more.
    pub fn forget(&mut self) {
        self.cells.fill(NOWHERE);
    }

    /// The first cell of which a view is kept that is no longer the view from there.
    pub fn stale(&self, land: &Land) -> Option<Cell> {
        let words = View::words(self.radius);
        let kept =
            self.cells.iter().zip(self.bits.chunks_exact(words)).filter(|(index, _)| **index != NOWHERE);
        let mut kept = kept.map(|(index, bits)| (land.size.cell(*index as usize), bits));
        kept.find(|(from, bits)| self.look(land, *from).bits() != *bits).map(|(from, _)| from)
    }

    /// What is seen from a cell.
    pub fn seen_from(&mut self, land: &Land, from: Cell) -> View {
        let (index, words) = (land.size.index(from), View::words(self.radius));
        let place = index % self.cells.len();
        let room = place * words..(place + 1) * words;
        if self.cells[place] == index as u32 {
            return View::of_bits(from, self.radius, &self.bits[room]);
        }
        let view = self.look(land, from);
        self.cells[place] = index as u32;
        self.bits[room].copy_from_slice(view.bits());
        view
    }

    /// The same, whatever is kept.
    fn look(&self, land: &Land, from: Cell) -> View {
        let surfaces = land.surface.values();
        self.lines.view(&land.height, |index| surfaces[index].is_opaque(), from)
    }
}
