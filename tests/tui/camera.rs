//! The camera, and what moves it: bookmarks, the small map, a unit that an idle camera follows.

use crate::kit::{click, frame, picture, screen_in, tap, typed};
use crate::land;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use std::sync::Arc;
use wayworn::grid::Cell;
use wayworn::scene::TownMarker;
use wayworn::tui::{Camera, Mode, Screen, Zoom};

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
