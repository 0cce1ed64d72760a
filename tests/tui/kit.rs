//! A screen over the hand-made land, what a player does at it, and what is read off it.

use crate::land;
use ratatui::buffer::{Buffer, Cell as Character};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use wayworn::scene::{Scene, WanderView};
use wayworn::tui::{Effect, Mode, Screen, Theme, draw};
use xxhash_rust::xxh3::xxh3_64;

/// A screen of this size over the test land.
pub(crate) fn screen(width: u16, height: u16) -> (Screen, Scene) {
    let mut screen = Screen::new(Theme::default(), width, height, true);
    screen.map.land = land::LAND;
    let scene = land::scene(&screen);
    screen.take_scene(&scene);
    let scene = land::scene(&screen);
    (screen, scene)
}

/// The keys from a fresh screen into a mode. Exhaustive, so that a new mode cannot be forgotten.
fn keys_into(mode: Mode) -> &'static str {
    match mode {
        Mode::Land => "\t",
        Mode::Go => "\tg",
        Mode::Waypoints => "\twalla",
        Mode::Draw => "d",
        Mode::History => "R",
        Mode::RouteQuery => "Elll",
        Mode::Orders => "\to",
        Mode::Lenses => "x",
        Mode::Card => "\tI",
        Mode::Log => ":",
        Mode::Export => "P",
        Mode::Year => ",",
        Mode::Town => "s",
        Mode::Objectives => "*",
        Mode::Ledger => "$",
        Mode::WhatIf => "=",
        Mode::Race => "Elllr",
        Mode::Help => "?",
        Mode::Quit => "q",
        Mode::Possession => "\t@",
        Mode::Destination => "\t@;l",
        // No key ends a life, has the player go away, or makes a wanderer of it.
        Mode::LifeOver | Mode::Watch | Mode::Choosing | Mode::Pack => "",
        Mode::Levels => "G",
        Mode::LevelOver => "",
    }
}

/// A screen in a mode.
pub(crate) fn screen_in(mode: Mode, width: u16, height: u16) -> (Screen, Scene) {
    let (mut screen, mut scene) = screen(width, height);
    if mode == Mode::Levels {
        screen.campaign = land::campaign();
    }
    typed(&mut screen, &mut scene, keys_into(mode));
    if mode == Mode::Objectives {
        // Whether a charter waits for an answer comes with the page.
        screen.take_scene(&scene);
    }
    if mode == Mode::Watch {
        screen.start_watching();
    }
    if mode == Mode::LifeOver {
        end_life(&mut screen);
        scene = land::scene(&screen);
    }
    if matches!(mode, Mode::Choosing | Mode::Pack) {
        scene = meet(&mut screen, mode == Mode::Choosing);
    }
    if mode == Mode::Pack {
        screen.key(&KeyEvent::new(KeyCode::Char('i'), KeyModifiers::NONE), &scene);
    }
    if mode == Mode::LevelOver {
        end_level(&mut screen);
        scene = land::scene(&screen);
    }
    assert_eq!(screen.active_mode(), mode);
    (screen, scene)
}

/// Ends a wanderer's life: its card opens.
pub(crate) fn end_life(screen: &mut Screen) -> Vec<Effect> {
    let over = Scene { wander: Some(land::wander()), ..land::scene(screen) };
    screen.take_scene(&over)
}

/// Plays a wanderer; if something is at hand, what can be done about it opens.
pub(crate) fn meet(screen: &mut Screen, is_at_hand: bool) -> Scene {
    let waiting = is_at_hand.then(land::robbers);
    let wander = Some(WanderView { waiting, last_life_words: None, ..land::wander() });
    let met = Scene { life: Some(land::life()), wander, ..land::scene(screen) };
    screen.take_scene(&met);
    met
}

/// Ends a level of a campaign: its card opens.
pub(crate) fn end_level(screen: &mut Screen) -> Vec<Effect> {
    screen.campaign = land::campaign();
    for is_over in [false, true] {
        let level = Some(land::level(is_over));
        screen.take_scene(&Scene { level, ..land::scene(screen) });
    }
    screen.set_paused(true)
}

/// Presses a key.
pub(crate) fn press(screen: &mut Screen, scene: &mut Scene, code: KeyCode) -> Vec<Effect> {
    let effects = screen.key(&KeyEvent::new(code, KeyModifiers::NONE), scene);
    *scene = land::scene(screen);
    effects
}

/// Presses these keys one by one; `\t` is Tab.
pub(crate) fn typed(screen: &mut Screen, scene: &mut Scene, keys: &str) -> Vec<Effect> {
    let code = |letter| if letter == '\t' { KeyCode::Tab } else { KeyCode::Char(letter) };
    keys.chars().flat_map(|letter| press(screen, scene, code(letter))).collect()
}

/// Presses a key over the land as it is.
pub(crate) fn tap(screen: &mut Screen, code: KeyCode) -> Vec<Effect> {
    press(screen, &mut land::scene(screen), code)
}

