//! Checks the cached fields against new ones, for tests and the self-check. Not here: keeping them up to date
//! (`cache`).

use super::{Extent, Field, FieldCache, FieldOwner, FieldPrices, FieldWindow, FloodQueue};
use crate::graph::CostModel;
use crate::grid::Cell;

impl FieldCache {
    /// The first cell of a field that, once it is updated as for a reader, differs from a field built from scratch; and
    /// the owner of the field. `cost_of` are the current prices of an owner.
    pub fn first_stale<C: CostModel>(&self, cost_of: impl Fn(FieldOwner) -> C) -> Option<(FieldOwner, Cell)> {
        let mut updated = self.clone();
        let land = self.land;
        self.cached.iter().find_map(|kept| {
            let cost = cost_of(kept.owner);
            let (field, entries) = updated.field_toward(kept.owner, &cost, kept.field.goals(), &[]);
            let mut new_entries = FieldPrices::new(land, FieldWindow::all(land));
            let goals = kept.field.goals();
            let fresh = Field::build(&mut new_entries, &cost, &mut FloodQueue::default(), goals, Extent::All);
            let differs = |cell: &Cell| {
                let cost = fresh.cost(*cell).filter(|cost| *cost < field.settled());
                let arrow = fresh.arrow(*cell).filter(|_| cost.is_some());
                field.cost(*cell) != cost || field.arrow(*cell) != arrow
            };
            let cell = land.cells().find(|cell| differs(cell)).or_else(|| entries.first_stale(&cost));
            Some((kept.owner, cell?))
        })
    }
}
