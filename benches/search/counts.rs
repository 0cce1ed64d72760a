//! The instructions of queries, without the making of maps and their preprocessing.

use crate::contestants::Contestant;
use crate::maps::{Kind, Map, Source};
use crate::valgrind;
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
    if !valgrind::is_installed() {
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
    let (count, expanded) =
        valgrind::instructions(&["--ask", &source.name(), contestant.name(), &times.to_string()]);
    (count, expanded.trim().parse().unwrap_or(0))
}
