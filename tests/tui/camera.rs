//! The camera, and what moves it: bookmarks, the small map, the director.

use crate::kit::{click, frame, picture, screen_in, tap, typed};
use crate::land;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use std::sync::Arc;
use wayworn::grid::Cell;
use wayworn::scene::{LogLine, PageKind, Scene, Story, TownMarker};
use wayworn::tui::{Camera, Effect, KeyIntent, Mode, SPEEDS, Screen, Zoom};

#[test]
fn a_bookmark_brings_the_cursor_back() {
    let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
    let before = screen.map.cursor;
    typed(&mut screen, &mut scene, "m3LLJJ");
    assert_ne!(screen.map.cursor, before);
    typed(&mut screen, &mut scene, "'");
    assert!(picture(&screen, &scene).contains("JUMP TO _  3 set  ? keys"), "{}", picture(&screen, &scene));
    typed(&mut screen, &mut scene, "3");
    assert_eq!((screen.map.cursor, screen.map.camera.centre), (before, before));
    typed(&mut screen, &mut scene, "'l");
    assert_eq!(screen.map.cursor, Cell::new(before.x + 1, before.y), "any other key forgets the question");
    assert_eq!(screen.bookmarks.prompt, None);
}

#[test]
fn it_is_shown_by_default_beside_a_panel_on_a_large_land() {
    for (width, height, comes) in [(120, 40, true), (80, 24, false), (300, 100, false)] {
        let (mut screen, _) = screen_in(Mode::Land, width, height);
        assert_eq!(screen.view().overview_size.is_some(), comes, "{width}×{height}");
        tap(&mut screen, KeyCode::Char(';'));
        assert_eq!(screen.view().overview_size.is_some(), !comes, "{width}×{height}");
    }
}

#[test]
fn a_click_on_it_jumps_there() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let (mut screen, _) = screen_in(Mode::Land, width, height);
        tap(&mut screen, KeyCode::Esc);
        screen.map.overview = Some(true);
        let far = Cell::new(180, 20);
        let mut marked = land::scene(&screen);
        let bare = frame(&screen, &marked);
        // Without a name, so that only its sign is drawn.
        let place = TownMarker { cell: far, name: String::new(), ..marked.town_markers[0].clone() };
        let map = marked.overview.as_mut().expect("the small map is on");
        Arc::make_mut(map).town_markers.push(place);
        let with_mark = frame(&screen, &marked);
        let differs = |at: &Position| bare[*at] != with_mark[*at];
        let seen: Vec<Position> = bare.area.positions().filter(differs).collect();
        let [at] = seen[..] else { panic!("{width}×{height}: {seen:?}") };
        click(&mut screen, (at.x, at.y));
        let centre = screen.map.camera.centre;
        assert!(centre.chebyshev(far) <= 8, "{centre:?}");
    }
}

/// Lets this many seconds pass, ten frames each.
/// A trip and a place worth watching, far from each other.
fn stories(screen: &Screen) -> Scene {
    let mut scene = land::scene(screen);
    let (unit, _, cell) = scene.mine[0];
    let trip = Story { unit: Some(unit), event: None, cell, words: "Ada carries salt".to_owned() };
    let place =
        Story { unit: None, event: None, cell: Cell::new(20, 20), words: "a hamlet is founded".to_owned() };
    scene.stories = vec![trip, place];
    scene
}

fn wait(screen: &mut Screen, seconds: u64) {
    for _ in 0..seconds * 10 {
        screen.advance_clock(screen.clock.now_ms + 100);
        screen.take_scene(&stories(screen));
    }
}

fn told(screen: &Screen) -> Option<&str> {
    screen.map.director.shot.as_ref().map(|shot| shot.story.words.as_str())
}

