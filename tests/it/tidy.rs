//! The project's rules that no compiler checks: which room may import which, how long a file may be, and that each
//! states its purpose.

use crate::kit;
use crate::manual::ROOT_PAGES;
use crate::module_graph::Graph;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// For each room, the rooms that it may import. Rooms that are not listed may import none.
const TABLE: [(&str, &str); 24] = [
    ("text", ""),
    ("grid", ""),
    ("graph", "grid"),
    ("search", "grid graph"),
    ("learning", "grid graph search"),
    ("trace", "graph search"),
    ("benchmark", "grid graph"),
    ("level", "text grid graph search benchmark"),
    ("land", "grid graph search level"),
    ("world", "text grid graph search level land"),
    ("plan", "grid graph search level land world"),
    ("mind", "grid graph search level land world plan"),
    ("sim", "grid graph search level land world plan mind"),
    ("scene", "grid graph search level land world plan mind sim"),
    ("save", "text grid graph search level land world plan mind sim"),
    ("lab", "grid graph search trace level"),
    ("codex", "text grid graph search trace learning level land world plan mind sim lab"),
    ("tui", "text grid scene lab codex"),
    ("app", "text grid graph search trace benchmark level land world plan mind sim scene save lab codex tui"),
    ("study", "text grid graph search level land world plan mind sim save app"),
    ("measure", "text grid graph search land world plan sim save app study"),
    ("fuzz", "text grid level land world sim save scene tui app"),
    ("catalogue", "text grid land sim save app"),
    ("cli", "app study measure fuzz catalogue"),
];

/// Functions that a folder of the simulation hands out to the others, at most.
const FACE_MAX: usize = 3;

/// Longest file, in lines.
const LINES_MAX: usize = 600;
/// Rooms that may use floating point: the land is made with it once and rounded; studies measure with it, and no game
/// reads their results; the screen may draw with it.
const FLOATING: [&str; 5] = ["land", "tui", "app", "study", "measure"];

/// Every source file: path from the project's folder, and text.
pub(crate) fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    files(folder, &["rs"])
}

