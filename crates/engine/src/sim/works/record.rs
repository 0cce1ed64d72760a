//! Works that are built elsewhere: drawn with a brush, a guard sent to its post, a fort.

use super::price;
use crate::grid::Cell;
use crate::world::{
    Brush, KEPT_WORKS_MAX, PeopleIx, WORK_CELLS_MAX, Work, WorkCell, WorkFigures, WorkId, WorkKind, World,
};

impl World {
    /// Ground on which a brush is about to build, one entry a cell.
    pub(in crate::sim) fn ground_before(&self, cells: &[Cell]) -> Vec<WorkCell> {
        let was = |cell: &Cell| WorkCell {
            cell: *cell,
            surface: self.land.surface[*cell],
            tier: self.ground.tier[*cell],
        };
        cells.iter().map(was).collect()
    }

    /// Records what the player has drawn, where coin counts: cells beside a work of the same kind join it.
    pub(in crate::sim) fn record_stroke(&mut self, brush: Brush, cells: &[WorkCell], price: u32) {
        let Some(kind) = kind_of(brush).filter(|_| self.is_played_for_coin()) else { return };
        let each = price / (cells.len() as u32).max(1);
        for was in cells {
            self.record_cell(kind, *was, each);
        }
        self.mark_trips_stale(PeopleIx::PLAYER, cells);
    }

    fn record_cell(&mut self, kind: WorkKind, was: WorkCell, price: u32) {
        let joins = |work: &&mut Work| {
            work.people == PeopleIx::PLAYER
                && work.kind == kind
                && work.is_open
                && work.cells.len() < WORK_CELLS_MAX
                && work.cells.iter().any(|other| other.cell.chebyshev(was.cell) <= 1)
        };
        if let Some(work) = self.works.list.iter_mut().find(joins) {
            work.cells.push(was);
            work.price += price;
            work.upkeep = price::upkeep_of(kind, work.price, work.cells.len());
        } else {
            self.record_work((PeopleIx::PLAYER, kind), &[was], (price, 0));
        }
    }

    /// Records a new open work with its price and the band of fear around it.
    pub(in crate::sim) fn record_work(
        &mut self,
        whose: (PeopleIx, WorkKind),
        cells: &[WorkCell],
        price_and_fear: (u32, u8),
    ) {
        let id = self.works.next_id();
        self.record_numbered(id, whose, cells, price_and_fear);
    }

    /// The same for a work that has its number already.
    pub(super) fn record_numbered(
        &mut self,
        id: WorkId,
        (people, kind): (PeopleIx, WorkKind),
        cells: &[WorkCell],
        (price, fear): (u32, u8),
    ) {
        if self.works.list.len() >= KEPT_WORKS_MAX || !self.has_works() {
            return;
        }
        let work = Work {
            id,
            kind,
            people,
            cells: cells.to_vec(),
            built: self.tick,
            price,
            upkeep: price::upkeep_of(kind, price, cells.len()),
            toll: 0,
            is_open: true,
            closed_seasons: 0,
            fear,
            rest: 0,
            now: WorkFigures::default(),
            last: WorkFigures::default(),
        };
        let list = &mut self.works.list;
        let place = list.partition_point(|other| other.id < id);
        list.insert(place, work);
        self.mark_trips_stale(people, cells);
    }
}

fn kind_of(brush: Brush) -> Option<WorkKind> {
    match brush {
        Brush::Wall => Some(WorkKind::Wall),
        Brush::Bridge => Some(WorkKind::Bridge),
        Brush::Mud => Some(WorkKind::Mud),
        Brush::Beacon => Some(WorkKind::Beacon),
        Brush::Tower => Some(WorkKind::Tower),
        Brush::Forbid => Some(WorkKind::Forbidden),
        Brush::Fire | Brush::River | Brush::Prefer | Brush::Avoid | Brush::Erase => None,
    }
}
