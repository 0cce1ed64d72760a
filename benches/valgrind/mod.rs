//! Instruction counts instead of time: they are the same on every run, however busy the machine is. A bench calls itself
//! under valgrind, once to do its work once and once to do it twice. The difference is the cost of the work, without
//! what comes before it. Shared by several benches.

use std::process::Command;

/// Whether valgrind can be run.
pub(crate) fn is_installed() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok()
}

/// The instructions of a run of this bench with these arguments, and what it printed.
pub(crate) fn instructions(arguments: &[&str]) -> (u64, String) {
    let bench = std::env::current_exe().expect("a path of its own");
    let mut run = Command::new("valgrind");
    run.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]).arg(bench);
    let output = run.args(arguments).output().expect("valgrind runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    let total = said.lines().find_map(|line| line.split_once("I refs:").or(line.split_once("I   refs:")));
    let digits: String =
        total.map_or("", |(_, number)| number).chars().filter(char::is_ascii_digit).collect();
    let count = digits.parse().unwrap_or_else(|_| panic!("valgrind counts: {said}"));
    (count, String::from_utf8_lossy(&output.stdout).into_owned())
}
