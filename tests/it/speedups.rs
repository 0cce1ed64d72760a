//! Searches that prepare: subgoal graphs, contraction hierarchies, goal bounding, transit nodes, embeddings; and one that
//! starts threads.

use crate::ground::{EIGHT, at, enlarged, free, row, solve, suite};
use crate::kit::Dice;
use wayworn::graph::{NodeId, Terrain};
use wayworn::grid::Size;
use wayworn::search::contraction::{ContractionHierarchy, SubgoalHierarchy};
use wayworn::search::embedding::Embedding;
use wayworn::search::frontiers::PlacedSkipList;
use wayworn::search::goal_bounding::GoalBounding;
use wayworn::search::guided::GuidedAStar;
use wayworn::search::ripple::RippleSearch;
use wayworn::search::subgoals::SubgoalGraph;
use wayworn::search::transit::TransitRouting;
use wayworn::search::{Algorithm, FrontierKey, PriorityQueue, Tally};

/// Walls in blocks of one price, and some free cells.
fn blocks(dice: &mut Dice) -> Option<(Terrain, Vec<NodeId>)> {
    let (size, block) =
        (Size::new(1 + dice.below(40) as u16, 1 + dice.below(40) as u16), 1 + dice.below(4) as u16);
    let percent = 3 + dice.below(50);
    let walls: Vec<bool> = (0..41 * 41).map(|_| dice.below(100) < percent).collect();
    let is_wall = |x: u16, y: u16| walls[usize::from(y / block) * 41 + usize::from(x / block)];
    let prices = size.cells().map(|cell| if is_wall(cell.x, cell.y) { 0 } else { 1000 }).collect();
    let terrain = Terrain::new(size, prices, EIGHT).unwrap();
    let free = free(&terrain);
    (!free.is_empty()).then_some((terrain, free))
}

fn compare(search: &mut impl Algorithm, terrain: &Terrain, ends: (NodeId, NodeId)) -> [u64; 2] {
    let (cost, tally) = solve(search, terrain, ends.0, ends.1);
    let (best, plain) = row("astar", terrain, ends.0, ends.1);
    assert_eq!(cost, best.map(|path| terrain.path_cost(&path).unwrap()), "{ends:?} {terrain:?}");
    [tally.expanded, plain.expanded]
}

/// Shortest paths turn only at corners, whichever shape walls have and wherever the ends are.
#[test]
fn corners_are_nodes_enough() {
    let mut dice = Dice(41);
    let mut asked = 0;
    while asked < 3000 {
        let Some((terrain, free)) = blocks(&mut dice) else { continue };
        let mut subgoals = SubgoalGraph::new(&terrain);
        let mut hierarchy = SubgoalHierarchy::new(&terrain).unwrap();
        for _ in 0..20 {
            let ends = (free[dice.below(free.len())], free[dice.below(free.len())]);
            compare(&mut subgoals, &terrain, ends);
            compare(&mut hierarchy, &terrain, ends);
            asked += 1;
        }
    }
    let terrain = enlarged(&suite("rooms"), 4);
    let mut subgoals = SubgoalGraph::new(&terrain);
    assert!(subgoals.subgoals().len() * 20 < free(&terrain).len());
    let [few, many] = compare(&mut subgoals, &terrain, (at(&terrain, 5, 5), at(&terrain, 125, 93)));
    assert!(few * 10 < many, "{few} of {many}");
}

/// Both sides climb only, and meet after a few nodes.
#[test]
fn climbs_meet_at_the_top() {
    let mut dice = Dice(42);
    let terrain = suite("maze");
    let free = free(&terrain);
    let mut cells = ContractionHierarchy::new(&terrain);
    let mut corners = SubgoalHierarchy::new(&terrain).unwrap();
    let mut sums = [0; 3];
    for _ in 0..100 {
        let ends = (free[dice.below(free.len())], free[dice.below(free.len())]);
        let [by_cells, plain] = compare(&mut cells, &terrain, ends);
        let [by_corners, _] = compare(&mut corners, &terrain, ends);
        for (sum, more) in sums.iter_mut().zip([by_cells, by_corners, plain]) {
            *sum += more;
        }
    }
    assert!(sums[0] * 2 < sums[2] && sums[1] * 4 < sums[2], "{sums:?}");
    assert!(cells.prepared_bytes() > 0 && corners.prepared_bytes() > 0);
}

