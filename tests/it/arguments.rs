//! Every argument before or after a command is used or refused: none is ignored.

use crate::outputs::wayworn;
use std::path::Path;

/// The message of a command that exits with the code for bad arguments.
fn refused(dir: &Path, args: &[&str]) -> String {
    let output = wayworn(dir, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{args:?}: {said}");
    said
}

/// The land of a day is the same for everybody; how it is shown is not.
#[test]
fn the_land_of_a_day_takes_no_option_of_a_land() {
    let dir = tempfile::tempdir().unwrap();
    for option in [&["--size", "64x64"][..], &["--seed", "7"], &["--years", "3"], &["--gentle"], &["--new"]] {
        let said = refused(dir.path(), &[option, &["daily"]].concat());
        assert!(said.contains(&format!("{} is for other lands", option[0])), "{said}");
    }
    assert!(refused(dir.path(), &["--ascii", "daily"]).contains("this needs a terminal"));
    assert!(
        refused(dir.path(), &["daily", "--date", "2026-02-30"]).contains("is not a date: write YYYY-MM-DD")
    );
}

/// Whatever is wrong is said in one line, with the argument and what to write.
#[test]
fn a_faulty_argument_is_told_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let seeds = format!("write a number from 0 to {} instead of", u64::MAX);
    for (line, says) in [
        ("run --seed abc", format!("--seed: {seeds} 'abc'")),
        ("run --seed -1", format!("--seed: {seeds} '-1'")),
        ("--years -1", "--years: write a number from 0 to 100 instead of '-1'".to_owned()),
        ("play --fps 500", "--fps: write a number from 1 to 120 instead of '500'".to_owned()),
        ("race --from -1,0", "--from: '-1,0' is not a cell: write X,Y".to_owned()),
        ("daily --date foo", "--date: 'foo' is not a date".to_owned()),
        ("run --land rng", "--land: 'rng' is none of continent, archipelago".to_owned()),
        ("run --size", "--size <SIZE>: the value is missing".to_owned()),
        ("run --gentle=4", "--gentle: leave out the value '4'".to_owned()),
        ("run --sed 4", "unexpected argument '--sed': did you mean --seed?".to_owned()),
        ("--ticks 4 run", "unexpected argument '--ticks': 'run --ticks' exists".to_owned()),
        ("limits x", "unexpected argument 'x': see --help".to_owned()),
        ("rendr", "there is no command 'rendr': did you mean wander or render?".to_owned()),
        ("race", "not provided: --from <X,Y> --to <X,Y> --algorithms <IDS> <MAP>".to_owned()),
        ("--new --by-hand", "the argument '--new' cannot be used with '--by-hand'".to_owned()),
        ("--seed 7 limits", "--seed is only for playing".to_owned()),
    ] {
        let said = refused(dir.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(said.starts_with("wayworn: ") && said.contains(&says), "{line}: {said}");
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
    }
}

/// Numbers are a size, however long; what is none is told how to write one.
#[test]
fn a_size_of_no_land_is_refused_with_those_that_are() {
    let dir = tempfile::tempdir().unwrap();
    let long = format!("256x{}", "9".repeat(40));
    for size in ["5000x48", "47x48", "99999x99999", "256x100000", &long] {
        for command in ["run", "preview", "new", "wander"] {
            let said = refused(dir.path(), &[command, "--size", size]);
            assert!(said.contains(&format!("a land of {size} cannot be made: each side must be")), "{said}");
        }
    }
    assert!(
        refused(dir.path(), &["render", "a", "--png", "b", "--size", &long]).contains("60x20 to 500x200")
    );
    for size in ["64", "x64", "64x+64", "99999qx64", "64x64x64"] {
        assert!(refused(dir.path(), &["run", "--size", size]).contains("is not a size: write"), "{size}");
    }
}

#[test]
fn settings_are_read_by_every_command_that_takes_them() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("broken.toml"), "fps = 30\ncolour = 1\n").unwrap();
    let commands: [&[&str]; 7] =
        [&[], &["play"], &["new"], &["wander"], &["lab"], &["settings"], &["--input-test"]];
    for command in commands {
        for (file, expected) in [("nowhere.toml", "nowhere.toml: "), ("broken.toml", "broken.toml:2:1: ")] {
            let before = [&["--settings", file], command].concat();
            let after = [command, &["--settings", file]].concat();
            // Options of `play` follow the command.
            let forms = [after, before].into_iter().take(if command == ["play"] { 1 } else { 2 });
            for args in forms {
                let said = refused(dir.path(), &args);
                assert!(said.contains(expected), "{args:?}: {said}");
            }
        }
    }
}

#[test]
fn settings_are_not_taken_by_commands_without_a_use_for_them() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("sound.toml"), "fps = 30\n").unwrap();
    let help = wayworn(dir.path(), &["--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    let takers = ["play", "watch", "daily", "new", "wander", "lab", "codex", "settings", "help"];
    let others: Vec<&str> = names.iter().copied().filter(|name| !takers.contains(name)).collect();
    assert!(others.len() > 10 && names.len() == others.len() + takers.len(), "{names:?}");
    for name in others {
        let mut ways = vec![vec![name, "--settings", "sound.toml"]];
        // The other commands complain about their missing arguments first.
        if ["run", "preview", "levels", "limits"].contains(&name) {
            ways.push(vec!["--settings", "sound.toml", name]);
        }
        for args in ways {
            let said = refused(dir.path(), &args);
            assert!(said.contains("--settings"), "{args:?}: {said}");
        }
    }
    for args in
        [&["--settings", "sound.toml", "lab", "--list"][..], &["lab", "--list", "--settings", "sound.toml"]]
    {
        assert!(refused(dir.path(), args).contains("--settings"));
    }
}

/// The same holds for all options of a game.
#[test]
fn options_of_a_game_do_not_stand_before_other_commands() {
    let dir = tempfile::tempdir().unwrap();
    for option in
        [&["--seed", "7"][..], &["--level", "u-trap"], &["--ascii"], &["--sea", "9"], &["--saves", "."]]
    {
        let said = refused(dir.path(), &[option, &["limits"]].concat());
        assert!(said.contains(option[0]) && said.contains("wayworn limits"), "{said}");
        let said = refused(dir.path(), &[option, &["play"]].concat());
        assert!(said.contains(option[0]) && said.contains("after"), "{said}");
    }
    // A command that takes the option itself says where it belongs.
    for (option, command) in [
        (["--saves", "."], &["render", "a", "--png", "b"][..]),
        (["--saves", "."], &["watch"]),
        (["--seed", "7"], &["run"]),
        (["--land", "ring"], &["preview"]),
    ] {
        let said = refused(dir.path(), &[&option, command].concat());
        assert!(said.contains(&format!("write {} after `{}`", option[0], command[0])), "{said}");
    }
    assert!(refused(dir.path(), &["--settings", ".", "codex", "--list"]).contains("leave it out"));
    assert!(wayworn(dir.path(), &["limits"]).status.success());
    assert!(wayworn(dir.path(), &["--fps", "9", "settings"]).status.success());
}
