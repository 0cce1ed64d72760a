//! Playing as a unit: every key is an action, and the unit's state is shown at every size.

use crate::kit::{end_life, meet, picture, press, screen, tap, typed};
use crate::land;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use wayworn::grid::{Cell, Dir8};
use wayworn::scene::{
    Action, Answer, Choice, Command, Explanation, Question, Scene, Stance, Thing, TripLeg, TripPreview,
    UnitId, UnitMarker,
};
use wayworn::tui::{Effect, Mode, Screen};

/// A screen on which the first unit is possessed.
fn possessing(width: u16, height: u16) -> (Screen, Scene) {
    let (mut screen, mut scene) = screen(width, height);
    press(&mut screen, &mut scene, KeyCode::Tab);
    let effects = typed(&mut screen, &mut scene, "@");
    assert_eq!(effects, [Effect::Command(Command::Possess(UnitId(1)))]);
    screen.take_scene(&scene);
    assert!(screen.mode.is_possession());
    (screen, scene)
}

fn command(action: Action) -> Vec<Effect> {
    vec![Effect::Command(Command::TakeAction(action))]
}

#[test]
fn letters_arrows_and_digits_are_steps() {
    let (mut screen, mut scene) = possessing(120, 40);
    for (keys, dir) in
        [("l6", Dir8::East), ("y7", Dir8::NorthWest), ("j2", Dir8::South), ("n3", Dir8::SouthEast)]
    {
        for key in keys.chars() {
            assert_eq!(
                press(&mut screen, &mut scene, KeyCode::Char(key)),
                command(Action::Step(dir)),
                "{key}"
            );
        }
    }
    assert_eq!(press(&mut screen, &mut scene, KeyCode::Left), command(Action::Step(Dir8::West)));
    let far = screen.key(&KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT), &scene);
    assert_eq!(far, command(Action::Travel(Cell::new(108, 80))));
    for (key, wanted) in [
        ('.', Action::Wait),
        ('5', Action::Wait),
        (' ', Action::Wait),
        ('s', Action::Search),
        ('r', Action::Rest),
    ] {
        assert_eq!(press(&mut screen, &mut scene, KeyCode::Char(key)), command(wanted), "{key}");
    }
}

#[test]
fn exploring_is_proposed_and_confirmed_and_travel_asks_where() {
    let (mut screen, mut scene) = possessing(120, 40);
    let asked = typed(&mut screen, &mut scene, "x");
    let [Effect::Ask(ticket, Question::Explore { unit: UnitId(1) })] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    let goal = Cell::new(120, 70);
    let words = "explore: the nearest border of the known, 20 steps east, 0.4 days".to_owned();
    let legs = vec![TripLeg {
        to: goal,
        cells: vec![Cell::new(100, 80), goal],
        reaches: true,
        ..TripLeg::default()
    }];
    screen.take_answer(*ticket, Answer::Preview(TripPreview { legs, words, road_cells: Vec::new() }));
    assert!(picture(&screen, &scene).contains("0.4 days — x goes there"));
    assert_eq!(typed(&mut screen, &mut scene, "x"), command(Action::Explore(goal)));
    assert!(screen.draft.preview.is_none());

    let asked = typed(&mut screen, &mut scene, ";l");
    assert!(matches!(asked.as_slice(), [Effect::Ask(_, Question::Preview { .. })]), "{asked:?}");
    assert_eq!(press(&mut screen, &mut scene, KeyCode::Enter), command(Action::Travel(Cell::new(101, 80))));
    assert!(screen.mode.is_possession());
}

#[test]
fn escape_ends_the_possession_despite_older_scenes() {
    let (mut screen, mut scene) = possessing(120, 40);
    let before = scene.clone();
    assert_eq!(press(&mut screen, &mut scene, KeyCode::Esc), [Effect::Command(Command::Release)]);
    assert!(!screen.mode.is_possession());
    screen.take_scene(&before);
    assert!(!screen.mode.is_possession(), "that scene was made before");
    screen.take_scene(&scene);
    screen.take_scene(&before);
    assert!(screen.mode.is_possession(), "a unit is possessed again");
}

#[test]
fn the_units_state_is_shown_at_every_size() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let (screen, scene) = possessing(width, height);
        let drawn = picture(&screen, &scene);
        let top = drawn.lines().next().unwrap();
        for word in ["Ada", "food 4.2", "wounds 1", "tired 62"] {
            assert!(top.contains(word), "{width}: {top}");
        }
        assert!(drawn.contains("PLAYING"), "{drawn}");
    }
}

/// A wanderer in a settlement sees the way to its market in the narrowest window.
#[test]
fn a_wanderer_in_a_settlement_is_shown_its_pack() {
    let (mut screen, scene) = possessing(60, 20);
    let last = |screen: &Screen| picture(screen, &scene).lines().last().unwrap().to_owned();
    (screen.possession.has_one_life, screen.is_on_settlement) = (true, false);
    assert!(!last(&screen).contains("pack"), "{}", last(&screen));
    screen.is_on_settlement = true;
    assert!(last(&screen).contains("i pack") && last(&screen).contains("? keys"), "{}", last(&screen));
}

