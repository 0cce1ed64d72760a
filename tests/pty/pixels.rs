//! Pictures of the land: a terminal that answers for them gets some, and none of them stays behind; any other gets none.

use crate::assert_restored;
use crate::terminal::{JOB, Terminal};

/// The last of the questions, which every terminal answers.
const ASKED: &str = "\x1b[c";
const KITTY: (&str, &str) = ("\x1b_Gi=31;OK\x1b\\\x1b[?62;52;c", "\x1b_Ga=T,");
const ITERM: (&str, &str) = ("\x1b]1337;Capabilities=T3CwF\x1b\\\x1b[?64;1;2;4;6c", "\x1b]1337;File=");
const SIXEL: (&str, &str) = ("\x1b[6;18;9t\x1b[?62;4;22c", "\x1bP");

/// A game in a terminal that answers the questions.
fn answered(answer: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
    let mut game = Terminal::play_with(environment, (120, 40), arguments);
    game.until_wrote(ASKED);
    game.send(&format!("\x1b[1;4R{answer}"));
    game.until("Year 1");
    game
}

fn has_pictures(game: &Terminal) -> bool {
    [KITTY, ITERM, SIXEL].iter().any(|(_, picture)| game.wrote(picture))
}

#[test]
fn a_terminal_that_answers_for_pictures_gets_them_and_is_left_without() {
    for (answer, picture) in [KITTY, ITERM, SIXEL] {
        let mut game = answered(answer, &[], &[]);
        game.until_wrote(picture);
        // Paused, the map is finished once, and then nothing is sent.
        game.send(" ");
        game.until("paused");
        game.until_silent();
        game.forget();
        game.send("q");
        game.until("Leave this land?");
        game.send("\r");
        assert_eq!(game.wait(), 0, "{picture:?}");
        let written = String::from_utf8_lossy(&game.written()).into_owned();
        let last = written.rfind(picture).unwrap_or(0);
        assert!(last < written.rfind("\x1b[?1049l").expect("the screen is given back"), "{picture:?}");
        if picture == KITTY.1 {
            let deleted = written.rfind("\x1b_Ga=d,d=A").expect("pictures are deleted");
            assert!(last < deleted && deleted < written.rfind("\x1b[?1049l").unwrap_or(0));
        }
    }
}

#[test]
fn pictures_leave_a_clean_terminal_when_the_game_is_stopped_or_ended() {
    let mut game = answered(KITTY.0, &[], &[JOB]);
    game.until_wrote(KITTY.1);
    game.signal("TSTP");
    game.until_wrote("\x1b[?1049l");
    game.until_stopped();
    assert!(game.wrote("\x1b_Ga=d,d=A"));
    game.forget();
    game.resume();
    game.until_wrote(KITTY.1);
    game.signal("TERM");
    assert_eq!(game.wait(), 128 + 15);
    assert_restored(&game);
    assert!(game.wrote("\x1b_Ga=d,d=A"));
}

#[test]
fn a_slow_line_has_no_pictures() {
    let mut game = answered(KITTY.0, &[], &[]);
    game.until_wrote(KITTY.1);
    game.turn_deaf();
    // Until a frame waits for the reader.
    for _ in 0..20 {
        Terminal::settle();
    }
    game.listen();
    game.until_wrote("\x1b_Ga=d,d=A");
    game.forget();
    game.send("?");
    game.until("select a unit|Esc");
    assert!(!game.wrote(KITTY.1), "pictures go on over a slow line");
    game.send("\x1bq\r");
    game.signal("TERM");
    game.wait();
}

#[test]
fn any_other_terminal_gets_no_picture() {
    let plain = "\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\\x1b[?62;22c";
    let mut games = vec![
        ("no pictures", answered(plain, &[], &[])),
        ("no answer", {
            let mut game = Terminal::play(120, 40, &[]);
            game.until("Year 1");
            game
        }),
    ];
    let arguments: [&[&str]; 3] = [&["--color", "16"], &["--color", "mono"], &["--color", "256"]];
    for arguments in arguments {
        games.push((arguments[1], Terminal::play(120, 40, arguments)));
    }
    for (name, value) in [("TMUX", "/tmp/tmux-1/default,1,0"), ("TERM", "screen-256color")] {
        games.push((name, Terminal::play_with(&[(name, value)], (120, 40), &[])));
    }
    let folder = Terminal::folder_with("wayworn.toml", "pixels = \"off\"\n");
    games.push(("off", Terminal::play_in(&folder, (120, 40), &[])));
    for (at, (name, game)) in games.iter_mut().enumerate() {
        assert!(at < 2 || !game.wrote("\x1b_G"), "{name}");
        if at >= 2 {
            game.send(&format!("\x1b[1;4R{}", KITTY.0));
        }
        game.until("Year 1");
        game.until("WAYWORN");
        game.send("q");
        game.until("Leave this land?");
        game.send("\r");
        assert_eq!(game.wait(), 0, "{name}");
        assert!(!has_pictures(game), "{name}");
        assert!(at < 2 || !game.wrote(ASKED), "{name} is asked");
        assert_restored(game);
    }
}
