//! `wayworn solve`, `race` and `lab --list` as they are called: what they print, and how they end.

use crate::kit;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

pub(crate) fn wayworn(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayworn")).args(args).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

fn suite(name: &str) -> String {
    kit::home().join(format!("levels/suite/{name}.map")).display().to_string()
}

/// Writes a file that lives as long as its folder.
fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

const QUESTIONS: &str =
    "version 1\n0\topen.map\t24\t16\t0\t0\t23\t15\t29.21320344\n0\topen.map\t24\t16\t3\t3\t3\t9\t6\n";

#[test]
fn solved_questions_are_counted_and_measured() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "open.scen", QUESTIONS);
    for id in ["astar", "dijkstra", "jps", "fringe", "flow-field"] {
        let output = wayworn(&["solve", &suite("open"), &questions, "--algorithm", id, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let report = json(&output);
        let number =
            |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("{id}: no {name} in {report}"));
        assert_eq!((number("rows"), number("solved"), number("mismatches")), (2.0, 2.0, 0.0), "{id}");
        for name in ["total_us", "median_us", "p99_us", "expansions", "prep_ms", "prep_bytes"] {
            assert!(number(name) >= 0.0, "{id}");
        }
    }
    let limited =
        wayworn(&["solve", &suite("open"), &questions, "--algorithm", "astar", "--json", "--limit", "1"]);
    assert_eq!(json(&limited)["rows"], 1);
    let spoken = wayworn(&["solve", &suite("open"), &questions, "--algorithm", "astar"]);
    assert!(String::from_utf8(spoken.stdout).unwrap().contains("mismatches     0"));
}

#[test]
fn a_missed_optimum_is_a_failure_only_where_it_was_promised() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "open.scen", &QUESTIONS.replace("29.21320344", "29.2"));
    for (id, code) in [("astar", 1), ("jps", 1), ("greedy", 0), ("bfs", 0)] {
        let output = wayworn(&["solve", &suite("open"), &questions, "--algorithm", id, "--json"]);
        assert_eq!(output.status.code(), Some(code), "{id}");
        assert!(json(&output)["mismatches"].as_u64() >= Some(1), "{id}");
    }
}

#[test]
fn prices_are_held_against_dijkstra() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "hills.scen", "version 1\n0 hills.map 28 20 0 0 27 19 1\n");
    let costs = ["--costs", ".=1,S=3,W=5", "--json"];
    let solve = |id: &str| {
        wayworn(&[&["solve", &suite("hills"), &questions, "--algorithm", id], &costs[..]].concat())
    };
    let output = solve("astar");
    assert_eq!((output.status.code(), &json(&output)["mismatches"]), (Some(0), &Value::from(0)));
    assert_eq!(json(&solve("bfs"))["mismatches"], 1);
    assert_eq!(solve("jps").status.code(), Some(2), "jump points need one price");
}

#[test]
fn the_planner_answers_public_questions_within_its_bound() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "open.scen", QUESTIONS);
    let output = wayworn(&["solve", &suite("open"), &questions, "--algorithm", "planner", "--json"]);
    let report = json(&output);
    assert_eq!(
        (output.status.code(), &report["mismatches"], &report["solved"]),
        (Some(0), &0.into(), &2.into())
    );
    assert_eq!(report["cost_ratio"]["worst"], 1.0, "{report}");
    let questions = file(&folder, "hills.scen", "version 1\n0 hills.map 28 20 0 0 27 19 1\n");
    let costs = ["--algorithm", "planner", "--costs", ".=1,S=3,W=5", "--json"];
    let report = json(&wayworn(&[&["solve", &suite("hills"), &questions], &costs[..]].concat()));
    assert!(report["cost_ratio"]["mean"].as_f64() >= Some(1.0) && report["mismatches"] == 0, "{report}");
    assert!(report["expansions"].as_f64() > Some(0.0) && report["prep_bytes"].as_f64() > Some(0.0));
}

/// A query that ends in a wall has no result; the others have.
#[test]
fn questions_in_walls_are_counted_apart() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "0 u-trap.map 22 13 14 5 0 0 1\n0 u-trap.map 22 13 0 0 0 5 5\n";
    let questions = file(&folder, "walled.scen", &format!("version 1\n{rows}"));
    let output = wayworn(&["solve", &suite("u-trap"), &questions, "--algorithm", "astar", "--json"]);
    let report = json(&output);
    let figures = ["rows", "solved", "walled", "mismatches"].map(|name| report[name].as_u64().unwrap());
    assert_eq!((output.status.code(), figures), (Some(0), [2, 1, 1, 0]));
}

