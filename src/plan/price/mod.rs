//! What a step costs: itemised, in milli-steps, from beliefs alone.
//!
//! The items are of two kinds. *Time* (ground, season, slope, steep land, rougher ground, the road's speed) is what feet
//! need; *judgement* (the road's comfort, the unknown, fear, the crowd, paint, a beacon's light, being seen from a
//! stranger's tower, haste) is what makes a walker go round. A search minimises their sum; arrival follows time alone.
//! [`Terms`] lists the items; the compiled [`PriceTable`] holds their sum.
//!
//! A step costs what the cell costs that it *leads onto*, whatever it leaves: from grass into a wood is dear, and back
//! is cheap. Only height gained or lost and rougher ground depend on both ends, and only they make a way and its
//! reverse differ by more than the ground at their two ends.

mod table;
mod terms;

pub use table::{PRICE_MIN, PriceTable, Tables};
pub use terms::{ITEMS, TERMS, Terms};

use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, Layer, Size};
use crate::land::Land;
use crate::world::{Belief, Kind, People, Season, Tier, roughness, steepness};
use table::{BARRED, straight_terms};

/// What costs more, in milli-steps a step, counts as this much; ground that always does is a wall.
pub const PRICE_MAX: u32 = u16::MAX as u32 - 1;

/// The true ground, as feet find it.
#[derive(Clone, Copy)]
pub struct Footing<'a> {
    /// The land.
    pub land: &'a Land,
    /// Roads; `None` for ground that nobody has trodden yet.
    pub tiers: Option<&'a Layer<Tier>>,
    /// The time of the year.
    pub season: Season,
}

impl Footing<'_> {
    /// True walking time of a step, in milli-steps: what feet need, whatever was believed. `None` where the kind
    /// cannot walk.
    pub fn step_time(&self, kind: Kind, from: usize, to: usize, length: u32) -> Option<u32> {
        let (heights, surface) = (self.land.height.values(), self.land.surface.values());
        let tier = |cell: usize| self.tiers.map_or(Tier::None, |tiers| tiers.values()[cell]);
        let (ground, _) = kind.on_road(kind.seasonal_time(surface[to], self.season)?, tier(to));
        let relief = kind.relief(heights[from], heights[to]);
        let row = kind.row();
        let mut time = scaled(ground, length) + relief;
        if row.change > 0 {
            let rough = |cell: usize| roughness(surface[cell], tier(cell));
            time += rough(to).saturating_sub(rough(from)) * row.change;
        }
        if row.steep.iter().any(|time| *time > 0) {
            time += row.steep[steepness(steepest(self.land.size, heights, to, |_| true))];
        }
        Some(time)
    }
}

/// The largest difference in height between a cell and those neighbours that count.
fn steepest(size: Size, heights: &[u16], at: usize, counts: impl Fn(usize) -> bool) -> u16 {
    let around = size.neighbours(size.cell(at)).map(|(_, cell)| size.index(cell));
    around.filter(|cell| counts(*cell)).map(|cell| heights[cell].abs_diff(heights[at])).max().unwrap_or(0)
}

/// The land as one people believes it to be, priced for one kind: what every search of the game runs on.
pub struct Believes<'a> {
    size: Size,
    words: &'a [u16],
    heights: &'a [u16],
    table: &'a PriceTable,
    /// Cells claimed by others, sorted.
    crowd: Vec<NodeId>,
    cheapest: u32,
}

/// What a step costs besides the straight price of the cell it leads onto: all of it is time.
#[derive(Clone, Copy, Default)]
struct Passage {
    slope: u32,
    steep: u32,
    change: u32,
}

impl Passage {
    fn sum(self) -> u32 {
        self.slope + self.steep + self.change
    }
}

