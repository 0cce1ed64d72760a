//! The exchangeable parts of a search: frontiers, labels, heuristics, ties, graphs; and what searches with state of
//! their own (repair, learning, landmarks) do beyond finding a path once.

use crate::ground::{EIGHT, at, free, open, rest_of, solve, suite};
use crate::kit::Dice;
use wayworn::graph::{
    Components, Corner, Graph, GridGraph, Headed, Moves, NodeId, PrunedNeighbours, Terrain,
};
use wayworn::grid::Size;
use wayworn::search::any_angle::{LineOfSightCheck, ThetaStar};
use wayworn::search::field::DistanceField;
use wayworn::search::first_moves::CompressedPathDatabase;
use wayworn::search::frontiers::{
    BalancedTree, Bandwidth, Beam, Buckets, Counted, DaryHeap, HotQueue, IndexedHeap, LinkedList,
    PairingHeap, PlacedSkipList, RankedSkipList, SortedArray, SplayTree, TieRule, Tied, TwoLevel,
    UnsortedList,
};
use wayworn::search::ida::{IdaStar, NextLimit};
use wayworn::search::landmarks::Landmarks;
use wayworn::search::learning::LearningRealTime;
use wayworn::search::lifelong::{Lifelong, Root};
use wayworn::search::smoothing::remove_visible_stops;
use wayworn::search::{
    Algorithm, AnyTarget, BestFirst, BitmapLabels, FrontierKey, Goal, GridTarget, HashLabels, HeapFrontier,
    Heuristic, LabelTable, Labels, Metric, NoObserver, Observer, PriorityQueue, Rank, Search, StampedLabels,
    Step, TieBreak, run,
};

fn astar(terrain: &Terrain, measure: Metric, nudge: TieBreak, ties: TieRule) -> BestFirst<&Terrain, Tied> {
    let mut search = BestFirst::new(terrain, Tied::new(ties), Rank::AStar).with_tie_break(nudge);
    search.target.metric = measure;
    search
}

#[derive(Default, PartialEq, Debug)]
struct Diary(Vec<(NodeId, u64, u64)>);

impl Observer for Diary {
    fn expanded(&mut self, node: NodeId, g: u64, f: u64) {
        self.0.push((node, g, f));
    }
}

fn diary<F: PriorityQueue, L: LabelTable>(
    frontier: F,
    labels: L,
    board: &impl GridGraph,
    ends: (NodeId, NodeId),
) -> Diary {
    let mut aim = GridTarget::new(board);
    aim.set(ends.0, ends.1);
    let mut search = Search::from_parts(frontier, labels);
    search.restart(ends.0, Rank::AStar, &aim);
    let mut diary = Diary::default();
    run(&mut search, board, &aim, u32::MAX, &mut diary);
    diary
}

/// Under the total order all exact frontiers, and all labels, expand the same nodes in the same order.
#[test]
fn all_frontiers_and_labels_expand_alike() {
    let mut dice = Dice(21);
    for name in ["hills", "noise-20", "maze", "open", "wide"] {
        let terrain = suite(name);
        let nodes = terrain.node_count();
        let free = free(&terrain);
        for _ in 0..6 {
            let ends = (free[dice.below(free.len())], free[dice.below(free.len())]);
            let stamped = || StampedLabels::new(nodes);
            let expected = diary(HeapFrontier::default(), Labels::new(nodes), &terrain, ends);
            let others = [
                diary(HeapFrontier::default(), stamped(), &terrain, ends),
                diary(HeapFrontier::default(), HashLabels::new(nodes), &terrain, ends),
                diary(UnsortedList::default(), stamped(), &terrain, ends),
                diary(SortedArray::default(), stamped(), &terrain, ends),
                diary(HeapFrontier::default(), BitmapLabels::new(nodes), &terrain, ends),
                diary(LinkedList::default(), stamped(), &terrain, ends),
                diary(BalancedTree::default(), stamped(), &terrain, ends),
                diary(SplayTree::default(), stamped(), &terrain, ends),
                diary(RankedSkipList::default(), stamped(), &terrain, ends),
                diary(PlacedSkipList::default(), stamped(), &terrain, ends),
                diary(DaryHeap::<4>::default(), stamped(), &terrain, ends),
                diary(DaryHeap::<8>::default(), stamped(), &terrain, ends),
                diary(IndexedHeap::new(nodes), stamped(), &terrain, ends),
                diary(PairingHeap::default(), stamped(), &terrain, ends),
                diary(HotQueue::new(700), stamped(), &terrain, ends),
                diary(TwoLevel::new(500), stamped(), &terrain, ends),
                diary(Tied::new(TieRule::LargerG), stamped(), &terrain, ends),
                diary(Beam::new(usize::MAX), stamped(), &terrain, ends),
                diary(Bandwidth::new(u64::MAX), stamped(), &terrain, ends),
            ];
            for (i, other) in others.iter().enumerate() {
                assert!(*other == expected, "frontier {i} on {name}");
            }
        }
    }
}

