//! A gate: the instructions of eight set pieces beside those recorded in `instructions.txt`. It fails if one takes more
//! than three percent more. Counts depend on the compiler: record them anew with a new one.
//!
//! ```text
//! cargo bench --bench counts                # all pieces (needs valgrind)
//! cargo bench --bench counts -- tick frame  # some of them
//! cargo bench --bench counts -- --record    # writes the counts down
//! ```

#[path = "../noise/mod.rs"]
mod noise;
mod pieces;
#[path = "../priced/mod.rs"]
mod priced;
#[path = "../valgrind/mod.rs"]
mod valgrind;

use pieces::PIECES;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// What is recorded, a line each: the piece and its instructions.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/counts/instructions.txt");
/// What a piece may take, in percent of what was recorded.
const MOST_PERCENT: u64 = 103;

fn recorded() -> BTreeMap<String, u64> {
    let text = std::fs::read_to_string(RECORDED).unwrap_or_default();
    let line = |line: &str| {
        line.split_once(' ').and_then(|(name, count)| Some((name.into(), count.trim().parse().ok()?)))
    };
    text.lines().filter_map(line).collect()
}

/// The instructions of a piece, done once.
fn count(name: &str, land: &Path) -> u64 {
    let land = land.to_str().expect("a temporary path is text");
    let run = |times: &str| valgrind::instructions(&["--piece", name, times, land]).0;
    run("2").saturating_sub(run("1"))
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn compare(wanted: &[&str]) -> ExitCode {
    if !valgrind::is_installed() {
        println!("instructions cannot be counted: install valgrind");
        return ExitCode::FAILURE;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let land = folder.path().join("old-land");
    std::fs::write(&land, pieces::grow_old_land()).expect("the land is kept");
    let is_recording = wanted == ["--record"];
    let mut counts = recorded();
    let mut over = Vec::new();
    println!("{:<10} {:>16} {:>16} {:>7}", "piece", "recorded", "now", "%");
    for (name, _) in
        PIECES.iter().filter(|(name, _)| is_recording || wanted.is_empty() || wanted.contains(name))
    {
        let now = count(name, &land);
        let before = counts.insert((*name).into(), now).unwrap_or(0);
        let percent = (now * 1000).checked_div(before).unwrap_or(0) as f64 / 10.0;
        println!("{name:<10} {before:>16} {now:>16} {percent:>7}");
        if now * 100 > before * MOST_PERCENT {
            over.push(*name);
        }
    }
    if is_recording {
        let lines: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}\n")).collect();
        std::fs::write(RECORDED, lines.concat()).expect("the record is written");
    } else if !over.is_empty() {
        println!("more than {} % over what is recorded: {}", MOST_PERCENT - 100, over.join(", "));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    // On one thread, since waiting threads execute instructions, too.
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build_global()
        .expect("the first pool");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--piece", name, times, land] => {
            let (_, piece) = PIECES.iter().find(|(other, _)| *other == name).expect("a piece of the bench");
            piece(times.parse().expect("a number of times"), Path::new(land));
            ExitCode::SUCCESS
        }
        ref wanted => compare(wanted),
    }
}
