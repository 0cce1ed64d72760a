//! Published figures reproduced by our parts: Red Blob Games' "Implementation of A*", Lester's "A* Pathfinding for
//! Beginners", and Patel's "Amit's A* Pages".

use wayworn::graph::{Corner, Edges, Graph, Moves, NodeId, Terrain, TorusGrid, Visit};
use wayworn::grid::{Cell, Size};
use wayworn::search::breadth_first::{BreadthFirst, OneQueue, TwoArrays};
use wayworn::search::frontiers::{TieRule, Tied};
use wayworn::search::{
    Algorithm, BestFirst, FrontierKey, Goal, HeapFrontier, Heuristic, LabelTable, Metric, NoObserver,
    NoTarget, Observer, Rank, Search, StampedLabels, Step, run,
};

/// Records the order of expansion.
#[derive(Default)]
struct Diary(Vec<NodeId>);

impl Observer for Diary {
    fn expanded(&mut self, node: NodeId, _g: u64, _f: u64) {
        self.0.push(node);
    }
}

/// A 4-way grid edge by edge, its nodes numbered column by column, with the checkerboard order of neighbours (east,
/// west, north, south, and reversed on even cells). `price` is 0 for a wall.
fn checkerboard(width: i32, height: i32, price: impl Fn(i32, i32) -> u64) -> Edges {
    let mut out = Vec::new();
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        let mut near = vec![(x + 1, y), (x - 1, y), (x, y - 1), (x, y + 1)];
        if (x + y) % 2 == 0 {
            near.reverse();
        }
        near.retain(|(x, y)| (0..width).contains(x) && (0..height).contains(y) && price(*x, *y) > 0);
        out.push(near.into_iter().map(|(x, y)| ((x * height + y) as NodeId, price(x, y))).collect());
    }
    Edges::new(&out)
}

/// The flat example: 30 × 15 cells, 60 of them walls.
fn flat() -> Edges {
    let walls = [(3..5, 3..12), (13..15, 4..15), (21..23, 0..7), (23..26, 5..7)];
    checkerboard(30, 15, move |x, y| {
        u64::from(!walls.iter().any(|(xs, ys)| xs.contains(&x) && ys.contains(&y)))
    })
}

fn flat_node(x: u32, y: u32) -> NodeId {
    x * 15 + y
}

#[test]
fn letters_are_visited_in_the_printed_order() {
    let letter = |c: char| c as u32 - 'A' as u32;
    let out =
        ["B", "C", "BDF", "CE", "F", ""].map(|to| to.chars().map(|c| (letter(c), 1)).collect::<Vec<_>>());
    let graph = Edges::new(&out);
    for (start, order) in [('A', "ABCDFE"), ('E', "EF")] {
        let mut search = BreadthFirst::<OneQueue, Edges>::new(&graph);
        search.begin(letter(start), 99);
        let mut diary = Diary::default();
        while search.step(&mut diary) == Step::Working {}
        let visited: String = diary.0.iter().map(|node| char::from(b'A' + *node as u8)).collect();
        assert_eq!(visited, order);
    }
}

#[test]
fn the_flat_example_is_flooded_as_printed() {
    let graph = flat();
    let start = flat_node(8, 7);
    let mut flood = BreadthFirst::<OneQueue, Edges>::new(&graph);
    flood.begin(start, u32::MAX);
    while flood.step(&mut NoObserver) == Step::Working {}
    assert_eq!(flood.labels().label_count(), 390);
    let distance = |node| flood.labels().get(node).unwrap().g / 1000;
    assert_eq!((distance(flat_node(17, 2)), distance(flat_node(27, 2))), (14, 32));
    let mut early = BreadthFirst::<OneQueue, Edges>::new(&graph);
    early.begin(start, flat_node(17, 2));
    while early.step(&mut NoObserver) == Step::Working {}
    assert_eq!((early.labels().label_count(), early.path().len()), (186, 15));
    let mut arrays = BreadthFirst::<TwoArrays, Edges>::new(&graph);
    arrays.begin(start, flat_node(17, 2));
    while arrays.step(&mut NoObserver) == Step::Working {}
    assert_eq!((arrays.labels().label_count(), arrays.path()), (186, early.path()));
}

