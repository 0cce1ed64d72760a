//! Tests of the search overlay, lenses and explanations, without a terminal.

use crate::kit::{find, frame, mouse_event, picture, press, screen, typed};
use crate::land;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use ratatui::style::Color;
use wayworn::grid::Cell;
use wayworn::scene::{
    Answer, Explanation, Kind, LENSES, Lens, NO_SHADE, Question, Scene, UnitId, Visibility,
};
use wayworn::tui::{Depth, Effect, Glyphs, Mode, Screen};

/// The background colour and the letter at a cell.
fn at(screen: &Screen, scene: &Scene, cell: Cell) -> (Color, String) {
    let buffer = frame(screen, scene);
    let place = screen.window().char_of(cell).expect("in sight");
    let shown = buffer.cell(place).expect("on the screen");
    (shown.bg, shown.symbol().to_owned())
}

fn all_modes(screen: &mut Screen, mut look: impl FnMut(&Screen)) {
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            (screen.theme.depth, screen.theme.glyphs) = (depth, glyphs);
            look(screen);
        }
    }
}

#[test]
fn a_finished_search_is_replayed_and_then_shows_its_path() {
    let (mut screen, mut scene) = screen(120, 40);
    typed(&mut screen, &mut scene, "t");
    screen.advance_clock(1000);
    screen.take_scene(&scene);
    let shown = |screen: &Screen, x: u16| at(screen, &scene, Cell::new(x, 85));
    let before = shown(&screen, 108);
    screen.advance_clock(1350);
    assert_ne!(shown(&screen, 98), before, "half-way through it has covered half the distance");
    assert_eq!(shown(&screen, 108), before, "but not to the end");
    assert!(screen.is_animating(), "it is animated");
    screen.advance_clock(1750);
    assert!(picture(&screen, &scene).contains("thought 5"), "its text is shown");
    assert_ne!(shown(&screen, 108), before);
    screen.advance_clock(3000);
    screen.take_scene(&scene);
    assert_eq!(shown(&screen, 108), before, "it disappears and does not start again");
    typed(&mut screen, &mut scene.clone(), "tt");
    screen.take_scene(&scene);
    assert!(screen.is_animating(), "off and on replays it");
}

#[test]
fn without_motion_a_search_is_shown_finished() {
    let (mut screen, mut scene) = screen(120, 40);
    screen.clock.has_motion = false;
    typed(&mut screen, &mut scene, "t");
    screen.take_scene(&scene);
    assert!(!screen.is_animating());
    assert!(picture(&screen, &scene).contains("thought 5"));
}

#[test]
fn searches_are_visible_on_every_screen_and_at_every_zoom() {
    for zoom in ["", "z", "Z"] {
        let (mut screen, mut scene) = screen(120, 40);
        typed(&mut screen, &mut scene, zoom);
        let cell = Cell::new(110, 87);
        all_modes(&mut screen, |screen| {
            let mut screen = screen.clone();
            let mut scene = scene.clone();
            let without = at(&screen, &scene, cell);
            typed(&mut screen, &mut scene, "t");
            assert_ne!(at(&screen, &scene, cell), without, "{zoom:?} {:?}", screen.theme);
        });
    }
}

#[test]
fn at_most_three_searches_are_shown_and_the_selected_units_comes_first() {
    let (mut screen, mut scene) = screen(120, 40);
    typed(&mut screen, &mut scene, "t");
    scene.searches = (10..20).map(|id| land::thought(id, false)).collect();
    screen.take_scene(&scene);
    assert_eq!(screen.map.search_overlay.shown(&scene, screen.clock.now_ms, true).len(), 3);
    screen.selection.units = vec![UnitId(2)];
    scene.view.selected.clone_from(&screen.selection.units);
    scene.searches.insert(0, land::thought(2, false));
    screen.take_scene(&scene);
    let shown = screen.map.search_overlay.shown(&scene, screen.clock.now_ms, true);
    assert_eq!((shown.len(), shown[0].thought.id), (3, 2));
}

