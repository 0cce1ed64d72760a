//! Repair: after prices have changed, only what they concern is worked out again.
//!
//! Labels that nothing holds up any more are taken away first, in the order of their old costs: by the time that a cell
//! is looked at, all who are nearer are right, so one look at its neighbours tells whether another step is as good as
//! the one that was lost. If none is, those who went over this cell are looked at in their turn. What was taken away
//! gets the best label that its neighbours offer, what became cheaper gets its better one, and from there the flood
//! goes on as ever. A cell whose label holds is not touched, however many cells lie beyond it.

use super::entries::{BARRED, Entries};
use super::flood::{ARROW, Ended, FloodBounds, FloodQueue, REACHED, label};
use super::{Extent, Field};
use crate::graph::CostModel;
use crate::grid::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a repair has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Repaired {
    /// Cells whose way was lost.
    pub lost: u32,
    /// Cells that were settled again.
    pub expanded: u32,
    /// Whether it was too much, and the field was built anew.
    pub rebuilt: bool,
}

impl Field {
    /// Makes the field what it would be if built now, after the steps onto these cells have changed their prices
    /// (what [`Entries::refresh`] returned). Beyond a budget of cells it is built anew.
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
        let mended = self.lose(entries, cost, changed, &mut seeds, budget).and_then(|lost| {
            repaired.lost = lost;
            let course = FloodBounds { seeds, limit: self.settled, until: Vec::new(), budget };
            self.flood::<true>(entries, cost, flood, course)
        });
        let Some(Ended { expanded, .. }) = mended else {
            repaired.rebuilt = true;
            let settled = self.settled;
            self.rebuild(entries, cost, flood, Extent::Cost(settled));
            self.settled = settled;
            return repaired;
        };
        repaired.expanded = expanded;
        repaired
    }

    /// Takes away the labels that do not hold any more, and gives those cells and those with something better new ones:
    /// these are the seeds. Returns how many were lost; `None` if there are more than the budget.
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
        for place in self.beside_all(changed) {
            match self.labels[place] {
                0 => lost.push(place),
                old if old == label(0) => {}
                old => suspects.push(Reverse((old, place))),
            }
        }
        let unreached = lost.len();
        while let Some(Reverse((old, place))) = suspects.pop() {
            if self.labels[place] != old {
                continue;
            }
            let best = self.best(entries, cost, place);
            if best >> 3 <= old >> 3 {
                self.improve(place, best, seeds);
                continue;
            }
            self.set(place, 0);
            self.arrows[place] = 0;
            lost.push(place);
            if lost.len() - unreached > budget as usize {
                return None;
            }
            for dir in 0..8 {
                let there = self.frame.beside(place, dir);
                let behind = self.labels[there];
                if behind != 0 && behind != label(0) && behind & ARROW == dir as i32 ^ 4 {
                    suspects.push(Reverse((behind, there)));
                }
            }
        }
        for place in &lost {
            let best = self.best(entries, cost, *place);
            self.improve(*place, best, seeds);
        }
        Some((lost.len() - unreached) as u32)
    }

    /// The places of the cells beside these, from which the steps onto them begin, each once.
    fn beside_all(&self, changed: &[Cell]) -> Vec<usize> {
        let mut places = Vec::new();
        for cell in changed {
            let place = self.frame.place(*cell);
            let beside = (0..8).map(|dir| self.frame.beside(place, dir));
            places.extend(beside.filter(|there| self.frame.cell(*there).is_some()));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Gives a place this label, if it is better than the one that it has or the same but for the arrow.
    fn improve(&mut self, place: usize, best: i32, seeds: &mut Vec<u32>) {
        let old = self.labels[place];
        if best == old {
            return;
        }
        self.set(place, best);
        if best >> 3 != old >> 3 {
            self.arrows[place] = 0;
            seeds.push(place as u32);
        } else if self.arrows[place] != 0 {
            self.point(place, best);
        }
    }

    /// The best label that the neighbours of a place offer it; 0 if there is none.
    fn best(&self, entries: &mut Entries, cost: &impl CostModel, place: usize) -> i32 {
        let mut best = 0;
        for dir in 0..8 {
            let there = self.frame.beside(place, dir);
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
