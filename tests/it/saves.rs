//! Saves: they do not affect the game, survive kills, and reject malicious files.

use crate::kit::{self, Dice, Part};
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use wayworn::grid::Cell;
use wayworn::plan;
use wayworn::save::{self, SaveError, SaveSlot};
use wayworn::sim::Game;
use wayworn::world::{PathRequest, PeopleIx, Requester, Rung, TownIx, UnitId};

/// Saved at random ticks, loaded into games with empty caches, on other numbers of threads: the hashes of every
/// subsystem are those of the game that was never saved.
#[test]
fn going_on_from_a_save_is_never_having_saved() {
    let end = kit::many(1500, 10_000, 10_000) as u64;
    for seed in [3, 8] {
        let mut never = Vec::new();
        kit::play_to(&mut kit::game(seed, 128), seed, end, &mut never);
        let mut dice = Dice(seed);
        for threads in [1, 2] {
            let mut ticks: Vec<u64> =
                (0..kit::many(8, 100, 100)).map(|_| 1 + dice.roll() % (end - 1)).collect();
            ticks.sort_unstable();
            let mut hashes = Vec::new();
            let mut game = kit::game(seed, 128);
            for tick in ticks.iter().copied().chain([end]) {
                kit::on_threads(threads, || kit::play_to(&mut game, seed, tick, &mut hashes));
                game = Game::from_world(save::decode(&save::encode(&game.world)).unwrap());
            }
            for (never, saved) in never.iter().zip(&hashes) {
                let first = never.1.first_difference(&saved.1);
                assert_eq!(
                    first, None,
                    "seed {seed}, {threads} threads, saved at {ticks:?}, tick {}",
                    never.0
                );
            }
            assert_eq!(never.len(), hashes.len());
        }
    }
}

/// A path request, without a living unit, that only a search of its own can serve.
fn long_question(game: &Game, dice: &mut Dice) -> PathRequest {
    let size = game.world.size();
    let from = game.world.towns[TownIx(0)].cell;
    let near: Vec<Cell> = size.square(from, plan::DIRECT_SEARCH_MAX_STEPS as u16).collect();
    let (asker, to) = (Requester::Unit(UnitId(u32::MAX)), near[dice.below(near.len())]);
    let request = PathRequest::between(asker, PeopleIx::PLAYER, (from, to), game.world.tick);
    PathRequest { rung: Rung::Direct, ..request }
}

/// Saved and loaded after every single tick, with searches running: nothing changes.
#[test]
fn a_game_that_is_loaded_every_tick_is_the_same_game() {
    let (mut never, mut saved) = (kit::played(14, 96, 500), kit::played(14, 96, 500));
    let mut under_way = 0;
    let mut dice = Dice(14);
    for _ in 0..kit::many(150, 1000, 1000) {
        let question = long_question(&never, &mut dice);
        for game in [&mut never, &mut saved] {
            plan::submit(&mut game.world.plans, question.clone());
            kit::command(game, 14);
            game.tick();
        }
        let bytes = save::encode(&saved.world);
        under_way += saved.world.plans.live.len();
        saved = Game::from_world(save::decode(&bytes).unwrap());
        assert!(save::encode(&saved.world) == bytes, "encode → decode → encode changes something");
        let first = never.world.hash().first_difference(&saved.world.hash());
        assert_eq!(first, None, "tick {}", never.world.tick);
    }
    assert!(under_way > 0, "no search was ever under way: the test tests little");
}

/// A loaded save is saved with the same bytes.
#[test]
fn a_save_of_a_loaded_save_has_the_same_bytes() {
    let game = kit::played(5, 64, 300);
    let bytes = save::encode(&game.world);
    let again = save::decode(&bytes).unwrap();
    assert!(save::encode(&again) == bytes, "encode → decode → encode changes something");
}

/// One wrong byte anywhere is noticed.
#[test]
fn a_damaged_byte_is_always_noticed() {
    let bytes = save::encode(&kit::played(2, 64, 200).world);
    let mut dice = Dice(1);
    let head = 0..400.min(bytes.len());
    for at in head.chain((0..600).map(|_| dice.below(bytes.len())).collect::<Vec<_>>()) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << dice.below(8);
        assert!(save::decode(&damaged).is_err(), "byte {at} was damaged unnoticed");
    }
}

