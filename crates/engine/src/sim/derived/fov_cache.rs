//! A cache of fields of view: on a road, units look from the same cells as those before them.
//!
//! Heights never change; building something opaque clears the cache. All memory is allocated at the beginning, so a
//! long game takes no more. What does not live here: which units look.

use crate::grid::{Cell, SightLines, Size, View};
use crate::land::Land;

/// Cached fields of view, at most: a power of two.
const CAPACITY: usize = 1 << 18;
/// Marks an empty slot: no land has this many cells.
const EMPTY_SLOT: u32 = u32::MAX;

/// Fields of view of one radius. A cell maps to one slot; the next cell with the same slot replaces it.
#[derive(Clone, Debug)]
pub(in crate::sim) struct FovCache {
    radius: u16,
    lines: SightLines,
    /// The index of the cell that each slot holds.
    cells: Vec<u32>,
    /// The bits of the views, slot by slot.
    bits: Vec<u64>,
}

impl FovCache {
    /// An empty cache.
    pub(in crate::sim) fn new(radius: u16, size: Size) -> Self {
        let slots = CAPACITY.min(size.area());
        // Non-zero values make the system commit the memory now.
        let bits = vec![u64::MAX; slots * View::word_count(radius)];
        Self { radius, lines: SightLines::new(radius), cells: vec![EMPTY_SLOT; slots], bits }
    }

    /// Empties the cache.
    pub(in crate::sim) fn clear(&mut self) {
        self.cells.fill(EMPTY_SLOT);
    }

    /// The first cell whose cached view differs from a recomputed one.
    pub(in crate::sim) fn first_mismatch(&self, land: &Land) -> Option<Cell> {
        let words = View::word_count(self.radius);
        let entries =
            self.cells.iter().zip(self.bits.chunks_exact(words)).filter(|(index, _)| **index != EMPTY_SLOT);
        let mut entries = entries.map(|(index, bits)| (land.size.cell(*index as usize), bits));
        entries.find(|(from, bits)| self.compute_view(land, *from).bits() != *bits).map(|(from, _)| from)
    }

    /// The field of view from a cell.
    pub(in crate::sim) fn view_from(&mut self, land: &Land, from: Cell) -> View {
        let (index, words) = (land.size.index(from), View::word_count(self.radius));
        let slot = index % self.cells.len();
        let bits = slot * words..(slot + 1) * words;
        if self.cells[slot] == index as u32 {
            return View::from_bits(from, self.radius, &self.bits[bits]);
        }
        let view = self.compute_view(land, from);
        self.cells[slot] = index as u32;
        self.bits[bits].copy_from_slice(view.bits());
        view
    }

    /// The same, computed without the cache.
    fn compute_view(&self, land: &Land, from: Cell) -> View {
        let surfaces = land.surface.values();
        self.lines.field_of_view(&land.height, |index| surfaces[index].is_opaque(), from)
    }
}
