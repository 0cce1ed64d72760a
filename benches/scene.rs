//! Frames of a usual and of a large land: plain, and through each lens once its data are computed.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wayworn::grid::{Cell, Size};
use wayworn::scene::{LENSES, Lens, LensCaches, Viewport, build_scene_with};
use wayworn::sim::Game;

/// Frames after which everything is computed.
const WARM: usize = 200;

fn pictures(criterion: &mut Criterion) {
    for side in [256u16, 1024] {
        let Ok(mut game) = Game::warmed_up(7, Size::new(side, side)) else { return };
        game.record_searches(true, None);
        (0..100).for_each(|_| game.tick());
        let mut group = criterion.benchmark_group(format!("land{side}"));
        group.sample_size(20).measurement_time(std::time::Duration::from_secs(1));
        for (columns, rows) in [(120, 80), (300, 200)] {
            let scale = side.div_ceil(columns).clamp(1, 4);
            let plain = Viewport {
                left: i32::from(side / 4),
                top: i32::from(side / 4),
                columns,
                rows,
                cells_per_pixel: if side == 256 { 1 } else { scale },
                cursor: Cell::new(side / 2, side / 2),
                ..Viewport::default()
            };
            let mut views = vec![("plain".to_owned(), plain.clone())];
            views.push(("thinking".to_owned(), Viewport { shows_searches: true, ..plain.clone() }));
            views.extend((0..LENSES.len()).map(|row| {
                (LENSES[row].name.to_owned(), Viewport { lens: Some(Lens(row as u8)), ..plain.clone() })
            }));
            for (name, view) in views {
                let mut fields = LensCaches::default();
                (0..WARM).for_each(|_| drop(build_scene_with(&game, &view, &mut fields)));
                group.bench_function(format!("{name} {columns}x{rows}"), |bench| {
                    bench.iter(|| build_scene_with(&game, black_box(&view), &mut fields));
                });
            }
        }
        let view = Viewport { columns: 120, rows: 80, cells_per_pixel: 1, ..Viewport::default() };
        for name in ["days", "pieces"] {
            let row = LENSES.iter().position(|lens| lens.name == name).unwrap_or(0);
            let view = Viewport { lens: Some(Lens(row as u8)), ..view.clone() };
            group.bench_function(format!("{name} begun anew"), |bench| {
                bench.iter(|| build_scene_with(&game, black_box(&view), &mut LensCaches::default()));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, pictures);
criterion_main!(benches);
