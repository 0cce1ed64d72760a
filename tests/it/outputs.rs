//! What commands write: nothing that is there is replaced without a word, and what is read or belongs to a game never is.

use crate::kit;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use wayworn::grid::Size;
use wayworn::save::{self, Header, SaveError, Slot, free_path};
use wayworn::world;

const NAME: &str = "land-5-48x48";

/// A folder with a recorded and saved land in `saves`, a map, a level, and what a person has written.
fn home() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let slot = Slot::open(&dir.path().join("saves"), NAME).unwrap();
    let mut game = kit::game(5, 48);
    let mut recorder = slot.record(&Header::new(5, Size::new(48, 48), None));
    recorder.command(0, &world::Command::Undo);
    game.tick();
    recorder.flush().unwrap();
    slot.save(&game.world, recorder.commands()).unwrap();
    slot.autosave(&game.world, recorder.commands()).unwrap();
    for (from, to) in [("suite/tiny.map", "tiny.map"), ("lessons/u-trap.toml", "trap.toml")] {
        std::fs::copy(kit::home().join("levels").join(from), dir.path().join(to)).unwrap();
    }
    std::fs::write(dir.path().join("letter.txt"), "a letter").unwrap();
    dir
}

/// The program in a folder, whose saves it takes for its own.
fn wayworn(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayworn"));
    command.args(args).current_dir(dir).env("XDG_DATA_HOME", dir.join("data")).output().unwrap()
}

/// Every command that writes a new file, without the file.
fn writers() -> Vec<Vec<&'static str>> {
    let small = ["--size", "60x20", "--scale", "1", "--seconds", "1", "--frames", "2"];
    let mut all: Vec<Vec<&str>> = ["--png", "--map", "--gif", "--cast", "--chronicle"]
        .map(|what| [&["render", NAME], &small[..], &[what]].concat())
        .into();
    all.push(vec!["preview", "--size", "48x48", "--png"]);
    all.push(vec!["run", "--size", "48x48", "--ticks", "2", "--record"]);
    all.push(vec!["run", "--level", "trap.toml", "--ticks", "2", "--record"]);
    let ends = ["--from", "0,0", "--to", "2,0", "--algorithm", "astar", "--out"];
    all.push([&["trace", "tiny.map"], &ends[..]].concat());
    all
}

/// Those that go on with a file of their own, too.
fn all_writers() -> Vec<Vec<&'static str>> {
    let study = vec!["study", "--size", "48x48", "--years", "0.01", "--seeds", "1", "--only", "T05", "--out"];
    let soak = vec!["measure", "soak", "--size", "48x48", "--units", "1", "--out"];
    writers().into_iter().chain([study, soak]).collect()
}

/// The files below a folder with their contents; of what is no plain file the name alone.
fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut found, mut folders) = (Vec::new(), vec![dir.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                folders.push(entry.path());
            }
            let bytes = if kind.is_file() { std::fs::read(entry.path()).unwrap() } else { Vec::new() };
            found.push((entry.path(), bytes));
        }
    }
    found.sort();
    found
}

