//! The land as a whole: the same on any number of threads, derived state that could be rebuilt, roads and inns that
//! appear, and a chronicle that can be read.

use crate::kit;
use wayworn::sim::Game;
use wayworn::world::{DAY, TownKind};

/// The same seed comes to the same hashes on one thread and on two; and what is kept to save time is what would be
/// built anew.
#[test]
fn threads_and_caches_leave_no_trace() {
    for seed in [5, 11] {
        let alone = kit::on_threads(1, || {
            let mut game = kit::game(seed, 128);
            let mut hashes = Vec::new();
            for tick in (50..=2000).step_by(50) {
                kit::play_to(&mut game, seed, tick, &mut hashes);
                assert!(game.derived.matches(&game.world), "seed {seed}: stale at tick {tick}");
                game.world.check().unwrap();
            }
            hashes
        });
        let together = kit::on_threads(2, || {
            let mut game = kit::game(seed, 128);
            let mut hashes = Vec::new();
            kit::play_to(&mut game, seed, 2000, &mut hashes);
            hashes
        });
        assert_eq!(alone.len(), 20);
        for ((tick, one), (_, two)) in alone.iter().zip(&together) {
            assert_eq!(one.first_difference(two), None, "seed {seed}, tick {tick}");
        }
    }
}

/// A land of 256 × 256 after so many ticks, without a player, and the ticks of the lines of its chronicle.
fn grown(seed: u64, ticks: u64) -> (Game, Vec<u64>) {
    let mut game = kit::game(seed, 256);
    let mut told: Vec<u64> = Vec::new();
    while game.world.tick < ticks {
        game.tick();
        let last = game.world.chronicle.lines.last().map(|line| line.tick);
        if let Some(last) = last.filter(|last| told.last() != Some(last)) {
            told.push(last);
        }
    }
    (game, told)
}

/// The least that must come of a land in a month: feet make paths and roads, travellers' nights make an inn, and
/// those who walk use the roads; and what happens is told, neither too fast to read nor too slow to stay awake.
#[test]
fn roads_and_inns_appear_and_are_told_of() {
    let (game, told) = grown(7, 6000);
    let tally = &game.world.tally;
    let firsts = (tally.first_path, tally.first_dirt, tally.first_inn);
    assert!(matches!(firsts, (Some(_), Some(_), Some(_))), "path, dirt road, inn: {firsts:?}");
    let towns = game.world.towns.iter().filter(|town| town.kind != TownKind::Ruin).count();
    assert!(towns >= 5, "{towns} settlements");
    let (steps, on_roads) =
        tally.recent_steps.iter().fold((0, 0), |sum, (all, roads)| (sum.0 + all, sum.1 + roads));
    assert!(on_roads * 4 >= steps && steps > 1000, "{on_roads} of {steps} steps on roads");
    assert!(tally.trips > 50 && tally.deliveries > 20, "{tally:?}");
    for two in told.windows(2) {
        assert!(two[1] - two[0] >= 60, "lines at {two:?}: nobody can read that");
        assert!(two[0] < 600 || two[1] - two[0] <= 200, "silence between {two:?}");
    }
    assert!(game.world.tick - told[told.len() - 1] <= 200 && told.len() as u64 > 6000 / DAY);
    for line in &game.world.chronicle.lines {
        assert!(line.cell.is_some() && !line.text.is_empty());
    }
    game.world.check().unwrap();
}
