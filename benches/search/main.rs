//! Our searches beside the usual crates, on the same queries in one run: only ratios within a run
//! hold. `MOVINGAI_DIR` names a folder of public benchmark maps; without it, two random maps are used.
//!
//! ```text
//! cargo bench --bench search                       # time, on all maps
//! cargo bench --bench search -- land-512 Berlin    # time, on maps whose names have one of these in them
//! cargo bench --bench search -- --count            # instructions, on the smallest map of each kind (needs valgrind)
//! ```

mod contestants;
mod counts;
mod maps;
#[path = "../noise/mod.rs"]
mod noise;
#[path = "../valgrind/mod.rs"]
mod valgrind;

use contestants::{Answer, Contestant, processor_time};
use maps::{Kind, Source};

/// Total, median and 99th percentile in microseconds.
fn figures(answers: &[Answer]) -> [f64; 3] {
    let mut sorted: Vec<f64> = answers.iter().map(|answer| answer.time.as_secs_f64() * 1e6).collect();
    sorted.sort_by(f64::total_cmp);
    [sorted.iter().sum(), sorted[sorted.len() / 2], sorted[sorted.len() * 99 / 100]]
}

/// Times every contestant that fits on the queries of one map; returns how many times as fast as the unit each was.
#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn race(source: &Source) -> Vec<(&'static str, f64)> {
    let map = source.load();
    let unit = Contestant::Unit.answers(&map, processor_time);
    let base = figures(&unit)[0];
    let mut ratios = Vec::new();
    for contestant in Contestant::all().into_iter().filter(|contestant| contestant.can(&map.terrain)) {
        let is_unit = matches!(contestant, Contestant::Unit);
        let others = (!is_unit).then(|| contestant.answers(&map, processor_time));
        let answers = others.as_ref().unwrap_or(&unit);
        for (i, (answer, least)) in answers.iter().zip(&unit).enumerate() {
            let costs = answer.cost.or(least.cost);
            assert_eq!(costs, least.cost, "{}, query {i}: {}", source.name(), contestant.name());
        }
        let [total, median, p99] = figures(answers);
        let expanded: u64 = answers.iter().map(|answer| answer.expanded).sum();
        let each =
            if expanded == 0 { String::new() } else { format!("{:.0}", total * 1e3 / expanded as f64) };
        let (name, times) = (contestant.name(), base / total);
        let prepared =
            contestant.preparation(&map.terrain, processor_time).map_or_else(String::new, |prepared| {
                format!("{:>8.0} {:>9}", prepared.time.as_secs_f64() * 1e3, prepared.bytes / 1024)
            });
        println!(
            "{:<24} {name:<22} {times:>8.2} {total:>12.0} {median:>10.1} {p99:>10.1} {each:>8} {prepared}",
            source.name()
        );
        ratios.push((name, times));
    }
    ratios
}

/// Geometric mean, smallest and largest.
#[expect(clippy::disallowed_methods, reason = "a figure for people; no land is made from it")]
fn summary(ratios: &[f64]) -> [f64; 3] {
    let mean = (ratios.iter().map(|ratio| ratio.log2()).sum::<f64>() / ratios.len() as f64).exp2();
    [mean, ratios.iter().copied().fold(f64::INFINITY, f64::min), ratios.iter().copied().fold(0.0, f64::max)]
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let mut sources = maps::sources();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--count"] => return counts::report(&sources),
        ["--ask", map, contestant, times] => {
            return counts::ask(&sources, map, contestant, times.parse().unwrap_or(1));
        }
        _ => {}
    }
    let is_wanted =
        |name: &str| arguments.is_empty() || arguments.iter().any(|part| name.contains(part.as_str()));
    sources.retain(|source| is_wanted(&source.name()));
    let (times, total) = ("times", "total µs");
    println!(
        "{:<24} {:<22} {times:>8} {total:>12} {:>10} {:>10} {:>8} {:>8} {:>9}",
        "map", "search", "median", "p99", "ns each", "ready ms", "ready kB"
    );
    let raced: Vec<_> = sources.iter().map(|source| (source.kind(), race(source))).collect();
    println!("\n{:<24} {:<22} {:>8} {:>8} {:>8}", "kind of map", "search", "mean", "least", "most");
    for (kind, words) in Kind::ALL {
        for contestant in Contestant::all() {
            let lines = raced.iter().filter(|(of, _)| *of == kind).flat_map(|(_, ratios)| ratios);
            let own = lines.filter(|(name, _)| *name == contestant.name());
            let ratios: Vec<f64> = own.map(|(_, times)| *times).collect();
            if !ratios.is_empty() {
                let [mean, least, most] = summary(&ratios);
                println!("{words:<24} {:<22} {mean:>8.2} {least:>8.2} {most:>8.2}", contestant.name());
            }
        }
    }
}
