//! Files: every single failure of a disk, the ring of autosaves, the save that a game resumes from, and rescued
//! files.

use crate::kit;
use std::path::Path;
use wayworn::grid::Cell;
use wayworn::save::{
    self, AUTOSAVES, Disk, DiskFailure, Operation, RecordPosition, ReplayHeader, SaveError, SaveSlot,
};
use wayworn::sim::Game;
use wayworn::world::{Command, Hashes, UnitIx, World};

/// A folder with a game that was saved twice by hand, once as an autosave, and recorded.
fn lived_in(dir: &Path) -> World {
    let slot = SaveSlot::open(dir, "home").unwrap();
    let mut game = kit::game(4, 48);
    let mut recorder = slot.start_record(&ReplayHeader::new(4, game.world.size(), None));
    for tick in 0..3 {
        recorder.command(tick, &Command::Undo);
        let _ = game.apply(&Command::Undo);
        game.tick();
        recorder.flush().unwrap();
        let save = if tick == 1 { SaveSlot::autosave } else { SaveSlot::save };
        save(&slot, &game.world, recorder.commands()).unwrap();
    }
    game.world
}

/// Copies the files of a folder.
fn copy_of(dir: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    copy
}

/// An unsound land never replaces a sound save, by hand or as an autosave, and this is reported.
#[test]
fn a_broken_land_is_never_saved_over_a_sound_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut world = lived_in(dir.path());
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    let files = || {
        let ring = (1..=AUTOSAVES).map(|number| slot.autosave_path(number));
        ring.chain([slot.path()]).map(|path| std::fs::read(path).ok()).collect::<Vec<_>>()
    };
    let before = files();
    world.units[UnitIx(0)].cell = Cell::new(9999, 0);
    for save in [SaveSlot::save, SaveSlot::autosave] {
        let error = save(&slot, &world, None).unwrap_err();
        let words = error.to_string();
        assert!(
            matches!(error, SaveError::InvalidWorld { .. }) && words.contains("continue from the last save"),
            "{words}"
        );
    }
    assert!(slot.save_rescued(&world, None).is_err() && !slot.rescue_path().exists());
    assert!(files() == before && slot.load().unwrap().is_some());
}

/// The folder is removed and made again while a game is played: the record is whole again with the next save, and a
/// second game is let in only before it; then the first saves nothing over it.
#[test]
fn a_folder_made_again_has_a_whole_record_and_one_game() {
    let dir = tempfile::tempdir().unwrap();
    let mut world = lived_in(dir.path());
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    let (mut recorder, note) = slot.resume_record(&slot.newest().unwrap());
    assert_eq!(note, None);
    let make_again = || {
        std::fs::remove_dir_all(dir.path()).unwrap();
        std::fs::create_dir(dir.path()).unwrap();
    };
    make_again();
    recorder.command(world.tick, &Command::Undo);
    world.tick += 1;
    slot.keep_lock().unwrap();
    recorder.flush().unwrap();
    assert!(matches!(SaveSlot::open(dir.path(), "home"), Err(SaveError::InUse { .. })));
    assert_eq!(save::load_replay(&slot.replay_path()).unwrap().commands.len(), 4);
    make_again();
    let second = SaveSlot::open(dir.path(), "home").unwrap();
    assert!(matches!(slot.keep_lock(), Err(SaveError::InUse { .. })));
    assert!(matches!(slot.save(&world, None), Err(SaveError::InUse { .. })));
    assert!(second.load().unwrap().is_none());
}

/// The result of one sitting on a disk.
#[derive(Default)]
struct Sitting {
    errors: Vec<SaveError>,
    /// The message about what could not be cleared away at the beginning.
    untidy: Option<String>,
    /// The last acknowledged save by hand and autosave.
    by_hand: Option<Hashes>,
    last: Option<Hashes>,
}

impl Sitting {
    fn note<T>(&mut self, done: Result<T, SaveError>) -> Option<T> {
        done.map_err(|error| self.errors.push(error)).ok()
    }
}

