//! Predictions about the land itself: water, relief, rain, and whether it is habitable.
//!
//! All are experiments on freshly made, uninhabited lands. They measure the data that the land was made from
//! (`land::Survey`), and never compute it again by other means.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

mod places;
mod relief;
mod streams;

use super::judge::{Sample, found};
use super::stats::{mean, regress};
use super::{Evidence, Finding, Prediction, Test};
use crate::grid::Size;
use crate::land::{Preset, Recipe, Survey, base_noise, survey};
use std::ops::RangeInclusive;

/// Side of the lands that are tested with every preset.
const SMALL: u16 = 128;
/// Side of a standard land.
const USUAL: u16 = 256;
/// Side of the lands whose relief is scored, as in the paper.
const LARGE: u16 = 512;

/// The predictions of this file.
pub const PREDICTIONS: &[Prediction] = &[
    Prediction {
        id: "T44",
        claim: "On lands of all kinds every land cell drains to the sea along water that never rises, and no rivers cross or loop",
        kind: Evidence::Exact,
        band: "all cells",
        test: Test::Experiment(drains),
    },
    Prediction {
        id: "T45",
        claim: "Main streams grow with their basins as in nature (Hack), and streams of each order are as many times fewer (Horton)",
        kind: Evidence::Statistical,
        band: "Hack exponent 0.50 to 0.65 over basins of 50 cells and more, bifurcation 3 to 5",
        test: Test::Experiment(streams_grow),
    },
    Prediction {
        id: "T46",
        claim: "Relief is flat in places and steep in others, as worn land is and plain noise is not",
        kind: Evidence::Statistical,
        band: "deviation of slope over its mean at least 0.55; plain noise 0.40 to 0.45",
        test: Test::Experiment(slopes_differ),
    },
    Prediction {
        id: "T47",
        claim: "The noise that land is raised from is as rough in the small as its octaves say",
        kind: Evidence::Exact,
        band: "spectral slope within 0.2 of the one that H implies",
        test: Test::Experiment(spectrum),
    },
    Prediction {
        id: "T48",
        claim: "Ridges stand in the way of rain",
        kind: Evidence::Directional,
        band: "moisture ten cells to windward of ridges at least 1.3 times that to leeward",
        test: Test::Experiment(rain_shadow),
    },
    Prediction {
        id: "T49",
        claim: "Land hangs together, has narrow places worth holding, and room for towns",
        kind: Evidence::Own,
        band: "largest part at least 60 % of the land, 3 chokes per 100 × 100, 8 town sites on 90 % of seeds",
        test: Test::Experiment(can_be_lived_on),
    },
];

/// The surveyed land of a recipe.
fn land(recipe: Recipe, seed: u64, side: u16) -> Option<Survey> {
    survey(recipe, seed, Size::new(side, side), &mut |_, _| ()).ok()
}

/// The standard lands of these seeds.
fn lands(seeds: RangeInclusive<u64>, side: u16) -> impl Iterator<Item = Survey> {
    seeds.filter_map(move |seed| land(Recipe::default(), seed, side))
}

fn drains(seeds: RangeInclusive<u64>) -> Finding {
    let (mut cells, mut faults, mut lands) = (0, 0, 0);
    for preset in Preset::ALL {
        for survey in seeds.clone().filter_map(|seed| land(Recipe::of(preset), seed, SMALL)) {
            let (looked_at, wrong) = streams::count_faults(&survey);
            (cells, faults, lands) = (cells + looked_at, faults + wrong, lands + 1);
        }
    }
    let measured = format!("{faults} of {cells} land cells on {lands} lands drain wrongly");
    let values = [("cells", cells as f64), ("faults", faults as f64)];
    found(measured, &values, lands, (cells > 0).then_some(faults == 0))
}

fn streams_grow(seeds: RangeInclusive<u64>) -> Finding {
    let (mut areas, mut lengths) = (Vec::new(), Vec::new());
    let mut ratios: [Vec<f64>; streams::HEADS.len()] = Default::default();
    for survey in lands(seeds, USUAL) {
        for (area, length) in streams::basins(&survey) {
            areas.push(area.ln());
            lengths.push(length.ln());
        }
        for (head, ratios) in streams::HEADS.into_iter().zip(&mut ratios) {
            ratios.extend(streams::bifurcations(&survey, head));
        }
    }
    let Some(fit) = regress(&[&areas], &lengths) else { return Finding::inconclusive("there are no basins") };
    let hack = fit.slopes[0];
    let scatter = ((1.0 / fit.r_squared - 1.0) / (areas.len() as f64 - 2.0)).sqrt() * hack;
    let [bifurcation, coarser, coarsest] = ratios.map(Sample::of);
    let measured = format!("Hack exponent {hack:.3} ± {scatter:.3}, bifurcation {bifurcation}");
    let values = [
        ("hack", hack),
        ("bifurcation", bifurcation.mean),
        ("bifurcation of streams from 25 cells", coarser.mean),
        ("bifurcation of streams from 50 cells", coarsest.mean),
    ];
    let pass = (0.50 - scatter..=0.65 + scatter).contains(&hack) && bifurcation.is_in(3.0..=5.0);
    found(measured, &values, areas.len(), Some(pass))
}

