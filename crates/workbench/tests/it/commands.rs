//! The command line: arguments are used or refused, no file is replaced silently, and output is safe for a terminal.

use crate::kit;
use crate::program::{HOSTILE, NAME, Program, home};

const WORKBENCH: Program = Program(env!("CARGO_BIN_EXE_workbench"));
/// A short study; the name of the file comes next.
const STUDY: [&str; 10] =
    ["study", "--size", "48x48", "--years", "0.01", "--seeds", "1", "--only", "T05", "--out"];

/// Commands that resume from a file, without the file's name.
fn writers() -> [Vec<&'static str>; 2] {
    [STUDY.to_vec(), vec!["measure", "soak", "--size", "48x48", "--units", "1", "--out"]]
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let commands: [&[&str]; 3] = [
        &["catalogue", "--seeds", "1..2"],
        &["measure", "planner", "--size", "48x48", "--units", "2"],
        &["study", "--help"],
    ];
    WORKBENCH.ends_silently_without_a_reader(home().path(), &commands);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_an_error() {
    for args in [&["--help"][..], &["catalogue", "--seeds", "1..1"]] {
        WORKBENCH.reports_a_full_device(home().path(), args);
    }
}

/// A file that may not grow any more is a failed write, and not the end of the program in the middle of it.
#[test]
#[cfg(unix)]
fn a_limit_of_file_sizes_is_an_error() {
    for writer in writers() {
        let home = home();
        let limited = WORKBENCH.limited(&[&writer[..], &["limited"]].concat());
        let output = Program("sh").run(home.path(), &limited);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{writer:?}: {said}");
        assert!(said.contains("File too large"), "{writer:?}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn a_save_a_record_and_a_lock_are_never_replaced() {
    WORKBENCH.never_replaces_a_game(&writers());
}

#[test]
#[cfg(unix)]
fn only_plain_files_are_written() {
    WORKBENCH.writes_plain_files_only(&writers());
}

#[test]
#[cfg(unix)]
fn only_plain_files_are_read() {
    WORKBENCH.reads_plain_files_only(&[vec!["catalogue", "--seeds", "1..1", "--check"]]);
}

#[test]
fn folders_of_saves_take_nothing_else() {
    WORKBENCH.takes_no_folder_of_saves(home().path(), &["fuzz", "--seeds", "1", "--out"]);
}

/// A save beside a file that does not exist yet does not belong to the run.
#[test]
fn a_soak_begins_only_where_neither_of_its_files_is() {
    let home = home();
    let soak =
        |file: &str| WORKBENCH.refused(home.path(), &["measure", "soak", "--size", "48x48", "--out", file]);
    std::fs::write(home.path().join("soak.save"), "a letter").unwrap();
    let said = soak("soak");
    assert!(said.contains("soak.save") && said.contains("--force"), "{said}");
    let said = soak(&format!("saves/{NAME}"));
    assert!(said.contains(&format!("{NAME}.save")) && said.contains("of a game"), "{said}");
}

#[test]
fn a_study_begins_anew_only_when_it_is_asked_for() {
    let home = home();
    let study = [&STUDY[..], &["letter.txt"]].concat();
    assert!(WORKBENCH.refused(home.path(), &study).contains("--force"));
    for force in [&["--force"][..], &[]] {
        let done = WORKBENCH.run(home.path(), &[&study[..], force].concat());
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let lines = std::fs::read_to_string(home.path().join("letter.txt")).unwrap();
        assert!(lines.starts_with("{\"version\"") && lines.lines().count() == 1, "{lines}");
    }
}

/// A file name may contain anything but a slash and a zero byte.
#[test]
#[cfg(unix)]
fn names_of_files_are_printed_as_escapes() {
    let dir = tempfile::tempdir().unwrap();
    let name = HOSTILE;
    std::fs::write(dir.path().join(name), "a letter").unwrap();
    let commands: [&[&str]; 4] = [
        &["catalogue", "--seeds", "1..1", "--check", name],
        &["study", "--years", "0.01", "--seeds", "1", "--size", "48x48", "--out", name],
        &["measure", "soak", "--size", "48x48", "--out", name],
        &["fuzz", "--seeds", "1", "--out", name],
    ];
    for args in commands {
        let text = WORKBENCH.refused_readably(dir.path(), args);
        assert!(text.contains("\\u{202e}"), "{args:?}: {text}");
    }
}

#[test]
#[cfg(unix)]
fn arguments_are_printed_as_escapes() {
    let dir = tempfile::tempdir().unwrap();
    let commands = ["study", "measure", "fuzz", "catalogue"];
    let (refused, options) = WORKBENCH.refuses_hostile_arguments(dir.path(), &commands);
    assert!(options > 40 && refused > 40, "{refused} of {options} were refused");
}

#[test]
fn numbers_are_taken_to_their_bounds_and_not_beyond() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let last = format!("{0}..{0}", u64::MAX);
    let taken: [Vec<&str>; 4] = [
        vec!["fuzz", "--seeds", &last, "--ticks", "1", "--jobs", "64", "--out", out],
        vec!["study", "--seeds", &last, "--years", "0.01", "--jobs", "256", "--only", "T27"],
        vec!["measure", "tick", "--units", "1", "--ticks", "1", "--threads", "1"],
        vec!["measure", "tick", "--units", "20000", "--ticks", "1"],
    ];
    for args in taken {
        let args = [&args[..], &["--size", "48x48"]].concat();
        let (code, errors) = WORKBENCH.answers(&args);
        assert_eq!(code, Some(0), "{args:?}: {errors}");
    }
    let refused: [(&[&str], &str); 18] = [
        (&["measure", "tick", "--size", "64", "--units", "1000000"], "200000 at most"),
        (&["measure", "soak", "--size", "64", "--units", "200001"], "200000 at most"),
        (&["measure", "tick", "--units", "0"], "--units"),
        (&["measure", "tick", "--units", "4294967296"], "--units"),
        (&["measure", "tick", "--ticks", "0"], "--ticks"),
        (&["measure", "tick", "--ticks", "10000001"], "--ticks"),
        (&["measure", "tick", "--size", "0"], "48"),
        (&["fuzz", "--seeds", "0..18446744073709551615"], "at most 10000"),
        (&["fuzz", "--seeds", "2..1"], "before the first"),
        (&["fuzz", "--ticks", "0"], "--ticks"),
        (&["fuzz", "--ticks", "100000001"], "--ticks"),
        (&["fuzz", "--jobs", "65"], "--jobs"),
        (&["study", "--seeds", "1..10001"], "at most 10000"),
        (&["study", "--years", "0"], "0.01"),
        (&["study", "--years", "1001"], "1000"),
        (&["study", "--years", "nan"], "nan"),
        (&["study", "--jobs", "0"], "--jobs"),
        (&["catalogue", "--seeds", "0..18446744073709551615"], "at most 10000"),
    ];
    for (args, what) in refused {
        let (code, errors) = WORKBENCH.answers(args);
        assert!(code == Some(2) && errors.contains(what), "{args:?}: {code:?}, {errors}");
    }
}

/// Under the program's own name.
#[test]
fn long_work_tells_how_far_it_is() {
    let small = ["--seeds", "3", "--size", "48x48"];
    WORKBENCH.tells_how_far(&[
        ([&["fuzz", "--ticks", "100000000"], &small[..]].concat(), "of 100000000 ("),
        ([&["study", "--years", "1000", "--jobs", "1"], &small[..]].concat(), "of 11520000 ("),
    ]);
}

/// An error is one line that begins with the name of this program, not of the game.
#[test]
fn the_program_speaks_under_its_own_name() {
    let dir = tempfile::tempdir().unwrap();
    let said = WORKBENCH.refused(dir.path(), &["study", "--only", "T99"]);
    assert!(said.starts_with("workbench: there is no prediction 'T99'"), "{said}");
    let said = WORKBENCH.refused(dir.path(), &["gather"]);
    assert!(said.starts_with("workbench: there is no command 'gather'"), "{said}");
    let version = WORKBENCH.run(dir.path(), &["--version"]);
    let said = String::from_utf8(version.stdout).unwrap();
    assert!(
        version.status.success() && said.starts_with("workbench ") && said.contains("revision"),
        "{said}"
    );
}

/// Every command is in the README.
#[test]
fn the_manual_names_every_command() {
    let manual = std::fs::read_to_string(kit::home().join("docs/manual.md")).unwrap();
    for command in ["study", "measure", "fuzz", "catalogue"] {
        assert!(manual.contains(&format!("`{command}`")), "docs/manual.md does not name {command}");
    }
}
