//! Orders by keys and by mouse: removing, moving and inserting stops, rally points, roads, groups.

use crate::kit::{drag, find, mouse_event, names_in_list, picture, press, screen, typed};
use crate::land;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use wayworn::grid::Cell;
use wayworn::scene::{
    Answer, Command, Edit, Order, Question, Scene, StackEdit, Stop, TownIx, TripPreview, TripView, UnitId,
};
use wayworn::tui::{Effect, Glyphs, Mode, Screen};

/// A selected unit with three standing stops: at 129, 80, a rest, and at 110, 70.
fn selected(width: u16, height: u16) -> (Screen, Scene) {
    let (mut screen, mut scene) = screen(width, height);
    press(&mut screen, &mut scene, KeyCode::Tab);
    screen.take_scene(&scene);
    (screen, scene)
}

fn at(screen: &Screen, x: u16, y: u16) -> (u16, u16) {
    screen.window().char_of(Cell::new(x, y)).expect("in sight")
}

fn edited(effects: &[Effect]) -> Option<(u16, Option<Cell>, Edit)> {
    match effects {
        [Effect::Command(Command::EditOrders { at, place, edit, .. })] => Some((*at, *place, edit.clone())),
        _ => None,
    }
}

const STOP: Cell = Cell { x: 110, y: 70 };

#[test]
fn a_click_on_a_number_removes_the_stop_and_a_drag_moves_it() {
    for (width, height) in [(120, 40), (80, 24), (200, 60), (60, 20)] {
        let (mut screen, mut scene) = selected(width, height);
        let number = at(&screen, 110, 70);
        assert!(picture(&screen, &scene).contains('3'), "{width}×{height}");
        let effects = drag(&mut screen, &mut scene, &[number]);
        assert_eq!(edited(&effects), Some((2, Some(STOP), Edit::Remove)), "{width}×{height}");
        let (mut screen, mut scene) = selected(width, height);
        let to = at(&screen, 114, 74);
        let cell = screen.window().cell_at(to.0, to.1, false, land::LAND).expect("on the land");
        let effects = drag(&mut screen, &mut scene, &[number, (number.0 + 1, number.1), to]);
        assert_eq!(edited(&effects), Some((2, Some(STOP), Edit::MoveTo(cell))));
        assert!(screen.pointer.held_stop.is_none() && screen.pointer.drag.is_none());
    }
}

#[test]
fn a_click_on_the_cards_list_removes_the_stop() {
    let (mut screen, mut scene) = selected(120, 40);
    let row = find(&screen, &scene, "2 rest").expect("the card lists it");
    let effects = drag(&mut screen, &mut scene, &[row]);
    assert_eq!(edited(&effects), Some((1, None, Edit::Remove)));
}

#[test]
fn keys_pick_remove_and_move_standing_stops() {
    let (mut screen, mut scene) = selected(120, 40);
    typed(&mut screen, &mut scene, "w");
    assert!(picture(&screen, &scene).contains("3 stops: ] selects one"), "{}", picture(&screen, &scene));
    typed(&mut screen, &mut scene, "[");
    assert_eq!((screen.draft.selected_stop, screen.map.cursor), (Some(2), STOP));
    let effects = typed(&mut screen, &mut scene, "lljjm");
    assert_eq!(edited(&effects), Some((2, Some(STOP), Edit::MoveTo(Cell::new(112, 72)))));
    typed(&mut screen, &mut scene, "[[");
    let effects = press(&mut screen, &mut scene, KeyCode::Delete);
    assert_eq!(edited(&effects), Some((0, Some(Cell::new(129, 80)), Edit::Remove)));
    screen.map.cursor = STOP;
    let effects = typed(&mut screen, &mut scene, "X");
    assert_eq!(edited(&effects), Some((2, Some(STOP), Edit::Remove)), "the one under the cursor");
}

#[test]
fn every_change_of_a_draft_can_be_undone() {
    let (mut screen, mut scene) = selected(120, 40);
    typed(&mut screen, &mut scene, "wallljja");
    typed(&mut screen, &mut scene, "llla");
    let places = screen.draft.stops.clone();
    assert_eq!(places.len(), 3);
    typed(&mut screen, &mut scene, "]");
    typed(&mut screen, &mut scene, "kkm");
    assert_ne!(screen.draft.stops, places);
    typed(&mut screen, &mut scene, "X");
    assert_eq!(screen.draft.stops, places[1..]);
    let (from, to) = (screen.window().number_at(places[2], &scene).expect("in sight"), at(&screen, 115, 88));
    drag(&mut screen, &mut scene, &[from, to]);
    assert_eq!(screen.draft.stops[1], Cell::new(115, 88));
    drag(&mut screen, &mut scene, &[to]);
    assert_eq!(screen.draft.stops.len(), 1);
    for _ in 0..4 {
        press(&mut screen, &mut scene, KeyCode::Backspace);
    }
    assert_eq!(screen.draft.stops, places);
}