fn slopes_differ(seeds: RangeInclusive<u64>) -> Finding {
    let (mut whole, mut walked, mut control) = (Vec::new(), Vec::new(), Vec::new());
    for seed in seeds {
        let Some(survey) = land(Recipe::default(), seed, LARGE) else { continue };
        whole.push(relief::score(survey.land.size, |cell| Some(f64::from(survey.relief.elevation[cell]))));
        walked.push(relief::score(survey.land.size, |cell| {
            (!survey.relief.is_sea(cell)).then(|| f64::from(survey.land.height[cell]))
        }));
        let noise = base_noise(Recipe::default(), seed, survey.land.size);
        control.push(relief::score(survey.land.size, |cell| Some(f64::from(noise[cell]))));
    }
    let [whole, walked, control] = [whole, walked, control].map(Sample::of);
    if whole.values.is_empty() {
        return Finding::inconclusive("there are no lands");
    }
    let measured = format!("relief {whole}, plain noise {control}");
    let values = [
        ("relief", whole.mean),
        ("heights that people walk over", walked.mean),
        ("plain noise", control.mean),
    ];
    let pass = whole.mean + whole.error >= 0.55 && control.is_in(0.40..=0.45);
    found(measured, &values, whole.values.len(), Some(pass))
}

fn spectrum(seeds: RangeInclusive<u64>) -> Finding {
    let (mut worst, mut n, mut values) = (0.0_f64, 0, Vec::new());
    for rough in [0, 50, 100] {
        let recipe = Recipe { rough, ..Recipe::default() };
        let noises = seeds.clone().map(|seed| base_noise(recipe, seed, Size::new(LARGE, LARGE)));
        let slopes: Vec<f64> = noises.filter_map(|noise| relief::spectral_slope(&noise, recipe)).collect();
        let (measured, implied) = (mean(&slopes), relief::implied_slope(recipe));
        values.push((format!("slope at roughness {rough}"), measured));
        values.push((format!("implied at roughness {rough}"), implied));
        worst = worst.max((measured - implied).abs());
        n += slopes.len();
    }
    let said: Vec<String> =
        values.chunks(2).map(|pair| format!("{:.2} for {:.2}", pair[0].1, pair[1].1)).collect();
    Finding {
        measured: format!("{}; at most {worst:.2} off", said.join(", ")),
        values,
        n,
        pass: (n > 0).then_some(worst <= 0.2),
    }
}

fn rain_shadow(seeds: RangeInclusive<u64>) -> Finding {
    let (mut ratios, mut ridges) = (Vec::new(), 0);
    for survey in lands(seeds, USUAL) {
        let sides = relief::beside_ridges(&survey);
        let (windward, leeward): (Vec<f64>, Vec<f64>) = sides.into_iter().unzip();
        if !windward.is_empty() {
            ridges += windward.len();
            ratios.push(mean(&windward) / mean(&leeward));
        }
    }
    let ratio = Sample::of(ratios);
    if ratio.values.is_empty() {
        return Finding::inconclusive("there are no ridges inland");
    }
    let pass = ratio.mean + ratio.error >= 1.3;
    found(format!("windward over leeward {ratio}"), &[("ratio", ratio.mean)], ridges, Some(pass))
}

fn can_be_lived_on(seeds: RangeInclusive<u64>) -> Finding {
    let (mut largest, mut chokes, mut sites) = (Vec::new(), Vec::new(), Vec::new());
    for survey in lands(seeds, USUAL) {
        let land = &survey.land;
        largest.push(f64::from(land.largest_part_percent()));
        chokes.push(places::count_chokes(land) as f64 * 10_000.0 / land.size.area() as f64);
        sites.push(places::town_sites(land) as f64);
    }
    let [largest, chokes, sites] = [largest, chokes, sites].map(Sample::of);
    if largest.values.is_empty() {
        return Finding::inconclusive("there are no lands");
    }
    let roomy = sites.share(|count| count >= 8.0);
    let joined = largest.values.iter().all(|percent| *percent >= 60.0);
    let measured = format!(
        "largest part {largest} %, chokes {chokes}, town sites {sites}, 8 or more on {:.0} % of seeds",
        roomy * 100.0
    );
    let values = [("largest part", largest.mean), ("chokes", chokes.mean), ("town sites", sites.mean)];
    let pass = joined && chokes.mean + chokes.error >= 3.0 && roomy >= 0.9;
    found(measured, &values, largest.values.len(), Some(pass))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn water_drains_on_lands_of_all_kinds() {
        let found = drains(1..=2);
        assert_eq!((found.pass, found.n), (Some(true), 10), "{}", found.measured);
    }

    #[test]
    fn noise_is_as_rough_as_its_octaves_say() {
        let found = spectrum(1..=2);
        assert_eq!((found.pass, found.n), (Some(true), 6), "{}", found.measured);
    }
}