#[test]
fn a_lens_is_chosen_by_digit_by_typing_and_by_mouse() {
    let (mut screen, mut scene) = screen(120, 40);
    typed(&mut screen, &mut scene, "x");
    assert!(LENSES.iter().all(|lens| picture(&screen, &scene).contains(lens.name)));
    typed(&mut screen, &mut scene, "7");
    assert_eq!(screen.map.lens.map(|lens| lens.row().name), Some("heights"));
    assert!(picture(&screen, &scene).contains(&LENSES[6].sentence()), "the legend describes it");
    typed(&mut screen, &mut scene, "x");
    assert!(screen.map.lens.is_none() && screen.views.is_empty(), "again turns it off");
    typed(&mut screen, &mut scene, "xwear");
    press(&mut screen, &mut scene, KeyCode::Enter);
    assert_eq!(screen.map.lens, Some(Lens(2)));
    press(&mut screen, &mut scene, KeyCode::Esc);
    assert!(screen.map.lens.is_none(), "so does Esc");
    typed(&mut screen, &mut scene, "x");
    let left = MouseEventKind::Down(MouseButton::Left);
    let fourth = find(&screen, &scene, &format!("4 {}", LENSES[3].name)).expect("a row");
    screen.mouse(&mouse_event(left, fourth), &scene);
    assert_eq!(screen.map.lens, Some(Lens(3)));
    scene = land::scene(&screen);
    let legend = find(&screen, &scene, " off ").expect("the legend's key");
    screen.mouse(&mouse_event(left, legend), &scene);
    assert!(screen.map.lens.is_none(), "a click on the legend turns it off");
}

#[test]
fn a_lens_replaces_the_ground_and_leaves_the_unknown_dark() {
    let (mut screen, mut scene) = screen(120, 40);
    let cell = Cell::new(115, 100);
    all_modes(&mut screen, |screen| {
        let (mut screen, mut scene) = (screen.clone(), scene.clone());
        let without = at(&screen, &scene, cell);
        typed(&mut screen, &mut scene, "x1");
        let with = at(&screen, &scene, cell);
        assert_ne!(with, without, "{:?}", screen.theme);
        let colours = matches!(screen.theme.depth, Depth::True | Depth::Indexed);
        let is_digit = with.1.chars().all(|letter| letter.is_ascii_digit());
        assert!(
            is_digit || (colours && screen.theme.glyphs == Glyphs::Unicode),
            "{:?} {with:?}",
            screen.theme
        );
    });
    let hidden = |scene: &mut Scene| {
        scene.pixels.iter_mut().for_each(|pixel| pixel.visibility = Visibility::Unseen);
        scene.lens.iter_mut().for_each(|lens| lens.shades.fill(NO_SHADE));
    };
    hidden(&mut scene);
    let without = at(&screen, &scene, cell);
    typed(&mut screen, &mut scene, "x1");
    hidden(&mut scene);
    assert_eq!(at(&screen, &scene, cell), without);
}

#[test]
fn the_three_paths_have_their_own_dots() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    typed(&mut screen, &mut scene, "e");
    let row = |y: u16| (90..120).map(|x| Cell::new(x, y)).collect();
    let mut why = land::explanation();
    why.straight.cells = row(96);
    if let Some(second) = &mut why.runner_up {
        second.cells = row(92);
    }
    why.decisive_cell = Some(Cell::new(110, 88));
    screen.take_answer(screen.questions.last, Answer::Explain(Box::new(why)));
    all_modes(&mut screen, |screen| {
        assert_eq!(at(screen, &scene, Cell::new(101, 92)).1, "x", "{:?}", screen.theme);
        assert_eq!(at(screen, &scene, Cell::new(101, 96)).1, "/", "{:?}", screen.theme);
    });
}

#[test]
fn the_deciding_cell_blinks_only_with_motion() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    typed(&mut screen, &mut scene, "e");
    let why = Explanation { decisive_cell: Some(Cell::new(110, 88)), ..land::explanation() };
    screen.take_answer(screen.questions.last, Answer::Explain(Box::new(why)));
    let mut seen = |now| {
        let changed = screen.advance_clock(now);
        (changed, at(&screen, &scene, Cell::new(110, 88)).1 == "◆")
    };
    seen(1000);
    assert_eq!(seen(1100), (false, true));
    assert_eq!(seen(1600), (true, false));
    assert_eq!(seen(2000), (true, true));
    screen.clock.has_motion = false;
    screen.advance_clock(2600);
    assert_eq!(at(&screen, &scene, Cell::new(110, 88)).1, "◆");
}

