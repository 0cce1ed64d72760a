//! Tests over the key table: whatever a key does, a click on its row of the help does too, and every command can be
//! given by keys and by mouse.

use crate::kit::{click, find, frame, help_row, mouse, picture, place_of, places_in, screen, screen_in, tap};
use crate::land;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use wayworn::grid::Cell;
use wayworn::scene::Command;
use wayworn::tui::{Binding, Effect, KeyIntent, Keys, Mode, Screen, TABLE, intent_name, key_of};

/// The visible state of a screen, for comparison.
fn visible_state(screen: &Screen) -> String {
    let mut seen = screen.clone();
    seen.hints.used.clear();
    format!("{seen:?}")
}

/// Clicks on the bottom line's "? keys", then on the help's row for this key.
fn click_in_help(screen: &mut Screen, binding: &Binding) -> Vec<Effect> {
    let place = place_of(screen, "? keys");
    click(screen, place);
    let row = help_row(binding.label, binding.help);
    for _ in 0..200 {
        for place in places_in(&frame(screen, &land::scene(screen)), &row) {
            let mut clicked = screen.clone();
            let effects = click(&mut clicked, place);
            // A row for another mode is refused.
            if clicked.active_mode() != Mode::Help
                || clicked.notices.current().is_none_or(|notice| !notice.refused)
            {
                *screen = clicked;
                return effects;
            }
        }
        tap(screen, KeyCode::Down);
    }
    panic!("no {row:?} in the help")
}

#[test]
fn whatever_a_key_does_a_click_does_too() {
    for (width, height) in [(120, 40), (200, 60)] {
        for mode in Mode::ALL.into_iter().filter(|mode| mode.moves_cursor()) {
            for binding in TABLE.iter().filter(|b| b.modes.contains(&mode) && !b.help.is_empty()) {
                if binding.intent == KeyIntent::Help {
                    continue;
                }
                let (mut typed, _) = screen_in(mode, width, height);
                let (mut clicked, _) = screen_in(mode, width, height);
                let by_key = tap(&mut typed, binding.keys[0]);
                let by_click = click_in_help(&mut clicked, binding);
                assert_eq!(by_key, by_click, "{binding:?} in {mode:?}");
                assert_eq!(visible_state(&typed), visible_state(&clicked), "{binding:?} in {mode:?}");
            }
        }
    }
}

/// Keys rebound in a test, by their names in the settings.
const MOVED: [(&str, KeyCode); 18] = [
    ("next", KeyCode::F(1)),
    ("previous", KeyCode::F(2)),
    ("confirm", KeyCode::F(3)),
    ("undo", KeyCode::F(4)),
    ("back", KeyCode::F(5)),
    ("next-tool", KeyCode::F(6)),
    ("previous-tool", KeyCode::F(7)),
    ("next-kind", KeyCode::F(8)),
    ("append", KeyCode::Char('ä')),
    ("draw", KeyCode::Char('ö')),
    ("waypoints", KeyCode::Char('ü')),
    ("explain", KeyCode::Char('à')),
    ("history", KeyCode::Char('é')),
    ("year", KeyCode::Char('è')),
    ("objectives", KeyCode::Char('ñ')),
    ("all-of-kind", KeyCode::Char('ç')),
    ("set-group", KeyCode::Char('ß')),
    ("next-story", KeyCode::F(9)),
];

/// Their former texts.
const FORMER: [&str; 10] =
    ["Tab", "Enter", "Backspace", "Esc ", "[e]", "press a at", "A all", "# group", "w waypoints", "d draw"];

#[test]
fn every_text_names_a_key_by_its_current_binding() {
    for mode in Mode::ALL {
        let (mut screen, scene) = screen_in(mode, 300, 100);
        for (name, key) in MOVED {
            screen.keys.rebind(name, &[key]).expect("a known name");
        }
        let mut text = picture(&screen, &scene);
        for intent in [KeyIntent::Undo, KeyIntent::Line, KeyIntent::Append, KeyIntent::Rally] {
            screen.update(intent, &scene);
            text.push_str(&picture(&screen, &scene));
        }
        for row in text.lines() {
            let old = FORMER.iter().find(|word| row.contains(*word));
            assert_eq!(old, None, "{mode:?}: {row}");
        }
        assert!(text.chars().any(|letter| "äöüàéèñçß".contains(letter)) || text.contains('F'), "{mode:?}");
    }
}

