//! Proposals that wait to be confirmed, and what the screen says meanwhile.

use crate::kit::{end_life, names_in_list, picture, press, screen, tap, typed};
use crate::land;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use wayworn::app::levels::campaign;
use wayworn::grid::Cell;
use wayworn::scene::{Answer, Command, Question, Stop, TripLeg, TripPreview, TripView, UnitId, UnitMarker};
use wayworn::tui::{Depth, Effect, Mode, Screen};

/// A preview with one leg.
fn answered(screen: &mut Screen, to: Cell) -> Vec<Effect> {
    let legs = vec![TripLeg { to, cells: vec![Cell::new(100, 80), to], reaches: true, ..TripLeg::default() }];
    let preview = TripPreview { legs, words: "to Mill: 20 steps".into(), road_cells: Vec::new() };
    let ticket = screen.questions.last;
    screen.take_answer(ticket, Answer::Preview(preview))
}

#[test]
fn keys_that_mean_nothing_do_not_cover_a_proposal() {
    let (mut screen, mut scene) = screen(60, 20);
    press(&mut screen, &mut scene, KeyCode::Tab);
    typed(&mut screen, &mut scene, "gl");
    answered(&mut screen, Cell::new(101, 80));
    for letter in "rsdpv".chars() {
        assert!(press(&mut screen, &mut scene, KeyCode::Char(letter)).is_empty());
        assert!(screen.mode == Mode::Go && screen.notices.current().is_none(), "{letter}");
    }
    assert!(picture(&screen, &scene).contains("to Mill: 20 steps"));
}

/// A path of waypoints is measured anew while its unit walks, not while time stands still.
#[test]
fn waypoints_are_measured_anew_while_time_runs() {
    for (paused, asks) in [(false, true), (true, false)] {
        let (mut screen, mut scene) = screen(120, 40);
        press(&mut screen, &mut scene, KeyCode::Tab);
        typed(&mut screen, &mut scene, "wla");
        answered(&mut screen, Cell::new(101, 80));
        screen.time_pace.paused = paused;
        let asked: Vec<Effect> = (0..100).flat_map(|_| screen.take_scene(&scene)).collect();
        let is_preview = |effect: &Effect| matches!(effect, Effect::Ask(_, Question::Preview { .. }));
        assert_eq!(asked.iter().any(is_preview), asks, "{asked:?}");
        screen.notices.notify("bookmarked");
        answered(&mut screen, Cell::new(101, 80));
        assert!(screen.notices.current().is_some(), "what is said meanwhile stays");
        screen.notices.take();
        assert!(picture(&screen, &scene).contains("to Mill: 20 steps"), "the old one is shown meanwhile");
    }
}

#[test]
fn an_open_explanation_is_about_what_is_proposed() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    typed(&mut screen, &mut scene, "egl");
    let to = Cell::new(101, 80);
    let asked = answered(&mut screen, to);
    let [Effect::Ask(_, Question::ExplainProposed { from, to: end, .. })] = asked[..] else {
        panic!("{asked:?}")
    };
    assert_eq!((from, end), (Cell::new(100, 80), to));
    let after = press(&mut screen, &mut scene, KeyCode::Esc);
    assert!(matches!(after[..], [Effect::Ask(_, Question::Explain { .. })]), "{after:?}");
}

#[test]
fn with_the_cursor_on_a_queued_stop_its_leg_is_explained() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    let stops = [Cell::new(100, 80), Cell::new(104, 84), Cell::new(110, 84)];
    let stop = |place: Cell| Stop { place: Some(place), words: String::new() };
    scene.routes = vec![TripView { stops: stops.map(stop).to_vec(), ..TripView::default() }];
    screen.take_scene(&scene);
    screen.map.cursor = stops[2];
    let asked = typed(&mut screen, &mut scene, "e");
    let [Effect::Ask(_, Question::ExplainProposed { from, to, .. })] = asked[..] else { panic!("{asked:?}") };
    assert_eq!((from, to), (stops[1], stops[2]));
    screen.map.cursor = stops[0];
    let asked = screen.request_explanation();
    assert!(matches!(asked[..], [Effect::Ask(_, Question::Explain { .. })]), "{asked:?}");
}

#[test]
fn the_first_tab_selects_a_unit_under_way() {
    let (mut screen, mut scene) = screen(120, 40);
    scene.nearest_under_way = Some(UnitId(3));
    screen.key(&KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE), &scene);
    assert_eq!(screen.selection.leader(), Some(UnitId(3)));
}

