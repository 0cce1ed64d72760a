//! The first day: three hamlets, their porters, and what they know.

use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::land::{self, Good, Land, LandError, Site};
use crate::plan;
use crate::search::{Everywhere, Rank, Search, Watch, run};
use crate::world::{
    Ambitions, Behaviour, Belief, Chronicle, DAY_TIME, Ground, History, Journal, Kind, People, Plans, Season,
    Streams, Tally, Tier, Town, TownId, TownKind, Unit, UnitId, Why, World,
};
use std::collections::{BTreeMap, VecDeque};

/// Distance between the first hamlets, in steps.
const NEAR: u32 = 25;
const FAR: u32 = 38;
/// How far the first people knows the land around its hamlets, in cells.
const HOME_KNOWN: u16 = 12;
/// Walking time between the first hamlets that serves best: a little over a day, so that some travellers sleep on
/// the way.
const FIRST_WAY: u32 = DAY_TIME + DAY_TIME / 12;
/// Cells that a look around a site reaches.
const WALK_LABELS: u32 = 9000;
/// Porters that each first hamlet begins with.
const PORTERS: u32 = 3;
/// Loads of each good that a hamlet begins with, in hundredths.
const FIRST_STOCK: u32 = 500;
/// Residents of a new hamlet.
pub const FIRST_RESIDENTS: u32 = 12;

/// Makes a land and settles it.
///
/// # Errors
/// When the size is out of range.
pub fn found(seed: u64, size: Size) -> Result<World, LandError> {
    let land = land::generate(seed, size)?;
    let mut world = empty(seed, land);
    for site in first_sites(&world.land) {
        let town = add_hamlet(&mut world, site.cell, Some(site.good));
        for _ in 0..PORTERS {
            add_unit(&mut world, Kind::Porter, town);
        }
        add_unit(&mut world, Kind::Scout, town);
    }
    Ok(world)
}

/// A world with this land and one people that has nobody yet.
pub fn empty(seed: u64, land: Land) -> World {
    let size = land.size;
    let people = People {
        name: "the Vale".to_owned(),
        belief: Belief::new(size),
        ways: BTreeMap::new(),
        prices: BTreeMap::new(),
        coin: 0,
        saved: 0,
    };
    World {
        seed,
        tick: 0,
        ground: Ground::new(size),
        land,
        peoples: vec![people],
        units: Vec::new(),
        towns: Vec::new(),
        camps: Vec::new(),
        plans: Plans::default(),
        tokens: BTreeMap::new(),
        chronicle: Chronicle::default(),
        history: History::default(),
        ambitions: Ambitions::default(),
        followed: Vec::new(),
        years: Vec::new(),
        tally: Tally::default(),
        streams: Streams::new(seed),
        next_unit: 1,
        journal: Journal::default(),
        free_build: false,
    }
}

/// Three sites 25 to 38 steps and about a day's walk apart with different goods, or the closest to that which the
/// land has.
fn first_sites(land: &Land) -> Vec<Site> {
    let sites = &land.sites;
    let times: Vec<Vec<u32>> = sites.iter().map(|site| walking_times(land, site.cell)).collect();
    let mut best: Option<(u32, Vec<Site>)> = None;
    for a in 0..sites.len() {
        for b in a + 1..sites.len() {
            for c in b + 1..sites.len() {
                let misfit = misfit(land, [a, b, c], &times);
                if best.as_ref().is_none_or(|(least, _)| misfit < *least) {
                    best = Some((misfit, [a, b, c].map(|i| sites[i]).to_vec()));
                }
            }
        }
    }
    best.map_or_else(|| sites.iter().take(3).copied().collect(), |(_, three)| three)
}

/// How badly three sites serve as a beginning: distances and walking times out of range, equal goods, far from the
/// middle.
fn misfit(land: &Land, three: [usize; 3], times: &[Vec<u32>]) -> u32 {
    let middle = Cell::new(land.size.width / 2, land.size.height / 2);
    let mut sum: u32 = three.iter().map(|i| land.sites[*i].cell.steps_to(middle) / 2).sum();
    for (i, j) in [(three[0], three[1]), (three[0], three[2]), (three[1], three[2])] {
        let (one, other) = (land.sites[i], land.sites[j]);
        let steps = one.cell.steps_to(other.cell);
        sum += NEAR.saturating_sub(steps) * 40 + steps.saturating_sub(FAR) * 40;
        sum += u32::from(one.good == other.good) * 200;
        sum += times[i][j].abs_diff(FIRST_WAY) / 50;
    }
    sum
}

