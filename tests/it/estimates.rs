//! Speed against accuracy, by the heuristic and by the prices; orders and nudges that straighten paths; and the cost
//! of a heuristic.

use crate::ground::{EIGHT, at, enlarged, free, open, row, solve, suite, under, way_of};
use crate::kit::Dice;
use wayworn::graph::{Checkerboard, Corner, Edges, Graph, Headed, Moves, NodeId, StraightFirst, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::search::breadth_first::{BreadthFirst, OneQueue};
use wayworn::search::cached_heuristic::CachedHeuristic;
use wayworn::search::catalogue::find;
use wayworn::search::field::DistanceField;
use wayworn::search::frontiers::{TieRule, Tied};
use wayworn::search::guided::GuidedAStar;
use wayworn::search::landmarks::Landmarks;
use wayworn::search::waypoint_heuristic::{WaypointEstimate, Waypoints};
use wayworn::search::{
    BestFirst, GridTarget, HeapFrontier, Heuristic, Label, LabelTable, NoObserver, NoTarget, Rank, Search,
    StampedLabels, Step, Tally, TieBreak, run,
};

fn search(terrain: &Terrain, rank: Rank) -> BestFirst<&Terrain> {
    BestFirst::new(terrain, HeapFrontier::default(), rank)
}

/// A band of mountains between two plains, with a gap at one end.
fn pass_or_plain(mountain: u16) -> Terrain {
    let size = Size::new(40, 40);
    let price = |cell: Cell| if (16..24).contains(&cell.x) && cell.y < 34 { 1000 * mountain } else { 1000 };
    Terrain::new(size, size.cells().map(price).collect(), EIGHT).unwrap()
}

/// A mountain at three times the price is searched to a third of the depth; at twice the assumed price, to half. A
/// higher heuristic expands less, too. Either gives up some optimality, within bounds.
#[test]
fn speed_is_bought_with_accuracy() {
    for (mountain, ratio) in [(3, 3), (2, 2)] {
        let size = Size::new(121, 3);
        let price = |cell: Cell| if cell.x > 60 { 1000 * mountain } else { 1000 };
        let land = Terrain::new(size, size.cells().map(price).collect(), EIGHT).unwrap();
        let mut flood =
            Search::new(land.node_count(), at(&land, 60, 1), Rank::UniformCost, &NoTarget, u32::MAX);
        while flood.step(&land, &NoTarget, &mut NoObserver) == Step::Working
            && flood.cost_of(at(&land, 6, 1)).is_none()
        {}
        let expanded = |x: u16| flood.labels().get(at(&land, x, 1)).is_some_and(Label::is_expanded);
        let (plain, high) =
            ((0..60).filter(|x| expanded(*x)).count(), (61..121).filter(|x| expanded(*x)).count());
        assert!(plain > 50 && plain.abs_diff(high * ratio) <= ratio, "{plain} and {high}");
    }
    let land = pass_or_plain(3);
    let (start, goal) = (at(&land, 4, 10), at(&land, 35, 10));
    let (best, all) = solve(&mut search(&land, Rank::AStar), &land, start, goal);
    let (bounded, less) = solve(&mut search(&land, Rank::Weighted { percent: 150 }), &land, start, goal);
    let softer = pass_or_plain(2);
    let (path, softened) = way_of(&mut search(&softer, Rank::AStar), start, goal);
    let lower = land.path_cost(&path.unwrap());
    assert!(3 * less.expanded < 2 * all.expanded && 3 * softened.expanded < 2 * all.expanded);
    assert!(bounded <= best.map(|best| best * 3 / 2) && lower <= best.map(|best| best * 3 / 2));
}

/// With the ground weighted from not at all to fully, paths get cheaper on the true ground step by step, and searches
/// longer.
#[test]
fn regard_for_the_ground_can_be_dosed() {
    let land = suite("hills");
    let (start, goal) = (0, land.node_count() - 1);
    let best = solve(&mut search(&land, Rank::AStar), &land, start, goal).0.unwrap();
    let took = |percent: u16| {
        let softer = land.flattened(percent);
        let (path, tally) = way_of(&mut search(&softer, Rank::AStar), start, goal);
        (land.path_cost(&path.unwrap()).unwrap(), tally.expanded)
    };
    assert!(land.flattened(0).is_uniform());
    let all: Vec<(u64, u64)> = (0..=10).map(|tenth| took(tenth * 10)).collect();
    // Prices are rounded to a milli-step.
    assert!(all.windows(2).all(|two| two[1].0 <= two[0].0 + 40), "{all:?}");
    assert_eq!(all[10].0, best);
    assert!(all[0].0 > best && all[0].1 < all[10].1, "{all:?}");
}

/// Exact near the start and weighted beyond: the steps to be walked first are the best ones to where they lead.
#[test]
fn what_is_near_is_searched_exactly() {
    let mut dice = Dice(51);
    let (mut expanded, mut detours) = ([0; 3], [0; 2]);
    for _ in 0..60 {
        let size = Size::new(48, 48);
        let prices = (0..size.area()).map(|_| [0, 1000, 1000, 2000, 5000][dice.below(5)]).collect();
        let land = Terrain::new(size, prices, EIGHT).unwrap();
        let nodes = free(&land);
        let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
        let mut field = DistanceField::new(&land);
        way_of(&mut field, goal, start);
        if field.cost_from(goal).is_none() {
            continue;
        }
        let far = TieBreak::Far { radius: 8, percent: 50 };
        let mut all = [
            search(&land, Rank::AStar),
            search(&land, Rank::AStar).with_tie_break(far),
            search(&land, Rank::Weighted { percent: 150 }),
        ];
        let paths: Vec<Vec<NodeId>> = all
            .iter_mut()
            .zip(&mut expanded)
            .map(|(search, count)| {
                let (path, tally) = way_of(search, start, goal);
                *count += tally.expanded;
                path.unwrap()
            })
            .collect();
        for (path, detour) in paths[1..].iter().zip(&mut detours) {
            let is_near = |node: &&NodeId| land.cell(**node).chebyshev(land.cell(start)) <= 8;
            let near: Vec<NodeId> = path.iter().take_while(is_near).copied().collect();
            let best = way_of(&mut search(&land, Rank::AStar), start, near[near.len() - 1]).0.unwrap();
            *detour += land.path_cost(&near).unwrap() - land.path_cost(&best).unwrap();
        }
    }
    assert!(expanded[2] < expanded[1] && 3 * expanded[1] < 2 * expanded[0], "{expanded:?}");
    assert!(detours[0] == 0 && detours[1] > 0, "{detours:?}");
}

/// Meadows at two, a few roads at one: a heuristic for meadows expands less and misses the road round the back.
#[test]
fn expecting_the_usual_price_misses_the_road() {
    let size = Size::new(60, 30);
    let is_road = |cell: Cell| {
        (cell.y == 24 && (4..=55).contains(&cell.x))
            || ([4, 55].contains(&cell.x) && (12..=24).contains(&cell.y))
    };
    let prices = size.cells().map(|cell| if is_road(cell) { 1000 } else { 2000 }).collect();
    let land = Terrain::new(size, prices, EIGHT).unwrap();
    let (start, goal) = (at(&land, 4, 12), at(&land, 55, 12));
    let (best, all) = solve(&mut search(&land, Rank::AStar), &land, start, goal);
    let mut hopeful = search(&land, Rank::AStar);
    hopeful.target.set_expected_price(2000);
    let (cost, less) = solve(&mut hopeful, &land, start, goal);
    assert!(less.expanded * 10 < all.expanded);
    assert!(cost > best && cost <= best.map(|best| 2 * best), "{cost:?} and {best:?}");
}

/// Distances between waypoints know the walls: by the difference less is expanded, and the path stays optimal. The
/// published sum is called exact but overestimates: more is expanded than without, and the path is worse.
#[test]
fn waypoints_know_the_walls() {
    let mut dice = Dice(52);
    let (mut expanded, mut costs) = ([0; 3], [0; 3]);
    for name in ["maze", "rooms", "u-trap", "slits", "hook"] {
        let land = enlarged(&suite(name), 3);
        let nodes = free(&land);
        let sum: Box<dyn wayworn::search::Solver> =
            Box::new(GuidedAStar::new(&land, Waypoints::of(&land, 6, WaypointEstimate::Sum)));
        let [plain, difference] = ["astar", "waypoint-astar"].map(|id| find(id).unwrap().solver(&land));
        let mut solvers = [plain, difference, sum];
        for _ in 0..30 {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            for (i, solver) in solvers.iter_mut().enumerate() {
                let mut tally = Tally::default();
                solver.begin(start, goal);
                if let Step::Found(_) = solver.run(u32::MAX, &mut tally) {
                    expanded[i] += tally.expanded;
                    costs[i] += land.path_cost(&solver.path()).unwrap();
                }
            }
        }
    }
    assert!(6 * expanded[1] < 5 * expanded[0] && expanded[2] > expanded[0], "{expanded:?}");
    assert!(costs[1] == costs[0] && costs[2] > costs[0] && costs[2] < costs[0] / 100 * 115, "{costs:?}");
}

/// The 30 × 15 example of "Introduction to A*", with its 60 walls.
fn flat(moves: Moves) -> Terrain {
    let walls = [(3..5, 3..12), (13..15, 4..15), (21..23, 0..7), (23..26, 5..7)];
    let size = Size::new(30, 15);
    let is_wall = |cell: &Cell| walls.iter().any(|(xs, ys)| xs.contains(&cell.x) && ys.contains(&cell.y));
    let prices = size.cells().map(|cell| if is_wall(&cell) { 0 } else { 1000 }).collect();
    Terrain::new(size, prices, moves).unwrap()
}

fn cells(terrain: &Terrain, path: &[NodeId]) -> Vec<Cell> {
    path.iter().map(|node| terrain.cell(*node)).collect()
}

/// Turns of the path of 32 steps that this graph of the land gives.
fn turns(land: &Terrain, graph: &impl Graph, aim: &GridTarget, rank: Rank, start: NodeId) -> u32 {
    let mut search = Search::new(graph.node_count(), start, rank, aim, u32::MAX);
    let Step::Found(end) = run(&mut search, graph, aim, u32::MAX, &mut NoObserver) else {
        panic!("there is a path")
    };
    let path = search.path_to(end);
    assert_eq!(path.len(), 33);
    Headed::count_turns(&cells(land, &path))
}

/// A thousandth of a step by chessboard colour: still 32 steps, now alternating.
#[test]
fn a_chessboard_of_prices_has_paths_alternate() {
    let land = flat(Moves::Four);
    let (start, goal) = (at(&land, 8, 7), at(&land, 27, 2));
    let mut aim = GridTarget::new(&land);
    aim.set(start, goal);
    for rank in [Rank::AStar, Rank::UniformCost] {
        let plain = turns(&land, &&land, &aim, rank, start);
        let nudged = turns(&land, &Checkerboard(&land), &aim, rank, start);
        assert!(nudged >= 2 * plain, "{rank:?}: {nudged} and {plain}");
    }
}

/// Breadth-first search with the published orders of eight neighbours finds the published paths, cell by cell: both
/// of 22 steps, twenty of them diagonal if diagonals come first, and ten if they come last.
#[test]
fn straight_steps_first_spare_the_zigzag() {
    let land = flat(Moves::Eight(Corner::Cut));
    let straight = [(1, 0), (0, -1), (-1, 0), (0, 1)];
    let diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
    let (start, goal) = (at(&land, 8, 7), at(&land, 27, 2));
    let diagonals = |path: &[NodeId]| {
        let two = |two: &&[NodeId]| land.cell(two[0]).dir_to(land.cell(two[1])).unwrap().is_diagonal();
        path.windows(2).filter(two).count()
    };
    let printed = [
        [
            (8, 7),
            (9, 6),
            (10, 5),
            (11, 4),
            (12, 3),
            (13, 2),
            (14, 1),
            (15, 2),
            (16, 3),
            (17, 4),
            (18, 5),
            (19, 6),
            (20, 7),
            (21, 8),
            (22, 7),
            (23, 8),
            (24, 7),
            (25, 7),
            (26, 6),
            (27, 5),
            (26, 4),
            (27, 3),
            (27, 2),
        ],
        [
            (8, 7),
            (9, 7),
            (10, 6),
            (11, 5),
            (12, 4),
            (13, 3),
            (14, 3),
            (15, 3),
            (16, 3),
            (17, 3),
            (18, 4),
            (19, 5),
            (20, 6),
            (21, 7),
            (22, 7),
            (23, 7),
            (24, 7),
            (25, 7),
            (26, 6),
            (26, 5),
            (26, 4),
            (26, 3),
            (27, 2),
        ],
    ];
    for (order, (printed, count)) in
        [[diagonal, straight], [straight, diagonal]].into_iter().zip(printed.into_iter().zip([20, 10]))
    {
        let out: Vec<Vec<(NodeId, u64)>> = land
            .size()
            .cells()
            .map(|cell| {
                let near = order.iter().flatten().filter_map(|(dx, dy)| land.size().offset(cell, *dx, *dy));
                let free = near.map(|near| land.node(near)).filter(|near| !land.is_wall(*near));
                if land.is_wall(land.node(cell)) { Vec::new() } else { free.map(|near| (near, 1)).collect() }
            })
            .collect();
        let graph = Edges::new(&out);
        let mut search = BreadthFirst::<OneQueue, Edges>::new(&graph);
        let path = way_of(&mut search, start, goal).0.unwrap();
        assert_eq!(
            (cells(&land, &path), diagonals(&path)),
            (printed.map(|(x, y)| Cell::new(x, y)).to_vec(), count)
        );
    }
    let ordered = StraightFirst(&land);
    let path = way_of(&mut BreadthFirst::<OneQueue, StraightFirst>::new(&ordered), start, goal).0.unwrap();
    let plain = way_of(&mut BreadthFirst::<OneQueue>::new(&land), start, goal).0.unwrap();
    assert_eq!((path.len(), plain.len()), (23, 23));
    assert!(diagonals(&path) == 10 && diagonals(&plain) > 10);
}

/// Good tie-breaking saves much; a smaller graph saves more.
#[test]
fn fewer_nodes_are_better_than_broken_ties() {
    for land in [open(40, 40, EIGHT), suite("rooms"), suite("pillars")] {
        let nodes = free(&land);
        let mut dice = Dice(53);
        let mut expanded = [0; 3];
        for _ in 0..30 {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            let ties = |ties| {
                let mut search = BestFirst::new(&land, Tied::new(ties), Rank::AStar);
                solve(&mut search, &land, start, goal)
            };
            let ((worst, most), (patched, fewer)) = (ties(TieRule::SmallerG), ties(TieRule::LargerG));
            let (path, fewest) = row("jps", &land, start, goal);
            assert_eq!((worst, patched), (path.map(|path| land.path_cost(&path).unwrap()), worst));
            for (sum, tally) in expanded.iter_mut().zip([most, fewer, fewest]) {
                *sum += tally.expanded;
            }
        }
        assert!(expanded[1] < expanded[0] && 2 * expanded[2] < expanded[1], "{expanded:?}");
    }
}

/// In a maze a heuristic saves a search few cells, yet is evaluated all the same; cached, it is computed once per
/// node. On open ground it is worth its cost many times over.
#[test]
fn an_estimate_has_its_price() {
    let maze = suite("maze");
    let (start, goal) = (at(&maze, 1, 1), at(&maze, 29, 19));
    let took = |land: &Terrain, ends: (NodeId, NodeId), rank: Rank| {
        let mut aim = GridTarget::new(land);
        aim.set(ends.0, ends.1);
        let asked = CachedHeuristic::new(aim, land.node_count());
        let mut search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(land.node_count()));
        search.restart(ends.0, rank, &asked);
        run(&mut search, &land, &asked, u32::MAX, &mut NoObserver);
        (search.expansions(), asked.counts(), search.labels().label_count())
    };
    let (without, ..) = took(&maze, (start, goal), Rank::UniformCost);
    let (with, (asked, worked_out), reached) = took(&maze, (start, goal), Rank::AStar);
    assert!(with < without && 10 * with > 6 * without, "{with} and {without}");
    assert!(asked >= worked_out && worked_out == u64::from(reached));
    let land = under(&suite("hills"), Moves::Eight(Corner::Cut));
    let (_, (asked, worked_out), reached) =
        took(&land, (0, land.node_count() - 1), Rank::Weighted { percent: 300 });
    assert!(asked > worked_out && worked_out == u64::from(reached), "generated again, not computed again");
    let field = open(60, 60, EIGHT);
    let ends = (at(&field, 30, 30), at(&field, 55, 40));
    assert!(20 * took(&field, ends, Rank::AStar).0 < took(&field, ends, Rank::UniformCost).0);
}

