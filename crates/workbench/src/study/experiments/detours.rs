//! How far a road draws a traveller aside, and the angle at which one leaves it: T01, T02, T03.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use super::ground::{cheapest_path, drawn, meadow, paved};
use crate::graph::{Corner, CostModel, Moves, NodeId, Terrain};
use crate::grid::{Cell, Size, line};
use crate::land::SimRng;
use crate::plan::{WalkingTimes, how_planned};
use crate::search::any_angle::{LineOfSightCheck, ThetaStar};
use crate::search::smoothing::pull_taut;
use crate::search::{Algorithm, NoObserver, Step};
use crate::sim::Game;
use crate::study::judge::{found, share};
use crate::study::porter_paths::length_millisteps;
use crate::study::stats::mean;
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world::{self, PeopleIx, Tier};
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T01",
        claim: "On uniform ground no path is longer than the direct one times the ratio of ground to road.",
        kind: Evidence::Exact,
        band: "100 % of paths",
        test: Test::Experiment(bounded),
    },
    Prediction {
        id: "T02",
        claim: "A spur leaves its road aslant below a ratio of 2.414 and squarely above it; off the grid, at arccos(1/r).",
        kind: Evidence::Exact,
        band: "switch between 2.40 and 2.43, any-angle exits within 3°",
        test: Test::Experiment(spurs),
    },
    Prediction {
        id: "T03",
        claim: "An any-angle path is refracted where the ground changes: sin a1 / sin a2 = c2 / c1.",
        kind: Evidence::Directional,
        band: "every crossing within 3°",
        test: Test::Experiment(refraction),
    },
];

const SIZE: Size = Size::new(96, 64);

fn any_cell(rng: &mut SimRng, size: Size) -> Cell {
    Cell::new(rng.below(size.width.into()) as u16, rng.below(size.height.into()) as u16)
}

/// A meadow with some straight roads of one tier between random places.
fn with_roads(seed: u64, tier: Tier) -> Game {
    let mut rng = SimRng::new(seed, tier as u64);
    let roads =
        (0..6).flat_map(|_| line(any_cell(&mut rng, SIZE), any_cell(&mut rng, SIZE)).collect::<Vec<_>>());
    let cells: Vec<Cell> = roads.collect();
    paved(drawn(&meadow(SIZE.width, SIZE.height), false, ""), &cells, tier, 0)
}

/// The most by which a road reduces the cost of a step of either length, as a ratio.
fn ratio(cost: &impl Fn(NodeId, NodeId, u32) -> Option<u32>, road: NodeId) -> f64 {
    let of = |length: u32| cost(road, road, length).map_or(0.0, |price| f64::from(length) / f64::from(price));
    of(1000).max(of(1414))
}

/// The best paths on lands with roads: by what steps are worth, and by walking time alone.
fn bounded(seeds: RangeInclusive<u64>) -> Finding {
    let (mut paths, mut kept, mut most, mut drawn_aside) = (0, 0, 0.0_f64, 0);
    let tiers = Tier::ALL.into_iter().filter(|tier| tier.is_road());
    for (seed, tier) in seeds.take(12).flat_map(|seed| tiers.clone().map(move |tier| (seed, tier))) {
        let game = with_roads(seed, tier);
        let road = SIZE.cells().find(|cell| game.world.ground.tier[*cell] == tier);
        let road = road.map_or(0, |cell| SIZE.index(cell) as NodeId);
        let mut rng = SimRng::new(seed, 1);
        for kind in [world::Kind::Porter, world::Kind::Messenger] {
            let planner = game.planner(PeopleIx::PLAYER, kind, &[]);
            let times = WalkingTimes(&planner.believes);
            let judged = ratio(&|from, to, length| planner.believes.step_cost(from, to, length), road);
            let timed = ratio(&|from, to, length| times.step_cost(from, to, length), road);
            for _ in 0..12 {
                let (from, to) = (any_cell(&mut rng, SIZE), any_cell(&mut rng, SIZE));
                let fastest = cheapest_path(&times, SIZE, from, to).unwrap_or_default();
                let planned = planner.path(from, to);
                let is_best = planned.by.and_then(how_planned).is_none();
                let best = if is_best { planned } else { planner.optimum(from, to).unwrap_or(planned) }.cells;
                for (cells, ratio) in [(best, judged), (fastest, timed)] {
                    let (long, direct) = (f64::from(length_millisteps(&cells)), f64::from(from.octile(to)));
                    paths += 1;
                    kept += usize::from(long <= ratio * direct);
                    drawn_aside += usize::from(long > direct);
                    most = most.max((long / direct.max(1.0) - 1.0) / (ratio - 1.0));
                }
            }
        }
    }
    let measured = format!(
        "{kept} of {paths} paths kept the bound, {drawn_aside} took a longer path for a road; the longest took {:.0} % of the \
         detour allowed",
        most * 100.0
    );
    let values = [("kept", share(kept, paths)), ("aside", share(drawn_aside, paths)), ("most", most)];
    found(measured, &values, paths, Some(kept == paths && drawn_aside > 0))
}

