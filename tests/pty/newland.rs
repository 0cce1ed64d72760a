//! The chooser of a new land in the real game: shown, changed by keys and mouse, started, and left without a loss.

use super::terminal::Terminal;

/// Escape in a form that cannot be mistaken for the start of a sequence.
const ESCAPE: &str = "\x1b[27u";

#[test]
fn a_new_land_is_chosen_and_begun_and_the_old_one_is_kept() {
    let mut game = Terminal::play(80, 24, &["new", "--seed", "5"]);
    game.until("A new land");
    game.until("of it connected");
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

/// A new land can age for years before it is shown; a saved one goes on as it is, and says so.
#[test]
fn an_old_land_has_lived_before_it_is_seen() {
    let mut game = Terminal::play(80, 24, &["--seed", "9", "--years", "1"]);
    game.until("Year 2");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let mut again = game.again(80, 24, &["--seed", "9", "--years", "3"]);
    again.until("--years has no effect on a saved land");
    again.until("Year 2");
}

/// A land that ages is seen growing: nothing that is typed meanwhile is echoed or meant for the game, and Esc starts it
/// as it stands.
#[test]
fn a_land_that_ages_is_seen_growing_and_started_as_it_stands() {
    let mut game = Terminal::play(60, 20, &["--seed", "9", "--years", "100"]);
    game.until("Year 1 of 100");
    game.until("places");
    game.send("qzzzz");
    Terminal::settle();
    assert!(!game.screen().contains("zzzz"));
    game.send(ESCAPE);
    game.until("WAYWORN");
    assert!(!game.screen().contains("Leave this land?"));
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    super::assert_restored(&game);
    assert_eq!(game.kept(".save").len(), 1);
}

/// A large land takes longer to be given up than the end waits: it leaves no lock all the same.
#[test]
fn an_end_while_a_large_land_is_made_leaves_no_lock() {
    let size = ["--seed", "9", "--size", "4096x4096"];
    let mut game = Terminal::play_with(&[("BARE", "")], (80, 24), &size);
    game.until_true("its lock", |game| !game.kept(".lock").is_empty());
    game.signal("TERM");
    assert_eq!(game.wait(), 143);
    super::assert_restored(&game);
    assert!(game.kept("").is_empty(), "{:?}", game.kept(""));
}

#[test]
fn leaving_the_chooser_leaves_nothing_behind() {
    let mut game = Terminal::play(60, 20, &["new"]);
    game.until("of it connected");
    game.send("d");
    game.send(ESCAPE);
    assert_eq!(game.wait(), 0);
    assert!(game.kept(".save").is_empty());
}

#[test]
fn a_sketch_or_a_land_that_breaks_off_is_reported_and_the_chooser_goes_on() {
    for (part, words) in [("sketch", "the preview crashed"), ("land", "generating it crashed")] {
        let mut game =
            Terminal::play_with(&[("WAYWORN_TEST_PANIC", part)], (120, 30), &["new", "--seed", "5"]);
        game.until("A new land");
        if part == "land" {
            game.until("of it connected");
            game.send("\r");
        }
        game.until(words);
        game.send(ESCAPE);
        assert_eq!(game.wait(), 0, "{part}");
        assert_eq!(game.modes(), game.modes_before(), "{part}");
        assert!(game.kept(".lock").is_empty(), "{part}");
    }
}

#[test]
fn a_land_that_is_not_wanted_any_more_leaves_nothing_behind() {
    let mut game = Terminal::play(80, 24, &["new", "--seed", "5"]);
    game.until("of it connected");
    game.send("\r");
    game.until("Year 1");
    game.send("W");
    game.until("A new land");
    game.send("1\r");
    game.until_true("the other land is begun", |game| game.kept(".lock").len() == 2);
    game.send(ESCAPE);
    game.until_true("it is abandoned", |game| game.kept(".lock").len() == 1);
    game.send(ESCAPE);
    game.until("Year 1");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    // The next start clears away what a kill has left, whatever land it is of.
    let lock = game.folder().join("land-77-128x128.lock");
    std::fs::write(&lock, "").expect("a file");
    let mut next = game.again(80, 24, &["--seed", "5"]);
    next.until("Year 1");
    assert!(!lock.exists() && next.kept(".lock").len() == 1, "{:?}", next.kept(""));
    next.send("q\r");
    assert_eq!(next.wait(), 0);
}

/// However one leaves while a land is made: it has no lock, and the game that it would have replaced is where it was.
#[test]
fn a_land_that_is_left_in_the_making_leaves_nothing_behind() {
    let folder = Terminal::folder_with("empty", "");
    let mut game = Terminal::play_in(&folder, (80, 24), &["--seed", "5"]);
    game.until("Year 1");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let before = game.kept("");
    for (way, code) in [("\x03", 130), ("TERM", 143)] {
        let mut game = Terminal::play_in(&folder, (80, 24), &["--seed", "5", "--new", "--years", "100"]);
        game.until("Year 1");
        if way == "TERM" {
            game.signal(way);
        } else {
            game.send(way);
        }
        assert_eq!(game.wait(), code);
        assert_eq!(game.kept(""), before, "{way:?}");
    }
}

/// A newcomer sees a land grow, then what its people think, and can leave it for one of their own, then or at once; it
/// does not come again.
#[test]
fn a_newcomer_is_shown_a_land_once() {
    let start = |folder: &_| Terminal::play_under(&[("BARE", "1")], folder, &[]);
    let folder = Terminal::folder_with("empty", "");
    let mut patient = start(&folder);
    println!("the first picture: {} ms", patient.until("places").as_millis());
    patient.until("Year 3 · mid-autumn");
    patient.until("see them think   Esc a land of your own");
    patient.send("t");
    patient.until("search|plan|wait");
    patient.until("select a unit");
    assert!(!patient.screen().contains("a land of your own"));
    patient.send("q\r");
    assert_eq!(patient.wait(), 0);
    for saved in patient.kept(".save") {
        std::fs::remove_file(saved).expect("it was saved");
    }
    let mut again = start(&folder);
    again.until("Year 1 · ");
    assert!(!again.wrote("a land of your own"));
    for is_early in [true, false] {
        let folder = Terminal::folder_with("empty", "");
        let mut hasty = start(&folder);
        hasty.until("Esc a land of your own");
        if !is_early {
            hasty.until("see them think");
        }
        hasty.send(ESCAPE);
        hasty.until("Year 1 · ");
        hasty.send("q\r");
        assert_eq!(hasty.wait(), 0);
        let kept = hasty.kept("-256x256.save");
        assert_eq!((kept.len(), hasty.kept(".save").len()), (1, if is_early { 1 } else { 2 }));
    }
}

/// What is drawn while time is paused is compared with the land before it, and undone if that is kept.
#[test]
fn the_edits_of_a_moment_are_looked_ahead_and_taken_back() {
    let mut game = Terminal::play(80, 24, &["--seed", "9"]);
    game.until("Year 1");
    game.send(" ");
    game.until("paused");
    game.send("=");
    game.until("nothing to compare");
    game.send("d0\r");
    game.until("forbid");
    game.send("=");
    game.until("loads sold");
    game.send("h\r");
    game.until("The last act is undone");
    game.send("=");
    game.until("nothing to compare");
    game.send("\x1b[27u");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
}