/// The aim of the weighted example, in its own units.
struct Ten(Option<(u32, u32)>);

impl Goal for Ten {
    fn contains(&self, node: NodeId) -> bool {
        self.0.is_some_and(|(x, y)| node == x * 10 + y)
    }
}

impl Heuristic for Ten {
    fn estimate(&self, node: NodeId) -> u64 {
        self.0.map_or(0, |(x, y)| u64::from(x.abs_diff(node / 10) + y.abs_diff(node % 10)))
    }
}

#[test]
fn the_weighted_example_is_searched_as_printed() {
    let wood = |x: i32, y: i32| {
        ((4..6).contains(&x) && (1..9).contains(&y))
            || (x == 6 && (2..8).contains(&y))
            || [(3, 4), (3, 5), (7, 3), (7, 4), (7, 5)].contains(&(x, y))
    };
    let wall = |x: i32, y: i32| (1..4).contains(&x) && (7..9).contains(&y);
    let graph = checkerboard(10, 10, |x, y| {
        if wall(x, y) {
            0
        } else if wood(x, y) {
            5
        } else {
            1
        }
    });
    for (rank, reached) in [(Rank::UniformCost, 78), (Rank::AStar, 54)] {
        let aim = Ten(Some((8, 3)));
        let mut search = Search::from_parts(Tied::new(TieRule::SmallerNode), StampedLabels::new(100));
        search.restart(14, rank, &aim);
        assert_eq!(run(&mut search, &graph, &aim, u32::MAX, &mut NoObserver), Step::Found(83));
        assert_eq!((search.cost_of(83), search.labels().label_count()), (Some(14), reached), "{rank:?}");
    }
    let mut search = Search::new(100, 14, Rank::AStar, &Ten(Some((8, 5))), u32::MAX);
    run(&mut search, &graph, &Ten(Some((8, 5))), u32::MAX, &mut NoObserver);
    assert_eq!(search.cost_of(85), Some(16));
    let mut flood = Search::new(100, 14, Rank::UniformCost, &NoTarget, u32::MAX);
    run(&mut flood, &graph, &NoTarget, u32::MAX, &mut NoObserver);
    assert_eq!(flood.labels().iter().map(|(_, label)| label.g).max(), Some(22));
    assert_eq!(flood.cost_of(65), Some(22));
}

#[test]
fn a_sealed_half_is_explored_to_its_last_cell() {
    let graph = checkerboard(10, 10, |x, _| u64::from(x != 5));
    let mut search = Search::new(100, 14, Rank::AStar, &Ten(Some((8, 3))), u32::MAX);
    assert_eq!(run(&mut search, &graph, &Ten(Some((8, 3))), u32::MAX, &mut NoObserver), Step::Exhausted);
    assert_eq!(search.labels().label_count(), 50);
}

/// Lester's map: the start four squares left of the target, a wall of three between; 10 a straight step, 14 a diagonal.
#[test]
fn lesters_wall_costs_68_or_56() {
    let size = Size::new(7, 5);
    let prices: Vec<u16> =
        size.cells().map(|cell| if cell.x == 3 && (1..4).contains(&cell.y) { 0 } else { 10 }).collect();
    for (corner, cost) in [(Corner::BothFree, 68), (Corner::Cut, 56)] {
        let terrain = Terrain::new(size, prices.clone(), Moves::Eight(corner)).unwrap();
        let (start, goal) = (terrain.node(Cell::new(1, 2)), terrain.node(Cell::new(5, 2)));
        for measure in [Metric::Octile, Metric::Manhattan] {
            let mut search = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
            search.target.metric = measure;
            search.begin(start, goal);
            while search.step(&mut NoObserver) == Step::Working {}
            assert_eq!(terrain.path_cost(&search.path()), Some(cost), "{corner:?} {measure:?}");
        }
    }
}

