//! Predictions that an experiment settles. The exact ones must hold on any land; the study reports how the others
//! fare.

use wayworn_workbench::study::{self, Finding, Test};

fn found(id: &str, seeds: std::ops::RangeInclusive<u64>) -> Finding {
    let all = study::predictions();
    let prediction = all.into_iter().find(|prediction| prediction.id == id);
    let Some(Test::Experiment(run)) = prediction.map(|prediction| prediction.test) else {
        panic!("{id} is not an experiment")
    };
    run(seeds)
}

/// Checks that a prediction holds on a large enough sample.
fn holds(id: &str, seeds: std::ops::RangeInclusive<u64>, at_least: usize) {
    let finding = found(id, seeds);
    assert!(finding.n >= at_least, "{id}: only {} were tried", finding.n);
    assert_eq!(finding.pass, Some(true), "{id}: {}", finding.measured);
}

#[test]
fn no_way_is_longer_than_its_roads_are_worth() {
    holds("T01", 1..=1, 150);
}

#[test]
fn spurs_leave_their_road_at_the_angle_that_its_ratio_says() {
    holds("T02", 1..=1, 100);
}

#[test]
fn any_angle_paths_are_refracted() {
    holds("T03", 1..=1, 3);
}

#[test]
fn roads_fade_when_they_should() {
    holds("T08", 1..=2, 20);
}

#[test]
fn climbs_take_longer_than_the_way_down() {
    holds("T11", 1..=2, 70);
}

#[test]
fn ambush_sites_are_hidden_and_fewer_the_nearer() {
    holds("T36", 1..=2, 10);
}

#[test]
fn influence_rests_where_it_should() {
    holds("T37", 1..=1, 3);
}

#[test]
fn nothing_unseen_is_used() {
    holds("T39", 1..=1, 100);
}
