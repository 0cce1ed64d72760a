//! Roads and settlements by season and decade, recorded while a world lives.

use crate::grid::Layer;
use crate::world::{DAY, SEASON_DAYS, Tier, TownKind, World, YEAR_DAYS};

/// Ticks of a decade.
pub const DECADE_TICKS: u64 = 10 * YEAR_DAYS * DAY;

/// The state of roads and settlements over a land's life.
#[derive(Debug, Default)]
pub struct Decades {
    /// Tier of each cell at the end of each decade.
    pub tiers: Vec<Layer<Tier>>,
    /// What each settlement was at the end of each season; later ones have more settlements.
    kinds: Vec<Vec<TownKind>>,
    /// Number of seasons up to the end of each decade.
    decade_ends: Vec<usize>,
    /// Road cells at the end of each season.
    pub road_cells: Vec<usize>,
    /// Tick when the first settlement was a village, or larger.
    pub first_village: Option<u64>,
    /// Tick when the first settlement was a town, or larger.
    pub first_town: Option<u64>,
}

impl Decades {
    /// Records a tick.
    pub fn record_tick(&mut self, world: &World) {
        for (first, kind) in
            [(&mut self.first_village, TownKind::Village), (&mut self.first_town, TownKind::Town)]
        {
            if first.is_none() && world.towns.iter().any(|town| town.kind >= kind) {
                *first = Some(world.tick);
            }
        }
        if world.tick.is_multiple_of(SEASON_DAYS * DAY) {
            self.kinds.push(world.towns.iter().map(|town| town.kind).collect());
            self.road_cells.push(world.ground.tier.values().iter().filter(|tier| tier.is_road()).count());
        }
        if world.tick.is_multiple_of(DECADE_TICKS) {
            self.tiers.push(world.ground.tier.clone());
            self.decade_ends.push(self.kinds.len());
        }
    }

    /// Share of the cells that are roads at either end of each decade after the first whose tier changed.
    pub fn tier_changes(&self) -> Vec<f64> {
        let changed = |two: &[Layer<Tier>]| {
            let pairs = || two[0].values().iter().zip(two[1].values());
            let roads = pairs().filter(|(before, after)| before.is_road() || after.is_road());
            let (all, other) =
                roads.fold((0, 0), |(all, other), (a, b)| (all + 1, other + usize::from(a != b)));
            f64::from(other as u32) / f64::from(all as u32)
        };
        self.tiers.windows(2).map(changed).collect()
    }

    /// Settlements founded in each decade after the first, and those that are less at its end than they were within it.
    pub fn turnover(&self) -> Vec<(usize, usize)> {
        let decade = |ends: &[usize]| {
            let seasons = &self.kinds[ends[0] - 1..ends[1]];
            let (first, last) = (&seasons[0], &seasons[seasons.len() - 1]);
            let best = |town: usize| seasons.iter().filter_map(|kinds| kinds.get(town)).max();
            let fallen = (0..last.len()).filter(|town| best(*town).is_some_and(|best| *best > last[*town]));
            (last.len() - first.len(), fallen.count())
        };
        self.decade_ends.windows(2).map(decade).collect()
    }
}
