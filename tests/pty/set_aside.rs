//! A game replaced by another in the real program: set aside, reported, and played on.

use crate::terminal::Terminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

const SEVEN: [&str; 2] = ["--seed", "7"];

/// The files of a game in a folder, by name, with their bytes.
fn game_files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = std::fs::read_dir(dir).expect("a folder").flatten().map(|entry| entry.path());
    let kinds = ["save", "bak", "replay", "auto1", "rescue"];
    let is_game = |path: &PathBuf| path.extension().is_some_and(|end| kinds.iter().any(|kind| end == *kind));
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read(&path).expect("a file"))
    };
    let mut files: Vec<_> = paths.filter(is_game).map(read).collect();
    files.sort();
    files
}

/// Plays a game and saves it this often, the last time on quitting.
fn play_and_save(folder: &Arc<TempDir>, arguments: &[&str], expected: &str, saves: usize) {
    let mut game = Terminal::play_in(folder, (220, 40), arguments);
    game.until(expected);
    for key in [" ", " "].iter().cycle().take(2 * (saves - 1)) {
        // Another save needs a change.
        game.send(key);
        game.until(if game.screen().contains("paused") { "×1" } else { "paused" });
        game.send("S");
        game.until("saved as");
    }
    game.send("q\r");
    assert_eq!(game.wait(), 0);
}

/// After `--new` and two saves every byte of the previous game is there, and the program plays it on with its record.
#[test]
fn a_new_game_on_the_same_land_keeps_the_old_one() {
    let folder = Terminal::folder_with("wayworn.toml", "");
    play_and_save(&folder, &SEVEN, "Year 1", 2);
    let old = game_files(folder.path());
    assert_eq!(old.len(), 3, "save, backup and record");
    play_and_save(
        &folder,
        &["--seed", "7", "--new"],
        "the game that was here before is kept: wayworn --saves",
        3,
    );
    let aside = folder.path().join("land-7-128x128-1");
    assert_eq!(game_files(&aside), old);
    let is_save = |file: &&(String, Vec<u8>)| !file.0.ends_with(".replay");
    let new = game_files(folder.path());
    assert!(new.iter().filter(is_save).all(|file| !old.contains(file)), "the new game has saved nothing");
    plays_on(&folder, &aside, "WAYWORN");
    let replay = wayworn::save::load_replay(&aside.join("land-7-128x128.replay")).expect("a sound record");
    wayworn::save::verify(&replay, 2).expect("it plays");
}

/// The program continues with the game in a folder.
fn plays_on(folder: &Arc<TempDir>, aside: &Path, expected: &str) {
    let before = saved_tick(aside);
    let under = format!("shift 4; set -- --size 128x128 --saves {} \"$@\"", aside.display());
    let mut game = Terminal::play_under(&[("UNDER", &under)], folder, &SEVEN);
    game.until(expected);
    game.until("Year 1");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert!(saved_tick(aside) >= before, "it began anew");
}

/// The tick of the own save in a folder; 0 without one.
fn saved_tick(dir: &Path) -> u64 {
    let save = dir.join("land-7-128x128.save");
    if save.exists() { wayworn::save::load_save(&save).expect("a sound save").world.tick } else { 0 }
}

/// A level starts over each time, and the previous game is kept each time.
#[test]
fn a_level_that_begins_anew_keeps_what_was_played() {
    let folder = Terminal::folder_with("wayworn.toml", "");
    let level = ["--level", "u-trap"];
    let mut kept = Vec::new();
    for round in 0..3 {
        let expected = if round == 0 { "WAYWORN" } else { "the game that was here before is kept" };
        play_and_save(&folder, &level, expected, 1);
        kept.push(game_files(folder.path()));
    }
    for (round, files) in kept.iter().enumerate().take(2) {
        assert_eq!(&game_files(&folder.path().join(format!("level-u-trap-{}", round + 1))), files);
    }
}

