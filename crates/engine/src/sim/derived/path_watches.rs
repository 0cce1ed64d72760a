//! Which units watch a chunk of the map because their path crosses it.

use crate::grid::{Cell, Size, distinct};
use crate::world::{CHUNK, Unit, UnitId, World};
use std::collections::BTreeMap;

/// Which units watch which region.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::sim) struct PathWatches {
    /// By region: the ids of its watchers, sorted.
    watchers: BTreeMap<u32, Vec<UnitId>>,
    /// By unit, sorted: the regions of its path, possibly including some it has already passed.
    regions: BTreeMap<UnitId, Vec<u32>>,
}

impl PathWatches {
    /// Lets every unit watch the rest of its path.
    pub(in crate::sim) fn of(world: &World) -> Self {
        let mut watches = Self::default();
        for unit in &world.units {
            watches.watch(unit, world.size());
        }
        watches
    }

    /// Updates the regions of a unit. Call it whenever a path changes other than by being walked.
    pub(in crate::sim) fn watch(&mut self, unit: &Unit, size: Size) {
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
    pub(in crate::sim) fn forget(&mut self, unit: UnitId) {
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
    pub(in crate::sim) fn first_unwatched(&self, world: &World) -> Option<UnitId> {
        let is_watching = |unit: &Unit| {
            let watches = |region: &u32| {
                let watchers = self.watchers.get(region);
                watchers.is_some_and(|watchers| watchers.binary_search(&unit.id).is_ok())
            };
            regions_of(unit, world.size()).iter().all(watches)
        };
        world.units.iter().find(|unit| !is_watching(unit)).map(|unit| unit.id)
    }

    /// Whether the rest of a unit's path crosses one of these regions, which are sorted.
    pub(in crate::sim) fn crosses(unit: &Unit, size: Size, regions: &[u32]) -> bool {
        regions_of(unit, size).iter().any(|region| regions.binary_search(region).is_ok())
    }

    /// The units that watch any of these regions, each once, by id.
    pub(in crate::sim) fn watchers(&self, regions: &[u32]) -> Vec<UnitId> {
        let watching = regions.iter().filter_map(|region| self.watchers.get(region));
        distinct(watching.flatten().copied())
    }
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
    distinct(regions)
}

/// The region of a cell.
fn region_of(cell: Cell, size: Size) -> u32 {
    let across = u32::from(size.width.div_ceil(CHUNK));
    u32::from(cell.y / CHUNK) * across + u32::from(cell.x / CHUNK)
}
