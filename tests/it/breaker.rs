//! *Break it* finds maps on which rows perform badly, but never worse than they promise.

use wayworn::graph::{Components, Corner, Moves};
use wayworn::lab::{Breaker, GraphKind, RecordedRun, Setup, optimum, record_run};
use wayworn::search::catalogue::{CatalogueRow, Promise, ROWS, find};

fn row(id: &str) -> &'static CatalogueRow {
    find(id).unwrap()
}

fn broken(row: &'static CatalogueRow, seed: u64, rounds: u32) -> Breaker {
    let mut breaker = Breaker::new(row, seed);
    for _ in 0..rounds {
        breaker.run_round();
    }
    assert_eq!(breaker.rounds(), rounds);
    breaker
}

/// The row on the worst map, searched again, and the optimum there.
fn run_again(breaker: &Breaker, row: &CatalogueRow) -> (RecordedRun, u64) {
    let ground = breaker.worst_map();
    let graph = GraphKind::Squares(Moves::Eight(Corner::BothFree));
    (record_run(ground, &Setup::of(row.id).unwrap()).unwrap(), optimum(ground, graph).unwrap())
}

/// Every row gets a small map with a path on it, and keeps its promise there.
#[test]
fn the_worst_map_keeps_the_promise() {
    for row in ROWS {
        let breaker = broken(row, 1, 12);
        let ground = breaker.worst_map();
        let terrain = ground.terrain(Moves::Eight(Corner::BothFree)).unwrap();
        let ends = (terrain.node(ground.start()), terrain.node(ground.goal()));
        assert!(ends.0 != ends.1 && Components::of(&terrain).are_connected(ends.0, ends.1), "{}", row.id);
        assert!(row.unmet_need(&terrain).is_none() && terrain.size().area() <= 1600);
        let (run, optimum) = run_again(&breaker, row);
        let words = breaker.score_in_words();
        assert!(!run.is_cut && run.cost.is_none() == words.starts_with("finds no path"), "{words}");
        let cost = run.cost.unwrap_or(optimum);
        match row.promise {
            Promise::Optimal => {
                assert_eq!(cost, optimum, "{}", row.id);
                let counted = format!("expands {} nodes", run.trace.expansion_count());
                assert!(words.starts_with(&counted), "{}: {words} ({counted})", row.id);
            }
            Promise::Within(percent) => assert!(cost * 100 <= optimum * u64::from(percent), "{}", row.id),
            Promise::Plus(most) => assert!(cost <= optimum + u64::from(most), "{}", row.id),
            Promise::AnyAngle | Promise::ShortestLines => assert!(words.starts_with("cost 1."), "{words}"),
            Promise::SomeLines => assert!(words.starts_with("cost "), "{words}"),
            Promise::Maybe | Promise::MaybeLines | Promise::Gentle | Promise::Fitting(_) => {}
            _ => assert!(cost >= optimum && run.cost.is_some(), "{}", row.id),
        }
    }
}

/// Known weaknesses are found, from any seed.
#[test]
fn what_breaks_is_broken() {
    for seed in 1..=3 {
        let greedy = broken(row("greedy"), seed, 60);
        let (run, optimum) = run_again(&greedy, row("greedy"));
        assert!(run.cost.unwrap() * 10 >= optimum * 15, "{}", greedy.score_in_words());
        for id in ["beam", "dfs-cutoff"] {
            let breaker = broken(row(id), seed, 300);
            assert!(run_again(&breaker, row(id)).0.path.is_none(), "{id}: {}", breaker.score_in_words());
        }
        let weighted = broken(row("weighted-astar"), seed, 60);
        let (run, optimum) = run_again(&weighted, row("weighted-astar"));
        assert!(run.cost.unwrap() * 10 >= optimum * 11, "{}", weighted.score_in_words());
    }
}

/// The same seed finds the same map, another seed another one.
#[test]
fn a_seed_decides() {
    let [first, again, other] = [5, 5, 6].map(|seed| broken(row("greedy"), seed, 20));
    assert_eq!(first.worst_map(), again.worst_map());
    assert_eq!(first.score_in_words(), again.score_in_words());
    assert_ne!(first.worst_map(), other.worst_map());
}
