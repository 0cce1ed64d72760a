//! Tests of the new-land screen by key and mouse, at every size and in every look.

use crate::kit::{find_in, mouse_event, snapshot_of};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use wayworn::grid::{Cell, Size};
use wayworn::scene::{
    Pixel, Preset, Recipe, SLIDERS, Scene, Status, Surface, TownIx, TownKind, TownMarker, Viewport,
    Visibility,
};
use wayworn::tui::{Depth, FilmKind, Glyphs, LandParams, NewLand, NewLandEffect, Sketch, Theme};

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

fn params() -> LandParams {
    LandParams { seed: 12, size: Size::new(256, 256), recipe: Recipe::default() }
}

fn chooser(theme: Theme, size: (u16, u16)) -> NewLand {
    NewLand::new(theme, size, params())
}

fn press(chooser: &mut NewLand, code: KeyCode) -> Vec<NewLandEffect> {
    chooser.key(&KeyEvent::new(code, KeyModifiers::NONE))
}

fn click(chooser: &mut NewLand, column: u16, row: u16) -> Vec<NewLandEffect> {
    chooser.mouse(&mouse_event(MouseEventKind::Down(MouseButton::Left), (column, row)))
}

fn sketch(side: u16) -> Sketch {
    let pixel = |i: u16| Pixel {
        surface: if i.is_multiple_of(3) { Surface::DeepWater } else { Surface::Forest },
        visibility: Visibility::Visible,
        relief: 100,
        ..Pixel::default()
    };
    let view = Viewport { columns: side, rows: side, cells_per_pixel: 8, ..Viewport::default() };
    let pixels = (0..side * side).map(pixel).collect();
    Sketch { scene: Scene { view, pixels, ..Scene::default() }, about: vec!["58 % land".to_owned()] }
}

fn frame(chooser: &NewLand) -> Buffer {
    let mut buffer = Buffer::empty(chooser.area);
    chooser.draw(&mut buffer);
    buffer
}

fn drawn(chooser: &NewLand) -> String {
    snapshot_of(&frame(chooser))
}

/// Where a text begins.
fn place_of(chooser: &NewLand, words: &str) -> (u16, u16) {
    find_in(&frame(chooser), words).unwrap_or_else(|| panic!("no {words:?}:\n{}", drawn(chooser)))
}

/// Even at the smallest size every row with its value, the text about the land and part of the sketch are visible.
#[test]
fn every_choice_is_legible_at_every_size_and_in_every_look() {
    for size in SIZES {
        for (depth, glyphs) in
            [(Depth::True, Glyphs::Unicode), (Depth::Mono, Glyphs::Unicode), (Depth::Mono, Glyphs::Ascii)]
        {
            let mut chooser = chooser(Theme { depth, glyphs, ..Theme::default() }, size);
            chooser.take_sketch(params(), Ok(sketch(32)));
            let picture = drawn(&chooser);
            let labels = params().recipe.sliders().map(|(label, _)| label);
            for word in ["seed", "12", "256x256", "continent", "gentle", "58 % land", "Enter", "Esc"]
                .iter()
                .chain(&labels)
            {
                assert!(picture.contains(word), "{word} at {size:?}:\n{picture}");
            }
            assert!(glyphs == Glyphs::Unicode || picture.is_ascii(), "{picture}");
            chooser.take_sketch(params(), Ok(sketch(16)));
            assert_ne!(picture, drawn(&chooser), "the sketch is visible");
        }
    }
    insta::assert_snapshot!(
        "new-land",
        drawn(&{
            let mut chooser = chooser(Theme::default(), (80, 24));
            chooser.take_sketch(params(), Ok(sketch(32)));
            chooser
        })
    );
}

#[test]
fn keys_change_the_parameters_and_each_change_is_sketched() {
    let mut chooser = chooser(Theme::default(), (80, 24));
    let sketched = |effects: &[NewLandEffect], params: LandParams| matches!(effects, [NewLandEffect::Sketch(requested, (width, height))] if *requested == params && *width > 8 && *height > 8);
    for digit in "34".chars() {
        let effects = press(&mut chooser, KeyCode::Char(digit));
        assert!(sketched(&effects, chooser.params()));
    }
    press(&mut chooser, KeyCode::Backspace);
    assert_eq!(chooser.params().seed, 123);
    for _ in 0..30 {
        press(&mut chooser, KeyCode::Char('9'));
    }
    assert!(chooser.params().seed > 123, "a longer number than fits is not typed");
    press(&mut chooser, KeyCode::Down);
    press(&mut chooser, KeyCode::Right);
    assert_eq!(chooser.params().size, Size::new(512, 512));
    press(&mut chooser, KeyCode::Down);
    press(&mut chooser, KeyCode::Left);
    assert_eq!(chooser.params().recipe.preset, Preset::Ring);
    press(&mut chooser, KeyCode::Down);
    let far = chooser.key(&KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT));
    assert!(chooser.params().recipe.sea == 75 && sketched(&far, chooser.params()));
    assert!(press(&mut chooser, KeyCode::End).len() == 1 && press(&mut chooser, KeyCode::Right).is_empty());
    for _ in 0..SLIDERS {
        press(&mut chooser, KeyCode::Down);
    }
    press(&mut chooser, KeyCode::Char(' '));
    assert!(chooser.params().recipe.gentle && chooser.params().recipe.is_sound());
    assert_eq!(press(&mut chooser, KeyCode::Char('d')), [NewLandEffect::RandomSeed]);
    assert!(sketched(&chooser.set_seed(99), chooser.params()) && chooser.params().seed == 99);
}