/// Carries out a line of a script: `type KEYS` (`>` is Tab, `/` Enter, `<` Backspace), `cell X Y` and `word TEXT`
/// click, `seek TEXT` pages through the help for it and clicks, `drag X Y` drags from the last click.
fn act(screen: &mut Screen, line: &str) -> Vec<Effect> {
    let (verb, rest) = line.split_once(' ').expect("a verb and what for");
    let at = |screen: &Screen| {
        let (x, y) = rest.split_once(' ').expect("two numbers");
        let number = |text: &str| text.parse::<u16>().expect("a number");
        screen.window().char_of(Cell::new(number(x), number(y))).expect("in sight")
    };
    match verb {
        "type" => rest.chars().flat_map(|letter| tap(screen, code_of(letter))).collect(),
        "cell" => {
            let place = at(screen);
            click(screen, place)
        }
        "word" => {
            screen.take_scene(&land::scene(screen));
            let place = place_of(screen, rest);
            click(screen, place)
        }
        "seek" => {
            let mut pages = 0;
            while find(screen, &land::scene(screen), rest).is_none() && pages < 9 {
                let place = place_of(screen, "Down scroll");
                click(screen, place);
                pages += 1;
            }
            let place = place_of(screen, rest);
            click(screen, place)
        }
        "drag" => {
            let place = at(screen);
            mouse(screen, MouseEventKind::Drag(MouseButton::Left), place)
        }
        _ => panic!("{verb} is no verb"),
    }
}

fn code_of(letter: char) -> KeyCode {
    match letter {
        '>' => KeyCode::Tab,
        '/' => KeyCode::Enter,
        '<' => KeyCode::Backspace,
        other => KeyCode::Char(other),
    }
}

/// A name for each command. Exhaustive, so that a new one cannot be forgotten.
fn name_of(command: &Command) -> &'static str {
    match command {
        Command::Orders { .. } => "orders",
        Command::UndoOrders { .. } => "undo orders",
        Command::EditLand { .. } => "edit land",
        Command::Spawn { .. } => "spawn",
        Command::Remove { .. } => "remove",
        Command::Undo => "undo",
        Command::AnswerCharter { .. } => "answer charter",
        Command::FreeBuild(_) => "free build",
        Command::EditOrders { .. } => "edit orders",
        Command::Rally { .. } => "rally",
        Command::EditStack { .. } => "edit stack",
        Command::Possess(_) => "possess",
        Command::Release => "release",
        Command::TakeAction(_) => "take action",
        Command::NextLife => "next life",
        Command::Works(_) => "works",
    }
}

/// Every command: by keys, and by mouse.
const COMMANDS: [(&str, &str, &str); 15] = [
    ("orders", "type >wlllla/", "cell 100 80;word w waypoints;cell 110 84;word Enter go"),
    ("edit orders", "type >w]X", "cell 100 80;cell 110 70"),
    ("edit stack", "type >odrop/", "cell 100 80;word o orders;word end the current"),
    ("rally", "type LLllllJjjrlllla/", "cell 120 90;word set the rally;cell 124 90;word Enter go"),
    ("undo orders", "type ><", "cell 100 80;word ? keys;seek undo the last order"),
    ("edit land", "type d4/", "word d draw;word bridge;cell 110 84"),
    ("spawn", "type ds>/", "word d draw;word spawn porter;cell 110 84"),
    ("remove", "type dr/", "word d draw;word remove;cell 110 84"),
    ("undo", "type d<", "word d draw;word Backspace undo"),
    ("answer charter", "type *a", "word * objectives;word a accept"),
    ("free build", "type $f", "word 12 coin;word sandbox"),
    ("works", "type $/", "word 12 coin;word bridge"),
    ("possess", "type >@", "cell 100 80;word this unit"),
    ("possess, take action", "type >@l", "cell 100 80;word this unit;cell 110 84"),
    ("possess, release", "type >@@", "cell 100 80;word this unit;word Esc leave"),
];

#[test]
fn every_command_can_be_given_by_keys_and_by_mouse() {
    for (name, keys, mouse) in COMMANDS {
        for script in [keys, mouse] {
            let (mut screen, _) = screen(120, 40);
            let effects = script.split(';').flat_map(|line| act(&mut screen, line));
            let given = effects.filter_map(|effect| match effect {
                Effect::Command(command) => Some(name_of(&command)),
                _ => None,
            });
            assert_eq!(given.collect::<Vec<_>>().join(", "), name, "{script}");
        }
    }
}

fn meaning(keys: &Keys, mode: Mode, code: KeyCode) -> Option<KeyIntent> {
    keys.intent(mode, &KeyEvent::new(code, KeyModifiers::NONE))
}

#[test]
fn the_table_itself_has_no_clash() {
    assert_eq!(Keys::default().find_clash(), None);
}