/// A porter's walking time from a cell to every site over untouched ground, in milli-steps; far away counts as
/// three days.
fn walking_times(land: &Land, from: Cell) -> Vec<u32> {
    // As it is for most of the year.
    let cost = Untouched(plan::Footing { land, tiers: None, season: Season::Autumn });
    let graph = Grid8 { size: land.size, cost: &cost, corner: Corner::BothFree };
    let start = land.size.index(from) as NodeId;
    let mut search = Search::new(land.size.area() as u32, start, Rank::UniformCost, &Everywhere, WALK_LABELS);
    run(&mut search, &graph, &Everywhere, u32::MAX, &mut Watch);
    let time = |site: &Site| search.cost_of(land.size.index(site.cell) as NodeId).unwrap_or(3 * DAY_TIME);
    land.sites.iter().map(time).collect()
}

/// Prices of untouched ground: the land as it is before anybody lives there.
struct Untouched<'a>(plan::Footing<'a>);

impl CostModel for Untouched<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        self.0.step_time(Kind::Porter, from as usize, to as usize, length)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.0.land.surface.values()[node as usize].is_blocked()
    }
    fn cheapest(&self) -> u32 {
        1000
    }
}

/// Founds a hamlet and lets its people know the land around it.
pub fn add_hamlet(world: &mut World, cell: Cell, makes: Option<Good>) -> TownId {
    let taken: Vec<String> = world.towns.iter().map(|town| town.name.clone()).collect();
    let name =
        land::place_name(&mut world.streams.names, makes.is_none(), |name| taken.iter().any(|t| t == name));
    let id = TownId(world.towns.len() as u16);
    let mut stock = [FIRST_STOCK; Good::COUNT];
    if let Some(good) = makes {
        stock[good as usize] = 3 * FIRST_STOCK;
    }
    let why = makes.map_or(Why::Nights { nights: 0, passes: 0, routes: Vec::new() }, Why::Site);
    world.towns.push(Town {
        name,
        cell,
        kind: TownKind::Hamlet,
        people: 0,
        residents: FIRST_RESIDENTS,
        stock,
        makes,
        trade: 0,
        visits: vec![0],
        nights: 0,
        routes: Vec::new(),
        failing_days: 0,
        residents_max: FIRST_RESIDENTS,
        founded: world.tick,
        last_settlers: world.tick,
        why,
        rally: Vec::new(),
    });
    let day = world.day();
    let around: Vec<Cell> = world.size().square(cell, HOME_KNOWN).collect();
    for known in around.into_iter().filter(|other| other.octile(cell) <= u32::from(HOME_KNOWN) * 1000) {
        let surface = world.land.surface[known];
        world.peoples[0].belief.observe(known, surface, Tier::None, false, day);
    }
    id
}

/// Adds somebody who lives in a settlement.
pub fn add_unit(world: &mut World, kind: Kind, home: TownId) -> UnitId {
    let base = match kind {
        Kind::Scout => Behaviour::Explore { target: None, fruitless: 0 },
        Kind::Porter | Kind::Settler | Kind::Cart | Kind::Messenger => Behaviour::Trade { home, trip: None },
    };
    let cell = world.town(home).cell;
    place_unit(world, kind, cell, base)
}

/// Adds somebody on a cell, with what it does when nobody tells it anything.
pub fn place_unit(world: &mut World, kind: Kind, cell: Cell, base: Behaviour) -> UnitId {
    let id = UnitId(world.next_unit);
    world.next_unit += 1;
    let taken: Vec<String> = world.units.iter().map(|unit| unit.name.clone()).collect();
    let name = land::people_name(&mut world.streams.names, |name| taken.iter().any(|t| t == name));
    world.units.push(Unit {
        id,
        name,
        kind,
        people: 0,
        cell,
        next: None,
        progress: 0,
        groping: false,
        stack: vec![base],
        orders: VecDeque::new(),
        ordered: false,
        path: None,
        awaiting: None,
        asked: 0,
        blocked: None,
        courtesy: 0,
        setbacks: 0,
        fatigue: 0,
        cargo: None,
        journey: 0,
        saved: 0,
        steps: 0,
    });
    id
}
