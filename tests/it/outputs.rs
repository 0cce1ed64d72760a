//! Output files: no file is replaced silently, and inputs and files of a game are never replaced.

use crate::kit;
use crate::program::{self, NAME, Program, home};
use std::path::Path;
use std::process::Output;
use wayworn::save::{self, SaveError, SaveSlot, free_path};

/// The program itself.
pub(crate) const WAYWORN: Program = Program(env!("CARGO_BIN_EXE_wayworn"));

pub(crate) fn wayworn(dir: &Path, args: &[&str]) -> Output {
    WAYWORN.run(dir, args)
}

fn refused(dir: &Path, args: &[&str]) -> String {
    WAYWORN.refused(dir, args)
}

/// Every command that writes a new file, without the file's name.
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

#[test]
fn a_closed_pipe_is_not_an_error() {
    let ends = ["--algorithms", "astar,jps", "--from", "0,0", "--to", "2,0"];
    let race = [&["race", "tiny.map"], &ends[..]].concat();
    let commands: [&[&str]; 12] = [
        &["levels"],
        &["limits"],
        &["settings"],
        &["man"],
        &["completions", "bash"],
        &["lab", "--list"],
        &["lab", "--list", "--json"],
        &["preview", "--size", "48x48"],
        &["run", "--size", "48x48", "--ticks", "2"],
        &["replay", "--help"],
        &["levels", "--solve", "u-trap"],
        &race,
    ];
    WAYWORN.ends_silently_without_a_reader(home().path(), &commands);
}

/// A full device is an error, in one line: also for help, and for what is printed by the library of arguments.
#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_an_error() {
    let home = home();
    let run = ["run", "--size", "48x48", "--ticks", "2"];
    for args in [&["--help"][..], &["--version"], &["help", "run"], &["limits"], &["man"], &run] {
        WAYWORN.reports_a_full_device(home.path(), args);
    }
}

/// A file that may not grow any more is a failed write, too, and not the end of the program in the middle of it.
#[test]
#[cfg(unix)]
fn a_limit_of_file_sizes_is_an_error() {
    let home = home();
    for writer in writers() {
        let limited = WAYWORN.limited(&[&writer[..], &["limited"]].concat());
        let said = Program("sh").refused(home.path(), &limited);
        assert!(said.contains("File too large"), "{writer:?}: {said}");
    }
}

/// The map is a part of the JSON.
#[test]
fn json_is_json_with_a_map_too() {
    let home = home();
    let run = ["run", "--size", "48x48", "--ticks", "2", "--json", "--map", "text"];
    let output = wayworn(home.path(), &run);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["map"].as_array().unwrap();
    assert_eq!((rows.len(), rows[0].as_str().unwrap().chars().count()), (48, 48));
}

#[test]
#[cfg(unix)]
fn a_save_a_record_and_a_lock_are_never_replaced() {
    WAYWORN.never_replaces_a_game(&writers());
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
    WAYWORN.writes_plain_files_only(&writers());
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    program::pipe(&pipe);
    let error = save::write_atomic(&pipe, b"a picture").unwrap_err().to_string();
    assert!(error.contains("a pipe"), "{error}");
}

#[test]
#[cfg(unix)]
fn only_plain_files_are_read() {
    let readers = ["replay", "run --level", "settings --settings", "lab", "solve --algorithm astar tiny.map"];
    let of_a_map = "race --from 0,0 --to 2,0 --algorithms astar";
    let readers = readers.iter().chain([&of_a_map]).map(|reader| reader.split(' ').collect());
    WAYWORN.reads_plain_files_only(&readers.collect::<Vec<_>>());
}

#[test]
fn folders_of_saves_take_nothing_else() {
    let home = home();
    let replay = format!("saves/{NAME}.replay");
    WAYWORN.takes_no_folder_of_saves(home.path(), &["replay", &replay, "--verify", "--dump"]);
}

/// A file created while a command works is not replaced either.
#[test]
fn a_file_that_comes_meanwhile_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("picture.png");
    let output = save::Output::new(&path, false, &[], &[]).unwrap();
    std::fs::write(&path, "a letter").unwrap();
    let error = output.write(b"a picture").unwrap_err();
    assert!(matches!(error, SaveError::AlreadyExists { .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"a letter");
    let forced = save::Output::new(&path, true, &[], &[]).unwrap();
    forced.write(b"a picture").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"a picture");
    std::fs::write(&path, save::encode(&kit::game(2, 48).world)).unwrap();
    assert!(matches!(forced.write(b"a picture").unwrap_err(), SaveError::BelongsToGame { .. }));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left lying about");
}

#[test]
fn exports_of_the_game_take_free_names() {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), NAME).unwrap();
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
