//! What is seen from where, kept for a while: on a road everybody looks from the cells that the one before looked from.
//!
//! Heights never change; whoever puts up something opaque forgets all of it. What does not live here: who looks.

use crate::grid::{Cell, Lines, View};
use crate::land::Land;

/// Views that are kept, at most: a power of two.
const KEPT: usize = 1 << 15;

/// A cell that was looked from, by its index, and its view.
type Kept = Option<(u32, View)>;

/// Views of one radius. A cell has one place where its view is kept; the next cell with that place takes it over.
#[derive(Clone, Debug)]
pub(super) struct Sights {
    lines: Lines,
    kept: Vec<Kept>,
}

impl Sights {
    /// Nobody has looked yet.
    pub fn new(radius: u16) -> Self {
        Self { lines: Lines::new(radius), kept: vec![None; KEPT] }
    }

    /// The first cell of which a view is kept that is no longer the view from there.
    pub fn stale(&self, land: &Land) -> Option<Cell> {
        let surfaces = land.surface.values();
        let is_stale = |(index, view): &&(u32, View)| {
            let from = land.size.cell(*index as usize);
            *view != self.lines.view(&land.height, |index| surfaces[index].is_opaque(), from)
        };
        let (index, _) = self.kept.iter().flatten().find(is_stale)?;
        Some(land.size.cell(*index as usize))
    }

    /// What is seen from a cell.
    pub fn seen_from(&mut self, land: &Land, from: Cell) -> View {
        let index = land.size.index(from) as u32;
        let place = &mut self.kept[index as usize % KEPT];
        if let Some((_, view)) = place.as_ref().filter(|(of, _)| *of == index) {
            return view.clone();
        }
        let surfaces = land.surface.values();
        let view = self.lines.view(&land.height, |index| surfaces[index].is_opaque(), from);
        *place = Some((index, view.clone()));
        view
    }
}
