//! Abstract networks that use the project's searches but not its world, to sweep a ratio or a price of which the game
//! has only one. T04, T24.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use super::ground::flood;
use crate::graph::{Cost, CostModel, Edges, NodeId};
use crate::grid::{Cell, Size};
use crate::land::{SimRng, mix};
use crate::search::{NoObserver, NoTarget, Rank, Search, run};
use crate::study::judge::{found, share};
use crate::study::stats::{mean, spearman};
use crate::study::{Evidence, Finding, Prediction, Test};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T04",
        claim: "In a model of worn ground, the more a road saves, the shorter the network and the longer the detours.",
        kind: Evidence::Directional,
        band: "Spearman >= 0.9 each over ratios 1.25, 1.5, 2, 3, 4, 8",
        test: Test::Experiment(regimes),
    },
    Prediction {
        id: "T24",
        claim: "In a model that grows by the link with the most gravity less the price of its length, detours are least at a \
                price in the middle.",
        kind: Evidence::Directional,
        band: "least strictly inside the sweep, and below both ends",
        test: Test::Experiment(middle),
    },
];

/// Ratios of ground to road that are swept.
const RATIOS: [f64; 6] = [1.25, 1.5, 2.0, 3.0, 4.0, 8.0];
const SIDE: u16 = 40;
const TOWNS: usize = 12;
/// Rounds of all trips, the wear left after a round, and the wear that makes a whole road, as a share of all trips.
const ROUNDS: usize = 12;
const FADES: f64 = 0.7;
const WHOLE: f64 = 0.1;

/// Ground whose cost falls with its wear, down to its price divided by the ratio.
struct Worn {
    ground: Vec<u32>,
    wear: Vec<f64>,
    ratio: f64,
}

impl CostModel for Worn {
    fn step_cost(&self, _from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let worn = (self.wear[to as usize] / WHOLE).min(1.0);
        let price = f64::from(self.ground[to as usize]) / (1.0 + (self.ratio - 1.0) * worn);
        Some((price * f64::from(length) / 1000.0) as u32)
    }
    fn is_blocked(&self, _node: NodeId) -> bool {
        false
    }
    fn cheapest(&self) -> u32 {
        0
    }
}

/// Towns with their weights, larger ones first.
fn towns(seed: u64, count: usize, side: u32) -> Vec<(Cell, f64)> {
    let mut rng = SimRng::new(seed, 4);
    let mut place =
        |rank: usize| (Cell::new(rng.below(side) as u16, rng.below(side) as u16), 1.0 / (rank as f64 + 1.0));
    (0..count).map(&mut place).collect()
}

fn distance(a: Cell, b: Cell) -> f64 {
    f64::from(a.x.abs_diff(b.x)).hypot(f64::from(a.y.abs_diff(b.y))).max(1.0)
}

/// Length of all steps that any trip takes in the end, in milli-steps, and the mean detour of all pairs.
fn network(seed: u64, ratio: f64) -> (f64, f64) {
    let size = Size::new(SIDE, SIDE);
    let noise = |cell: usize| 1000 + (mix(&[seed, cell as u64, 4]) % 1000) as u32;
    let mut land =
        Worn { ground: (0..size.area()).map(noise).collect(), wear: vec![0.0; size.area()], ratio };
    let towns = towns(seed, TOWNS, SIDE.into());
    let pairs: Vec<(usize, usize)> = (0..TOWNS).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    let trips = |(i, j): (usize, usize)| towns[i].1 * towns[j].1 / distance(towns[i].0, towns[j].0);
    let all: f64 = pairs.iter().map(|pair| trips(*pair)).sum();
    let (mut used, mut detours) = (BTreeSet::new(), Vec::new());
    for _ in 0..ROUNDS {
        (used, detours) = (BTreeSet::new(), Vec::new());
        let floods: Vec<Search> = towns.iter().map(|(cell, _)| flood(&land, size, *cell)).collect();
        land.wear.iter_mut().for_each(|wear| *wear *= FADES);
        for (i, j) in pairs.iter().copied() {
            let path = floods[i].path_to(size.index(towns[j].0) as NodeId);
            let mut long = 0.0;
            for two in path.windows(2) {
                long += distance(size.cell(two[0] as usize), size.cell(two[1] as usize));
                used.insert((two[0].min(two[1]), two[0].max(two[1])));
                land.wear[two[1] as usize] += trips((i, j)) / all;
            }
            detours.push(long / distance(towns[i].0, towns[j].0));
        }
    }
    let steps = used.into_iter().map(|(a, b)| distance(size.cell(a as usize), size.cell(b as usize)));
    (steps.sum(), mean(&detours))
}