#[test]
fn the_director_cuts_from_story_to_story_until_any_other_key() {
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    screen.selection.units.clear();
    screen.map.jump(Cell::new(20, 20));
    wait(&mut screen, 9);
    assert_eq!(told(&screen), None);
    wait(&mut screen, 2);
    assert_eq!(told(&screen), Some("Ada carries salt"));
    let shown = stories(&screen);
    assert!(screen.window().char_of(shown.stories[0].cell).is_some(), "it cuts to the unit");
    assert_eq!(screen.view().selected, vec![shown.mine[0].0], "its route is drawn");
    // The unit's shot ends, and the place's: fourteen and eight seconds.
    wait(&mut screen, 14);
    assert_eq!(told(&screen), Some("a hamlet is founded"));
    assert!(screen.window().char_of(Cell::new(20, 20)).is_some());
    wait(&mut screen, 8);
    assert_eq!(told(&screen), Some("Ada carries salt"));
    screen.key(&KeyCode::Char('n').into(), &shown);
    assert_eq!((told(&screen), screen.mode), (Some("a hamlet is founded"), Mode::Watch));
    tap(&mut screen, KeyCode::Char('z'));
    assert!(told(&screen).is_none() && screen.map.cursor == Cell::new(20, 20), "keys are about the story");
    assert_eq!(screen.mode, Mode::Land);
    let stays = screen.map.camera;
    wait(&mut screen, 9);
    assert_eq!(screen.map.camera, stays);
}

#[test]
fn watching_has_the_whole_screen_but_for_one_line_until_a_key() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let (mut screen, _) = screen_in(Mode::Land, width, height);
        screen.selection.units.clear();
        screen.start_watching();
        wait(&mut screen, 1);
        assert_eq!(screen.window().area, Rect::new(0, 0, width, height - 1));
        let shown = picture(&screen, &stories(&screen));
        let last = shown.lines().last().unwrap_or_default();
        assert!(last.contains("Ada carries salt") && last.contains("n next story"), "{last}");
        assert!(!shown.contains("WAYWORN"));
        tap(&mut screen, KeyCode::Esc);
        assert!(picture(&screen, &stories(&screen)).contains("WAYWORN"));
    }
}

#[test]
fn at_the_fastest_pace_time_is_slow_while_the_camera_is_at_what_is_told() {
    let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
    let fastest = SPEEDS.len() - 1;
    (0..fastest).for_each(|_| drop(screen.update(KeyIntent::Faster, &scene)));
    screen.start_watching();
    assert!(!screen.selection.units.is_empty());
    for tenth in 1..=40u64 {
        screen.advance_clock(screen.clock.now_ms + 100);
        let line = scene.log.last().cloned().expect("a line");
        scene.log.push(LogLine { tick: line.tick + tenth, cell: Some(Cell::new(20, 20)), ..line });
        assert!(screen.take_scene(&scene).is_empty(), "the camera stays with what is selected");
    }
    screen.selection.units.clear();
    let at = Cell::new(20, 20);
    // A line every second.
    let mut changes = Vec::new();
    for tenth in 1..=300u64 {
        screen.advance_clock(screen.clock.now_ms + 100);
        if tenth.is_multiple_of(10) {
            let line = scene.log.last().cloned().expect("a line");
            scene.log.push(LogLine {
                tick: line.tick + 1,
                cell: Some(at),
                text: "a fort".to_owned(),
                ..line
            });
        }
        let effects = screen.take_scene(&scene);
        changes.extend(effects.into_iter().filter_map(|effect| match effect {
            Effect::Speed(speed) => Some((tenth, speed)),
            _ => None,
        }));
        if changes.last().is_some_and(|(_, speed)| SPEEDS[*speed] == 4) {
            assert_eq!(told(&screen), Some("a fort"));
            assert!(screen.window().char_of(at).is_some());
            let mut with_line = screen.clone();
            with_line.map.director.is_full = false;
            let picture = picture(&with_line, &scene);
            assert!(picture.contains("Esc stay here  n later  s why  ? keys"), "{picture}");
            check_why(&with_line, &scene);
        }
    }
    // It is told two seconds after the last one, and watched for eight.
    let slow = |(i, (tenth, speed)): (usize, &(u64, usize))| {
        let until = changes.get(i + 1).map_or(300, |next| next.0);
        (*speed != fastest).then_some(until - tenth)
    };
    let slowed: Vec<u64> = changes.iter().enumerate().filter_map(slow).collect();
    assert!(slowed.len() >= 3 && slowed[..2] == [80, 80], "{changes:?}");
    assert!(changes[1].0 + 18 <= changes[2].0, "between two of them time flies: {changes:?}");
    assert!(screen.time_pace.is_slowed || changes.last().is_some_and(|change| change.1 == fastest));
    screen.time_pace.is_slowed = true;
    tap(&mut screen, KeyCode::Char('?'));
    assert_eq!(screen.take_scene(&scene), [], "nor does it fly while something is read");
    tap(&mut screen, KeyCode::Esc);
    assert_eq!(screen.take_scene(&scene), [Effect::Speed(fastest)], "another key gives the pace back");
}

