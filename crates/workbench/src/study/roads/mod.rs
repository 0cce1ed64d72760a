//! Predictions about the road network: its shape, its length, its development, and its traffic.

mod measure;

pub use measure::measure;

use super::judge::{Sample, judge_samples};
use super::{Evidence, Finding, Prediction, Record, Test};

/// The predictions of this file.
pub const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T05",
        claim: "Roads trade length against detour about as well as graphs of near neighbours on the same markets.",
        kind: Evidence::Statistical,
        band: "within 15 % of the line from spanning tree to Gabriel graph in at least 70 % of worlds",
        test: Test::Worlds(near_front),
    },
    Prediction {
        id: "T06",
        claim: "More roads are trodden at first than stay.",
        kind: Evidence::Directional,
        band: "greatest length at least 1.2 times the last",
        test: Test::Worlds(overshoot),
    },
    Prediction {
        id: "T13",
        claim: "Roads lie where the cheapest paths between all markets meet.",
        kind: Evidence::Own,
        band: "at least 70 % of the tenth of cells that most such paths lead over lie within a cell of a road",
        test: Test::Worlds(agreement),
    },
    Prediction {
        id: "T14",
        claim: "Travellers between different places share river crossings.",
        kind: Evidence::Own,
        band: "at least 80 % of crossings carry two or more pairs of markets",
        test: Test::Worlds(crossings),
    },
    Prediction {
        id: "T15",
        claim: "Detours are as long as in real countries.",
        kind: Evidence::Statistical,
        band: "by traffic 1.15 to 1.30, over all pairs 1.20 to 1.45 of the straight line",
        test: Test::Worlds(detour),
    },
    Prediction {
        id: "T16",
        claim: "Roads are little longer than the shortest that join all markets, and lead there much more directly.",
        kind: Evidence::Statistical,
        band: "length at most 1.8, mean distance at most 0.90 of the spanning tree's",
        test: Test::Worlds(economy),
    },
    Prediction {
        id: "T17",
        claim: "Real journeys are more direct than paths between random pairs.",
        kind: Evidence::Directional,
        band: "weighted by traffic below unweighted in at least 90 % of worlds",
        test: Test::Worlds(real_trips),
    },
    Prediction {
        id: "T18",
        claim: "Short paths wander more than long ones.",
        kind: Evidence::Directional,
        band: "nearest third of pairs above farthest third in at least 80 % of worlds",
        test: Test::Worlds(short_trips),
    },
    Prediction {
        id: "T19",
        claim: "The network is meshed as those of real settlements are.",
        kind: Evidence::Statistical,
        band: "mean degree 2.2 to 3.2, alpha 0.05 to 0.30, fewer junctions of four roads than of three",
        test: Test::Worlds(form),
    },
    Prediction {
        id: "T20",
        claim: "The roads with the highest betweenness form a tree.",
        kind: Evidence::Directional,
        band: "alpha of the tenth with most betweenness at most a quarter of the whole's",
        test: Test::Worlds(backbone),
    },
    Prediction {
        id: "T21",
        claim: "The busiest roads of a young land still stand when it is old.",
        kind: Evidence::Directional,
        band: "at least 80 % of the busiest tenth at a quarter of the time still stands at its end",
        test: Test::Worlds(persistence),
    },
    Prediction {
        id: "T22",
        claim: "A hierarchy of roads emerges by itself.",
        kind: Evidence::Statistical,
        band: "Gini of traffic per road cell rises by at least 0.1 from the first round to the last",
        test: Test::Worlds(hierarchy),
    },
    Prediction {
        id: "T23",
        claim: "The network seldom falls apart when one road is lost.",
        kind: Evidence::Statistical,
        band: "a random piece of road cuts off a market with a chance of at most 0.20",
        test: Test::Worlds(robustness),
    },
];

fn near_front(records: &[Record]) -> Finding {
    let off = Sample::named(records, "T05.off_front");
    let share = off.share(|off| off.abs() <= 0.15);
    let words = format!("{:.0} % of worlds; off the line by {off}", share * 100.0);
    let nulls = ["own", "mst", "rng", "gabriel"]
        .map(|name| [format!("T05.{name}.length"), format!("T05.{name}.detour")])
        .concat();
    let names: Vec<&str> =
        nulls.iter().map(String::as_str).chain(["T05.normal_length", "roads.joined"]).collect();
    judge_samples(&[&off], words, share >= 0.7).with_means(records, &names)
}

fn overshoot(records: &[Record]) -> Finding {
    let peak = Sample::named(records, "T06.peak");
    judge_samples(&[&peak], format!("greatest ÷ last length {peak}"), peak.mean + peak.error >= 1.2)
}

