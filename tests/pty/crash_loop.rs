//! A game that crashes at the same tick again: the third start asks instead of crashing once more, and each answer
//! works.
#![cfg(debug_assertions)]

use crate::terminal::Terminal;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use wayworn::save::load_save;

const SLOT: &str = "land-7-128x128";
const SIZE: (u16, u16) = (220, 40);

/// A folder with a land whose game has crashed twice at the same tick, and that tick; optionally with an own save
/// from before it.
fn broken_twice(has_save: bool) -> (Arc<TempDir>, u64) {
    let folder = Terminal::folder_with("wayworn.toml", "");
    let mut tick = 500;
    if has_save {
        let mut game = Terminal::play_in(&folder, SIZE, &["--seed", "7"]);
        game.until("Year 1");
        game.send("q\r");
        assert_eq!(game.wait(), 0);
        tick = load_save(&folder.path().join(format!("{SLOT}.save"))).expect("a save").world.tick + 20;
    }
    let panic = format!("simulation@{tick}");
    for _ in 0..2 {
        let mut game = Terminal::play_under(&[("WAYWORN_TEST_PANIC", &panic)], &folder, &["--seed", "7"]);
        assert_eq!(game.wait(), 101);
    }
    let rescued = load_save(&folder.path().join(format!("{SLOT}.rescue"))).expect("a rescue").world.tick;
    assert_eq!(rescued, tick, "it did not break off where it was to");
    for name in [format!("crash-{SLOT}-{tick}"), format!("crash-{SLOT}-{tick}.2")] {
        for ending in ["txt", "replay"] {
            assert!(folder.path().join(format!("{name}.{ending}")).exists(), "no {name}.{ending}");
        }
    }
    (folder, tick)
}

/// The third start, with the cause of the crash still there.
fn third_start(folder: &Arc<TempDir>, tick: u64) -> Terminal {
    let mut game = Terminal::play_in(folder, SIZE, &[]);
    game.until(&format!("has crashed 2 times after tick {tick}"));
    game.until("and Enter:");
    assert!(!game.wrote("\x1b[?1049h"), "the screen was taken");
    game
}

fn leave(mut game: Terminal) {
    game.send("q\r");
    assert_eq!(game.wait(), 0);
}

fn rescue(folder: &Path) -> Option<Vec<u8>> {
    std::fs::read(folder.join(format!("{SLOT}.rescue"))).ok()
}

#[test]
fn the_third_start_goes_on_from_before_the_break_and_keeps_the_rescue() {
    let (folder, tick) = broken_twice(true);
    let rescued = rescue(folder.path());
    let mut left = third_start(&folder, tick);
    left.send("q\r");
    assert_eq!(left.wait(), 0);
    assert!(rescue(folder.path()) == rescued, "leaving has changed something");
    let mut game = third_start(&folder, tick);
    game.send("what\r");
    game.until("Type s, n, r, q");
    game.send("s\r");
    game.until("what was played after this save is kept: wayworn --saves");
    game.until("Year 1");
    game.send(" ");
    game.until("paused");
    leave(game);
    let saved = load_save(&folder.path().join(format!("{SLOT}.save"))).expect("a save").world.tick;
    assert!(saved >= tick - 20, "{saved}");
    let aside = folder.path().join(format!("{SLOT}-1"));
    assert!(rescue(&aside) == rescued && rescue(folder.path()).is_none(), "the rescue is not set aside");
    let record = wayworn::save::load_replay(&aside.join(format!("{SLOT}.replay"))).expect("a record");
    wayworn::save::verify(&record, 2).expect("it plays");
    // From now on nothing is asked.
    let mut next = Terminal::play_in(&folder, SIZE, &[]);
    next.until("WAYWORN");
    leave(next);
}

#[test]
fn the_third_start_begins_another_land_or_tries_again() {
    let (folder, tick) = broken_twice(false);
    let rescued = rescue(folder.path());
    let mut game = third_start(&folder, tick);
    game.until("Type n, r, q");
    game.send("n\r");
    game.until("WAYWORN");
    leave(game);
    assert!(rescue(folder.path()) == rescued && rescued.is_some(), "the rescue is not where it was");
    let mut again = Terminal::play_in(&folder, SIZE, &["--seed", "7"]);
    let lands = again.kept(".save");
    assert!(lands.len() == 1 && !lands[0].ends_with(format!("{SLOT}.save")), "{lands:?}");
    again.until("Type n, r, q");
    again.send("r\r");
    again.until("rescued when the game crashed");
    leave(again);
}

/// The same land opened from the chooser, where no question is possible: it resumes from before the crash, and says
/// so.
#[test]
fn the_chooser_goes_on_from_before_the_break() {
    let (folder, _) = broken_twice(true);
    let rescued = rescue(folder.path());
    let mut game = Terminal::play_in(&folder, SIZE, &["new", "--seed", "7"]);
    game.until("saved before: it continues");
    game.send("\r");
    game.until("what was played after this save is kept");
    leave(game);
    assert!(rescue(&folder.path().join(format!("{SLOT}-1"))) == rescued);
}
