//! Roads that feet make and time removes: T07, T08, T09, T12.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use super::ground::{count_passings, drawn, give_orders, meadow, paved, play, walker};
use crate::grid::Cell;
use crate::land::SimRng;
use crate::sim::Game;
use crate::study::judge::{found, share};
use crate::study::stats::mean;
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world::{DAY, Order, PASS, Tier, UnitIx};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T07",
        claim: "Of two equal paths one wins, and each as often as the other; of two paths of which one costs twice as much, \
                the short one wins.",
        kind: Evidence::Directional,
        band: "one carries >= 80 % in >= 80 % of runs, each in 30 to 70 % of them; the short one in >= 95 %",
        test: Test::Experiment(one_path_wins),
    },
    Prediction {
        id: "T08",
        claim: "A road without walkers disappears after ln(wear / threshold) / -ln 0.971 days, and before that it \
                outlasts any pause.",
        kind: Evidence::Exact,
        band: "within 10 % of the days, and no road lost in a pause of less than ln(1 / 0.65) / -ln 0.971 = 14.6 days",
        test: Test::Experiment(fading),
    },
    Prediction {
        id: "T09",
        claim: "The same walkers between the same sites wear other roads when they go in another order: more for some sites \
                than for others.",
        kind: Evidence::Directional,
        band: "mean Jaccard of ten orders >= 0.75 for some sites and <= 0.6 for others",
        test: Test::Experiment(orders_of_trips),
    },
    Prediction {
        id: "T12",
        claim: "Two roads that run side by side at most three cells apart become one.",
        kind: Evidence::Own,
        band: ">= 60 % of pairs within 20 days",
        test: Test::Experiment(side_by_side),
    },
];

/// A road's daily fading, by the game's rules.
const KEPT: f64 = 0.971;
/// Days of a pause that no road is lost in.
const PAUSE_DAYS: f64 = 14.6;
/// Days below which the day on which a road fades matters more than the law.
const DAYS_MIN: f64 = 10.0;

fn days_left(wear: u32, tier: Tier) -> f64 {
    let threshold = f64::from(tier.passes() * PASS) * f64::from(tier.keep_percent()) / 100.0;
    (f64::from(wear) / threshold).ln() / -KEPT.ln()
}

/// A path that one walker has worn through a gorge, on the day on which it stops for good.
fn gorge(seed: u64) -> (Game, Vec<Cell>) {
    let mut rows = vec!["#".repeat(20); 5];
    rows[2] = format!("#{}#", ".".repeat(18));
    let path: Vec<Cell> = (3..17).map(|x| Cell::new(x, 2)).collect();
    let mut game = drawn(&rows, false, &walker("porter", Cell::new(2, 2), "patrol 17 2, 2 2"));
    play(&mut game, (16 + seed % 9) * DAY, |_| false);
    let unit = game.world.units[UnitIx(0)].id;
    give_orders(&mut game, unit, vec![Order::Go(Cell::new(1, 2)), Order::Stop]);
    play(&mut game, DAY, |game| game.world.units[UnitIx(0)].cell == Cell::new(1, 2));
    (game, path)
}

/// For each cell, the days until it loses a tier, without walkers.
fn days_until_lost(game: &mut Game, cells: &[Cell], tier: Tier) -> Vec<f64> {
    let begun = game.world.tick;
    let mut lost = vec![None; cells.len()];
    play(game, 400 * DAY, |game| {
        for (cell, lost) in cells.iter().zip(&mut lost) {
            if lost.is_none() && game.world.ground.tier[*cell] < tier {
                *lost = Some((game.world.tick - begun) as f64 / DAY as f64);
            }
        }
        lost.iter().all(Option::is_some)
    });
    lost.into_iter().map(|days| days.unwrap_or(f64::INFINITY)).collect()
}