/// A truncated save is refused, wherever it ends.
#[test]
fn a_save_that_was_cut_short_is_refused() {
    let bytes = save::encode(&kit::played(2, 64, 200).world);
    for length in 0..bytes.len() {
        assert!(save::decode(&bytes[..length]).is_err(), "{length} bytes are not a save");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(save::decode(&longer).is_err(), "something follows the end");
}

/// Changed saves with corrected checksums never panic: not while loading, nor in the ticks after it.
#[test]
fn hostile_saves_cannot_hurt() {
    let parts = kit::take_apart(&save::encode(&kit::played(6, 64, 2500).world));
    let mut dice = Dice(6);
    let (mut refused, mut played, mut hurt) = (0, 0, Vec::new());
    for round in 0..kit::many(3000, 10_000, 100_000) {
        let mut changed = parts.clone();
        let which = 1 + dice.below(changed.len() - 1);
        kit::mutate(&mut changed[which].raw, &mut dice);
        let bytes = kit::put_together(1, &changed);
        let lives = catch_unwind(AssertUnwindSafe(|| match save::decode(&bytes) {
            Err(_) => refused += 1,
            Ok(world) => {
                played += 1;
                let mut game = Game::from_world(world);
                (0..10).for_each(|_| game.tick());
            }
        }));
        if lives.is_err() {
            hurt.push((round, String::from_utf8_lossy(&changed[which].tag).into_owned()));
        }
    }
    assert!(hurt.is_empty(), "changed chunks make the game panic: {hurt:?}");
    assert!(refused > 500 && played > 100, "the test tests little: {refused} refused, {played} played");
}

/// Files that ask for far more than they hold are refused at once.
#[test]
fn bombs_are_refused() {
    let parts = kit::take_apart(&save::encode(&kit::game(2, 48).world));
    let zeros = |count: u64| zstd::encode_all(std::io::Read::take(std::io::repeat(0), count), 19).unwrap();
    let with_packed = |tag: &[u8; 4], claim: Option<u64>, raw: Vec<u8>, packed: Option<Vec<u8>>| {
        let changed = Part { tag: *tag, version: save::VERSION, claim, raw, packed };
        let swap = |part: &Part| if part.tag == *tag { changed.clone() } else { part.clone() };
        kit::put_together(1, &parts.iter().map(swap).collect::<Vec<_>>())
    };
    let with = |tag: &[u8; 4], claim, raw| with_packed(tag, claim, raw, None);
    let huge_count = || [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f].to_vec();
    let meta = parts[0].raw.clone();
    // The map's sides are the last two numbers before the count of commands.
    let mut wide = meta[..meta.len() - 3].to_vec();
    wide.extend([0xff, 0xff, 0x03, 0xff, 0xff, 0x03, 0]);
    let mut searches = parts.iter().find(|part| &part.tag == b"PLAN").unwrap().raw.clone();
    searches.splice(.., [0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f]);
    let bombs = [
        ("a gigabyte of zeros", with_packed(b"LAND", Some(1 << 30), Vec::new(), Some(zeros(1 << 30)))),
        (
            "a gigabyte that claims to be little",
            with_packed(b"LAND", Some(10), Vec::new(), Some(zeros(1 << 30))),
        ),
        ("a quarter of a gigabyte of units", with(b"UNIT", None, vec![0; 256 << 20])),
        ("2^63 units", with(b"UNIT", None, huge_count())),
        ("2^63 units and a few", with(b"UNIT", None, [huge_count(), vec![1; 1 << 16]].concat())),
        ("2^63 settlements", with(b"TOWN", None, huge_count())),
        ("2^32 searches", with(b"PLAN", None, searches)),
        ("a claim of 2^63", with(b"UNIT", Some(1 << 63), vec![0])),
        ("65535x65535 cells", with(b"META", None, wide)),
        ("65535 chunks", [&b"WAYWORN\0\x01\0\xff\xff"[..], &[0; 100]].concat()),
        ("a chunk fifty times", kit::put_together(1, &fifty_times(&parts))),
        ("a land of 4096x4096 and nothing in it", kit::put_together(1, &vast(&parts))),
    ];
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in bombs {
        let answer = save::decode(&bytes);
        assert!(answer.is_err(), "{name} was loaded");
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    let child = child("saves::bombs_child", dir.path()).output().unwrap();
    let words = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && words.contains("1 passed"), "{words}");
}

/// A save that holds the peoples fifty times.
fn fifty_times(parts: &[Part]) -> Vec<Part> {
    let peoples = parts.iter().find(|part| &part.tag == b"PEOP").unwrap();
    parts.iter().chain(std::iter::repeat_n(peoples, 49)).cloned().collect()
}

/// A save that claims the largest possible land, with as many zeros as such a land may have in its units.
fn vast(parts: &[Part]) -> Vec<Part> {
    let mut parts = parts.to_vec();
    let meta = parts[0].raw.clone();
    parts[0].raw = [&meta[..meta.len() - 3], &[0x80, 0x20, 0x80, 0x20, 0]].concat();
    parts.iter_mut().find(|part| &part.tag == b"UNIT").unwrap().raw = vec![0; 200 << 20];
    parts
}

/// A file that is longer than any save is refused by its length: none of it is read.
#[test]
fn a_file_that_is_too_long_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("long.save");
    std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let begun = kit::worked();
    let Err(error) = save::load_save(&path) else { panic!("a terabyte was loaded") };
    assert!(error.to_string().contains("long.save") && error.to_string().contains("larger"), "{error}");
    assert!(kit::worked().saturating_sub(begun) < Duration::from_millis(100));
}

