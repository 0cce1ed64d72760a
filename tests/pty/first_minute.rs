//! The first minute of the README in the smallest window, as on a phone: by keys alone, and by mouse alone.

use super::terminal::Terminal;

/// Escape in a form that cannot be mistaken for the start of a sequence.
const ESCAPE: &str = "\x1b[27u";

fn small() -> Terminal {
    let mut game = Terminal::play(60, 20, &["--seed", "7"]);
    game.until("Year 1");
    game
}

/// A click with the left button on the first place where the screen says this.
fn click(game: &mut Terminal, words: &str) {
    game.until(words);
    let screen = game.screen();
    let place = screen.lines().enumerate().find_map(|(row, line)| {
        let at = line.find(words)?;
        Some((line[..at].chars().count() + words.chars().count() / 2 + 1, row + 1))
    });
    let (column, row) = place.expect("it was there a moment ago");
    click_at(game, column, row);
}

fn click_at(game: &mut Terminal, column: usize, row: usize) {
    game.send(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
}

/// Keys, and what the screen says then: select, explain, show pathfinding, draw a wall, plan a trip, look through a
/// lens, replay the history, play as the unit, list the keys, leave.
#[test]
fn the_first_minute_is_played_by_keys_alone() {
    let mut game = small();
    let steps = [
        ("\t", "arrives"),
        ("e", "total"),
        (ESCAPE, "keys"),
        ("t", "search|plan|wait"),
        ("t", "keys"),
        ("d", "DRAW"),
        ("\r", "DRAW"),
        (ESCAPE, "keys"),
        (" ", "paused"),
        ("w", "WAYPOINTS"),
        ("Lla", "WAYPOINTS 1"),
        ("Jja", "WAYPOINTS 1 2"),
        ("\r", "keys"),
        ("x", "Lenses"),
        ("1", "cost"),
        ("x", "keys"),
        ("R", "HISTORY"),
        (ESCAPE, "keys"),
        ("@", "PLAYING"),
        ("@", "keys"),
        ("?", "Keys"),
        (ESCAPE, "keys"),
        ("q", "Leave this land?"),
    ];
    for (keys, expected) in steps {
        game.send(keys);
        game.until(expected);
    }
    game.send("\r");
    assert_eq!(game.wait(), 0);
    super::assert_restored(&game);
}

/// Only clicks: on the bottom line, on rows of the help, and on the land.
#[test]
fn the_first_minute_is_played_by_mouse_alone() {
    let mut game = small();
    click(&mut game, "see them think");
    game.until("search|plan|wait");
    click(&mut game, "select a unit");
    game.until("arrives");
    click(&mut game, "X skip");
    click(&mut game, "explain its path");
    game.until("total");
    help_row(&mut game, "edit the land");
    game.until("DRAW");
    click_at(&mut game, 30, 8);
    leave(&mut game, "DRAW");
    help_row(&mut game, "plan a route with several");
    game.until("WAYPOINTS");
    click_at(&mut game, 20, 6);
    game.until("WAYPOINTS 1");
    click_at(&mut game, 40, 9);
    game.until("WAYPOINTS 1 2");
    click(&mut game, "Enter go");
    until_gone(&mut game, "WAYPOINTS");
    help_row(&mut game, "choose a lens");
    click(&mut game, "1 cost");
    until_gone(&mut game, "Lenses");
    help_row(&mut game, "replay history");
    game.until("HISTORY");
    leave(&mut game, "HISTORY");
    help_row(&mut game, "play as this unit");
    game.until("PLAYING");
    leave(&mut game, "PLAYING");
    help_row(&mut game, "save and quit");
    game.until("Leave this land?");
    click(&mut game, "Enter yes");
    assert_eq!(game.wait(), 0);
    super::assert_restored(&game);
}

/// Leaves a mode by the bottom line.
fn leave(game: &mut Terminal, mode: &str) {
    click(game, "Esc leave");
    until_gone(game, mode);
}

fn until_gone(game: &mut Terminal, words: &str) {
    game.until_true("it is gone", |game| !game.screen().contains(words));
}

/// Opens the help with a click: again if the bottom line changed under it, as it may while the land lives.
fn open_help(game: &mut Terminal) {
    for _ in 0..5 {
        click(game, "? keys");
        for _ in 0..20 {
            if game.screen().contains("Keys: press one") {
                return;
            }
            Terminal::settle();
        }
    }
    panic!("the help does not open:\n{}", game.screen());
}

/// Opens the help with a click, turns its pages with clicks, and clicks a row.
fn help_row(game: &mut Terminal, words: &str) {
    open_help(game);
    for _ in 0..40 {
        if game.screen().contains(words) {
            click(game, words);
            return until_gone(game, "Keys: press one");
        }
        let page = |game: &Terminal| game.screen().lines().take(14).map(str::to_owned).collect::<Vec<_>>();
        let before = page(game);
        click(game, "Down scroll");
        game.until_true("the next page", |game| page(game) != before);
    }
    panic!("the help has no row that says {words}");
}
