//! Repair: after prices have changed, only what depends on them is computed again.
//!
//! Labels that no neighbour supports any more are dropped first, in the order of their old costs: when a cell is
//! examined, all nearer ones are correct, so that its neighbours tell whether another step is as good as the lost one.
//! If none is, the cells with paths over this cell are examined in turn. A dropped cell gets the best label from its
//! neighbours, an improved one gets its better one, and from there the flood continues as usual. A cell whose label
//! holds is not examined further, however many cells lie beyond it.

use super::entries::{BLOCKED, FieldPrices};
use super::queue::{ARROW_BITS, FloodBounds, FloodQueue, FloodResult, REACHED, label};
use super::{Extent, Field};
use crate::graph::CostModel;
use crate::grid::{Cell, distinct};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The work of a repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Repaired {
    /// Cells that lost their path.
    pub lost_cells: u32,
    /// Cells that were expanded again.
    pub expanded: u32,
    /// Whether the repair was too large, and the field was rebuilt.
    pub is_rebuilt: bool,
}

impl Field {
    /// Updates the field to what a new one would be, after the entry prices of these cells have changed (what
    /// [`FieldPrices::refresh`] returned). Beyond a budget of cells it is rebuilt.
    pub fn repair(
        &mut self,
        entries: &mut FieldPrices,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        changed: &[Cell],
        budget: u32,
    ) -> Repaired {
        let mut seeds = Vec::new();
        let mut repaired = Repaired::default();
        let repaired_flood =
            self.drop_invalid_labels(entries, cost, changed, &mut seeds, budget).and_then(|lost| {
                repaired.lost_cells = lost;
                let bounds = FloodBounds { seeds, limit: self.settled_below, until: Vec::new(), budget };
                self.flood::<true>(entries, cost, flood, bounds)
            });
        let Some(FloodResult { expanded, .. }) = repaired_flood else {
            repaired.is_rebuilt = true;
            let settled = self.settled_below;
            self.rebuild(entries, cost, flood, Extent::Cost(settled));
            self.settled_below = settled;
            return repaired;
        };
        repaired.expanded = expanded;
        repaired
    }

    /// Drops the labels that do not hold any more, and gives new ones to those cells and to the improved ones: these
    /// are the seeds. Returns how many were lost; `None` if there are more than the budget.
    fn drop_invalid_labels(
        &mut self,
        entries: &mut FieldPrices,
        cost: &impl CostModel,
        changed: &[Cell],
        seeds: &mut Vec<u32>,
        budget: u32,
    ) -> Option<u32> {
        let mut suspects = BinaryHeap::new();
        let mut lost = Vec::new();
        for slot in self.neighbour_slots(changed) {
            match self.labels[slot] {
                0 => lost.push(slot),
                old if old == label(0) => {}
                old => suspects.push(Reverse((old, slot))),
            }
        }
        let unreached = lost.len();
        while let Some(Reverse((old, slot))) = suspects.pop() {
            if self.labels[slot] != old {
                continue;
            }
            let best = self.best_label(entries, cost, slot);
            if best >> 3 <= old >> 3 {
                self.offer_label(slot, best, seeds);
                continue;
            }
            self.set(slot, 0);
            self.arrows[slot] = 0;
            lost.push(slot);
            if lost.len() - unreached > budget as usize {
                return None;
            }
            for dir in 0..8 {
                let there = self.frame.neighbour_slot(slot, dir);
                let behind = self.labels[there];
                if behind != 0 && behind != label(0) && behind & ARROW_BITS == dir as i32 ^ 4 {
                    suspects.push(Reverse((behind, there)));
                }
            }
        }
        for slot in &lost {
            let best = self.best_label(entries, cost, *slot);
            self.offer_label(*slot, best, seeds);
        }
        Some((lost.len() - unreached) as u32)
    }

    /// The slots of the neighbours of these cells, from which the steps onto them start, each once.
    fn neighbour_slots(&self, changed: &[Cell]) -> Vec<usize> {
        let mut slots = Vec::new();
        for cell in changed {
            let slot = self.frame.slot(*cell);
            let beside = (0..8).map(|dir| self.frame.neighbour_slot(slot, dir));
            slots.extend(beside.filter(|there| self.frame.cell(*there).is_some()));
        }
        distinct(slots)
    }

    /// Sets the label of a slot, if it is better than the old one, or equal but for the arrow.
    fn offer_label(&mut self, slot: usize, best: i32, seeds: &mut Vec<u32>) {
        let old = self.labels[slot];
        if best == old {
            return;
        }
        self.set(slot, best);
        if best >> 3 != old >> 3 {
            self.arrows[slot] = 0;
            seeds.push(slot as u32);
        } else if self.arrows[slot] != 0 {
            self.set_arrow(slot, best);
        }
    }

    /// The best label from the neighbours of a slot; 0 if there is none.
    fn best_label(&self, entries: &mut FieldPrices, cost: &impl CostModel, slot: usize) -> i32 {
        let mut best = 0;
        for dir in 0..8 {
            let there = self.frame.neighbour_slot(slot, dir);
            let label = self.labels[there];
            if label as u32 >= REACHED {
                let price = entries.prices_onto(cost, there)[dir ^ 4];
                let offered = (label & !ARROW_BITS).wrapping_add((i32::from(price) << 3) + dir as i32);
                best = if price == BLOCKED { best } else { best.min(offered) };
            }
        }
        best
    }
}