/// Random terrains: every rule, few columns and many, one price and several, also prices so small that a diagonal
/// step costs no more than a straight one.
fn terrains_by_chance(dice: &mut Dice) -> Vec<Terrain> {
    let mut terrains = Vec::new();
    for rule in [EIGHT, Moves::Eight(Corner::Cut), Moves::Four] {
        for prices in
            [&[0, 1000, 1000, 1000][..], &[0, 1, 2, 3, 1], &[0, 1000, 2000, 3000, 7000], &[0, 1, 1, 1]]
        {
            for (width, height) in [(1, 9), (2, 9), (3, 7), (9, 9), (24, 24)] {
                let size = Size::new(width, height);
                let prices = (0..size.area()).map(|_| prices[dice.below(prices.len())]).collect();
                terrains.push(Terrain::new(size, prices, rule).unwrap());
            }
        }
    }
    terrains
}

/// A search without backward successors expands the same nodes in the same order, at the same costs, and writes fewer
/// labels.
#[test]
fn looking_onward_misses_nothing() {
    let mut dice = Dice(27);
    let (mut asked, mut all, mut some) = (0, 0, 0);
    for terrain in terrains_by_chance(&mut dice) {
        let (nodes, onward) = (terrain.node_count(), PrunedNeighbours::new(&terrain));
        let free = free(&terrain);
        for _ in 0..if free.is_empty() { 0 } else { 8 } {
            let ends = (free[dice.below(free.len())], free[dice.below(free.len())]);
            let expected = diary(HeapFrontier::default(), StampedLabels::new(nodes), &terrain, ends);
            assert!(
                diary(HeapFrontier::default(), StampedLabels::new(nodes), &onward, ends) == expected,
                "{terrain:?}"
            );
            let [(cost, every), (same, fewer)] = [
                solve(
                    &mut BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar),
                    &terrain,
                    ends.0,
                    ends.1,
                ),
                solve(
                    &mut BestFirst::new(onward, HeapFrontier::default(), Rank::AStar),
                    &terrain,
                    ends.0,
                    ends.1,
                ),
            ];
            assert_eq!((same, fewer.expanded), (cost, every.expanded));
            (asked, all, some) = (asked + 1, all + every.generated, some + fewer.generated);
        }
    }
    assert!(asked > 400 && some < all, "{asked} queries, {some} of {all} labels");
}

/// Every frontier sorts any input; buckets only by f.
#[test]
fn every_frontier_sorts() {
    fn sorts(frontier: &mut impl PriorityQueue, keys: &[FrontierKey]) -> Vec<FrontierKey> {
        for key in keys {
            frontier.push(*key);
        }
        assert_eq!(frontier.len(), keys.len());
        let sorted = std::iter::from_fn(|| frontier.pop()).collect();
        assert!(frontier.is_empty());
        frontier.push(keys[0]);
        frontier.clear();
        assert!(frontier.pop().is_none());
        sorted
    }
    let mut dice = Dice(22);
    for spread in [10, 4000, 1_000_000] {
        let mut key = |node| FrontierKey { f: dice.below(spread) as u64, g: dice.below(9) as u64, node };
        let keys: Vec<FrontierKey> = (0..300).map(&mut key).collect();
        let mut expected = keys.clone();
        expected.sort_unstable();
        assert_eq!(sorts(&mut HeapFrontier::default(), &keys), expected);
        assert_eq!(sorts(&mut UnsortedList::default(), &keys), expected);
        assert_eq!(sorts(&mut SortedArray::default(), &keys), expected);
        assert_eq!(sorts(&mut LinkedList::default(), &keys), expected);
        assert_eq!(sorts(&mut BalancedTree::default(), &keys), expected);
        assert_eq!(sorts(&mut SplayTree::default(), &keys), expected);
        assert_eq!(sorts(&mut RankedSkipList::default(), &keys), expected);
        assert_eq!(sorts(&mut PlacedSkipList::default(), &keys), expected);
        assert_eq!(sorts(&mut DaryHeap::<2>::default(), &keys), expected);
        assert_eq!(sorts(&mut DaryHeap::<5>::default(), &keys), expected);
        assert_eq!(sorts(&mut IndexedHeap::new(300), &keys), expected);
        assert_eq!(sorts(&mut PairingHeap::default(), &keys), expected);
        assert_eq!(sorts(&mut HotQueue::new(64), &keys), expected);
        assert_eq!(sorts(&mut TwoLevel::new(64), &keys), expected);
        let by_f = |keys: &[FrontierKey]| keys.iter().map(|key| key.f).collect::<Vec<_>>();
        assert_eq!(by_f(&sorts(&mut Buckets::for_steps(1414), &keys)), by_f(&expected));
    }
}

