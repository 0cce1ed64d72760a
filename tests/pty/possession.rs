//! Possession of a unit, in the real terminal.

use super::terminal::Terminal;

#[test]
fn a_unit_is_possessed_moved_and_released() {
    let mut game = Terminal::play(120, 40, &["--seed", "7"]);
    game.until("Year 1");
    game.send("\t@");
    game.until("PLAYING");
    game.until("you are ");
    game.until("food ");
    // By letter, by arrow and by digit; at most one of them is blocked.
    game.send("s");
    game.until("you look about");
    game.send("x");
    game.until("explore: ");
    game.send("l\x1b[D6.");
    game.send(";llllllll");
    game.until("WHERE TO?");
    game.until("to ");
    game.send("\x1b[27u\x1b[27u");
    game.until("next");
    game.send("q");
    game.until("Leave this land?");
    game.send("\r");
    assert_eq!(game.wait(), 0);
    assert!(game.wrote("saved as "));
}

#[test]
fn a_wanderer_sets_out_and_goes_on_the_next_time() {
    let mut game = Terminal::play(80, 24, &["wander", "--seed", "11"]);
    game.until("PLAYING");
    game.until("the first waystone lies");
    game.send("\x1b[C\x1b[C\x1b[B");
    game.send("s");
    game.until("you look about|you gather");
    game.send("i");
    game.until("of 4 things");
    game.send("\x1b[27u\x1b[27u");
    game.until("your only life");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert!(game.wrote("wander-11-128x128.save"));
    let mut again = game.again(80, 24, &["wander"]);
    again.until("PLAYING");
    again.until("you look about|you gather");
    again.send("q\r");
    assert_eq!(again.wait(), 0);
}
