//! Slopes, and roads that climb: T10, T11.

use super::ground::{drawn, meadow};
use crate::grid::Cell;
use crate::land::{Land, SimRng};
use crate::plan::road_plan;
use crate::sim::Game;
use crate::study::judge::{found, share};
use crate::study::porter_paths::length_millisteps;
use crate::study::stats::mean;
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world;
use std::ops::RangeInclusive;
use wayworn::world::PeopleIx;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T10",
        claim: "Roads that pay for the square of the slope are less steep than the shortest ones over the same pass, and not \
                much longer; straight up a ramp of 30 % they turn back and forth.",
        kind: Evidence::Own,
        band: "greatest grade -40 % or more, length +60 % or less, >= 1 turning back",
        test: Test::Experiment(passes),
    },
    Prediction {
        id: "T11",
        claim: "Every climb takes longer than its descent; the fastest grade is never one that rises (Tobler's falls by \
                5 %).",
        kind: Evidence::Exact,
        band: "100 % of paths, fastest grade from -5 % to 0 %",
        test: Test::Experiment(up_and_down),
    },
];

/// A cell's side in units of height: turns a difference in height into a grade.
const CELL_UNITS: u16 = 100;

/// A meadow with heights above the sea.
fn hilly(width: u16, height: u16, rise: impl Fn(Cell) -> f64) -> Game {
    let mut world = drawn(&meadow(width, height), false, "").world;
    for cell in world.size().cells() {
        world.land.height[cell] = Land::SEA + 1 + rise(cell).round() as u16;
    }
    Game::from_world(world)
}

/// The greatest grade, length in milli-steps and sum of squared slopes of a path.
fn profile(land: &Land, cells: &[Cell]) -> (f64, f64, f64) {
    let rise = |two: &[Cell]| f64::from(land.height[two[0]].abs_diff(land.height[two[1]]));
    let grade = |two: &[Cell]| rise(two) / f64::from(length_millisteps(two)) * 1000.0;
    let greatest = cells.windows(2).map(grade).fold(0.0, f64::max);
    let squares = cells.windows(2).map(|two| rise(two) * grade(two)).sum();
    (greatest, f64::from(length_millisteps(cells)), squares)
}

/// A ridge from north to south with a notch of random height, width and depth.
fn ridge(seed: u64) -> Game {
    let mut rng = SimRng::new(seed, 10);
    let mut any = |from: u32, span: u32| f64::from(from + rng.below(span));
    let (top, wide, deep) = (any(160, 120), any(5, 5), any(40, 50) / 100.0);
    let (notch, broad) = (any(8, 34), any(4, 5));
    hilly(50, 50, |cell| {
        let (x, y) = ((f64::from(cell.x) - 25.0) / wide, (f64::from(cell.y) - notch) / broad);
        top * (1.0 - deep / (1.0 + y * y)) / (1.0 + x * x)
    })
}

/// The road that would be built, and the one that would be built on level land, with their profiles on the true land.
fn over_the_pass(game: &Game, from: Cell, to: Cell) -> [(f64, f64, f64); 2] {
    let road = |game: &Game| -> Vec<Cell> {
        let plan = road_plan(&game.world, PeopleIx::PLAYER, world::Kind::Builder, from, to);
        plan.cells.into_iter().map(|(cell, _)| cell).collect()
    };
    let mut level = game.world.clone();
    level.land.height.values_mut().fill(Land::SEA + 1);
    let level = Game::from_world(level);
    [road(game), road(&level)].map(|cells| profile(&game.world.land, &cells))
}

/// How often a road straight up a ramp of this grade, in percent, turns from one side to the other.
fn count_turns(percent: u16) -> usize {
    let ramp = hilly(40, 40, |cell| f64::from(cell.x * percent) * f64::from(CELL_UNITS) / 100.0);
    let plan =
        road_plan(&ramp.world, PeopleIx::PLAYER, world::Kind::Builder, Cell::new(4, 20), Cell::new(34, 20));
    let cells: Vec<Cell> = plan.cells.into_iter().map(|(cell, _)| cell).collect();
    let aside = cells.windows(2).map(|two| i32::from(two[1].y) - i32::from(two[0].y));
    let mut sides: Vec<i32> = aside.filter(|side| *side != 0).collect();
    sides.dedup();
    sides.len().saturating_sub(1)
}

