//! Killed games: recorded and autosaved, no longer recorded, and observed from outside.

use crate::kit::{self, Dice};
use crate::saves::{child, child_dir, killed, parts_in};
use std::path::Path;
use wayworn::save::{self, ReplayHeader, SaveSlot};
use wayworn::sim::Game;
use wayworn::world::Command;

/// One save in this many is the player's own.
const OWN: u64 = 4;

/// Plays on, with a command in each tick, and saves after it; the record is flushed before, as in games.
fn play_for_ever(dir: &Path, is_recorded: bool, acknowledge: fn(u64)) -> ! {
    let slot = SaveSlot::open(dir, "played").unwrap();
    let (mut game, mut recorder) = match slot.load().unwrap() {
        None => {
            let game = kit::game(12, 48);
            let recorder = slot.start_record(&ReplayHeader::new(12, game.world.size(), None));
            (game, recorder)
        }
        Some(loaded) => {
            let (recorder, note) = slot.resume_record(&loaded);
            assert_eq!(note.is_none(), is_recorded, "{note:?}");
            (Game::from_world(loaded.world), recorder)
        }
    };
    loop {
        let tick = game.world.tick;
        recorder.command(tick, &Command::Undo);
        let _ = game.apply(&Command::Undo);
        if let Some(command) = kit::command(&mut game, 12) {
            recorder.command(tick, &command);
        }
        game.tick();
        recorder.hashes(game.world.tick, &game.world.hash());
        let commands = recorder.commands().filter(|_| is_recorded);
        if commands.is_some() {
            recorder.flush().unwrap();
        }
        let save = if game.world.tick.is_multiple_of(OWN) { SaveSlot::save } else { SaveSlot::autosave };
        save(&slot, &game.world, commands).unwrap();
        acknowledge(game.world.tick);
    }
}

#[test]
fn recording_child() {
    let Some(dir) = child_dir() else { return };
    play_for_ever(&dir, true, |tick| println!("\nsaved {tick}"));
}

#[test]
fn unrecorded_child() {
    let Some(dir) = child_dir() else { return };
    play_for_ever(&dir, false, |tick| println!("\nsaved {tick}"));
}

/// Killed at random moments, again and again: acknowledged saves exist, the player's own among them; no temporary
/// file is left; and a record, if there is one, continues seamlessly: it replays from the first tick to the last,
/// with the hash of each.
#[test]
fn kills_cost_neither_saves_nor_records() {
    for (name, is_recorded) in [("kills::recording_child", true), ("kills::unrecorded_child", false)] {
        let dir = tempfile::tempdir().unwrap();
        let mut dice = Dice(41);
        let mut safe = 0;
        for round in 0..kit::many(8, 300, 300) {
            safe = killed(child(name, dir.path()), &mut dice, 8).unwrap_or(safe);
            let what = format!("{name}, round {round}, {safe} is safe");
            let slot = kit::slot(dir.path(), "played");
            let loaded = slot.load().unwrap_or_else(|error| panic!("{what}: {error}")).unwrap();
            assert!(loaded.world.tick >= safe, "{what}: {} is there", loaded.world.tick);
            let own = slot.load_own().unwrap().map_or(0, |own| own.world.tick);
            assert!(own >= safe / OWN * OWN && own.is_multiple_of(OWN), "{what}: {own} is the player's own");
            assert_eq!(parts_in(dir.path()), 0, "{what}: a part file is left");
            let (mut recorder, note) = slot.resume_record(&loaded);
            assert_eq!(note.is_none(), is_recorded, "{what}: {note:?}");
            // Commands that the killed game recorded after its save are cut away, as when the game resumes.
            recorder.flush().unwrap();
        }
        assert!(safe > 20, "{name} saved {safe} times only");
        let record = dir.path().join("played.replay");
        assert_eq!(record.exists(), is_recorded);
        if is_recorded {
            let verified = save::verify(&save::load_replay(&record).unwrap(), 2).unwrap();
            assert!(verified.hashes_checked as u64 >= safe, "{verified:?}, and {safe} is safe");
        }
    }
}

