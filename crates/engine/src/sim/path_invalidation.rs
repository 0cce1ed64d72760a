//! Watch regions: a walker watches the chunks of land that its way leads through, and is told when something there has
//! come to be barred, as far as its own people has learned of it.
//!
//! Notices are batched: however many cells change in a tick, a walker is told once. Who is told has his way mended near
//! by, or asks for it again; nobody else thinks at all.

use super::Game;
use crate::graph::{Cost, CostModel, NodeId};
use crate::grid::{Cell, Size};
use crate::plan::{self, Planner};
use crate::world::{CHUNK, Route, Touched, Unit, UnitId, World, count};
use std::collections::BTreeMap;

/// Steps ahead within which a barred way is mended by a splice; farther on it is planned anew.
const SPLICE_AHEAD: usize = 24;
/// Whose way is barred so many steps ahead stands still until he has another; farther on he walks meanwhile.
const FORESIGHT: usize = 12;
/// Steps behind the first barred one at which a splice may come back to the way.
const SPLICE_BEYOND: usize = 12;
/// What a splice may cost more than what it replaces, in milli-steps: where it would cost more, the whole way may be
/// another one, and is planned anew.
const SPLICE_EXTRA: u32 = 6000;

/// Who watches which region.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Watches {
    /// By region, sorted.
    walkers: BTreeMap<u32, Vec<UnitId>>,
    /// By walker, sorted: the regions of its way, and maybe of what it has left behind.
    regions: BTreeMap<UnitId, Vec<u32>>,
}

impl Watches {
    /// Everybody watches what is left of his way.
    pub(super) fn of(world: &World) -> Self {
        let mut watches = Self::default();
        for unit in &world.units {
            watches.watch(unit, world.size());
        }
        watches
    }

    /// A walker has another way, or more of it: to be told whenever a way changes otherwise than by being walked.
    pub(super) fn watch(&mut self, unit: &Unit, size: Size) {
        let mut regions = regions_of(unit, size);
        // A way that was mended leads mostly through the same: nobody is told of what his way has left behind.
        let watched = self.regions.get(&unit.id);
        let is_watched = |region: &u32| watched.is_some_and(|watched| watched.binary_search(region).is_ok());
        if !regions.is_empty() && regions.iter().all(is_watched) {
            return;
        }
        self.forget(unit.id);
        for region in &regions {
            let walkers = self.walkers.entry(*region).or_default();
            if let Err(place) = walkers.binary_search(&unit.id) {
                walkers.insert(place, unit.id);
            }
        }
        if !regions.is_empty() {
            // Found in one go with room to spare, and kept for days.
            regions.shrink_to_fit();
            self.regions.insert(unit.id, regions);
        }
    }

    /// A walker is gone, or has no way.
    pub(super) fn forget(&mut self, unit: UnitId) {
        for region in self.regions.remove(&unit).unwrap_or_default() {
            let Some(walkers) = self.walkers.get_mut(&region) else { continue };
            if let Ok(place) = walkers.binary_search(&unit) {
                walkers.remove(place);
            }
            if walkers.is_empty() {
                self.walkers.remove(&region);
            } else if walkers.len() < walkers.capacity() / 4 {
                // Else each region would keep the room of its busiest day.
                walkers.shrink_to(walkers.len() * 2);
            }
        }
    }

    /// The first walker who would not be told of a change in some region of its way.
    pub(super) fn stale(&self, world: &World) -> Option<UnitId> {
        let is_told = |unit: &Unit| {
            let watches = |region: &u32| {
                let walkers = self.walkers.get(region);
                walkers.is_some_and(|walkers| walkers.binary_search(&unit.id).is_ok())
            };
            regions_of(unit, world.size()).iter().all(watches)
        };
        world.units.iter().find(|unit| !is_told(unit)).map(|unit| unit.id)
    }

