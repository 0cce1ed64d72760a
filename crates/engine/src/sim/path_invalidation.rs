//! Path invalidation: a unit watches the chunks that its path crosses, and is notified when a cell there becomes
//! blocked, as far as its people knows.
//!
//! Notices are batched: however many cells change in a tick, a unit is notified once. A notified unit repairs its
//! path locally or requests a new one; all others do no work.

use super::Game;
use crate::graph::{Cost, CostModel, NodeId};
use crate::grid::{Cell, Size};
use crate::plan::{self, Planner};
use crate::world::{CHUNK, DirtyChunks, Route, Unit, UnitId, World, add_to_count};
use std::collections::BTreeMap;

/// Steps ahead within which a blocked path is repaired by a splice; farther ahead it is replanned.
const SPLICE_AHEAD_STEPS: usize = 24;
/// If the path is blocked within this many steps, the unit stops until it has another; otherwise it walks on meanwhile.
const STOP_WITHIN_STEPS: usize = 12;
/// Steps beyond the first blocked one within which a splice must rejoin the path.
const REJOIN_WITHIN_STEPS: usize = 12;
/// How much more a splice may cost than what it replaces, in milli-steps. Beyond that, a different path may be better,
/// so it is replanned.
const SPLICE_EXTRA_PRICE: u32 = 6000;

/// Which units watch which region.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PathWatches {
    /// By region: the ids of its watchers, sorted.
    watchers: BTreeMap<u32, Vec<UnitId>>,
    /// By unit, sorted: the regions of its path, possibly including some it has already passed.
    regions: BTreeMap<UnitId, Vec<u32>>,
}

impl PathWatches {
    /// Lets every unit watch the rest of its path.
    pub(super) fn of(world: &World) -> Self {
        let mut watches = Self::default();
        for unit in &world.units {
            watches.watch(unit, world.size());
        }
        watches
    }

    /// Updates the regions of a unit. Call it whenever a path changes other than by being walked.
    pub(super) fn watch(&mut self, unit: &Unit, size: Size) {
        let mut regions = regions_of(unit, size);
        // A repaired path mostly stays in the same regions; extra watched regions do no harm.
        let watched = self.regions.get(&unit.id);
        let is_watched = |region: &u32| watched.is_some_and(|watched| watched.binary_search(region).is_ok());
        if !regions.is_empty() && regions.iter().all(is_watched) {
            return;
        }
        self.forget(unit.id);
        for region in &regions {
            let watchers = self.watchers.entry(*region).or_default();
            if let Err(place) = watchers.binary_search(&unit.id) {
                watchers.insert(place, unit.id);
            }
        }
        if !regions.is_empty() {
            // Collected with spare capacity, but kept for days.
            regions.shrink_to_fit();
            self.regions.insert(unit.id, regions);
        }
    }

    /// Removes a unit that is gone or has no path.
    pub(super) fn forget(&mut self, unit: UnitId) {
        for region in self.regions.remove(&unit).unwrap_or_default() {
            let Some(watchers) = self.watchers.get_mut(&region) else { continue };
            if let Ok(place) = watchers.binary_search(&unit) {
                watchers.remove(place);
            }
            if watchers.is_empty() {
                self.watchers.remove(&region);
            } else if watchers.len() < watchers.capacity() / 4 {
                // Otherwise each region would keep the capacity of its busiest day.
                watchers.shrink_to(watchers.len() * 2);
            }
        }
    }

    /// The first unit that does not watch some region of its path.
    pub(super) fn first_unwatched(&self, world: &World) -> Option<UnitId> {
        let is_watching = |unit: &Unit| {
            let watches = |region: &u32| {
                let watchers = self.watchers.get(region);
                watchers.is_some_and(|watchers| watchers.binary_search(&unit.id).is_ok())
            };
            regions_of(unit, world.size()).iter().all(watches)
        };
        world.units.iter().find(|unit| !is_watching(unit)).map(|unit| unit.id)
    }

