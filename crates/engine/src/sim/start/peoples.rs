//! The first peoples of a land: the player's in the middle, others far enough away to be strangers. Each has its own
//! hamlets, porters and a scout, and knows only its home.
//!
//! How a hamlet starts is in `placing`; what peoples do to each other is in `trade`, `sight::map_exchange` and `peace`.

use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::Cell;
use crate::land::{Land, Site, Surface};
use crate::plan;
use crate::plan::CellTarget;
use crate::search::{NoObserver, Rank, Search, Step, run};
use crate::sim::placing;
use crate::world::{
    DAY_TIME, FIELD_STEPS_MAX, FIELDS_PER_RESIDENT, Kind, Nature, People, PeopleIx, Season, World, amount_of,
};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Peoples besides the player's: word in levels, name and nature. New lands have as many of the settled ones as there
/// is room for, and the beasts.
const OTHERS: [(&str, &str, Nature); 4] = [
    ("neighbours", "the Moor", Nature::Settled),
    ("strangers", "the Coast", Nature::Settled),
    ("raiders", "the raiders", Nature::Raiders),
    ("beasts", "the wild", Nature::Wild),
];

/// The least and greatest distance between the first hamlets of one people, in steps.
const HAMLET_DISTANCE_MIN: u32 = 25;

const HAMLET_DISTANCE_MAX: u32 = 38;
/// The least distance between the first hamlets of two peoples, in steps.
const PEOPLE_DISTANCE_MIN: u32 = 50;
/// The best walking time between the first hamlets, in milli-steps: a little over a day, so that some travellers sleep
/// on the road.
const IDEAL_WALKING_TIME: u32 = DAY_TIME + DAY_TIME / 12;
/// Nodes that a search between two sites may generate, at most.
const WALK_NODES_MAX: u32 = 9000;
/// Porters that each first hamlet starts with.
const PORTERS_PER_HAMLET: u32 = 3;
/// Residents of a people's first settlements, of which the largest lies where most ground can be tilled.
const FIRST_RESIDENTS: [u32; HAMLET_COUNT] = [66, 22, 22];
/// The misfit of a site for each field of its first residents for which there is no ground.
const FIELD_MISFIT: u32 = 4;
/// Hamlets that a people starts with, and the least for a people other than the player's.
const HAMLET_COUNT: usize = 3;

const HAMLET_COUNT_MIN: usize = 2;
/// The misfit up to which triples of sites are examined first.
const INITIAL_MISFIT_MAX: u32 = 64;
/// The shorter side, in cells, from which a land may have one and two other settled peoples.
const SIDE_FOR_ONE: u16 = 112;

const SIDE_FOR_TWO: u16 = 192;

/// The index of the people with this word in [`OTHERS`], created on first use; the player's people for any other word.
pub(in crate::sim) fn people_named(world: &mut World, word: &str) -> PeopleIx {
    let Some((_, name, nature)) = OTHERS.iter().find(|row| row.0 == word) else { return PeopleIx::PLAYER };
    let known = world.peoples.position(|people| people.name == *name);
    known.unwrap_or_else(|| world.peoples.push(People::new(name, *nature, world.size())))
}

/// Settles the player's people, and as many others as the land has room for.
pub(super) fn settle_peoples(world: &mut World) {
    let middle = Cell::new(world.size().width / 2, world.size().height / 2);
    let sites = world.land.sites.clone();
    let first = best_three_sites(&world.land, &sites, |cell| cell.chebyshev(middle) / 2);
    settle_people(world, PeopleIx::PLAYER, &first);
    let side = world.size().width.min(world.size().height);
    let others = usize::from(side >= SIDE_FOR_ONE) + usize::from(side >= SIDE_FOR_TWO);
    for (word, ..) in OTHERS.iter().take(others) {
        let sites = sites_for_strangers(world);
        if sites.len() >= HAMLET_COUNT_MIN {
            let people = people_named(world, word);
            settle_people(world, people, &sites);
        }
    }
}

