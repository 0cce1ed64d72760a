//! `docs/TECHNIQUES.md` is true: its files and tests exist, and the codex teaches what it names.

use crate::kit;
use crate::tidy::files;
use std::collections::BTreeSet;
use wayworn::app::codex::included_book;

fn page() -> String {
    std::fs::read_to_string(kit::home().join("docs/TECHNIQUES.md")).unwrap()
}

/// The four cells of each row of the tables.
fn rows(page: &str) -> Vec<[String; 4]> {
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| id ");
    let cells = |line: &str| {
        let cells: Vec<String> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("not four cells: {cells:?}"))
    };
    page.lines().filter(is_row).map(cells).collect()
}

#[test]
fn every_row_has_its_file_and_its_test() {
    let page = page();
    let rows = rows(&page);
    assert!(rows.len() > 70);
    let mut ids = BTreeSet::new();
    for [id, name, file, test] in &rows {
        for id in id.split(' ') {
            assert!(id.len() == 3 && id.as_bytes()[0].is_ascii_uppercase() && ids.insert(id), "{id}");
        }
        assert!(!name.is_empty(), "{id}");
        assert!(kit::home().join(file).is_file(), "{id}: there is no {file}");
        let (module, function) = test.split_once("::").unwrap_or_else(|| panic!("{id}: no test: {test}"));
        let is_test = ["", "crates/workbench/"].iter().any(|of| {
            let text = std::fs::read_to_string(kit::home().join(format!("{of}tests/it/{module}.rs")));
            text.is_ok_and(|text| text.contains(&format!("#[test]\nfn {function}()")))
        });
        assert!(is_test, "{id}: there is no test {test}");
    }
}

/// Behaviours that are rules of this game rather than techniques, and have no row.
const RULES_OF_THE_GAME: [&str; 9] =
    ["build", "escort", "herald", "hunt", "possessed", "raid", "rest", "settle", "trade"];

/// Each behaviour has a row with its file, or is named above.
#[test]
fn every_behaviour_is_on_the_page() {
    const FOLDER: &str = "crates/engine/src/mind/behaviour";
    let rows: BTreeSet<String> = rows(&page()).into_iter().map(|[_, _, file, ..]| file).collect();
    let is_behaviour = |text: &str| text.contains("\nimpl Rules for ");
    let files = files(FOLDER, &["rs"]).into_iter().filter(|(_, text)| is_behaviour(text));
    let without_row: Vec<String> = files
        .filter(|(path, _)| !rows.contains(path.to_str().unwrap()))
        .map(|(path, _)| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(without_row, RULES_OF_THE_GAME, "add rows to docs/TECHNIQUES.md");
}

/// Bodies, knowledge, influence and emergence are covered completely: no row of these groups is left out.
#[test]
fn whole_groups_are_on_the_page() {
    let page = page();
    let ids: BTreeSet<String> = rows(&page)
        .iter()
        .flat_map(|[id, ..]| id.split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let group = |letter: &'static str, numbers: std::ops::RangeInclusive<u32>| {
        numbers.map(move |number| format!("{letter}{number:02}"))
    };
    let wanted = group("I", 1..=6)
        .chain(group("I", 25..=34))
        .chain(group("J", 1..=10))
        .chain(group("E", 1..=22))
        .chain(group("K", 1..=14));
    let missing: Vec<String> = wanted.filter(|id| !ids.contains(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Each id is one of the codex.
#[test]
fn every_row_is_taught() {
    let book = included_book().unwrap_or_else(|why| panic!("{why}"));
    let taught: BTreeSet<&str> =
        book.pages().iter().flat_map(|page| &page.teaches).map(String::as_str).collect();
    for [ids, ..] in rows(&page()) {
        assert!(ids.split(' ').all(|id| taught.contains(id)), "{ids}");
    }
}

/// Each algorithm's file starts with the lines that readers look for.
#[test]
fn algorithms_say_what_they_promise() {
    let files = [
        "any_angle",
        "best_first",
        "block_astar",
        "bidirectional",
        "bounded_cost",
        "breadth_first",
        "dead_ends",
        "waypoint_heuristic",
        "depth_first",
        "field",
        "front_to_front",
        "first_moves",
        "fringe",
        "hierarchical",
        "ida",
        "jump/mod",
        "jump/canonical",
        "jump/weighted",
        "landmarks",
        "learning",
        "lifelong",
        "near_optimal",
        "rectangular",
        "retargeting",
        "road_map",
        "cooperative",
        "path_lines",
        "walkers/mod",
        "walkers/potential",
        "shapes/axis_search",
        "shapes/funnel",
        "shapes/mesh_search",
        "shapes/random_road_map",
        "shapes/refraction",
        "shapes/tile_parts",
        "shapes/triangle_search",
        "shapes/visibility",
        "shapes/waypoints",
        "shapes/wide_walker",
    ];
    for file in files {
        let text =
            std::fs::read_to_string(kit::home().join(format!("crates/paths/src/search/{file}.rs"))).unwrap();
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        for word in ["The idea:", "Promise:", "Needs:", "Units:", "Ties:", "Cost:", "Differs from"] {
            assert!(head.contains(word), "{file}.rs does not say: {word}");
        }
    }
}