/// Reads all the bombs in a process of its own, whose memory is not shared.
#[test]
fn bombs_child() {
    let Some(dir) = child_dir() else { return };
    let before = kit::peak_kib();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let begun = kit::worked();
        assert!(save::decode(&bytes).is_err());
        let (took, more) = (kit::worked().saturating_sub(begun), kit::peak_kib() - before);
        println!("{}: {} µs, {more} KiB in all", path.display(), took.as_micros());
        assert!(more < 64 << 10, "{} takes {more} KiB", path.display());
        assert!(took < Duration::from_millis(100), "{} takes {took:?}", path.display());
    }
}

/// A save of another version of the game is refused in words, and an older copy does not replace it.
#[test]
fn saves_of_other_versions_are_refused_with_a_sentence() {
    let parts = kit::take_apart(&save::encode(&kit::game(2, 48).world));
    for format in [0, 2] {
        let fault = save::decode(&kit::put_together(format, &parts)).unwrap_err().to_string();
        let words =
            ["earlier development version", &format!("format is version {format};"), "the one that wrote it"];
        assert!(words.iter().all(|word| fault.contains(word)), "{fault}");
    }
    let of_version = |version| {
        let changed = parts.iter().map(|part| Part { version, ..part.clone() });
        kit::put_together(1, &changed.collect::<Vec<_>>())
    };
    for version in [save::VERSION - 1, save::VERSION + 1, 9] {
        let fault = save::decode(&of_version(version)).unwrap_err().to_string();
        let words = [format!("META is version {version};"), format!("reads version {}", save::VERSION)];
        assert!(words.iter().all(|word| fault.contains(word)), "{fault}");
    }
    let mut newer = parts.clone();
    newer[4].version = save::VERSION + 1;
    let bytes = kit::put_together(1, &newer);
    assert!(save::decode(&bytes).unwrap_err().to_string().contains("PEOP is version"));
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "a").unwrap();
    slot.save(&kit::game(2, 48).world, None).unwrap();
    slot.save_bytes(&bytes).unwrap();
    assert!(slot.load().is_err(), "the backup is older than what the player has");
}

/// A damaged save is set aside, and the one before it is played on.
#[test]
fn the_backup_stands_in_for_a_damaged_save() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    assert!(slot.load().unwrap().is_none(), "an empty slot is no error");
    let mut game = kit::game(4, 48);
    slot.save(&game.world, None).unwrap();
    game.tick();
    slot.save(&game.world, None).unwrap();
    let loaded = slot.load().unwrap().unwrap();
    assert_eq!((loaded.world.tick, loaded.note), (1, None));
    let mut bytes = std::fs::read(slot.path()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(slot.path(), &bytes).unwrap();
    let loaded = slot.load().unwrap().unwrap();
    assert_eq!(loaded.world.tick, 0);
    let note = loaded.note.unwrap();
    assert!(note.contains("home.damaged") && !note.contains("move it away"), "{note}");
    assert!(dir.path().join("home.damaged").exists());
    let loaded = slot.load().unwrap().unwrap();
    assert!(loaded.note.unwrap().contains("is gone"));
}