/// Sites for another people, as near to the existing settlements as strangers may be.
fn sites_for_strangers(world: &World) -> Vec<Site> {
    let nearest = |cell: Cell| world.towns.iter().map(|town| town.cell.chebyshev(cell)).min().unwrap_or(0);
    let far = world.land.sites.iter().filter(|site| nearest(site.cell) >= PEOPLE_DISTANCE_MIN);
    let sites: Vec<Site> = far.copied().collect();
    let first = best_three_sites(&world.land, &sites, |cell| (nearest(cell) - PEOPLE_DISTANCE_MIN) / 2);
    // On a small land, the remaining sites may lie in opposite corners.
    let has_near = |site: &Site| {
        first.iter().any(|other| other != site && other.cell.chebyshev(site.cell) < PEOPLE_DISTANCE_MIN)
    };
    first.iter().copied().filter(has_near).collect()
}

fn settle_people(world: &mut World, people: PeopleIx, sites: &[Site]) {
    let mut sites = sites.to_vec();
    sites.sort_by_key(|site| Reverse(ground_to_till(&world.land, site.cell)));
    for (site, residents) in sites.iter().zip(FIRST_RESIDENTS) {
        let town = placing::add_hamlet(world, people, site.cell, Some(site.good));
        world.towns[town].residents = residents;
        world.towns[town].residents_max = residents;
        placing::record_first_settlement(world, town);
        for _ in 0..PORTERS_PER_HAMLET {
            placing::add_unit(world, Kind::Porter, town);
        }
        placing::add_unit(world, Kind::Scout, town);
    }
}

/// The number of cells near a site that could be tilled.
fn ground_to_till(land: &Land, site: Cell) -> u32 {
    let near = land.size.square(site, FIELD_STEPS_MAX);
    near.filter(|cell| matches!(land.surface[*cell], Surface::Meadow | Surface::Grass)).count() as u32
}

/// The misfit of so much ground for the fields of so many residents.
fn ground_misfit(ground: u32, residents: u32) -> u32 {
    (residents * FIELDS_PER_RESIDENT).saturating_sub(ground) * FIELD_MISFIT
}

/// The three sites that fit best: 25 to 38 steps and about a day's walk apart, with different goods, ground for the fields
/// of their first residents, and close to where they should be (`off` is the misfit of a cell). Of equals the first.
fn best_three_sites(land: &Land, sites: &[Site], off: impl Fn(Cell) -> u32) -> Vec<Site> {
    if sites.len() < HAMLET_COUNT {
        return sites.to_vec();
    }
    let [largest, .., others] = FIRST_RESIDENTS;
    let misfits = |site: &Site| {
        let ground = ground_to_till(land, site.cell);
        let as_other = ground_misfit(ground, others);
        (off(site.cell) + as_other, ground_misfit(ground, largest) - as_other)
    };
    let (off, more_as_largest): (Vec<u32>, Vec<u32>) = sites.iter().map(misfits).unzip();
    let mut outwards: Vec<usize> = (0..sites.len()).collect();
    outwards.sort_by_key(|i| (off[*i], *i));
    let mut threes = SiteTriples { land, sites, off, more_as_largest, outwards, times: BTreeMap::new() };
    let mut most = INITIAL_MISFIT_MAX;
    let mut best = threes.best_within(most, (u32::MAX, [0; HAMLET_COUNT]));
    while best.0 > most {
        most = most.saturating_mul(2);
        best = threes.best_within(most, best);
    }
    best.1.map(|i| sites[i]).to_vec()
}

/// Triples of sites, with a cache of the walking times between them.
///
/// A large land has thousands of sites and billions of triples, and each walking time takes a search. So triples are
/// enumerated from the best place outwards, first those that would fit if all walking times were ideal, then more and
/// more.
struct SiteTriples<'a> {
    land: &'a Land,
    sites: &'a [Site],
    /// The misfit of each site by itself, as one of the smaller settlements.
    off: Vec<u32>,
    /// How much more that is if it is the largest, for which most ground is needed.
    more_as_largest: Vec<u32>,
    /// Sites ordered by `off`.
    outwards: Vec<usize>,
    /// Cached walking times between sites, in milli-steps.
    times: BTreeMap<(usize, usize), u32>,
}