/// Plays on and does every file operation of a game.
fn sit(disk: &Disk, dir: &Path) -> Sitting {
    let mut sitting = Sitting::default();
    let Some(slot) = sitting.note(SaveSlot::open_on(disk.clone(), dir, "home")) else { return sitting };
    sitting.untidy = slot.leftover().map(ToString::to_string);
    let Some(loaded) = sitting.note(slot.load()) else { return sitting };
    let loaded = loaded.unwrap();
    let (mut recorder, _) = slot.resume_record(&loaded);
    let mut game = Game::from_world(loaded.world);
    for round in 0..4 {
        recorder.command(game.world.tick, &Command::Undo);
        let _ = game.apply(&Command::Undo);
        game.tick();
        if sitting.note(recorder.flush()).is_none() {
            continue;
        }
        let commands = recorder.commands();
        let done = match round {
            0 => slot.autosave(&game.world, commands),
            3 => slot.save_rescued(&game.world, commands).map(drop),
            _ => slot.save(&game.world, commands),
        };
        if sitting.note(done).is_some() {
            sitting.last = Some(game.world.hash());
            sitting.by_hand = if (1..3).contains(&round) { sitting.last } else { sitting.by_hand };
        }
    }
    sitting.note(slot.write_beside("chronicle.md", b"once upon a time"));
    sitting.note(slot.copy_record("copy.replay"));
    sitting.note(save::write_atomic_on(disk, &dir.join("film.gif"), b"GIF"));
    sitting
}

/// Whichever disk operation fails, in whatever way, once or permanently: the last acknowledged save is loaded, or a
/// newer one; the player's own save is intact; no temporary files are left; and each error message names the file and
/// a remedy. Disks that are waited for most of the time fail side by side.
#[test]
fn any_failure_of_the_disk_is_survived() {
    let origin = tempfile::tempdir().unwrap();
    let (old, origin) = (lived_in(origin.path()).hash(), origin.path());
    // Left by a game that was killed while saving.
    std::fs::write(origin.join(".tmp-home.killed.part"), "half a save").unwrap();
    let [runs, reported, untidy] = std::thread::scope(|scope| {
        let ways = DiskFailure::ALL.into_iter().flat_map(|how| [(how, false), (how, true)]);
        let counts = ways.map(|(how, for_ever)| scope.spawn(move || survived(origin, old, how, for_ever)));
        let counts: Vec<_> = counts.collect();
        let add = |sum: [usize; 3], more: [usize; 3]| std::array::from_fn(|i| sum[i] + more[i]);
        counts.into_iter().map(|counts| counts.join().unwrap()).fold([0; 3], add)
    });
    let counts = format!("{runs} runs, {reported} reported, {untidy} about leftovers");
    assert!(runs > 300 && reported > 150 && untidy >= 3, "the test tests little: {counts}");
}

