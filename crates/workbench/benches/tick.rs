//! A lived-in land of 256 × 256: a tick, a frame, a hash and a save; and thousands of walkers, tick by tick.

use criterion::{BatchSize, Criterion, criterion_group};
use std::hint::black_box;
use wayworn::grid::{Cell, Size};
use wayworn::save;
use wayworn::scene::{self, Viewport};
use wayworn::sim::Game;
use wayworn_workbench::measure;

/// Age of the land, in ticks.
const AGE: u64 = 6000;
/// Ticks in one measured stretch.
const STRETCH: u64 = 50;

fn ticks(criterion: &mut Criterion) {
    let Ok(mut game) = Game::new(7, Size::new(256, 256)) else { return };
    while game.world.tick < AGE {
        game.tick();
    }
    let mut group = criterion.benchmark_group("land256");
    group.sample_size(20);
    let again = || Game { world: game.world.clone(), derived: game.derived.clone() };
    group.bench_function("50 ticks", |bench| {
        let play = |mut game: Game| {
            for _ in 0..STRETCH {
                game.tick();
            }
            game
        };
        bench.iter_batched(again, play, BatchSize::LargeInput);
    });
    let view = Viewport {
        left: 60,
        top: 80,
        columns: 120,
        rows: 80,
        cells_per_pixel: 1,
        selected: game.world.units.iter().take(1).map(|unit| unit.id).collect(),
        cursor: Cell::new(128, 128),
        ..Viewport::default()
    };
    group.bench_function("scene 120x80", |bench| bench.iter(|| scene::build_scene(&game, black_box(&view))));
    group.bench_function("hash", |bench| bench.iter(|| black_box(&game.world).hash()));
    group.bench_function("save", |bench| {
        bench.iter(|| save::encode(black_box(&game.world)));
    });
    group.finish();
}

/// Whole ticks of lands full of walkers, by the measurement of `workbench measure tick`. Every tick counts by itself
/// here, as a player waits for the slowest.
#[expect(clippy::print_stdout, reason = "a bench prints what it has found")]
fn crowds() {
    for (side, units, ticks) in [(256, 500, 400), (1024, 10_000, 120)] {
        let Ok(figures) = measure::measure_ticks(7, Size::new(side, side), units, ticks) else { continue };
        let get = |name: &str| figures.get(name).map_or_else(String::new, ToString::to_string);
        println!(
            "land{side} {units} walkers  median {} ms  p99 {} ms  (processor {} / {})  {} ticks/s  {} MB  {} % walk",
            get("median_ms"),
            get("p99_ms"),
            get("cpu_median_ms"),
            get("cpu_p99_ms"),
            get("ticks_a_second"),
            get("memory_mb"),
            get("moving_percent"),
        );
        println!("  by system {}", get("cpu_by_system"));
    }
}

criterion_group!(benches, ticks);

fn main() {
    crowds();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
