//! What steps in and around a square of cells cost, for who asks about all of them: what belongs to a cell alone is
//! reckoned once, not for each of the eight steps onto it.

use super::{Believes, scaled, steepest};
use crate::graph::NodeId;
use crate::grid::{Cell, DIAGONAL, Dir8, STRAIGHT};
use crate::world::{Belief, altitude};

/// Marks what may not be entered, or lies outside of the land.
const BARRED: u32 = u32::MAX;

/// What a step onto a cell costs wherever it comes from, and what the rest of it depends on.
#[derive(Clone, Copy)]
struct EntryPrice {
    /// Of a straight step and a diagonal one, as dear as the cell is by itself; and how long they take.
    prices: [u32; 2],
    times: [u32; 2],
    /// What it adds, if both its ends are known, that it is steep there, and high, for a straight step and a diagonal one.
    steep: u32,
    high: [u32; 2],
    is_known: bool,
    height: u16,
    /// What stepping up to it from even ground adds for being rough.
    rough: u32,
}

/// A square of cells and the ring around it.
pub struct Neighbourhood<'b, 'a> {
    believes: &'b Believes<'a>,
    /// Row by row.
    spots: Vec<EntryPrice>,
    width: usize,
}

impl<'a> Believes<'a> {
    /// The square of so many cells a side whose first is `low`.
    pub fn around(&self, low: Cell, side: u16) -> Neighbourhood<'_, 'a> {
        let rows = -1..=i32::from(side);
        let cells = rows.clone().flat_map(|dy| rows.clone().map(move |dx| (dx, dy)));
        let spots = cells.map(|(dx, dy)| self.spot(self.size.offset(low, dx, dy))).collect();
        Neighbourhood { believes: self, spots, width: usize::from(side) + 2 }
    }

    fn spot(&self, cell: Option<Cell>) -> EntryPrice {
        let lengths = [STRAIGHT, DIAGONAL];
        let mut spot = EntryPrice {
            prices: [BARRED; 2],
            times: [0; 2],
            steep: 0,
            high: [0; 2],
            is_known: false,
            height: 0,
            rough: 0,
        };
        let Some(node) = cell.map(|cell| self.size.index(cell)) else { return spot };
        let (word, table) = (self.words[node], self.table);
        if let Some(price) = table.straight(word) {
            spot.prices = lengths.map(|by| scaled(price, by));
            spot.times = lengths.map(|by| scaled(table.times[Belief::price_index(word)].into(), by));
        }
        spot.is_known = Belief::word_is_known(word);
        if spot.is_known {
            spot.height = self.height(node as NodeId);
        }
        if spot.is_known && table.is_particular {
            let counts = |near: usize| Belief::word_is_known(self.words[near]);
            spot.steep = table.steep(steepest(self.size, self.heights, node, counts));
            spot.rough = table.rough(word);
            spot.high = lengths.map(|by| scaled(table.kind.row().heights[altitude(spot.height)], by));
        }
        spot
    }
}

impl Neighbourhood<'_, '_> {
    /// What [`Believes::alone`] says of a step from a cell of the square, by its column and row.
    #[inline]
    pub fn step(&self, (column, row): (usize, usize), dir: Dir8) -> Option<u32> {
        let (dx, dy) = dir.offset();
        let from = (row + 1) * self.width + column + 1;
        let to = &self.spots[from.wrapping_add_signed((dx + dy * self.width as i32) as isize)];
        let (from, by, table) = (&self.spots[from], usize::from(dir.is_diagonal()), self.believes.table);
        let price = Some(to.prices[by]).filter(|price| *price != BARRED)?;
        let turned = if by > 0 && table.is_particular { table.kind.row().diagonal } else { 0 };
        let (mut time, mut high) = (0, 0);
        if from.is_known && to.is_known {
            let rougher = to.rough.saturating_sub(from.rough);
            time = table.relief(from.height, to.height) + to.steep + rougher;
            high = to.high[by];
        }
        let hungry = self.believes.hunger > 0;
        let supplies = if hungry { self.believes.supplies(to.times[by] + time) } else { 0 };
        Some(price + table.weighed(time + high + turned) + supplies)
    }
}