#[test]
fn an_insertion_into_standing_orders_is_previewed() {
    let (mut screen, mut scene) = selected(120, 40);
    let effects = typed(&mut screen, &mut scene, "i");
    assert!(matches!(effects[..], [Effect::Ask(_, Question::Insertion { .. })]));
    assert!(press(&mut screen, &mut scene, KeyCode::Enter).is_empty(), "nothing is known yet");
    let (ticket, cell) = (screen.questions.last, screen.map.cursor);
    let preview = TripPreview { words: "before 3: +12 steps".into(), ..TripPreview::default() };
    screen.take_answer(ticket, Answer::Insertion { at: 2, before: Some(STOP), preview });
    assert!(picture(&screen, &scene).contains("+12 steps"));
    let effects = press(&mut screen, &mut scene, KeyCode::Enter);
    assert_eq!(edited(&effects), Some((2, Some(STOP), Edit::Insert(Order::Go(cell)))));
}

#[test]
fn a_rally_is_set_by_keys_and_by_mouse_and_removed_by_an_empty_one() {
    let (mut by_keys, mut scene) = screen(120, 40);
    typed(&mut by_keys, &mut scene, "r");
    assert!(by_keys.notices.current().is_some_and(|n| n.refused), "the cursor is on no settlement");
    by_keys.map.cursor = Cell::new(120, 90);
    typed(&mut by_keys, &mut scene, "rlllla");
    assert!(picture(&by_keys, &scene).contains("RALLY 1 _"));
    let effects = press(&mut by_keys, &mut scene, KeyCode::Enter);
    let flag = Cell::new(124, 90);
    let rally = |orders| vec![Effect::Command(Command::Rally { town: TownIx(1), orders })];
    assert_eq!(effects, rally(vec![Order::Go(flag)]));

    let (mut by_mouse, mut scene) = screen(120, 40);
    let mill = at(&by_mouse, 120, 90);
    drag(&mut by_mouse, &mut scene, &[mill]);
    let word = find(&by_mouse, &scene, "r set the rally").expect("the card offers it");
    drag(&mut by_mouse, &mut scene, &[word]);
    let place = at(&by_mouse, 124, 90);
    drag(&mut by_mouse, &mut scene, &[place]);
    let go = find(&by_mouse, &scene, "Enter go").expect("the bottom line offers it");
    assert_eq!(drag(&mut by_mouse, &mut scene, &[go]), effects);

    by_mouse.map.cursor = Cell::new(120, 90);
    typed(&mut by_mouse, &mut scene, "r");
    assert_eq!(press(&mut by_mouse, &mut scene, KeyCode::Enter), rally(Vec::new()));
}

#[test]
fn orders_of_the_menu_that_need_a_place_are_proposed_at_the_cursor() {
    let purposes = [
        ("travel", "GO"),
        ("then", "THEN GO"),
        ("insert", "INSERT"),
        ("patrol", "PATROL"),
        ("connect", "ROAD"),
        ("settle", "SETTLE"),
    ];
    for (word, label) in purposes {
        let (mut screen, mut scene) = selected(80, 24);
        typed(&mut screen, &mut scene, "o");
        let row = {
            typed(&mut screen, &mut scene, word);
            find(&screen, &scene, &format!("{word} ")).unwrap_or_else(|| panic!("no {word}"))
        };
        let effects = drag(&mut screen, &mut scene, &[row]);
        assert!(matches!(effects[..], [Effect::Ask(..)]), "{word}");
        assert_eq!(screen.mode, Mode::Go);
        assert!(find(&screen, &scene, &format!(" {label} ")).is_some_and(|at| at.1 == 23), "{label}");
        if word == "insert" {
            continue;
        }
        let effects = press(&mut screen, &mut scene, KeyCode::Enter);
        assert!(matches!(effects[..], [Effect::Command(Command::Orders { .. })]), "{word}: {effects:?}");
    }
}