/// A map cut in two by a wall, though lengths were published: every row that finds a path wherever there is one has
/// missed those, whatever else it promises; the lines are listed, ten of them at most.
#[test]
fn a_path_that_is_not_found_is_a_mismatch_where_one_was_promised() {
    let folder = tempfile::tempdir().unwrap();
    let map =
        file(&folder, "cut.map", &format!("type octile\nheight 3\nwidth 5\nmap\n{}", "..@..\n".repeat(3)));
    let row = |end: u16, length: &str| format!("0 cut.map 5 3 0 0 {end} 0 {length}\n");
    let scenario = |name: &str, rows: &str| file(&folder, name, &format!("version 1\n{rows}"));
    let promised = scenario("promised.scen", &(row(1, "1") + &row(4, "12").repeat(12)));
    let none = scenario("none.scen", &(row(1, "1") + &row(4, "0")));
    let figures = |id: &str, questions: &str, more: &[&str]| {
        let output = wayworn(&[&["solve", &map, questions, "--algorithm", id, "--json"], more].concat());
        let report = json(&output);
        let figures = ["solved", "missed", "mismatches"].map(|name| report[name].as_u64().unwrap());
        (output.status.code().unwrap(), figures, report["mismatch_lines"].as_array().unwrap().len())
    };
    for id in ["astar", "jps", "bfs", "greedy", "planner", "fewest-turns", "bounded-cost"] {
        assert_eq!(figures(id, &promised, &[]), (1, [1, 12, 12], 10), "{id}");
        assert_eq!(figures(id, &none, &[]), (0, [1, 0, 0], 0), "{id}");
    }
    assert_eq!(figures("beam", &promised, &[]), (0, [1, 12, 0], 0), "it may miss");
    // Custom prices have no published length, and Dijkstra finds none either.
    assert_eq!(figures("astar", &promised, &["--costs", ".=2"]), (0, [1, 0, 0], 0));
    // A path where there should be none is a mismatch, too.
    let found = scenario("found.scen", &row(1, "0"));
    assert_eq!(figures("astar", &found, &[]), (1, [1, 0, 1], 1));
    let spoken = wayworn(&["solve", &map, &promised, "--algorithm", "astar"]);
    let spoken = String::from_utf8(spoken.stdout).unwrap();
    assert!(spoken.contains("lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more"), "{spoken}");
}

/// The program with little memory: errors are found before much is asked for.
fn frugal(args: &[&str]) -> Output {
    if cfg!(not(target_os = "linux")) {
        return wayworn(args);
    }
    let script = "ulimit -v 200000; exec \"$0\" \"$@\"";
    Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_wayworn")]).args(args).output().unwrap()
}

/// Runs an invalid command and returns the one line that it prints.
fn refused(args: &[&str]) -> String {
    let output = frugal(args);
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), words.lines().count()), (Some(2), 1), "{args:?}: {words}");
    assert!(output.stdout.is_empty() && words.starts_with("wayworn: "), "{args:?}: {words}");
    words
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "open.scen", QUESTIONS);
    let open = suite("open");
    let cases: [(&[&str], &str); 10] = [
        (&["solve", &open, &questions, "--algorithm", "teleport"], "no algorithm 'teleport'"),
        (&["solve", &open, &questions, "--algorithm", "idastar"], "at most 36 cells"),
        (
            &["solve", &suite("hills"), &questions, "--algorithm", "astar"],
            "open.scen:2:12: this scenario is for",
        ),
        (&["solve", "no-such.map", &questions, "--algorithm", "astar"], "no-such.map cannot be read"),
        (&["race", &open, "--from", "0,0", "--to", "24,0", "--algorithms", "astar"], "24,0 is off the map"),
        (
            &["race", &suite("u-trap"), "--from", "14,5", "--to", "0,0", "--algorithms", "bfs"],
            "u-trap.map:10:15: 14,5",
        ),
        (&["race", &open, "--from", "0,0", "--to", "9,9", "--algorithms", "astar,"], "no algorithm ''"),
        (&["race", &open, "--from", "0,0", "--to", "9,9", "--algorithms", "idastar"], "idastar needs"),
        (
            &["trace", &open, "--from", "0,0", "--to", "9,9", "--algorithm", "teleport", "--out", "-"],
            "no algorithm",
        ),
        (
            &["trace", &open, "--from", "0,0", "--to", "9,99", "--algorithm", "astar", "--out", "-"],
            "9,99 is off",
        ),
    ];
    for (args, what) in cases {
        let words = refused(args);
        assert!(words.contains(what), "{words}");
    }
}

