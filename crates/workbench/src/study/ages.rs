//! Predictions about a land that has grown up: whether it goes on changing without dying, whether rank and traffic stay
//! unequal, and how fast it begins.
//!
//! What is counted is the whole land's, whatever any people knows of it.

use super::decades::DECADE_TICKS;
use super::judge::{Sample, judge_samples};
use super::measured::MeasuredWorld;
use super::stats::{gini, share_of_largest};
use super::{Evidence, Finding, Prediction, Record, Test};
use crate::grid::{Cell, Layer};
use crate::world::TownKind;

/// Ticks in a second at ordinary speed.
const TICKS_PER_SECOND: f64 = 20.0;
/// Firsts of a land, with the seconds at ordinary speed within which each comes.
const FIRSTS: [(&str, f64); 5] = [
    ("T57.path", 75.0),
    ("T57.dirt", 120.0),
    ("T57.inn", 180.0),
    ("T57.village", 300.0),
    ("T57.town", 420.0),
];

/// The predictions of this file.
pub const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T50",
        claim: "Roads of a grown land keep changing.",
        kind: Evidence::Own,
        band: "in each decade after the first at least 15 % of road cells change tier",
        test: Test::Worlds(roads_change),
    },
    Prediction {
        id: "T51",
        claim: "Settlements of a grown land rise and fall.",
        kind: Evidence::Own,
        band: "in each decade after the first at least 3 are founded, and at least 3 fall or shrink a rank",
        test: Test::Worlds(settlements_change),
    },
    Prediction {
        id: "T52",
        claim: "A land holds as many settlements as it feeds.",
        kind: Evidence::Own,
        band: "20 to 40 on 256 × 256 cells",
        test: Test::Worlds(settlement_count),
    },
    Prediction {
        id: "T53",
        claim: "Few roads carry most of the traffic.",
        kind: Evidence::Own,
        band: "Gini of traffic at least 0.75, and at least half of it on the busiest tenth of road cells",
        test: Test::Worlds(traffic_is_unequal),
    },
    Prediction {
        id: "T54",
        claim: "A network thins as it ages.",
        kind: Evidence::Own,
        band: "road cells at the end at most 80 % of their peak",
        test: Test::Worlds(network_thins),
    },
    Prediction {
        id: "T55",
        claim: "No place is the busiest for ever.",
        kind: Evidence::Own,
        band: "the busiest place of a year changes after the first decade in at least half of the lands",
        test: Test::Worlds(busiest_changes),
    },
    Prediction {
        id: "T56",
        claim: "No land dies, and none freezes.",
        kind: Evidence::Own,
        band: "every land ends with 5 settlements or more, and something is founded or falls in each decade after the first",
        test: Test::Worlds(stays_alive),
    },
    Prediction {
        id: "T57",
        claim: "A land begins at a pace that one can watch.",
        kind: Evidence::Own,
        band: "on 90 % of lands, at ordinary speed: path within 75 s, dirt road 120 s, inn 180 s, village 300 s, town 420 s",
        test: Test::Worlds(begins_soon),
    },
];

/// Measures the ages of one world.
pub fn measure(measured: &MeasuredWorld, record: &mut Record) {
    let (world, past) = (measured.world, &measured.history.decades);
    record.insert("T50.changed".to_owned(), past.tier_changes());
    let (founded, fallen) =
        past.turnover().into_iter().map(|(founded, fallen)| (founded as f64, fallen as f64)).unzip();
    record.insert("T51.founded".to_owned(), founded);
    record.insert("T51.fallen".to_owned(), fallen);
    let mut put = |name: &str, value: f64| record.insert(name.to_owned(), vec![value]);
    let standing = world.towns.iter().filter(|town| town.kind != TownKind::Ruin).count();
    put("T52.settlements", standing as f64);
    put("T52.per_land", standing as f64 * f64::from(256 * 256) / world.size().area() as f64);
    put("T52.residents", world.towns.iter().map(|town| f64::from(town.residents)).sum());
    let traffic: Vec<f64> = measured
        .steps
        .iter()
        .filter(|(cell, _)| world.ground.tier[*cell].is_road())
        .map(|(_, steps)| f64::from(*steps))
        .collect();
    put("T53.gini", gini(&traffic));
    put("T53.tenth", share_of_largest(&traffic, 0.1));
    if let (Some(peak), Some(last)) = (past.road_cells.iter().max(), past.road_cells.last()) {
        put("T54.left", *last as f64 / *peak as f64);
    }
    if past.tiers.len() > 1 {
        put("T55.changes", busiest_place_changes(measured) as f64);
    }
    let tally = &world.tally;
    let firsts = [tally.first_path, tally.first_dirt, tally.first_inn, past.first_village, past.first_town];
    for ((name, _), first) in FIRSTS.into_iter().zip(firsts) {
        // What never came is as late as the land is old.
        put(name, first.unwrap_or(world.tick) as f64 / TICKS_PER_SECOND);
    }
}

