//! After a failure: crashes explain themselves and rescue the land, and autosaves survive a kill.

use crate::assert_restored;
use crate::terminal::Terminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use wayworn::save::{self, SaveSlot};

/// The only file with this ending in the game's folder.
fn only(game: &Terminal, ending: &str) -> PathBuf {
    let mut files = game.kept(ending);
    assert_eq!(files.len(), 1, "{files:?} end in {ending}");
    files.remove(0)
}

/// The rest of the line that starts with this word.
fn line(report: &str, word: &str) -> String {
    let line = report.lines().find_map(|line| line.strip_prefix(word));
    line.unwrap_or_else(|| panic!("no line begins with {word}:\n{report}")).trim().to_owned()
}

fn quit(mut game: Terminal) {
    game.send("q\r");
    assert_eq!(game.wait(), 0);
}

/// Points at which a panic is injected: the parts of the program, at several ticks in the nightly tier.
#[cfg(debug_assertions)]
fn points() -> Vec<String> {
    let parts = ["simulation", "halfway", "worker", "picture", "main"];
    let ticks = if is_quick() { 1 } else { 10 };
    let places = (0..ticks).flat_map(|round| parts.map(|part| format!("{part}@{}", 485 + round * 13)));
    places.chain(["screen".to_owned()]).collect()
}

#[test]
#[cfg(debug_assertions)]
fn a_crash_explains_itself_and_the_land_is_rescued() {
    for point in points() {
        let mut game = Terminal::play_with(&[("WAYWORN_TEST_PANIC", &point)], (120, 40), &[]);
        assert_eq!(game.wait(), 101, "{point}");
        assert_restored(&game);
        let (report, rescue) = (only(&game, ".txt"), only(&game, ".rescue"));
        let said = game.after_the_screen();
        assert_eq!(said.matches('\n').count(), 1, "{point}: {said}");
        for told in ["a panic requested by a test", path(&report), path(&rescue)] {
            assert!(said.contains(told), "{point}: {said}");
        }
        let text = std::fs::read_to_string(&report).expect("a report");
        let world = save::load_save(&rescue).expect("a sound save").world;
        assert_eq!(line(&text, "seed"), world.seed.to_string(), "{point}");
        assert!(line(&text, "tick").starts_with(&format!("{} was completed", world.tick)), "{point}: {text}");
        let program = format!("{}, revision ", env!("CARGO_PKG_VERSION"));
        assert!(line(&text, "program").starts_with(&program), "{point}: {text}");
        assert_eq!(line(&text, "size"), "128x128", "{point}");
        assert!(text.contains("panic_fmt") && text.contains("thread "), "{point}: no backtrace:\n{text}");
        for (name, part) in wayworn::world::SUBSYSTEMS.iter().zip(world.hash().parts) {
            assert_eq!(line(&text, name), format!("{part:016x}"), "{point}");
        }
        let record = game.kept(".replay").into_iter().find(|file| path(file).contains("crash-"));
        let replay = save::load_replay(&record.expect("a record")).expect("a sound record");
        let verified = save::verify(&replay, 2).unwrap_or_else(|error| panic!("{point}: {error}"));
        assert_eq!(verified.ticks, world.tick + 1, "{point}: the record leads into the tick that broke");
    }
}

/// A panic raised inside the standard library is reported with our line that caused it.
#[test]
#[cfg(debug_assertions)]
fn a_crash_names_our_line_and_not_the_standard_librarys() {
    let mut game = Terminal::play_with(&[("WAYWORN_TEST_PANIC", "sum@485")], (120, 40), &[]);
    assert_eq!(game.wait(), 101);
    let said = game.after_the_screen();
    let text = std::fs::read_to_string(only(&game, ".txt")).expect("a report");
    assert!(line(&text, "what").contains("overflow"), "{text}");
    assert!(text.contains("traits/accum.rs"), "the test panics elsewhere:\n{text}");
    assert!(line(&text, "where").starts_with("src/app/play/faults.rs:"), "{text}");
    assert!(said.contains("(src/app/play/faults.rs:"), "{said}");
}

