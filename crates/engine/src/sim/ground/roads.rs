//! Footsteps wear the ground, worn ground becomes road, and unused roads decay.
//!
//! P is the decaying count of passes over a cell, T that of trips through its region. A threshold on P alone would pave
//! everything in an old land; a share of T alone would pave the first footstep; so a tier needs both.

use crate::grid::{Cell, Size};
use crate::land::Surface;
use crate::sim::{Game, events};
use crate::world::{
    AMOUNT_MAX, AnnalEvent, DAY, EventId, EventKind, EventLink, PASS, PairPasses, PeopleIx, RoadEvent, Tier,
    TownPair, World, add_capped,
};

/// Trips credited to a region before it has any.
const TRIPS_FLOOR: u32 = 20;
/// Daily decay: to 0.971.
const DECAY_THOUSANDTHS: u32 = 29;
/// A tier is lost below this percentage of its requirements.
const KEEP_PERCENT: u32 = 65;
/// Rise over a step, in units of height, that doubles the cost of a cell (see [`steepened`]).
const RISE_DOUBLING: u32 = 30;
/// Connected cells of path that make *the first path*.
const FIRST_PATH_CELLS: usize = 15;
/// New road cells between two events about them.
const ROAD_NEWS_CELLS: u32 = 25;

/// The requirements of a tier.
struct TierThreshold {
    tier: Tier,
    /// Passes; for a tier that costs coin, those on level ground.
    passes: u32,
    /// Passes ÷ (trips + 20), in percent.
    share_percent: u32,
    /// Coin per level cell.
    coin: u32,
}

const THRESHOLDS: [TierThreshold; 5] = [
    TierThreshold { tier: Tier::Scuff, passes: 3, share_percent: 0, coin: 0 },
    TierThreshold { tier: Tier::Path, passes: 10, share_percent: 0, coin: 0 },
    TierThreshold { tier: Tier::Dirt, passes: 26, share_percent: 3, coin: 0 },
    TierThreshold { tier: Tier::Paved, passes: 90, share_percent: 10, coin: 1 },
    TierThreshold { tier: Tier::Highway, passes: 250, share_percent: 20, coin: 3 },
];

impl TierThreshold {
    /// The cost of a cell over a step of this rise, in coin.
    fn coin_for(&self, rise: u32) -> u32 {
        steepened(self.coin, rise)
    }

    /// Passes needed over a step of this rise. Feet wear all ground alike, but construction on steep ground has to be
    /// worth it.
    fn passes_for(&self, rise: u32) -> u32 {
        if self.coin == 0 { self.passes } else { steepened(self.passes, rise) }
    }
}

/// A requirement for level ground, increased for a rise over a step: by as much again for each square of
/// [`RISE_DOUBLING`].
pub(super) fn steepened(level: u32, rise: u32) -> u32 {
    level + level * rise * rise / (RISE_DOUBLING * RISE_DOUBLING)
}

impl Tier {
    /// Passes that it needs.
    pub fn passes(self) -> u32 {
        THRESHOLDS.iter().find(|threshold| threshold.tier == self).map_or(0, |threshold| threshold.passes)
    }
}

/// Counts a footstep of a people on a cell, coming from another one. Bridges do not wear.
pub(in crate::sim) fn wear_ground(
    game: &mut Game,
    people: PeopleIx,
    from: Cell,
    to: Cell,
    tread_percent: u32,
) {
    if game.world.land.surface[to] == Surface::Bridge {
        return;
    }
    let ground = &mut game.world.ground;
    add_capped(&mut ground.wear[to], PASS * tread_percent / 100, AMOUNT_MAX);
    let region = ground.region(to);
    if ground.region(from) != region {
        add_capped(&mut ground.traffic[region], PASS, AMOUNT_MAX);
    }
    upgrade_tier(game, people, from, to);
}

/// Upgrades a cell that has been walked on enough, if the unit's people can pay. Both requirements depend on the
/// rise from the previous cell.
fn upgrade_tier(game: &mut Game, people: PeopleIx, from: Cell, cell: Cell) {
    let tier = game.world.ground.tier[cell];
    let Some(next) = THRESHOLDS.iter().find(|threshold| threshold.tier > tier) else { return };
    let height = &game.world.land.height;
    let rise = u32::from(height[from].abs_diff(height[cell]));
    let (passes, price) = (next.passes_for(rise), next.coin_for(rise));
    let coin = &mut game.world.peoples[people].coin;
    if !meets_threshold(&game.world.ground, cell, (passes, next.share_percent), 100) || *coin < price {
        return;
    }
    *coin -= price;
    set_tier(game, cell, next.tier);
    if next.tier == Tier::Paved {
        game.world.record_event_near(people, cell, AnnalEvent::Paved(1));
    }
    note_first_roads(game, cell, next.tier);
}

/// Builds a tier on a cell by work; from then on it is kept or lost by traffic like any other.
pub(in crate::sim) fn build_tier(game: &mut Game, cell: Cell, tier: Tier) {
    if let Some(threshold) = THRESHOLDS.iter().find(|threshold| threshold.tier == tier) {
        let wear = &mut game.world.ground.wear[cell];
        *wear = (*wear).max(threshold.passes * PASS);
    }
    if game.world.ground.tier[cell] < tier {
        set_tier(game, cell, tier);
    }
}

