//! `wayworn solve`, `race` and `lab --list` as they are called: what they print, and how they end.

use crate::kit;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn wayworn(args: &[&str]) -> Output {
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

/// A question that ends in a wall has no answer; the others have.
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

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let questions = file(&folder, "open.scen", QUESTIONS);
    let huge = file(&folder, "huge.map", "type octile\nheight 4096\nwidth 4096\nmap\n...\n");
    let giant = file(&folder, "giant.map", "type octile\nheight 4000000000\nwidth 4000000000\nmap\n");
    let cases: [&[&str]; 7] = [
        &["solve", &huge, &questions, "--algorithm", "astar"],
        &["solve", &giant, &questions, "--algorithm", "astar"],
        &["solve", &suite("u-trap"), &questions, "--algorithm", "astar"],
        &["solve", &suite("open"), &questions, "--algorithm", "teleport"],
        &["solve", &suite("open"), &questions, "--algorithm", "idastar"],
        &["solve", "no-such.map", &questions, "--algorithm", "astar"],
        &["race", &suite("open"), "--from", "0,0", "--to", "24,0", "--algorithms", "astar"],
    ];
    for case in cases {
        let output = wayworn(case);
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), words.lines().count()), (Some(2), 1), "{case:?}: {words}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn races_are_told_side_by_side() {
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
