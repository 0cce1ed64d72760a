//! Settings, glyphs and input of every kind, in a real pseudo-terminal.
//!
//! Exits are in `main`.

use crate::assert_restored;
use crate::terminal::{Terminal, now};

/// Quits as a player does.
pub(crate) fn quit(mut game: Terminal) {
    game.send("q");
    game.until("Leave this land?");
    game.send("\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

fn leave_and_play_again(mut game: Terminal) -> Terminal {
    game.send("q");
    game.until("Leave this land?");
    game.send("\r");
    assert_eq!(game.wait(), 0);
    game.again(120, 40, &[])
}

/// What has happened of late is told after an absence, and not to a player who has just left.
#[test]
fn a_land_tells_its_news_after_an_absence() {
    let mut game = Terminal::play(120, 40, &["--seed", "4711", "--years", "1"]);
    game.until("Year 2");
    let mut again = leave_and_play_again(game);
    again.until("Year 2");
    assert!(!again.screen().contains("What has happened"), "{}", again.screen());
    again.send("q\r");
    assert_eq!(again.wait(), 0);
    let saves = [".save", ".auto1", ".bak"].map(|ending| again.kept(ending)).concat();
    for save in saves {
        let file = std::fs::File::options().write(true).open(save).expect("a save");
        file.set_modified(std::time::UNIX_EPOCH).expect("a time");
    }
    let mut later = again.again(120, 40, &[]);
    later.until("What has happened since the beginning of year");
    later.send("\x1b");
    later.until_true("the card goes", |game| !game.screen().contains("What has happened"));
    quit(later);
}

#[test]
fn damaged_settings_are_reported_and_kept_and_the_game_begins_with_the_defaults() {
    let before = Terminal::play(80, 24, &[]);
    let file = before.folder().join("wayworn.toml");
    let damaged: [(&[u8], &str); 3] = [
        (b"fps = 30\n\n[keys]\nexplain = \"g\"\n", "wayworn.toml:4:1: g is both"),
        (b"fps = \"many\"\n", "wayworn.toml:1:7"),
        (&[0xff; 90], "not UTF-8 text"),
    ];
    for (bytes, expected) in damaged {
        std::fs::write(&file, bytes).expect("a file");
        let mut game = before.again(200, 24, &[]);
        game.until(expected);
        game.until("Year 1");
        quit(game);
        let bad = std::fs::read(before.folder().join("wayworn.toml.bad")).expect("a copy");
        assert!(bad == bytes && std::fs::read(&file).expect("the file") == bytes);
        let mut strict = before.again(120, 24, &["settings"]);
        assert_eq!(strict.wait(), 2);
    }
    std::fs::write(&file, "").expect("a file");
    let mut game = before.again(120, 24, &[]);
    game.until("WAYWORN");
    quit(game);
    let mut refused = before.again(120, 24, &["--settings", "nowhere.toml"]);
    assert_eq!(refused.wait(), 2);
    assert!(!refused.wrote("\x1b[?1049h"), "the screen was taken");
}

/// A foreign settings file in the current folder is quoted as text; the terminal obeys nothing in it.
#[test]
fn what_a_settings_file_says_is_shown_and_not_obeyed() {
    let hostile = "\"\\u202e\\u200b\\u001b]0;owned\\u0007\\u009b2J\" = 1\n";
    let folder = Terminal::folder_with("wayworn.toml", hostile);
    let mut game = Terminal::play_in(&folder, (240, 24), &[]);
    game.until("\\u{202e}\\u{200b}\\u{1b}]0;owned");
    game.until("Year 1");
    let written = String::from_utf8_lossy(&game.written()).into_owned();
    let obeyed = ["\u{202e}", "\u{200b}", "\x1b]0", "\u{9b}", "\x07"];
    assert!(obeyed.iter().all(|code| !written.contains(code)), "{written:?}");
    quit(game);
}

/// Unreadable memory of the game is reset, which is reported, and a copy kept; memory that cannot be written is
/// reported once the screen is given back.
#[test]
fn what_is_remembered_is_never_lost_without_a_word() {
    let before = Terminal::play(80, 24, &[]);
    let folder = before.folder().join("wayworn");
    std::fs::create_dir(&folder).expect("a folder");
    let file = folder.join("remembered.toml");
    std::fs::write(&file, "used = 7\n").expect("a file");
    let mut game = before.again(240, 24, &[]);
    game.until("hints, palette and mouse are reset");
    game.until("remembered.toml.bad");
    game.until("Year 1");
    game.send(" ");
    game.until("paused");
    quit(game);
    assert_eq!(std::fs::read(folder.join("remembered.toml.bad")).expect("a copy"), b"used = 7\n");
    assert!(std::fs::read_to_string(&file).expect("the file").contains("pause"));
    std::fs::remove_dir_all(&folder).expect("it was there");
    std::fs::write(&folder, "no folder").expect("a file");
    let mut game = before.again(120, 24, &[]);
    game.until("Year 1");
    game.send(" ");
    game.until("paused");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let said = game.after_the_screen();
    assert!(said.contains("remembered.toml could not be written"), "{said}");
}

#[test]
fn keys_of_the_settings_are_shown_and_work() {
    let before = Terminal::play(80, 24, &[]);
    std::fs::create_dir(before.folder().join("wayworn")).expect("a folder");
    let file = before.folder().join("wayworn/settings.toml");
    std::fs::write(file, "[keys]\nnext = \"N2\"\n").expect("a file");
    let mut told = before.again(160, 24, &[]);
    told.until("'N2' is not a key");
    quit(told);
    std::fs::write(before.folder().join("own.toml"), "[keys]\nnext = \"ü\"\nwaypoints = \"ö\"\n")
        .expect("a file");
    let mut game = before.again(120, 40, &["--settings", "own.toml"]);
    game.until("Year 1");
    game.send("X");
    game.until("ü  select a unit");
    game.send("ü");
    game.until("doing");
    game.send("ö");
    game.until("WAYPOINTS");
    game.send("ö?");
    game.until("Keys");
    game.send("\x1b");
    game.until_true("the land again", |game| !game.screen().contains("Keys: press one"));
    quit(game);
}

#[test]
fn a_hint_that_was_used_does_not_come_again() {
    let mut game = Terminal::play(120, 40, &[]);
    game.until("Year 1");
    game.until("see them think");
    game.send("X");
    game.until("select a unit");
    game.send("\t");
    game.until("send it here");
    game.send("c");
    game.until("high contrast");
    let mut again = leave_and_play_again(game);
    again.until("Year 1");
    // What needs a unit is not hinted at before one is selected.
    again.until("edit the land");
    assert!(!again.screen().contains("select a unit") && !again.screen().contains("send it here"));
    again.send("\t");
    again.until("send it here");
    again.send("c");
    again.until("monochrome");
    quit(again);
}

#[test]
fn a_terminal_that_draws_glyphs_too_wide_gets_plain_ones() {
    let mut game = Terminal::play(80, 24, &[]);
    // The reply is ready before the query, so that nothing depends on the speed of either.
    game.send("\x1b[1;7R");
    game.until("ASCII glyphs");
    assert!(game.screen().is_ascii(), "{}", game.screen());
    quit(game);
    let mut game = Terminal::play(80, 24, &[]);
    game.send("\x1b[1;4R");
    game.until("Year 1");
    assert!(!game.screen().is_ascii() && !game.screen().contains("ASCII glyphs"));
    quit(game);
}

#[test]
fn glyphs_that_were_wished_for_are_not_asked_about() {
    let mut game = Terminal::play(80, 24, &["--ascii"]);
    game.until("Year 1");
    assert!(game.screen().is_ascii() && !game.wrote("\x1b[6n"));
    quit(game);
}

#[test]
fn the_input_test_shows_what_comes_and_leaves() {
    let mut game = Terminal::play(100, 30, &["--input-test"]);
    game.until("Press keys");
    assert!(game.screen().contains("TERM=xterm-256color") && game.screen().contains("window 100×30"));
    game.send("a");
    game.until("Char('a')");
    game.send("\x1b[<4;10;5M");
    game.until("Shift + Down(Left) at column 9, row 4");
    game.resize(90, 25);
    game.until("window 90×25");
    game.send("\x1b");
    game.until("key     Esc");
    game.send("\x1b");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
    let mut game = Terminal::play(100, 30, &["--input-test"]);
    game.until("Press keys");
    game.send("\x03");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}

#[test]
fn over_a_line_to_another_machine_motion_is_not_asked_for() {
    let mut game = Terminal::play_with(&[("SSH_TTY", "/dev/pts/7")], (80, 24), &[]);
    game.until("Year 1");
    assert!(game.wrote("\x1b[?1002h") && !game.wrote("\x1b[?1003h"));
    quit(game);
    let mut game = Terminal::play(80, 24, &[]);
    game.until("Year 1");
    game.until_wrote("\x1b[?1003h");
    quit(game);
}

/// Position of the cursor's brackets: line and column.
fn cursor(screen: &str) -> Option<(usize, usize)> {
    screen.lines().enumerate().find_map(|(row, line)| {
        let letters: Vec<char> = line.chars().collect();
        let column = letters.windows(3).position(|three| three[0] == '[' && three[2] == ']')?;
        Some((row, column))
    })
}

#[test]
#[cfg(debug_assertions)]
fn the_screen_answers_while_a_tick_takes_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tick.stall");
    let named = file.to_str().expect("a plain path").to_owned();
    let mut game = Terminal::play_with(&[("WAYWORN_TEST_STALL", &named)], (120, 40), &["--seed", "7"]);
    game.until("Year 1");
    std::fs::write(&file, "").expect("a file");
    game.until_file(&folder.path().join("tick.held"));
    let before = cursor(&game.screen()).expect("the cursor is on the screen");
    let begun = now();
    game.send("LL");
    game.until_true("another place of the cursor", |game| {
        cursor(&game.screen()).is_some_and(|now| now != before)
    });
    let moved = begun.elapsed();
    game.send(" ");
    let paused = game.until("paused");
    game.send("?");
    let helped = game.until("Keys: press one");
    println!("while a tick is held: cursor moved after {moved:?}, paused {paused:?}, helped {helped:?}");
    // Long enough to be logged.
    std::thread::sleep(std::time::Duration::from_millis(5100));
    assert!(file.exists(), "the tick was held all the while");
    std::fs::remove_file(&file).expect("it was there");
    game.until_true("a line in the log", |game| !game.kept(".log").is_empty());
    let log = std::fs::read_to_string(&game.kept(".log")[0]).expect("a log");
    assert!(log.starts_with("tick ") && log.contains(" took "), "{log}");
    game.send("\x1b");
    game.until_true("the land again", |game| !game.screen().contains("Keys: press one"));
    quit(game);
}