/// Every file with one of these endings: path from the project's folder, and text.
pub(crate) fn files(folder: &str, endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![kit::home().join(folder)];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(kit::home()).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

/// Folders with the code of the programs: one per crate.
const CODE: [&str; 4] = ["crates/paths/src", "crates/engine/src", "src", "crates/workbench/src"];

/// Every source file of the programs.
pub(crate) fn code_sources() -> Vec<(PathBuf, String)> {
    CODE.into_iter().flat_map(sources).collect()
}

/// Every source file, tests, benches and examples included.
fn all_sources() -> Vec<(PathBuf, String)> {
    let others = [
        "tests",
        "benches",
        "crates/paths/examples",
        "crates/engine/examples",
        "crates/workbench/tests",
        "crates/workbench/benches",
    ];
    CODE.into_iter().chain(others).flat_map(sources).collect()
}

/// The room of a file in a crate's `src`; `None` for `lib.rs` and `main.rs`, which stand above the rooms.
fn room(path: &Path) -> Option<String> {
    let mut parts = path.iter().skip_while(|part| *part != "src").skip(1);
    let first = Path::new(parts.next()?).file_stem()?.to_str()?.to_owned();
    Some(first).filter(|name| !["lib", "main"].contains(&&**name))
}

/// The text without what does not run in the game: comments and items for tests. Strings stay as they are.
pub(crate) fn code(text: &str) -> String {
    let mut lines = Vec::new();
    // How far an item for tests is indented, while it lasts, and whether its first line has been seen.
    let mut test: Option<&str> = None;
    for line in text.lines() {
        let indent = &line[..line.len() - line.trim_start().len()];
        match test {
            None if line.trim() == "#[cfg(test)]" => test = Some(indent),
            None => lines.push(line.split("//").next().unwrap_or("")),
            Some(depth) if indent == depth && line.ends_with(['}', ';', ',']) => test = None,
            Some(_) => {}
        }
    }
    lines.join("\n")
}

/// What is behind an item for tests is read, too.
#[test]
fn only_items_for_tests_are_left_out() {
    let text = "a\n#[cfg(test)]\nmod tests;\nb // c\n    #[cfg(test)]\n    fn d() {\n        e\n    }\nf\n\
        #[cfg(test)]\nfn g() {}\nh\n";
    assert_eq!(code(text), "a\nb \nf\nh");
}

/// Every room imports only rooms to its left in the table.
#[test]
fn rooms_import_only_what_stands_before_them() {
    let mut wrong = Vec::new();
    for folder in CODE {
        let files = sources(folder);
        let graph = Graph::of(folder, &files);
        for (path, _) in &files {
            let Some(room) = room(path) else { continue };
            let Some((_, allowed)) = TABLE.iter().find(|(name, _)| *name == room) else {
                wrong.push(format!("{}: the room {room} is not in the table", path.display()));
                continue;
            };
            let imports = graph.paths_of(path).into_iter().filter_map(|names| names.first());
            for import in
                imports.filter(|import| **import != room && !allowed.split(' ').any(|name| name == **import))
            {
                wrong.push(format!("{}: {room} may not import {import}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Files that name each other are one file to a reader.
#[test]
fn no_circles_between_files() {
    for folder in CODE {
        let circles = Graph::of(folder, &sources(folder)).circles();
        assert!(circles.is_empty(), "files of {folder} that lead to each other: {circles:#?}");
    }
}

/// A folder of the simulation is known to the others by its `mod.rs`, and by few functions.
#[test]
fn the_faces_of_the_simulation_are_small() {
    let files = sources("crates/engine/src");
    let graph = Graph::of("crates/engine/src", &files);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (path, text) in &files {
        let Ok(inside) = path.strip_prefix("crates/engine/src/sim") else { continue };
        let parts: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
        let [folder, "mod.rs"] = parts[..] else { continue };
        seen += 1;
        let is_function = |name: &&str| name.starts_with(char::is_lowercase);
        let functions: Vec<&str> =
            graph.handed_on(&["sim", folder]).into_iter().filter(is_function).collect();
        if functions.len() > FACE_MAX {
            wrong.push(format!("{folder} hands out {}, not {FACE_MAX}: {functions:?}", functions.len()));
        }
        let is_open =
            |line: &&str| line.starts_with("pub") && (line.contains(" mod ") || line.contains(" fn "));
        wrong.extend(code(text).lines().filter(is_open).map(|line| format!("{folder} hands out {line}")));
    }
    assert!(seen > 8, "only {seen} folders were found");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Once the land is made, everything is whole numbers: only they come out alike everywhere. Those that triangles are
/// made of are whole, too, and handed to a library whose predicates are exact.
#[test]
fn nothing_but_land_and_screen_uses_floating_point() {
    let mut wrong = Vec::new();
    for (path, text) in code_sources() {
        let Some(room) = room(&path) else { continue };
        let words = code(&text);
        let floats = words
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == "f32" || word == "f64");
        if floats && !FLOATING.contains(&room.as_str()) && !path.ends_with("shapes/triangulation.rs") {
            wrong.push(path.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "floating point in {wrong:?}");
}

/// A longer file must be split.
#[test]
fn files_are_short() {
    for (path, text) in all_sources() {
        let lines = text.lines().count();
        assert!(lines <= LINES_MAX, "{} has {lines} lines; {LINES_MAX} are enough", path.display());
    }
}

/// A file starts with a summary of its contents.
#[test]
fn every_file_says_what_it_is() {
    for (path, text) in all_sources() {
        assert!(text.starts_with("//! "), "{} does not begin with what lives in it", path.display());
    }
}

/// No notes about unfinished work in the code.
#[test]
fn no_notes_to_self() {
    for (path, text) in all_sources().into_iter().filter(|(path, _)| !path.ends_with("tidy.rs")) {
        for note in ["TODO", "FIXME", "XXX", "HACK", "dbg!(", "todo!(", "unimplemented!("] {
            assert!(!text.contains(note), "{} has a {note}", path.display());
        }
    }
}

/// No function is longer than a page.
#[test]
fn functions_are_short() {
    for (path, text) in code_sources() {
        let mut begun: Option<(usize, usize, &str)> = None;
        for (number, line) in text.lines().enumerate() {
            let indent = line.len() - line.trim_start().len();
            match begun {
                None if is_function(line) && line.ends_with('{') => begun = Some((number, indent, line)),
                None if is_function(line) && line.ends_with('(') => begun = Some((number, indent, line)),
                Some((start, depth, head)) if line.trim_end() == format!("{}}}", " ".repeat(depth)) => {
                    let lines = number - start + 1;
                    assert!(
                        lines <= 72,
                        "{}:{}: {lines} lines in {}",
                        path.display(),
                        start + 1,
                        head.trim()
                    );
                    begun = None;
                }
                _ => {}
            }
        }
    }
}

fn is_function(line: &str) -> bool {
    let words = line.trim_start();
    let item = match words.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")) {
        Some((_, item)) => item,
        None => words.strip_prefix("pub ").unwrap_or(words),
    };
    item.strip_prefix("const ").unwrap_or(item).starts_with("fn ")
}

fn first_word(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The page on the architecture has a row for each system of a tick, in the order in which they act.
#[test]
fn the_architecture_lists_the_systems_of_a_tick() {
    let read = |path: &str| std::fs::read_to_string(kit::home().join(path)).unwrap();
    let tick = read("crates/engine/src/sim/tick.rs");
    let (_, list) = tick.split_once("(\"clock\"").expect("the list of systems");
    let (list, _) = list.split_once("\n        ]").expect("its end");
    let systems: Vec<String> = list
        .split(", ")
        .skip(1)
        .map(|row| first_word(row.rsplit_once("::").map_or(row, |(_, name)| name)))
        .collect();
    let page = read("docs/ARCHITECTURE.md");
    let (_, table) = page.split_once("<!-- tick -->").expect("the table of systems");
    let (table, _) = table.split_once("<!-- /tick -->").expect("its end");
    let rows: Vec<String> =
        table.lines().filter_map(|line| line.strip_prefix("| `")).map(first_word).collect();
    assert!(systems.len() > 10, "only {systems:?} were found in tick.rs");
    assert_eq!(rows, systems, "docs/ARCHITECTURE.md differs from tick.rs");
}

/// The reading order of a folder names modules that the folder has.
#[test]
fn reading_orders_name_modules_that_exist() {
    let mut named = 0;
    for (path, text) in CODE.into_iter().flat_map(sources) {
        let head = text.lines().take_while(|line| line.starts_with("//!"));
        let order = head.skip_while(|line| !line.starts_with("//! Reading order:"));
        let order: String = order.take_while(|line| *line != "//!").collect();
        for name in order.split('`').skip(1).step_by(2) {
            assert!(text.contains(&format!("mod {name};")), "{}: no module {name}", path.display());
            named += 1;
        }
    }
    assert!(named > 100, "only {named} modules are named");
}

/// In a crate a type's name stands for one thing.
#[test]
fn type_names_are_used_once() {
    let kinds = ["struct", "enum", "trait", "union", "type"];
    for folder in CODE {
        let mut seen: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (path, text) in sources(folder) {
            for line in text.lines().filter(|line| !line.starts_with(' ')) {
                let mut words =
                    line.trim_start().split([' ', '<', '(', '{', ';', ':']).filter(|word| !word.is_empty());
                let is_visibility =
                    |word: &str| ["pub", "in", "crate"].contains(&word) || word.ends_with(')');
                let first = words.by_ref().find(|word| !is_visibility(word));
                if !first.is_some_and(|word| kinds.contains(&word)) {
                    continue;
                }
                let Some(name) = words.next().filter(|name| name.starts_with(char::is_uppercase)) else {
                    continue;
                };
                if let Some(other) = seen.insert(name.to_owned(), path.clone()) {
                    panic!("{name} is a type in {} and in {}", other.display(), path.display());
                }
            }
        }
    }
}

/// Words that say less than a name would; a unit is *it*.
const VAGUE: [&str; 5] = ["somebody", "anybody", "whoever", "whom", "nobody"];

/// Code, comments and pages are in plain English.
#[test]
fn words_are_plain() {
    let mut wrong = Vec::new();
    let roots = ROOT_PAGES
        .iter()
        .map(|page| (PathBuf::from(page), std::fs::read_to_string(kit::home().join(page)).unwrap()));
    for (path, text) in
        ["src", "crates", "docs"].into_iter().flat_map(|folder| files(folder, &["rs", "md"])).chain(roots)
    {
        for (number, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
            if words.any(|word| VAGUE.contains(&word)) {
                wrong.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
