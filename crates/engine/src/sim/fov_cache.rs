//! A cache of fields of view: on a road, units look from the same cells as those before them.
//!
//! Heights never change; building something opaque clears the cache. All memory is allocated at the beginning, so a
//! long game takes no more. What does not live here: which units look.

use crate::grid::{Cell, SightLines, Size, View};
use crate::land::Land;

/// Cached fields of view, at most: a power of two.
const KEPT: usize = 1 << 15;

/// Marks an empty slot: no land has this many cells.
const NOWHERE: u32 = u32::MAX;

/// Fields of view of one radius. A cell maps to one slot; the next cell with the same slot replaces it.
#[derive(Clone, Debug)]
pub(super) struct Sights {
    radius: u16,
    lines: SightLines,
    /// The index of the cell that each slot holds.
    cells: Vec<u32>,
    /// The bits of the views, slot by slot.
    bits: Vec<u64>,
}

impl Sights {
    /// An empty cache.
    pub fn new(radius: u16, size: Size) -> Self {
        let slots = KEPT.min(size.area());
        // Non-zero values make the system commit the memory now.
        let bits = vec![u64::MAX; slots * View::words(radius)];
        Self { radius, lines: SightLines::new(radius), cells: vec![NOWHERE; slots], bits }
    }

    /// Empties the cache.
    pub fn forget(&mut self) {
        self.cells.fill(NOWHERE);
    }

    /// The first cell whose cached view differs from a recomputed one.
    pub fn stale(&self, land: &Land) -> Option<Cell> {
        let words = View::words(self.radius);
        let entries =
            self.cells.iter().zip(self.bits.chunks_exact(words)).filter(|(index, _)| **index != NOWHERE);
        let mut entries = entries.map(|(index, bits)| (land.size.cell(*index as usize), bits));
        entries.find(|(from, bits)| self.look(land, *from).bits() != *bits).map(|(from, _)| from)
    }

    /// The field of view from a cell.
    pub fn seen_from(&mut self, land: &Land, from: Cell) -> View {
        let (index, words) = (land.size.index(from), View::words(self.radius));
        let slot = index % self.cells.len();
        let bits = slot * words..(slot + 1) * words;
        if self.cells[slot] == index as u32 {
            return View::of_bits(from, self.radius, &self.bits[bits]);
        }
        let view = self.look(land, from);
        self.cells[slot] = index as u32;
        self.bits[bits].copy_from_slice(view.bits());
        view
    }

    /// The same, computed without the cache.
    fn look(&self, land: &Land, from: Cell) -> View {
        let surfaces = land.surface.values();
        self.lines.view(&land.height, |index| surfaces[index].is_opaque(), from)
    }
}
