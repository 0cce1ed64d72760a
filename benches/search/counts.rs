//! Instruction counts instead of time: they are the same on every run, however busy the machine is. The bench calls
//! itself under valgrind, once to make every query once and once to make it twice. The difference is the cost of the
//! queries, without the making of maps and their preprocessing.

use crate::contestants::Contestant;
use crate::maps::{Kind, Map, Source};
use std::process::Command;
use std::time::Duration;

/// Queries made, evenly spread over those of the map.
const ASKED: usize = 5;

/// Makes a few queries on one map this many times, and prints how many nodes that expanded.
#[expect(clippy::print_stdout, reason = "read by the calling bench")]
pub(crate) fn ask(sources: &[Source], map: &str, contestant: &str, times: usize) {
    let source = sources.iter().find(|source| source.name() == map).expect("a map of the bench");
    let all = Contestant::all();
    let contestant = all.iter().find(|other| other.name() == contestant).expect("a contestant");
    let Map { terrain, ends } = source.load();
    let few: Vec<_> = ends.iter().step_by((ends.len() / ASKED).max(1)).take(ASKED).copied().collect();
    let answers = contestant.answers(&Map { terrain, ends: few.repeat(times) }, || Duration::ZERO);
    println!("{}", answers.iter().map(|answer| answer.expanded).sum::<u64>());
}

/// The smallest map of each kind, for every contestant that fits: instructions per query and per expansion, and the
/// unit's as a multiple.
#[expect(clippy::print_stdout, reason = "a benchmark reports")]
pub(crate) fn report(sources: &[Source]) {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return println!("instructions cannot be counted: valgrind is not installed");
    }
    println!("{:<24} {:<22} {:>8} {:>18} {:>14}", "map", "search", "times", "instructions", "an expansion");
    for (kind, _) in Kind::ALL {
        let of_kind = sources.iter().filter(|source| source.kind() == kind);
        let Some(source) = of_kind.min_by_key(|source| source.cells()) else { continue };
        let terrain = source.load().terrain;
        let mut unit = None;
        for contestant in Contestant::all().into_iter().filter(|contestant| contestant.can(&terrain)) {
            let (once, expanded) = instructions(source, contestant, 1);
            let (twice, _) = instructions(source, contestant, 2);
            let asking = twice.saturating_sub(once).max(1);
            let times = *unit.get_or_insert(asking) as f64 / asking as f64;
            let each = asking.checked_div(expanded).map_or_else(String::new, |each| each.to_string());
            let (map, name) = (source.name(), contestant.name());
            println!("{map:<24} {name:<22} {times:>8.2} {:>18} {each:>14}", asking / ASKED as u64);
        }
    }
}

/// Instructions of a whole run with this many repeats, and the nodes that it expanded.
fn instructions(source: &Source, contestant: Contestant, times: usize) -> (u64, u64) {
    let bench = std::env::current_exe().expect("a path of its own");
    let mut run = Command::new("valgrind");
    run.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]).arg(bench);
    run.args(["--ask", &source.name(), contestant.name(), &times.to_string()]);
    let output = run.output().expect("valgrind runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let total = said.lines().find_map(|line| line.split_once("I refs:").or(line.split_once("I   refs:")));
    let digits: String =
        total.map_or("", |(_, number)| number).chars().filter(char::is_ascii_digit).collect();
    let answer = String::from_utf8_lossy(&output.stdout);
    let expanded = answer.trim().parse();
    (digits.parse().unwrap_or_else(|_| panic!("valgrind counts: {said}")), expanded.unwrap_or(0))
}