/// Paths made by feet, and roads of every tier with one to four times the wear that they took.
fn fading(seeds: RangeInclusive<u64>) -> Finding {
    let mut days: Vec<(f64, f64)> = Vec::new();
    let mut pauses = Vec::new();
    for seed in seeds.take(10) {
        let (mut game, path) = gorge(seed);
        let roads: Vec<Cell> =
            path.into_iter().filter(|cell| game.world.ground.tier[*cell].is_road()).collect();
        let expected: Vec<f64> =
            roads.iter().map(|cell| days_left(game.world.ground.wear[*cell], Tier::Path)).collect();
        days.extend(expected.into_iter().zip(days_until_lost(&mut game, &roads, Tier::Path)));
        let mut rng = SimRng::new(seed, 8);
        // Those that feet alone make.
        for tier in [Tier::Path, Tier::Dirt] {
            let wear = tier.passes() * PASS * (100 + rng.below(4) * rng.below(100)) / 100;
            let cells = [Cell::new(3, 3)];
            let mut game = paved(drawn(&meadow(6, 6), false, ""), &cells, tier, wear);
            let lost = days_until_lost(&mut game, &cells, tier);
            days.push((days_left(wear, tier), lost[0]));
            pauses.push(lost[0]);
        }
    }
    days.retain(|(expected, _)| *expected >= DAYS_MIN);
    let errors: Vec<f64> = days.iter().map(|(expected, found)| (found / expected - 1.0).abs()).collect();
    let (worst, shortest) =
        (errors.iter().copied().fold(0.0, f64::max), pauses.iter().copied().fold(f64::INFINITY, f64::min));
    let within = errors.iter().filter(|error| **error <= 0.1).count();
    let measured = format!(
        "{within} of {} road cells went within 10 % of the computed day ({:.1} % off on average, {:.1} % at most); the shortest \
         pause that cost a road its tier was {:.1} days",
        days.len(),
        mean(&errors) * 100.0,
        worst * 100.0,
        shortest
    );
    let values = [("within", share(within, days.len())), ("worst", worst), ("shortest pause", shortest)];
    // Rounding a little wear up may shift the last day by one.
    let pass = within == days.len() && days.len() >= 20 && shortest >= 0.95 * PAUSE_DAYS;
    found(measured, &values, days.len(), Some(pass))
}

/// Two yards with a block of rock between them that can be passed above and below, and walkers that go to and fro
/// between random places of the yards. The two paths differ in length for every walker.
fn yards(seed: u64, (above, below): (u16, u16)) -> Game {
    let middle = above + 4;
    let mut rows = meadow(45, above + below + 9);
    for row in &mut rows[4..usize::from(above + below + 5)] {
        row.replace_range(14..31, &"#".repeat(17));
    }
    let mut rng = SimRng::new(seed, 7);
    let mut spot = |x: u16| Cell::new(x + rng.below(5) as u16, middle - 3 + rng.below(7) as u16);
    let mut walkers = String::new();
    for i in 0..8 {
        let (west, mut east) = (spot(2), spot(38));
        while west.y + east.y == 2 * middle {
            east = spot(38);
        }
        let patrol = format!("patrol {} {}, {} {}", east.x, east.y, west.x, west.y);
        walkers.push_str(&walker("porter", Cell::new(i, middle), &patrol));
    }
    drawn(&rows, false, &walkers)
}

/// The share of the traffic of the last ten of thirty days that passed above.
fn share_above(seed: u64, sides: (u16, u16)) -> f64 {
    let mut game = yards(seed, sides);
    play(&mut game, 20 * DAY, |_| false);
    let (above, below) = count_passings(&mut game, 10, 22, sides.0 + 4);
    share(above, above + below)
}

fn one_path_wins(seeds: RangeInclusive<u64>) -> Finding {
    let seeds: Vec<u64> = seeds.take(20).collect();
    let alike: Vec<f64> = seeds.iter().map(|seed| share_above(*seed, (9, 9))).collect();
    let unlike: Vec<f64> = seeds.iter().map(|seed| share_above(*seed, (3, 26))).collect();
    let of = |count: usize| share(count, seeds.len());
    let decided = of(alike.iter().filter(|share| (**share - 0.5).abs() >= 0.3).count());
    let above = of(alike.iter().filter(|share| **share > 0.5).count());
    let short = of(unlike.iter().filter(|share| **share >= 0.8).count());
    let measured = format!(
        "alike: one path carries four fifths in {:.0} % of runs, the upper one wins {:.0} %; one twice as long: the short one \
         wins {:.0} %",
        decided * 100.0,
        above * 100.0,
        short * 100.0
    );
    let pass = decided >= 0.8 && (0.3..=0.7).contains(&above) && short >= 0.95;
    found(measured, &[("decided", decided), ("above", above), ("short", short)], seeds.len(), Some(pass))
}