#[test]
fn the_menu_of_orders_begins_with_what_the_unit_can_do() {
    let (mut screen, mut scene) = screen(120, 60);
    press(&mut screen, &mut scene, KeyCode::Tab);
    screen.map.cursor = Cell::new(140, 100);
    let names = |screen: &mut Screen| -> Vec<String> {
        tap(screen, KeyCode::Char('o'));
        let names = names_in_list(screen, &land::scene(screen));
        tap(screen, KeyCode::Esc);
        names
    };
    let place = |names: &[String], name: &str| names.iter().position(|other| other == name).expect("listed");
    let all = names(&mut screen);
    assert!(all.len() > 40, "{all:?}");
    for (can, cannot) in [("trade", "attack"), ("explore", "rally"), ("all", "work"), ("patrol", "follow")] {
        assert!(place(&all, can) < place(&all, cannot), "{can} before {cannot}");
    }
    screen.map.cursor = Cell::new(104, 83);
    let all = names(&mut screen);
    assert!(place(&all, "attack") < place(&all, "rally"), "a unit is under the cursor");
}

#[test]
fn without_colours_their_key_says_what_is_in_force() {
    let (mut screen, mut scene) = screen(80, 24);
    screen.theme.depth = Depth::Mono;
    typed(&mut screen, &mut scene, "c");
    assert!(screen.notices.current().is_some_and(|notice| notice.text.contains("monochrome")));
    assert!(picture(&screen, &scene).contains("colours: monochrome"));
}

#[test]
fn a_box_that_is_given_up_asks_for_no_corner() {
    let (mut screen, mut scene) = screen(80, 24);
    typed(&mut screen, &mut scene, "v");
    assert!(picture(&screen, &scene).contains("move to the other corner"));
    tap(&mut screen, KeyCode::Esc);
    assert!(!picture(&screen, &scene).contains("corner"));
}

/// A selected unit stands where the name would be: the name moves aside, and stays whole.
#[test]
fn no_unit_overprints_a_name() {
    let (mut screen, mut scene) = screen(120, 40);
    let place = scene.town_markers[0].clone();
    for dx in 1..12 {
        let cell = Cell::new(place.cell.x + dx, place.cell.y);
        let unit = UnitMarker { id: UnitId(1), cell, selected: true, ..scene.unit_markers[0].clone() };
        scene.unit_markers = vec![unit];
        screen.map.cursor = Cell::new(60, 60);
        assert!(picture(&screen, &scene).contains(&place.name), "{dx} columns to the right");
    }
}

/// In the narrowest window.
#[test]
fn every_row_of_the_lists_is_read_whole() {
    for keys in ["x", "\to", "P", "G"] {
        let (mut screen, mut scene) = screen(60, 20);
        screen.campaign = campaign();
        typed(&mut screen, &mut scene, keys);
        for _ in 0..50 {
            press(&mut screen, &mut scene, KeyCode::Down);
            let picture = picture(&screen, &scene);
            let below_filter = picture.lines().skip_while(|line| !line.contains("type to filter")).skip(1);
            let rows = below_filter.take_while(|line| !line.contains("───"));
            assert!(rows.clone().count() > 2 && rows.clone().all(|row| !row.contains('…')), "{picture}");
        }
    }
}

#[test]
fn the_help_has_the_sign_of_a_foreign_settlement() {
    let (mut screen, mut scene) = screen(120, 60);
    typed(&mut screen, &mut scene, "?");
    let seen = (0..20).any(|_| {
        press(&mut screen, &mut scene, KeyCode::PageDown);
        picture(&screen, &scene).lines().any(|line| line.contains('∩') && line.contains("another people"))
    });
    assert!(seen);
}

#[test]
fn the_help_of_a_mode_begins_with_its_own_keys() {
    for (keys, heading) in [("\t@?", "Playing as a unit"), ("d?", "Editing the land"), ("\tw?", "Waypoints")]
    {
        let (mut screen, mut scene) = screen(60, 20);
        typed(&mut screen, &mut scene, keys);
        let picture = picture(&screen, &scene);
        assert!(picture.lines().nth(2).is_some_and(|line| line.contains(heading)), "{picture}");
    }
}

#[test]
fn time_stands_still_while_the_end_of_a_life_is_told() {
    let (mut screen, _) = screen(80, 24);
    assert_eq!(end_life(&mut screen), [Effect::Pause(true)]);
    assert_eq!(screen.active_mode(), Mode::LifeOver);
    let ended = tap(&mut screen, KeyCode::Enter);
    assert_eq!(ended, [Effect::Pause(false), Effect::Command(Command::NextLife)]);
}