/// A second game on a save is refused at once, and the first is not disturbed.
#[test]
fn two_games_cannot_use_one_save() {
    let dir = tempfile::tempdir().unwrap();
    let first = SaveSlot::open(dir.path(), "home").unwrap();
    let other = SaveSlot::open(dir.path(), "other").unwrap();
    for _ in 0..100 {
        let error = SaveSlot::open(dir.path(), "home").unwrap_err();
        assert!(error.to_string().contains("another game is already using"), "{error}");
    }
    let game = kit::game(4, 48);
    first.save(&game.world, None).unwrap();
    other.save(&game.world, None).unwrap();
    drop(first);
    assert!(kit::slot(dir.path(), "home").load().unwrap().is_some());
}

/// Locks are removed when slots are let go, by the next game if theirs was killed; and however they come and go, a save
/// has never two games.
#[test]
fn locks_go_with_their_games_and_let_no_second_one_in() {
    let dir = tempfile::tempdir().unwrap();
    let locks = || {
        let names = std::fs::read_dir(dir.path()).unwrap().flatten().map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".lock")).count()
    };
    let game = kit::game(4, 48);
    for name in ["home", "killed"] {
        SaveSlot::open(dir.path(), name).unwrap().save(&game.world, None).unwrap();
        assert_eq!(locks(), 0, "{name}");
    }
    std::fs::write(dir.path().join("killed.lock"), "").unwrap();
    let (is_held, entered) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (dir, is_held, entered) = (dir.path(), &is_held, &entered);
            scope.spawn(move || {
                for round in 0..200 {
                    // Each clears away locks of others, too.
                    let name = if round % 3 == 0 { format!("other{thread}") } else { "home".to_owned() };
                    let Ok(slot) = SaveSlot::open(dir, &name) else { continue };
                    if name == "home" {
                        assert!(!is_held.swap(true, Ordering::SeqCst), "a save has two games");
                        entered.fetch_add(1, Ordering::SeqCst);
                        is_held.store(false, Ordering::SeqCst);
                    }
                    drop(slot);
                }
            });
        }
    });
    assert!(entered.into_inner() > 100);
    assert_eq!(locks(), 0);
    for name in ["home", "killed"] {
        assert!(kit::slot(dir.path(), name).load().unwrap().is_some(), "{name}");
    }
}

/// A record that never began, as a full disk leaves it, does not outlive its game, nor does a half-written save.
#[test]
fn an_empty_record_goes_with_its_slot() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "home").unwrap();
    std::fs::write(slot.replay_path(), "").unwrap();
    std::fs::write(dir.path().join(".tmp-home.Ab12.part"), "half a save").unwrap();
    drop(slot);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// Whatever a slot is called, nothing outside its folder changes.