#[test]
fn every_order_of_the_menu_does_something() {
    let (mut tall, mut scene) = selected(120, 60);
    typed(&mut tall, &mut scene, "o");
    let names = names_in_list(&tall, &scene);
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let (mut screen, mut scene) = selected(120, 40);
        press(&mut screen, &mut scene, KeyCode::Tab);
        screen.map.cursor = if name == "rally" { Cell::new(120, 90) } else { Cell::new(104, 83) };
        typed(&mut screen, &mut scene, "o");
        typed(&mut screen, &mut scene, &name);
        let effects = press(&mut screen, &mut scene, KeyCode::Enter);
        let opened = screen.mode != Mode::Land || screen.selection.units.len() > 1 || screen.draft.is_pushing;
        assert!(
            screen.views.is_empty() != screen.draft.is_pushing && (opened || !effects.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn a_road_shows_new_cells_and_reused_cells_apart() {
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        let (mut screen, mut scene) = selected(120, 40);
        screen.theme.glyphs = glyphs;
        screen.map.cursor = Cell::new(90, 70);
        typed(&mut screen, &mut scene, "o");
        typed(&mut screen, &mut scene, "connect");
        press(&mut screen, &mut scene, KeyCode::Enter);
        let ticket = screen.questions.last;
        let road = (90..98).map(|x| (Cell::new(x, 76), x < 94)).collect();
        let preview = TripPreview {
            words: "road: 4 new cells, 4 reused".into(),
            road_cells: road,
            ..TripPreview::default()
        };
        screen.take_answer(ticket, Answer::Preview(preview));
        let picture = picture(&screen, &scene);
        assert!(picture.contains("++++====") && picture.contains("4 new cells, 4 reused"), "{picture}");
    }
}

#[test]
fn a_double_click_selects_all_of_a_kind_in_sight() {
    let (mut screen, mut scene) = screen(80, 24);
    screen.advance_clock(1000);
    let porter = at(&screen, 104, 82);
    drag(&mut screen, &mut scene, &[porter]);
    assert_eq!(screen.selection.units, vec![UnitId(2)]);
    screen.advance_clock(1200);
    drag(&mut screen, &mut scene, &[porter]);
    assert_eq!(screen.selection.units, vec![UnitId(2), UnitId(3)]);
    screen.advance_clock(3000);
    drag(&mut screen, &mut scene, &[porter]);
    assert_eq!(screen.selection.units, vec![UnitId(2)], "two clicks far apart are two clicks");
}

#[test]
fn groups_are_set_and_recalled_by_mouse_alone() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let (mut screen, mut scene) = selected(width, height);
        if width >= 100 {
            let word = find(&screen, &scene, "# group").expect("the panel offers it");
            drag(&mut screen, &mut scene, &[word]);
        } else {
            typed(&mut screen, &mut scene, "#");
        }
        assert!(screen.selection.is_setting_group);
        let digit = |screen: &Screen, wanted: u8| {
            let line = picture(screen, &land::scene(screen)).lines().last().unwrap().to_owned();
            line.find(&format!(" {wanted} ")).map(|at| (line[..=at].chars().count() as u16, height - 1))
        };
        let three = digit(&screen, 3).expect("the bottom line offers all digits");
        drag(&mut screen, &mut scene, &[three]);
        press(&mut screen, &mut scene, KeyCode::Tab);
        assert_eq!(screen.selection.units, vec![UnitId(2)]);
        assert!(digit(&screen, 4).is_none(), "only groups that there are");
        let three = digit(&screen, 3).expect("the bottom line offers the group");
        drag(&mut screen, &mut scene, &[three]);
        assert_eq!(screen.selection.units, vec![UnitId(1)]);
    }
}

#[test]
fn the_click_that_gives_an_order_does_not_take_it_back() {
    let (mut screen, mut scene) = selected(120, 40);
    let bare = Scene { routes: Vec::new(), ..scene.clone() };
    screen.take_scene(&bare);
    screen.advance_clock(1000);
    let number = at(&screen, 110, 70);
    for (kind, gives) in [("it is proposed", false), ("it is given", true)] {
        let left = MouseButton::Left;
        let pressed = screen.mouse(&mouse_event(MouseEventKind::Down(left), number), &bare);
        assert_eq!(matches!(pressed[..], [Effect::Command(_)]), gives, "{kind}");
        screen.mouse(&mouse_event(MouseEventKind::Up(left), number), &bare);
    }
    screen.take_scene(&scene);
    screen.advance_clock(1100);
    assert!(drag(&mut screen, &mut scene, &[number]).is_empty());
}

#[test]
fn more_than_nine_stops_have_letters() {
    let (screen, mut scene) = selected(120, 40);
    let stop = |x: u16| Stop { place: Some(Cell::new(70 + x, 84)), words: String::new() };
    scene.routes = vec![TripView { stops: (0..38).map(stop).collect(), ..TripView::default() }];
    assert!(find(&screen, &scene, "6789abcde").is_some() && find(&screen, &scene, "xyz+++").is_some());
}