/// Operations counted: most entries are pushed once and popped once, and a decreased key saves the second push.
#[test]
fn operations_are_counted() {
    let terrain = suite("hills");
    let mut aim = GridTarget::new(&terrain);
    aim.set(0, terrain.node_count() - 1);
    let mut heap =
        Search::from_parts(Counted::new(HeapFrontier::default()), StampedLabels::new(terrain.node_count()));
    heap.restart(0, Rank::AStar, &aim);
    run(&mut heap, &terrain, &aim, u32::MAX, &mut NoObserver);
    let counts = heap.frontier().operations();
    let pushes = counts.inserts + counts.moves;
    assert!(counts.removals > u64::from(heap.expansions()) && pushes >= counts.removals);
    assert!(pushes > u64::from(heap.labels().label_count()), "some nodes were pushed twice");
    let mut indexed =
        Search::from_parts(IndexedHeap::new(terrain.node_count()), StampedLabels::new(terrain.node_count()));
    indexed.restart(0, Rank::AStar, &aim);
    run(&mut indexed, &terrain, &aim, u32::MAX, &mut NoObserver);
    assert_eq!(indexed.frontier().moves(), pushes - u64::from(heap.labels().label_count()));
}

/// A thousand searches on one set of stamped labels give the same results as fresh ones.
#[test]
fn stamps_forget() {
    let terrain = suite("noise-20");
    let mut dice = Dice(23);
    let free = free(&terrain);
    let mut lasting = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
    for _ in 0..1000 {
        let (start, goal) = (free[dice.below(free.len())], free[dice.below(free.len())]);
        let mut fresh = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
        assert_eq!(solve(&mut lasting, &terrain, start, goal), solve(&mut fresh, &terrain, start, goal));
    }
}

/// The exact heuristic expands the path alone, weaker ones more, none the most; all find the same cost.
#[test]
fn blunter_estimates_expand_more() {
    let terrain = open(40, 40, EIGHT);
    let ends = (at(&terrain, 3, 5), at(&terrain, 36, 20));
    let took = |measure| {
        solve(&mut astar(&terrain, measure, TieBreak::None, TieRule::LargerG), &terrain, ends.0, ends.1)
    };
    let measures = [Metric::Octile, Metric::Euclidean, Metric::Chebyshev, Metric::WrongUnits, Metric::Zero];
    let all = measures.map(took);
    assert!(all.iter().all(|(cost, _)| *cost == all[0].0));
    assert_eq!(all[0].1.expanded, 34, "33 steps and the start");
    assert!(all.windows(2).all(|two| two[0].1.expanded <= two[1].1.expanded), "{all:?}");
    assert!(all[0].1.expanded < all[1].1.expanded && all[1].1.expanded < all[2].1.expanded);
    let four = open(40, 40, Moves::Four);
    let (cost, tally) =
        solve(&mut astar(&four, Metric::Manhattan, TieBreak::None, TieRule::LargerG), &four, ends.0, ends.1);
    assert_eq!((cost, tally.expanded), (Some(48_000), 49));
}