#[test]
fn the_mouse_does_what_keys_do() {
    for size in SIZES {
        let mut chooser = chooser(Theme::default(), size);
        // Along a slider's bar, to its ends and back.
        let (_, kind) = place_of(&chooser, "continent");
        let values: Vec<u8> = (13..30)
            .map(|column| {
                click(&mut chooser, column, kind + 1);
                chooser.params().recipe.sea
            })
            .collect();
        assert!(values.contains(&0) && values.contains(&100) && values.is_sorted(), "{values:?}");
        click(&mut chooser, 20, kind);
        assert_eq!(chooser.params().recipe.preset, Preset::Archipelago);
        click(&mut chooser, 11, kind);
        assert_eq!(chooser.params().recipe.preset, Preset::Continent);
        let last = size.1 - 1;
        let all: Vec<NewLandEffect> =
            (0..60).flat_map(|column| click(&mut chooser.clone(), column, last)).collect();
        assert!(all.contains(&NewLandEffect::Leave) && all.contains(&NewLandEffect::RandomSeed));
        assert!(all.contains(&NewLandEffect::Start(chooser.params())));
        assert!(click(&mut chooser, size.0 + 5, 3).is_empty());
    }
}

/// The sketch of older parameters is shown until the latest arrives, and marked as outdated.
#[test]
fn the_latest_parameters_win_and_making_a_land_can_be_stopped() {
    let mut chooser = chooser(Theme::default(), (80, 24));
    let old = chooser.params();
    press(&mut chooser, KeyCode::Char('7'));
    chooser.set_progress("carving valleys", 40);
    assert!(drawn(&chooser).contains("40 %"));
    chooser.take_sketch(old, Ok(sketch(16)));
    assert!(drawn(&chooser).contains("drawing the preview"));
    chooser.take_sketch(chooser.params(), Ok(sketch(16)));
    assert!(!drawn(&chooser).contains("drawing the preview"));
    assert_eq!(press(&mut chooser, KeyCode::Enter), [NewLandEffect::Start(chooser.params())]);
    chooser.set_progress("settling", 80);
    assert!(drawn(&chooser).contains("80 %") && press(&mut chooser, KeyCode::Char('5')).is_empty());
    chooser.take_sketch(old, Ok(sketch(16)));
    assert!(drawn(&chooser).contains("80 %"), "an old sketch does not wipe it away");
    assert_eq!(press(&mut chooser, KeyCode::Esc), [NewLandEffect::Leave]);
    assert!(!drawn(&chooser).contains("80 %"));
    chooser.fail("the disk is full".to_owned());
    assert!(drawn(&chooser).contains("the disk is full"));
}

/// A land that grows, in its second year.
fn growing() -> Box<Scene> {
    let place = |kind, x| TownMarker {
        id: TownIx(x),
        rally_points: Vec::new(),
        name: "Mill".to_owned(),
        kind,
        is_own: true,
        cell: Cell::new(x, 9),
        residents: 9,
    };
    let markers = vec![place(TownKind::Town, 8), place(TownKind::Hamlet, 20), place(TownKind::Ruin, 28)];
    let view = NewLand::new(Theme::default(), (80, 24), params()).film_view();
    let count = usize::from(view.columns) * usize::from(view.rows);
    let pixel = Pixel { surface: Surface::Forest, visibility: Visibility::Visible, ..Pixel::default() };
    let status = Status { date: "Year 2 · spring".to_owned(), year: 2, roads: 12, ..Status::default() };
    let pixels = vec![pixel; count];
    Box::new(Scene { land: (256, 256), view, pixels, status, town_markers: markers, ..Scene::default() })
}

/// The film has the whole screen, counts years and places, takes no letters, and Esc does what its line says.
#[test]
fn a_land_that_ages_is_seen_growing() {
    for size in SIZES {
        for (depth, glyphs) in [(Depth::True, Glyphs::Unicode), (Depth::Mono, Glyphs::Ascii)] {
            for (kind, effect) in [
                (FilmKind::Years(5), NewLandEffect::StartNow),
                (FilmKind::Showcase, NewLandEffect::StartAnother),
                (FilmKind::Land, NewLandEffect::Leave),
            ] {
                let mut chooser = chooser(Theme { depth, glyphs, ..Theme::default() }, size);
                (chooser.film_kind, chooser.is_waiting) = (kind, true);
                chooser.start();
                chooser.set_progress("letting water run", 40);
                assert!(drawn(&chooser).contains("letting water run   40 %"));
                chooser.take_film(growing());
                let picture = drawn(&chooser);
                let words = if kind == FilmKind::Years(5) { "Year 2 of 5" } else { "Year 2" };
                for word in [words, "2 places   1 town", "Esc "] {
                    assert!(picture.contains(word), "{word} at {size:?}:\n{picture}");
                }
                assert!(glyphs == Glyphs::Unicode || picture.is_ascii(), "{picture}");
                for letter in "q5d ".chars() {
                    assert!(press(&mut chooser, KeyCode::Char(letter)).is_empty());
                }
                let (column, row) = place_of(&chooser, "Esc ");
                assert_eq!(click(&mut chooser.clone(), column, row), [effect]);
                assert_eq!(press(&mut chooser, KeyCode::Esc), [effect]);
            }
        }
    }
}