/// Lets one operation after the other fail in this way; returns the numbers of runs, of those that reported an error,
/// and of those that reported a leftover.
fn survived(origin: &Path, old: Hashes, failure: DiskFailure, for_ever: bool) -> [usize; 3] {
    let (mut runs, mut reported, mut untidy) = (0, 0, 0);
    let mut at = 1;
    loop {
        let dir = copy_of(origin);
        let disk = Disk::failing(at, failure, for_ever);
        let sitting = sit(&disk, dir.path());
        if sitting.errors.iter().any(|error| matches!(error, SaveError::InUse { .. })) {
            // A child of another test held the lock for an instant: no failure of the disk.
            continue;
        }
        let what = format!("operation {at}, {failure:?}, for ever: {for_ever}");
        let slot = kit::slot(dir.path(), "home");
        let newest = slot.load().unwrap().unwrap().world;
        // An unacknowledged save may exist all the same, and is newer then.
        let is_kept = sitting.last.is_none_or(|last| newest.hash() == last || newest.tick > 3);
        assert!(is_kept && newest.tick >= 3, "{what}: tick {} is there", newest.tick);
        let own = slot.load_own().unwrap().unwrap().world;
        let is_own =
            own.hash() == sitting.by_hand.unwrap_or(old) || !sitting.errors.is_empty() && own.tick > 3;
        assert!(is_own, "{what}: the player's own save is of tick {}", own.tick);
        let left = std::fs::read_dir(dir.path()).unwrap().flatten();
        assert!(left.into_iter().all(|file| !file.path().to_string_lossy().ends_with(".part")), "{what}");
        for error in &sitting.errors {
            let words = error.to_string();
            let is_sentence = words.contains(dir.path().to_str().unwrap()) && words.contains("check that");
            assert!(is_sentence && !words.contains('\n'), "{what}: {words}");
        }
        if let Some(words) = &sitting.untidy {
            let is_named = words.contains(".tmp-home.killed.part could not be cleared away");
            assert!(is_named && words.contains("check that"), "{what}: {words}");
            untidy += 1;
        }
        runs += 1;
        reported += usize::from(!sitting.errors.is_empty());
        if disk.operation_count() < at {
            assert!(
                sitting.errors.is_empty() && sitting.untidy.is_none() && newest.tick == 7,
                "{what}: nothing failed"
            );
            return [runs, reported, untidy];
        }
        at += 1;
    }
}

/// The operations on a disk after this many, without reads; files by their names, and temporary ones as `part`.
fn operations(disk: &Disk, before: u64) -> Vec<String> {
    let name = |path: &Path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_nameless = name.starts_with(".tmp-") && !name.contains(".bak.");
        if is_nameless { "part".to_owned() } else { name.to_owned() }
    };
    let words = |done: &Operation| match &done.from {
        None if done.path.is_dir() => done.what.to_owned(),
        None => format!("{} {}", done.what, name(&done.path)),
        Some(from) => format!("{} {} to {}", done.what, name(from), name(&done.path)),
    };
    disk.done()[before as usize..].iter().filter(|done| done.what != "read").map(words).collect()
}

/// Before a save is acknowledged it is on the disk: written to a file of its own, synced, renamed, and the folder
/// synced; so is what is saved beside it. A record is on the disk before the save that continues from it is begun.
#[test]
fn what_is_acknowledged_was_synced_before() {
    const NEW: [&str; 3] = ["create in", "write part", "sync part"];
    let dir = tempfile::tempdir().unwrap();
    let disk = Disk::logging();
    let slot = SaveSlot::open_on(disk.clone(), dir.path(), "home").unwrap();
    let mut game = kit::game(4, 48);
    let mut recorder = slot.start_record(&ReplayHeader::new(4, game.world.size(), None));
    slot.save(&game.world, None).unwrap();
    let mut expect = |what: &str, middle: &[&str], done: &mut dyn FnMut(&Game)| {
        let before = disk.operation_count();
        game.tick();
        done(&game);
        let right: Vec<&str> = [&NEW, middle, &["sync folder"]].concat();
        let right = if what == "record" { middle.to_vec() } else { right };
        assert_eq!(operations(&disk, before), right, "{what}");
    };
    let backup = [
        "remove .tmp-home.bak.part",
        "link home.save to .tmp-home.bak.part",
        "rename .tmp-home.bak.part to home.bak",
    ];
    expect("save", &[&backup[..], &["rename part to home.save"]].concat(), &mut |game| {
        slot.save(&game.world, None).unwrap();
    });
    for place in ["rename part to home.auto1", "rename part to home.auto2"] {
        expect("autosave", &[place], &mut |game| slot.autosave(&game.world, None).unwrap());
    }
    expect("rescue", &["rename part to home.rescue"], &mut |game| {
        slot.save_rescued(&game.world, None).unwrap();
    });
    expect("chronicle", &["rename part to told.md"], &mut |_| {
        slot.write_beside("told.md", b"once").unwrap();
    });
    let record = ["open home.replay", "cut home.replay", "write home.replay", "sync home.replay"];
    expect("record", &record, &mut |game| {
        recorder.command(game.world.tick, &Command::Undo);
        recorder.flush().unwrap();
    });
    expect("copy of the record", &["rename part to copy.replay"], &mut |_| {
        slot.copy_record("copy.replay").unwrap();
    });
    expect("film", &["rename part to film.gif"], &mut |_| {
        save::write_atomic_on(&disk, &dir.path().join("film.gif"), b"GIF").unwrap();
    });
}