/// Twice the distance is four times the work without a direction, and twice the work with one.
#[expect(clippy::disallowed_methods, reason = "a figure for people; no land is made from it")]
#[test]
fn search_grows_as_area() {
    let field = open(301, 301, EIGHT);
    let middle = at(&field, 150, 150);
    let expanded = |rank: Rank, far: u16| {
        solve(&mut search(&field, rank), &field, middle, at(&field, 150 + far, 150)).1.expanded as f64
    };
    let slope = |rank| (expanded(rank, 128) / expanded(rank, 16)).log2() / 3.0;
    let (flood, aimed) = (slope(Rank::UniformCost), slope(Rank::AStar));
    assert!((1.9..2.1).contains(&flood) && (0.9..1.1).contains(&aimed), "{flood} and {aimed}");
}

/// Landmarks know walls that coordinates do not, near the edge better than in the middle, and more of them are never
/// worse.
#[test]
fn landmarks_know_the_walls() {
    let terrain = suite("maze");
    let free = free(&terrain);
    let middle = free[free.len() / 2];
    let far = Landmarks::farthest(&terrain, 6);
    let fewer = Landmarks::at_nodes(&terrain, &far.nodes()[..2]);
    let central = Landmarks::at_nodes(&terrain, &[middle]);
    let rim = Landmarks::at_nodes(&terrain, &far.nodes()[..1]);
    let mut aim = GridTarget::new(&terrain);
    let (mut sums, mut octile) = ([0u64; 4], 0);
    for (a, b) in free.iter().flat_map(|a| free.iter().step_by(7).map(move |b| (*a, *b))) {
        aim.set(a, b);
        octile += aim.estimate(a);
        let bounds = [&far, &fewer, &rim, &central].map(|landmarks| landmarks.lower_bound(a, b));
        assert!(bounds[0] >= bounds[1] && bounds[1] >= bounds[2]);
        for (sum, bound) in sums.iter_mut().zip(bounds) {
            *sum += bound;
        }
    }
    assert!(sums[0] > octile && sums[2] > sums[3], "{sums:?} {octile}");
}