/// Ten seconds of a level are taken back: it goes on from there, with the orders that were given before.
#[test]
fn ten_seconds_of_a_level_are_taken_back() {
    let mut game = Terminal::play(80, 24, &["--level", "u-trap"]);
    game.until("0 hours so far");
    game.send("\tlllg");
    game.until("What do you think?");
    game.send("1gg");
    game.until("arrives in");
    game.send("+++");
    game.until("take back");
    // Slowly and paused at once, so that what is awaited stays, however late a busy machine is.
    game.send("---< ");
    // Won after some 410 ticks, by when the order was given.
    game.until_true("two hundred ticks before", |game| {
        let screen = game.screen();
        [20, 21, 22].iter().any(|hours| screen.contains(&format!("{hours} hours so far")))
    });
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let saves = game.folder();
    let now = wayworn::save::load_save(&saves.join("level-u-trap.save")).expect("a sound save").world;
    let record = wayworn::save::load_replay(&saves.join("level-u-trap.replay")).expect("a record");
    assert!((200..220).contains(&now.tick), "tick {}", now.tick);
    assert!(record.commands.len() == 1 && record.commands[0].tick < 20, "{:?}", record.commands);
    assert!(saves.join("level-u-trap-1").is_dir(), "what was played before is kept");
}

/// The land in view becomes a level with goals from a form, and is played at once; from there a way leads back.
#[test]
fn a_level_is_cut_out_of_a_land_and_played() {
    let mut game = Terminal::play(120, 40, &SEVEN);
    game.until("Year 1");
    game.send("Plevel\r");
    game.until("A level of this view");
    game.send("play\r");
    game.until("select the unit that the goal is about");
    game.send("\x1b");
    Terminal::settle();
    game.send("\tllllPlevel\r");
    game.until("goal: reach");
    game.send("add\r");
    game.until("goal 1");
    game.send("goal\r\r");
    game.until("goal: survive");
    game.send("add\r");
    game.until("goal 2");
    game.send("play\r");
    game.until("The way of");
    game.until("paused");
    game.send("G");
    game.until("Levels:");
    game.send("Back\r");
    game.until("seed 7 ");
    game.until_true("the land", |game| !game.screen().contains("The way of"));
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let files = std::fs::read_dir(game.folder()).expect("a folder").flatten().map(|entry| entry.path());
    let is_level = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        name.starts_with("land-7-") && name.ends_with(".toml")
    };
    let text = files.filter(is_level).map(|path| std::fs::read_to_string(path).expect("a level")).next();
    let level = wayworn::level::Level::parse(&text.expect("a level beside the save")).expect("it is sound");
    assert!(level.units.len() > 1 && level.goals.len() == 2 && level.size().area() > 400, "{}", level.text);
}

/// Autosaves newer than the own save are kept when the player goes back to it.
#[test]
fn going_back_by_hand_keeps_what_came_after() {
    let folder = Terminal::folder_with("wayworn.toml", "autosave = 1\n");
    let mut game = Terminal::play_in(&folder, (120, 40), &SEVEN);
    game.until("Year 1");
    game.send("S");
    game.until("saved as");
    game.until_true("an autosave after it", |game| !game.kept(".auto2").is_empty());
    game.send(" ");
    game.until("paused");
    game.until_silent();
    game.signal("KILL");
    game.wait();
    let autosaves: Vec<_> =
        game_files(folder.path()).into_iter().filter(|(name, _)| name.contains(".auto")).collect();
    let mut back = Terminal::play_in(&folder, (220, 40), &["--seed", "7", "--by-hand"]);
    back.until("what was played after this save is kept: wayworn --saves");
    back.send("q\r");
    assert_eq!(back.wait(), 0);
    let aside = folder.path().join("land-7-128x128-1");
    let kept = game_files(&aside);
    assert!(!autosaves.is_empty());
    assert!(autosaves.iter().all(|file| kept.contains(file) || game_files(folder.path()).contains(file)));
    plays_on(&folder, &aside, "an autosave");
}