/// The one line of a command that is refused and leaves everything as it was.
fn refused(dir: &Path, args: &[&str]) -> String {
    let before = files(dir);
    let output = wayworn(dir, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{args:?}: {said}");
    assert!(output.stdout.is_empty() && files(dir) == before, "{args:?}: {said}");
    said
}

#[test]
fn what_is_there_is_replaced_only_when_it_is_asked_for() {
    let home = home();
    for (i, writer) in writers().into_iter().enumerate() {
        let name = format!("out-{i}");
        let write = [&writer[..], &[&name]].concat();
        let done = wayworn(home.path(), &write);
        assert!(done.status.success(), "{write:?}: {}", String::from_utf8_lossy(&done.stderr));
        let right = std::fs::read(home.path().join(&name)).unwrap();
        for taken in [&name, "letter.txt"] {
            let write = [&writer[..], &[taken]].concat();
            let said = refused(home.path(), &write);
            assert!(said.contains(taken) && said.contains("--force"), "{said}");
            let forced = [&write[..], &["--force"]].concat();
            assert!(wayworn(home.path(), &forced).status.success(), "{forced:?}");
            assert_eq!(std::fs::read(home.path().join(taken)).unwrap().len(), right.len(), "{forced:?}");
        }
        std::fs::write(home.path().join("letter.txt"), "a letter").unwrap();
    }
}

/// Neither with nor without `--force`, under whatever name.
#[test]
#[cfg(unix)]
fn a_save_a_record_and_a_lock_are_never_replaced() {
    use std::os::unix::fs::symlink;
    let home = home();
    let path = |name: &str| home.path().join(name);
    let saves = |ending: &str| path(&format!("saves/{NAME}.{ending}"));
    std::fs::create_dir(path("other")).unwrap();
    for ending in ["save", "replay", "lock"] {
        std::fs::copy(saves(ending), path(&format!("other/{NAME}.{ending}"))).unwrap();
    }
    std::fs::copy(saves("save"), path("copy.png")).unwrap();
    std::fs::copy(saves("replay"), path("copy.json")).unwrap();
    std::fs::hard_link(saves("save"), path("second")).unwrap();
    symlink(saves("save"), path("link")).unwrap();
    symlink(saves("lock"), path("link-of-a-lock")).unwrap();
    let own = ["save", "bak", "auto1", "auto3", "rescue", "damaged2", "replay", "lock"]
        .map(|ending| format!("saves/{NAME}.{ending}"));
    let others = ["save", "bak", "replay", "lock"].map(|ending| format!("other/{NAME}.{ending}"));
    let named = ["copy.png", "copy.json", "second", "link", "link-of-a-lock", "saves/new.save"];
    let targets = || own.iter().chain(&others).map(String::as_str).chain(named);
    for writer in all_writers() {
        for target in targets() {
            for force in [&[][..], &["--force"]] {
                let said = refused(home.path(), &[&writer[..], &[target], force].concat());
                assert!(said.contains(target), "{writer:?}: {said}");
                let is_told = said.contains("of a game") || said.contains("needs for something else");
                assert!(is_told && !said.contains("--force"), "{writer:?}: {said}");
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn what_a_command_reads_is_never_replaced() {
    use std::os::unix::fs::symlink;
    let home = home();
    for input in ["tiny.map", "trap.toml"] {
        std::fs::hard_link(home.path().join(input), home.path().join(format!("second-{input}"))).unwrap();
        symlink(input, home.path().join(format!("link-{input}"))).unwrap();
        let roundabout = format!("saves/../{input}");
        for writer in writers().into_iter().filter(|writer| writer.contains(&input)) {
            let targets =
                [input, &roundabout, &format!("second-{input}"), &format!("link-{input}")].map(str::to_owned);
            for target in targets {
                let said = refused(home.path(), &[&writer[..], &[&target, "--force"]].concat());
                assert!(said.contains(&target) && said.contains("needs for something else"), "{said}");
            }
        }
    }
    let twice = ["render", NAME, "--png", "one", "--map", "saves/../one"];
    assert!(refused(home.path(), &twice).contains("needs for something else"));
}

#[test]
#[cfg(unix)]
fn only_plain_files_are_written() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let home = home();
    let pipe = home.path().join("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    for writer in all_writers() {
        for (target, what) in [("pipe", "a pipe"), ("/dev/null", "a device"), ("saves", "a folder")] {
            let said = refused(home.path(), &[&writer[..], &[target, "--force"]].concat());
            assert!(said.contains(target) && said.contains(what), "{said}");
        }
    }
    let error = save::write_whole(&pipe, b"a picture").unwrap_err().to_string();
    assert!(error.contains("a pipe"), "{error}");
}

#[test]
fn folders_of_saves_take_nothing_else() {
    let home = home();
    let replay = format!("saves/{NAME}.replay");
    for args in [&["replay", &replay, "--verify", "--dump"][..], &["torture", "--seeds", "1", "--out"]] {
        for (target, what) in
            [("saves", "only the game writes there"), ("letter.txt", "letter.txt could not")]
        {
            let said = refused(home.path(), &[args, &[target]].concat());
            assert!(said.contains(what), "{said}");
        }
    }
}

/// A save beside a file that does not exist yet is not the run's own.
#[test]
fn a_soak_begins_only_where_neither_of_its_files_is() {
    let home = home();
    std::fs::write(home.path().join("soak.save"), "a letter").unwrap();
    let said = refused(home.path(), &["measure", "soak", "--size", "48x48", "--out", "soak"]);
    assert!(said.contains("soak.save") && said.contains("--force"), "{said}");
    let said =
        refused(home.path(), &["measure", "soak", "--size", "48x48", "--out", &format!("saves/{NAME}")]);
    assert!(said.contains(&format!("{NAME}.save")) && said.contains("of a game"), "{said}");
}

#[test]
fn a_study_begins_anew_only_when_it_is_asked_for() {
    let home = home();
    let study = ["study", "--size", "48x48", "--years", "0.01", "--seeds", "1", "--only", "T05", "--out"];
    assert!(refused(home.path(), &[&study[..], &["letter.txt"]].concat()).contains("--force"));
    for force in [&["--force"][..], &[]] {
        let done = wayworn(home.path(), &[&study[..], &["letter.txt"], force].concat());
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let lines = std::fs::read_to_string(home.path().join("letter.txt")).unwrap();
        assert!(lines.starts_with("{\"version\"") && lines.lines().count() == 1, "{lines}");
    }
}

/// What comes to be there while a command works is not replaced either.
#[test]
fn a_file_that_comes_meanwhile_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("picture.png");
    let output = save::Output::new(&path, false, &[], &[]).unwrap();
    std::fs::write(&path, "a letter").unwrap();
    let error = output.write(b"a picture").unwrap_err();
    assert!(matches!(error, SaveError::Exists { .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"a letter");
    let forced = save::Output::new(&path, true, &[], &[]).unwrap();
    forced.write(b"a picture").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"a picture");
    std::fs::write(&path, save::encode(&kit::game(2, 48).world)).unwrap();
    assert!(matches!(forced.write(b"a picture").unwrap_err(), SaveError::Game { .. }));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left lying about");
}

#[test]
fn exports_of_the_game_take_free_names() {
    let dir = tempfile::tempdir().unwrap();
    let slot = Slot::open(dir.path(), NAME).unwrap();
    let write = |bytes: &[u8]| slot.write_new_beside(&format!("{NAME}-7.png"), bytes).unwrap();
    let paths = [write(b"one"), write(b"two"), write(b"three")];
    let names = paths.each_ref().map(|path| path.file_name().unwrap().to_str().unwrap());
    assert_eq!(names, [7.to_string(), "7-2".to_owned(), "7-3".to_owned()].map(|n| format!("{NAME}-{n}.png")));
    assert_eq!(paths.map(|path| std::fs::read(path).unwrap()), [&b"one"[..], b"two", b"three"]);
    let free = free_path(dir.path(), "map", &["map", "map.scen"]).unwrap();
    std::fs::write(dir.path().join("map.map.scen"), "").unwrap();
    assert_eq!(free.file_name().unwrap(), "map.map");
    let next = free_path(dir.path(), "map", &["map", "map.scen"]).unwrap();
    assert_eq!(next.file_name().unwrap(), "map-2.map");
}