/// Changes a cell's tier and shows it to all peoples that see it.
fn set_tier(game: &mut Game, cell: Cell, tier: Tier) {
    let before = game.world.ground.tier[cell];
    game.world.ground.tier[cell] = tier;
    game.derived.count_road(before, tier);
    game.derived.show_change(&mut game.world, cell);
}

/// Records which travellers wore the first cell of this tier between their two settlements. Returns them, with that event.
fn record_wear(game: &mut Game, cell: Cell, tier: Tier) -> (Option<TownPair>, Option<EventId>) {
    let events = &game.world.events;
    let most = events.passes.most_at(game.world.size(), cell);
    let Some(PairPasses { between, passes }) = most.filter(|_| tier.is_road()) else { return (None, None) };
    let before = events.link(EventLink::Road(between)).and_then(|id| events.get(id));
    let best = match before.map(|event| event.kind) {
        Some(EventKind::Road(RoadEvent::Worn { tier, .. })) => tier,
        _ => Tier::None,
    };
    let cause = events::connection(&game.world, Some(between));
    if best >= tier {
        return (Some(between), cause);
    }
    let worn = events::record(game, cell, RoadEvent::Worn { tier, between, passes }, cause);
    if let Some(worn) = worn {
        game.world.events.set_link(EventLink::Road(between), worn);
    }
    (Some(between), worn)
}

/// Tells what the player's people sees of its first roads.
fn note_first_roads(game: &mut Game, cell: Cell, tier: Tier) {
    let (between, cause) = record_wear(game, cell, tier);
    let now = game.world.tick;
    if game.derived.visible[PeopleIx::PLAYER][cell] == 0 {
        return;
    }
    let cells = game.world.people(PeopleIx::PLAYER).belief.road_cells();
    if tier == Tier::Path && game.world.tally.first_path.is_none() && is_first_path(&game.world, cell) {
        game.world.tally.first_path = Some(now);
        events::tell_caused(game, cell, RoadEvent::FirstPath { between }, cause);
    } else if tier == Tier::Dirt && game.world.tally.first_dirt.is_none() {
        game.world.tally.first_dirt = Some(now);
        events::tell_caused(game, cell, RoadEvent::FirstDirtRoad { between }, cause);
    } else if tier.is_road() && cells >= game.world.tally.roads_reported + ROAD_NEWS_CELLS {
        game.world.tally.roads_reported = cells / ROAD_NEWS_CELLS * ROAD_NEWS_CELLS;
        events::tell_caused(game, cell, RoadEvent::Grew { tier, cells, between }, cause);
    }
}

/// Whether the cell is part of [`FIRST_PATH_CELLS`] connected cells of path.
fn is_first_path(world: &World, start: Cell) -> bool {
    let size: Size = world.size();
    let mut joined = vec![start];
    let mut next = 0;
    while next < joined.len() && joined.len() < FIRST_PATH_CELLS {
        for (_, other) in size.neighbours(joined[next]) {
            if world.ground.tier[other].is_road() && !joined.contains(&other) {
                joined.push(other);
            }
        }
        next += 1;
    }
    joined.len() >= FIRST_PATH_CELLS
}

/// Decays a share of the rows each tick, so that every row decays once a day and no tick is slow.
pub(super) fn decay_roads(game: &mut Game) {
    let height = u64::from(game.world.size().height);
    let phase = game.world.tick % DAY;
    if phase == 0 {
        for trips in &mut game.world.ground.traffic {
            *trips = decayed(*trips);
        }
    }
    for y in (phase * height / DAY)..((phase + 1) * height / DAY) {
        for x in 0..game.world.size().width {
            decay_cell(game, Cell::new(x, y as u16));
        }
    }
}

fn decay_cell(game: &mut Game, cell: Cell) {
    let wear = &mut game.world.ground.wear[cell];
    if *wear == 0 {
        return;
    }
    *wear = decayed(*wear);
    let tier = game.world.ground.tier[cell];
    let Some(kept) = THRESHOLDS.iter().position(|threshold| threshold.tier == tier) else { return };
    let TierThreshold { passes, share_percent, .. } = THRESHOLDS[kept];
    if !meets_threshold(&game.world.ground, cell, (passes, share_percent), KEEP_PERCENT) {
        let lower = kept.checked_sub(1).map_or(Tier::None, |below| THRESHOLDS[below].tier);
        set_tier(game, cell, lower);
    }
}

fn decayed(value: u32) -> u32 {
    value - (u64::from(value) * u64::from(DECAY_THOUSANDTHS)).div_ceil(1000) as u32
}

/// Whether a cell's passes and share reach `percent` of these requirements (the share itself is in percent).
fn meets_threshold(
    ground: &crate::world::Ground,
    cell: Cell,
    (passes, share): (u32, u32),
    percent: u32,
) -> bool {
    let wear = u64::from(ground.wear[cell]);
    let trips = u64::from(ground.traffic[ground.region(cell)]) + u64::from(TRIPS_FLOOR * PASS);
    let percent = u64::from(percent);
    wear * 100 >= u64::from(passes * PASS) * percent && wear * 100 * 100 >= u64::from(share) * trips * percent
}