/// A road along the upper edge, where a straight step costs 1000, through ground with this cost.
struct RoadAlongEdge(u32);

impl CostModel for RoadAlongEdge {
    fn step_cost(&self, _from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        Some(if to < u32::from(SIZE.width) { length } else { self.0 * length / 1000 })
    }
    fn is_blocked(&self, _node: NodeId) -> bool {
        false
    }
    fn cheapest(&self) -> u32 {
        1000
    }
}

/// Number of diagonal and of straight steps off the upper edge.
fn off_road(cells: &[Cell]) -> (usize, usize) {
    let off = cells.windows(2).filter(|two| two[1].y > 0);
    let (slant, square): (Vec<_>, Vec<_>) = off.partition(|two| two[0].x != two[1].x && two[0].y != two[1].y);
    (slant.len(), square.len())
}

/// Where grid spurs switch, as hundredths of a ratio: the last that is aslant and the first that is square, by the
/// land's own graph under synthetic prices.
fn spur_switch_ratio() -> Option<(u32, u32)> {
    let spur = |hundredths: u32| {
        let path = cheapest_path(&RoadAlongEdge(hundredths * 10), SIZE, Cell::new(2, 0), Cell::new(60, 20));
        off_road(&path.unwrap_or_default())
    };
    let spurs: Vec<(u32, (usize, usize))> = (200..300).map(|ratio| (ratio, spur(ratio))).collect();
    let last = spurs.iter().rposition(|(_, spur)| *spur == (20, 0))?;
    let first = spurs.iter().position(|(_, spur)| *spur == (0, 20))?;
    (last + 1 == first).then_some((spurs[last].0, spurs[first].0))
}

/// Whether spurs off roads of each of the game's tiers lie as their ratio predicts, by the game's planner.
fn played_spurs() -> bool {
    let upper: Vec<Cell> = (0..SIZE.width).map(|x| Cell::new(x, 0)).collect();
    let tiers = [(Tier::Path, true), (Tier::Dirt, true), (Tier::Paved, false), (Tier::Highway, false)];
    tiers.into_iter().all(|(tier, is_aslant)| {
        let game = paved(drawn(&meadow(SIZE.width, SIZE.height), false, ""), &upper, tier, 0);
        let path =
            game.planner(PeopleIx::PLAYER, world::Kind::Porter, &[]).path(Cell::new(2, 0), Cell::new(40, 12));
        off_road(&path.cells) == if is_aslant { (12, 0) } else { (0, 12) }
    })
}

/// Turning points of an any-angle path on priced ground: Theta*, pulled taut.
fn any_angle(size: Size, prices: Vec<u16>, from: Cell, to: Cell) -> Vec<Cell> {
    let Some(terrain) = Terrain::new(size, prices, Moves::Eight(Corner::BothFree)) else { return Vec::new() };
    let mut theta = ThetaStar::new(&terrain, LineOfSightCheck::Eager);
    theta.begin(terrain.node(from), terrain.node(to));
    while theta.step(&mut NoObserver) == Step::Working {}
    pull_taut(&terrain, &theta.path()).into_iter().map(|node| terrain.cell(node)).collect()
}

/// Error of an any-angle path's exit against arccos(1/r), in degrees.
fn exit_error(ratio: f64) -> f64 {
    let size = Size::new(128, 49);
    let price = |cell: Cell| if cell.y == 0 { 1000 } else { (1000.0 * ratio) as u16 };
    let path = any_angle(size, size.cells().map(price).collect(), Cell::new(0, 0), Cell::new(120, 48));
    let Some(left) = path.iter().rfind(|cell| cell.y == 0) else { return 90.0 };
    let angle = 48_f64.atan2(120.0 - f64::from(left.x));
    (angle - (1.0 / ratio).acos()).to_degrees().abs()
}