/// How often the settlement with most steps on its cell is another one than a round before, after the first decade.
fn busiest_place_changes(measured: &MeasuredWorld) -> usize {
    let places: Vec<Cell> = measured.world.towns.iter().map(|town| town.cell).collect();
    let rounds = &measured.history.rounds;
    let skipped = rounds.len() * DECADE_TICKS as usize / (measured.world.tick as usize).max(1);
    let busiest = |steps: &Layer<u32>| places.iter().copied().max_by_key(|cell| (steps[*cell], *cell));
    let busiest: Vec<_> = rounds.iter().skip(skipped).map(|round| busiest(&round.steps)).collect();
    busiest.windows(2).filter(|two| two[0] != two[1]).count()
}

/// The figures of each world's decades under a name.
fn decades<'a>(records: &'a [Record], name: &str) -> Vec<&'a Vec<f64>> {
    records.iter().filter_map(|record| record.get(name)).collect()
}

fn roads_change(records: &[Record]) -> Finding {
    let changed = Sample::pooled(records, "T50.changed");
    let pass = changed.share(|share| share >= 0.15);
    let words = format!("{changed} of road cells a decade; {:.0} % of decades reach the band", pass * 100.0);
    judge_samples(&[&changed], words, pass >= 1.0)
}

fn settlements_change(records: &[Record]) -> Finding {
    let [founded, fallen] = ["T51.founded", "T51.fallen"].map(|name| Sample::pooled(records, name));
    let both = founded.values.iter().zip(&fallen.values).filter(|(a, b)| **a >= 3.0 && **b >= 3.0).count();
    let words = format!(
        "founded {founded}, fallen or shrunk {fallen} a decade; {both} of {} decades reach the band",
        founded.values.len()
    );
    judge_samples(&[&founded, &fallen], words, both == founded.values.len())
}

fn settlement_count(records: &[Record]) -> Finding {
    let count = Sample::named(records, "T52.per_land");
    let pass = count.is_in(20.0..=40.0);
    judge_samples(&[&count], format!("{count} settlements"), pass).with_means(records, &["T52.residents"])
}

fn traffic_is_unequal(records: &[Record]) -> Finding {
    let [gini, tenth] = ["T53.gini", "T53.tenth"].map(|name| Sample::named(records, name));
    let pass = gini.mean + gini.error >= 0.75 && tenth.mean + tenth.error >= 0.5;
    judge_samples(&[&gini, &tenth], format!("Gini {gini}, busiest tenth {tenth}"), pass)
}

fn network_thins(records: &[Record]) -> Finding {
    let left = Sample::named(records, "T54.left");
    judge_samples(&[&left], format!("{left} of the peak"), left.mean - left.error <= 0.8)
}

fn busiest_changes(records: &[Record]) -> Finding {
    let changes = Sample::named(records, "T55.changes");
    let share = changes.share(|count| count >= 1.0);
    let words = format!("on {:.0} % of lands, {changes} times", share * 100.0);
    judge_samples(&[&changes], words, share >= 0.5)
}

fn stays_alive(records: &[Record]) -> Finding {
    let settlements = Sample::named(records, "T52.settlements");
    let dead = settlements.values.iter().filter(|count| **count < 5.0).count();
    let moves = decades(records, "T51.founded").into_iter().zip(decades(records, "T51.fallen"));
    let frozen =
        moves.filter(|(founded, fallen)| founded.iter().zip(*fallen).any(|(a, b)| a + b == 0.0)).count();
    let decades = Sample::pooled(records, "T51.founded");
    let words = format!("{dead} lands died, {frozen} froze");
    judge_samples(&[&settlements, &decades], words, dead + frozen == 0)
}

fn begins_soon(records: &[Record]) -> Finding {
    let times = FIRSTS.map(|(name, _)| Sample::named(records, name));
    let shares: Vec<f64> =
        times.iter().zip(FIRSTS).map(|(time, (_, limit))| time.share(|seconds| seconds <= limit)).collect();
    let told: Vec<String> = times
        .iter()
        .zip(FIRSTS)
        .zip(&shares)
        .map(|((time, (name, _)), share)| {
            format!("{} {:.0} s ({:.0} %)", name.trim_start_matches("T57."), time.mean, share * 100.0)
        })
        .collect();
    let samples: Vec<&Sample> = times.iter().collect();
    judge_samples(&samples, told.join(", "), shares.iter().all(|share| *share >= 0.9))
}