/// The ring holds the five newest autosaves, and never touches the player's own save.
#[test]
fn autosaves_go_round_beside_the_own_save() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    let mut game = kit::game(4, 48);
    slot.save(&game.world, None).unwrap();
    let own = std::fs::read(slot.path()).unwrap();
    for _ in 0..12 {
        game.tick();
        slot.autosave(&game.world, None).unwrap();
    }
    assert!(std::fs::read(slot.path()).unwrap() == own, "an autosave has replaced the player's own save");
    let tick = |number| save::load_save(&slot.autosave_path(number)).unwrap().world.tick;
    let mut ticks: Vec<u64> = (1..=AUTOSAVES).map(tick).collect();
    ticks.sort_unstable();
    assert_eq!(ticks, [8, 9, 10, 11, 12]);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2 + usize::from(AUTOSAVES));
}

/// A game resumes from the newest sound save, from any writer and whatever the clock says, and the player is
/// notified.
#[test]
fn the_newest_sound_save_is_gone_on_from() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    let mut game = kit::game(4, 48);
    slot.save(&game.world, None).unwrap();
    for _ in 0..2 {
        game.tick();
        slot.autosave(&game.world, None).unwrap();
    }
    let past = std::time::SystemTime::UNIX_EPOCH;
    std::fs::File::options().append(true).open(slot.autosave_path(2)).unwrap().set_modified(past).unwrap();
    drop(slot);
    let slot = kit::slot(dir.path(), "home");
    let loaded = slot.load().unwrap().unwrap();
    assert_eq!(loaded.world.tick, 2);
    let note = loaded.note.unwrap();
    assert!(
        note.contains("home.auto2 is an autosave, newer than your own") && note.contains("--by-hand"),
        "{note}"
    );
    let own = slot.load_own().unwrap().unwrap();
    assert_eq!((own.world.tick, own.note), (0, None));
    std::fs::write(slot.autosave_path(2), "WAYWORN").unwrap();
    assert_eq!(slot.load().unwrap().unwrap().world.tick, 1, "the newest is damaged");
    std::fs::write(slot.path(), "WAYWORN").unwrap();
    let loaded = slot.load().unwrap().unwrap();
    let note = loaded.note.unwrap();
    assert!(loaded.world.tick == 1 && note.contains("home.damaged") && note.contains("home.auto1"), "{note}");
    assert!(note.starts_with("this is an autosave, "), "{note}");
    slot.save(&game.world, None).unwrap();
    let loaded = slot.load().unwrap().unwrap();
    assert_eq!((loaded.world.tick, loaded.note), (2, None), "the player's own is the newest now");
    slot.save_rescued(&game.world, None).unwrap();
    assert!(slot.load().unwrap().unwrap().note.unwrap().contains("crashed"));
}

/// The bytes of all files of a folder and of its subfolders.
fn all_bytes(dir: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: std::path::PathBuf| {
        if path.is_dir() { all_bytes(&path) } else { vec![std::fs::read(&path).unwrap()] }
    };
    entries.flat_map(of).collect()
}