/// Spurs by the land's graph under synthetic prices, by the planner on roads of the game, and by Theta* pulled taut
/// on priced ground.
fn spurs(_seeds: RangeInclusive<u64>) -> Finding {
    let ratios = [1.25, 1.5, 2.0, 3.0, 4.0];
    let errors = ratios.map(exit_error);
    let worst = errors.into_iter().fold(0.0, f64::max);
    let (played, switch) = (played_spurs(), spur_switch_ratio());
    let (last, first) = switch.map_or((0, 0), |(last, first)| (last, first));
    let measured = format!(
        "aslant up to {:.2}, square from {:.2} (model of the land's graph); the game's four tiers {}; exits at any angle miss \
         arccos(1/r) by {worst:.1}° at most (Theta* pulled taut on priced ground)",
        f64::from(last) / 100.0,
        f64::from(first) / 100.0,
        if played { "as their ratios say" } else { "not as their ratios say" }
    );
    let values = [
        ("last slant", f64::from(last) / 100.0),
        ("first square", f64::from(first) / 100.0),
        ("worst exit", worst),
    ];
    let pass = (240..=243).contains(&last) && (240..=243).contains(&first) && played && worst <= 3.0;
    found(measured, &values, 100 + 4 + ratios.len(), Some(pass))
}

/// Error of a path of straight lines against the law of refraction where it crosses the middle of the map, in
/// degrees.
fn refraction_error(path: &[Cell], border: f64, above: f64, below: f64) -> Option<f64> {
    let (start, end) = (path.first()?, path.last()?);
    let place = |cell: &Cell| (f64::from(cell.x), f64::from(cell.y));
    let two = path.windows(2).find(|two| f64::from(two[0].y) < border && f64::from(two[1].y) > border)?;
    let ((x0, y0), (x1, y1)) = (place(&two[0]), place(&two[1]));
    let x = x0 + (x1 - x0) * (border - y0) / (y1 - y0);
    let sine = |cell: &Cell| {
        let (dx, dy) = (f64::from(cell.x) - x, f64::from(cell.y) - border);
        dx.abs() / dx.hypot(dy)
    };
    let expected = (sine(start) * above / below).min(1.0).asin();
    Some((sine(end).asin() - expected).to_degrees().abs())
}

/// Theta*, pulled taut, across the border of two grounds from the cheaper one, and the grid paths beside it.
fn refraction(seeds: RangeInclusive<u64>) -> Finding {
    let size = Size::new(97, 80);
    let (mut errors, mut on_grid) = (Vec::new(), Vec::new());
    for (seed, factor) in seeds.take(10).flat_map(|seed| [1.5, 2.0, 3.0].map(|factor| (seed, factor))) {
        let mut rng = SimRng::new(seed, 3);
        let from = Cell::new(rng.below(24) as u16, rng.below(8) as u16);
        let to = Cell::new(40 + rng.below(56) as u16, 72 + rng.below(8) as u16);
        let price = |cell: Cell| if cell.y < 40 { 1000 } else { (1000.0 * factor) as u16 };
        let prices: Vec<u16> = size.cells().map(price).collect();
        let Some(terrain) = Terrain::new(size, prices.clone(), Moves::Eight(Corner::BothFree)) else {
            continue;
        };
        let grid = cheapest_path(&terrain, size, from, to).unwrap_or_default();
        errors.extend(refraction_error(&any_angle(size, prices, from, to), 39.5, 1.0, factor));
        on_grid.extend(refraction_error(&grid, 39.5, 1.0, factor));
    }
    let worst = errors.iter().copied().fold(0.0, f64::max);
    let measured = format!(
        "Theta* pulled taut on priced ground misses the law by {:.1}° on average and {worst:.1}° at most; grid paths by {:.1}°",
        mean(&errors),
        mean(&on_grid)
    );
    let values = [("mean", mean(&errors)), ("worst", worst), ("grid", mean(&on_grid))];
    found(measured, &values, errors.len(), Some(worst <= 3.0))
}
