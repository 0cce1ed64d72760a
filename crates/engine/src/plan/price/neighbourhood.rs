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
    /// Price of the cell with its toll for a straight step and for a diagonal one; and the walking times.
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
}

/// A square of cells and the ring around it.
pub struct Neighbourhood<'b, 'a> {
    believes: &'b BelievedPrices<'a>,
    /// Row by row.
    entries: Vec<EntryPrice>,
    width: usize,
    /// What the direction alone adds to a straight step and to a diagonal one.
    direction_prices: [u32; 2],
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
        let diagonal = if self.table.has_particular_terms { self.table.kind.row().diagonal } else { 0 };
        Neighbourhood { believes: self, entries, width, direction_prices: [0, diagonal] }
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
        };
        let Some(node) = cell.map(|cell| self.size.index(cell)) else { return entry };
        let (word, table) = (self.belief_words[node], self.table);
        if let Some(price) = table.straight_price(word) {
            let toll = self.toll_price(node as NodeId);
            entry.prices = lengths.map(|by| scale_to_length(price, by) + toll);
            entry.times =
                lengths.map(|by| scale_to_length(table.times[Belief::price_index(word)].into(), by));
        }
        entry.is_known = Belief::word_is_known(word);
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
    /// Same as `BelievedPrices::price_without_crowd` for the steps in a direction from the first `COUNT` cells of a row
    /// of the square.
    #[inline]
    pub fn row_prices<const COUNT: usize>(&self, row: usize, dir: Dir8) -> [Option<u32>; COUNT] {
        let (dx, dy) = dir.offset();
        let first = (row + 1) * self.width + 1;
        let next = first.wrapping_add_signed((dx + dy * self.width as i32) as isize);
        let (from, to) = (&self.entries[first..first + COUNT], &self.entries[next..next + COUNT]);
        let by = usize::from(dir.is_diagonal());
        let mut prices = [None; COUNT];
        for (price, (from, to)) in prices.iter_mut().zip(from.iter().zip(to)) {
            *price = self.step_price(from, to, by);
        }
        prices
    }

    #[inline]
    fn step_price(&self, from: &EntryPrice, to: &EntryPrice, by: usize) -> Option<u32> {
        let price = Some(to.prices[by]).filter(|price| *price != BLOCKED)?;
        let (mut time, mut judged) = (0, self.direction_prices[by]);
        let table = self.believes.table;
        if from.is_known && to.is_known {
            time = table.relief_time(from.height, to.height);
            if table.has_particular_terms {
                time += to.shape_time + to.roughness_time.saturating_sub(from.roughness_time);
                judged += to.height_prices[by];
            }
        }
        let hungry = self.believes.hunger > 0;
        let supplies = if hungry { self.believes.supply_cost(to.times[by] + time) } else { 0 };
        Some(price + table.weighted_by_care(time + judged) + supplies)
    }
}