/// The report of a crash in the middle of a command has the last commands, that one included; the rescued save has
/// all those before it, and the record leads to it.
#[test]
#[cfg(debug_assertions)]
fn a_crash_tells_the_last_commands() {
    let mut game = Terminal::play_with(&[("WAYWORN_TEST_PANIC", "command@530")], (120, 40), &[]);
    game.until("Year 1");
    game.send("d");
    let mut code = None;
    game.until_true("the end", |game| {
        game.send("\x7f");
        code = game.ended();
        code.is_some()
    });
    assert_eq!((code, game.wait()), (Some(101), 101));
    assert_restored(&game);
    let text = std::fs::read_to_string(only(&game, ".txt")).expect("a report");
    let last = text.split("\nThe last ").nth(1).expect("the last commands");
    let count: usize = last.split(' ').next().and_then(|count| count.parse().ok()).expect("a number");
    let commands: Vec<&str> = last.lines().skip(1).take_while(|line| !line.is_empty()).collect();
    assert!(count > 1 && commands.len() == count.min(256), "{count} commands:\n{text}");
    let (first, undone) = commands.split_first().expect("commands");
    assert!(first.contains("Steward"), "the player decides from the beginning:\n{text}");
    assert!(undone.iter().all(|line| line.ends_with(" \"Undo\"")), "{text}");
    let world = save::load_save(&only(&game, ".rescue")).expect("a sound save").world;
    assert!(line(&text, "tick").starts_with(&format!("{} was completed; it crashed", world.tick)), "{text}");
    assert!(world.tick >= 530 && commands[count - 1].starts_with(&format!("{} ", world.tick)), "{text}");
    let record = game.kept(".replay").into_iter().find(|file| path(file).contains("crash-"));
    let replay = save::load_replay(&record.expect("a record")).expect("a sound record");
    assert_eq!(replay.commands.len(), count + 1, "all of them, and what marks the end");
    save::verify(&replay, 2).expect("it plays");
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
#[cfg(debug_assertions)]
fn one_goes_on_from_what_was_rescued() {
    let mut game = Terminal::play_with(&[("WAYWORN_TEST_PANIC", "halfway@500")], (120, 40), &[]);
    assert_eq!(game.wait(), 101);
    let mut again = game.again(160, 40, &[]);
    again.until("rescued when the game crashed");
    again.until("Year 1");
    quit(again);
    let mut again = game.again(120, 40, &[]);
    again.until("WAYWORN");
    quit(again);
}

/// A panic outside the game does not end it.
#[test]
#[cfg(debug_assertions)]
fn a_save_or_a_picture_that_breaks_off_is_reported_and_the_game_goes_on() {
    for (part, keys, expected) in
        [("save", "S", "not saved: saving crashed"), ("keepsake", "P\r", "the export crashed")]
    {
        let mut game = Terminal::play_with(&[("WAYWORN_TEST_PANIC", part)], (160, 40), &[]);
        game.until("Year 1");
        game.send(keys);
        game.until(expected);
        game.send(" ");
        game.until("paused");
        quit(game);
    }
}

/// Killed at a random moment (a hundred times in the nightly tier), a game resumes from an autosave hardly older than
/// the time between two, and so does its record; killed again without a record, it resumes as well.
#[test]
fn what_was_saved_by_itself_outlives_a_kill() {
    let sessions = if is_quick() { 1 } else { 100 };
    let folder = Terminal::folder_with("wayworn.toml", "autosave = 1\n");
    let mut oldest = Duration::ZERO;
    for round in 0..sessions {
        let mut game = Terminal::play_in(&folder, (120, 40), &["--seed", &round.to_string()]);
        game.until("Year 1");
        game.until_true("two autosaves", |game| !game.kept(".auto2").is_empty());
        std::thread::sleep(Duration::from_millis(wayworn::land::mix(&[round]) % 3000));
        let mut saves: Vec<PathBuf> =
            (1..=5).flat_map(|number| game.kept(&format!(".auto{number}"))).collect();
        saves.sort_by_key(|path| std::fs::metadata(path).and_then(|about| about.modified()).ok());
        let newest = saves.pop().expect("two of them");
        let age = std::fs::metadata(&newest).and_then(|about| about.modified()).expect("a time").elapsed();
        oldest = oldest.max(age.unwrap_or_default());
        game.signal("KILL");
        game.wait();
        let tick = save::load_save(&newest).expect("a sound save").world.tick;
        record_goes_on(&folder, &newest);
        std::fs::remove_file(only(&game, ".replay")).expect("it was there");
        let before = newest_autosave(&game);
        let mut unrecorded = Terminal::play_in(&folder, (200, 40), &[]);
        unrecorded.until("is an autosave; there is no save of your own");
        unrecorded.until_true("an autosave without a record", |game| newest_autosave(game) > before);
        unrecorded.signal("KILL");
        unrecorded.wait();
        assert!(unrecorded.kept(".replay").is_empty(), "half a record was begun");
        let mut again = Terminal::play_in(&folder, (200, 40), &[]);
        again.until("is an autosave; there is no save of your own");
        again.send(" ");
        again.until("paused");
        again.send("S");
        again.until("saved as");
        let own = save::load_save(&only(&again, ".save")).expect("a sound save").world.tick;
        assert!(own >= tick, "saved at {tick} and gone on from {own}");
        quit(again);
        for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
            if file.file_name() != "wayworn.toml" {
                let _ = std::fs::remove_file(file.path());
            }
        }
    }
    println!("{sessions} kills: {oldest:?} lost at most, at one second between two autosaves");
    assert!(is_quick() || oldest <= Duration::from_secs(3), "{oldest:?} lost");
}