/// Something that the mouse does at a character.
pub(crate) fn mouse_event(kind: MouseEventKind, (column, row): (u16, u16)) -> MouseEvent {
    MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }
}

/// Sends a mouse event over the land as it is.
pub(crate) fn mouse(screen: &mut Screen, kind: MouseEventKind, at: (u16, u16)) -> Vec<Effect> {
    screen.mouse(&mouse_event(kind, at), &land::scene(screen))
}

/// Clicks.
pub(crate) fn click(screen: &mut Screen, at: (u16, u16)) -> Vec<Effect> {
    let mut effects = mouse(screen, MouseEventKind::Down(MouseButton::Left), at);
    effects.extend(mouse(screen, MouseEventKind::Up(MouseButton::Left), at));
    effects
}

/// Presses the button, drags it over the rest of these characters, and releases it.
pub(crate) fn drag(screen: &mut Screen, scene: &mut Scene, path: &[(u16, u16)]) -> Vec<Effect> {
    let left = MouseButton::Left;
    let moves = path[1..].iter().map(|at| (MouseEventKind::Drag(left), *at));
    let ends = [(MouseEventKind::Down(left), path[0]), (MouseEventKind::Up(left), path[path.len() - 1])];
    let mut effects = Vec::new();
    for (kind, at) in ends[..1].iter().copied().chain(moves).chain(ends[1..].iter().copied()) {
        effects.extend(screen.mouse(&mouse_event(kind, at), scene));
        *scene = land::scene(screen);
        screen.take_scene(scene);
    }
    effects
}

/// The drawn frame.
pub(crate) fn frame(screen: &Screen, scene: &Scene) -> Buffer {
    let mut buffer = Buffer::empty(screen.area);
    draw(&mut buffer, screen, scene);
    buffer
}

/// The text of each row of a frame.
pub(crate) fn rows_of(buffer: &Buffer) -> Vec<String> {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    rows.map(|row| row.iter().map(Character::symbol).collect()).collect()
}

/// The screen's text, a line per row.
pub(crate) fn picture(screen: &Screen, scene: &Scene) -> String {
    rows_of(&frame(screen, scene)).into_iter().map(|row| row + "\n").collect()
}

/// Where a text begins in a frame, once per row.
pub(crate) fn places_in(buffer: &Buffer, words: &str) -> Vec<(u16, u16)> {
    let rows = rows_of(buffer).into_iter().enumerate();
    let place = |(y, row): (usize, String)| {
        let before = row.find(words)?;
        Some((row[..before].chars().count() as u16, y as u16))
    };
    rows.filter_map(place).collect()
}

/// Where a text first begins in a frame.
pub(crate) fn find_in(buffer: &Buffer, words: &str) -> Option<(u16, u16)> {
    places_in(buffer, words).first().copied()
}

/// Where a text begins on the screen.
pub(crate) fn find(screen: &Screen, scene: &Scene, words: &str) -> Option<(u16, u16)> {
    find_in(&frame(screen, scene), words)
}

/// Where a text begins on the screen over the land as it is. It has to be there.
pub(crate) fn place_of(screen: &Screen, words: &str) -> (u16, u16) {
    let scene = land::scene(screen);
    find(screen, &scene, words)
        .unwrap_or_else(|| panic!("no {words:?} on the screen:\n{}", picture(screen, &scene)))
}

/// The beginning of a key's row in a help: as much of it as stands on one line of any help.
pub(crate) fn help_row(label: &str, help: &str) -> String {
    let mut row = format!("  {label:<11}");
    for word in help.split(' ') {
        if row.chars().count() + word.chars().count() > 52 {
            break;
        }
        row.push_str(word);
        row.push(' ');
    }
    row.trim_end().to_owned()
}

/// The characters of each row, followed by a hash of their styles.
pub(crate) fn snapshot_of(buffer: &Buffer) -> String {
    let row = |cells: &[Character]| {
        let text: String = cells.iter().map(Character::symbol).collect();
        let styles: Vec<_> = cells.iter().map(|cell| (cell.fg, cell.bg, cell.modifier)).collect();
        format!("{text}|{:04x}\n", xxh3_64(format!("{styles:?}").as_bytes()) as u16)
    };
    buffer.content.chunks(usize::from(buffer.area.width.max(1))).map(row).collect()
}

/// The names in the open list, as far as it is in view.
pub(crate) fn names_in_list(screen: &Screen, scene: &Scene) -> Vec<String> {
    let buffer = frame(screen, scene);
    let (column, top) = find_in(&buffer, "type to filter").expect("a list is open");
    let rows = rows_of(&buffer).into_iter().skip(usize::from(top) + 1);
    let rows = rows.map(|row| row.chars().skip(usize::from(column)).collect::<String>());
    rows.take_while(|row| !row.starts_with('─'))
        .map(|row| row.split(' ').next().unwrap().to_owned())
        .collect()
}
