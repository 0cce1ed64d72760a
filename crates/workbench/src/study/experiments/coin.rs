//! Coin under scripted players: T58 and T59.

use crate::grid::Size;
use crate::study::judge::found;
use crate::study::players::{PlayedYears, ScriptedPlayer, play_years};
use crate::study::stats::mean;
use crate::study::{Evidence, Finding, Prediction, Test};
use std::ops::RangeInclusive;

/// The predictions of this file.
pub(super) const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T58",
        claim: "Coin is neither useless nor wanting, however one plays.",
        kind: Evidence::Own,
        band: "over 20 years the median of coin in hand is 0.5 to 5 times the price of the cheapest work that would pay, \
               for a miser, a builder and a greedy player",
        test: Test::Experiment(coin_stays_scarce),
    },
    Prediction {
        id: "T59",
        claim: "A player who builds makes trips shorter; one who hoards does not.",
        kind: Evidence::Own,
        band: "after ten years at least 15 % less time between the same settlements for the builder, and not for the miser",
        test: Test::Experiment(building_pays),
    },
];

/// Side of a land, in cells, and lands that are played.
const SIDE: u16 = 160;
const LANDS_MAX: usize = 10;

fn played(player: ScriptedPlayer, seed: u64, years: u64) -> Option<PlayedYears> {
    play_years(player, seed, Size::new(SIDE, SIDE), years).ok()
}

fn coin_stays_scarce(seeds: RangeInclusive<u64>) -> Finding {
    let players = [ScriptedPlayer::Miser, ScriptedPlayer::Builder, ScriptedPlayer::Greedy];
    let games = seeds.take(LANDS_MAX).flat_map(|seed| players.map(|player| (seed, player)));
    let share_of = |(seed, player)| {
        let share = played(player, seed, 20)?.median_wealth()?;
        Some((seed, player, f64::from(share) / 100.0))
    };
    let games: Vec<(u64, ScriptedPlayer, f64)> = games.filter_map(share_of).collect();
    let outside = games.iter().filter(|(_, _, share)| !(0.5..=5.0).contains(share));
    let outside: Vec<String> =
        outside.map(|(seed, player, share)| format!("{player:?} of seed {seed} {share:.2}")).collect();
    let shares: Vec<f64> = games.iter().map(|(_, _, share)| *share).collect();
    let within = shares.len() - outside.len();
    let mut measured = format!("{within} of {} games, {:.1} on average", shares.len(), mean(&shares));
    if !outside.is_empty() {
        measured = format!("{measured}; outside: {}", outside.join(", "));
    }
    found(measured, &[("wealth", mean(&shares))], shares.len(), Some(outside.is_empty()))
}

fn building_pays(seeds: RangeInclusive<u64>) -> Finding {
    let (mut builders, mut misers) = (Vec::new(), Vec::new());
    for seed in seeds.take(LANDS_MAX) {
        let games = [ScriptedPlayer::Absent, ScriptedPlayer::Builder, ScriptedPlayer::Miser];
        let [Some(absent), Some(builder), Some(miser)] = games.map(|player| played(player, seed, 10)) else {
            continue;
        };
        builders.extend(builder.times_percent_of(&absent).map(|percent| percent as f64));
        misers.extend(miser.times_percent_of(&absent).map(|percent| percent as f64));
    }
    let (builder, miser) = (mean(&builders), mean(&misers));
    let measured = format!("builder {builder:.0} % of the time without a player, miser {miser:.0} %");
    found(
        measured,
        &[("builder", builder), ("miser", miser)],
        builders.len(),
        Some(builder <= 85.0 && miser > 85.0),
    )
}