impl SiteTriples<'_> {
    /// The best triple with its misfit, among those whose misfit without walking times is at most `most`, and the known
    /// one.
    fn best_within(
        &mut self,
        most: u32,
        known: (u32, [usize; HAMLET_COUNT]),
    ) -> (u32, [usize; HAMLET_COUNT]) {
        let (mut best, sites) = (known, self.sites);
        for rank in 0..self.outwards.len() {
            let c = self.outwards[rank];
            if self.off[c] > most.min(best.0) {
                break;
            }
            for second in 0..rank {
                let b = self.outwards[second];
                let two = self.off[c] + self.off[b] + pair_misfit(sites, b, c);
                if two > most.min(best.0) {
                    continue;
                }
                for first in 0..second {
                    let a = self.outwards[first];
                    // The largest is where most ground is, which then lacks least.
                    let more = &self.more_as_largest;
                    let more = more[a].min(more[b]).min(more[c]);
                    let three =
                        two + more + self.off[a] + pair_misfit(sites, a, c) + pair_misfit(sites, a, b);
                    if three <= most.min(best.0) {
                        best = best.min(self.with_walking_times(three, [a, b, c], best.0));
                    }
                }
            }
        }
        best
    }

    /// A triple with its misfit including walking times; may stop early once that exceeds `most`.
    fn with_walking_times(
        &mut self,
        misfit: u32,
        three: [usize; HAMLET_COUNT],
        most: u32,
    ) -> (u32, [usize; HAMLET_COUNT]) {
        let [a, b, c] = three;
        let pairs = [(b, c), (a, c), (a, b)].into_iter();
        let sum =
            pairs.fold(misfit, |sum, (i, j)| if sum > most { sum } else { sum + self.walking_misfit(i, j) });
        let mut three = three;
        three.sort_unstable();
        (sum, three)
    }

    /// The misfit of the walking time between two sites.
    fn walking_misfit(&mut self, i: usize, j: usize) -> u32 {
        let [from, to] = [i.min(j), i.max(j)].map(|site| self.sites[site].cell);
        let time =
            self.times.entry((i.min(j), i.max(j))).or_insert_with(|| walking_time(self.land, from, to));
        time.abs_diff(IDEAL_WALKING_TIME) / 50
    }
}

/// The misfit of two sites as neighbours without the walking time: distance out of range, equal goods.
fn pair_misfit(sites: &[Site], i: usize, j: usize) -> u32 {
    let steps = sites[i].cell.chebyshev(sites[j].cell);
    let far = HAMLET_DISTANCE_MIN.saturating_sub(steps) * 40 + steps.saturating_sub(HAMLET_DISTANCE_MAX) * 40;
    far + u32::from(sites[i].good == sites[j].good) * 200
}

/// A porter's walking time between two cells over ground without roads, in milli-steps; three days if it is too far.
fn walking_time(land: &Land, from: Cell, goal: Cell) -> u32 {
    let (cost, size) = (roadless_costs(land), land.size);
    let graph = Grid8 { size, cost: &cost, corner: Corner::BothFree };
    let to = CellTarget { goal, size, cheapest: cost.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &to, WALK_NODES_MAX);
    match run(&mut search, &graph, &to, u32::MAX, &mut NoObserver) {
        Step::Found(end) => search.cost_of(end).map_or(3 * DAY_TIME, amount_of),
        _ => 3 * DAY_TIME,
    }
}

/// A porter's prices on a land without roads, in autumn (typical of the year).
pub(super) fn roadless_costs(land: &Land) -> impl CostModel + '_ {
    RoadlessCosts(plan::TrueGround { land, tiers: None, season: Season::Autumn })
}

/// Prices of ground without roads: the land before it is settled.
struct RoadlessCosts<'a>(plan::TrueGround<'a>);

impl CostModel for RoadlessCosts<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        self.0.step_time(Kind::Porter, from as usize, to as usize, length)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.0.land.surface.values()[node as usize].is_blocked()
    }
    fn cheapest(&self) -> u32 {
        1000
    }
}
