//! Every key of the table, pressed in every mode of the real game in a real pseudo-terminal.

use super::terminal::Terminal;
use ratatui::crossterm::event::KeyCode;
use wayworn::tui::{KeyIntent, Mode, STEERING, TABLE};

/// Escape in a form that cannot be mistaken for the start of a sequence.
const ESCAPE: &str = "\x1b[27u";

/// The keys that lead into a mode from the land, and what the screen says there. Exhaustive, so that a new mode
/// cannot be forgotten.
fn into_mode(mode: Mode) -> (&'static str, &'static str) {
    match mode {
        Mode::Land => ("\t", "doing"),
        Mode::Go => ("\tg", " GO "),
        Mode::Waypoints => ("\twalla", "WAYPOINTS"),
        Mode::Draw => ("d", "DRAW"),
        Mode::History => ("R", "HISTORY"),
        Mode::RouteQuery => ("E", "WHY"),
        Mode::Possession => ("\t@", "PLAYING"),
        Mode::Destination => ("\t@;l", "WHERE TO?"),
        Mode::Orders => ("\to", "type to filter"),
        Mode::Lenses => ("x", "Lenses"),
        Mode::Card => ("\tI", "Esc close"),
        Mode::Log => (":", "Event log"),
        Mode::Export => ("P", "Export"),
        Mode::Year => (",", "change"),
        Mode::Town => ("s", "Annals"),
        Mode::Objectives => ("*", "Trails"),
        Mode::Ledger => ("$", "Ledger"),
        // It closes at once while nothing is proposed.
        Mode::WhatIf => ("=", "Year 1"),
        Mode::Race => ("Elllr", "A race of searches"),
        Mode::Help => ("?", "Keys"),
        Mode::Quit => ("q", "Leave this land?"),
        // No unit dies so soon, no player goes away, and no wanderer is met here: their keys are pressed on the land.
        Mode::LifeOver | Mode::Watch | Mode::Choosing | Mode::Pack => ("", "Year 1"),
        Mode::Levels => ("G", "Levels:"),
        Mode::LevelOver => ("", "Year 1"),
    }
}

/// The bytes that a terminal sends for a key.
fn bytes_of(code: KeyCode) -> String {
    match code {
        KeyCode::Char(letter) => letter.to_string(),
        KeyCode::Enter => "\r".to_owned(),
        KeyCode::Tab => "\t".to_owned(),
        KeyCode::BackTab => "\x1b[Z".to_owned(),
        KeyCode::Backspace => "\x7f".to_owned(),
        KeyCode::Esc => ESCAPE.to_owned(),
        KeyCode::Up => "\x1b[A".to_owned(),
        KeyCode::Down => "\x1b[B".to_owned(),
        KeyCode::Right => "\x1b[C".to_owned(),
        KeyCode::Left => "\x1b[D".to_owned(),
        KeyCode::Home => "\x1b[H".to_owned(),
        KeyCode::End => "\x1b[F".to_owned(),
        KeyCode::PageUp => "\x1b[5~".to_owned(),
        KeyCode::PageDown => "\x1b[6~".to_owned(),
        KeyCode::Delete => "\x1b[3~".to_owned(),
        other => panic!("{other:?} is no key that every terminal sends"),
    }
}

/// All keys of a mode, except those that leave the game: to the shell, into the lab, the codex or the chooser of lands, whose
/// keys differ.
fn keys_of(mode: Mode) -> Vec<String> {
    let out = [KeyIntent::Lab, KeyIntent::Codex, KeyIntent::NewLand];
    let leads_out = |intent: KeyIntent| {
        out.contains(&intent) || [Mode::Quit, Mode::Levels].contains(&mode) && intent == KeyIntent::Confirm
    };
    let rows = TABLE.iter().filter(|b| b.modes.contains(&mode) && !leads_out(b.intent));
    let mut keys: Vec<String> = rows.flat_map(|b| b.keys).map(|code| bytes_of(*code)).collect();
    for (letter, arrow, _, _) in STEERING.into_iter().filter(|_| mode.moves_cursor()) {
        keys.extend([letter.to_string(), letter.to_ascii_uppercase().to_string()]);
        keys.extend(arrow.map(bytes_of));
    }
    keys
}

#[test]
fn every_key_can_be_pressed_in_every_mode() {
    for (columns, rows) in [(120, 40), (60, 20)] {
        let mut game = Terminal::play(columns, rows, &["--seed", "7"]);
        game.until("Year 1");
        for mode in Mode::ALL {
            let (into, shown) = into_mode(mode);
            for key in keys_of(mode) {
                game.send(&format!("{into}{key}{}", ESCAPE.repeat(6)));
            }
            game.send(into);
            if columns > 100 {
                game.until(shown);
            }
            game.send(&ESCAPE.repeat(6));
        }
        // Whatever was switched meanwhile, it still responds, saves and gives the terminal back.
        game.send("q");
        game.until("Leave this land?");
        game.send("\r");
        assert_eq!(game.wait(), 0);
    }
}

/// A pasted text acts on nothing: neither does it quit, nor pause, nor build. Only a filter takes it. A paste that never
/// ends is over after a silence.
#[test]
fn a_paste_is_text_and_ends() {
    let mut game = Terminal::play(120, 40, &[]);
    game.until("Year 1");
    game.until_wrote("\x1b[?2004h");
    game.send("\x1b[200~ q\r\x03\x1b[A V\x1b[201~");
    game.send("?");
    game.until("Keys");
    assert!(!game.screen().contains("Leave this land?") && !game.screen().contains("paused"));
    game.send("\x1b");
    game.until_true("the land", |game| !game.screen().contains("Keys"));
    game.send("P");
    game.until("type to filter");
    game.send("\x1b[200~chro\nnicle\x1b[201~");
    game.until("chronicle_");
    game.send("\x1b");
    game.until_true("the land again", |game| !game.screen().contains("chronicle_"));
    game.send(&format!("\x1b[200~{}", "q\r".repeat(1 << 20)));
    game.until_true("the end of a paste", |game| {
        std::thread::sleep(std::time::Duration::from_millis(1200));
        game.send("?");
        Terminal::settle();
        game.screen().contains("Keys")
    });
    assert!(!game.screen().contains("Leave this land?"));
    game.send("\x1b");
    game.until_true("the land", |game| !game.screen().contains("Keys"));
    crate::comfort::quit(game);
}
