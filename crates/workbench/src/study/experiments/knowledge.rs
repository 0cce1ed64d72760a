//! What is not seen is not used, and what is seen pays: T39, T42, T43.

use super::ground::{bare, drawn, give_orders, meadow, play, random_places, revealed, spawned};
use crate::grid::{Cell, Size};
use crate::land::{SimRng, Surface};
use crate::mind;
use crate::plan::{Isochrone, PricedPath, road_plan, second_best};
use crate::sim::Game;
use crate::study::judge::{found, share};
use crate::study::porter_paths::length_millisteps;
use crate::study::stats::mean;
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world::{self, Belief, DAY, DAY_TIME, Order, Paint, PeopleIx, Tier, UnitId, World};
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T39",
        claim: "Change what a people does not see, and its plans, what it can reach and what its walkers want stay the same.",
        kind: Evidence::Exact,
        band: "100 % of answers the same",
        test: Test::Experiment(no_leak),
    },
    Prediction {
        id: "T42",
        claim: "Travellers keep to known ground where a known path costs at most three times the hidden direct one; scouts, which \
                prefer the unknown, see far more new land than traders.",
        kind: Evidence::Own,
        band: ">= 90 % of length on known ground, >= 3 times as many cells a day",
        test: Test::Experiment(the_unknown_costs),
    },
    Prediction {
        id: "T43",
        claim: "With others' maps besides its own a walker never takes longer, and on the whole takes less.",
        kind: Evidence::Own,
        band: "mean walking time lower, no trip longer",
        test: Test::Experiment(maps_pay),
    },
];

/// The same world with different ground, heights and roads where the player's people has never been, or does not look
/// now.
fn altered(game: &Game, only_unknown: bool, seed: u64) -> (World, usize) {
    let mut world = game.world.clone();
    let mut rng = SimRng::new(seed, 39);
    let mut changed = 0;
    for cell in game.world.size().cells() {
        let is_known = game.world.people(PeopleIx::PLAYER).belief.is_known(cell);
        let is_hidden =
            if only_unknown { !is_known } else { game.derived.visible[PeopleIx::PLAYER][cell] == 0 };
        if !is_hidden {
            continue;
        }
        let before = world.land.surface[cell];
        world.land.surface[cell] = rng.pick(&Surface::ALL).copied().unwrap_or_default();
        world.ground.tier[cell] = rng.pick(&Tier::ALL).copied().unwrap_or_default();
        world.ground.wear[cell] = rng.below(100_000);
        if !is_known {
            world.land.height[cell] = rng.below(1000) as u16;
        }
        changed += usize::from(world.land.surface[cell] != before);
    }
    (world, changed)
}

/// The answers of a people's planner and minds to some queries, as text.
fn answers(game: &Game, seed: u64) -> Vec<String> {
    let mut rng = SimRng::new(seed, 40);
    let size = game.world.size();
    let mut said = Vec::new();
    let any = |rng: &mut SimRng| size.cell(rng.below(size.area() as u32) as usize);
    for kind in world::Kind::ALL.into_iter().take(world::Kind::SETTLED) {
        let planner = game.planner(PeopleIx::PLAYER, kind, &[]);
        for _ in 0..2 {
            let (from, to) = (any(&mut rng), any(&mut rng));
            let path: PricedPath = planner.path(from, to);
            said.push(format!("{:?}", second_best(&planner.believes, size, &path.cells)));
            said.push(format!("{path:?} {:?}", planner.no_path_reason(from, to)));
        }
        let mut reach = Isochrone::from(size, any(&mut rng), DAY_TIME / 2, u32::MAX);
        reach.expand(&planner.believes, size, u32::MAX);
        let times: Vec<Option<u32>> = size.cells().map(|cell| reach.time(size, cell)).collect();
        said.push(format!("{times:?}"));
    }
    let home = any(&mut rng);
    said.push(format!(
        "{:?}",
        road_plan(&game.world, PeopleIx::PLAYER, world::Kind::Builder, home, any(&mut rng))
    ));
    let mine = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
    said.extend(mine.map(|unit| format!("{:?}", mind::decide(game.derived.places_in(&game.world), unit))));
    said
}