/// An invalid map is reported with file, line and column, at once and without taking memory for it.
#[test]
fn bad_maps_are_reported_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "open.scen", QUESTIONS);
    let head = |height: &str, width: &str| format!("type octile\nheight {height}\nwidth {width}\nmap\n");
    let small = head("2", "3");
    let cases = [
        ("empty", String::new(), ":1:1: "),
        ("other", "hello\n".to_owned(), ":1:1: "),
        ("ragged", format!("{small}...\n..\n...\n"), ":6:3: "),
        ("long", format!("{small}....\n...\n"), ":5:4: "),
        ("letter", format!("{small}...\n.x.\n"), ":6:2: "),
        ("umlaut", format!("{small}...\n..\u{fc}\n"), ":6:3: "),
        ("few", format!("{small}......\n"), ":5:4: "),
        ("many", format!("{small}...\n...\n...\n"), ":7:1: "),
        ("flat", head("0", "3"), ":2:1: "),
        ("below", head("-2", "3"), ":2:1: "),
        ("two-billion", head("46341", "46341"), ":2:1: "),
        ("wide", head("1", "2000000000"), ":3:1: "),
        ("giant", head("4000000000", "4000000000"), ":2:1: "),
        ("endless", head("99999999999999999999999999", "3"), ":2:1: "),
        ("promising", format!("{}...\n", head("4096", "4096")), ":2:1: "),
    ];
    for (name, text, place) in &cases {
        let map = file(&folder, &format!("{name}.map"), text);
        for args in [
            &["solve", &map, &questions, "--algorithm", "astar"][..],
            &["race", &map, "--from", "0,0", "--to", "1,1", "--algorithms", "astar"],
            &["trace", &map, "--from", "0,0", "--to", "1,1", "--algorithm", "astar", "--out", "-"],
        ] {
            assert!(refused(args).contains(&format!("{name}.map{place}")), "{args:?}");
        }
    }
    let bytes = folder.path().join("bytes.map");
    std::fs::write(&bytes, [small.as_bytes(), b"...\n.\xff.\n"].concat()).unwrap();
    let bytes = bytes.display().to_string();
    assert!(refused(&["solve", &bytes, &questions, "--algorithm", "astar"]).contains("bytes.map:6:2: "));
    let folder = folder.path().display().to_string();
    assert!(refused(&["solve", &folder, &questions, "--algorithm", "astar"]).contains("cannot be read"));
}

/// So is an invalid scenario file, with the column of the word.
#[test]
fn bad_scenarios_are_reported_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let map = suite("u-trap");
    let row = |row: &str| format!("version 1\n0 u-trap.map 22 13 0 0 1 1 1.41421356\n{row}\n");
    let cases = [
        ("empty", String::new(), ":1:1: "),
        ("headless", "0 u-trap.map 22 13 0 0 1 1 1\n".to_owned(), ":1:1: "),
        ("rowless", "version 1\n".to_owned(), ":2:1: "),
        ("off", row("0 u-trap.map 22 13 0 0 22 1 1"), ":3:24: "),
        ("below", row("0 u-trap.map 22 13 0 -1 1 1 1"), ":3:22: "),
        ("huge", row("0 u-trap.map 22 13 0 0 99999999999999999999 1 1"), ":3:24: "),
        ("short", row("0 u-trap.map 22 13 0 0 1"), ":3:1: "),
        ("wordy", row("0 u-trap.map 22 13 0 0 one 1 1"), ":3:24: "),
        ("strange", row("0 u-trap.map 22 13 0 0 1 1 NaN"), ":3:28: "),
        ("sizeless", row("0 u-trap.map 2000000000 13 0 0 1 1 1"), ":3:14: "),
        ("other", row("0 open.map 24 16 0 0 1 1 1"), ":3:12: "),
        ("walled", "version 1\n0 u-trap.map 22 13 14 5 0 0 1\n".to_owned(), ":2:1: 14, 5 is a wall"),
    ];
    for (name, text, place) in &cases {
        let questions = file(&folder, &format!("{name}.scen"), text);
        let words = refused(&["solve", &map, &questions, "--algorithm", "astar"]);
        assert!(words.contains(&format!("{name}.scen{place}")), "{words}");
    }
}

