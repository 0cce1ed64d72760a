//! Ambush sites by terrain analysis: where whoever follows a road cannot see what waits for him a few steps on.
//!
//! "On the way" is what a people believes to be road, and "a few steps on" is counted along the road. All is read from a
//! belief: of the heights and walls between two cells only known ones count, and over unknown ground nobody claims that
//! nothing is seen. What does not live here: who lies in wait (`sim::raids`).

use crate::grid::{Cell, Layer, Size};
use crate::world::{Belief, Believed};

/// Steps ahead along the road that a traveller would have to see to be safe.
pub const AHEAD: u16 = 6;
/// Road cells that one look may begin from.
const LOOKS_MAX: usize = 4096;

/// A place on a road that cannot be seen from where one comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ambush {
    /// Where the traveller is when he should see it.
    pub from: Cell,
    /// The place itself, so many steps on.
    pub at: Cell,
}

/// A people's belief about roads and lines of sight.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// What is believed.
    pub belief: &'a Belief,
    /// The land's heights, read for known cells only.
    pub heights: &'a Layer<u16>,
}

impl Outlook<'_> {
    fn size(&self) -> Size {
        self.belief.size()
    }

    /// Whether a cell is believed to be road.
    pub fn is_road(&self, cell: Cell) -> bool {
        matches!(self.belief.at(cell), Believed::Known { tier, .. } if tier.is_road())
    }

    /// Whether a traveller on one cell sees another, as far as is known.
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        self.belief.sees(self.heights, from, to)
    }

    /// The places `ahead` steps on along roads that cannot be seen from the road cells `around`; sorted, each once.
    pub fn ambushes(&self, around: impl Iterator<Item = Cell>, ahead: u16) -> Vec<Ambush> {
        let roads = around.filter(|cell| self.is_road(*cell)).take(LOOKS_MAX);
        let hidden = roads.flat_map(|from| {
            let ends = self.along_roads(from, ahead);
            ends.into_iter().filter(move |at| !self.sees(from, *at)).map(move |at| Ambush { from, at })
        });
        let mut sites: Vec<Ambush> = hidden.collect();
        sites.sort_unstable();
        sites
    }

    /// Whether a road cell cannot be seen from some road cell of these, `ahead` steps before it along roads.
    pub fn is_ambush(&self, at: Cell, ahead: u16, comes_from: impl Fn(Cell) -> bool) -> bool {
        self.along_roads(at, ahead).into_iter().any(|from| comes_from(from) && !self.sees(from, at))
    }

    /// The road cells that are just so many steps away along roads.
    pub fn along_roads(&self, from: Cell, steps: u16) -> Vec<Cell> {
        let side = 2 * usize::from(steps) + 1;
        let place = |cell: Cell| {
            let (x, y) = (cell.x + steps - from.x, cell.y + steps - from.y);
            usize::from(y) * side + usize::from(x)
        };
        let mut seen = vec![false; side * side];
        seen[place(from)] = true;
        let mut edge = vec![from];
        for _ in 0..steps {
            let mut next = Vec::new();
            for cell in edge.iter().flat_map(|cell| self.size().neighbours(*cell)).map(|(_, cell)| cell) {
                if !seen[place(cell)] && self.is_road(cell) {
                    seen[place(cell)] = true;
                    next.push(cell);
                }
            }
            edge = next;
        }
        edge.sort_unstable();
        edge
    }
}
