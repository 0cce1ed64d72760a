//! Exploration: T40, T41.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use super::ground::{bare, drawn, give_orders, play, random_places, spawned};
use crate::grid::{Cell, Dir8, Layer, Size};
use crate::land::{SimRng, mix};
use crate::sim::Game;
use crate::study::judge::{found, share};
use crate::study::stats::{mean, regress};
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world::{self, DAY, Order, PeopleIx, UnitId};
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T40",
        claim: "A scout that goes to the nearest frontier has seen the land long before one that walks at random, or straight \
                on until it is blocked.",
        kind: Evidence::Directional,
        band: "<= 1/3 of the steps of a random walk and <= 0.8 of the other's",
        test: Test::Experiment(scouting),
    },
    Prediction {
        id: "T41",
        claim: "A walker that takes unknown ground for open and replans reaches its goal in steps that hardly outgrow the map.",
        kind: Evidence::Directional,
        band: "log-log slope of steps over cells <= 1.2, maps of 32 to 256 cells a side",
        test: Test::Experiment(free_space),
    },
];

/// Steps after which a walker without a plan gives up, and the share of the land to be seen, in percent.
const STEPS_MAX: u32 = 40_000;
const SEEN_PERCENT: usize = 90;

/// The cells of the connected part of the land with a walker in it, and how many of them are enough.
fn cells_to_see(game: &Game, start: Cell) -> (Vec<Cell>, usize) {
    let (part, _) = game.world.land.parts();
    let cells: Vec<Cell> = part.iter().filter(|(_, of)| **of == part[start]).map(|(cell, _)| cell).collect();
    let enough = cells.len() * SEEN_PERCENT / 100;
    (cells, enough)
}

/// Steps of a scout of the game until it has seen enough; `None` if it never does.
fn scout_steps(game: &Game, start: Cell) -> Option<u32> {
    let mut game = Game { world: game.world.clone(), derived: game.derived.clone() };
    let (cells, enough) = cells_to_see(&game, start);
    let id: UnitId = spawned(&mut game, world::Kind::Scout, start)?;
    give_orders(&mut game, id, vec![Order::Explore]);
    let done = play(&mut game, 150 * DAY, |game| {
        let belief = &game.world.people(PeopleIx::PLAYER).belief;
        game.world.tick.is_multiple_of(20)
            && cells.iter().filter(|cell| belief.is_known(**cell)).count() >= enough
    });
    done.then(|| game.world.unit(id).map_or(0, |unit| unit.steps))
}

/// Steps of a walker without a plan that sees as far: in a random direction at each step, or straight on until
/// blocked.
fn planless_steps(game: &Game, start: Cell, by_chance: bool, seed: u64) -> u32 {
    let mut game = Game { world: game.world.clone(), derived: game.derived.clone() };
    let (cells, enough) = cells_to_see(&game, start);
    let size = game.world.size();
    let is_wanted = cells.iter().fold(Layer::new(size, false), |mut layer, cell| {
        layer[*cell] = true;
        layer
    });
    let sight = world::Kind::Scout.row().sight;
    let (mut known, mut count, mut here) = (Layer::new(size, false), 0, start);
    let mut rng = SimRng::new(seed, 41);
    let mut dir = Dir8::North;
    for step in 0..STEPS_MAX {
        for cell in game.derived.field_of_view(&game.world, here, sight).cells() {
            count += usize::from(is_wanted[cell] && !known[cell]);
            known[cell] = true;
        }
        if count >= enough {
            return step;
        }
        let ahead = |dir: Dir8| {
            let (dx, dy) = dir.offset();
            let free = |dx, dy| size.offset(here, dx, dy).filter(|cell| is_wanted[*cell]);
            free(dx, 0).and(free(0, dy)).and(free(dx, dy))
        };
        let open: Vec<Dir8> = Dir8::ALL.into_iter().filter(|dir| ahead(*dir).is_some()).collect();
        if by_chance || ahead(dir).is_none() {
            dir = rng.pick(&open).copied().unwrap_or(dir);
        }
        here = ahead(dir).unwrap_or(here);
    }
    STEPS_MAX
}

fn scouting(seeds: RangeInclusive<u64>) -> Finding {
    let (mut by_chance, mut straight, mut lands) = (Vec::new(), Vec::new(), 0);
    for seed in seeds.take(10) {
        let Some(game) = bare(seed, Size::new(64, 64)) else { continue };
        let Some(start) = random_places(&game, 1, &mut SimRng::new(seed, 40)).first().copied() else {
            continue;
        };
        lands += 1;
        let Some(steps) = scout_steps(&game, start) else { continue };
        by_chance.push(f64::from(steps) / f64::from(planless_steps(&game, start, true, seed)));
        straight.push(f64::from(steps) / f64::from(planless_steps(&game, start, false, seed)));
    }
    let (random, other) = (mean(&by_chance), mean(&straight));
    let within = (0..by_chance.len()).filter(|i| by_chance[*i] <= 1.0 / 3.0 && straight[*i] <= 0.8).count();
    let measured = format!(
        "a scout takes {random:.2} of the steps of a random walk and {other:.2} of those of one who goes straight on, on average \
         over {} of {lands} lands; both within the band on {within}",
        by_chance.len()
    );
    let values = [("random", random), ("straight", other), ("within", share(within, lands))];
    found(measured, &values, lands, Some(by_chance.len() == lands && random <= 1.0 / 3.0 && other <= 0.8))
}

/// Steps of a scout from one corner of an unseen map with random blocks to the opposite one.
fn crossing_steps(seed: u64, side: u16) -> Option<f64> {
    let is_open = |x: u16, y: u16| {
        let corner = (x < 3 && y < 3) || (x + 3 >= side && y + 3 >= side);
        corner || mix(&[seed, u64::from(x / 2), u64::from(y / 2), 41]) % 100 >= 30
    };
    let row = |y: u16| (0..side).map(|x| if is_open(x, y) { '.' } else { '#' }).collect();
    let mut game = drawn(&(0..side).map(row).collect::<Vec<String>>(), true, "");
    let (from, to) = (Cell::new(1, 1), Cell::new(side - 2, side - 2));
    let (part, _) = game.world.land.parts();
    if part[from] != part[to] {
        return None;
    }
    let id = spawned(&mut game, world::Kind::Scout, from)?;
    give_orders(&mut game, id, vec![Order::Go(to)]);
    let arrives = play(&mut game, 200 * DAY, |game| game.world.unit(id).is_some_and(|unit| unit.cell == to));
    arrives.then(|| game.world.unit(id).map_or(0.0, |unit| f64::from(unit.steps)))
}

fn free_space(seeds: RangeInclusive<u64>) -> Finding {
    let (mut cells, mut logs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for seed in seeds.take(8) {
        for side in [32_u16, 64, 128, 256] {
            let Some(steps) = crossing_steps(seed, side) else { continue };
            cells.push((f64::from(side) * f64::from(side)).ln());
            logs.push(steps.ln());
            ratios.push(steps / f64::from(side));
        }
    }
    let slope = regress(&[&cells], &logs).map_or(f64::NAN, |fit| fit.slopes[0]);
    let measured = format!(
        "steps grow as cells to the power {slope:.2} over {} crossings; they are {:.2} times the side on average",
        logs.len(),
        mean(&ratios)
    );
    found(
        measured,
        &[("slope", slope), ("sides", mean(&ratios))],
        logs.len(),
        (logs.len() >= 8).then_some(slope <= 1.2),
    )
}