/// Admissible heuristics never exceed the true cost; the mistakes do, or are useless.
#[test]
fn estimates_are_admissible_or_not() {
    let mut overshoots = [0; 2];
    for name in ["hills", "noise-20", "u-trap"] {
        let terrain = suite(name);
        let goal = (0..terrain.node_count()).find(|node| !terrain.is_wall(*node)).unwrap();
        let mut field = DistanceField::new(&terrain);
        field.begin(goal, goal);
        while field.step(&mut NoObserver) == Step::Working {}
        let landmarks = Landmarks::farthest(&terrain, 4);
        let mut aim = GridTarget::new(&terrain);
        aim.set(goal, goal);
        for node in (0..terrain.node_count()).filter(|node| field.cost_from(*node).is_some()) {
            let cost = field.cost_from(node).unwrap();
            for measure in
                [Metric::Octile, Metric::Euclidean, Metric::Chebyshev, Metric::WrongUnits, Metric::Zero]
            {
                aim.metric = measure;
                assert!(aim.estimate(node) <= cost, "{measure:?} on {name}");
            }
            assert!(landmarks.lower_bound(node, goal) <= cost, "landmarks on {name}");
            for (measure, count) in [Metric::Manhattan, Metric::Squared].into_iter().zip(&mut overshoots) {
                aim.metric = measure;
                *count += u32::from(aim.estimate(node) > cost);
            }
        }
    }
    assert!(overshoots.iter().all(|count| *count > 0), "{overshoots:?}");
}

/// From no heuristic to a heavily weighted one: fewer nodes are generated, and the cost stays within its bound.
#[test]
fn weight_trades_cost_for_speed() {
    let terrain = suite("hills");
    let ends = (0, terrain.node_count() - 1);
    let took = |percent| {
        let mut search = BestFirst::new(&terrain, HeapFrontier::default(), Rank::Weighted { percent });
        solve(&mut search, &terrain, ends.0, ends.1)
    };
    let (best, flood) = took(0);
    let best = best.unwrap();
    assert_eq!(took(100).0, Some(best));
    for percent in [100, 150, 200, 400, 1000] {
        let (cost, tally) = took(percent);
        assert!(cost.unwrap() <= best * u64::from(percent) / 100);
        assert!(tally.expanded < flood.expanded);
    }
    assert!(took(1000).1.expanded < took(100).1.expanded);
}

/// Ties change the number of expansions, never the cost. The larger g is the better one, the smaller g the worst.
#[test]
fn ties_change_the_expense_and_not_the_cost() {
    let terrain = open(30, 30, Moves::Four);
    let ends = (at(&terrain, 2, 2), at(&terrain, 27, 25));
    let rules =
        [TieRule::LargerG, TieRule::LastIn, TieRule::SmallerNode, TieRule::FirstIn, TieRule::SmallerG];
    let all = rules.map(|ties| {
        solve(&mut astar(&terrain, Metric::Manhattan, TieBreak::None, ties), &terrain, ends.0, ends.1)
    });
    assert!(all.iter().all(|(cost, _)| *cost == Some(48_000)));
    let expanded = all.map(|(_, tally)| tally.expanded);
    assert_eq!(expanded[0], 49);
    assert!(expanded[1] < expanded[3] && expanded[0] < expanded[4]);
    assert_eq!(expanded[4], 26 * 24, "the whole rectangle");
    for nudge in [TieBreak::Part(1000), TieBreak::Cross(900), TieBreak::Hash(900)] {
        let (cost, tally) = solve(
            &mut astar(&terrain, Metric::Manhattan, nudge, TieRule::SmallerG),
            &terrain,
            ends.0,
            ends.1,
        );
        assert_eq!(cost, Some(48_000), "{nudge:?}: less than a step too much misses no step");
        assert!(tally.expanded < expanded[4], "{nudge:?}");
    }
}

