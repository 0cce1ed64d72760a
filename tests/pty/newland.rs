//! The chooser of a new land in the real game: seen, turned by keys and mouse, begun, and left with nothing lost.

use super::terminal::Terminal;

/// Escape in the form that cannot be taken for the beginning of something else.
const ESCAPE: &str = "\x1b[27u";

#[test]
fn a_new_land_is_chosen_and_begun_and_the_old_one_is_kept() {
    let mut game = Terminal::play(80, 24, &["new", "--seed", "5"]);
    game.until("A new land");
    game.until("in one piece");
    // Twice down is the kind; a click on the bar of the sea pulls it up.
    game.send("\x1b[B\x1b[B\x1b[C");
    game.until("archipelago");
    game.send("\x1b[<0;27;6M\x1b[<0;27;6m");
    game.until("100 >");
    game.send("\x1b[<0;14;6M\x1b[<0;14;6m\r");
    game.until("Year 1");
    assert!(game.kept(".save").is_empty() || game.kept(".save").len() == 1);

    game.send("W");
    game.until("A new land");
    game.send(ESCAPE);
    game.until("Year 1");
    game.send("W");
    game.until("A new land");
    game.send("1\r");
    game.until("seed ");
    game.until("Year 1");
    assert_eq!(game.kept(".save").len(), 1, "the first is saved");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let saves = game.kept(".save");
    assert_eq!(saves.len(), 2, "{saves:?}");
    assert!(
        saves.iter().any(|path| path.display().to_string().contains("land-5-128x128-archipelago-0")),
        "{saves:?}"
    );
}

#[test]
fn leaving_the_chooser_leaves_nothing_behind() {
    let mut game = Terminal::play(60, 20, &["new"]);
    game.until("in one piece");
    game.send("d");
    game.send(ESCAPE);
    assert_eq!(game.wait(), 0);
    assert!(game.kept(".save").is_empty());
}
