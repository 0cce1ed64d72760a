//! Terrain analysis for lenses: betweenness of paths between settlements, cost of closing cells, and ambush sites.
//!
//! All are made from what the player's people believes, and again when old. Raiders choose their sites from their own
//! beliefs elsewhere (`sim::raids`).

use super::progressive::Progressive;
use crate::grid::{Cell, Layer};
use crate::plan::{AMBUSH_AHEAD_STEPS, CutValues, DISCONNECTED, RoadVisibility, betweenness};
use crate::sim::Game;
use crate::world::{DAY, Kind, PeopleIx, TownKind};
use std::collections::BTreeMap;

/// Age at which an analysis is made again, in ticks.
const AGE_MAX_TICKS: u64 = 2 * DAY;
/// Settlements between which paths are counted: the largest known.
const TOWNS_MAX: usize = 12;

/// Betweenness: the number of best paths between known settlements across each cell. Passes, fords and bridges score
/// high.
#[derive(Debug)]
pub(super) struct BetweennessCounts {
    made_tick: u64,
    counts: Layer<u16>,
}

impl BetweennessCounts {
    /// Whether it should be counted again.
    pub(super) fn is_old(&self, tick: u64) -> bool {
        tick >= self.made_tick + AGE_MAX_TICKS
    }

    /// Counts a porter's best paths between all pairs of the largest known settlements.
    pub(super) fn of(game: &Game) -> BetweennessCounts {
        let counts =
            betweenness(&game.planner(PeopleIx::PLAYER, Kind::Porter, &[]), &largest_known_towns(game));
        BetweennessCounts { made_tick: game.world.tick, counts }
    }

    /// Number of paths across a cell, if any.
    pub(super) fn at(&self, cell: Cell) -> Option<u32> {
        Some(u32::from(self.counts[cell])).filter(|count| *count > 0)
    }
}

/// The largest settlements that the player's people knows.
fn largest_known_towns(game: &Game) -> Vec<Cell> {
    let world = &game.world;
    let belief = &world.people(PeopleIx::PLAYER).belief;
    let stand = world.towns.iter().filter(|town| town.kind != TownKind::Ruin && belief.is_known(town.cell));
    let mut ends: Vec<(u32, Cell)> = stand.map(|town| (town.residents, town.cell)).collect();
    ends.sort_unstable_by(|a, b| b.cmp(a));
    ends.into_iter().take(TOWNS_MAX).map(|(_, cell)| cell).collect()
}

/// How much dearer paths between known settlements would become if a cell were closed.
#[derive(Debug)]
pub(super) struct ChokePoints {
    made: u64,
    cuts: CutValues,
}

impl Progressive for ChokePoints {
    fn is_old(&self, tick: u64) -> bool {
        tick >= self.made + AGE_MAX_TICKS
    }

    fn is_done(&self) -> bool {
        self.cuts.is_done()
    }

    fn advance(&mut self, game: &Game, budget: u32) {
        self.cuts.expand(&game.planner(PeopleIx::PLAYER, Kind::Porter, &[]), budget);
    }
}

/// Shown values of a cell that would cut off a path, and of a rise too large to show exactly.
pub(super) const CUT_OFF_VALUE: u32 = u32::MAX;
pub(super) const RISE_MAX: u32 = u32::MAX - 1;

impl ChokePoints {
    /// For a porter's best paths between all pairs of the largest known settlements.
    pub(super) fn start(game: &Game) -> ChokePoints {
        let cuts = CutValues::between(
            &game.planner(PeopleIx::PLAYER, Kind::Porter, &[]),
            &largest_known_towns(game),
        );
        ChokePoints { made: game.world.tick, cuts }
    }

    /// Rise of the mean path cost if a cell were closed, in milli-steps; `None` where no path leads, or until computed.
    pub(super) fn at(&self, cell: Cell) -> Option<u32> {
        self.cuts.value(cell).map(|rise| match rise {
            DISCONNECTED => CUT_OFF_VALUE,
            rise => rise.min(RISE_MAX.into()) as u32,
        })
    }
}

/// Number of road cells a few steps away that cannot see a road cell.
#[derive(Debug)]
pub(super) struct AmbushCounts {
    made: u64,
    /// Has every known road cell.
    counts: BTreeMap<Cell, u32>,
}

impl AmbushCounts {
    /// Whether they should be computed again.
    pub(super) fn is_old(&self, tick: u64) -> bool {
        tick >= self.made + AGE_MAX_TICKS
    }

    /// Computes them along all known roads.
    pub(super) fn of(game: &Game) -> AmbushCounts {
        let world = &game.world;
        let outlook =
            RoadVisibility { belief: &world.people(PeopleIx::PLAYER).belief, heights: &world.land.height };
        let roads = world.size().cells().filter(|cell| outlook.is_road(*cell));
        let mut counts: BTreeMap<Cell, u32> = roads.map(|cell| (cell, 0)).collect();
        for ambush in
            outlook.ambush_sites(counts.keys().copied().collect::<Vec<_>>().into_iter(), AMBUSH_AHEAD_STEPS)
        {
            *counts.entry(ambush.at).or_default() += 1;
        }
        AmbushCounts { made: world.tick, counts }
    }

    /// Number of road cells that cannot see this one; `None` off the road.
    pub(super) fn at(&self, cell: Cell) -> Option<u32> {
        self.counts.get(&cell).copied()
    }
}
