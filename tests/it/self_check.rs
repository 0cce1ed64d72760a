//! Faults once found by self-checks: each a small land in which derived state went stale; and the program's own
//! checks (`--paranoid`, `--heavy`) find nothing in a sound game, and do find a planted fault.

use crate::orders::{level, meadow, order, until};
use std::path::Path;
use std::process::{Command, Output};
use wayworn::world::{Kind, Order, Queue, UnitIx};

/// A porter sees less far than a settler: a unit that founds a hamlet and changes its kind updates its field of view.
#[test]
fn a_unit_that_changes_its_kind_updates_its_vision() {
    let mut game = level(&meadow(40, 24), true, &[("settler", 20, 12)]);
    let (id, goal) = (game.world.units[UnitIx(0)].id, wayworn::grid::Cell::new(24, 12));
    order(&mut game, id, vec![Order::Settle(goal)], Queue::Replace);
    let is_porter = |game: &wayworn::sim::Game| game.world.units[UnitIx(0)].kind == Kind::Porter;
    assert!(until(&mut game, 200, is_porter), "no unit settled");
    game.check_derived().unwrap_or_else(|stale| panic!("{stale}"));
}

/// The program itself.
fn program(words: &[&str], fault: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayworn"));
    command.args(words).env("WAYWORN_TEST_FAULT", fault).output().unwrap()
}

/// Runs a small land with this check; records it if there is a place for the record.
fn run(doubt: Option<&str>, record: Option<&Path>, fault: &str) -> Output {
    let ticks = if record.is_some() { "100" } else { "24" };
    let mut words = vec!["run", "--seed", "3", "--size", "48x48", "--ticks", ticks];
    words.extend(doubt);
    words.extend(record.into_iter().flat_map(|path| ["--record", path.to_str().unwrap()]));
    program(&words, fault)
}

/// Checks while a land lives, or a record is replayed, find nothing and change nothing.
#[test]
fn the_program_doubts_and_finds_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let records = [None, Some("--paranoid"), Some("--heavy")].map(|doubt| {
        let path = dir.path().join(doubt.unwrap_or("plain"));
        let output = run(doubt, Some(&path), "");
        assert!(output.status.success(), "{doubt:?}: {}", String::from_utf8_lossy(&output.stderr));
        std::fs::read_to_string(path).unwrap()
    });
    assert!(records[0].lines().any(|line| line.starts_with("h 100 ")), "{}", records[0]);
    assert!(records[1] == records[0] && records[2] == records[0], "doubting has changed the land");
    let path = dir.path().join("plain");
    let words = ["replay", path.to_str().unwrap(), "--verify", "--paranoid", "--heavy"];
    let said = program(&words, "").stdout;
    let said = String::from_utf8_lossy(&said);
    assert!(said.starts_with("verified: 100 ticks, 1 hashes"), "{said}");
}

/// A planted fault is reported with its tick and place by the right check, and by no other.
#[test]
#[cfg(debug_assertions)]
fn the_program_doubts_and_would_find_anything() {
    let derived = "the number of road cells differs from a fresh rebuild";
    let world = "a unit has a number of the future";
    let by_check = [
        (None, "derived", ""),
        (None, "world", ""),
        (Some("--heavy"), "derived", ""),
        (Some("--paranoid"), "derived", derived),
        (Some("--paranoid"), "world", world),
        (Some("--heavy"), "world", world),
    ];
    for (doubt, fault, named) in by_check {
        let output = run(doubt, None, &format!("{fault}@20"));
        let said = String::from_utf8_lossy(&output.stderr);
        let is_right = if named.is_empty() {
            output.status.success()
        } else {
            said.contains("tick 20: ") && said.contains(named)
        };
        assert!(is_right && output.status.success() == named.is_empty(), "{doubt:?} of {fault}: {said}");
    }
}