fn no_leak(seeds: RangeInclusive<u64>) -> Finding {
    let (mut asked, mut same, mut changed) = (0, 0, 0);
    for seed in seeds.take(4) {
        let Ok(mut game) = Game::new(seed, Size::new(96, 96)) else { continue };
        play(&mut game, 150 + 50 * (seed % 4), |_| false);
        let before = answers(&game, seed);
        for only_unknown in [true, false] {
            let (world, cells) = altered(&game, only_unknown, seed);
            changed += cells;
            let warm = Game { world: world.clone(), derived: game.derived.clone() };
            for other in [warm, Game::from_world(world)] {
                let after = answers(&other, seed);
                asked += before.len().max(after.len());
                same += before.iter().zip(&after).filter(|(one, two)| one == two).count();
            }
        }
    }
    let measured = format!("{same} of {asked} answers the same after {changed} hidden cells were changed");
    found(measured, &[("same", share(same, asked))], asked, Some(same == asked && asked > 0 && changed > 0))
}

/// A meadow whose people knows a detour as wide as its vision; it has not seen the straight path between the ends.
fn known_detour(seed: u64) -> Game {
    let mut rng = SimRng::new(seed, 42);
    let (high, wide) = (rng.below(34) as u16, 2 + rng.below(4) as u16);
    let mut game = drawn(&meadow(60, 44), true, "");
    let corners = [Cell::new(6, 40), Cell::new(6, 40 - high), Cell::new(53, 40 - high), Cell::new(53, 40)];
    let size = game.world.size();
    let is_between = |at: u16, a: u16, b: u16| at + wide >= a.min(b) && at <= a.max(b) + wide;
    let seen = |cell: &Cell| {
        let near =
            |two: &[Cell]| is_between(cell.x, two[0].x, two[1].x) && is_between(cell.y, two[0].y, two[1].y);
        corners.windows(2).any(near)
    };
    for cell in size.cells().filter(seen) {
        let surface = game.world.land.surface[cell];
        game.world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, Tier::None, false, 0);
    }
    Game::from_world(game.world)
}

/// Cost of a porter's known path as a multiple of the direct one's true cost, and the known share of the path that
/// the porter would take.
fn on_known_ground(seed: u64) -> Option<(f64, f64)> {
    let game = known_detour(seed);
    let (from, to) = (Cell::new(6, 40), Cell::new(53, 40));
    let price = |game: &Game| {
        let path = game.planner(PeopleIx::PLAYER, world::Kind::Porter, &[]).path(from, to);
        path.reaches.then(|| path.terms.total() as f64)
    };
    let mut shut = game.world.clone();
    for cell in shut.size().cells().filter(|cell| !game.world.people(PeopleIx::PLAYER).belief.is_known(*cell))
    {
        shut.peoples[PeopleIx::PLAYER].belief.paint_cell(cell, Paint::Forbid);
    }
    let path = game.planner(PeopleIx::PLAYER, world::Kind::Porter, &[]).path(from, to).cells;
    let belief = &game.world.people(PeopleIx::PLAYER).belief;
    let known: u32 = path.windows(2).filter(|two| belief.is_known(two[1])).map(length_millisteps).sum();
    let dearer = price(&Game::from_world(shut))? / price(&revealed(Game::from_world(game.world.clone())))?;
    Some((dearer, f64::from(known) / f64::from(length_millisteps(&path))))
}

/// New cells per day seen by a walker of the player's people, with only one kind of walker left on a land.
fn seen_a_day(seed: u64, kind: world::Kind) -> Option<f64> {
    let mut world = Game::new(seed, Size::new(128, 128)).ok()?.world;
    world.units.retain(|unit| unit.people == PeopleIx::PLAYER && unit.kind == kind);
    let walkers = world.units.len();
    let mut game = Game::from_world(world);
    let before = game.world.people(PeopleIx::PLAYER).belief.known();
    let days = 6;
    play(&mut game, days * DAY, |_| false);
    let new = f64::from(game.world.people(PeopleIx::PLAYER).belief.known() - before);
    (walkers > 0).then(|| new / (days as f64 * walkers as f64))
}

