//! Footsteps wear the ground, worn ground becomes road, and unused roads decay.
//!
//! P is the decaying count of passes over a cell, T that of trips through its region. A threshold on P alone would pave
//! everything in an old land; a share of T alone would pave the first footstep; so a tier needs both.

use crate::grid::{Cell, Size};
use crate::land::Surface;
use crate::sim::{Game, events};
use crate::world::{
    AMOUNT_MAX, AnnalEvent, DAY, EventId, EventKind, EventLink, PASS, PairPasses, PeopleIx, RoadEvent,
    SEASON_DAYS, Tier, TownIx, TownPair, World, add_capped,
};

/// Trips credited to a region before it has any.
const TRIPS_FLOOR: u32 = 20;
/// Daily decay: to 0.971.
const DECAY_THOUSANDTHS: u32 = 29;
/// A tier is lost below this percentage of its requirements; a path stays as a green lane for more than a year.
const KEEP_PERCENT: u32 = 65;

const LANE_PERCENT: u32 = 15;
/// Rise over a step, in units of height, that doubles the cost of a cell (see [`steepened`]).
const RISE_DOUBLING: u32 = 30;
/// Connected cells of path that make *the first path*.
const FIRST_PATH_CELLS: usize = 15;
/// How far from a settlement the roads lie that it keeps, in steps: half a day's walk.
const KEEP_STEPS: u16 = 24;
/// Days between two rounds of road work of a settlement: a season.
const ROUND_DAYS: u64 = SEASON_DAYS;

/// The requirements of a tier.
struct TierThreshold {
    tier: Tier,
    /// Passes; for a tier that takes work, those on level ground.
    passes: u32,
    /// Passes ÷ (trips + 20), in percent.
    share_percent: u32,
    /// Hands that build a level cell, and a quarter of which keep it for a season. Feet do the rest.
    hands: u32,
}

const THRESHOLDS: [TierThreshold; 5] = [
    TierThreshold { tier: Tier::Scuff, passes: 3, share_percent: 0, hands: 0 },
    TierThreshold { tier: Tier::Path, passes: 6, share_percent: 0, hands: 0 },
    TierThreshold { tier: Tier::Dirt, passes: 21, share_percent: 3, hands: 0 },
    TierThreshold { tier: Tier::Paved, passes: 90, share_percent: 10, hands: 4 },
    TierThreshold { tier: Tier::Highway, passes: 250, share_percent: 20, hands: 8 },
];

impl TierThreshold {
    /// Hands that build a cell over a step of this rise.
    fn hands_for(&self, rise: u32) -> u32 {
        steepened(self.hands, rise)
    }

    /// Passes needed over a step of this rise. Feet wear all ground alike, but construction on steep ground has to be
    /// worth it.
    fn passes_for(&self, rise: u32) -> u32 {
        if self.hands == 0 { self.passes } else { steepened(self.passes, rise) }
    }
}

/// A requirement for level ground, increased for a rise over a step: by as much again for each square of
/// [`RISE_DOUBLING`].
pub(super) fn steepened(level: u32, rise: u32) -> u32 {
    level + level * rise * rise / (RISE_DOUBLING * RISE_DOUBLING)
}

impl Tier {
    /// The percentage of its requirements below which it is lost.
    pub const fn keep_percent(self) -> u32 {
        if matches!(self, Tier::Path) { LANE_PERCENT } else { KEEP_PERCENT }
    }

    /// Passes that it needs.
    pub fn passes(self) -> u32 {
        THRESHOLDS.iter().find(|threshold| threshold.tier == self).map_or(0, |threshold| threshold.passes)
    }
}

/// Counts a footstep on a cell, coming from another one. Bridges do not wear.
pub(in crate::sim) fn wear_ground(game: &mut Game, from: Cell, to: Cell, tread_percent: u32) {
    if game.world.land.surface[to] == Surface::Bridge {
        return;
    }
    let ground = &mut game.world.ground;
    add_capped(&mut ground.wear[to], PASS * tread_percent / 100, AMOUNT_MAX);
    let region = ground.region(to);
    if ground.region(from) != region {
        add_capped(&mut ground.traffic[region], PASS, AMOUNT_MAX);
    }
    upgrade_tier(game, to);
}

/// Upgrades a cell that has been walked on enough to what feet alone can make.
fn upgrade_tier(game: &mut Game, cell: Cell) {
    let tier = game.world.ground.tier[cell];
    let Some(next) = THRESHOLDS.iter().find(|threshold| threshold.tier > tier) else { return };
    if next.hands == 0 && meets_threshold(&game.world.ground, cell, (next.passes, next.share_percent), 100) {
        set_tier(game, cell, next.tier);
        note_first_roads(game, cell, next.tier);
    }
}

/// A settlement's road work: once a season its hands keep what is paved within half a day's walk, the busiest first,
/// and with what is left pave what is busy enough. In a level no people builds: it stays as it was drawn.
pub(in crate::sim) fn keep_roads(game: &mut Game, id: TownIx) {
    let is_due = (game.world.day() + u64::from(id.0)).is_multiple_of(ROUND_DAYS);
    if !is_due || game.world.level_goals.is_some() {
        return;
    }
    // What it kept last season and does not keep again loses a tier when it fades next.
    game.world.ground.give_up_roads(id);
    let mut hands = game.world.town(id).residents;
    for cell in busiest_roads(&game.world, id) {
        if hands == 0 {
            break;
        }
        hands -= keep_cell(game, id, cell, hands);
    }
}