/// Ten times the Manhattan distance finds the best path on Lester's own map by luck: it overestimates diagonals, and
/// a single wall loses a fifth.
#[test]
fn lesters_estimate_fails_on_a_map_of_one_wall() {
    let size = Size::new(7, 5);
    let prices = size.cells().map(|cell| if cell == Cell::new(2, 2) { 0 } else { 10 }).collect();
    let terrain = Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).unwrap();
    let cost = |measure| {
        let mut search = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar).with_metric(measure);
        search.begin(terrain.node(Cell::new(1, 3)), terrain.node(Cell::new(5, 1)));
        while search.step(&mut NoObserver) == Step::Working {}
        terrain.path_cost(&search.path())
    };
    assert_eq!((cost(Metric::Octile), cost(Metric::Manhattan)), (Some(48), Some(60)));
}

/// Stout's listing of Dijkstra's search only asks whether a neighbour is open, not whether it was expanded. So it
/// overwrites the parents of expanded nodes, even of the start, and the path back is a cycle. Our loop asks whether
/// the new path is cheaper, and needs nothing else.
#[test]
fn a_search_that_forgets_what_it_expanded_loses_its_way() {
    let size = Size::new(8, 8);
    let terrain = Terrain::new(size, vec![10; 64], Moves::Four).unwrap();
    let mut parents: Vec<Option<NodeId>> = vec![None; 64];
    let mut waiting = vec![(0u64, 0 as NodeId)];
    // As published; without the goal it would never end either.
    while let Some(best) = (0..waiting.len()).min_by_key(|place| waiting[*place]) {
        let (g, node) = waiting.remove(best);
        if node == 63 {
            break;
        }
        terrain.successors(Visit { node, parent: node }, &mut |next, cost| {
            let g = g + cost;
            let known = waiting.iter().position(|(_, other)| *other == next);
            if known.is_none_or(|place| g < waiting[place].0) {
                parents[next as usize] = Some(node);
                waiting.retain(|(_, other)| *other != next);
                waiting.push((g, next));
            }
        });
    }
    assert!(parents[0].is_some(), "the start has a parent");
    let back = std::iter::successors(Some(63 as NodeId), |node| parents[*node as usize]);
    assert_eq!(back.take(1000).count(), 1000, "and the path back never ends");
    let mut search = BestFirst::new(&terrain, HeapFrontier::default(), Rank::UniformCost);
    search.begin(0, 63);
    while search.step(&mut NoObserver) == Step::Working {}
    assert_eq!(terrain.path_cost(&search.path()), Some(140));
}

/// Lester's scores of the first ring: f is 40 for the square towards the goal, and 54 above and below it.
#[test]
fn lesters_first_ring_has_the_printed_scores() {
    struct Ring(Vec<(NodeId, u64)>, u32);
    impl Observer for Ring {
        fn expanded(&mut self, _node: NodeId, _g: u64, _f: u64) {
            self.1 += 1;
        }
        fn generated(&mut self, node: NodeId, g: u64) {
            if self.1 == 1 {
                self.0.push((node, g));
            }
        }
    }
    let size = Size::new(7, 5);
    let prices =
        size.cells().map(|cell| if cell.x == 3 && (1..4).contains(&cell.y) { 0 } else { 10 }).collect();
    let terrain = Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).unwrap();
    let mut search = BestFirst::new(&terrain, HeapFrontier::default(), Rank::AStar);
    search.target.metric = Metric::Manhattan;
    search.begin(terrain.node(Cell::new(1, 2)), terrain.node(Cell::new(5, 2)));
    let mut ring = Ring(Vec::new(), 0);
    search.step(&mut ring);
    let f = |x, y| {
        let node = terrain.node(Cell::new(x, y));
        let (_, g) = ring.0.iter().find(|(other, _)| *other == node).unwrap();
        (*g, search.target.estimate(node), g + search.target.estimate(node))
    };
    assert_eq!(f(2, 2), (10, 30, 40));
    assert_eq!((f(2, 1), f(2, 3)), ((14, 40, 54), (14, 40, 54)));
}