fn passes(seeds: RangeInclusive<u64>) -> Finding {
    let (mut grades, mut lengths, mut squares) = (Vec::new(), Vec::new(), Vec::new());
    for seed in seeds.take(20) {
        let mut rng = SimRng::new(seed, 11);
        let mut end = |x: u16| Cell::new(x, 5 + rng.below(40) as u16);
        let [sloped, level] = over_the_pass(&ridge(seed), end(4), end(45));
        grades.push(sloped.0 / level.0 - 1.0);
        lengths.push(sloped.1 / level.1 - 1.0);
        squares.push(sloped.2 / level.2 - 1.0);
    }
    let (grade, long, square) = (mean(&grades), mean(&lengths), mean(&squares));
    let steepest = [20, 30, 40, 60].map(count_turns);
    let measured = format!(
        "greatest grade {:+.0} %, length {:+.0} %, squared slopes {:+.0} %; turnings on ramps of 20, 30, 40 and 60 %: {steepest:?}",
        grade * 100.0,
        long * 100.0,
        square * 100.0
    );
    let values = [("grade", grade), ("length", long), ("squares", square), ("turnings", steepest[1] as f64)];
    let pass = grade <= -0.4 && long <= 0.6 && square < 0.0 && steepest[1] >= 1;
    found(measured, &values, grades.len(), Some(pass))
}

/// The grade, in percent, at which a kind advances fastest on the level map.
fn fastest_grade(kind: world::Kind) -> i32 {
    let time = |percent: &i32| {
        let there = (i32::from(CELL_UNITS) + percent) as u16;
        1000 + kind.relief(CELL_UNITS, there)
    };
    (-50..=50).min_by_key(|percent: &i32| (time(percent), percent.abs())).unwrap_or(0)
}

fn up_and_down(seeds: RangeInclusive<u64>) -> Finding {
    let walkers: Vec<world::Kind> = world::Kind::ALL[..world::Kind::SETTLED].to_vec();
    let (mut paths, mut slower, mut ratios) = (0, 0, Vec::new());
    for seed in seeds.take(12) {
        let mut rng = SimRng::new(seed, 13);
        let (east, south) = (1 + rng.below(8), rng.below(6));
        let game = hilly(44, 44, |cell| f64::from(u32::from(cell.x) * east + u32::from(cell.y) * south));
        for kind in &walkers {
            let planner = game.planner(PeopleIx::PLAYER, *kind, &[]);
            for _ in 0..4 {
                let mut end = |x: u32| Cell::new((x + rng.below(16)) as u16, rng.below(20) as u16);
                let (low, high) = (end(0), end(24));
                let high = Cell::new(high.x, high.y + 20);
                let (up, down) = (planner.path(low, high).terms.time, planner.path(high, low).terms.time);
                paths += 1;
                slower += usize::from(up > down);
                ratios.push(up as f64 / down as f64);
            }
        }
    }
    let grades: Vec<i32> = walkers.iter().map(|kind| fastest_grade(*kind)).collect();
    let (low, high) = (grades.iter().min().copied().unwrap_or(0), grades.iter().max().copied().unwrap_or(0));
    let measured = format!(
        "{slower} of {paths} climbs take longer than the descents, {:.2} times as long on average; the fastest grade is {low} to \
         {high} % for all kinds: going down never beats level ground here, as it does at Tobler's -5 %",
        mean(&ratios)
    );
    let values =
        [("slower", share(slower, paths)), ("ratio", mean(&ratios)), ("fastest grade", f64::from(low))];
    found(measured, &values, paths, Some(slower == paths && low >= -5 && high <= 0))
}