/// Roads after 24 days of walkers that visit the same sites, each in an order of its own.
fn roads_of(sites: &[Cell], order: u64) -> BTreeSet<Cell> {
    let mut rng = SimRng::new(order, 9);
    let walkers = (0..6).map(|i| {
        let mut left = sites.to_vec();
        let round = (0..sites.len()).map(|_| left.swap_remove(rng.below(left.len() as u32) as usize));
        let round: Vec<Cell> = round.collect();
        let stops: Vec<String> = round.iter().map(|cell| format!("{} {}", cell.x, cell.y)).collect();
        walker("porter", Cell::new(i, 0), &format!("patrol {}", stops.join(", ")))
    });
    let mut game = drawn(&meadow(36, 36), false, &walkers.collect::<String>());
    play(&mut game, 24 * DAY, |_| false);
    let size = game.world.size();
    size.cells().filter(|cell| game.world.ground.tier[*cell].is_road()).collect()
}

/// Jaccard index of two networks: common cells over all cells; from 0 to 1.
fn jaccard(one: &BTreeSet<Cell>, other: &BTreeSet<Cell>) -> f64 {
    share(one.intersection(other).count(), one.union(other).count())
}

fn orders_of_trips(seeds: RangeInclusive<u64>) -> Finding {
    let mut means = Vec::new();
    for seed in seeds.take(8) {
        let mut rng = SimRng::new(seed, 10);
        let sites: Vec<Cell> = (0..2 + seed % 5)
            .map(|_| Cell::new(2 + rng.below(32) as u16, 2 + rng.below(32) as u16))
            .collect();
        let roads: Vec<BTreeSet<Cell>> = (0..10).map(|order| roads_of(&sites, order)).collect();
        let pairs = (0..10).flat_map(|i| (0..i).map(move |j| (i, j)));
        means.push(mean(&pairs.map(|(i, j)| jaccard(&roads[i], &roads[j])).collect::<Vec<_>>()));
    }
    let (least, most) =
        (means.iter().copied().fold(1.0, f64::min), means.iter().copied().fold(0.0, f64::max));
    let measured = format!(
        "mean Jaccard {:.2} over {} sets of two to six sites, from {least:.2} to {most:.2}",
        mean(&means),
        means.len()
    );
    let values = [("mean", mean(&means)), ("least", least), ("most", most)];
    found(measured, &values, means.len() * 10, Some(most >= 0.75 && least <= 0.6))
}

/// Whether two parallel paths, one with more walkers, become a single one.
fn paths_merge(seed: u64) -> bool {
    let mut rng = SimRng::new(seed, 12);
    let (apart, long) = (1 + rng.below(3) as u16, 12 + rng.below(20) as u16);
    let counts = [1 + rng.below(2), 3 + rng.below(3)];
    let rows = [8, 8 + apart];
    let walkers = rows.into_iter().zip(counts).flat_map(|(y, count)| {
        (0..count as u16)
            .map(move |i| walker("porter", Cell::new(4 + i, y), &format!("patrol {} {y}, 4 {y}", 4 + long)))
    });
    let mut game = drawn(&meadow(long + 10, 20), false, &walkers.collect::<String>());
    play(&mut game, 16 * DAY, |_| false);
    let (above, below) = count_passings(&mut game, 4, 4 + long / 2, 8);
    above.max(below) * 10 >= (above + below) * 9
}

fn side_by_side(seeds: RangeInclusive<u64>) -> Finding {
    let seeds: Vec<u64> = seeds.take(20).collect();
    let merged = seeds.iter().filter(|seed| paths_merge(**seed)).count();
    let measured =
        format!("{merged} of {} pairs became one in 20 days (nine of ten steps on one row)", seeds.len());
    let pass = share(merged, seeds.len()) >= 0.6;
    found(measured, &[("merged", share(merged, seeds.len()))], seeds.len(), Some(pass))
}