/// Two south and two east make six paths of equal cost.
#[test]
fn a_corner_has_six_shortest_paths() {
    let terrain = Terrain::new(Size::new(3, 3), vec![1000; 9], Moves::Four).unwrap();
    let mut ways = [0u32; 9];
    ways[0] = 1;
    for cost in 1..=4u16 {
        for node in (0..9).filter(|node| terrain.cell(*node).x + terrain.cell(*node).y == cost) {
            let mut sum = 0;
            terrain.predecessors(node, &mut |before, _| {
                sum += if before < node { ways[before as usize] } else { 0 }
            });
            ways[node as usize] = sum;
        }
    }
    assert_eq!(ways[8], 6);
}

/// The three published forms of the diagonal distance agree where a straight step costs 1, and only there.
#[test]
fn the_diagonal_distance_has_one_general_form() {
    let general = |d: i64, d2: i64, dx: i64, dy: i64| d * (dx + dy) + (d2 - 2 * d) * dx.min(dy);
    let other = |d: i64, d2: i64, dx: i64, dy: i64| d * dx.max(dy) + (d2 - d) * dx.min(dy);
    let printed = |d: i64, d2: i64, dx: i64, dy: i64| d * dx.max(dy) + (d2 - 1) * dx.min(dy);
    for (dx, dy) in (0..9).flat_map(|dx| (0..9).map(move |dy| (dx, dy))) {
        for (d, d2) in [(1, 1), (1, 2), (2, 3), (1000, 1414)] {
            assert_eq!(general(d, d2, dx, dy), other(d, d2, dx, dy));
        }
        assert_eq!(general(1, 1, dx, dy), printed(1, 1, dx, dy));
        let (a, b) = (Cell::new(0, 0), Cell::new(dx as u16, dy as u16));
        assert_eq!(Metric::Octile.distance(a, b, 1000) as i64, general(1000, 1414, dx, dy));
    }
    assert_eq!((general(2, 3, 4, 4), printed(2, 3, 4, 4)), (12, 16));
}

/// The wrap-around distance equals the result of a search on the ring.
#[test]
fn the_ring_distance_is_true_for_all_pairs() {
    let size = Size::new(37, 37);
    let ring = TorusGrid::new(size, vec![1000; size.area()]).unwrap();
    let mut flood = Search::new(ring.node_count(), 0, Rank::UniformCost, &NoTarget, u32::MAX);
    run(&mut flood, &ring, &NoTarget, u32::MAX, &mut NoObserver);
    for cell in size.cells() {
        let cost = flood.cost_of(size.index(cell) as NodeId);
        assert_eq!(cost, Some(ring.octile(Cell::new(0, 0), cell).into()));
        let x = i32::from(cell.x);
        assert_eq!(
            x.min((x - 37).abs()).min(x + 37),
            i32::from(cell.x.min(37 - cell.x)),
            "the printed formula"
        );
    }
    let mut count = 0;
    ring.successors(Visit { node: 0, parent: 0 }, &mut |_, _| count += 1);
    assert_eq!(count, 8, "a corner has neighbours on all sides");
}

/// The standard order: smaller f, then larger g, then the smaller node.
#[test]
fn keys_are_ordered_totally() {
    let mut keys =
        [(5, 1, 1), (4, 1, 9), (4, 2, 9), (4, 2, 3)].map(|(f, g, node)| FrontierKey { f, g, node });
    keys.sort();
    assert_eq!(keys.map(|key| (key.f, key.g, key.node)), [(4, 2, 3), (4, 2, 9), (4, 1, 9), (5, 1, 1)]);
}