fn the_unknown_costs(seeds: RangeInclusive<u64>) -> Finding {
    let seeds: Vec<u64> = seeds.take(16).collect();
    let paths: Vec<(f64, f64)> = seeds.iter().filter_map(|seed| on_known_ground(*seed)).collect();
    let near: Vec<f64> = paths.iter().filter(|path| path.0 <= 3.0).map(|path| path.1).collect();
    let least = near.iter().copied().fold(1.0, f64::min);
    let by =
        |kind| mean(&seeds.iter().take(4).filter_map(|seed| seen_a_day(*seed, kind)).collect::<Vec<_>>());
    let (scouts, traders) = (by(world::Kind::Scout), by(world::Kind::Porter));
    let factor = scouts / traders.max(0.1);
    let measured = format!(
        "{:.0} % of length on known ground on average over {} paths, {:.0} % at least; a scout sees {scouts:.0} new cells a day, \
         a trader {traders:.0}: {factor:.1} times as many",
        mean(&near) * 100.0,
        near.len(),
        least * 100.0
    );
    let values = [("known", mean(&near)), ("least known", least), ("factor", factor)];
    found(measured, &values, near.len(), Some(mean(&near) >= 0.9 && factor >= 3.0))
}

/// What a people knows that has made these trips: what lies along their paths.
fn map_along(game: &Game, trips: &[(Cell, Cell)]) -> Belief {
    let size = game.world.size();
    let mut belief = Belief::new(size);
    let planner = game.planner(PeopleIx::PLAYER, world::Kind::Porter, &[]);
    for cell in trips.iter().flat_map(|(from, to)| planner.path(*from, *to).cells) {
        for near in size.square(cell, 4) {
            belief.observe(near, game.world.land.surface[near], Tier::None, false, 0);
        }
    }
    belief
}

/// Walking time in milli-steps of a porter that knows only this; `None` if it does not arrive.
fn walking_time(game: &Game, belief: &Belief, from: Cell, to: Cell) -> Option<f64> {
    let mut world = game.world.clone();
    world.peoples[PeopleIx::PLAYER].belief = belief.clone();
    let mut game = Game::from_world(world);
    let id: UnitId = spawned(&mut game, world::Kind::Porter, from)?;
    give_orders(&mut game, id, vec![Order::Go(to)]);
    let gets_there = play(&mut game, 20 * DAY, |game| game.world.unit(id).is_none_or(|unit| unit.cell == to));
    let unit = game.world.unit(id)?;
    gets_there.then(|| f64::from(unit.journey))
}

fn maps_pay(seeds: RangeInclusive<u64>) -> Finding {
    let (mut own, mut shared, mut longer, mut most) = (Vec::new(), Vec::new(), 0, 0.0_f64);
    for seed in seeds.take(10) {
        let Some(land) = bare(seed, Size::new(80, 80)) else { continue };
        let all = revealed(Game { world: land.world.clone(), derived: land.derived.clone() });
        let ends = random_places(&land, 6, &mut SimRng::new(seed, 43));
        let pairs: Vec<(Cell, Cell)> =
            (0..6).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| (ends[i], ends[j])).collect();
        let (mine, theirs) = (map_along(&all, &pairs[..5]), map_along(&all, &pairs[5..10]));
        let mut both = mine.clone();
        both.take_over(&theirs, |_| false);
        for (from, to) in
            pairs.iter().copied().skip(5).step_by(3).filter(|(from, to)| from.chebyshev(*to) > 10)
        {
            let alone = walking_time(&land, &mine, from, to);
            let Some((alone, with)) = alone.zip(walking_time(&land, &both, from, to)) else { continue };
            longer += usize::from(with > alone);
            most = most.max(with / alone - 1.0);
            own.push(alone);
            shared.push(with);
        }
    }
    let saved = 1.0 - mean(&shared) / mean(&own);
    let measured = format!(
        "with others' maps trips take {:.1} % less walking on average over {}; {longer} took longer, by {:.1} % at most",
        saved * 100.0,
        own.len(),
        most * 100.0
    );
    let values = [("saved", saved), ("longer", share(longer, own.len()))];
    found(measured, &values, own.len(), Some(saved > 0.0 && longer == 0 && !own.is_empty()))
}
