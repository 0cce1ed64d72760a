//! Tests over the key table: whatever a key does, a click on its row of the help does too, and every command can be
//! given by keys and by mouse.

use super::keymap::{Binding, Mode, TABLE};
use super::life_over::LifeOver;
use super::state::{Effect, Screen};
use super::test_scene;
use super::theme::Theme;
use crate::grid::Cell;
use crate::scene::{Command, Scene};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// The keys from a fresh screen into a mode. Exhaustive, so that a new mode cannot be forgotten.
pub(super) fn keys_into(mode: Mode) -> &'static str {
    match mode {
        Mode::Land => "\t",
        Mode::Go => "\tg",
        Mode::Waypoints => "\twalla",
        Mode::Draw => "d",
        Mode::History => "R",
        Mode::RouteQuery => "Elll",
        Mode::Orders => "\to",
        Mode::Lenses => "x",
        Mode::Log => ":",
        Mode::Export => "P",
        Mode::Year => ",",
        Mode::Town => "s",
        Mode::Objectives => "*",
        Mode::Ledger => "$",
        Mode::Help => "?",
        Mode::Quit => "q",
        Mode::Possession => "\t@",
        Mode::Destination => "\t@;l",
        // No key ends a life.
        Mode::LifeOver => "",
    }
}

/// A screen in a mode, over the test land.
pub(super) fn screen_in(mode: Mode, width: u16, height: u16) -> (Screen, Scene) {
    let mut screen = Screen::new(Theme::default(), width, height, true);
    screen.map.land = test_scene::LAND;
    screen.map.can_reveal = true;
    screen.take_scene(&test_scene::scene(&screen));
    for letter in keys_into(mode).chars() {
        let code = if letter == '\t' { KeyCode::Tab } else { KeyCode::Char(letter) };
        press(&mut screen, code);
    }
    if mode == Mode::LifeOver {
        screen.views.open(LifeOver);
    }
    assert_eq!(screen.active_mode(), mode);
    let scene = test_scene::scene(&screen);
    (screen, scene)
}

/// Presses a key over the test land.
pub(super) fn press(screen: &mut Screen, code: KeyCode) -> Vec<Effect> {
    let scene = test_scene::scene(screen);
    screen.key(&KeyEvent::new(code, KeyModifiers::NONE), &scene)
}

/// Sends a mouse event over the test land.
pub(super) fn mouse(screen: &mut Screen, kind: MouseEventKind, column: u16, row: u16) -> Vec<Effect> {
    let scene = test_scene::scene(screen);
    screen.mouse(&MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }, &scene)
}

/// Clicks over the test land.
pub(super) fn click(screen: &mut Screen, column: u16, row: u16) -> Vec<Effect> {
    let mut effects = mouse(screen, MouseEventKind::Down(MouseButton::Left), column, row);
    effects.extend(mouse(screen, MouseEventKind::Up(MouseButton::Left), column, row));
    effects
}

/// The visible state of a screen, for comparison.
fn visible_state(screen: &Screen) -> String {
    let mut seen = screen.clone();
    seen.used_intents.clear();
    format!("{seen:?}")
}

/// Clicks on the bottom line's "? keys", then on the help's row for this key.
fn click_in_help(screen: &mut Screen, binding: &'static Binding) -> Vec<Effect> {
    let keys = screen.layout().keys;
    let asks = |column: &u16| super::bottom_line::intent_at(screen, *column) == Some(super::KeyIntent::Help);
    let column = (0..keys.width).find(asks).expect("the help is always on the bottom line");
    click(screen, column, keys.y);
    let (column, row) = super::help::position_of(screen, binding).expect("the help has a row for it");
    click(screen, column, row)
}

#[test]
fn whatever_a_key_does_a_click_does_too() {
    for (width, height) in [(120, 40), (200, 60)] {
        for mode in Mode::ALL.into_iter().filter(|mode| mode.moves_cursor()) {
            for binding in TABLE.iter().filter(|b| b.modes.contains(&mode) && !b.help.is_empty()) {
                if binding.intent == super::KeyIntent::Help {
                    continue;
                }
                let (mut typed, _) = screen_in(mode, width, height);
                let (mut clicked, _) = screen_in(mode, width, height);
                let by_key = press(&mut typed, binding.keys[0]);
                let by_click = click_in_help(&mut clicked, binding);
                assert_eq!(by_key, by_click, "{binding:?} in {mode:?}");
                assert_eq!(visible_state(&typed), visible_state(&clicked), "{binding:?} in {mode:?}");
            }
        }
    }
}

/// Keys rebound in a test, by their names in the settings.
const MOVED: [(&str, KeyCode); 17] = [
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
        let drawn = |screen: &Screen| {
            let mut buffer = Buffer::empty(screen.area);
            super::draw(&mut buffer, screen, &scene);
            let rows = buffer.area.rows().map(|row| row.positions().map(|at| buffer[at].symbol()).collect());
            rows.collect::<Vec<String>>().join("\n")
        };
        let mut text = drawn(&screen);
        for intent in [
            super::KeyIntent::Undo,
            super::KeyIntent::Line,
            super::KeyIntent::Append,
            super::KeyIntent::Rally,
        ] {
            screen.update(intent, &scene);
            text.push_str(&drawn(&screen));
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
        "type" => rest.chars().flat_map(|letter| press(screen, code_of(letter))).collect(),
        "cell" => {
            let (column, row) = at(screen);
            click(screen, column, row)
        }
        "word" => {
            let (column, row) = place_of_word(screen, rest);
            click(screen, column, row)
        }
        "seek" => {
            let mut pages = 0;
            while find_word(screen, rest).is_none() && pages < 9 {
                let (column, row) = place_of_word(screen, "Down more");
                click(screen, column, row);
                pages += 1;
            }
            let (column, row) = place_of_word(screen, rest);
            click(screen, column, row)
        }
        "drag" => {
            let (column, row) = at(screen);
            mouse(screen, MouseEventKind::Drag(MouseButton::Left), column, row)
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

/// The position of a text on the screen.
fn place_of_word(screen: &Screen, text: &str) -> (u16, u16) {
    find_word(screen, text).unwrap_or_else(|| panic!("{text:?} is not on the screen"))
}

fn find_word(screen: &Screen, text: &str) -> Option<(u16, u16)> {
    let mut buffer = Buffer::empty(screen.area);
    super::draw(&mut buffer, screen, &test_scene::scene(screen));
    let wanted: Vec<String> = text.chars().map(String::from).collect();
    buffer.area.rows().find_map(|row| {
        let cells: Vec<&str> = row.positions().map(|at| buffer[at].symbol()).collect();
        let column = cells.windows(wanted.len()).position(|w| w == wanted)?;
        Some((column as u16, row.y))
    })
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
            let mut screen = Screen::new(Theme::default(), 120, 40, true);
            screen.map.land = test_scene::LAND;
            screen.take_scene(&test_scene::scene(&screen));
            let effects = script.split(';').flat_map(|line| act(&mut screen, line));
            let given = effects.filter_map(|effect| match effect {
                Effect::Command(command) => Some(name_of(&command)),
                _ => None,
            });
            assert_eq!(given.collect::<Vec<_>>().join(", "), name, "{script}");
        }
    }
}