fn regimes(seeds: RangeInclusive<u64>) -> Finding {
    let seeds: Vec<u64> = seeds.take(4).collect();
    let runs = RATIOS.map(|ratio| seeds.iter().map(|seed| network(*seed, ratio)).collect::<Vec<_>>());
    let lengths: Vec<f64> =
        runs.iter().map(|runs| mean(&runs.iter().map(|run| run.0).collect::<Vec<_>>())).collect();
    let detours: Vec<f64> =
        runs.iter().map(|runs| mean(&runs.iter().map(|run| run.1).collect::<Vec<_>>())).collect();
    let of_ratio = |figures: &[f64]| spearman(&RATIOS, figures).unwrap_or(0.0);
    let (falls, rises) = (-of_ratio(&lengths), of_ratio(&detours));
    let measured = format!(
        "length falls from {:.0} to {:.0} cells (rank correlation {falls:.2}), detour rises from {:.2} to {:.2} ({rises:.2})",
        lengths[0], lengths[5], detours[0], detours[5]
    );
    let values = [("length falls", falls), ("detour rises", rises)];
    found(measured, &values, seeds.len() * RATIOS.len(), Some(falls >= 0.9 && rises >= 0.9))
}

/// Towns, the exponent of their sizes, and the power of distance with which gravity falls: those of Louf, Jensen &
/// Barthelemy (2013).
const CITIES: usize = 400;
const SIZES: f64 = 1.1;
const GRAVITY: f64 = 0.1;

/// Mean detour of the tree that grows from the largest town, each time by the link with the greatest gravity minus
/// the price of its length.
fn detour_at(seed: u64, price: f64) -> f64 {
    let mut rng = SimRng::new(seed, 24);
    let mut city = || {
        let size = (f64::from(rng.below(1_000_000) + 1) / 1e6).powf(-1.0 / SIZES);
        (Cell::new(rng.below(4000) as u16, rng.below(4000) as u16), size)
    };
    let mut towns: Vec<(Cell, f64)> = (0..CITIES).map(|_| city()).collect();
    towns.sort_by(|a, b| b.1.total_cmp(&a.1));
    // In units of the average size and spacing.
    let usual = mean(&towns.iter().map(|town| town.1).collect::<Vec<_>>());
    let spacing = 4000.0 / (CITIES as f64).sqrt();
    let far = |i: usize, j: usize| distance(towns[i].0, towns[j].0) / spacing;
    let worth = |i: usize, j: usize| {
        towns[i].1 * towns[j].1 / (usual * usual) / far(i, j).powf(GRAVITY) - price * far(i, j)
    };
    let mut out: Vec<Vec<(NodeId, Cost)>> = vec![Vec::new(); CITIES];
    // For each town not joined yet, the best link to one that is.
    let mut left: Vec<(f64, usize, usize)> = (1..CITIES).map(|new| (worth(new, 0), new, 0)).collect();
    while let Some(best) = (0..left.len()).max_by(|a, b| left[*a].0.total_cmp(&left[*b].0)) {
        let (_, new, old) = left.swap_remove(best);
        let long = (far(new, old) * 1000.0) as Cost + 1;
        out[new].push((old as NodeId, long));
        out[old].push((new as NodeId, long));
        for link in &mut left {
            let other = (worth(link.1, new), link.1, new);
            *link = if other.0 > link.0 { other } else { *link };
        }
    }
    let graph = Edges::new(&out);
    let mut detours = Vec::new();
    for i in (0..CITIES).step_by(8) {
        let mut search = Search::new(CITIES as u32, i as NodeId, Rank::UniformCost, &NoTarget, u32::MAX);
        run(&mut search, &graph, &NoTarget, u32::MAX, &mut NoObserver);
        let costs = (0..CITIES)
            .filter(|j| *j != i)
            .filter_map(|j| Some(search.cost_of(j as NodeId)? as f64 / 1000.0 / far(i, j)));
        detours.extend(costs);
    }
    mean(&detours)
}

fn middle(seeds: RangeInclusive<u64>) -> Finding {
    let seeds: Vec<u64> = seeds.take(10).collect();
    let prices = [0.01, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 1e4, 1e6];
    let detours: Vec<f64> = prices
        .iter()
        .map(|price| mean(&seeds.iter().map(|seed| detour_at(*seed, *price)).collect::<Vec<_>>()))
        .collect();
    let least = (0..prices.len()).min_by(|a, b| detours[*a].total_cmp(&detours[*b])).unwrap_or(0);
    let (first, last) = (detours[0], detours[prices.len() - 1]);
    let single = seeds.iter().filter(|seed| {
        let at = |price: f64| detour_at(**seed, price);
        at(prices[least]) < at(prices[0]).min(at(prices[prices.len() - 1]))
    });
    let agree = share(single.count(), seeds.len());
    let measured = format!(
        "mean detour {first:.2} at no price (star), {:.2} at {} and {last:.2} at the highest (tree); so in {:.0} % of runs",
        detours[least],
        prices[least],
        agree * 100.0
    );
    let is_inside = least > 0 && least + 1 < prices.len();
    let values = [("first", first), ("least", detours[least]), ("last", last), ("price", prices[least])];
    found(measured, &values, seeds.len(), Some(is_inside && detours[least] < first.min(last)))
}
