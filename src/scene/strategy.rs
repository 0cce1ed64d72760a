//! Terrain analysis for lenses: where the ways between settlements come together, and where one could lie in wait.
//!
//! Both are made of what the player's people believes, at once, and again when they have grown old. What does not live
//! here: what raiders make of their own beliefs (`sim::raids`).

use super::progressive::Gradual;
use crate::grid::{Cell, Layer};
use crate::plan::{AHEAD, CUT_OFF, Cuts, Outlook, traversals};
use crate::sim::Game;
use crate::world::{DAY, Kind, TownKind};
use std::collections::BTreeMap;

/// Ticks after which an analysis is made anew.
const AGE: u64 = 2 * DAY;
/// Settlements between which ways are counted: the largest that are known.
const ENDS_MAX: usize = 12;

/// How many ways between known settlements lead over each cell: the high ones are passes, fords and bridges.
#[derive(Debug)]
pub(super) struct Traversals {
    made: u64,
    counts: Layer<u16>,
}

impl Traversals {
    /// Whether they should be counted again.
    pub(super) fn is_old(&self, tick: u64) -> bool {
        tick >= self.made + AGE
    }

    /// Counts a porter's best ways between every two of the largest known settlements.
    pub(super) fn of(game: &Game) -> Traversals {
        let counts = traversals(&game.planner(0, Kind::Porter, &[]), &largest_known(game));
        Traversals { made: game.world.tick, counts }
    }

    /// Ways over a cell, if there are any.
    pub(super) fn at(&self, cell: Cell) -> Option<u32> {
        Some(u32::from(self.counts[cell])).filter(|count| *count > 0)
    }
}

/// The largest settlements that the player's people knows.
fn largest_known(game: &Game) -> Vec<Cell> {
    let world = &game.world;
    let belief = &world.people(0).belief;
    let stand = world.towns.iter().filter(|town| town.kind != TownKind::Ruin && belief.is_known(town.cell));
    let mut ends: Vec<(u32, Cell)> = stand.map(|town| (town.residents, town.cell)).collect();
    ends.sort_unstable_by(|a, b| b.cmp(a));
    ends.into_iter().take(ENDS_MAX).map(|(_, cell)| cell).collect()
}

/// How much dearer ways between known settlements would be if a cell were closed.
#[derive(Debug)]
pub(super) struct CutValues {
    made: u64,
    cuts: Cuts,
}

impl Gradual for CutValues {
    /// Of a porter's best ways between every two of the largest known settlements.
    fn of(game: &Game) -> CutValues {
        let cuts = Cuts::between(&game.planner(0, Kind::Porter, &[]), &largest_known(game));
        CutValues { made: game.world.tick, cuts }
    }

    fn is_old(&self, tick: u64) -> bool {
        tick >= self.made + AGE
    }

    fn is_done(&self) -> bool {
        self.cuts.is_done()
    }

    fn expand(&mut self, game: &Game, budget: u32) {
        self.cuts.expand(&game.planner(0, Kind::Porter, &[]), budget);
    }
}

/// How the cut values are shown: where some path cannot be made any more, and the largest rise that is told exactly.
pub(super) const CUT_OFF_SHOWN: u32 = u32::MAX;
pub(super) const RISE_SHOWN_MAX: u32 = u32::MAX - 1;

impl CutValues {
    /// By how much the mean way would be dearer, in milli-steps; nothing where no way leads, or as long as nobody knows.
    pub(super) fn at(&self, cell: Cell) -> Option<u32> {
        self.cuts.value(cell).map(|rise| match rise {
            CUT_OFF => CUT_OFF_SHOWN,
            rise => rise.min(RISE_SHOWN_MAX.into()) as u32,
        })
    }
}

/// From how many road cells a place on a road cannot be seen although it is only a few steps on.
#[derive(Debug)]
pub(super) struct Ambushes {
    made: u64,
    /// Every known road cell is here.
    counts: BTreeMap<Cell, u32>,
}

impl Ambushes {
    /// Whether they should be looked for again.
    pub(super) fn is_old(&self, tick: u64) -> bool {
        tick >= self.made + AGE
    }

    /// Looks along all known roads.
    pub(super) fn of(game: &Game) -> Ambushes {
        let world = &game.world;
        let outlook = Outlook { belief: &world.people(0).belief, heights: &world.land.height };
        let roads = world.size().cells().filter(|cell| outlook.is_road(*cell));
        let mut counts: BTreeMap<Cell, u32> = roads.map(|cell| (cell, 0)).collect();
        for ambush in outlook.ambushes(counts.keys().copied().collect::<Vec<_>>().into_iter(), AHEAD) {
            *counts.entry(ambush.at).or_default() += 1;
        }
        Ambushes { made: world.tick, counts }
    }

    /// From how many road cells a road cell cannot be seen.
    pub(super) fn at(&self, cell: Cell) -> Option<u32> {
        self.counts.get(&cell).copied()
    }
}