/// Checks that the record of a killed game holds all that precedes its newest save, and plays to it.
fn record_goes_on(folder: &tempfile::TempDir, newest: &Path) {
    let name = newest.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
    let slot = SaveSlot::open(folder.path(), name).expect("the slot is free");
    let loaded = slot.load().expect("a sound save").expect("a save");
    let (recorder, note) = slot.resume_record(&loaded);
    assert!(note.is_none() && recorder.commands().is_some(), "{note:?}");
    let replay = save::load_replay(&slot.replay_path()).expect("a sound record");
    assert!(save::verify(&replay, 2).is_ok_and(|verified| verified.hashes_checked > 0));
}

/// An idle game does not push older states out of the ring.
#[test]
fn a_game_that_rests_is_not_saved_again() {
    let folder = Terminal::folder_with("wayworn.toml", "autosave = 1\n");
    let mut game = Terminal::play_in(&folder, (120, 40), &[]);
    game.until("Year 1");
    game.send(" ");
    game.until("paused");
    game.until_true("an autosave", |game| !game.kept(".auto1").is_empty());
    std::thread::sleep(Duration::from_millis(2500));
    let before = newest_autosave(&game);
    std::thread::sleep(Duration::from_millis(2500));
    assert_eq!(newest_autosave(&game), before);
    game.send(" ");
    game.until_true("another autosave", |game| newest_autosave(game) > before);
    quit(game);
}

fn newest_autosave(game: &Terminal) -> Option<SystemTime> {
    let saves = (1..=5).flat_map(|number| game.kept(&format!(".auto{number}")));
    saves.filter_map(|path| std::fs::metadata(path).and_then(|about| about.modified()).ok()).max()
}

/// Whether the tier is the quick one.
fn is_quick() -> bool {
    std::env::var("WAYWORN_TIER").map_or(true, |tier| tier == "quick")
}