    /// The units that watch any of these regions, each once, by id.
    fn watchers(&self, regions: &[u32]) -> Vec<UnitId> {
        let watching = regions.iter().filter_map(|region| self.watchers.get(region));
        let mut all: Vec<UnitId> = watching.flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The region of a cell.
fn region_of(cell: Cell, size: Size) -> u32 {
    let across = u32::from(size.width.div_ceil(CHUNK));
    u32::from(cell.y / CHUNK) * across + u32::from(cell.x / CHUNK)
}

/// The regions of the rest of a path, sorted, each once.
fn regions_of(unit: &Unit, size: Size) -> Vec<u32> {
    let Some(path) = &unit.path else { return Vec::new() };
    let mut regions: Vec<u32> = Vec::new();
    for region in unit.cells_ahead(size).map(|cell| region_of(cell, size)) {
        // A path stays in each region for a while; this keeps the list short.
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

/// Whether a route that starts at a cell crosses a blocked border, or leads to an unreachable goal.
fn is_route_blocked(planner: &Planner, from: Cell, route: &Route) -> bool {
    let is_blocked = |cell: Cell| planner.believes.is_blocked(planner.size().index(cell) as NodeId);
    let cells = route.crossings().filter_map(|crossing| crossing.cells(planner.size()));
    cells.into_iter().any(|(a, b)| is_blocked(a) || is_blocked(b)) || !planner.is_connected(from, route.goal)
}

impl Game {
    /// Applies what the peoples have learned since the last call: invalidates derived state, restarts searches through
    /// regions that are now blocked, and notifies the units whose paths cross them.
    pub(super) fn apply_learned_changes(&mut self) {
        self.derived.abstractions.trim();
        for people in 0..self.world.peoples.len() as u8 {
            let belief = &mut self.world.peoples[usize::from(people)].belief;
            belief.update_tower_views(&self.world.land.height);
            let touched = belief.drain_dirty();
            if touched.is_empty() {
                continue;
            }
            self.derived.abstractions.invalidate(people, &touched);
            self.invalidate_fields(people, &touched);
            let regions: Vec<u32> =
                touched.chunks.iter().filter(|(_, opened)| *opened).map(|(chunk, _)| *chunk).collect();
            if !regions.is_empty() {
                plan::restart_blocked(&mut self.world, self.derived.tools(), people, &regions);
                self.notify_units(people, &regions);
            }
        }
    }

    /// Updates a people's flow fields after changes.
    fn invalidate_fields(&mut self, people: u8, touched: &DirtyChunks) {
        let fields = &mut self.derived.fields;
        if touched.all {
            fields.forget(people);
        } else if !fields.is_empty() {
            let size = self.world.size();
            let cells: Vec<Cell> =
                touched.chunks.iter().flat_map(|(chunk, _)| plan::cells_of_chunk(*chunk, size)).collect();
            fields.mark_changed(people, &cells);
        }
    }

    /// Notifies the units of a people whose paths cross these regions.
    fn notify_units(&mut self, people: u8, regions: &[u32]) {
        for id in self.derived.path_watches.watchers(regions) {
            let Some(index) = self.world.unit_index(id) else {
                self.derived.path_watches.forget(id);
                continue;
            };
            // A watched region may already be behind the unit. It must not count: after loading, it would not be
            // watched.
            let unit = &self.world.units[index];
            let watched = regions_of(unit, self.world.size());
            if unit.people == people && watched.iter().any(|region| regions.binary_search(region).is_ok()) {
                self.handle_notice(index);
            }
        }
    }

    /// Handles a notice: a path that is no longer walkable is repaired or replanned.
    fn handle_notice(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(path) = &unit.path else { return };
        let planner = self.planner(unit.people, unit.kind, &[]);
        let size = self.world.size();
        let cells = unit.remaining_path(size);
        let blocked_at =
            (1..cells.len()).find(|i| !plan::is_walkable(&planner.believes, size, &cells[i - 1..=*i]));
        let is_route_blocked =
            || path.route.as_ref().is_some_and(|route| is_route_blocked(&planner, cells[0], route));
        if blocked_at.is_none() && !is_route_blocked() {
            return;
        }
        add_to_count(&mut self.world.tally.notices, 1);
        if let Some(at) = blocked_at {
            self.note_blocked_path(index, cells[at]);
        }
        if !blocked_at.is_some_and(|at| self.splice_detour(index, at)) {
            self.request_again(index, &cells[..cells.len().min(STOP_WITHIN_STEPS)]);
        }
    }

    /// Repairs a path that is no longer walkable; false if it has to be replanned.
    pub(super) fn repair_path(&mut self, index: usize) -> bool {
        let unit = &self.world.units[index];
        let believes = self.believes(unit.people, unit.kind, &[]);
        let size = self.world.size();
        let cells = unit.remaining_path(size);
        let blocked_at = (1..cells.len()).find(|i| !plan::is_walkable(&believes, size, &cells[i - 1..=*i]));
        blocked_at.is_some_and(|at| self.splice_detour(index, at))
    }

    /// Repairs the path around the obstacle at step `at`, rejoining it a few steps later. False if there is no detour
    /// nearby, or if it costs so much that another path may be better: the guard against bad splices.
    fn splice_detour(&mut self, index: usize, at: usize) -> bool {
        if at > SPLICE_AHEAD_STEPS {
            return false;
        }
        let size = self.world.size();
        let unit = &self.world.units[index];
        let believes = self.believes(unit.people, unit.kind, &[]);
        let cells = unit.remaining_path(size);
        // Rejoin at the farthest possible cell: a splice that rejoins sooner may include a part that has itself become
        // a detour.
        let is_open = |i: &usize| !believes.is_blocked(size.index(cells[*i]) as NodeId);
        let Some(back) = (at..cells.len().min(at + REJOIN_WITHIN_STEPS)).rev().find(is_open) else {
            return false;
        };
        let Some(path) = &unit.path else { return false };
        let replaced = path.price * back as Cost / Cost::from(path.length.max(1));
        let price_max = replaced + Cost::from(SPLICE_EXTRA_PRICE);
        let Some(detour) = plan::detour(&believes, size, cells[0], cells[back], &[], price_max) else {
            return false;
        };
        let splice = plan::to_steps(&detour);
        let Some(path) = &mut self.world.units[index].path else { return false };
        path.length = (path.length + splice.len() as u32).saturating_sub(back as u32);
        path.steps.replace(back, &splice);
        add_to_count(&mut self.world.tally.splices, 1);
        self.derived.path_watches.watch(&self.world.units[index], size);
        true
    }
}
