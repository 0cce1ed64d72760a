//! What works cost to build and to keep: the price rises with water, height, the distance from the nearest market, and with
//! what is kept already.

use crate::grid::{Cell, STRAIGHT};
use crate::land::{Land, Surface};
use crate::world::{Brush, Kind, PeopleIx, WorkKind, World};

/// Coin of a work before its first cell: bridge, cut, paving, guard.
const BRIDGE_COIN: u32 = 10;
const CUT_COIN: u32 = 60;
const PAVING_COIN: u32 = 6;
const GUARD_COIN: u32 = 8;
/// Coin of a bridge's cell over a ford, over shallow and over deep water.
const FORD_COIN: u32 = 5;
const SHALLOW_COIN: u32 = 9;
const DEEP_COIN: u32 = 16;
/// Coin of a cell of a cut at the height of the sea, and units of height for each coin more.
const CUT_CELL_COIN: u32 = 14;
const HEIGHT_PER_COIN: u32 = 10;
/// Units of depth of a gorge for each coin of its bridge.
const DEPTH_PER_COIN: u32 = 6;
/// Steps from the nearest market of the people within which a work costs no more, and percent for each step beyond.
const NEAR_STEPS: u32 = 8;
const PERCENT_PER_STEP: u32 = 2;
/// Percent by which each open work makes the next one dearer: who keeps works does not build.
const PERCENT_PER_WORK: u32 = 10;
/// Upkeep of a season, in percent of the price.
const UPKEEP_PERCENT: u32 = 8;

/// Coin of one cell of a work, wherever the markets are.
pub(super) fn cell_coin(world: &World, kind: WorkKind, cell: Cell) -> u32 {
    let above_sea = u32::from(world.land.height[cell].saturating_sub(Land::SEA));
    match (kind, world.land.surface[cell]) {
        (WorkKind::Bridge, Surface::River) => FORD_COIN,
        (WorkKind::Bridge, Surface::ShallowWater) => SHALLOW_COIN,
        (WorkKind::Bridge, Surface::DeepWater) => DEEP_COIN,
        (WorkKind::Bridge, _) => FORD_COIN + u32::from(world.land.depth_below_deck(cell)) / DEPTH_PER_COIN,
        (WorkKind::Cut, _) => CUT_CELL_COIN + above_sea / HEIGHT_PER_COIN,
        (WorkKind::Paving, surface) => {
            let time = Kind::Porter.ground_time(surface).unwrap_or(STRAIGHT);
            1 + above_sea / (20 * HEIGHT_PER_COIN) + (time - 1) / (2 * STRAIGHT)
        }
        (WorkKind::Tower, _) => Brush::Tower.coin(),
        (WorkKind::Beacon, _) => Brush::Beacon.coin(),
        (WorkKind::Wall | WorkKind::Mud | WorkKind::Forbidden, _) => Brush::Wall.coin(),
        (WorkKind::Guard, _) => 0,
    }
}

/// Coin of a whole work of a people.
pub(super) fn price_of(world: &World, people: PeopleIx, kind: WorkKind, cells: &[Cell]) -> u32 {
    let (base, is_distant) = match kind {
        WorkKind::Bridge => (BRIDGE_COIN, true),
        WorkKind::Cut => (CUT_COIN, true),
        WorkKind::Paving => (PAVING_COIN, true),
        WorkKind::Guard => (GUARD_COIN, true),
        _ => (0, false),
    };
    let coin = base + cells.iter().map(|cell| cell_coin(world, kind, *cell)).sum::<u32>();
    if !is_distant {
        return coin;
    }
    let first = cells.first().copied().unwrap_or_default();
    let beyond = market_distance(world, people, first).saturating_sub(NEAR_STEPS);
    let kept = world.works.of(people).filter(|work| work.is_open).count() as u32;
    coin * (100 + beyond * PERCENT_PER_STEP) / 100 * (100 + kept * PERCENT_PER_WORK) / 100
}

/// Coin each season for a work of this kind, price and number of cells.
pub(super) fn upkeep_of(kind: WorkKind, price: u32, cells: usize) -> u32 {
    match kind {
        WorkKind::Wall | WorkKind::Mud | WorkKind::Forbidden => cells as u32,
        _ => (price * UPKEEP_PERCENT / 100).max(1),
    }
}

/// Steps from a cell to the nearest market of a people.
fn market_distance(world: &World, people: PeopleIx, cell: Cell) -> u32 {
    let markets = world.living_towns().map(|id| world.town(id));
    let own = markets.filter(|town| town.people == people && town.is_market());
    own.map(|town| town.cell.octile(cell) / STRAIGHT).min().unwrap_or(0)
}

impl World {
    /// Coin of a stroke with a brush on these cells.
    pub(in crate::sim) fn brush_coin(&self, brush: Brush, cells: &[Cell]) -> u32 {
        let each = brush.coin() * cells.len() as u32;
        match brush {
            Brush::Bridge if self.is_played_for_coin() => {
                price_of(self, PeopleIx::PLAYER, WorkKind::Bridge, cells)
            }
            Brush::Wall | Brush::Mud | Brush::Fire | Brush::Forbid if !self.has_works() => 0,
            _ => each,
        }
    }
}