impl<'a> Believes<'a> {
    /// The belief of `people` over the land's heights (read for known cells only), priced by `table`. `crowd`
    /// are node ids of cells that others hold nearby.
    pub fn new(
        people: &'a People,
        heights: &'a Layer<u16>,
        table: &'a PriceTable,
        mut crowd: Vec<NodeId>,
    ) -> Self {
        crowd.sort_unstable();
        crowd.dedup();
        let (size, words) = (people.belief.size(), people.belief.words());
        Self {
            size,
            words,
            heights: heights.values(),
            table,
            crowd,
            cheapest: table.cheapest(&people.belief),
        }
    }

    /// The packed belief about a node.
    pub fn word(&self, node: NodeId) -> u16 {
        self.words[node as usize]
    }

    /// What the way from one cell to the next adds; nothing is known of it unless both ends are known.
    fn passage(&self, from: NodeId, to: NodeId) -> Passage {
        let (here, there) = (self.word(from), self.word(to));
        if !Belief::word_is_known(here) || !Belief::word_is_known(there) {
            return Passage::default();
        }
        let slope = self.table.relief(self.heights[from as usize], self.heights[to as usize]);
        if !self.table.is_particular {
            return Passage { slope, ..Passage::default() };
        }
        let is_known = |cell: usize| Belief::word_is_known(self.words[cell]);
        let steepest = steepest(self.size, self.heights, to as usize, is_known);
        Passage { slope, steep: self.table.steep(steepest), change: self.table.change(here, there) }
    }

    /// Onto which cells from `low` to `high`, and in the ring around them, steps cost more than those pay who guide this
    /// kind, and how much; `None` if it pays other prices than they.
    pub(super) fn dearer_than_guide(&self, low: Cell, high: Cell) -> Option<(Vec<Cell>, u32)> {
        let is_near = |cell: &Cell| {
            low.x <= cell.x + 1 && cell.x <= high.x + 1 && low.y <= cell.y + 1 && cell.y <= high.y + 1
        };
        let row = self.table.kind.row();
        let cells = || self.crowd.iter().map(|node| self.size.cell(*node as usize)).filter(is_near).collect();
        self.table.kind.is_guide().then(|| (cells(), row.crowd))
    }

    fn crowd(&self, to: NodeId) -> u32 {
        let claimed = !self.crowd.is_empty() && self.crowd.binary_search(&to).is_ok();
        if claimed { self.table.kind.row().crowd } else { 0 }
    }

    /// Expected walking time of a step, in milli-steps; `None` if it is barred.
    pub fn time(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let straight = self.table.times[Belief::price_index(self.word(to))];
        (straight != BARRED).then(|| scaled(straight.into(), length) + self.passage(from, to).sum())
    }

    /// The items of a step; their sum is what [`CostModel::step`] returns. `None` if it is barred.
    pub fn terms(&self, from: NodeId, to: NodeId, length: u32) -> Option<Terms> {
        let word = self.word(to);
        let mut terms = straight_terms(self.table.kind, self.table.season, word)?;
        terms.fear = i64::from(self.table.fear_in(word));
        let price = i64::from(scaled(terms.total() as u32, length));
        terms.scale(i64::from(length));
        // Rounding is kept in the road's item.
        terms.road += price - terms.total();
        let Passage { slope, steep, change } = self.passage(from, to);
        (terms.slope, terms.steep, terms.change) = (slope.into(), steep.into(), change.into());
        terms.time += terms.slope + terms.steep + terms.change;
        terms.crowd = self.crowd(to).into();
        terms.wishes -= (terms.total() - i64::from(PRICE_MAX)).max(0);
        Some(terms)
    }
}

/// A straight step's price for a step of this length.
fn scaled(price: u32, length: u32) -> u32 {
    price * length / 1000
}

impl CostModel for Believes<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let straight = self.table.straight(self.word(to))?;
        let price = scaled(straight, length) + self.passage(from, to).sum() + self.crowd(to);
        Some(price.min(PRICE_MAX))
    }

    fn is_blocked(&self, node: NodeId) -> bool {
        self.table.prices[Belief::price_index(self.word(node))] == BARRED
    }

    fn cheapest(&self) -> u32 {
        self.cheapest
    }
}