/// A step is tried only if some path that begins with it leads to the goal.
#[test]
fn bounded_steps_lead_to_the_goal() {
    let mut dice = Dice(43);
    let mut sums = [0; 2];
    for name in ["maze", "hills"] {
        let terrain = suite(name);
        let free = free(&terrain);
        let mut bounded = GoalBounding::new(&terrain);
        for _ in 0..50 {
            let ends = (free[dice.below(free.len())], free[dice.below(free.len())]);
            let [few, many] = compare(&mut bounded, &terrain, ends);
            assert!(few <= many);
            sums = [sums[0] + few, sums[1] + many];
        }
    }
    assert!(sums[0] * 2 < sums[1], "{sums:?}");
}

/// Cells have few access nodes, and most far paths are looked up.
#[test]
fn far_paths_are_looked_up() {
    let mut dice = Dice(44);
    let mut sums = [0; 2];
    for name in ["maze", "rooms", "hills"] {
        let terrain = suite(name);
        let free = free(&terrain);
        let mut transit = TransitRouting::new(&terrain);
        assert!(transit.access_nodes_per_hundred() < 1200, "{}", transit.access_nodes_per_hundred());
        for _ in 0..50 {
            let ends = (free[dice.below(free.len())], free[dice.below(free.len())]);
            let [few, many] = compare(&mut transit, &terrain, ends);
            sums = [sums[0] + few, sums[1] + many];
        }
    }
    assert!(sums[0] * 2 < sums[1], "{sums:?}");
}

/// An embedding bounds every cost from below, is consistent, and grows with each coordinate.
#[test]
fn every_coordinate_adds_to_the_bound() {
    for name in ["maze", "hills"] {
        let terrain = suite(name);
        let free = free(&terrain);
        let [few, more] = [2, 6].map(|dimensions| Embedding::new(&terrain, dimensions));
        assert_eq!((few.dimensions(), more.dimensions()), (2, 6));
        let mut sums = [0; 2];
        for node in &free {
            terrain.predecessors(*node, &mut |before, cost| assert!(more.lower_bound(before, *node) <= cost));
            for other in free.iter().step_by(9) {
                let bounds = [&few, &more].map(|embedding| embedding.lower_bound(*node, *other));
                assert!(bounds[0] <= bounds[1]);
                sums = [sums[0] + bounds[0], sums[1] + bounds[1]];
            }
        }
        assert!(sums[0] < sums[1], "{sums:?}");
        let mut guided = GuidedAStar::new(&terrain, more);
        let (mut dice, mut expanded) = (Dice(45), [0; 2]);
        for _ in 0..40 {
            let ends = (free[dice.below(free.len())], free[dice.below(free.len())]);
            let both = compare(&mut guided, &terrain, ends);
            expanded = [expanded[0] + both[0], expanded[1] + both[1]];
        }
        assert!(expanded[0] < expanded[1], "{expanded:?}");
    }
}

/// The same path and the same reports on any number of threads.
#[test]
fn ripples_do_not_depend_on_threads() {
    let terrain = enlarged(&suite("rooms"), 10);
    let ends = (at(&terrain, 15, 15), at(&terrain, 315, 235));
    let mut results = [1, 2, 3, 4].map(|threads| {
        let mut search = RippleSearch::new(&terrain, threads);
        let (cost, tally) = solve(&mut search, &terrain, ends.0, ends.1);
        (cost, tally, search.path())
    });
    let first: (Option<u64>, Tally, Vec<NodeId>) = results[0].clone();
    assert!(first.1.expanded > 10_000, "{} expansions start no thread", first.1.expanded);
    assert!(results.iter_mut().all(|result| *result == first));
    let best = row("astar", &terrain, ends.0, ends.1).0.unwrap();
    let (best, cost) = (terrain.path_cost(&best).unwrap(), first.0.unwrap());
    assert!(cost >= best && cost * 10 < best * 12, "{cost} for {best}");
}

/// A list sorted by place finds the entry of a node, and has one for each.
#[test]
fn a_list_by_place_knows_its_members() {
    let (mut list, mut dice) = (PlacedSkipList::default(), Dice(46));
    let mut known = std::collections::BTreeMap::new();
    for _ in 0..2000 {
        let node = dice.below(300) as NodeId;
        assert_eq!(list.get(node), known.get(&node).copied());
        if dice.below(3) > 0 {
            let key = FrontierKey { f: dice.below(1000) as u64, g: 0, node };
            list.push(key);
            known.insert(node, key);
        } else {
            let best = known.values().min().copied();
            assert_eq!(list.pop(), best);
            best.map(|best| known.remove(&best.node));
        }
        assert_eq!(list.len(), known.len());
    }
}