#[test]
fn names_cannot_leave_the_folder() {
    let outer = tempfile::tempdir().unwrap();
    let dir = outer.path().join("saves");
    let listed =
        ["", ".", "..", "../x", "/x", "a/b", "a\\b", "a\0b", "a.b", "CON", "nul", "Com1", "lpt9", " a", "a "];
    let long = "x".repeat(65);
    let odd = ["\u{202e}txt", "ü", "a\nb", "~", "%2e%2e", "*", &long];
    for name in listed.into_iter().chain(odd) {
        assert!(
            matches!(SaveSlot::open(&dir, name), Err(SaveError::Name { .. })),
            "{name:?} should be no name"
        );
    }
    let mut dice = Dice(9);
    let letters = ['a', 'Z', '0', '.', '/', '\\', '\0', ' ', '-', '_', ':', '\u{7f}', 'é'];
    for _ in 0..10_000 {
        let name: String = (0..dice.below(6)).map(|_| letters[dice.below(letters.len())]).collect();
        if let Ok(slot) = SaveSlot::open(&dir, &name) {
            assert_eq!(slot.path().parent(), Some(dir.as_path()));
        }
    }
    let outside: Vec<_> =
        std::fs::read_dir(outer.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(outside, ["saves"]);
}

/// A link that leads out of the folder is not followed when something is written.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let outer = tempfile::tempdir().unwrap();
    let dir = outer.path().join("saves");
    std::fs::create_dir(&dir).unwrap();
    let victim = outer.path().join("victim");
    std::fs::write(&victim, "mine").unwrap();
    std::os::unix::fs::symlink(outer.path().join("made"), dir.join("b.lock")).unwrap();
    assert!(matches!(SaveSlot::open(&dir, "b"), Err(SaveError::Link { .. })));
    for file in ["a.save", "a.bak", "a.replay"] {
        std::os::unix::fs::symlink(&victim, dir.join(file)).unwrap();
    }
    let slot = SaveSlot::open(&dir, "a").unwrap();
    let game = kit::game(4, 48);
    for _ in 0..3 {
        slot.save(&game.world, None).unwrap();
    }
    let mut recorder = slot.start_record(&save::ReplayHeader::new(4, game.world.size(), None));
    assert!(recorder.flush().is_err(), "the replay is a link");
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");
    assert!(!outer.path().join("made").exists());
    assert!(slot.load().unwrap().is_some());
}

/// Killed forty times (a thousand in the nightly tier) at random moments of saving: no save is corrupt, nothing
/// acknowledged is lost, and no temporary file is left.
#[test]
fn a_kill_never_costs_a_save() {
    let dir = tempfile::tempdir().unwrap();
    let mut dice = Dice(40);
    let mut safe = 0;
    for round in 0..kit::many(40, 1000, 1000) {
        safe = killed(child("saves::torture_child", dir.path()), &mut dice, 6).unwrap_or(safe);
        let slot = kit::slot(dir.path(), "torture");
        let loaded = slot.load().unwrap_or_else(|error| panic!("round {round}: {error}")).unwrap();
        assert_eq!(loaded.note, None, "round {round}");
        assert!(
            loaded.world.tick >= safe,
            "round {round}: {safe} was acknowledged, {} is there",
            loaded.world.tick
        );
        assert_eq!(parts_in(dir.path()), 0, "round {round}: a part file is left");
    }
    assert!(safe > 40, "the child saved {safe} times only");
}

/// A full disk: the player gets the reason, the old save is intact, and no temporary file is left.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let old = kit::game(4, 48).world;
    SaveSlot::open(dir.path(), "full").unwrap().save(&old, None).unwrap();
    // No file of the child can grow beyond a few KiB.
    let script = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {}", CHILD.join(" "));
    let child = Command::new("sh")
        .args(["-c", &script, std::env::current_exe().unwrap().to_str().unwrap(), "saves::full_disk_child"])
        .env("WAYWORN_CHILD", dir.path())
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&child.stdout).into_owned();
    let why = String::from_utf8_lossy(&child.stderr);
    assert!(child.status.success() && words.contains("full.save could not be saved"), "{words}{why}");
    assert_eq!(parts_in(dir.path()), 0);
    let loaded = kit::slot(dir.path(), "full").load().unwrap().unwrap();
    assert_eq!((loaded.world.hash(), loaded.note), (old.hash(), None));
}

#[test]
fn full_disk_child() {
    let Some(dir) = child_dir() else { return };
    let slot = SaveSlot::open(&dir, "full").unwrap();
    println!("\n{}", slot.save(&kit::game(5, 128).world, None).unwrap_err());
    println!("{}", slot.load().unwrap().unwrap().world.tick);
}

/// A folder that becomes read-only: the player is notified, earlier saves are intact, and the game goes on; a folder
/// that was read-only is refused before anything is played.
#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_costs_nothing() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let outer = tempfile::tempdir().unwrap();
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let (dir, program) = (outer.path().join("saves"), outer.path().join("program"));
    std::fs::create_dir(&dir).unwrap();
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    mode(outer.path(), 0o755);
    mode(&dir, 0o777);
    let mut command = Command::new(&program);
    command.arg("saves::forbidden_child").args(&CHILD[1..]).env("WAYWORN_CHILD", &dir);
    if rustix::process::geteuid().is_root() {
        // Root may write everywhere: play as an unprivileged user instead.
        command.uid(65_534).gid(65_534);
    }
    let child = command.current_dir("/").output().unwrap();
    let words =
        format!("{}{}", String::from_utf8_lossy(&child.stdout), String::from_utf8_lossy(&child.stderr));
    assert!(child.status.success() && words.contains("told thrice"), "{words}");
}

