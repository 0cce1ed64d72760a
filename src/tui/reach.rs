//! Tests that read the table of keys: whatever a key does, a click on its row of the help does too.

use super::fake;
use super::keymap::{Binding, Mode, TABLE};
use super::state::{Effect, Screen};
use super::theme::Theme;
use crate::scene::Scene;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// The keys that lead from a fresh screen into a mode. Exhaustive, so that a new mode cannot be forgotten.
pub fn keys_into(mode: Mode) -> &'static str {
    match mode {
        Mode::Land => "\t",
        Mode::Go => "\tg",
        Mode::Waypoints => "\twalla",
        Mode::Draw => "d",
        Mode::History => "R",
        Mode::Orders => "\to",
        Mode::Log => ":",
        Mode::Year => ",",
        Mode::Help => "?",
        Mode::Quit => "q",
    }
}

/// A screen in a mode, over the fake land.
pub fn screen_in(mode: Mode, width: u16, height: u16) -> (Screen, Scene) {
    let mut screen = Screen::new(Theme::default(), width, height, true);
    screen.land = fake::LAND;
    screen.meet(&fake::scene(&screen));
    for letter in keys_into(mode).chars() {
        let code = if letter == '\t' { KeyCode::Tab } else { KeyCode::Char(letter) };
        press(&mut screen, code);
    }
    assert_eq!(screen.keys_of(), mode);
    let scene = fake::scene(&screen);
    (screen, scene)
}

fn press(screen: &mut Screen, code: KeyCode) -> Vec<Effect> {
    let scene = fake::scene(screen);
    screen.key(&KeyEvent::new(code, KeyModifiers::NONE), &scene)
}

fn click(screen: &mut Screen, column: u16, row: u16) -> Vec<Effect> {
    let scene = fake::scene(screen);
    let event = |kind| MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    let mut effects = screen.mouse(&event(MouseEventKind::Down(MouseButton::Left)), &scene);
    effects.extend(screen.mouse(&event(MouseEventKind::Up(MouseButton::Left)), &scene));
    effects
}

/// What a player can tell two screens apart by.
fn told_apart_by(screen: &Screen) -> String {
    let mut seen = screen.clone();
    seen.used.clear();
    format!("{seen:?}")
}

/// Clicks on the bottom line's "? keys", then on the row of the help that tells of this key.
fn click_in_help(screen: &mut Screen, binding: &'static Binding) -> Vec<Effect> {
    let keys = screen.layout().keys;
    let asks = |column: &u16| super::bottom::intent_at(screen, *column) == Some(super::Intent::Help);
    let column = (0..keys.width).find(asks).expect("the help is always on the bottom line");
    click(screen, column, keys.y);
    let (column, row) = super::help::place_of(screen, binding).expect("the help tells of it");
    click(screen, column, row)
}

#[test]
fn whatever_a_key_does_a_click_does_too() {
    for (width, height) in [(120, 40), (200, 60)] {
        for mode in Mode::ALL.into_iter().filter(|mode| mode.steers()) {
            for binding in TABLE.iter().filter(|b| b.modes.contains(&mode) && !b.help.is_empty()) {
                if binding.intent == super::Intent::Help {
                    continue;
                }
                let (mut typed, _) = screen_in(mode, width, height);
                let (mut clicked, _) = screen_in(mode, width, height);
                let by_key = press(&mut typed, binding.keys[0]);
                let by_click = click_in_help(&mut clicked, binding);
                assert_eq!(by_key, by_click, "{binding:?} in {mode:?}");
                assert_eq!(told_apart_by(&typed), told_apart_by(&clicked), "{binding:?} in {mode:?}");
            }
        }
    }
}
