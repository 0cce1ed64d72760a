//! Predictions about settlements: where they are, how large, and how they trade.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

mod measure;

pub use measure::measure;

use super::judge::{Sample, found, judge_samples};
use super::stats::{mean, quantile, rank_size, regress, standard_error};
use super::{Evidence, Finding, Prediction, Record, Test};

/// The predictions of this file.
pub const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T25",
        claim: "On trade routes of a day and more, stops are a day's walk apart.",
        kind: Evidence::Statistical,
        band: "median gap 0.8 to 1.2 days, quartiles within 0.5 to 1.5",
        test: Test::Worlds(stages),
    },
    Prediction {
        id: "T26",
        claim: "All inhabited land has a market near by.",
        kind: Evidence::Statistical,
        band: "95 % of the land lived on within 0.4 day of a market, 60 % within 0.3 day",
        test: Test::Worlds(coverage),
    },
    Prediction {
        id: "T27",
        claim: "Large settlements are where routes cross.",
        kind: Evidence::Statistical,
        band: "Spearman of routes through and residents at least 0.5, markets at least 3 times as frequent at junctions as \
               along routes, at least 4 of the 5 largest at a junction",
        test: Test::Worlds(crossroads),
    },
    Prediction {
        id: "T28",
        claim: "Sizes of settlements follow a rank-size rule.",
        kind: Evidence::Statistical,
        band: "pooled slope −0.8 to −1.4, and nearer to −1.1 than if all grew alike",
        test: Test::Worlds(rank_sizes),
    },
    Prediction {
        id: "T29",
        claim: "Markets keep apart more regularly than by chance on plains, less so in mountains.",
        kind: Evidence::Directional,
        band: "Clark-Evans above 1 by two standard errors on the flatter half of lands, lower on the other half",
        test: Test::Worlds(spacing),
    },
    Prediction {
        id: "T30",
        claim: "Trade falls as a power of distance, though no rule says so.",
        kind: Evidence::Statistical,
        band: "exponent 0.5 to 1.6, R² at least 0.5",
        test: Test::Worlds(gravity),
    },
    Prediction {
        id: "T31",
        claim: "Resources and water place the first settlements, other settlements the later ones.",
        kind: Evidence::Directional,
        band: "nature explains more of the first third of foundings than of the last; rarer than by chance within 0.5 day of \
               a market, more frequent at 0.8 to 2 days",
        test: Test::Worlds(natures),
    },
    Prediction {
        id: "T32",
        claim: "A market town has several villages.",
        kind: Evidence::Own,
        band: "2 to 7 hamlets and villages for each town and city",
        test: Test::Worlds(nesting),
    },
];

fn stages(records: &[Record]) -> Finding {
    let gaps = Sample::pooled(records, "T25.gaps");
    let any = Sample::pooled(records, "T25.any").values;
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(&gaps.values, share));
    let words = format!("median {middle:.2} days, quartiles {low:.2} and {high:.2}");
    let pass = (0.8..=1.2).contains(&middle) && low >= 0.5 && high <= 1.5;
    let mut finding = judge_samples(&[&gaps], words, pass).with_means(records, &["T25.between_nights"]);
    finding.values.push(("T25.every_settlement".to_owned(), quantile(&any, 0.5)));
    finding
}

fn coverage(records: &[Record]) -> Finding {
    let [far, near] = ["T26.within_0.4", "T26.within_0.3"].map(|name| Sample::named(records, name));
    let words = format!("within 0.4 day {far}, within 0.3 day {near}");
    let pass = far.mean + far.error >= 0.95 && near.mean + near.error >= 0.6;
    judge_samples(&[&far, &near], words, pass)
        .with_means(records, &["T26.all_land", "T26.claimed", "T26.trodden"])
}

fn crossroads(records: &[Record]) -> Finding {
    let [rank, markets, tiles, largest] =
        ["T27.spearman", "T27.markets", "T27.tiles", "T27.largest"].map(|name| Sample::named(records, name));
    // By Bayes, markets are this many times as frequent at junctions as along roads.
    let ratio = markets.mean / tiles.mean;
    let words = format!("Spearman {rank}, {ratio:.1} times as frequent, {largest} of the 5 largest");
    let pass = rank.mean + rank.error >= 0.5 && ratio >= 3.0 && largest.mean + largest.error >= 4.0;
    judge_samples(&[&rank, &markets, &largest], words, pass)
        .with_means(records, &["T27.markets", "T27.tiles"])
}

fn rank_sizes(records: &[Record]) -> Finding {
    let [sizes, equal] = ["T28.sizes", "T28.equal"].map(|name| Sample::pooled(records, name));
    let Some((slope, error)) = rank_size(&sizes.values) else {
        return Finding::inconclusive("too few settlements of different sizes");
    };
    // If all are equal, the larger ones fall off at once.
    let null = rank_size(&equal.values).map_or(f64::NEG_INFINITY, |(slope, _)| slope);
    let single: Vec<f64> =
        records.iter().filter_map(|record| Some(rank_size(record.get("T28.sizes")?)?.0)).collect();
    let single = Sample::of(single);
    let words =
        format!("slope {slope:.2} ± {error:.2} of {} settlements; of one world {single}", sizes.values.len());
    let in_band = (-1.4 - error..=-0.8 + error).contains(&slope);
    let mut finding = judge_samples(&[&sizes], words, in_band && (slope + 1.1).abs() < (null + 1.1).abs());
    let mut tail = sizes.values;
    tail.retain(|size| *size >= VILLAGE);
    let tail = rank_size(&tail).map_or(f64::NAN, |(slope, _)| slope);
    finding.values = vec![("equal_growth".to_owned(), null), ("villages_and_larger".to_owned(), tail)];
    finding
}

