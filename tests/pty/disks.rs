//! Disks that accept no data: noticed before the game begins, reported while it goes on, and never silent at its end.

use crate::assert_restored;
use crate::terminal::Terminal;
use wayworn::save::{self, SaveError, SaveSlot};

/// Exit code of a game that could not be saved.
const UNSAVED: u32 = 74;

/// The save key is answered by a sentence; afterwards the game goes on.
fn reports_and_goes_on(game: &mut Terminal) {
    game.send("S");
    game.until("not saved: ");
    game.send(" ");
    game.until("paused");
    game.send(" ");
    game.until("×1");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_may_not_grow_does_not_end_the_game() {
    let mut game = Terminal::play(120, 40, &[]);
    game.until("Year 1");
    game.fill_disk(4096);
    reports_and_goes_on(&mut game);
    assert!(game.kept(".part").is_empty() && game.kept(".save").is_empty());
}

/// However an unsaved game is left: the terminal is given back, one sentence says so and where the last good save is,
/// and the exit code is distinct.
#[test]
#[cfg(target_os = "linux")]
fn a_game_that_cannot_be_saved_does_not_end_in_silence() {
    for way in ["q", "\x03", "TERM", "HUP", "INT", "QUIT"] {
        let mut game = Terminal::play(120, 40, &["--seed", "7"]);
        game.until("Year 1");
        if way != "QUIT" {
            game.send("S");
            game.until("saved as");
        }
        game.fill_disk(4096);
        match way {
            "q" => {
                game.send("q\r");
                game.until("press q again to leave anyway");
                game.send("q\r");
            }
            "\x03" => game.send(way),
            signal => game.signal(signal),
        }
        assert_eq!(game.wait(), UNSAVED, "{way:?}");
        assert_restored(&game);
        assert_eq!(game.modes_before(), game.modes(), "{way:?}");
        assert!(game.kept(".lock").is_empty(), "{way:?}");
        let said = game.after_the_screen();
        assert_eq!(said.matches('\n').count(), 1, "{way:?}: {said}");
        assert!(
            said.contains("wayworn: not saved: ") && said.contains("check that there is space"),
            "{said}"
        );
        let last = match &game.kept(".save")[..] {
            [] => "there is no earlier save".to_owned(),
            [save] => {
                let tick = save::load_save(save).expect("it is as it was").world.tick;
                format!("the last good save is {} (tick {tick})", save.display())
            }
            more => panic!("{more:?}"),
        };
        assert!(said.contains(&last), "{way:?}: no {last:?} in {said}");
    }
}

/// The terminal is gone and nothing can be saved: the exit code says so.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_that_is_gone_and_a_full_disk_have_a_code_of_their_own() {
    let mut game = Terminal::play(80, 24, &["--seed", "7"]);
    game.until("Year 1");
    game.fill_disk(4096);
    game.hang_up();
    assert_eq!(game.wait(), UNSAVED);
}

/// A full disk and a read-only folder are reported at once, before the screen is taken, and nothing is left there.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_before_the_game_begins() {
    let elsewhere = "shift 4; set -- --size 128x128 --saves /proc \"$@\"";
    for (under, why) in [("ulimit -f 1", "File too large"), (elsewhere, "/proc/")] {
        for arguments in [&["--seed", "7"][..], &["--level", "u-trap"]] {
            let mut game = Terminal::play_with(&[("UNDER", under)], (200, 24), arguments);
            assert_eq!(game.wait(), 2, "{under} {arguments:?}");
            let said = String::from_utf8_lossy(&game.written()).into_owned();
            assert!(said.contains(why) && said.lines().count() == 1, "{under} {arguments:?}: {said}");
            assert!(!said.contains('\x1b'), "the screen was taken: {said:?}");
            assert!(game.kept("").is_empty(), "{under} {arguments:?}: {:?}", game.kept(""));
        }
    }
}

/// A game that was saved before is also told of a full disk, and its save is unharmed.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_before_a_saved_game_resumes() {
    let folder = Terminal::folder_with("wayworn.toml", "");
    let mut game = Terminal::play_in(&folder, (120, 40), &["--seed", "7"]);
    game.until("Year 1");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let before = std::fs::read(&game.kept(".save")[0]).expect("a save");
    let mut full = Terminal::play_under(&[("UNDER", "ulimit -f 8")], &folder, &[]);
    assert_eq!(full.wait(), 2, "{}", full.screen());
    assert!(full.wrote("--saves DIR"), "{}", full.screen());
    assert!(std::fs::read(&full.kept(".save")[0]).expect("a save") == before);
}

/// When its folder is there again, the game keeps others out of its slot even before it saves.
#[test]
fn a_folder_that_is_gone_does_not_end_the_game() {
    let mut game = Terminal::play(120, 40, &[]);
    game.until("Year 1");
    std::fs::remove_dir_all(game.folder()).expect("it was there");
    reports_and_goes_on(&mut game);
    std::fs::create_dir(game.folder()).expect("a folder");
    game.until_true("its lock", |game| !game.kept(".lock").is_empty());
    let name = game.kept(".lock")[0].file_stem().expect("a name").to_string_lossy().into_owned();
    assert!(matches!(SaveSlot::open(game.folder(), &name), Err(SaveError::InUse { .. })), "{name}");
    game.send("S");
    game.until("saved as");
    let folder = game.folder().to_owned();
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    drop(SaveSlot::open(&folder, "other"));
}

/// A pipe in the place of a file of the game neither keeps the start waiting, nor a save, nor the end.
#[test]
#[cfg(unix)]
fn no_pipe_keeps_the_game_waiting() {
    for ending in ["lock", "save", "auto1", "replay", "md"] {
        let pipe = format!("land-7-128x128.{ending}");
        let script = format!("mkfifo {pipe}");
        let mut game = Terminal::play_with(&[("UNDER", &script)], (120, 40), &["--seed", "7"]);
        if ending == "replay" || ending == "md" {
            game.until("Year 1");
            std::fs::remove_file(game.folder().join(&pipe)).unwrap_or_default();
            mkfifo(&game.folder().join(&pipe));
            game.send("S");
            game.until(if ending == "md" { "saved as" } else { "not saved: " });
            game.send("q\r");
            if ending == "replay" {
                game.until("press q again to leave anyway");
                game.send("q\r");
            }
            assert_eq!(game.wait(), if ending == "replay" { UNSAVED } else { 0 });
        } else {
            assert_eq!(game.wait(), 2, "{ending}");
            assert!(game.wrote(&format!("{pipe} could not be")), "{}", game.screen());
        }
        assert!(game.wrote("it is a pipe or a device") || ending == "md", "{ending}");
    }
}

#[cfg(unix)]
fn mkfifo(path: &std::path::Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|status| status.success()), "{}", path.display());
}
