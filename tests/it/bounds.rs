//! Bounds on the CPU time and memory that any file may cost: bombs (short files that ask for much, or files as long
//! as may be read), the corpus, and randomly changed files. Saves that are bombs are in `saves`.
//!
//! Memory is measured in child processes that read one file after the other: their peak bounds each of the files.

use crate::hostile::{self, READ_MAX, READERS};
use crate::kit;
use crate::saves::{child, child_dir};
use std::path::Path;
use std::time::Duration;
use wayworn::app::play::settings;
use wayworn::benchmark::{PublicMap, parse_scenarios};
use wayworn::grid::Size;
use wayworn::{level, save};

/// Memory that reading a short file may take, in KiB.
const MEMORY_MAX: u64 = 64 << 10;
/// Files up to this many bytes are short. A longer file may take that time once more per this many bytes, and a
/// multiple of its length of memory.
const SHORT: u64 = 1 << 20;
const TIMES_ITS_LENGTH: u64 = 4;

/// Last words of a child if all files are in order.
const DONE: &str = "all of them within bounds";

/// The expected result of a bomb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Refused,
    /// Odd but cheap: it may be accepted.
    Any,
}
use End::{Any, Refused};

/// A level with a map and further text.
fn level_of(map: &str, more: &str) -> String {
    format!("name = \"x\"\nabout = \"\"\nmap = '''\n{map}\n'''\n{more}")
}

/// A small map.
fn small() -> String {
    vec![".".repeat(24); 24].join("\n")
}

/// This many numbered lines.
fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Levels that ask for much.
fn levels() -> Vec<(&'static str, End, String)> {
    let unit = "[[unit]]\nkind = \"porter\"\nat = [4, 8]\n";
    let long = |parts: &str| level_of(&small(), &format!("{unit}orders = [{}]\n", parts.repeat(100_000)));
    vec![
        ("brackets", Refused, format!("name = {}", "[".repeat(200_000))),
        ("tables", Refused, format!("name = {}", "{a=".repeat(200_000))),
        ("dots", Refused, format!("{} = 1", vec!["a"; 200_000].join("."))),
        ("headings", Refused, format!("[{}]", vec!["a"; 200_000].join("."))),
        ("tables of tables", Refused, "[[a]]\n[[a.b]]\n[[a.b.c]]\n".repeat(30_000)),
        ("as many tables as can be", Refused, "[[a]]\n".repeat(level::TOKENS_MAX / 6)),
        (
            "as many units as can be",
            Refused,
            level_of(&small(), &"[[unit]]\n".repeat(level::TOKENS_MAX / 6 - 9)),
        ),
        ("as many keys as can be", Refused, numbered(level::TOKENS_MAX / 4 - 9, |i| format!("k{i}=1\n"))),
        (
            "as many tables in one as can be",
            Refused,
            format!("name = [{}]", "{},".repeat(level::TOKENS_MAX / 3 - 9)),
        ),
        (
            "as many numbers as can be",
            Refused,
            format!("name = [{}]", "1,".repeat(level::TOKENS_MAX / 2 - 9)),
        ),
        ("units", Refused, level_of(&small(), &unit.repeat(25_000))),
        ("sites", Refused, level_of(&small(), &"[[site]]\ngood = \"grain\"\nat = [3, 3]\n".repeat(25_000))),
        ("orders", Refused, long("\"go 1 1\", ")),
        (
            "places of an order",
            Refused,
            level_of(&small(), &format!("{unit}orders = [\"patrol{}\"]", " 1 1".repeat(200_000))),
        ),
        ("digits", Refused, level_of(&small(), &format!("seed = {}", "9".repeat(900_000)))),
        ("name", Refused, format!("name = \"{}\"\n", "x".repeat(900_000))),
        ("keys", Refused, level_of(&small(), &numbered(90_000, |i| format!("k{i} = 1\n")))),
        ("empty rows", Refused, level_of(&"\n".repeat(900_000), "")),
        ("one row", Refused, level_of(&".".repeat(900_000), "")),
        ("as large as can be", Any, level_of(&vec![".".repeat(4096); 4096].join("\n"), "")),
        ("too large by a row", Refused, level_of(&vec![".".repeat(4096); 4097].join("\n"), "")),
        ("as long as can be", Refused, "[".repeat(level::TEXT_MAX)),
        ("longer than can be", Refused, " ".repeat(level::TEXT_MAX + 1)),
    ]
}