/// Any of several goals, and a goal that is near enough.
#[test]
fn goals_can_be_many_or_wide() {
    let terrain = suite("rooms");
    let start = at(&terrain, 1, 1);
    let goals = [at(&terrain, 31, 23), at(&terrain, 12, 20), at(&terrain, 30, 2)];
    let alone = |goal| {
        solve(&mut BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar), &terrain, start, goal)
    };
    let nearest = goals.iter().filter_map(|goal| alone(*goal).0).min();
    let aims = goals.map(|goal| {
        let mut aim = GridTarget::new(&terrain);
        aim.set(start, goal);
        aim
    });
    let any = AnyTarget(aims.to_vec());
    let mut search = Search::new(terrain.node_count(), start, Rank::AStar, &any, u32::MAX);
    let Step::Found(node) = run(&mut search, &terrain, &any, u32::MAX, &mut NoObserver) else {
        panic!("there is a path")
    };
    assert_eq!(search.cost_of(node), nearest);
    let mut once = Search::new(terrain.node_count(), start, Rank::UniformCost, &any, u32::MAX);
    run(&mut once, &terrain, &any, u32::MAX, &mut NoObserver);
    assert_eq!(once.cost_of(node), nearest, "one flood finds the nearest of all");
    let mut wide = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
    wide.target.goal_radius = 3;
    let (cost, tally) = solve(&mut wide, &terrain, start, goals[0]);
    let (exact, all) = alone(goals[0]);
    assert!(cost < exact && tally.expanded < all.expanded);
    let end = *wide.path().last().unwrap();
    assert!(wide.target.contains(end) && end != goals[0]);
}

/// The goal counts when it is popped, not when it is pushed: the cheap last step comes second.
#[test]
fn the_last_ford_is_found() {
    let terrain = suite("last-ford");
    let (start, goal) = (at(&terrain, 6, 4), at(&terrain, 8, 4));
    let mut search = BestFirst::new(&terrain, HeapFrontier::default(), Rank::UniformCost);
    assert_eq!(solve(&mut search, &terrain, start, goal).0, Some(6_000));
    let bridge =
        Terrain::new(Size::new(3, 2), vec![1000, 1000, 9000, 1000, 1000, 1000], Moves::Four).unwrap();
    let mut across = BestFirst::new(&bridge, HeapFrontier::default(), Rank::AStar);
    across.begin(0, 5);
    while across.step(&mut NoObserver) == Step::Working {}
    assert_eq!(bridge.path_cost(&across.path()), Some(3_000));
}

/// A beam keeps to its width and may miss paths; a valid band loses nothing.
#[test]
fn bounded_frontiers_are_bounded() {
    let terrain = suite("u-trap");
    let (start, goal) = (at(&terrain, 8, 6), at(&terrain, 20, 6));
    let mut narrow = BestFirst::new(&terrain, Beam::new(1), Rank::AStar);
    let (found, tally) = solve(&mut narrow, &terrain, start, goal);
    assert!(tally.frontier_peak <= 1 && narrow.search().frontier().dropped() > 0);
    assert_eq!(found, None, "one entry does not lead out of the trap");
    let mut wide = BestFirst::new(&terrain, Beam::new(300), Rank::AStar);
    let (cost, flood) = solve(&mut wide, &terrain, start, goal);
    let mut field = DistanceField::new(&terrain);
    field.begin(start, goal);
    while field.step(&mut NoObserver) == Step::Working {}
    let mut aim = GridTarget::new(&terrain);
    aim.set(start, goal);
    let short = (0..terrain.node_count())
        .filter_map(|node| Some(field.cost_from(node)? - aim.estimate(node)))
        .max()
        .unwrap();
    let mut band = BestFirst::new(&terrain, Bandwidth::new(short), Rank::AStar);
    assert_eq!(solve(&mut band, &terrain, start, goal).0, cost);
    assert!(band.search().frontier().dropped() == 0 || flood.frontier_peak > 0);
    let mut thin = BestFirst::new(&terrain, Bandwidth::new(0), Rank::AStar);
    assert!(solve(&mut thin, &terrain, start, goal).0.is_none_or(|found| Some(found) >= cost));
    assert!(thin.search().frontier().dropped() > 0);
}

/// Both rules of raising the limit find a path; the small steps take more rounds than the exact ones.
#[test]
fn limits_rise_by_either_rule() {
    let terrain = suite("tiny");
    let (start, goal) = (at(&terrain, 0, 0), at(&terrain, 4, 4));
    let mut exact = IdaStar::new(&terrain, NextLimit::SmallestExcess);
    let mut coarse = IdaStar::new(&terrain, NextLimit::Plus(1));
    let (one, two) = (solve(&mut exact, &terrain, start, goal), solve(&mut coarse, &terrain, start, goal));
    assert_eq!(one.0, two.0);
    assert!(exact.rounds() < coarse.rounds(), "{} and {}", exact.rounds(), coarse.rounds());
}