    /// Who watches one of these regions, each once, by number.
    fn watchers(&self, regions: &[u32]) -> Vec<UnitId> {
        let watching = regions.iter().filter_map(|region| self.walkers.get(region));
        let mut all: Vec<UnitId> = watching.flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The region that a cell lies in.
fn region_of(cell: Cell, size: Size) -> u32 {
    let across = u32::from(size.width.div_ceil(CHUNK));
    u32::from(cell.y / CHUNK) * across + u32::from(cell.x / CHUNK)
}

/// The regions of what is left of a way, sorted, each once.
fn regions_of(unit: &Unit, size: Size) -> Vec<u32> {
    let Some(path) = &unit.path else { return Vec::new() };
    let mut regions: Vec<u32> = Vec::new();
    for region in unit.way_ahead(size).map(|cell| region_of(cell, size)) {
        // A way stays in each for a while: what is kept of it is to take little room.
        if regions.last() != Some(&region) {
            regions.push(region);
        }
    }
    if let Some(route) = &path.route {
        let cells = route.crossings().filter_map(|crossing| crossing.cells(size));
        regions.extend(cells.flat_map(|(a, b)| [region_of(a, size), region_of(b, size)]));
    }
    regions.sort_unstable();
    regions.dedup();
    regions
}

/// Whether a route that begins at a cell crosses a border where nobody gets across, or leads where nobody gets.
fn is_barred(planner: &Planner, from: Cell, route: &Route) -> bool {
    let blocked = |cell: Cell| planner.believes.is_blocked(planner.size().index(cell) as NodeId);
    let cells = route.crossings().filter_map(|crossing| crossing.cells(planner.size()));
    cells.into_iter().any(|(a, b)| blocked(a) || blocked(b)) || !planner.connected(from, route.goal)
}

impl Game {
    /// What the peoples have come to believe since the last time: what is derived from it is forgotten, searches that
    /// went through what is barred now begin anew, and those walkers are told whose way leads there.
    pub(super) fn learn(&mut self) {
        self.derived.guides.trim();
        for people in 0..self.world.peoples.len() as u8 {
            let belief = &mut self.world.peoples[usize::from(people)].belief;
            belief.look_from_towers(&self.world.land.height);
            let touched = belief.drain_touched();
            if touched.is_empty() {
                continue;
            }
            self.derived.guides.touch(people, &touched);
            self.touch_fields(people, &touched);
            let regions: Vec<u32> =
                touched.chunks.iter().filter(|(_, opened)| *opened).map(|(chunk, _)| *chunk).collect();
            if !regions.is_empty() {
                plan::restart_barred(&mut self.world, self.derived.tools(), people, &regions);
                self.give_notice(people, &regions);
            }
        }
    }

    /// Fields of a people learn what has changed.
    fn touch_fields(&mut self, people: u8, touched: &Touched) {
        let fields = &mut self.derived.fields;
        if touched.all {
            fields.forget(people);
        } else if !fields.is_empty() {
            let size = self.world.size();
            let cells: Vec<Cell> =
                touched.chunks.iter().flat_map(|(chunk, _)| plan::cells_of_chunk(*chunk, size)).collect();
            fields.touch(people, &cells);
        }
    }

    /// Tells those of a people whose ways lead through these regions.
    fn give_notice(&mut self, people: u8, regions: &[u32]) {
        for id in self.derived.watches.watchers(regions) {
            let Some(index) = self.world.unit_index(id) else {
                self.derived.watches.forget(id);
                continue;
            };
            // What was watched when the way was given may lie behind by now: who loads the game knows nothing of that.
            let unit = &self.world.units[index];
            let watched = regions_of(unit, self.world.size());
            if unit.people == people && watched.iter().any(|region| regions.binary_search(region).is_ok()) {
                self.heed(index);
            }
        }
    }

    /// A walker was told that something on its way has changed: if the way does not hold any more, it is mended or
    /// planned anew.
    fn heed(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(path) = &unit.path else { return };
        let planner = self.planner(unit.people, unit.kind, &[]);
        let size = self.world.size();
        let cells = unit.rest_of_way(size);
        let near = (1..cells.len()).find(|i| !plan::is_walkable(&planner.believes, size, &cells[i - 1..=*i]));
        let far = || path.route.as_ref().is_some_and(|route| is_barred(&planner, cells[0], route));
        if near.is_none() && !far() {
            return;
        }
        count(&mut self.world.tally.notices, 1);
        if let Some(at) = near {
            self.tell_barred(index, cells[at]);
        }
        if !near.is_some_and(|at| self.splice(index, at)) {
            self.think_again(index, &cells[..cells.len().min(FORESIGHT)]);
        }
    }

    /// Mends a way that does not hold any more. False when it has to be planned anew.
    pub(super) fn mend(&mut self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let believes = self.believes(unit.people, unit.kind, &[]);
        let size = self.world.size();
        let cells = unit.rest_of_way(size);
        let barred = (1..cells.len()).find(|i| !plan::is_walkable(&believes, size, &cells[i - 1..=*i]));
        barred.is_some_and(|at| self.splice(index, at))
    }

    /// Mends the way around what bars step number `at`, back onto it a few steps behind. False when there is no way
    /// around nearby, or it costs so much that another way may be better: the guard against bad splices.
    fn splice(&mut self, index: usize, at: usize) -> bool {
        if at > SPLICE_AHEAD {
            return false;
        }
        let size = self.world.size();
        let unit = &self.world.units[index];
        let believes = self.believes(unit.people, unit.kind, &[]);
        let cells = unit.rest_of_way(size);
        // The farthest cell from which the way holds again: a splice that comes back sooner may come back to a part
        // that has become a detour itself.
        let open = |i: &usize| !believes.is_blocked(size.index(cells[*i]) as NodeId);
        let Some(back) = (at..cells.len().min(at + SPLICE_BEYOND)).rev().find(open) else { return false };
        let Some(path) = &unit.path else { return false };
        let replaced = path.price * back as Cost / Cost::from(path.length.max(1));
        let price_max = replaced + Cost::from(SPLICE_EXTRA);
        let Some(way) = plan::detour(&believes, size, cells[0], cells[back], &[], price_max) else {
            return false;
        };
        let splice = plan::steps_of(&way);
        let Some(path) = &mut self.world.units[index].path else { return false };
        path.length = (path.length + splice.len() as u32).saturating_sub(back as u32);
        path.steps.replace(back, &splice);
        count(&mut self.world.tally.splices, 1);
        self.derived.watches.watch(&self.world.units[index], size);
        true
    }
}
