//! The lab: recorded runs play forward and backward, every part can be exchanged, and the display matches the run.

use crate::ground::suite;
use wayworn::grid::Cell;
use wayworn::lab::{
    CellMark, ExpandedBy, LabAnswer, LabMap, LabPlayback, LabSession, Setup, SetupPart, record_run,
};
use wayworn::search::catalogue::{Promise, ROWS};
use wayworn::search::{Step, Tally};

fn ground(name: &str) -> LabMap {
    let terrain = suite(name);
    let prices = (0..terrain.size().area() as u32).map(|node| terrain.price(node)).collect();
    LabMap::new(name, terrain.size(), prices).unwrap()
}

fn playback(ground: &LabMap, setup: &Setup) -> LabPlayback {
    let run = record_run(ground, setup).unwrap();
    LabPlayback::new(run, ground.size(), (ground.start(), ground.goal()))
}

/// Everything that a playback shows, as text.
fn shown(playback: &LabPlayback, area: usize) -> String {
    let cells: Vec<_> = (0..area).map(|cell| (playback.mark(cell), playback.cell_facts(cell))).collect();
    format!("{} {:?} {:?} {}", playback.position(), playback.counts(), cells, playback.step_words())
}

/// Every row of the catalogue: the recording matches the counts of an unobserved run, and seeking shows the same at
/// the same place.
#[test]
fn runs_go_forward_and_back() {
    for name in ["tiny", "u-trap", "hills", "sealed"] {
        let ground = ground(name);
        let terrain = suite(name);
        for row in ROWS.iter().filter(|row| row.unmet_need(&terrain).is_none()) {
            let mut run = playback(&ground, &Setup::of(row.id).unwrap());
            let mut tally = Tally::default();
            let mut solver = row.solver(&terrain);
            solver.begin(terrain.node(ground.start()), terrain.node(ground.goal()));
            let step = solver.run(u32::MAX, &mut tally);
            assert_eq!(
                (u64::from(run.expansion_count()), step == Step::Exhausted),
                (tally.expanded, run.recording().path.is_none())
            );
            let area = ground.size().area();
            let places: Vec<u32> = (0..=4).map(|part| run.expansion_count() * part / 4).collect();
            let forward: Vec<String> = places
                .iter()
                .map(|place| {
                    run.seek(*place);
                    shown(&run, area)
                })
                .collect();
            assert_eq!(u64::from(run.counts().generated), tally.generated, "{} on {name}", row.id);
            assert_eq!(
                u64::from(run.counts().open_max).max(1),
                tally.frontier_peak.max(1),
                "{} on {name}",
                row.id
            );
            for (place, then) in places.iter().zip(&forward).rev() {
                run.seek(*place);
                assert!(shown(&run, area) == *then, "{} on {name} after {place}", row.id);
            }
        }
    }
}

/// Every open or expanded node has a chain of parents back to the start of a search; from the goal of the best-first
/// loop it is the path found.
#[test]
fn chains_lead_back() {
    let ground = ground("noise-20");
    for id in ["dijkstra", "astar", "greedy", "theta", "lazy-theta", "jps", "bidirectional-astar"] {
        let mut run = playback(&ground, &Setup::of(id).unwrap());
        run.seek(u32::MAX);
        for cell in (0..ground.size().area()).filter(|cell| run.mark(*cell) != CellMark::Unreached) {
            let chain = run.parent_chain(cell);
            let last = *chain.last().unwrap();
            let is_end = last == ground.start() || last == ground.goal();
            assert!(is_end || id == "bidirectional-astar" && chain.len() > 1, "{id}: {last:?}");
        }
        if ["dijkstra", "astar", "greedy", "theta", "lazy-theta"].contains(&id) {
            let mut chain = run.parent_chain(ground.size().index(ground.goal()));
            chain.reverse();
            assert_eq!(Some(chain), run.path(), "{id}");
        }
    }
}

/// Every choice of every list runs. Exact frontiers expand the same under a total tie-breaking rule, admissible
/// heuristics find the optimum, and each graph has an optimum of its own.
#[test]
fn every_part_can_be_exchanged() {
    let ground = ground("hills");
    let list = |part: SetupPart| Setup::default().choices(part, &ground);
    let lane = |part: SetupPart, index: usize| {
        let mut setup = Setup::default();
        setup.choose(part, index);
        let session = LabSession::of(ground.clone(), &[setup]);
        let lane = session.lanes()[0].clone();
        (lane.run.unwrap().recording().clone(), lane.optimum)
    };
    for (index, choice) in list(SetupPart::Heuristic).iter().enumerate() {
        let (run, optimum) = lane(SetupPart::Heuristic, index);
        let is_admissible = !["Manhattan", "squared (a mistake)"].contains(&choice.name);
        assert!(run.cost >= optimum && (run.cost == optimum || !is_admissible), "{choice:?}");
    }
    let mut expansions = Vec::new();
    for (index, choice) in list(SetupPart::Frontier).iter().enumerate() {
        let (run, optimum) = lane(SetupPart::Frontier, index);
        assert!(run.cost.is_none() || run.cost >= optimum);
        if !["its own", "buckets", "beam of 16", "band of 4 steps"].contains(&choice.name) {
            expansions.push(run.trace.events().to_vec());
        }
    }
    assert!(expansions.len() == 13 && expansions.windows(2).all(|two| two[0] == two[1]));
    for index in 0..list(SetupPart::Ties).len() {
        let (run, optimum) = lane(SetupPart::Ties, index);
        assert!(run.cost.unwrap() <= optimum.unwrap() * 102 / 100);
    }
    let optima: Vec<u64> = (0..list(SetupPart::Graph).len())
        .map(|index| {
            let (run, optimum) = lane(SetupPart::Graph, index);
            assert!(run.path.is_some() && run.cost == optimum, "{index}");
            optimum.unwrap()
        })
        .collect();
    let [eight, cut, four, _, ring, turns, _] = optima[..] else { panic!("{optima:?}") };
    assert!(cut <= eight && eight <= four && ring <= eight && turns >= eight);
}