#[test]
fn a_key_that_opens_a_mode_leaves_it_wherever_it_is_put() {
    let mut keys = Keys::default();
    keys.rebind("waypoints", &[KeyCode::Char('ö')]).expect("a known name");
    assert_eq!(keys.find_clash(), None);
    assert_eq!(meaning(&keys, Mode::Land, KeyCode::Char('ö')), Some(KeyIntent::Waypoints));
    assert_eq!(meaning(&keys, Mode::Waypoints, KeyCode::Char('ö')), Some(KeyIntent::Back));
    assert_eq!(meaning(&keys, Mode::Waypoints, KeyCode::Esc), Some(KeyIntent::Back));
    assert_eq!(meaning(&keys, Mode::Land, KeyCode::Char('w')), None);
    assert_eq!(keys.key_for(KeyIntent::Waypoints), "ö");
}

#[test]
fn a_key_is_named_without_what_is_typed_after_it() {
    let mut keys = Keys::default();
    assert_eq!(keys.key_for(KeyIntent::SetBookmark), "m");
    keys.rebind("set-bookmark", &[KeyCode::Char('ö')]).expect("a known name");
    assert_eq!(keys.key_for(KeyIntent::SetBookmark), "ö");
    let row = TABLE.iter().find(|row| row.intent == KeyIntent::SetBookmark).expect("a row");
    assert_eq!(keys.key_text(row), "ö 1-9");
    assert_eq!(keys.key_for_in(Mode::Log, KeyIntent::Next), "Tab");
}

#[test]
fn other_letters_can_steer_and_free_the_old_ones() {
    let mut keys = Keys::default();
    keys.rebind("left", &[KeyCode::Char('ä')]).expect("a small letter");
    keys.rebind("explain", &[KeyCode::Char('h')]).expect("a known name");
    assert_eq!(keys.find_clash(), None);
    assert_eq!(meaning(&keys, Mode::Land, KeyCode::Char('Ä')), Some(KeyIntent::Steer(-8, 0)));
    assert_eq!(meaning(&keys, Mode::Land, KeyCode::Char('h')), Some(KeyIntent::Explain));
}

#[test]
fn inconsistent_bindings_are_reported() {
    let with = |name: &str, key: KeyCode| {
        let mut keys = Keys::default();
        keys.rebind(name, &[key]).map(|()| keys.find_clash().map(|(_, why)| why))
    };
    let clash = |name, key| with(name, key).expect("a known name").expect("a clash");
    assert!(clash("explain", KeyCode::Char('h')).contains("left"));
    assert!(clash("explain", KeyCode::Char('g')).contains("go"));
    assert!(clash("pause", KeyCode::Char('Q')).contains("typed"));
    assert!(with("left", KeyCode::Home).is_err() && with("left", KeyCode::Char('H')).is_err());
    assert!(with("explian", KeyCode::Char('x')).is_err_and(|why| why.contains("'explain'")));
}

#[test]
fn every_key_of_the_table_has_a_word_that_reads_back() {
    let list = Keys::default().bindings();
    for (name, words, _) in &list {
        let keys = words.iter().map(|word| key_of(word).expect("a key"));
        let mut rows = TABLE.iter().filter(|row| intent_name(row.intent).as_ref() == Some(name)).peekable();
        let is_known = rows.peek().is_none() || rows.any(|row| keys.clone().eq(row.keys.iter().copied()));
        assert!(is_known, "{name}: {words:?}");
    }
    assert!(list.iter().any(|row| row.0 == "best-insert") && list.len() > 30);
}

#[test]
fn pause_help_and_escape_work_everywhere() {
    let everywhere = [
        (KeyCode::Char(' '), KeyIntent::Pause),
        (KeyCode::Char('?'), KeyIntent::Help),
        (KeyCode::Esc, KeyIntent::Back),
    ];
    for mode in Mode::ALL {
        for (code, wanted) in everywhere {
            assert_eq!(meaning(&Keys::default(), mode, code), Some(wanted), "{mode:?}");
        }
    }
}

#[test]
fn arrows_and_capitals_go_far() {
    let press = |code, held| Keys::default().intent(Mode::Waypoints, &KeyEvent::new(code, held));
    let (shift, none) = (KeyModifiers::SHIFT, KeyModifiers::NONE);
    assert_eq!(press(KeyCode::Left, shift), Some(KeyIntent::Steer(-8, 0)));
    assert_eq!(press(KeyCode::Char('N'), shift), Some(KeyIntent::Steer(8, 8)));
    assert_eq!(press(KeyCode::Char('u'), none), Some(KeyIntent::Steer(1, -1)));
}

#[test]
fn every_intent_of_the_land_is_in_the_help() {
    let has_help = |intent| TABLE.iter().any(|b| b.intent == intent && !b.help.is_empty());
    for binding in TABLE.iter().filter(|b| b.modes.contains(&Mode::Land)) {
        assert!(has_help(binding.intent), "{binding:?}");
    }
}
