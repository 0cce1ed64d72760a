//! Search traces in Posthoc format: read back, they match the search, for every row of the catalogue.

use crate::ground::suite;
use crate::kit::home;
use crate::solve::wayworn;
use serde_json::Value;
use std::collections::BTreeMap;
use wayworn::graph::Terrain;
use wayworn::lab::{GraphKind, LabMap, Setup, export_posthoc, record_run};
use wayworn::search::catalogue::{CatalogueRow, ROWS};
use wayworn::search::{Step, Tally};

fn ground(name: &str, terrain: &Terrain) -> LabMap {
    let prices = (0..terrain.size().area() as u32).map(|node| terrain.price(node)).collect();
    LabMap::new(name, terrain.size(), prices).unwrap()
}

fn events(text: &str) -> Vec<Value> {
    let trace: Value = serde_json::from_str(text).unwrap();
    assert_eq!(trace["version"], "1.4.0");
    assert!(trace["views"]["main"].as_array().is_some_and(|main| !main.is_empty()));
    trace["events"].as_array().unwrap().clone()
}

/// Reads a trace from its first event to its last, and returns the number of events of each kind. Ids keep their
/// cells, a parent must have appeared before, and a closed node was expanded just before.
fn read(events: &[Value]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    let mut places: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    let mut known: Vec<u64> = Vec::new();
    let mut open = None;
    for event in events {
        let (kind, id) = (event["type"].as_str().unwrap(), event["id"].as_u64().unwrap());
        *counts.entry(kind).or_default() += 1;
        let place = (event["x"].as_u64().unwrap(), event["y"].as_u64().unwrap());
        assert_eq!(*places.entry(id).or_insert(place), place, "{event}");
        if let Some(parent) = event.get("pId").and_then(Value::as_u64) {
            assert!(known.contains(&parent), "{event} comes from nowhere");
        }
        match kind {
            "source" | "generate" => known.push(id),
            "expand" => {
                assert_eq!(open.replace(id), None);
                assert!(event["g"].is_u64() && event["f"].is_u64() && event.get("pId").is_some());
                known.push(id);
            }
            "close" => assert_eq!(open.take(), Some(id)),
            _ => {}
        }
    }
    assert_eq!(open, None);
    counts
}

fn unwatched(row: &CatalogueRow, terrain: &Terrain, ground: &LabMap) -> (Tally, Option<u64>) {
    let mut tally = Tally::default();
    let mut solver = row.solver(terrain);
    solver.begin(terrain.node(ground.start()), terrain.node(ground.goal()));
    let step = solver.run(u32::MAX, &mut tally);
    (tally, matches!(step, Step::Found(_)).then(|| row.path_cost(terrain, &solver.path())).flatten())
}

#[test]
fn a_trace_says_what_the_search_did() {
    let mut traced = 0;
    for name in ["tiny", "u-trap", "hills", "sealed"] {
        let terrain = suite(name);
        let ground = ground(name, &terrain);
        for row in ROWS.iter().filter(|row| row.unmet_need(&terrain).is_none()) {
            let run = record_run(&ground, &Setup::of(row.id).unwrap()).unwrap();
            let trace = export_posthoc(&ground, &run);
            let events = events(&trace.text);
            assert_eq!((events.len(), trace.is_cut), (trace.events, false));
            let counts = read(&events);
            let (tally, cost) = unwatched(row, &terrain, &ground);
            let count = |kind: &str| counts.get(kind).copied().unwrap_or(0);
            assert_eq!(count("expand"), tally.expanded, "{} on {name}", row.id);
            assert_eq!(count("close"), tally.expanded, "{} on {name}", row.id);
            assert_eq!(count("generate"), tally.generated, "{} on {name}", row.id);
            assert_eq!((count("end"), count("cut")), (u64::from(cost.is_some()), 0));
            let end = events.last().unwrap();
            if let Some(cost) = cost {
                assert_eq!((end["type"].as_str(), end["g"].as_u64()), (Some("end"), Some(cost)));
                let (first, last) = (&end["path"][0], end["path"].as_array().unwrap().last().unwrap());
                assert_eq!(first["x"].to_string(), format!("{}.5", ground.start().x));
                assert_eq!(last["y"].to_string(), format!("{}.5", ground.goal().y));
            }
            traced += 1;
        }
    }
    assert!(traced > 2 * ROWS.len());
}

/// In the best-first loop every event has its f, even where its weight depends on the distance; and where cells have
/// many nodes, each has an id.
#[test]
fn the_loop_tells_its_rank() {
    let terrain = suite("hills");
    let ground = ground("hills", &terrain);
    for id in ["astar", "dynamic-astar", "weighted-astar", "greedy", "dijkstra"] {
        let trace = export_posthoc(&ground, &record_run(&ground, &Setup::of(id).unwrap()).unwrap());
        let mut ranks = BTreeMap::new();
        for event in events(&trace.text) {
            let key = (event["id"].as_u64(), event["g"].as_u64());
            match event["type"].as_str().unwrap() {
                "generate" => _ = ranks.insert(key, event["f"].as_u64().unwrap()),
                "expand" if event["pId"].is_u64() => {
                    assert_eq!(ranks[&key], event["f"].as_u64().unwrap(), "{id}: {event}");
                }
                _ => {}
            }
        }
        assert!(ranks.len() > 20, "{id}");
    }
    let turning = export_posthoc(
        &ground,
        &record_run(&ground, &Setup::default().with_graph(GraphKind::TurnCosts)).unwrap(),
    );
    let events = events(&turning.text);
    read(&events);
    let ids = events.iter().map(|event| event["id"].as_u64().unwrap());
    assert!(ids.max().unwrap() as usize > terrain.size().area());
}

/// The command writes what the race counts, to a file or to stdout, and replaces only a file of its own.
#[test]
fn traces_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("astar.trace.json");
    let out = file.display().to_string();
    let map = home().join("levels/suite/hills.map").display().to_string();
    let ends = [&map, "--from", "0,0", "--to", "27,19", "--costs", ".=1,S=3,W=5"];
    let trace = |out: &str| {
        let args =
            [&["trace"], &ends[..], &["--algorithm", "astar", "--json", "--force", "--out", out]].concat();
        wayworn(&args)
    };
    let race = wayworn(&[&["race"], &ends[..], &["--algorithms", "astar", "--json"]].concat());
    let race: Value = serde_json::from_slice(&race.stdout).unwrap();
    for _ in 0..2 {
        let written = trace(&out);
        assert_eq!(written.status.code(), Some(0), "{written:?}");
        let summary: Value = serde_json::from_slice(&written.stdout).unwrap();
        for name in ["cost", "expanded", "generated"] {
            assert_eq!(summary[name], race[0][name], "{name}");
        }
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(events(&text).last().unwrap()["g"], race[0]["cost"]);
        assert_eq!(String::from_utf8(trace("-").stdout).unwrap(), text);
    }
    let nowhere = folder.path().join("none/astar.trace.json").display().to_string();
    for place in [nowhere, folder.path().display().to_string()] {
        let refused = trace(&place);
        let words = String::from_utf8(refused.stderr).unwrap();
        assert_eq!((refused.status.code(), words.lines().count()), (Some(2), 1), "{words}");
        assert!(words.contains(&place) && refused.stdout.is_empty(), "{words}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left lying about");
}