/// Replays that ask for much.
fn replays() -> Vec<(&'static str, End, String)> {
    let head = "wayworn replay 1\ngame 0.1.0\nseed 7\n";
    let plain = format!("{head}size 64x64\n");
    let orders = |list: &str| {
        format!("{plain}c 1 0 {{\"Orders\":{{\"units\":[1],\"orders\":[{list}],\"queue\":\"Replace\"}}}}\n")
    };
    let list = |one: &str, bytes: usize| vec![one; bytes / (one.len() + 1)].join(",");
    let hashes = |tick: u64| format!("h {tick}{}\n", " 0123456789abcdef".repeat(8));
    let in_a_level = |level: &str| format!("{plain}level {}\n", serde_json::Value::from(level));
    vec![
        ("sides", Any, format!("{head}size 65535x65535\nc 1 0 \"Undo\"\n")),
        ("brackets", Refused, format!("{plain}c 1 0 {}\n", "[".repeat(900_000))),
        ("brackets in orders", Refused, orders(&"[".repeat(900_000))),
        ("objects", Refused, format!("{plain}c 1 0 {}\n", "{\"EditLand\":".repeat(100_000))),
        ("digits", Refused, format!("{plain}c {} 0 \"Undo\"\n", "9".repeat(900_000))),
        ("the last tick", Refused, format!("{plain}c 18446744073709551615 0 \"Undo\"\n")),
        ("orders", Any, orders(&list("\"Stop\"", 900_000))),
        ("a line of orders", Any, orders(&list("\"Stop\"", save::LINE_MAX - 200))),
        (
            "a line of units",
            Any,
            orders("\"Stop\"").replace("[1]", &format!("[{}]", list("1", save::LINE_MAX - 200))),
        ),
        ("a line that is too long", Refused, orders(&list("\"Stop\"", save::LINE_MAX + 200))),
        ("a level of brackets", Any, in_a_level(&"[".repeat(900_000))),
        ("empty lines", Refused, format!("{plain}{}", "\n".repeat(900_000))),
        ("hashes", Any, plain.clone() + &(1..6000).map(hashes).collect::<String>()),
        ("many hashes", Any, plain.clone() + &(1..200_000).map(hashes).collect::<String>()),
        ("many commands", Any, plain + &numbered(500_000, |i| format!("c 1 {i} \"Undo\"\n"))),
    ]
}

/// Settings that ask for much.
fn settings_files() -> Vec<(&'static str, End, String)> {
    let longest = settings::BYTES_MAX;
    let fill = |what: &str| what.repeat(longest / what.len());
    vec![
        ("brackets", Refused, format!("fps = {}", "[".repeat(longest - 8))),
        ("tables", Refused, format!("fps = {}", "{a=".repeat(longest / 3 - 8))),
        ("dots", Refused, format!("{} = 1", vec!["a"; longest / 2 - 8].join("."))),
        ("headings", Refused, format!("[{}]", vec!["a"; longest / 2 - 8].join("."))),
        ("digits", Refused, format!("fps = {}", "9".repeat(longest - 8))),
        ("keys of an intent", Refused, format!("[keys]\nexplain = [{}]", "\"g\",".repeat(longest / 4 - 20))),
        ("intents", Refused, format!("[keys]\n{}", numbered(5000, |i| format!("k{i} = \"g\"\n")))),
        ("notes", Any, fill("#\n")),
        ("nothing", Any, fill("\n")),
        ("too long", Refused, "\n".repeat(longest + 1)),
    ]
}

/// Public maps that ask for much.
fn maps() -> Vec<(&'static str, End, String)> {
    let map = |height: usize, width: usize, rows: &str| {
        format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}")
    };
    vec![
        ("sides", Refused, map(65_535, 65_535, ".\n")),
        ("vast and nothing in it", Refused, map(4096, 4096, "")),
        ("one row", Refused, map(4096, 4096, &".".repeat(900_000))),
        ("empty rows", Refused, map(4096, 4096, &"\n".repeat(900_000))),
        ("as large as can be", Any, map(4096, 4096, &format!("{}\n", ".".repeat(4096)).repeat(4096))),
    ]
}

/// Files that ask for far more than they hold, and files of maximal length, stay within their bounds; so do files too
/// long to be read.
#[test]
fn bombs_of_text_are_refused_or_cheap() {
    let dir = tempfile::tempdir().unwrap();
    let kinds =
        [("levels", levels()), ("replays", replays()), ("settings", settings_files()), ("maps", maps())];
    for (kind, bombs) in &kinds {
        std::fs::create_dir(dir.path().join(kind)).unwrap();
        for (name, end, text) in bombs {
            let refused = if *end == Refused { ".refused" } else { "" };
            std::fs::write(dir.path().join(kind).join(format!("{name}{refused}")), text).unwrap();
        }
    }
    // Not a byte of such a file is read.
    for kind in ["levels", "replays", "settings"] {
        let vast = std::fs::File::create(dir.path().join(kind).join("a terabyte.refused")).unwrap();
        vast.set_len(1 << 40).unwrap();
    }
    let count: usize = 3 + kinds.iter().map(|(_, bombs)| bombs.len()).sum::<usize>();
    println!("{}", said_to_be_cheap("bounds::files_child", dir.path(), count));
}

