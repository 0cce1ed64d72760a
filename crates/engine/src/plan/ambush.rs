//! Ambush sites by terrain analysis: cells of a road that a traveller cannot see from a few steps before them.
//!
//! Roads are those a people believes in, and steps are counted along them. Everything is read from a belief: of the
//! heights and walls between two cells only known ones count, and over unknown ground no line of sight is assumed to be
//! blocked. Not here: which units wait in ambush (`sim::danger::raids`).

use crate::grid::{Cell, Layer, Size};
use crate::world::{Belief, Believed};

/// Steps ahead along the road that a traveller would have to see to be safe.
pub const AMBUSH_AHEAD_STEPS: u16 = 6;
/// Road cells from which one analysis may start.
const ROAD_CELLS_MAX: usize = 4096;

/// A cell of a road that is hidden from travellers on their way to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AmbushSite {
    /// The cell from which a traveller should see it.
    pub from: Cell,
    /// The hidden cell, some steps farther on.
    pub at: Cell,
}

/// A people's belief about roads and lines of sight.
#[derive(Clone, Copy)]
pub struct RoadVisibility<'a> {
    /// The belief.
    pub belief: &'a Belief,
    /// The land's heights, read for known cells only.
    pub heights: &'a Layer<u16>,
}

impl RoadVisibility<'_> {
    fn size(&self) -> Size {
        self.belief.size()
    }

    /// Whether a cell is believed to be road.
    pub fn is_road(&self, cell: Cell) -> bool {
        matches!(self.belief.at(cell), Believed::Known { tier, .. } if tier.is_road())
    }

    /// Whether a traveller on one cell sees another, as far as is known.
    pub fn has_line_of_sight(&self, from: Cell, to: Cell) -> bool {
        self.belief.sees(self.heights, from, to)
    }

    /// The sites `ahead` steps farther along roads that cannot be seen from the road cells `around`; sorted, each once.
    pub fn ambush_sites(&self, around: impl Iterator<Item = Cell>, ahead: u16) -> Vec<AmbushSite> {
        let roads = around.filter(|cell| self.is_road(*cell)).take(ROAD_CELLS_MAX);
        let hidden = roads.flat_map(|from| {
            let ends = self.road_cells_at(from, ahead);
            ends.into_iter()
                .filter(move |at| !self.has_line_of_sight(from, *at))
                .map(move |at| AmbushSite { from, at })
        });
        let mut sites: Vec<AmbushSite> = hidden.collect();
        sites.sort_unstable();
        sites
    }

    /// Whether a road cell cannot be seen from one of the road cells for which `comes_from` holds, `ahead` steps before
    /// it.
    pub fn is_ambush_site(&self, at: Cell, ahead: u16, comes_from: impl Fn(Cell) -> bool) -> bool {
        self.road_cells_at(at, ahead)
            .into_iter()
            .any(|from| comes_from(from) && !self.has_line_of_sight(from, at))
    }

    /// The road cells exactly `steps` steps away along roads, in order.
    pub fn road_cells_at(&self, from: Cell, steps: u16) -> Vec<Cell> {
        let side = 2 * usize::from(steps) + 1;
        let index = |cell: Cell| {
            let (x, y) = (cell.x + steps - from.x, cell.y + steps - from.y);
            usize::from(y) * side + usize::from(x)
        };
        let mut seen = vec![false; side * side];
        seen[index(from)] = true;
        let mut frontier = vec![from];
        for _ in 0..steps {
            let mut next = Vec::new();
            for cell in frontier.iter().flat_map(|cell| self.size().neighbours(*cell)).map(|(_, cell)| cell) {
                if !seen[index(cell)] && self.is_road(cell) {
                    seen[index(cell)] = true;
                    next.push(cell);
                }
            }
            frontier = next;
        }
        frontier.sort_unstable();
        frontier
    }
}
