//! Random players on lands of every kind, run through the program.

use crate::kit::{self, Tier};
use std::process::Command;

/// Random players on lands of every kind.
#[test]
fn random_players_find_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (seeds, ticks) = match kit::tier() {
        Tier::Quick => ("1..50", "100"),
        Tier::Nightly => ("1..1000", "2000"),
        Tier::Release => ("1..5000", "2000"),
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_workbench"));
    command.args(["fuzz", "--jobs", "2", "--size", "48x48", "--seeds", seeds, "--ticks", ticks, "--out"]);
    let output = command.arg(dir.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains(": 0 failed"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