/// So does every file of the corpus.
#[test]
fn the_corpus_is_cheap() {
    let corpus = kit::home().join("tests/corpus");
    let files = |kind: &str| std::fs::read_dir(corpus.join(kind)).unwrap().count();
    let count = ["saves", "levels", "replays", "settings", "maps"].map(files).iter().sum();
    println!("{}", said_to_be_cheap("bounds::files_child", &corpus, count));
}

/// Has a child measure the files of a folder and confirm that this many are in order; returns its output.
fn said_to_be_cheap(test: &str, dir: &Path, count: usize) -> String {
    let output = child(test, dir).output().unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && words.contains(&format!("{count} files, {DONE}")), "{words}{errors}");
    words.into_owned()
}

/// Reads a file as the program does; returns whether it is accepted.
fn is_taken(kind: &str, path: &Path) -> bool {
    match kind {
        "saves" => save::load_save(path).is_ok(),
        "levels" => save::load_level(path).is_ok(),
        "replays" => save::load_replay(path).is_ok(),
        "settings" => settings::read(Some(path)).is_ok(),
        "maps" => {
            let text = std::fs::read_to_string(path).unwrap();
            let (map, questions) = text.split_once("version").unwrap_or((&text, ""));
            let map = PublicMap::parse(map);
            let size = map.as_ref().map_or(Size::new(9, 9), PublicMap::size);
            let questions =
                questions.is_empty() || parse_scenarios(&format!("version{questions}"), size).is_ok();
            map.is_ok() && questions
        }
        other => panic!("there is no reader for {other}"),
    }
}

/// Reads all files of a folder, by kind, in a process of its own whose memory is not shared.
#[test]
fn files_child() {
    let Some(dir) = child_dir() else { return };
    let before = kit::peak_kib();
    let mut files = Vec::new();
    for kind in ["settings", "maps", "saves", "levels", "replays"] {
        let entries = std::fs::read_dir(dir.join(kind)).into_iter().flatten();
        files.extend(entries.map(|entry| (kind, entry.unwrap().path())));
    }
    // Too long files are not read. The shortest come first, as the long ones may take more memory.
    let length = |path: &Path| {
        Some(path.metadata().unwrap().len()).filter(|length| *length <= save::TEXT_MAX as u64).unwrap_or(0)
    };
    files.sort_by_cached_key(|(_, path)| (length(path), path.clone()));
    for (kind, path) in &files {
        let begun = kit::worked();
        let taken = is_taken(kind, path);
        let (took, more) = (kit::worked().saturating_sub(begun), kit::peak_kib().saturating_sub(before));
        let name = path.file_name().unwrap().to_string_lossy();
        let answer = if taken { "taken" } else { "refused" };
        println!("{kind}, {name}: {answer} after {} µs, {more} KiB in all", took.as_micros());
        assert!(!taken || !name.ends_with(".refused"), "{kind}, {name} was taken");
        let length = length(path);
        let time = READ_MAX * length.div_ceil(SHORT).max(1) as u32;
        let memory = MEMORY_MAX + if length > SHORT { (length * TIMES_ITS_LENGTH) >> 10 } else { 0 };
        assert!(took < time, "{kind}, {name} takes {took:?}");
        assert!(more < memory, "{kind}, {name} takes {more} KiB");
    }
    println!("{} files, {DONE}", files.len());
}

/// Changed files of each kind, read one after the other and played if sound, take no more memory than a bomb may.
#[test]
fn changed_files_are_cheap() {
    let dir = tempfile::tempdir().unwrap();
    let count = hostile::makers().len() * changed();
    println!("{}", said_to_be_cheap("bounds::changed_child", dir.path(), count));
}

/// Number of files of each kind.
fn changed() -> usize {
    kit::many(100, 2000, 20_000)
}

/// Makes, reads and plays them in a process of its own.
#[test]
fn changed_child() {
    if child_dir().is_none() {
        return;
    }
    let makers = hostile::makers();
    let mut count = 0;
    let before = kit::peak_kib();
    for (kind, make) in &makers {
        let (_, read) = READERS.into_iter().find(|(name, _)| name == kind).unwrap();
        let (mut slowest, mut fattest, mut at_most) = (Duration::ZERO, 0, kit::peak_kib());
        for round in 0..changed() {
            let bytes = make(&mut hostile::dice(round));
            let found = kit::on_threads(1, || read(&bytes));
            slowest = slowest.max(found.read);
            let more = kit::peak_kib().saturating_sub(at_most);
            fattest = fattest.max(more);
            at_most += more;
            assert!(at_most - before < MEMORY_MAX, "{kind}, round {round}: {} KiB in all", at_most - before);
            count += 1;
        }
        assert!(slowest < READ_MAX, "{kind}: {slowest:?}");
        println!(
            "{kind}: the slowest read in {slowest:?}, {} KiB in all, {fattest} more by one",
            at_most - before
        );
    }
    println!("{count} files, {DONE}");
}
