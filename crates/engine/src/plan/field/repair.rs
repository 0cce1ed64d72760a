//! Repair: after prices have changed, only what depends on them is computed again.
//!
//! Labels that no neighbour supports any more are dropped first, in the order of their old costs: when a cell is
//! examined, all nearer ones are correct, so that its neighbours tell whether another step is as good as the lost one.
//! If none is, the cells with paths over this cell are examined in turn. A dropped cell gets the best label from its
//! neighbours, an improved one gets its better one, and from there the flood continues as usual. A cell whose label
//! holds is not examined further, however many cells lie beyond it.

use super::entries::{BARRED, Entries};
use super::flood::{ARROW, Ended, FloodBounds, FloodQueue, REACHED, label};
use super::{Extent, Field};
use crate::graph::CostModel;
use crate::grid::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The work of a repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Repaired {
    /// Cells that lost their path.
    pub lost: u32,
    /// Cells that were expanded again.
    pub expanded: u32,
    /// Whether the repair was too large, and the field was rebuilt.
    pub rebuilt: bool,
}

impl Field {
    /// Updates the field to what a new one would be, after the entry prices of these cells have changed (what
    /// [`Entries::refresh`] returned). Beyond a budget of cells it is rebuilt.
    pub fn repair(
        &mut self,
        entries: &mut Entries,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        changed: &[Cell],
        budget: u32,
    ) -> Repaired {
        let mut seeds = Vec::new();
        let mut repaired = Repaired::default();
        let repaired_flood = self.lose(entries, cost, changed, &mut seeds, budget).and_then(|lost| {
            repaired.lost = lost;
            let bounds = FloodBounds { seeds, limit: self.settled, until: Vec::new(), budget };
            self.flood::<true>(entries, cost, flood, bounds)
        });
        let Some(Ended { expanded, .. }) = repaired_flood else {
            repaired.rebuilt = true;
            let settled = self.settled;
            self.rebuild(entries, cost, flood, Extent::Cost(settled));
            self.settled = settled;
            return repaired;
        };
        repaired.expanded = expanded;
        repaired
    }

    /// Drops the labels that do not hold any more, and gives new ones to those cells and to the improved ones: these
    /// are the seeds. Returns how many were lost; `None` if there are more than the budget.
    fn lose(
        &mut self,
        entries: &mut Entries,
        cost: &impl CostModel,
        changed: &[Cell],
        seeds: &mut Vec<u32>,
        budget: u32,
    ) -> Option<u32> {
        let mut suspects = BinaryHeap::new();
        let mut lost = Vec::new();
        for slot in self.beside_all(changed) {
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
            let best = self.best(entries, cost, slot);
            if best >> 3 <= old >> 3 {
                self.improve(slot, best, seeds);
                continue;
            }
            self.set(slot, 0);
            self.arrows[slot] = 0;
            lost.push(slot);
            if lost.len() - unreached > budget as usize {
                return None;
            }
            for dir in 0..8 {
                let there = self.frame.beside(slot, dir);
                let behind = self.labels[there];
                if behind != 0 && behind != label(0) && behind & ARROW == dir as i32 ^ 4 {
                    suspects.push(Reverse((behind, there)));
                }
            }
        }
        for slot in &lost {
            let best = self.best(entries, cost, *slot);
            self.improve(*slot, best, seeds);
        }
        Some((lost.len() - unreached) as u32)
    }

    /// The slots of the neighbours of these cells, from which the steps onto them start, each once.
    fn beside_all(&self, changed: &[Cell]) -> Vec<usize> {
        let mut slots = Vec::new();
        for cell in changed {
            let slot = self.frame.place(*cell);
            let beside = (0..8).map(|dir| self.frame.beside(slot, dir));
            slots.extend(beside.filter(|there| self.frame.cell(*there).is_some()));
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Sets the label of a slot, if it is better than the old one, or equal but for the arrow.
    fn improve(&mut self, slot: usize, best: i32, seeds: &mut Vec<u32>) {
        let old = self.labels[slot];
        if best == old {
            return;
        }
        self.set(slot, best);
        if best >> 3 != old >> 3 {
            self.arrows[slot] = 0;
            seeds.push(slot as u32);
        } else if self.arrows[slot] != 0 {
            self.point(slot, best);
        }
    }

    /// The best label from the neighbours of a slot; 0 if there is none.
    fn best(&self, entries: &mut Entries, cost: &impl CostModel, slot: usize) -> i32 {
        let mut best = 0;
        for dir in 0..8 {
            let there = self.frame.beside(slot, dir);
            let label = self.labels[there];
            if label as u32 >= REACHED {
                let price = entries.onto(cost, there)[dir ^ 4];
                let offered = (label & !ARROW).wrapping_add((i32::from(price) << 3) + dir as i32);
                best = if price == BARRED { best } else { best.min(offered) };
            }
        }
        best
    }
}