/// Cells of road that a settlement may keep or pave.
fn roads_to_keep(world: &World, id: TownIx) -> impl Iterator<Item = Cell> {
    let near = world.size().square(world.town(id).cell, KEEP_STEPS);
    near.filter(|cell| {
        world.ground.tier[*cell] >= Tier::Dirt
            && !world.ground.kept.contains_key(&(world.size().index(*cell) as u32))
    })
}

/// The same, the busiest first.
fn busiest_roads(world: &World, id: TownIx) -> Vec<Cell> {
    let mut cells: Vec<Cell> = roads_to_keep(world, id).collect();
    cells.sort_by_key(|cell| (std::cmp::Reverse(world.ground.wear[*cell]), *cell));
    cells
}

impl World {
    /// Whether a path is a green lane: so few walk it that grass grows over it.
    pub fn is_green_lane(&self, cell: Cell) -> bool {
        let needed = Tier::Path.passes() * PASS * KEEP_PERCENT / 100;
        self.ground.tier[cell] == Tier::Path && self.ground.wear[cell] < needed
    }

    /// Whether feet have made no dirt road there, and no bridge or cut leads over it.
    pub(in crate::sim) fn is_roadless(&self, cell: Cell) -> bool {
        let is_built = matches!(self.land.surface[cell], Surface::Bridge | Surface::Cut);
        self.ground.tier[cell] < Tier::Dirt && !is_built
    }

    /// The cells of road that a settlement keeps, and those within its reach and in sight that are busy enough to be
    /// paved.
    pub fn road_work(&self, id: TownIx, is_seen: impl Fn(Cell) -> bool) -> (usize, usize) {
        let kept = self.ground.kept.values().filter(|keeper| **keeper == id).count();
        let is_worth =
            |cell: &Cell| is_seen(*cell) && next_worth(self, *cell, steepest_rise(self, *cell)).is_some();
        (kept, roads_to_keep(self, id).filter(is_worth).count())
    }
}

/// The next tier of a cell, if it is busy enough for it.
fn next_worth(world: &World, cell: Cell, rise: u32) -> Option<&'static TierThreshold> {
    let next = THRESHOLDS.iter().find(|threshold| threshold.tier > world.ground.tier[cell])?;
    let needs = (next.passes_for(rise), next.share_percent);
    meets_threshold(&world.ground, cell, needs, 100).then_some(next)
}

/// Keeps a cell, and paves it if that is worth it; returns the hands that took.
fn keep_cell(game: &mut Game, id: TownIx, cell: Cell, hands: u32) -> u32 {
    let rise = steepest_rise(&game.world, cell);
    let tier = game.world.ground.tier[cell];
    let paves = game.world.has_steward(game.world.town(id).people);
    let worth = next_worth(&game.world, cell, rise).filter(|_| paves);
    let row = THRESHOLDS.iter().find(|threshold| threshold.tier == tier);
    let keeping = row.map_or(0, |row| row.hands_for(rise).div_ceil(4));
    let building = worth.map(|next| next.hands_for(rise)).filter(|building| keeping + building <= hands);
    if keeping > hands || (keeping == 0 && building.is_none()) {
        return 0;
    }
    let index = game.world.size().index(cell) as u32;
    game.world.ground.kept.insert(index, id);
    if let (Some(next), Some(_)) = (worth, building) {
        set_tier(game, cell, next.tier);
        if next.tier == Tier::Paved {
            let people = game.world.town(id).people;
            game.world.record_event_near(people, cell, AnnalEvent::Paved(1));
        }
        note_first_roads(game, cell, next.tier);
    }
    keeping + building.unwrap_or(0)
}

/// The greatest rise over a step from a neighbouring road.
fn steepest_rise(world: &World, cell: Cell) -> u32 {
    let height = &world.land.height;
    let roads = world.size().neighbours(cell).filter(|(_, other)| world.ground.tier[*other].is_road());
    roads.map(|(_, other)| u32::from(height[other].abs_diff(height[cell]))).max().unwrap_or(0)
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
    if tier == Tier::Path && game.world.tally.first_path.is_none() && is_first_path(&game.world, cell) {
        game.world.tally.first_path = Some(now);
        events::tell_caused(game, cell, RoadEvent::FirstPath { between }, cause);
    } else if tier == Tier::Dirt && game.world.tally.first_dirt.is_none() {
        game.world.tally.first_dirt = Some(now);
        events::tell_caused(game, cell, RoadEvent::FirstDirtRoad { between }, cause);
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
    let TierThreshold { passes, share_percent, hands, .. } = THRESHOLDS[kept];
    let fades = is_neglected(game, cell, hands)
        || !meets_threshold(&game.world.ground, cell, (passes, share_percent), tier.keep_percent());
    // Asked last: it looks through all works.
    let is_work = || tier == Tier::Paved && game.world.works.paves(cell);
    if fades && !is_work() {
        let lower = kept.checked_sub(1).map_or(Tier::None, |below| THRESHOLDS[below].tier);
        set_tier(game, cell, lower);
    }
}

/// Whether a cell that takes work is kept by no settlement.
fn is_neglected(game: &Game, cell: Cell, hands: u32) -> bool {
    let index = game.world.size().index(cell) as u32;
    hands > 0 && !game.world.ground.kept.contains_key(&index) && game.world.level_goals.is_none()
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