/// *Why*, by key and by click, opens the page of what is told, and *later* cuts to something else.
fn check_why(screen: &Screen, scene: &Scene) {
    let keys = picture(screen, scene);
    let (row, line) = keys.lines().enumerate().last().expect("a line of keys");
    let page = Some(PageKind::Event(scene.log.last().expect("a line").event));
    for (word, page, mode) in
        [("why", page, Mode::Town), ("stay", None, Mode::Land), ("later", None, Mode::Watch)]
    {
        let mut clicked = screen.clone();
        let column = line.split(word).next().map_or(0, |before| before.chars().count());
        click(&mut clicked, (column as u16, row as u16));
        assert_eq!((clicked.view().page, clicked.active_mode()), (page, mode), "{word} in {line}");
    }
    let mut pressed = screen.clone();
    pressed.key(&KeyCode::Char('s').into(), scene);
    assert_eq!(pressed.view().page, page);
    tap(&mut pressed, KeyCode::Esc);
    pressed.key(&KeyCode::Char('s').into(), scene);
    assert!(matches!(pressed.view().page, Some(PageKind::Town(_))), "later it is about the place again");
}

#[test]
fn it_never_cuts_during_an_interaction() {
    for mode in Mode::ALL.into_iter().filter(|mode| ![Mode::Land, Mode::Watch].contains(mode)) {
        let (mut screen, _) = screen_in(mode, 120, 40);
        let before = screen.map.camera;
        wait(&mut screen, 30);
        assert!(told(&screen).is_none() && screen.map.camera == before, "{mode:?}");
    }
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    screen.auto_follow = false;
    wait(&mut screen, 30);
    assert_eq!(told(&screen), None);
}

#[test]
fn a_cell_is_found_where_it_is_shown() {
    let land = (256, 256);
    for zoom in [Zoom::Near, Zoom::Close] {
        let camera = Camera { centre: Cell::new(100, 90), zoom, ..Camera::default() };
        let window = camera.window(Rect::new(3, 1, 80, 20), land);
        let cell = Cell::new(97, 93);
        let (column, row) = window.char_of(cell).expect("in sight");
        let found = [false, true].map(|lower| window.cell_at(column, row, lower, land));
        assert!(found.contains(&Some(cell)), "{zoom:?}: {found:?}");
    }
}

#[test]
fn a_small_land_stands_in_the_middle_and_a_large_one_fills_the_window() {
    let area = Rect::new(0, 1, 88, 36);
    for centre in [Cell::new(0, 0), Cell::new(63, 63)] {
        let window = Camera { centre, zoom: Zoom::Far, ..Camera::default() }.window(area, (64, 64));
        assert_eq!((window.left, window.top), (-56, -40), "{centre:?}");
    }
    let window = Camera { centre: Cell::new(255, 0), ..Camera::default() }.window(area, (256, 256));
    assert_eq!((window.left, window.top), (256 - 88 + 4, -4));
}

#[test]
fn the_initial_zoom_is_close_if_the_whole_land_fits() {
    let area = Rect::new(0, 1, 88, 36);
    for (land, zoom) in [((44, 36), Zoom::Close), ((45, 36), Zoom::Near), ((44, 37), Zoom::Near)] {
        assert_eq!(Zoom::initial(area, land), zoom, "{land:?}");
    }
}

#[test]
fn the_camera_follows_to_every_corner_and_survives_every_size() {
    let land = (64, 48);
    for (w, h) in [(0, 0), (1, 1), (5, 0), (60, 20), (500, 1)] {
        for zoom in [Zoom::Far, Zoom::Near, Zoom::Close] {
            let area = Rect::new(0, 0, w, h);
            let mut camera = Camera { centre: Cell::new(10, 10), zoom, ..Camera::default() };
            for cell in [Cell::new(0, 0), Cell::new(63, 47), Cell::new(63, 0)] {
                camera.keep_in_view(cell, area, land);
                if w > 8 && h > 8 {
                    assert!(camera.window(area, land).char_of(cell).is_some());
                }
            }
        }
    }
}