#[test]
fn the_cursor_or_a_click_chooses_the_target_of_an_order() {
    // With a unit under the cursor, the order is given at once.
    let (mut screen, mut scene) = selected(80, 24);
    screen.map.cursor = Cell::new(104, 82);
    typed(&mut screen, &mut scene, "oattack");
    let effects = press(&mut screen, &mut scene, KeyCode::Enter);
    let [Effect::Command(Command::Orders { orders, .. })] = &effects[..] else { panic!("{effects:?}") };
    assert!(matches!(orders[..], [Order::Attack(_)]), "{orders:?}");
    // Without one, Enter is refused, and a click on a unit chooses the target.
    let (mut screen, mut scene) = selected(80, 24);
    screen.map.cursor = Cell::new(100, 86);
    typed(&mut screen, &mut scene, "oattack");
    press(&mut screen, &mut scene, KeyCode::Enter);
    assert!(picture(&screen, &scene).contains("ATTACK"));
    assert_eq!(press(&mut screen, &mut scene, KeyCode::Enter), Vec::new());
    assert!(screen.notices.current().is_some_and(|notice| notice.refused));
    let place = at(&screen, 104, 82);
    assert_eq!(drag(&mut screen, &mut scene, &[place]), effects);
}

#[test]
fn stacks_are_edited_by_keys_and_by_mouse_on_every_size() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let edit = |words: &str, by_mouse: bool| {
            let (mut screen, mut scene) = selected(width, height);
            screen.map.cursor = Cell::new(100, 86);
            let mut effects = Vec::new();
            for word in words.split(' ') {
                let keys = if screen.draft.is_pushing { word.to_owned() } else { format!("o{word}") };
                typed(&mut screen, &mut scene, &keys);
                effects = if by_mouse {
                    let row =
                        find(&screen, &scene, &format!("{word} ")).unwrap_or_else(|| panic!("no {word}"));
                    drag(&mut screen, &mut scene, &[row])
                } else {
                    press(&mut screen, &mut scene, KeyCode::Enter)
                };
            }
            assert!(!screen.draft.is_pushing && screen.views.is_empty());
            effects
        };
        for by_mouse in [false, true] {
            for (words, wanted) in [
                ("drop", (2, StackEdit::Drop)),
                ("clear", (2, StackEdit::Clear)),
                ("push flee", (0, StackEdit::Push(Order::Flee))),
            ] {
                let effects = edit(words, by_mouse);
                let [Effect::Command(Command::EditStack { height, edit, .. })] = &effects[..] else {
                    panic!("{words}: {effects:?}")
                };
                assert_eq!((*height, edit.clone()), wanted);
            }
        }
    }
}

#[test]
fn a_click_on_a_layer_of_the_card_drops_the_layers_above_it_or_the_top_one() {
    // Four layers: the drop leaves one less than the height in the command.
    for (words, left) in [("1 Flee", 3), ("2 Rest", 3), ("3 Travel", 2), ("4 Explore", 1)] {
        let (mut screen, mut scene) = selected(120, 40);
        let card = scene.unit_card.as_mut().unwrap();
        let layer =
            |(i, what): (usize, &str)| (if i == 0 { "doing" } else { "" }, format!("{} {what}", i + 1));
        card.facts = ["Flee", "Rest", "Travel", "Explore"].into_iter().enumerate().map(layer).collect();
        (card.layer_count, scene.layers) = (4, 4);
        let row = find(&screen, &scene, words).unwrap();
        let effects = drag(&mut screen, &mut scene, &[row]);
        let [Effect::Command(Command::EditStack { unit: UnitId(1), height, edit: StackEdit::Drop })] =
            effects[..]
        else {
            panic!("{words}: {effects:?}")
        };
        assert_eq!(height - 1, left, "{words}");
        assert!(screen.notices.current().is_some_and(|notice| notice.text.contains("dropped")));
    }
    // A livelihood alone, and a possessed unit, have nothing to click.
    for (layers, keys) in [(1, ""), (2, "@")] {
        let (mut screen, mut scene) = selected(120, 40);
        typed(&mut screen, &mut scene, keys);
        scene.unit_card.as_mut().unwrap().layer_count = layers;
        scene.layers = layers;
        let row = find(&screen, &scene, "Explore (its").unwrap();
        assert_eq!(drag(&mut screen, &mut scene, &[row]), Vec::new(), "{layers} {keys}");
    }
}