#[test]
fn the_end_of_a_life_is_shown_and_the_next_begins() {
    for (width, height) in [(60, 20), (120, 40)] {
        let (mut screen, _) = screen(width, height);
        end_life(&mut screen);
        assert_eq!(screen.active_mode(), Mode::LifeOver);
        assert!(picture(&screen, &land::scene(&screen)).contains("starved north of Mill"));
        let mut viewing = screen.clone();
        let between = Scene { wander: Some(land::wander()), ..land::scene(&viewing) };
        viewing.key(&KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE), &between);
        assert!(!picture(&viewing, &between).contains("see them think"), "no hints between two lives");
        let begun = tap(&mut screen, KeyCode::Enter);
        assert_eq!(begun, [Effect::Pause(false), Effect::Command(Command::NextLife)]);
        end_life(&mut screen);
        assert!(screen.views.is_empty(), "it is shown once");
    }
}

#[test]
fn what_is_at_hand_has_to_be_chosen_by_digit_or_by_enter() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let (mut screen, _) = screen(width, height);
        let met = meet(&mut screen, true);
        assert_eq!(screen.active_mode(), Mode::Choosing);
        let drawn = picture(&screen, &met);
        for words in ["robbers wait in cover", "1 fight", "2 hide", "45 %, or 2 wounds"] {
            assert!(drawn.contains(words), "{width}: {words}\n{drawn}");
        }
        let key = |screen: &mut Screen, code| screen.key(&KeyEvent::new(code, KeyModifiers::NONE), &met);
        key(&mut screen, KeyCode::Esc);
        assert_eq!(screen.active_mode(), Mode::Possession);
        assert_eq!(key(&mut screen, KeyCode::Char('.')), [], "nothing else can be done");
        assert_eq!(screen.active_mode(), Mode::Choosing);
        assert_eq!(key(&mut screen, KeyCode::Char('3')), command(Action::Choose(Choice::Give)));
        let (mut screen, _) = self::screen(width, height);
        meet(&mut screen, true);
        key(&mut screen, KeyCode::Down);
        assert_eq!(key(&mut screen, KeyCode::Enter), command(Action::Choose(Choice::Hide)));
    }
}

#[test]
fn the_pack_is_bought_left_and_read() {
    for (width, height) in [(60, 20), (120, 40)] {
        let (mut screen, _) = screen(width, height);
        let here = meet(&mut screen, false);
        let key = |screen: &mut Screen, code| screen.key(&KeyEvent::new(code, KeyModifiers::NONE), &here);
        key(&mut screen, KeyCode::Char('i'));
        assert_eq!(screen.active_mode(), Mode::Pack);
        let drawn = picture(&screen, &here);
        for words in ["market of Mill", "4 coin, 2 of 4 things", "rope", "2 coin: to Oxley"] {
            assert!(drawn.contains(words), "{width}: {words}\n{drawn}");
        }
        assert_eq!(key(&mut screen, KeyCode::Enter), command(Action::Drop(Thing::Rope)));
        for _ in 0..3 {
            key(&mut screen, KeyCode::Down);
        }
        assert_eq!(key(&mut screen, KeyCode::Enter), [], "a parcel that is carried is only told");
        key(&mut screen, KeyCode::Down);
        assert_eq!(key(&mut screen, KeyCode::Enter), command(Action::Buy(Thing::Food)));
        for _ in 0..2 {
            key(&mut screen, KeyCode::Down);
        }
        assert_eq!(key(&mut screen, KeyCode::Enter), command(Action::TakeParcel));
        key(&mut screen, KeyCode::Char('i'));
        assert_eq!(screen.active_mode(), Mode::Possession);
        key(&mut screen, KeyCode::Char('i'));
        for _ in 0..2 {
            key(&mut screen, KeyCode::Down);
        }
        assert_eq!(key(&mut screen, KeyCode::Enter), command(Action::Use(Thing::Horn)), "blow the horn");
        assert_eq!(screen.active_mode(), Mode::Possession, "what comes of it is seen on the map");
    }
}

#[test]
fn the_way_of_the_nearest_foe_is_explained() {
    let (mut screen, mut scene) = possessing(120, 40);
    assert_eq!(typed(&mut screen, &mut scene, "e"), [], "no foe is in sight");
    let foe = UnitMarker { stance: Stance::Enemy, id: UnitId(9), ..scene.unit_markers[0].clone() };
    let seen = Scene { unit_markers: vec![foe], ..scene.clone() };
    let key = |screen: &mut Screen, letter| {
        screen.key(&KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE), &seen)
    };
    let asked = key(&mut screen, 'e');
    assert!(matches!(asked[..], [Effect::Ask(_, Question::Explain { unit: UnitId(9) })]), "{asked:?}");
    assert!(screen.explaining.is_open_in(screen.mode));
    let [Effect::Ask(ticket, _)] = asked[..] else { panic!("{asked:?}") };
    let drawn = |cells: Vec<Cell>| {
        let mut why = Explanation::default();
        why.current.cells = cells;
        let mut screen = screen.clone();
        screen.take_answer(ticket, Answer::Explain(Box::new(why)));
        picture(&screen, &seen)
    };
    let way = (102..108).map(|x| Cell::new(x, 84)).collect();
    assert_ne!(drawn(way), drawn(Vec::new()), "its path is drawn");
    assert_eq!(key(&mut screen, 'e'), []);
    assert!(!screen.explaining.is_open_in(screen.mode) && screen.mode.is_possession());
}
