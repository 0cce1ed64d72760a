//! Bidirectional searches: their bounds on effort, beyond the path promises that conformance checks.

use crate::ground::{at, open, solve, suite};
use crate::kit::Dice;
use wayworn::graph::{Corner, Graph, Moves, NodeId, Terrain};
use wayworn::search::bidirectional::{Bidirectional, StepCost};
use wayworn::search::front_to_front::FrontToFront;
use wayworn::search::near_optimal::NearOptimal;
use wayworn::search::retargeting::Retargeting;
use wayworn::search::{Algorithm, BestFirst, HeapFrontier, Observer, Rank, Step};

const MAPS: [&str; 10] =
    ["hills", "maze", "noise-20", "open", "pillars", "rooms", "slits", "tall", "u-trap", "wide"];

/// The f of each expansion.
#[derive(Default)]
struct Bounds(Vec<u64>);

impl Observer for Bounds {
    fn expanded(&mut self, _node: NodeId, _g: u64, f: u64) {
        self.0.push(f);
    }
}

/// Expansions with an f below the cost of the path found, and that cost.
fn sure_expansions(
    algorithm: &mut impl Algorithm,
    terrain: &Terrain,
    (start, goal): (NodeId, NodeId),
) -> Option<(usize, u64)> {
    algorithm.begin(start, goal);
    let mut bounds = Bounds::default();
    let step = loop {
        let step = algorithm.step(&mut bounds);
        if step != Step::Working {
            break step;
        }
    };
    let cost = (step != Step::Exhausted).then(|| terrain.path_cost(&algorithm.path()).unwrap())?;
    Some((bounds.0.iter().filter(|f| **f < cost).count(), cost))
}

/// Random ends on free cells.
fn questions(terrain: &Terrain, count: usize, seed: u64) -> Vec<(NodeId, NodeId)> {
    let mut dice = Dice(seed);
    let free: Vec<NodeId> = (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).collect();
    (0..count).map(|_| (free[dice.below(free.len())], free[dice.below(free.len())])).collect()
}

/// Below the optimum NBS does at most twice the necessary work of A*, from whichever end A* starts.
#[test]
fn near_optimal_search_does_at_most_twice_what_is_necessary() {
    let (mut asked, mut better) = (0, 0);
    for name in MAPS {
        let terrain = suite(name);
        let mut astar = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
        let mut nbs = NearOptimal::new(&terrain);
        for (start, goal) in questions(&terrain, 40, 21) {
            let ahead = sure_expansions(&mut astar, &terrain, (start, goal));
            let both = sure_expansions(&mut nbs, &terrain, (start, goal));
            let (Some((ahead, cost)), Some((pairs, same))) = (ahead, both) else {
                assert_eq!((ahead, both), (None, None), "{name}: from {start} to {goal}");
                continue;
            };
            assert_eq!(same, cost, "{name}: from {start} to {goal}");
            assert!(pairs <= 2 * ahead, "{name}: from {start} to {goal}: {pairs} and {ahead}");
            asked += 1;
            better += usize::from(pairs < ahead);
        }
    }
    assert!(asked > 300 && better > 30, "{asked} queries, {better} times less than A*");
}

/// Fronts that aim at each other need fewer expansions than fronts that aim at the far ends, unless nothing lies
/// between them.
#[test]
fn fronts_that_look_at_each_other_meet_sooner() {
    for name in MAPS.into_iter().filter(|name| *name != "open") {
        let terrain = suite(name);
        let mut past = Bidirectional::new(&terrain, StepCost::Prices);
        let mut at_front = FrontToFront::new(&terrain);
        let mut sums = [0, 0];
        for (start, goal) in questions(&terrain, 30, 22) {
            let (cost, tally) = solve(&mut past, &terrain, start, goal);
            let (same, fewer) = solve(&mut at_front, &terrain, start, goal);
            assert_eq!(same, cost, "{name}: from {start} to {goal}");
            sums[0] += tally.expanded;
            sums[1] += fewer.expanded;
        }
        assert!(sums[1] < sums[0], "{name}: {sums:?}");
    }
}

/// On open ground each side walks straight to the other's position.
#[test]
fn retargeted_sides_walk_towards_each_other() {
    let terrain = open(200, 200, Moves::Eight(Corner::BothFree));
    let mut search = Retargeting::new(&terrain);
    let (start, goal) = (at(&terrain, 3, 90), at(&terrain, 196, 110));
    let (cost, tally) = solve(&mut search, &terrain, start, goal);
    let (best, _) = solve(&mut NearOptimal::new(&terrain), &terrain, start, goal);
    let steps = search.path().len() as u64 - 1;
    assert_eq!(cost, best);
    assert_eq!(tally.expanded, steps);
}
