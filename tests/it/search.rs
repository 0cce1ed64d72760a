//! The best-first loop as the game uses it: each rank keeps its promise under any cost model and heuristic, and a
//! search can be sliced, saved and loaded without a trace.

use crate::kit::Dice;
use wayworn::graph::{Corner, CostModel, Graph, Grid8, NodeId, Visit};
use wayworn::grid::{Cell, DIAGONAL, STRAIGHT, Size};
use wayworn::search::catalogue::Promise;
use wayworn::search::{Goal, Heuristic, NoObserver, NoTarget, Rank, Search, Step, run};

/// A rank with its name and promise.
struct Row {
    id: &'static str,
    rank: Rank,
    promise: Promise,
}

const ROWS: [Row; 5] = [
    Row { id: "dijkstra", rank: Rank::UniformCost, promise: Promise::Optimal },
    Row { id: "greedy", rank: Rank::Greedy, promise: Promise::Complete },
    Row { id: "astar", rank: Rank::AStar, promise: Promise::Optimal },
    Row { id: "weighted", rank: Rank::Weighted { percent: 150 }, promise: Promise::Within(150) },
    Row {
        id: "dynamic",
        rank: Rank::DynamicWeighted { percent: 150, start_estimate: 9000 },
        promise: Promise::Within(150),
    },
];

/// A field with a price for entering each cell, or a wall.
struct Field {
    size: Size,
    prices: Vec<Option<u32>>,
}

impl Field {
    fn random(size: Size, walls_percent: usize, dice: &mut Dice) -> Self {
        let mut price = || (dice.below(100) >= walls_percent).then(|| 250 + 125 * dice.below(40) as u32);
        Self { size, prices: (0..size.area()).map(|_| price()).collect() }
    }

    /// Edges by a second implementation of the rule, for the oracle.
    fn edges(&self, node: NodeId) -> Vec<(NodeId, u32)> {
        let here = self.size.cell(node as usize);
        let price = |dx: i32, dy: i32| {
            self.size.offset(here, dx, dy).and_then(|cell| self.prices[self.size.index(cell)])
        };
        let mut edges = Vec::new();
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let diagonal = dx != 0 && dy != 0;
            let free = !diagonal || (price(dx, 0).is_some() && price(0, dy).is_some());
            if let (true, Some(price)) = (free && (dx, dy) != (0, 0), price(dx, dy)) {
                let to =
                    (i64::from(node) + i64::from(dy) * i64::from(self.size.width) + i64::from(dx)) as u32;
                edges.push((to, price * if diagonal { 1414 } else { 1000 } / 1000));
            }
        }
        edges
    }

    fn free_node(&self, dice: &mut Dice) -> Option<NodeId> {
        let free: Vec<usize> = (0..self.prices.len()).filter(|i| self.prices[*i].is_some()).collect();
        (!free.is_empty()).then(|| free[dice.below(free.len())] as NodeId)
    }

    fn graph(&self) -> Grid8<'_, Field> {
        Grid8 { size: self.size, cost: self, corner: Corner::BothFree }
    }
}

impl CostModel for Field {
    fn step_cost(&self, _from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        self.prices[to as usize].map(|price| price * length / 1000)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.prices[node as usize].is_none()
    }
    fn cheapest(&self) -> u32 {
        self.prices.iter().flatten().copied().min().unwrap_or(1000)
    }
}

/// One goal; the heuristic is the octile distance at the cheapest price, randomly less at some nodes: admissible, and
/// inconsistent when `jumpy`.
struct Aim {
    size: Size,
    goal: NodeId,
    cheapest: u32,
    jumpy: bool,
}

impl Goal for Aim {
    fn contains(&self, node: NodeId) -> bool {
        node == self.goal
    }
}

impl Heuristic for Aim {
    fn estimate(&self, node: NodeId) -> u64 {
        let (a, b) = (self.size.cell(node as usize), self.size.cell(self.goal as usize));
        let (dx, dy) = (u32::from(a.x.abs_diff(b.x)), u32::from(a.y.abs_diff(b.y)));
        let diagonal = self.cheapest * DIAGONAL / STRAIGHT;
        let octile = self.cheapest * dx.abs_diff(dy) + diagonal * dx.min(dy);
        u64::from(if self.jumpy { octile * (node.wrapping_mul(2_654_435_761) >> 28) / 16 } else { octile })
    }
}

