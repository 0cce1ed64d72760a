//! What moves the camera: bookmarks, the small map, a unit that an idle camera follows.

use crate::kit::{click, frame, picture, screen_in, tap, typed};
use crate::land;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Position;
use std::sync::Arc;
use wayworn::grid::Cell;
use wayworn::scene::TownMarker;
use wayworn::tui::{Mode, Screen};

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
        assert_eq!(screen.overview_size().is_some(), comes, "{width}×{height}");
        tap(&mut screen, KeyCode::Char(';'));
        assert_eq!(screen.overview_size().is_some(), !comes, "{width}×{height}");
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
        let place = TownMarker { cell: far, ..marked.town_markers[0].clone() };
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
fn wait(screen: &mut Screen, seconds: u64) {
    for _ in 0..seconds * 10 {
        screen.advance_clock(screen.now_ms + 100);
        screen.take_scene(&land::scene(screen));
    }
}

#[test]
fn the_idle_camera_follows_a_unit_until_any_key() {
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    screen.selection.units.clear();
    screen.jump(Cell::new(20, 20));
    wait(&mut screen, 9);
    assert_eq!(screen.map.idle_follow, None);
    wait(&mut screen, 2);
    let under_way = screen.map.camera.centre;
    assert!(
        screen.map.idle_follow.is_some() && under_way.x > 20 && under_way.x < 100,
        "it glides: {under_way:?}"
    );
    wait(&mut screen, 20);
    assert!(screen.window().char_of(Cell::new(104, 82)).is_some());
    tap(&mut screen, KeyCode::Char('z'));
    assert!(screen.map.idle_follow.is_none() && screen.window().char_of(screen.map.cursor).is_some());
    let stays = screen.map.camera;
    wait(&mut screen, 9);
    assert_eq!(screen.map.camera, stays);
}

#[test]
fn it_never_follows_during_an_interaction() {
    for mode in Mode::ALL.into_iter().filter(|mode| *mode != Mode::Land) {
        let (mut screen, _) = screen_in(mode, 120, 40);
        let before = screen.map.camera;
        wait(&mut screen, 30);
        assert!(screen.map.idle_follow.is_none() && screen.map.camera == before, "{mode:?}");
    }
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    screen.auto_follow = false;
    wait(&mut screen, 30);
    assert_eq!(screen.map.idle_follow, None);
}