/// After a change of one cell, repairing settles fewer nodes than searching again, and finds the same cost.
#[test]
fn repairs_are_cheap_and_right() {
    let mut dice = Dice(24);
    for (name, rooted) in
        [("noise-20", Root::Start), ("noise-20", Root::Goal), ("hills", Root::Start), ("hills", Root::Goal)]
    {
        let plain = suite(name);
        let free: Vec<NodeId> = (0..plain.node_count()).filter(|node| !plain.is_wall(*node)).collect();
        let (start, goal) = (free[0], free[free.len() - 1]);
        let mut kept = Lifelong::new(&plain, rooted);
        solve(&mut kept, &plain, start, goal);
        let (mut repaired, mut anew) = (0, 0);
        for _ in 0..60 {
            let node = free[dice.below(free.len())];
            if node == start || node == goal {
                continue;
            }
            let price = if kept.terrain().is_wall(node) { 1000 } else { [0, 4000][dice.below(2)] };
            kept.set_price(node, price);
            let terrain = kept.terrain().clone();
            let (path, tally) = rest_of(&mut kept);
            let cost = path.map(|path| terrain.path_cost(&path).unwrap());
            let mut fresh = Lifelong::new(&terrain, rooted);
            let (expected, all) = solve(&mut fresh, &terrain, start, goal);
            let mut check = BestFirst::new(&terrain, HeapFrontier::default(), Rank::UniformCost);
            assert_eq!(cost, solve(&mut check, &terrain, start, goal).0);
            assert_eq!(cost, expected);
            repaired += tally.expanded;
            anew += all.expanded;
        }
        assert!(repaired * 2 < anew, "{name}: {repaired} and {anew}");
    }
}

/// A walker that sees only its neighbours arrives, and at every step follows the best path that it can know.
#[test]
fn d_star_lite_walks_into_the_unknown() {
    let truth = suite("u-trap");
    let (mut here, goal) = (at(&truth, 8, 6), at(&truth, 20, 6));
    let blank = open(truth.size().width, truth.size().height, EIGHT);
    let mut mind = Lifelong::new(&blank, Root::Goal);
    mind.begin(here, goal);
    let mut steps = 0;
    while here != goal {
        for near in truth.neighbourhood(here) {
            if truth.is_wall(near) && !mind.terrain().is_wall(near) {
                mind.set_price(near, 0);
            }
        }
        while mind.step(&mut NoObserver) == Step::Working {}
        let believed = mind.terrain().clone();
        let mut fresh = BestFirst::new(&believed, HeapFrontier::default(), Rank::AStar);
        assert_eq!(mind.cost(), solve(&mut fresh, &believed, here, goal).0);
        here = mind.path()[1];
        assert!(!truth.is_wall(here));
        mind.move_start(here);
        steps += 1;
        assert!(steps < 200);
    }
}

/// Walking to the same goal again and again, the learner converges to the shortest path.
#[test]
fn learners_converge() {
    for name in ["u-trap", "noise-20", "hills"] {
        let terrain = suite(name);
        let free = free(&terrain);
        let components = Components::of(&terrain);
        let start = free[free.len() / 2];
        let goal = *free.iter().rev().find(|node| components.are_connected(start, **node)).unwrap();
        let best =
            solve(&mut BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar), &terrain, start, goal)
                .0;
        let mut learner = LearningRealTime::new(&terrain);
        let mut costs = vec![solve(&mut learner, &terrain, start, goal).0];
        while costs.len() < 400 && costs[costs.len() - 1] != best {
            learner.walk_again(start);
            costs.push(rest_of(&mut learner).0.map(|path| terrain.path_cost(&path).unwrap()));
        }
        assert_eq!(*costs.last().unwrap(), best, "{name}: {costs:?}");
        assert!(costs[0] >= best);
    }
}