fn begin(row: &Row, graph: &impl Graph, start: NodeId, aim: &Aim) -> Search {
    Search::new(graph.node_count(), start, row.rank, aim, u32::MAX)
}

/// Cost of a path, recomputed over the oracle's edges; panics at a step that is not one of them.
fn walked(field: &Field, path: &[NodeId]) -> u64 {
    let step = |two: &[NodeId]| {
        let edge = field.edges(two[0]).into_iter().find(|(to, _)| *to == two[1]);
        edge.unwrap_or_else(|| panic!("no edge from {} to {}", two[0], two[1])).1
    };
    path.windows(2).map(|two| u64::from(step(two))).sum()
}

fn keeps_its_promise(row: &Row, field: &Field, start: NodeId, aim: &Aim, best: Option<u64>) {
    let graph = field.graph();
    let mut search = begin(row, &graph, start, aim);
    let step = run(&mut search, &graph, aim, u32::MAX, &mut NoObserver);
    let Some(best) = best else {
        assert_eq!(step, Step::Exhausted, "{} found what cannot be reached", row.id);
        return;
    };
    assert_eq!(step, Step::Found(aim.goal), "{} missed what can be reached", row.id);
    let path = search.path_to(aim.goal);
    assert_eq!((path[0], path[path.len() - 1]), (start, aim.goal));
    let cost = search.cost_of(aim.goal).unwrap();
    assert_eq!(walked(field, &path), cost, "{}: cost is not that of the path", row.id);
    match row.promise {
        Promise::Optimal => assert_eq!(cost, best, "{} is not optimal", row.id),
        Promise::Within(percent) => {
            let most = best * u64::from(percent) / 100;
            assert!((best..=most).contains(&cost), "{}: {cost} of {best}", row.id);
        }
        _ => assert!(cost >= best),
    }
}

/// Found ⇔ reachable, legal, with the stated cost, and as near to the optimum as promised; also where the heuristic
/// is inconsistent, which only re-opening handles.
#[test]
fn every_row_keeps_its_promise() {
    let mut dice = Dice(1);
    let mut unreachable = 0;
    for (width, height, rounds) in [(1, 1, 2), (1, 9, 20), (7, 7, 60), (23, 17, 60), (61, 47, 12)] {
        for round in 0..rounds {
            let field = Field::random(Size::new(width, height), round % 6 * 9, &mut dice);
            let (Some(start), Some(goal)) = (field.free_node(&mut dice), field.free_node(&mut dice)) else {
                continue;
            };
            let oracle =
                pathfinding::directed::dijkstra::dijkstra(&start, |n| field.edges(*n), |n| *n == goal);
            let best = oracle.map(|(_, cost)| u64::from(cost));
            unreachable += u32::from(best.is_none());
            for jumpy in [false, true] {
                let aim = Aim { size: field.size, goal, cheapest: field.cheapest(), jumpy };
                for row in &ROWS {
                    keeps_its_promise(row, &field, start, &aim, best);
                }
            }
        }
    }
    assert!(unreachable >= 10, "the fields are too open to try that: {unreachable}");
}

/// Any slicing of the work, with the search saved and loaded between slices or not, gives the same result.
#[test]
fn slices_and_saves_leave_no_trace() {
    let mut dice = Dice(2);
    for round in 0..24 {
        let field = Field::random(Size::new(31, 29), 20 + round, &mut dice);
        let (start, goal) = (field.free_node(&mut dice).unwrap(), field.free_node(&mut dice).unwrap());
        let aim = Aim { size: field.size, goal, cheapest: field.cheapest(), jumpy: round % 2 == 1 };
        let graph = field.graph();
        for row in &ROWS {
            let mut whole = begin(row, &graph, start, &aim);
            let end = run(&mut whole, &graph, &aim, u32::MAX, &mut NoObserver);
            for saved in [false, true] {
                let mut search = begin(row, &graph, start, &aim);
                let mut step = Step::Working;
                while step == Step::Working {
                    let before = search.expansions();
                    let budget = dice.below(60) as u32;
                    step = run(&mut search, &graph, &aim, budget, &mut NoObserver);
                    assert!(search.expansions() - before <= budget, "{} overspent", row.id);
                    if saved && step == Step::Working {
                        let bytes = postcard::to_allocvec(&search).unwrap();
                        search = postcard::from_bytes(&bytes).unwrap();
                        assert!(search.is_valid_for(graph.node_count()));
                        assert_eq!(postcard::to_allocvec(&search).unwrap(), bytes);
                    }
                }
                assert_eq!((step, search.expansions()), (end, whole.expansions()), "{}", row.id);
                assert_eq!(search.closest(), whole.closest());
                assert_eq!(search.path_to(search.closest()), whole.path_to(whole.closest()));
                assert!(search.labels().iter().eq(whole.labels().iter()), "{}: other labels", row.id);
            }
        }
    }
}

