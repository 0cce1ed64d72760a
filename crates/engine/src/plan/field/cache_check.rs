//! Whether the fields on a shelf say what fields would say that were built just now: for tests and for those who doubt.
//! What does not live here: keeping them up to date (`shelf`).

use super::{Entries, Extent, Field, FieldWindow, Fields, FloodQueue, Who};
use crate::graph::CostModel;
use crate::grid::Cell;

impl Fields {
    /// The first cell of which a field, once it is brought up to date as it is for a reader, says something else than one
    /// that is built from nothing; and whose field that is. `cost_of` is what somebody believes now.
    pub fn stale<C: CostModel>(&self, cost_of: impl Fn(Who) -> C) -> Option<(Who, Cell)> {
        let mut mended = self.clone();
        let land = self.land;
        self.kept.iter().find_map(|kept| {
            let cost = cost_of(kept.who);
            let (field, entries) = mended.toward(kept.who, &cost, kept.field.goals(), &[]);
            let mut anew = Entries::new(land, FieldWindow::all(land));
            let goals = kept.field.goals();
            let fresh = Field::build(&mut anew, &cost, &mut FloodQueue::default(), goals, Extent::All);
            let differs = |cell: &Cell| {
                let cost = fresh.cost(*cell).filter(|cost| *cost < field.settled());
                let arrow = fresh.arrow(*cell).filter(|_| cost.is_some());
                field.cost(*cell) != cost || field.arrow(*cell) != arrow
            };
            let cell = land.cells().find(|cell| differs(cell)).or_else(|| entries.stale(&cost));
            Some((kept.who, cell?))
        })
    }
}
