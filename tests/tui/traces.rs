//! Tests of marks of what has just happened: each is seen, and gone soon.

use crate::kit::{screen, typed};
use ratatui::buffer::Buffer;
use wayworn::grid::Cell;
use wayworn::scene::{Happening, HappeningKind, Scene, Tier, Visibility};
use wayworn::tui::{Depth, Screen, draw_land};

/// What is drawn of a scene.
fn drawn(screen: &Screen, scene: &Scene) -> Buffer {
    let mut buffer = Buffer::empty(screen.area);
    draw_land(&mut buffer, screen, scene);
    buffer
}

/// Shows a change of the scene to a screen; returns the characters that differ a moment, a half second and two seconds
/// later from what is shown without motion.
fn marked(depth: Depth, change: impl Fn(&mut Scene)) -> [usize; 3] {
    let (mut screen, mut scene) = screen(120, 40);
    screen.theme.depth = depth;
    scene.status.tick = 1000;
    screen.take_scene(&scene);
    scene.status.tick += 1;
    change(&mut scene);
    let mut still = screen.clone();
    still.clock.has_motion = false;
    let shown = |screen: &mut Screen, now_ms: u64| {
        screen.advance_clock(now_ms);
        drawn(screen, &scene)
    };
    for screen in [&mut still, &mut screen] {
        screen.take_scene(&scene);
    }
    [100, 500, 2000].map(|now_ms| {
        let (without, with) = (shown(&mut still, now_ms), shown(&mut screen, now_ms));
        without.content.iter().zip(&with.content).filter(|(a, b)| a != b).count()
    })
}

/// A known cell in view that is no road, with the index of its pixel.
fn open_cell(scene: &Scene) -> (usize, Cell) {
    let columns = usize::from(scene.view.columns);
    let is_open = |i: &usize| {
        let pixel = scene.pixels[*i];
        pixel.visibility == Visibility::Visible && !pixel.tier.is_road()
    };
    let open = (0..scene.pixels.len()).filter(|i| i % columns > 20 && i / columns > 20).find(is_open);
    let index = open.unwrap();
    let (x, y) = ((index % columns) as i32 + scene.view.left, (index / columns) as i32 + scene.view.top);
    (index, Cell::new(x as u16, y as u16))
}

#[test]
fn what_has_just_happened_is_marked_and_the_marks_vanish() {
    let step = |scene: &mut Scene| scene.unit_markers[0].cell.x += 1;
    let road = |scene: &mut Scene| {
        let index = open_cell(scene).0;
        scene.pixels[index].tier = Tier::Dirt;
    };
    let happening = |kind| {
        move |scene: &mut Scene| {
            let cell = open_cell(scene).1;
            scene.landmarks.happenings = vec![Happening { tick: scene.status.tick, cell, kind }];
        }
    };
    let [founding, robbery] = [HappeningKind::Founding, HappeningKind::Robbery].map(happening);
    for depth in [Depth::True, Depth::Indexed] {
        for (name, seen) in [
            ("a step", marked(depth, step)),
            ("a new road", marked(depth, road)),
            ("a founding", marked(depth, founding)),
            ("a robbery", marked(depth, robbery)),
        ] {
            assert!(seen[0] > 0 && seen[1] > 0 && seen[2] == 0, "{name} in {depth:?}: {seen:?}");
        }
    }
    // With sixteen colours what matters has named colours; without any, the log tells it.
    for (name, seen) in
        [("a founding", marked(Depth::Sixteen, founding)), ("a robbery", marked(Depth::Sixteen, robbery))]
    {
        assert!(seen[0] > 0 && seen[2] == 0, "{name}: {seen:?}");
    }
    assert_eq!(marked(Depth::Mono, robbery), [0; 3]);
}

#[test]
fn old_news_leaves_no_mark() {
    let old = marked(Depth::True, |scene| {
        let cell = open_cell(scene).1;
        scene.landmarks.happenings =
            vec![Happening { tick: scene.status.tick - 600, cell, kind: HappeningKind::Founding }];
    });
    assert_eq!(old, [0; 3]);
}

/// The ripple of a line starts at its middle, though the cursor is at its end.
#[test]
fn the_ripple_starts_where_the_land_was_changed() {
    let (mut screen, mut scene) = screen(120, 40);
    typed(&mut screen, &mut scene, "dv");
    let start = screen.map.cursor;
    typed(&mut screen, &mut scene, &"l".repeat(20));
    typed(&mut screen, &mut scene, "v");
    screen.take_scene(&scene);
    let quiet = drawn(&screen, &scene);
    scene.last_edit.flash_count += 1;
    screen.take_scene(&scene);
    screen.advance_clock(screen.clock.now_ms + 100);
    let rippled = drawn(&screen, &scene);
    let changed = (0..quiet.content.len()).filter(|i| quiet.content[*i] != rippled.content[*i]);
    let columns: Vec<u16> = changed.map(|i| quiet.pos_of(i).0).collect();
    let middle = screen.window().char_of(Cell::new(start.x + 10, start.y)).unwrap().0;
    assert!(!columns.is_empty() && columns.iter().all(|column| column.abs_diff(middle) < 5), "{columns:?}");
}
