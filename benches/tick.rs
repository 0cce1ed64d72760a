//! A lived-in land of 256 × 256: a tick, a picture, a hash and a save.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wayworn::grid::{Cell, Size};
use wayworn::save;
use wayworn::scene::{self, View};
use wayworn::sim::Game;

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
    let view = View {
        left: 60,
        top: 80,
        columns: 120,
        rows: 80,
        cells_per_pixel: 1,
        selected: game.world.units.iter().take(1).map(|unit| unit.id).collect(),
        cursor: Cell::new(128, 128),
        ..View::default()
    };
    group.bench_function("scene 120x80", |bench| bench.iter(|| scene::build(&game, black_box(&view))));
    group.bench_function("hash", |bench| bench.iter(|| black_box(&game.world).hash()));
    group.bench_function("save", |bench| {
        bench.iter(|| save::encode(black_box(&game.world)));
    });
    group.finish();
}

criterion_group!(benches, ticks);
criterion_main!(benches);