/// Arguments refused by the command-line parser have the same exit code, and say what would be right.
#[test]
fn nonsense_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "open.scen", QUESTIONS);
    let open = suite("open");
    let solve = ["solve", &open, &questions, "--algorithm", "astar"];
    let mut cases: Vec<(Vec<&str>, &str)> = vec![
        (solve[..3].to_vec(), "--algorithm <ID>"),
        ([&solve[..], &["--limit", "0"]].concat(), "--limit: write a number from 1 to"),
        ([&solve[..], &["--limit", "-1"]].concat(), "'-1'"),
        (vec!["race", &open, "--from", "0;0", "--to", "1,1", "--algorithms", "bfs"], "write X,Y"),
        (vec!["race", &open, "--from", "0,4294967296", "--to", "1,1", "--algorithms", "bfs"], "write X,Y"),
        (vec!["trace", &open, "--from", "0,0", "--to", "1,1", "--algorithm", "bfs"], "--out <FILE>"),
    ];
    for costs in
        ["", "3", ".", ".=", ".=0", ".=-1", ".=x", ".=66", ".=1e9", "x=1", "..=1", ".=1,,S=2", ".=1,.=2"]
    {
        cases.push(([&solve[..], &["--costs", costs]].concat(), "--costs: "));
    }
    for (args, what) in cases {
        let output = frugal(&args);
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{args:?}: {words}");
        assert!(words.contains(what), "{args:?}: {words}");
    }
}

#[test]
fn races_are_printed_side_by_side() {
    let ends = ["--from", "8,6", "--to", "20,6", "--json", "--algorithms"];
    let race = |map: &str, ids: &str| wayworn(&[&["race", &suite(map)], &ends[..], &[ids]].concat());
    let laps = json(&race("u-trap", "astar,dfs,jps,theta"));
    for lap in laps.as_array().unwrap() {
        assert_eq!(lap["optimum"], laps[0]["cost"]);
        for name in ["expanded", "generated", "frontier_peak", "us", "cells"] {
            assert!(lap[name].as_f64().unwrap() > 0.0, "{lap}");
        }
    }
    assert!(laps[1]["cost"].as_u64() > laps[0]["cost"].as_u64(), "depth first is not shortest");
    assert_eq!(laps[2]["cost"], laps[0]["cost"]);
    let sealed = wayworn(&[
        "race",
        &suite("sealed"),
        "--from",
        "1,4",
        "--to",
        "8,3",
        "--algorithms",
        "astar",
        "--json",
    ]);
    assert_eq!((json(&sealed)[0]["found"].as_bool(), &json(&sealed)[0]["cost"]), (Some(false), &Value::Null));
}

/// For people: one aligned line per algorithm, with the extra cost of its path; rows that the map does not suit, and
/// rows that find nothing, say so.
#[test]
fn races_are_printed_for_people() {
    let race = |map: &str, more: &[&str]| {
        let output = wayworn(&[&["race", &suite(map), "--algorithms", "astar,greedy,jps"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let hills = ["--from", "0,0", "--to", "27,19", "--costs", ".=1,S=3,W=5"];
    let printed = race("hills", &hills);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!((lines.len(), lines[0].contains("milli-steps")), (5, true), "{printed}");
    let column = lines[1].split("÷ optimum").next().unwrap().chars().count();
    let ratio = |line: &str| line.chars().skip(column).take(9).collect::<String>().trim().to_owned();
    assert_eq!(ratio(lines[2]), "1.000");
    assert!(ratio(lines[3]).parse::<f64>().unwrap() > 1.0, "{printed}");
    assert!(lines[4].starts_with("jps ") && lines[4].contains("needs one price everywhere"), "{printed}");
    let sealed = race("sealed", &["--from", "1,4", "--to", "8,3"]);
    assert_eq!(sealed.matches("no path").count(), 4, "{sealed}");
}

#[test]
fn the_catalogue_is_listed() {
    let list = json(&wayworn(&["lab", "--list", "--json"]));
    let rows = list.as_array().unwrap();
    assert_eq!(rows.len(), wayworn::search::catalogue::ROWS.len());
    for row in rows {
        assert!(
            ["id", "name", "paper", "promise"]
                .iter()
                .all(|name| row[name].as_str().is_some_and(|s| !s.is_empty()))
        );
        assert!(row["needs"].is_array());
    }
    let spoken = String::from_utf8(wayworn(&["lab", "--list"]).stdout).unwrap();
    assert!(rows.iter().all(|row| spoken.contains(row["id"].as_str().unwrap())));
}
