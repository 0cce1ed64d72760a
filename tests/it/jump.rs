//! Jump point search, with one price and with several, and canonical A* against another library's Dijkstra: where
//! prices tie, where bitboard words end, and on maps of one or two columns.

use crate::kit::Dice;
use std::collections::HashMap;
use wayworn::graph::{Corner, Graph, Moves, NodeId, Terrain, Visit};
use wayworn::grid::Size;
use wayworn::search::catalogue::find;
use wayworn::search::frontiers::MultiLevelBuckets;
use wayworn::search::{FrontierKey, HeapFrontier, PriorityQueue, Solver, Step, Tally};

const ROWS: [&str; 4] = ["jps", "jpsw", "canonical-astar", "online"];

fn terrain(size: Size, prices: Vec<u16>) -> Terrain {
    Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).unwrap()
}

fn costs_from(terrain: &Terrain, start: NodeId) -> HashMap<NodeId, u64> {
    let edges = |node: &NodeId| {
        let mut edges = Vec::new();
        terrain.successors(Visit { node: *node, parent: *node }, &mut |next, cost| edges.push((next, cost)));
        edges
    };
    let all = pathfinding::directed::dijkstra::dijkstra_all(&start, edges);
    all.into_iter().map(|(node, (_, cost))| (node, cost)).chain([(start, 0)]).collect()
}

fn ask(solver: &mut dyn Solver, start: NodeId, goal: NodeId) -> (Option<Vec<NodeId>>, Tally) {
    let mut tally = Tally::default();
    solver.begin(start, goal);
    let step = solver.run(u32::MAX, &mut tally);
    (matches!(step, Step::Found(_)).then(|| solver.path()), tally)
}

/// Queries all suitable rows for paths from each start to each goal. Returns how many results were compared.
fn are_optimal(terrain: &Terrain, starts: &[NodeId], goals: &[NodeId]) -> usize {
    let fits = ROWS.iter().filter_map(|id| find(id)).filter(|row| row.unmet_need(terrain).is_none());
    let mut solvers: Vec<_> = fits.map(|row| (row.id, row.solver(terrain))).collect();
    let mut answers = 0;
    for start in starts {
        let costs = costs_from(terrain, *start);
        for goal in goals {
            for (id, solver) in &mut solvers {
                let cost = ask(solver.as_mut(), *start, *goal).0.map(|path| {
                    assert_eq!((path.first(), path.last()), (Some(start), Some(goal)), "{id}");
                    terrain.path_cost(&path).unwrap_or_else(|| panic!("{id}: an illegal step: {path:?}"))
                });
                assert_eq!(cost.as_ref(), costs.get(goal), "{id} from {start} to {goal}");
                answers += 1;
            }
        }
    }
    answers
}

fn free(terrain: &Terrain) -> Vec<NodeId> {
    (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).collect()
}

/// With two prices and walls. A diagonal step onto the cheaper cell costs as much as a straight one onto the dearer
/// one, or as two straight ones: where paths tie, one of them must remain.
#[test]
fn ties_of_two_prices_leave_a_cheapest_path() {
    let mut answers = 0;
    for (number, prices) in (0..3u32.pow(9)).step_by(7).zip([[0, 985, 1393], [0, 1000, 2000]].iter().cycle())
    {
        let digit = |cell: u32| prices[(number / 3u32.pow(cell) % 3) as usize];
        let terrain = terrain(Size::new(3, 3), (0..9).map(digit).collect());
        let nodes = free(&terrain);
        answers += are_optimal(&terrain, &nodes, &nodes);
    }
    assert!(answers > 100_000, "{answers}");
}

/// Patches of walls and prices, so that runs are long and cross the ends of bitboard words.
#[test]
fn jumps_are_optimal_across_words_and_borders() {
    let mut dice = Dice(21);
    for (width, height) in [(1, 70), (2, 66), (70, 2), (62, 64), (63, 9), (130, 66), (20, 190)] {
        for round in 0..8 {
            let size = Size::new(width, height);
            let ground: &[u16] = if round % 2 == 0 { &[0] } else { &[0, 1000, 1393, 3000] };
            let mut prices = vec![985; size.area()];
            for _ in 0..size.area() / 40 {
                let (x, y) = (dice.below(usize::from(width)), dice.below(usize::from(height)));
                let (side, price) = (1 + dice.below(12), ground[dice.below(ground.len())]);
                let depth = if price == 0 { 1 + dice.below(2) } else { side };
                for y in y..(y + depth).min(usize::from(height)) {
                    prices[y * usize::from(width)..][x..(x + side).min(usize::from(width))].fill(price);
                }
            }
            let terrain = terrain(size, prices);
            let nodes = free(&terrain);
            let mut some = |count: usize| -> Vec<NodeId> {
                (0..count).map(|_| nodes[dice.below(nodes.len())]).collect()
            };
            are_optimal(&terrain, &some(2), &some(12));
        }
    }
}

/// Two meadows of different price: only their border has to be expanded.
#[test]
fn ground_of_one_price_is_jumped_over() {
    let size = Size::new(100, 100);
    let prices = size.cells().map(|cell| if cell.x < 50 { 1000 } else { 3000 }).collect();
    let terrain = terrain(size, prices);
    let expanded = |id: &str| ask(find(id).unwrap().solver(&terrain).as_mut(), 10, 9_870).1.expanded;
    assert!(expanded("jpsw") * 10 < expanded("astar"), "{} of {}", expanded("jpsw"), expanded("astar"));
}

/// `online` picks jumps where runs are long, and canonical A* where walls are scattered.
#[test]
fn the_choice_follows_the_map() {
    let mut dice = Dice(22);
    let size = Size::new(80, 80);
    for (block, same) in [(1, "canonical-astar"), (10, "jps")] {
        let walls: Vec<bool> = (0..80 * 80).map(|_| dice.below(10) < 3).collect();
        let is_wall = |x: u16, y: u16| walls[usize::from(y / block) * 80 + usize::from(x / block)];
        let prices = size.cells().map(|cell| if is_wall(cell.x, cell.y) { 0 } else { 1000 }).collect();
        let terrain = terrain(size, prices);
        let nodes = free(&terrain);
        for _ in 0..20 {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            let tally = |id: &str| ask(find(id).unwrap().solver(&terrain).as_mut(), start, goal).1;
            assert_eq!(tally("online"), tally(same), "blocks of {block}");
        }
    }
}

/// Holds as long as nothing is better than what was popped last.
#[test]
fn buckets_by_digits_are_in_order() {
    let mut dice = Dice(23);
    let (mut buckets, mut heap) = (MultiLevelBuckets::default(), HeapFrontier::default());
    for round in 0..3 {
        let (mut last, mut most) = (0, 0);
        for node in 0..4000 {
            let spread = [3, 100, 5_000, 3_000_000][dice.below(4)];
            let key = FrontierKey { f: last + dice.below(spread) as u64, g: 0, node };
            buckets.push(key);
            heap.push(key);
            most = most.max(buckets.len());
            while dice.below(2) == 0 {
                let (one, other) = (buckets.pop(), heap.pop());
                assert_eq!(one.map(|key| key.f), other.map(|key| key.f), "round {round}");
                last = one.map_or(last, |key| key.f);
                assert_eq!(buckets.len(), heap.len());
            }
        }
        assert!(most > 20, "{most}");
        buckets.clear();
        heap.clear();
        assert!(buckets.is_empty() && buckets.pop().is_none());
    }
}