#[test]
fn a_route_query_waits_for_one_answer_at_a_time() {
    let (mut screen, mut scene) = screen(120, 40);
    let from = screen.map.cursor;
    assert!(typed(&mut screen, &mut scene, "e").is_empty(), "there is no goal yet");
    assert_eq!(screen.mode, Mode::RouteQuery);
    let first = typed(&mut screen, &mut scene, "l");
    let to = Cell::new(from.x + 1, from.y);
    let Some(Effect::Ask(ticket, Question::ExplainBetween { kind: Kind::Porter, from: a, to: b })) =
        first.first()
    else {
        panic!("{first:?}")
    };
    assert_eq!((*a, *b), (from, to));
    assert!(typed(&mut screen, &mut scene, "lll").is_empty(), "an answer is pending");
    let next = screen.take_answer(*ticket, Answer::Explain(Box::new(land::explanation())));
    let cursor = screen.map.cursor;
    assert!(matches!(next[..], [Effect::Ask(_, Question::ExplainBetween { to, .. })] if to == cursor));
    assert!(picture(&screen, &scene).contains("Why this path?"));
    let kind = press(&mut screen, &mut scene, KeyCode::Tab);
    assert!(
        matches!(kind[..], [Effect::Ask(_, Question::ExplainBetween { kind: Kind::Scout, .. })]),
        "{kind:?}"
    );
    press(&mut screen, &mut scene, KeyCode::Enter);
    assert_eq!(
        screen.explaining.query.map(|between| between.start),
        Some(cursor),
        "Enter restarts from there"
    );
    press(&mut screen, &mut scene, KeyCode::Esc);
    assert_eq!((screen.mode, screen.explaining.answer.is_none()), (Mode::Land, true));
}

#[test]
fn a_long_explanation_can_be_read_to_its_end_at_any_size_by_key_and_by_mouse() {
    let mut turned = 0;
    for (width, height) in [(60, 20), (80, 24), (100, 20), (120, 40)] {
        for by_mouse in [false, true] {
            let (mut screen, mut scene) = screen(width, height);
            press(&mut screen, &mut scene, KeyCode::Tab);
            typed(&mut screen, &mut scene, "e");
            assert!(screen.explaining.is_open);
            let labels = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
            let mut why = land::explanation();
            why.labels = labels.to_vec();
            why.current.terms = vec![7000; labels.len()];
            why.words = (0..12).map(|i| format!("sentence number {i} about the path")).collect();
            screen.take_answer(screen.questions.last, Answer::Explain(Box::new(why.clone())));
            let mut read = String::new();
            while screen.explaining.is_open {
                let shown = picture(&screen, &scene);
                let more = shown.contains("[e more]");
                turned += u32::from(more);
                let place = find(&screen, &scene, "Why this path?").expect("a heading");
                read.push_str(&shown);
                if by_mouse {
                    let kind = MouseEventKind::Down(MouseButton::Left);
                    screen.mouse(&mouse_event(kind, place), &scene);
                } else {
                    press(&mut screen, &mut scene, KeyCode::Char('e'));
                }
                assert_eq!(screen.explaining.is_open, more, "{width}x{height}");
            }
            for word in labels.iter().map(|label| format!(" {label} ")) {
                assert!(read.contains(&word), "{width}x{height}: {word}");
            }
            for i in 0..12 {
                assert!(read.contains(&format!("number {i} ")), "{width}x{height}: {i}");
            }
            assert!(!picture(&screen, &scene).contains("Why this path?"));
        }
    }
    assert!(turned > 5, "{turned} pages were turned");
}

/// Wherever it leads, the explained path lies beside its explanation, without a panel too.
#[test]
fn an_explanation_never_covers_the_path_that_it_is_about() {
    for (width, height) in [(60, 20), (80, 24), (100, 20), (120, 40)] {
        let directions = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
        for ((dx, dy), steps) in directions.into_iter().flat_map(|by| [(by, 8), (by, 18)]) {
            let (mut screen, mut scene) = screen(width, height);
            press(&mut screen, &mut scene, KeyCode::Tab);
            typed(&mut screen, &mut scene, "e");
            screen.take_scene(&scene);
            let begin = screen.selection.leader_cell.expect("a unit is selected");
            let step = |by: i32| {
                Cell::new((i32::from(begin.x) + by * dx) as u16, (i32::from(begin.y) + by * dy) as u16)
            };
            let mut why = land::explanation();
            why.current.cells = (0..steps).map(step).collect();
            why.runner_up.as_mut().expect("a second path").cells = (1..steps).map(step).collect();
            screen.take_answer(screen.questions.last, Answer::Explain(Box::new(why)));
            let shown = frame(&screen, &scene);
            let glyph = |cell| {
                let place = screen.window().char_of(cell).expect("the path is in sight");
                shown.cell(place).expect("on the screen").symbol()
            };
            // Every other cell has a mark.
            let marks = (2..8).map(step).filter(|cell| ["·", "x"].contains(&glyph(*cell))).count();
            assert!(marks >= 2, "{width}x{height}: {steps} steps by ({dx}, {dy})");
        }
    }
}
