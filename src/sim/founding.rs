//! The first day: three hamlets, their porters, and what they know.

use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::Cell;
use crate::land::{self, Good, Land, Site};
use crate::mind;
use crate::plan;
use crate::search::{Everywhere, Rank, Search, Watch, run};
use crate::world::{
    Ambitions, Behaviour, Chronicle, DAY, DAY_TIME, Ground, History, Journal, Kind, Nature, People, Plans,
    Season, Streams, Tally, Tier, Town, TownId, TownKind, Unit, UnitId, Why, World,
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

/// Settles a land.
pub fn found(seed: u64, land: Land) -> World {
    let mut world = empty(seed, land);
    for site in first_sites(&world.land) {
        let town = add_hamlet(&mut world, 0, site.cell, Some(site.good));
        for _ in 0..PORTERS {
            add_unit(&mut world, Kind::Porter, town);
        }
        add_unit(&mut world, Kind::Scout, town);
    }
    let size = world.size();
    world.peoples.push(People::new("the raiders", Nature::Raiders, size));
    world
}

/// A world with this land and one people that has nobody yet.
pub fn empty(seed: u64, land: Land) -> World {
    let size = land.size;
    World {
        seed,
        tick: 0,
        ground: Ground::new(size),
        land,
        peoples: vec![People::new("the Vale", Nature::Settled, size)],
        units: Vec::new(),
        towns: Vec::new(),
        camps: Vec::new(),
        plans: Plans::default(),
        tokens: BTreeMap::new(),
        chronicle: Chronicle::default(),
        history: History::default(),
        ambitions: Ambitions::default(),
        trial: None,
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
/// land has: the least misfit, and of equals the first.
///
/// A large land has thousands of sites and thousands of millions of threes, so they are gone through from the middle
/// outwards, and a site or a pair that is already worse than the best three is left out.
fn first_sites(land: &Land) -> Vec<Site> {
    let sites = &land.sites;
    let middle = Cell::new(land.size.width / 2, land.size.height / 2);
    let off = |i: usize| sites[i].cell.steps_to(middle) / 2;
    let mut outwards: Vec<usize> = (0..sites.len()).collect();
    outwards.sort_by_key(|i| (off(*i), *i));
    let mut times: Vec<Option<Vec<u32>>> = vec![None; sites.len()];
    let mut best: (u32, [usize; 3]) = (u32::MAX, [0; 3]);
    for (rank, c) in outwards.iter().enumerate() {
        if off(*c) > best.0 {
            break;
        }
        // The walk is left out at first: it takes a search.
        let fits = |b: usize, sum: u32| sum + off(b) + apart(sites, b, *c);
        for (second, b) in outwards[..rank].iter().enumerate() {
            let sum = fits(*b, off(*c));
            if sum > best.0 {
                continue;
            }
            for a in &outwards[..second] {
                let sum = fits(*a, sum) + apart(sites, *a, *b);
                if sum > best.0 {
                    continue;
                }
                let mut three = [*a, *b, *c];
                three.sort_unstable();
                let [i, j, k] = three;
                let walks = [(i, j), (i, k), (j, k)].map(|(from, to)| {
                    let times = times[from].get_or_insert_with(|| walking_times(land, sites[from].cell));
                    times[to].abs_diff(FIRST_WAY) / 50
                });
                best = best.min((sum + walks.iter().sum::<u32>(), three));
            }
        }
    }
    match sites.len() {
        0..3 => sites.clone(),
        _ => best.1.map(|i| sites[i]).to_vec(),
    }
}

/// How badly two sites serve as neighbours, the walk between them apart: distance out of range, equal goods.
fn apart(sites: &[Site], i: usize, j: usize) -> u32 {
    let steps = sites[i].cell.steps_to(sites[j].cell);
    let far = NEAR.saturating_sub(steps) * 40 + steps.saturating_sub(FAR) * 40;
    far + u32::from(sites[i].good == sites[j].good) * 200
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
pub fn add_hamlet(world: &mut World, people: u8, cell: Cell, makes: Option<Good>) -> TownId {
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
        people,
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
        world.peoples[usize::from(people)].belief.observe(known, surface, Tier::None, false, day);
    }
    id
}

/// Adds somebody who lives in a settlement.
pub fn add_unit(world: &mut World, kind: Kind, home: TownId) -> UnitId {
    let (people, cell) = (world.town(home).people, world.town(home).cell);
    let base = livelihood(world, people, kind, cell, Some(home));
    place_unit(world, people, kind, cell, base)
}

/// What somebody of this kind on this cell lives from when it is told nothing.
pub fn livelihood(world: &World, people: u8, kind: Kind, cell: Cell, home: Option<TownId>) -> Behaviour {
    let near = home.map_or(cell, |home| world.town(home).cell);
    let stay = || Behaviour::Stay { around: near, until: world.tick + DAY };
    match (kind, home) {
        (Kind::Scout, _) => Behaviour::Explore { target: None, fruitless: 0 },
        (Kind::Raider, _) => Behaviour::Raid { lair: cell, site: None, since: 0, fed: 0 },
        (Kind::Worker, Some(store)) => match mind::site_near(world, people, near) {
            Some(site) => Behaviour::Work { site, store, worked: 0 },
            None => stay(),
        },
        (Kind::Builder | Kind::Guard | Kind::Spy, _) => stay(),
        (_, Some(home)) => Behaviour::Trade { home, trip: None },
        // Without a settlement there is nothing to carry anywhere.
        (_, None) => Behaviour::Stop,
    }
}

/// Adds somebody on a cell, with what it does when nobody tells it anything.
pub fn place_unit(world: &mut World, people: u8, kind: Kind, cell: Cell, base: Behaviour) -> UnitId {
    let id = UnitId(world.next_unit);
    world.next_unit += 1;
    let taken: Vec<String> = world.units.iter().map(|unit| unit.name.clone()).collect();
    let name = land::people_name(&mut world.streams.names, |name| taken.iter().any(|t| t == name));
    world.units.push(Unit {
        id,
        name,
        kind,
        people,
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
        kept: None,
        courtesy: 0,
        setbacks: 0,
        fatigue: 0,
        unfed: 0,
        heading: None,
        cargo: None,
        journey: 0,
        saved: 0,
        steps: 0,
        wounds: 0,
        fought: 0,
    });
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    /// Of all threes, the least misfit, and of equals the first.
    fn first_of_all(land: &Land) -> [usize; 3] {
        let sites = &land.sites;
        let middle = Cell::new(land.size.width / 2, land.size.height / 2);
        let times: Vec<Vec<u32>> = sites.iter().map(|site| walking_times(land, site.cell)).collect();
        let misfit = |three: [usize; 3]| {
            let off: u32 = three.iter().map(|i| sites[*i].cell.steps_to(middle) / 2).sum();
            let [a, b, c] = three;
            let pairs = [(a, b), (a, c), (b, c)].into_iter();
            off + pairs.map(|(i, j)| apart(sites, i, j) + times[i][j].abs_diff(FIRST_WAY) / 50).sum::<u32>()
        };
        let all = (0..sites.len()).flat_map(|a| {
            (a + 1..sites.len()).flat_map(move |b| (b + 1..sites.len()).map(move |c| [a, b, c]))
        });
        all.min_by_key(|three| (misfit(*three), *three)).unwrap()
    }

    #[test]
    fn the_first_three_sites_are_the_best_of_all_threes() {
        for (seed, width, height) in [(1, 96, 96), (2, 128, 96), (3, 150, 60)] {
            let land = land::generate(seed, Size::new(width, height)).unwrap();
            let best = first_of_all(&land).map(|i| land.sites[i]);
            assert_eq!(first_sites(&land), best, "seed {seed}");
        }
    }
}