/// A field with four neighbours and prices in whole steps.
struct Streets([[u32; 10]; 10]);

impl Graph for Streets {
    fn node_count(&self) -> u32 {
        100
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, u64)) {
        let size = Size::new(10, 10);
        let here = size.cell(visit.node as usize);
        for (dir, cell) in size.neighbours(here).filter(|(dir, _)| !dir.is_diagonal()) {
            let price = self.0[usize::from(cell.y)][usize::from(cell.x)];
            if price > 0 {
                emit(size.index(cell) as NodeId, u64::from(price * dir.length() / 1000));
            }
        }
    }
}

struct Manhattan(Cell);
impl Goal for Manhattan {
    fn contains(&self, node: NodeId) -> bool {
        self.estimate(node) == 0
    }
}
impl Heuristic for Manhattan {
    fn estimate(&self, node: NodeId) -> u64 {
        let cell = Size::new(10, 10).cell(node as usize);
        u64::from(cell.x.abs_diff(self.0.x) + cell.y.abs_diff(self.0.y))
    }
}

/// Patel's weighted example ("Introduction to the A* Algorithm"): a wood of price 5 in a meadow of price 1, and the
/// distances printed there.
#[test]
fn the_textbook_distances_are_met() {
    const DISTANCES: [[u32; 10]; 10] = [
        [5, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        [4, 3, 4, 5, 10, 13, 10, 11, 12, 13],
        [3, 2, 3, 4, 9, 14, 15, 12, 13, 14],
        [2, 1, 2, 3, 8, 13, 18, 17, 14, 15],
        [1, 0, 1, 6, 11, 16, 21, 20, 15, 16],
        [2, 1, 2, 7, 12, 17, 22, 21, 16, 17],
        [3, 2, 3, 4, 9, 14, 19, 16, 17, 18],
        [4, 0, 0, 0, 14, 19, 18, 15, 16, 17],
        [5, 0, 0, 0, 15, 16, 13, 14, 15, 16],
        [6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    ];
    let mut streets = Streets([[1; 10]; 10]);
    for (x, y) in (1..=8).flat_map(|y| [(4, y), (5, y)]).chain((2..=7).map(|y| (6, y))) {
        streets.0[y][x] = 5;
    }
    for (x, y) in [(3, 4), (3, 5), (7, 3), (7, 4), (7, 5)] {
        streets.0[y][x] = 5;
    }
    for (x, y) in [(1, 7), (2, 7), (3, 7), (1, 8), (2, 8), (3, 8)] {
        streets.0[y][x] = 0;
    }
    let start = 41;
    let mut flood = Search::new(100, start, Rank::UniformCost, &NoTarget, u32::MAX);
    assert_eq!(run(&mut flood, &streets, &NoTarget, u32::MAX, &mut NoObserver), Step::Exhausted);
    assert_eq!((flood.expansions(), flood.labels().label_count()), (94, 94));
    for (node, label) in flood.labels().iter() {
        assert_eq!(label.g, u64::from(DISTANCES[node as usize / 10][node as usize % 10]), "node {node}");
    }
    for row in ROWS.iter().filter(|row| row.promise == Promise::Optimal) {
        let aim = Manhattan(Cell::new(8, 3));
        let mut search = Search::new(100, start, row.rank, &aim, u32::MAX);
        assert_eq!(run(&mut search, &streets, &aim, u32::MAX, &mut NoObserver), Step::Found(38));
        assert_eq!(search.cost_of(38), Some(14), "{}", row.id);
    }
}