/// Whatever is exchanged, the promise that is shown is kept.
#[test]
fn exchanged_parts_keep_the_promise_that_is_shown() {
    let ground = ground("hills");
    let check = |choices: &[(SetupPart, usize)], weight: Option<u16>| {
        let mut setup = Setup::default();
        for (part, index) in choices {
            setup.choose(*part, *index);
        }
        if let Some(percent) = weight {
            setup.set_weight(percent);
        }
        let session = LabSession::of(ground.clone(), &[setup]);
        let (run, optimum) = (session.lanes()[0].run.clone().unwrap(), session.lanes()[0].optimum.unwrap());
        let (promise, name) = (setup.promise(), setup.name());
        match (promise, run.recording().cost) {
            (Promise::Maybe, cost) => assert!(cost.is_none_or(|cost| cost >= optimum), "{name}"),
            (Promise::Optimal, cost) => assert_eq!(cost, Some(optimum), "{name}"),
            (Promise::Within(percent), Some(cost)) => {
                assert!(cost * 100 <= optimum * u64::from(percent), "{name}: {cost} of {optimum}");
            }
            (promise, cost) => assert!(promise == Promise::Complete && cost >= Some(optimum), "{name}"),
        }
        promise
    };
    let mut seen = Vec::new();
    for weight in [None, Some(0), Some(60), Some(100), Some(350)] {
        for (heuristic, graph) in (0..8).flat_map(|heuristic| (0..7).map(move |graph| (heuristic, graph))) {
            seen.push(check(&[(SetupPart::Heuristic, heuristic), (SetupPart::Graph, graph)], weight));
        }
        for (frontier, ties) in (0..17).flat_map(|frontier| (0..10).map(move |ties| (frontier, ties))) {
            seen.push(check(&[(SetupPart::Frontier, frontier), (SetupPart::Ties, ties)], weight));
        }
    }
    for promise in [Promise::Optimal, Promise::Within(350), Promise::Complete, Promise::Maybe] {
        assert!(seen.contains(&promise), "{promise:?}");
    }
}

/// Rows other than best-first loops say that they have no parts or graphs to exchange; rows unfit for the ground say
/// what they need.
#[test]
fn what_cannot_be_had_says_why() {
    let ground = ground("hills");
    let jps = Setup::of("jps").unwrap();
    assert!(
        jps.choices(SetupPart::Frontier, &ground).iter().all(|choice| choice.unavailable_because.is_some())
    );
    assert!(record_run(&ground, &jps).unwrap_err().contains("one price everywhere"));
    let mut theta = Setup::of("theta").unwrap();
    theta.choose(SetupPart::Graph, 3);
    assert!(record_run(&ground, &theta).unwrap_err().contains("plain squares only"));
    for (row, choice) in ROWS.iter().zip(Setup::default().choices(SetupPart::Algorithm, &ground)) {
        let setup = Setup::of(row.id).unwrap();
        assert_eq!(choice.unavailable_because.is_some(), record_run(&ground, &setup).is_err(), "{}", row.id);
    }
}

/// An edit searches again and keeps the position; start and goal are never walled in place.
#[test]
fn edits_solve_at_once() {
    let setups = ["astar", "dijkstra"].map(|id| Setup::of(id).unwrap());
    let mut session = LabSession::of(ground("open"), &setups);
    session.seek(10);
    let before = session.lanes()[0].optimum;
    let (start, goal) = (session.ground().start(), session.ground().goal());
    assert!(!session.edit_map(|ground| ground.set_cost(start, 0) || ground.move_goal(Cell::new(900, 0))));
    let row = u16::midpoint(start.y, goal.y);
    for x in 0..session.ground().size().width - 1 {
        session.edit_map(|ground| ground.set_cost(Cell::new(x, row), 0));
    }
    assert_eq!(session.position(), 10);
    assert!(session.lanes()[0].optimum > before);
    session.seek(u32::MAX);
    let cells = 0..session.ground().size().area();
    let tints: Vec<ExpandedBy> = cells.map(|cell| session.expanded_by(cell)).collect();
    assert!(tints.contains(&ExpandedBy::Second) && tints.contains(&ExpandedBy::Both));
    let question = session.question().unwrap();
    assert_eq!(question.right, LabAnswer::Listed(0), "{question:?}");
    session.edit_map(|ground| ground.move_goal(start));
    assert!(session.is_done());
}

/// The rows of the loop keep their promise with any weight: the cost stays within the weight.
#[test]
fn weights_bound_the_cost() {
    let ground = ground("hills");
    let mut last = u32::MAX;
    for percent in [0, 100, 150, 300, 1000] {
        let mut setup = Setup::default();
        setup.set_weight(percent);
        let session = LabSession::of(ground.clone(), &[setup]);
        let lane = &session.lanes()[0];
        let (run, optimum) = (lane.run.as_ref().unwrap(), lane.optimum.unwrap());
        let cost = run.recording().cost.unwrap();
        assert!(cost * 100 <= optimum * u64::from(percent.max(100)));
        assert!(run.expansion_count() <= last || percent > 300, "more weight, fewer expansions");
        last = run.expansion_count();
    }
    assert!(matches!(Setup::default().row().promise, Promise::Optimal));
}