/// A record that a kill cut off in the middle of a line still resumes from the last save.
#[test]
fn a_record_that_was_cut_goes_on_from_the_save() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "played").unwrap();
    let mut game = kit::game(12, 48);
    let mut recorder = slot.start_record(&ReplayHeader::new(12, game.world.size(), None));
    let mut wish = |game: &mut Game| {
        recorder.command(game.world.tick, &Command::Undo);
        let _ = game.apply(&Command::Undo);
        game.tick();
        recorder.flush().unwrap();
        recorder.commands()
    };
    let commands = wish(&mut game);
    slot.save(&game.world, commands).unwrap();
    let saved = std::fs::read(slot.replay_path()).unwrap();
    wish(&mut game);
    let longer = std::fs::read(slot.replay_path()).unwrap();
    assert!(longer.starts_with(&saved) && longer.len() > saved.len() + 9);
    for length in 0..longer.len() {
        std::fs::write(slot.replay_path(), &longer[..length]).unwrap();
        let loaded = slot.load().unwrap().unwrap();
        let (_, note) = slot.resume_record(&loaded);
        assert_eq!(note.is_none(), length >= saved.len(), "{length} of {} bytes: {note:?}", longer.len());
    }
}

/// Saves once in every way, and reports each.
#[test]
fn saving_child() {
    let Some(dir) = child_dir() else { return };
    let slot = SaveSlot::open(&dir.join("saves"), "home").unwrap();
    let game = kit::game(4, 48);
    let mut recorder = slot.start_record(&ReplayHeader::new(4, game.world.size(), None));
    recorder.flush().unwrap();
    println!("\nreported home.replay");
    let saves: [(&str, &dyn Fn()); 3] = [
        ("home.save", &|| slot.save(&game.world, Some(0)).unwrap()),
        ("home.auto1", &|| slot.autosave(&game.world, Some(0)).unwrap()),
        ("home.rescue", &|| drop(slot.save_rescued(&game.world, Some(0)).unwrap())),
    ];
    for (name, save) in saves {
        save();
        println!("\nreported {name}");
    }
}

/// Traced system calls show that nothing is reported before the file was synced, then renamed, then the folder
/// synced. Skipped where tracing is not allowed.
#[cfg(target_os = "linux")]
#[test]
fn files_are_synced_before_anything_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("trace");
    let calls = "trace=write,fsync,fdatasync,rename,renameat,renameat2";
    let traced = std::process::Command::new("strace")
        .args(["-f", "-y", "-s", "200", "-e", calls, "-o", trace.to_str().unwrap()])
        .arg(std::env::current_exe().unwrap())
        .args(["kills::saving_child", "--exact", "--nocapture", "--test-threads=1"])
        .env("WAYWORN_CHILD", dir.path())
        .output();
    let Some(traced) = traced.ok().filter(|traced| traced.status.success()) else {
        println!("tracing is not allowed");
        return;
    };
    assert!(String::from_utf8_lossy(&traced.stdout).contains("reported home.rescue"));
    let text = std::fs::read_to_string(trace).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let first = |from: usize, parts: &[&str]| {
        let found = lines[from..].iter().position(|line| parts.iter().all(|part| line.contains(part)));
        let found = found.map(|place| from + place);
        found.unwrap_or_else(|| panic!("no {parts:?} after line {from} of\n{text}"))
    };
    let synced = first(0, &["fdatasync(", "home.replay"]);
    assert!(synced < first(0, &["write(1", "reported home.replay"]), "{text}");
    let mut last = synced;
    for name in ["home.save", "home.auto1", "home.rescue"] {
        let written = first(last, &["write(", ".part"]);
        let synced = first(written, &["fsync(", ".part"]);
        let named = first(synced, &["rename", ".part", name]);
        let folder = first(named, &["fsync(", "/saves>"]);
        last = first(0, &["write(1", &format!("reported {name}")]);
        assert!(folder < last, "{name} was reported before it was safe:\n{text}");
    }
}