/// Residents of a village.
const VILLAGE: f64 = 30.0;

fn spacing(records: &[Record]) -> Finding {
    let get = |record: &Record, name: &str| record.get(name)?.first().copied();
    let mut worlds: Vec<(f64, f64, f64)> = records
        .iter()
        .filter_map(|record| {
            Some((get(record, "T29.mountains")?, get(record, "T29.regularity")?, get(record, "T29.markets")?))
        })
        .collect();
    if worlds.len() < 4 {
        return Finding::inconclusive("fewer than four worlds with three markets");
    }
    worlds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (plains, mountains) = worlds.split_at(worlds.len() / 2);
    let half = |worlds: &[(f64, f64, f64)]| -> Sample {
        let values: Vec<f64> = worlds.iter().map(|world| world.1).collect();
        // Lower bound of the standard error for this many markets, whatever the worlds say.
        let least = 0.52 / worlds.iter().map(|world| world.2).sum::<f64>().sqrt();
        Sample { mean: mean(&values), error: standard_error(&values).max(least), values }
    };
    let (plain, high) = (half(plains), half(mountains));
    let words = format!("flatter half {plain}, other half {high}");
    let pass = plain.mean > 1.0 + 2.0 * plain.error && high.mean < plain.mean;
    let finding = judge_samples(&[&plain, &high], words, pass);
    Finding { n: records.len(), ..finding }.with_means(records, &["T29.random_sites", "T29.mountains"])
}

/// Logarithms of a world's flows, products of sizes, and distances, each less its mean, which removes differences
/// between worlds.
fn gravity_rows(record: &Record) -> Option<[Vec<f64>; 3]> {
    let column = |name: &str| record.get(name);
    let (trips, one, other, apart) =
        (column("T30.trips")?, column("T30.one")?, column("T30.other")?, column("T30.apart")?);
    let log = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<f64>>();
    let masses: Vec<f64> = one.iter().zip(other).map(|(one, other)| one * other).collect();
    Some([log(trips), log(&masses), log(apart)].map(|values| {
        let middle = mean(&values);
        values.into_iter().map(|value| value - middle).collect()
    }))
}

fn gravity(records: &[Record]) -> Finding {
    let worlds: Vec<[Vec<f64>; 3]> = records.iter().filter_map(gravity_rows).collect();
    let [trips, masses, apart] =
        [0, 1, 2].map(|i| worlds.iter().flat_map(|world| world[i].clone()).collect::<Vec<f64>>());
    let Some(fit) = regress(&[&masses, &apart], &trips) else {
        return Finding::inconclusive("too few pairs of markets that trade");
    };
    let exponent = -fit.slopes[1];
    let words = format!("exponent {exponent:.2}, R² {:.2}, of sizes {:.2}", fit.r_squared, fit.slopes[0]);
    let pass = (0.5..=1.6).contains(&exponent) && fit.r_squared >= 0.5;
    // Compared with flows that know no places: the same, each with the distance of the next pair.
    let mut shuffled = apart.clone();
    shuffled.rotate_left(1);
    let null = regress(&[&masses, &shuffled], &trips).map_or(f64::NAN, |fit| -fit.slopes[1]);
    let one = regress(&[&apart], &trips).map_or(f64::NAN, |fit| fit.r_squared);
    let values = [("exponent_shuffled", null), ("r_squared_distance_only", one)];
    found(words, &values, trips.len(), Some(pass)).with_means(records, &["T30.without", "T30.laden"])
}

fn natures(records: &[Record]) -> Finding {
    let [order, founded, site, water, days] = ["order", "founded", "site", "water", "days"]
        .map(|name| Sample::pooled(records, &format!("T31.{name}")).values);
    let nearness: Vec<f64> = site.iter().map(|steps| (1.0 + steps).ln()).collect();
    let explained = |is_in: &dyn Fn(f64) -> bool| {
        let pick = |of: &[f64]| -> Vec<f64> {
            of.iter().zip(&order).filter(|(_, order)| is_in(**order)).map(|(value, _)| *value).collect()
        };
        regress(&[&pick(&nearness), &pick(&water)], &pick(&founded)).map(|fit| fit.r_squared)
    };
    let (Some(first), Some(last)) = (explained(&|o| o < 1.0 / 3.0), explained(&|o| o >= 2.0 / 3.0)) else {
        return Finding::inconclusive("too few foundings");
    };
    let share = |is_founded: bool, low: f64, high: f64| {
        let of: Vec<f64> = founded
            .iter()
            .zip(&days)
            .filter(|(f, _)| (**f > 0.5) == is_founded)
            .map(|(_, days)| *days)
            .collect();
        of.iter().filter(|days| (low..high).contains(*days)).count() as f64 / of.len() as f64
    };
    let [near, middle] =
        [(0.0, 0.5), (0.8, 2.0)].map(|(low, high)| share(true, low, high) / share(false, low, high));
    let words = format!(
        "nature explains {first:.2} of the first third, {last:.2} of the last; {near:.2} times as many as by chance within \
         0.5 day, {middle:.2} times at 0.8 to 2"
    );
    let n = founded.iter().filter(|founded| **founded > 0.0).count();
    Finding { measured: words, values: Vec::new(), n, pass: Some(first > last && near < 1.0 && middle > 1.0) }
}

fn nesting(records: &[Record]) -> Finding {
    let [villages, towns] = ["T32.villages", "T32.towns"].map(|name| Sample::named(records, name));
    let ratio = villages.mean / towns.mean;
    let words = format!("{ratio:.2} villages a town: {villages} and {towns} a world");
    judge_samples(&[&villages, &towns], words, (2.0..=7.0).contains(&ratio))
        .with_means(records, &["towns.inns", "towns.ruins", "towns.walkers"])
}