/// Every file that is not a lock, by its name.
fn files_of(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.is_file() && path.extension().is_some_and(|end| end != "lock"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<_> = files.map(|path| (name(&path), std::fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

/// A game that is set aside for a new one is kept with every byte, under a number, and can be played on, record
/// included.
#[test]
fn a_game_that_makes_room_for_another_is_kept_whole() {
    let dir = tempfile::tempdir().unwrap();
    let world = lived_in(dir.path());
    std::fs::write(dir.path().join("home.damaged"), "no save").unwrap();
    std::fs::write(dir.path().join("home.damaged2"), "none either").unwrap();
    let before = files_of(dir.path());
    assert_eq!(before.len(), 6, "save, backup, autosave, record, and two damaged ones");
    let slot = kit::slot(dir.path(), "home");
    let folder = slot.set_aside().unwrap().expect("there was a game");
    assert_eq!(folder, dir.path().join("home-1"));
    assert!(slot.set_aside().unwrap().is_none() && slot.load().unwrap().is_none(), "the slot is empty");
    let mut game = kit::game(4, 48);
    let mut recorder = slot.start_record(&ReplayHeader::new(4, game.world.size(), None));
    for _ in 0..2 {
        game.tick();
        recorder.flush().unwrap();
        slot.save(&game.world, recorder.commands()).unwrap();
    }
    assert_eq!(files_of(&folder), before);
    assert_eq!(slot.set_aside().unwrap(), Some(dir.path().join("home-2")), "another number for another game");
    let old = kit::slot(&folder, "home");
    let loaded = old.load().unwrap().unwrap();
    assert_eq!(loaded.world.hash(), world.hash());
    let (mut recorder, note) = old.resume_record(&loaded);
    assert_eq!((note, recorder.commands()), (None, Some(3)));
    let mut game = Game::from_world(loaded.world);
    game.tick();
    recorder.flush().unwrap();
    old.save(&game.world, recorder.commands()).unwrap();
}

/// A record without any save is a game too, unless it has no commands.
#[test]
fn a_record_without_a_save_is_set_aside_too() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    let mut recorder = slot.start_record(&ReplayHeader::new(4, kit::game(4, 48).world.size(), None));
    recorder.flush().unwrap();
    assert_eq!(slot.set_aside().unwrap(), None);
    recorder.command(0, &Command::Undo);
    recorder.flush().unwrap();
    let record = std::fs::read(slot.replay_path()).unwrap();
    let folder = slot.set_aside().unwrap().expect("it was played");
    assert_eq!(std::fs::read(folder.join("home.replay")).unwrap(), record);
}

/// Whichever operation fails while a game is set aside, no byte of it is lost, and the message says where it is.
#[test]
fn any_failure_while_a_game_is_set_aside_loses_nothing() {
    let origin = tempfile::tempdir().unwrap();
    lived_in(origin.path());
    let before = files_of(origin.path());
    let mut reported = 0;
    for (failure, for_ever) in DiskFailure::ALL.into_iter().flat_map(|how| [(how, false), (how, true)]) {
        for at in 1.. {
            let dir = copy_of(origin.path());
            // The slot opens on a sound disk: its operations are not the ones that fail here.
            let opening = Disk::logging();
            drop(SaveSlot::open_on(opening.clone(), dir.path(), "home"));
            let first = opening.operation_count();
            let disk = Disk::failing(first + at, failure, for_ever);
            let slot = SaveSlot::open_on(disk.clone(), dir.path(), "home").unwrap();
            let what = format!("operation {at}, {failure:?}, for ever: {for_ever}");
            let done = slot.set_aside();
            let now = all_bytes(dir.path());
            assert!(before.iter().all(|(_, bytes)| now.contains(bytes)), "{what}: something is lost");
            if let Err(error) = done {
                reported += 1;
                let words = error.to_string();
                assert!(words.contains("home-1") && words.contains("check that"), "{what}: {words}");
                assert!(for_ever || files_of(dir.path()) == before, "{what}: the game is where it was");
            }
            if disk.operation_count() < first + at {
                break;
            }
        }
    }
    assert!(reported > 20, "the test tests little: {reported} reported");
}

/// Going back to an earlier save keeps everything newer, and the whole record, in a folder where it can be played on.
#[test]
fn what_is_newer_than_the_save_that_one_goes_back_to_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let world = lived_in(dir.path());
    let slot = kit::slot(dir.path(), "home");
    let own = slot.load_own().unwrap().unwrap();
    let own = slot.go_back_to(own).unwrap();
    assert_eq!(own.note, None, "nothing is newer");
    let before = files_of(dir.path());
    let first = slot.load_before(world.tick).unwrap().unwrap();
    assert_eq!((first.world.tick, &first.file), (2, &slot.autosave_path(1)), "the newest of before");
    let first = slot.go_back_to(first).unwrap();
    let note = first.note.clone().unwrap();
    let folder = dir.path().join("home-1");
    assert!(note.contains(&format!("wayworn --saves {}", folder.display())), "{note}");
    let kept: Vec<_> =
        before.iter().filter(|(name, _)| name == "home.save" || name == "home.replay").collect();
    assert_eq!(files_of(&folder).iter().collect::<Vec<_>>(), kept);
    let (mut recorder, note) = slot.resume_record(&first);
    assert_eq!(note, None);
    recorder.flush().unwrap();
    assert_eq!(slot.load().unwrap().unwrap().world.tick, 2);
    let newer = kit::slot(&folder, "home");
    let loaded = newer.load().unwrap().unwrap();
    assert_eq!((loaded.world.hash(), newer.resume_record(&loaded).1), (world.hash(), None));
}

/// A full disk or a read-only folder is noticed before anything is played, and nothing is left there.
#[test]
fn a_disk_without_room_is_noticed_before_the_game_begins() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    slot.check_space(1 << 20).unwrap();
    drop(slot);
    for failure in DiskFailure::ALL {
        let slot = SaveSlot::open_on(Disk::failing(3, failure, true), dir.path(), "home").unwrap();
        let words = slot.check_space(1 << 20).unwrap_err().to_string();
        assert!(words.contains("home.save could not be saved") && words.contains("check that"), "{words}");
        drop(slot);
        assert_eq!(kit::slot(dir.path(), "home").load().unwrap().map(|loaded| loaded.file), None);
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// The ticks between the newest save and a place in the record are replayed to the very same world.
#[test]
fn what_was_not_saved_is_lived_again() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    let mut game = kit::game(12, 64);
    let mut recorder = slot.start_record(&ReplayHeader::new(12, game.world.size(), None));
    let mut places = Vec::new();
    for tick in 0..400 {
        if let Some(command) = kit::command(&mut game, 12) {
            recorder.command(tick, &command);
            places.push((RecordPosition { tick, commands: recorder.commands().unwrap() }, game.world.hash()));
        }
        game.tick();
        if game.world.tick.is_multiple_of(100) {
            recorder.hashes(game.world.tick, &game.world.hash());
        }
        if tick % 60 == 30 {
            places.push((
                RecordPosition { tick: tick + 1, commands: recorder.commands().unwrap() },
                game.world.hash(),
            ));
        }
        if tick == 200 {
            recorder.flush().unwrap();
            slot.autosave(&game.world, recorder.commands()).unwrap();
        }
    }
    recorder.flush().unwrap();
    for (place, hash) in &places {
        let (world, reached) = save::recover(&slot, *place, &mut || true).unwrap();
        assert_eq!((world.hash().first_difference(hash), reached), (None, *place));
    }
    assert!(places.len() > 10);
    let mut patience = 20;
    let last = places.last().unwrap().0;
    let (world, reached) = save::recover(&slot, last, &mut || {
        patience -= 1;
        patience > 0
    })
    .unwrap();
    assert_eq!((world.tick, reached.tick), (220, 220), "an interrupted replay returns what it has");
    // A save of another game in the same slot is not mistaken for this one's.
    slot.save(&kit::played(3, 64, 250).world, Some(3)).unwrap();
    assert_eq!(save::recover(&slot, last, &mut || true).unwrap().0.hash(), places.last().unwrap().1);
}