fn agreement(records: &[Record]) -> Finding {
    let top = Sample::named(records, "T13.top");
    judge_samples(&[&top], format!("share {top}"), top.mean + top.error >= 0.7)
        .with_means(records, &["T13.any_way", "T13.any_land"])
}

fn crossings(records: &[Record]) -> Finding {
    let crossings = Sample::pooled(records, "T14.pairs");
    let share = crossings.share(|pairs| pairs >= 2.0);
    let words = format!("{:.0} % of crossings; pairs on each {crossings}", share * 100.0);
    judge_samples(&[&crossings], words, share >= 0.8)
}

fn detour(records: &[Record]) -> Finding {
    let [weighted, unweighted] = ["T15.weighted", "T15.unweighted"].map(|name| Sample::named(records, name));
    let words = format!("by traffic {weighted}, all pairs {unweighted}");
    judge_samples(
        &[&weighted, &unweighted],
        words,
        weighted.is_in(1.15..=1.3) && unweighted.is_in(1.2..=1.45),
    )
    .with_means(records, &["T15.walked", "T15.median_walked", "T15.by_octile", "T15.trips"])
}

fn economy(records: &[Record]) -> Finding {
    let [length, distance] = ["T05.own.length", "T16.own.distance"].map(|name| Sample::named(records, name));
    let words = format!("length {length}, mean distance {distance} of the spanning tree's");
    judge_samples(&[&length, &distance], words, length.is_in(0.0..=1.8) && distance.is_in(0.0..=0.9))
        .with_means(records, &["T16.rng.distance", "T16.gabriel.distance", "roads.joined"])
}

fn real_trips(records: &[Record]) -> Finding {
    let gains = Sample::above(records, "T15.weighted", "T15.unweighted");
    let share = gains.share(|gain| gain < 0.0);
    let words = format!("{:.0} % of worlds; weighted less unweighted {gains}", share * 100.0);
    judge_samples(&[&gains], words, share >= 0.9)
        .with_means(records, &["T15.weighted", "T15.unweighted", "T17.shuffled"])
}

fn short_trips(records: &[Record]) -> Finding {
    let gains = Sample::above(records, "T18.near", "T18.far");
    let share = gains.share(|gain| gain > 0.0);
    let words = format!("{:.0} % of worlds; near less far {gains}", share * 100.0);
    judge_samples(&[&gains], words, share >= 0.8).with_means(records, &["T18.near", "T18.far"])
}

fn form(records: &[Record]) -> Finding {
    let [degree, alpha, three, four] =
        ["T19.degree", "T19.alpha", "T19.three", "T19.four"].map(|name| Sample::named(records, name));
    let words = format!(
        "mean degree {degree}, alpha {alpha}, {:.2} of threes, {:.2} of fours",
        three.mean, four.mean
    );
    let pass = degree.is_in(2.2..=3.2) && alpha.is_in(0.05..=0.3) && four.mean < three.mean;
    judge_samples(&[&degree, &alpha], words, pass)
        .with_means(records, &["T19.three", "T19.four", "T19.rng.alpha", "T19.gabriel.alpha"])
}

fn backbone(records: &[Record]) -> Finding {
    let [backbone, whole] = ["T20.backbone", "T19.alpha"].map(|name| Sample::named(records, name));
    let words = format!("alpha {backbone} of {whole}");
    judge_samples(&[&backbone, &whole], words, backbone.mean <= whole.mean / 4.0)
}

fn persistence(records: &[Record]) -> Finding {
    let stand = Sample::named(records, "T21.stand");
    judge_samples(&[&stand], format!("share {stand}"), stand.mean + stand.error >= 0.8)
        .with_means(records, &["T21.nearby", "T21.any"])
}

fn hierarchy(records: &[Record]) -> Finding {
    let rises = Sample::above(records, "T22.last", "T22.first");
    let busiest = Sample::named(records, "T22.busiest");
    let words = format!("rises by {rises}; the busiest 11 % carries {:.0} %", busiest.mean * 100.0);
    judge_samples(&[&rises], words, rises.mean + rises.error >= 0.1)
        .with_means(records, &["T22.first", "T22.last", "T22.all_alike", "T22.busiest", "T22.segments"])
}

fn robustness(records: &[Record]) -> Finding {
    let chance = Sample::named(records, "T23.isolates");
    judge_samples(&[&chance], format!("chance {chance}"), chance.is_in(0.0..=0.2))
        .with_means(records, &["T23.mst", "T23.rng"])
}
