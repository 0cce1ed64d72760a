//! A frame of 200 × 60 over a lived-in land: its time, and its bytes when everything has changed, when nothing has,
//! and when the land was scrolled by a cell.

use criterion::{Criterion, criterion_group, criterion_main};
use ratatui::buffer::Buffer;
use std::hint::black_box;
use wayworn::grid::{Cell, Size};
use wayworn::scene;
use wayworn::sim::Game;
use wayworn::tui::{self, Depth, GraphicsProtocol, Painting, PixelMap, Screen, Theme};

/// Age of the land, in ticks: a midnight.
const AGE: u64 = 6175;

/// The frame that a screen shows of a game.
fn frame(game: &Game, screen: &Screen) -> Buffer {
    let scene = scene::build_scene(game, &screen.view());
    let mut buffer = Buffer::empty(screen.area);
    tui::draw(&mut buffer, screen, &scene);
    buffer
}

/// The bytes between two frames.
fn bytes(before: &Buffer, after: &Buffer) -> Vec<u8> {
    let mut out = Vec::new();
    tui::encode(before, after, &mut out);
    out
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn frames(criterion: &mut Criterion) {
    let Ok(mut game) = Game::new(7, Size::new(256, 256)) else { return };
    while game.world.tick < AGE {
        game.tick();
    }
    let mut group = criterion.benchmark_group("frame 200x60");
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
        let mut screen = Screen::new(Theme { depth, ..Theme::default() }, 200, 60, true);
        (screen.map.daylight.is_on, screen.map.has_weather) = (true, true);
        // Night and weather come within some seconds.
        for half_seconds in 2..10 {
            screen.advance_clock(half_seconds * 500);
        }
        screen.take_scene(&scene::build_scene(&game, &screen.view()));
        let first = frame(&game, &screen);
        let empty = Buffer::empty(screen.area);
        let mut sizes = Vec::new();
        let (mut before, centre) = (first.clone(), screen.map.camera.centre);
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (8, 0)] {
            screen.map.camera.centre =
                Cell::new(screen.map.camera.centre.x + dx, screen.map.camera.centre.y + dy);
            let after = frame(&game, &screen);
            sizes.push(bytes(&before, &after).len());
            before = after;
        }
        screen.map.camera.centre = centre;
        let (all, idle) = (bytes(&empty, &first).len(), bytes(&first, &first).len());
        println!("{depth:?}: all {all} bytes, idle {idle}, scrolled by 1 0, 0 1, 1 1, 8 0: {sizes:?}");
        group.bench_function(format!("{depth:?}, bytes of all"), |bench| {
            bench.iter(|| bytes(black_box(&empty), black_box(&first)));
        });
        let picture = scene::build_scene(&game, &screen.view());
        let mut buffer = empty.clone();
        group.bench_function(format!("{depth:?}, drawn and sent"), |bench| {
            bench.iter(|| {
                buffer.reset();
                tui::draw(&mut buffer, black_box(&screen), &picture);
                bytes(&empty, &buffer)
            });
        });
    }
    group.finish();
    paint(criterion, &game);
}

/// The land of a 120 × 40 screen at the pixels of a picture and at the fewest that are worth it; and what a frame of it
/// costs that goes to a terminal as pictures.
fn paint(criterion: &mut Criterion, game: &Game) {
    let mut group = criterion.benchmark_group("painting 120x40");
    let mut screen = Screen::new(Theme::default(), 120, 40, true);
    screen.take_scene(&scene::build_scene(game, &screen.view()));
    let picture = scene::build_scene(game, &screen.view());
    let mut buffer = Buffer::empty(screen.area);
    let Some(land) = tui::draw_with_land(&mut buffer, &screen, &picture) else { return };
    for character in [(4, 8), (8, 16), (16, 32)] {
        group.bench_function(format!("{} × {}", character.0, character.1), |bench| {
            bench.iter(|| {
                let painting = Painting::new(black_box(&land), &buffer, character)?;
                Some(black_box(painting.paint(painting.area())).len())
            });
        });
    }
    let mut pixels = PixelMap::new(GraphicsProtocol::Kitty);
    let mut shown = Buffer::empty(screen.area);
    group.bench_function("a frame of pictures", |bench| {
        bench.iter(|| {
            let (mut frame, mut out) = (buffer.clone(), Vec::new());
            pixels.earn(50);
            pixels.renew();
            pixels.send(Some(black_box(&land)), (&mut shown, &mut frame), &mut out);
            pixels.spend(out.len());
            shown = frame;
            out.len()
        });
    });
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
