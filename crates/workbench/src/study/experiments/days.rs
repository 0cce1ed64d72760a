//! A day's walk and the stops between: T33.

use super::ground::{drawn, meadow, paved, walker};
use crate::grid::Cell;
use crate::land::SimRng;
use crate::sim::Game;
use crate::study::judge::found;
use crate::study::stats::mean;
use crate::study::{Evidence, Finding, Prediction, Test};
use crate::world::{Behaviour, DAY, PASS, Tier};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[Prediction {
    id: "T33",
    claim: "Where every step takes half the time, travellers stop half as often on the same route.",
    kind: Evidence::Own,
    band: "40 to 60 % fewer nights a trip",
    test: Test::Experiment(halved),
}];

/// Days of walking a route before nights are counted, and while they are.
const BEFORE: u64 = 20;
const COUNTED: u64 = 40;
/// Wear that no road loses in that time.
const LASTING: u32 = 20_000 * PASS;

/// Nights per trip between two places this far apart, and the number of places slept at; on ground that feet leave bare
/// or on a highway, which halves the time of every step.
fn nights(seed: u64, long: u16, is_road: bool) -> (f64, f64) {
    let mut rng = SimRng::new(seed, 33);
    let walkers = (0..4).map(|i| {
        let (from, to) = (2 + rng.below(2) as u16, long - rng.below(2) as u16);
        let y = 1 + rng.below(3) as u16;
        let patrol = format!("patrol {to} {y}, {from} {y}");
        walker("porter", Cell::new(8 + long / 4 * i, y), &patrol)
    });
    let more = walkers.collect::<String>();
    let mut game = drawn(&meadow(long + 4, 5), false, &more);
    // Feet make no path, and time takes no road.
    let (tier, wear) = if is_road { (Tier::Highway, LASTING) } else { (Tier::None, 0) };
    let cells: Vec<Cell> = game.world.size().cells().collect();
    game = paved(game, &cells, tier, wear);
    let play_days = |game: &mut Game, days: u64, seen: &mut dyn FnMut(&Game)| {
        for _ in 0..days * DAY {
            game.tick();
            seen(game);
            game.world.ground.tier.values_mut().fill(tier);
            game.world.ground.wear.values_mut().fill(wear);
        }
    };
    play_days(&mut game, BEFORE, &mut |_| ());
    let steps = |game: &Game| game.world.units.iter().map(|unit| u64::from(unit.steps)).sum::<u64>();
    let (begun, mut nights, mut beds, mut asleep) = (steps(&game), 0, BTreeSet::new(), BTreeSet::new());
    play_days(&mut game, COUNTED, &mut |game| {
        for unit in &game.world.units {
            if !matches!(unit.top(), Some(Behaviour::Rest(_))) {
                asleep.remove(&unit.id);
            } else if asleep.insert(unit.id) {
                nights += 1;
                beds.insert(unit.cell);
            }
        }
    });
    let trips = (steps(&game) - begun) as f64 / f64::from(long - 2);
    (f64::from(nights) / trips.max(1.0), beds.len() as f64)
}

fn halved(seeds: RangeInclusive<u64>) -> Finding {
    let (mut fewer, mut places, mut at_first) = (Vec::new(), Vec::new(), Vec::new());
    for (i, seed) in seeds.take(8).enumerate() {
        let long = 160 + 40 * (i as u16 % 4);
        let (slow, fast) = (nights(seed, long, false), nights(seed, long, true));
        fewer.push(1.0 - fast.0 / slow.0);
        places.push(1.0 - fast.1 / slow.1.max(1.0));
        at_first.push(slow.0);
    }
    let (nights, places) = (mean(&fewer), mean(&places));
    let measured = format!(
        "{:.1} nights a trip at first; {:.0} % fewer once every step takes half the time, and {:.0} % fewer places slept at",
        mean(&at_first),
        nights * 100.0,
        places * 100.0
    );
    let pass = (0.4..=0.6).contains(&nights);
    found(measured, &[("nights", nights), ("places", places)], fewer.len(), Some(pass))
}
