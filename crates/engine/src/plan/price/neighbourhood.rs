//! The costs of the steps in and around a square of cells, for a caller that needs all of them: what depends on a cell
//! alone is computed once, not for each of the eight steps onto it.

use super::{BelievedPrices, max_height_difference, scale_to_length};
use crate::graph::NodeId;
use crate::grid::{Cell, DIAGONAL, Dir8, STRAIGHT};
use crate::world::{Belief, altitude};

/// Marks a cell that is impassable or off the land.
const BLOCKED: u32 = u32::MAX;

/// What a step onto a cell costs from any side, and what the rest of its cost depends on.
#[derive(Clone, Copy)]
struct EntryPrice {
    /// Price of the cell for a straight step and for a diagonal one; and the walking times.
    prices: [u32; 2],
    times: [u32; 2],
    /// What steep and narrow land adds, and what height adds to a straight and to a diagonal step, if both ends are
    /// known.
    shape_time: u32,
    height_prices: [u32; 2],
    is_known: bool,
    height: u16,
    /// What stepping onto it from even ground adds for roughness.
    roughness_time: u32,
    toll_price: u32,
}

/// A square of cells and the ring around it.
pub struct Neighbourhood<'b, 'a> {
    believes: &'b BelievedPrices<'a>,
    /// Row by row.
    entries: Vec<EntryPrice>,
    width: usize,
}

impl<'a> BelievedPrices<'a> {
    /// The square of `side` cells a side with `low` as its first cell.
    pub fn neighbourhood(&self, low: Cell, side: u16) -> Neighbourhood<'_, 'a> {
        let width = usize::from(side) + 2;
        let mut entries = Vec::with_capacity(width * width);
        for dy in -1..=i32::from(side) {
            let row = (-1..=i32::from(side)).map(|dx| self.entry_price(self.size.offset(low, dx, dy)));
            entries.extend(row);
        }
        Neighbourhood { believes: self, entries, width }
    }

    fn entry_price(&self, cell: Option<Cell>) -> EntryPrice {
        let lengths = [STRAIGHT, DIAGONAL];
        let mut entry = EntryPrice {
            prices: [BLOCKED; 2],
            times: [0; 2],
            shape_time: 0,
            height_prices: [0; 2],
            is_known: false,
            height: 0,
            roughness_time: 0,
            toll_price: 0,
        };
        let Some(node) = cell.map(|cell| self.size.index(cell)) else { return entry };
        let (word, table) = (self.belief_words[node], self.table);
        if let Some(price) = table.straight_price(word) {
            entry.prices = lengths.map(|by| scale_to_length(price, by));
            entry.times =
                lengths.map(|by| scale_to_length(table.times[Belief::price_index(word)].into(), by));
        }
        entry.is_known = Belief::word_is_known(word);
        entry.toll_price = self.toll_price(node as NodeId);
        if entry.is_known {
            entry.height = self.height(node as NodeId, word);
        }
        if entry.is_known && table.has_particular_terms {
            let counts = |near: usize| Belief::word_is_known(self.belief_words[near]);
            let steepest = max_height_difference(self.size, self.heights, node, counts);
            entry.shape_time = table.steep_time(steepest) + self.narrow_time(node as NodeId);
            entry.roughness_time = table.roughness_time(word);
            entry.height_prices =
                lengths.map(|by| scale_to_length(table.kind.row().heights[altitude(entry.height)], by));
        }
        entry
    }
}

impl Neighbourhood<'_, '_> {
    /// Same as `BelievedPrices::price_without_crowd` for a step from a cell of the square, by its column and row.
    #[inline]
    pub fn step_price(&self, (column, row): (usize, usize), dir: Dir8) -> Option<u32> {
        let (dx, dy) = dir.offset();
        let from = (row + 1) * self.width + column + 1;
        let to = &self.entries[from.wrapping_add_signed((dx + dy * self.width as i32) as isize)];
        let (from, by, table) = (&self.entries[from], usize::from(dir.is_diagonal()), self.believes.table);
        let price = Some(to.prices[by]).filter(|price| *price != BLOCKED)?;
        let turned = if by > 0 && table.has_particular_terms { table.kind.row().diagonal } else { 0 };
        let (mut time, mut high) = (0, 0);
        if from.is_known && to.is_known {
            let rougher = to.roughness_time.saturating_sub(from.roughness_time);
            time = table.relief_time(from.height, to.height) + to.shape_time + rougher;
            high = to.height_prices[by];
        }
        let hungry = self.believes.hunger > 0;
        let supplies = if hungry { self.believes.supply_cost(to.times[by] + time) } else { 0 };
        Some(price + table.weighted_by_care(time + high + turned) + supplies + to.toll_price)
    }
}