#[cfg(unix)]
#[test]
fn forbidden_child() {
    use std::os::unix::fs::PermissionsExt;
    let Some(dir) = child_dir() else { return };
    let home = dir.join("home");
    let mut game = kit::game(4, 48);
    let slot = SaveSlot::open(&home, "a").unwrap();
    slot.save(&game.world, None).unwrap();
    let files = std::fs::read_dir(&home).unwrap().count();
    std::fs::set_permissions(&home, std::fs::Permissions::from_mode(0o555)).unwrap();
    game.tick();
    for result in
        [slot.save(&game.world, None), slot.autosave(&game.world, None), SaveSlot::open(&home, "b").map(drop)]
    {
        let words = result.unwrap_err().to_string();
        assert!(words.contains("check that there is space and that the folder is writable"), "{words}");
    }
    game.tick();
    let loaded = slot.load().unwrap().unwrap();
    assert_eq!((loaded.world.tick, loaded.note), (0, None));
    assert_eq!(std::fs::read_dir(&home).unwrap().count(), files);
    std::fs::set_permissions(&home, std::fs::Permissions::from_mode(0o755)).unwrap();
    slot.save(&game.world, None).unwrap();
    println!("\ntold thrice");
}

/// A device cannot be written as a file, which is reported before it is asked for room.
#[cfg(target_os = "linux")]
#[test]
fn a_device_is_no_file() {
    let error = save::write_atomic(Path::new("/dev/full"), b"a picture").unwrap_err().to_string();
    assert!(error.contains("/dev/full could not be written: it is a pipe or a device"), "{error}");
}

/// Arguments for running one test of this program and nothing else.
const CHILD: [&str; 4] = ["\"$1\"", "--exact", "--nocapture", "--test-threads=1"];

/// Number of half-written files in a folder.
pub(crate) fn parts_in(dir: &Path) -> usize {
    let paths = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "part")).count()
}

/// The folder of a child process; `None` if this process is no child and must not play its part.
pub(crate) fn child_dir() -> Option<PathBuf> {
    std::env::var_os("WAYWORN_CHILD").map(PathBuf::from)
}

/// This test program with arguments to run one test and nothing else.
pub(crate) fn child(test: &str, dir: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(test).args(&CHILD[1..]).env("WAYWORN_CHILD", dir).stdout(Stdio::piped());
    command
}

/// A game that saves after every tick until it is killed, which no save or load may fail of.
#[test]
fn torture_child() {
    let Some(dir) = child_dir() else { return };
    let slot = SaveSlot::open(&dir, "torture").unwrap();
    let loaded = slot.load().unwrap();
    let mut game = loaded.map_or_else(|| kit::game(1, 64), |loaded| Game::from_world(loaded.world));
    loop {
        game.tick();
        slot.save(&game.world, None).unwrap();
        println!("\nsaved {}", game.world.tick);
    }
}

/// Lets a child save until one to `saves` saves are acknowledged, kills it a moment later, and returns the tick of
/// the last acknowledged save, if there is one.
pub(crate) fn killed(mut child: Command, dice: &mut Dice, saves: usize) -> Option<u64> {
    let mut child = child.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut last = None;
    for _ in 0..=dice.below(saves) {
        last = acknowledged(&mut lines).or(last);
    }
    std::thread::sleep(Duration::from_micros(dice.roll() % 6000));
    child.kill().unwrap();
    child.wait().unwrap();
    std::iter::from_fn(|| acknowledged(&mut lines)).last().or(last)
}

/// The tick of the next acknowledged save; `None` at the end. A truncated line does not count.
fn acknowledged(lines: &mut impl BufRead) -> Option<u64> {
    let mut line = String::new();
    while lines.read_line(&mut line).unwrap() > 0 {
        let whole = line.strip_suffix('\n');
        if let Some(tick) = whole.and_then(|line| line.strip_prefix("saved ")) {
            return tick.parse().ok();
        }
        line.clear();
    }
    None
}