/// The lazy one checks fewer lines, and both are at least as short as the grid's best path on these maps.
#[test]
fn any_angle_paths_leave_the_grid() {
    for name in ["open", "pillars", "u-trap", "rooms"] {
        let terrain = suite(name);
        let free = free(&terrain);
        let (start, goal) = (free[free.len() / 3], free[free.len() - 2]);
        let best =
            solve(&mut BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar), &terrain, start, goal)
                .0
                .unwrap();
        let mut looks = Vec::new();
        for look in [LineOfSightCheck::Eager, LineOfSightCheck::Lazy] {
            let mut theta = ThetaStar::new(&terrain, look);
            theta.begin(start, goal);
            while theta.step(&mut NoObserver) == Step::Working {}
            let path = theta.path();
            let length: u64 = path.windows(2).map(|two| ThetaStar::line_cost(&terrain, two[0], two[1])).sum();
            assert!(length <= best + path.len() as u64, "{name}: {length} and {best}");
            looks.push(theta.checks());
            // Smoothing keeps every leg in sight, and no removable point remains.
            let mut grid = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
            solve(&mut grid, &terrain, start, goal);
            let smooth = remove_visible_stops(&terrain, &grid.path());
            assert!(smooth.windows(2).all(|two| terrain.has_line_of_sight(two[0], two[1])));
            assert!(smooth.windows(3).all(|three| !terrain.has_line_of_sight(three[0], three[2])));
            let smoothed: u64 =
                smooth.windows(2).map(|two| ThetaStar::line_cost(&terrain, two[0], two[1])).sum();
            assert!(smoothed <= best + smooth.len() as u64);
        }
        assert!(looks[1] < looks[0], "{name}: {looks:?}");
    }
}

/// The number of turns takes the direction into the node as state; forbidding left turns leaves a spiral of right
/// ones.
#[test]
fn turns_are_priced_and_forbidden() {
    let terrain = open(9, 9, Moves::Four);
    let (start, goal) = (at(&terrain, 4, 6), at(&terrain, 2, 2));
    let graph = Headed::new(&terrain, 0, Headed::RIGHT);
    let mut right = BestFirst::new(graph, HeapFrontier::default(), Rank::AStar);
    let (cost, _) = solve(&mut right, &terrain, start, goal);
    assert_eq!(cost, Some(6_000), "west, then north: a right turn");
    let (cost, _) = solve(&mut right, &terrain, at(&terrain, 2, 6), at(&terrain, 2, 6));
    assert_eq!(cost, Some(0));
    let walled = suite("u-trap");
    let ends = (at(&walled, 8, 6), at(&walled, 20, 6));
    let mut straight = BestFirst::new(Headed::fewest_turns(&walled), HeapFrontier::default(), Rank::AStar);
    let (cost, _) = solve(&mut straight, &walled, ends.0, ends.1);
    let turns = |path: Vec<NodeId>| {
        Headed::count_turns(&path.into_iter().map(|node| walled.cell(node)).collect::<Vec<_>>())
    };
    let simple = turns(straight.path());
    let mut short = BestFirst::new(&walled, HeapFrontier::default(), Rank::AStar);
    let (best, _) = solve(&mut short, &walled, ends.0, ends.1);
    assert!(simple <= turns(short.path()) && cost >= best);
}

/// The table for all pairs takes less than an entry per pair, and a walk expands only its own cells.
#[test]
fn first_moves_are_compressed() {
    let terrain = suite("rooms");
    let free = (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).count();
    let mut moves = CompressedPathDatabase::new(&terrain);
    assert!(moves.run_count() * 2 < free * free, "{} runs of {free} cells", moves.run_count());
    let (cost, tally) = solve(&mut moves, &terrain, at(&terrain, 1, 1), at(&terrain, 31, 23));
    assert_eq!((cost.is_some(), tally.expanded), (true, moves.path().len() as u64));
}

/// Components decide reachability at once, where a search is slow; a field serves every walker.
#[test]
fn components_and_fields_agree_with_searches() {
    let terrain = suite("noise-40");
    let components = Components::of(&terrain);
    let free = free(&terrain);
    let goal = free[free.len() / 2];
    let mut field = DistanceField::new(&terrain);
    field.begin(goal, goal);
    while field.step(&mut NoObserver) == Step::Working {}
    for node in &free {
        assert_eq!(components.are_connected(*node, goal), field.cost_from(*node).is_some());
        if let Some(cost) = field.cost_from(*node).filter(|cost| *cost > 0) {
            let next = field.next_node(*node).unwrap();
            assert_eq!(
                field.cost_from(next),
                Some(cost - u64::from(terrain.step_cost(*node, next).unwrap()))
            );
        }
    }
    assert!(components.count() > 3);
}
