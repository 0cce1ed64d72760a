//! Other map representations: cells with fuel, and graphs derived from a grid so that less of it is searched.

use crate::ground::{at, open, solve, suite};
use crate::kit::Dice;
use wayworn::graph::{
    Blocks, Corner, EdgeFiltered, Edges, Fuelled, Graph, Headed, HexGrid, Moves, NODE_COUNT_MAX, NodeId,
    Rectangles, Reservations, Roads, Terrain, TimeExpanded, TriangleGrid, Visit, WithEndpoints,
};
use wayworn::grid::{Cell, Size};
use wayworn::search::block_astar::BlockAStar;
use wayworn::search::bounded_cost::{BoundedCost, StepBound};
use wayworn::search::catalogue::find;
use wayworn::search::frontiers::{TieRule, Tied};
use wayworn::search::provinces::Provinces;
use wayworn::search::{
    Algorithm, BestFirst, Goal, GridTarget, HeapFrontier, Heuristic, NoObserver, NoTarget, Rank, Search,
    Step, Tally, run,
};

const EIGHT: Moves = Moves::Eight(Corner::BothFree);

fn free(terrain: &Terrain) -> Vec<NodeId> {
    (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).collect()
}

/// Random ends on free cells.
fn questions(terrain: &Terrain, count: usize, seed: u64) -> Vec<(NodeId, NodeId)> {
    let (mut dice, free) = (Dice(seed), free(terrain));
    (0..count).map(|_| (free[dice.below(free.len())], free[dice.below(free.len())])).collect()
}

fn astar(terrain: &Terrain) -> BestFirst<&Terrain> {
    BestFirst::new(terrain, HeapFrontier::default(), Rank::AStar)
}

/// The distance of a triangle is the number of lines crossed, and A* with that heuristic walks straight there.
#[test]
fn triangles_are_as_far_as_the_lines_between_them() {
    let size = Size::new(13, 11);
    let grid = TriangleGrid::new(size, vec![1000; size.area()]).unwrap();
    let mut astar = BestFirst::new(&grid, HeapFrontier::default(), Rank::AStar);
    for start in [Cell::new(0, 0), Cell::new(6, 5), Cell::new(12, 10), Cell::new(3, 4)] {
        let node = size.index(start) as NodeId;
        let mut flood = Search::new(grid.node_count(), node, Rank::UniformCost, &NoTarget, u32::MAX);
        run(&mut flood, &grid, &NoTarget, u32::MAX, &mut NoObserver);
        for cell in size.cells() {
            let (goal, steps) = (size.index(cell) as NodeId, TriangleGrid::steps(start, cell));
            assert_eq!(flood.cost_of(goal), Some(u64::from(1000 * steps)), "{start:?} to {cell:?}");
            astar.begin(node, goal);
            while astar.step(&mut NoObserver) == Step::Working {}
            assert_eq!((astar.path().len() as u32, astar.search().expansions()), (steps + 1, steps));
        }
    }
}

/// A tank of twelve is too small for twenty cells: the path bends to the well, and without it there is none.
#[test]
fn fuel_lasts_from_well_to_well() {
    let terrain = open(21, 11, Moves::Four);
    let (start, goal) = (at(&terrain, 0, 5), at(&terrain, 20, 5));
    let mut wells = vec![false; terrain.size().area()];
    wells[at(&terrain, 10, 3) as usize] = true;
    let fuelled = |tank: u32, wells: &[bool]| {
        let graph = Fuelled::new(&terrain, tank, 1000, wells.to_vec()).unwrap();
        BestFirst::new(graph, HeapFrontier::default(), Rank::AStar)
    };
    let mut search = fuelled(12, &wells);
    assert_eq!(solve(&mut search, &terrain, start, goal).0, Some(24_000));
    let path = search.path();
    let at_well = path.iter().position(|cell| wells[*cell as usize]).unwrap();
    assert_eq!(
        (at_well, path.len() - 1 - at_well),
        (12, 12),
        "the tank is empty at the well, and at the goal"
    );
    assert_eq!(solve(&mut fuelled(11, &wells), &terrain, start, goal).0, None);
    assert_eq!(solve(&mut fuelled(12, &vec![false; wells.len()]), &terrain, start, goal).0, None);
    assert_eq!(solve(&mut fuelled(20, &wells), &terrain, start, goal).0, Some(20_000));
    // Half-step units: a straight step burns two of them, a diagonal one is rounded up to three.
    let eight = open(5, 5, EIGHT);
    let graph = Fuelled::new(&eight, 0, 500, vec![false; 25]).unwrap();
    assert_eq!([1000, 1414].map(|cost| graph.fuel_for(cost)), [2, 3]);
}

/// As the bound tightens, paths become more expensive, never longer than the bound, until there is none; at each
/// bound the search with two costs and the one over ⟨cell, steps left⟩ agree.
#[test]
fn bounded_costs_stay_within_the_bound() {
    let (mut dearer, mut none) = (0, 0);
    for name in ["hills", "last-ford"] {
        let terrain = suite(name);
        for (start, goal) in questions(&terrain, 15, 31) {
            let mut free = astar(&terrain);
            let (Some(best), _) = solve(&mut free, &terrain, start, goal) else { continue };
            let longest = free.path().len() as u32 - 1;
            let mut last = best;
            for steps in (longest.saturating_sub(8)..=longest).rev() {
                let mut bounded = BoundedCost::new(&terrain, StepBound::Steps(steps));
                let (cost, _) = solve(&mut bounded, &terrain, start, goal);
                let graph = Fuelled::by_steps(&terrain, steps).unwrap();
                let mut over_nodes = BestFirst::new(graph, HeapFrontier::default(), Rank::AStar);
                assert_eq!(solve(&mut over_nodes, &terrain, start, goal).0, cost, "{name}, {steps} steps");
                let Some(cost) = cost else {
                    none += 1;
                    break;
                };
                assert!(bounded.path().len() as u32 <= steps + 1 && cost >= last);
                dearer += u32::from(cost > last);
                last = cost;
            }
        }
    }
    assert!(dearer > 10 && none > 10, "{dearer} dearer, {none} none");
}

/// Costs and expansions of a solver and of A*, summed over queries; costs only where both find a path.
fn compared(id: &str, terrain: &Terrain, count: usize, seed: u64) -> [(u64, u64); 2] {
    let mut sums = [(0, 0); 2];
    let mut solvers = [find(id).unwrap().solver(terrain), find("astar").unwrap().solver(terrain)];
    for (start, goal) in questions(terrain, count, seed) {
        for (solver, sum) in solvers.iter_mut().zip(&mut sums) {
            let mut tally = Tally::default();
            solver.begin(start, goal);
            let step = solver.run(u32::MAX, &mut tally);
            if step != Step::Exhausted {
                sum.0 += terrain.path_cost(&solver.path()).unwrap();
            }
            sum.1 += tally.expanded;
        }
    }
    sums
}

/// Random ground: a fifth of it walls, the rest in patches of five prices.
fn rough(side: u16, seed: u64) -> Terrain {
    let (size, mut dice) = (Size::new(side, side), Dice(seed));
    let patches: Vec<u16> = (0..size.area()).map(|_| [1000, 1000, 2000, 3000, 5000][dice.below(5)]).collect();
    let prices = size.cells().map(|cell| {
        let patch = size.index(Cell::new(cell.x / 8, cell.y / 8));
        if dice.below(5) == 0 { 0 } else { patches[patch] }
    });
    Terrain::new(size, prices.collect(), EIGHT).unwrap()
}

/// Paths over entrances cost a few percent more than the cheapest; on large maps they take far fewer expansions.
#[test]
fn hierarchies_are_nearly_optimal_and_cheap() {
    let (mut cost, mut best) = (0, 0);
    for name in ["hills", "maze", "noise-20", "open", "pillars", "rooms", "tall", "wide"] {
        let [sketched, astar] = compared("hpastar", &suite(name), 30, 41);
        (cost, best) = (cost + sketched.0, best + astar.0);
    }
    assert!((cost - best) * 100 < best * 6, "{cost} instead of {best}");
    let [sketched, astar] = compared("hpastar", &rough(160, 42), 20, 43);
    assert!(sketched.0 * 100 < astar.0 * 110 && sketched.1 * 3 < astar.1, "{sketched:?} {astar:?}");
}

/// Two temporary nodes come and go, and the graph is as before.
#[test]
fn guests_leave_no_trace() {
    let ring: Vec<Vec<(NodeId, u64)>> = (0..6).map(|i| vec![((i + 1) % 6, 10), ((i + 5) % 6, 30)]).collect();
    let mut graph = WithEndpoints::new(Edges::new(&ring));
    let before = graph.edges().clone();
    let (start, goal) = (graph.start(), graph.goal());
    let everything = |graph: &WithEndpoints| {
        let mut all = Vec::new();
        for node in 0..graph.node_count() {
            graph.successors(Visit { node, parent: node }, &mut |next, cost| all.push((node, next, cost)));
        }
        all
    };
    let bare = everything(&graph);
    graph.set_start(vec![(1, 5), (4, 25)]);
    graph.set_goal(vec![(5, 7), (0, 1)]);
    let mut search = Search::new(graph.node_count(), start, Rank::UniformCost, &NoTarget, u32::MAX);
    run(&mut search, &graph, &NoTarget, u32::MAX, &mut NoObserver);
    assert_eq!((search.cost_of(goal), search.path_to(goal)), (Some(36), vec![start, 1, 0, goal]));
    graph.set_start(Vec::new());
    graph.set_goal(Vec::new());
    assert_eq!((graph.edges(), everything(&graph)), (&before, bare));
}

/// Between two cells lies one block more than there are articulation cells.
#[test]
fn blocks_hang_together_by_the_cells_that_part_them() {
    let (mut dice, mut parting) = (Dice(44), 0);
    for round in 0..12 {
        let prices = (0..36).map(|_| if dice.below(5) < 2 { 0 } else { 1000 }).collect();
        let rule = [EIGHT, Moves::Eight(Corner::Cut), Moves::Four][round % 3];
        let terrain = Terrain::new(Size::new(6, 6), prices, rule).unwrap();
        let (free, blocks) = (free(&terrain), Blocks::of(&terrain));
        let joined = |a: NodeId, b: NodeId, without: NodeId| {
            let graph = EdgeFiltered { graph: &terrain, keeps: |_, to| to != without };
            let mut flood = Search::new(36, a, Rank::UniformCost, &NoTarget, u32::MAX);
            run(&mut flood, &graph, &NoTarget, u32::MAX, &mut NoObserver);
            flood.cost_of(b).is_some()
        };
        for a in &free {
            for b in free.iter().filter(|b| *b > a) {
                let cuts = free.iter().filter(|c| *c != a && *c != b && !joined(*a, *b, **c)).count();
                let passed = blocks.blocks_between(*a, *b).map(|blocks| blocks.len());
                assert_eq!(passed, joined(*a, *b, NodeId::MAX).then_some(cuts + 1), "{a} to {b}");
                parting += usize::from(passed.is_some_and(|passed| passed > 1));
            }
        }
    }
    assert!(parting > 100, "{parting}");
}

/// Knowing the dead ends saves expansions in a maze, and never adds any.
#[test]
fn dead_ends_are_left_out() {
    for name in ["maze", "noise-40", "rooms", "open", "slits", "tall"] {
        let [known, astar] = compared("dead-ends", &suite(name), 40, 45);
        assert!(known.0 == astar.0 && known.1 <= astar.1, "{name}: {known:?} {astar:?}");
        assert!(known.1 * 4 < astar.1 * 3 || name != "maze", "{known:?} {astar:?}");
    }
}

/// Expanding sixteen cells at once pops far less often, at the same costs; a few tables serve all blocks.
#[test]
fn blocks_are_expanded_at_once() {
    for name in ["hills", "open", "rooms", "noise-20", "maze"] {
        let terrain = suite(name);
        let [blocks, astar] = compared("block-astar", &terrain, 40, 52);
        assert!(blocks.0 == astar.0 && blocks.1 < astar.1, "{name}: {blocks:?} {astar:?}");
    }
    let plain = open(512, 512, EIGHT);
    assert!(Algorithm::prepared_bytes(&BlockAStar::new(&plain)) < 70_000, "one table for 16384 blocks");
}

/// Every free cell lies in one rectangle without walls; with those, open ground takes fewer expansions.
#[test]
fn rectangles_are_crossed_at_once() {
    for name in ["open", "rooms", "noise-20", "u-trap", "pillars"] {
        let terrain = suite(name);
        let rectangles = Rectangles::of(&terrain);
        let mut covered = 0;
        for (number, rectangle) in rectangles.all().iter().enumerate() {
            for y in rectangle.from.y..=rectangle.to.y {
                for x in rectangle.from.x..=rectangle.to.x {
                    assert_eq!(rectangles.rectangle_of(at(&terrain, x, y)), number as u32);
                    covered += usize::from(!terrain.is_wall(at(&terrain, x, y)));
                }
            }
        }
        assert_eq!(covered, free(&terrain).len());
        if terrain.is_uniform() {
            let [reduced, astar] = compared("rsr", &terrain, 40, 46);
            assert_eq!(reduced.0, astar.0, "{name}");
            assert!(
                reduced.1 < astar.1 || !["open", "rooms", "u-trap"].contains(&name),
                "{name}: {reduced:?} {astar:?}"
            );
        }
    }
}

/// Corridors become single edges: few nodes are left of a maze, at the same costs. A ring has one junction.
#[test]
fn corridors_become_roads() {
    let maze = suite("maze");
    let roads = Roads::of(&maze);
    assert!(roads.junctions().len() * 3 < free(&maze).len());
    let [over_roads, astar] = compared("road-map", &maze, 60, 47);
    assert_eq!(over_roads.0, astar.0);
    assert!(over_roads.1 * 3 < astar.1, "{over_roads:?} {astar:?}");
    let prices = (0..25).map(|i| if [6, 7, 8, 11, 12, 13, 16, 17, 18].contains(&i) { 0 } else { 1000 });
    let ring = Terrain::new(Size::new(5, 5), prices.collect(), Moves::Four).unwrap();
    let roads = Roads::of(&ring);
    assert_eq!((roads.junctions().len(), roads.roads().len(), roads.roads()[0].len()), (1, 1, 17));
}

/// Areas of any shape are searched like squares: by a table of neighbours and costs.
#[test]
fn provinces_are_searched_like_squares() {
    let terrain = suite("hills");
    let (mut dice, free) = (Dice(48), free(&terrain));
    let capitals: Vec<Cell> = (0..9).map(|_| terrain.cell(free[dice.below(free.len())])).collect();
    let nearest = |cell: Cell| (0..9).min_by_key(|i| capitals[*i as usize].octile(cell)).unwrap();
    let labels: Vec<u32> = (0..terrain.node_count()).map(|node| nearest(terrain.cell(node))).collect();
    let provinces = Provinces::of(&terrain, &labels, 9).unwrap();
    assert!(Provinces::of(&terrain, &labels, 10).is_none(), "the tenth is empty");
    let mut costs = [[u64::MAX; 9]; 9];
    for a in 0..9 {
        costs[a as usize][a as usize] = 0;
        for (b, cost) in provinces.borders().edges_of(a) {
            costs[a as usize][*b as usize] = *cost;
            let touches = |two: (usize, u32)| {
                labels[two.0] == a && terrain.neighbourhood(two.1).iter().any(|n| labels[*n as usize] == *b)
            };
            assert!((0..labels.len()).zip(0..).any(touches), "{a} and {b} are no neighbours");
        }
    }
    for (k, a, b) in (0..9).flat_map(|k| (0..9).flat_map(move |a| (0..9).map(move |b| (k, a, b)))) {
        costs[a][b] = costs[a][b].min(costs[a][k].saturating_add(costs[k][b]));
    }
    let mut expanded = [0, 0];
    for (start, goal) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
        for (blind, rank) in [Rank::UniformCost, Rank::AStar].into_iter().enumerate() {
            let mut aim = GridTarget::new(&terrain);
            aim.set(provinces.centres()[start as usize], provinces.centres()[goal as usize]);
            let to_middle = ToMiddle { aim, middles: provinces.centres() };
            let mut search = Search::new(9, start, rank, &to_middle, u32::MAX);
            let end = run(&mut search, provinces.borders(), &to_middle, u32::MAX, &mut NoObserver);
            assert_eq!(end, Step::Found(goal));
            assert_eq!(search.cost_of(goal), Some(costs[start as usize][goal as usize]), "{start} to {goal}");
            expanded[blind] += search.expansions();
        }
    }
    assert!(expanded[1] < expanded[0], "{expanded:?}");
}

/// The heuristic and the goal of provinces.
struct ToMiddle<'a> {
    aim: GridTarget,
    middles: &'a [NodeId],
}

impl Goal for ToMiddle<'_> {
    fn contains(&self, node: NodeId) -> bool {
        self.aim.contains(self.middles[node as usize])
    }
}

impl Heuristic for ToMiddle<'_> {
    fn estimate(&self, node: NodeId) -> u64 {
        self.aim.estimate(self.middles[node as usize])
    }
}

/// Where all cells cost the same, following one path saves expansions, against A* that prefers the newest of equals
/// and still more against one that prefers the oldest; and its cost stays within its bound.
#[test]
fn following_one_way_saves_expansions() {
    let (mut kept, mut newest, mut oldest) = ((0, 0), (0, 0), 0);
    for name in ["maze", "noise-20", "open", "pillars", "rooms", "slits", "u-trap"] {
        let terrain = suite(name);
        let [following, astar] = compared("alphastar", &terrain, 40, 49);
        kept = (kept.0 + following.0, kept.1 + following.1);
        newest = (newest.0 + astar.0, newest.1 + astar.1);
        let mut search = BestFirst::new(&terrain, Tied::new(TieRule::FirstIn), Rank::AStar);
        for (start, goal) in questions(&terrain, 40, 49) {
            oldest += solve(&mut search, &terrain, start, goal).1.expanded;
        }
    }
    assert!(kept.0 * 100 <= newest.0 * 101, "{kept:?} {newest:?}");
    assert!(kept.1 < newest.1 && kept.1 * 10 < oldest * 9, "{kept:?} {newest:?} {oldest}");
}

/// Graphs whose parts do not fit together are refused when they are made.
#[test]
fn parts_that_do_not_fit_are_refused() {
    let size = Size::new(3, 2);
    for count in 0..9 {
        let prices = || (1..=count).collect::<Vec<u16>>();
        let (hexagons, triangles) = (HexGrid::new(size, prices()), TriangleGrid::new(size, prices()));
        assert_eq!(hexagons.map(|grid| grid.prices().to_vec()), (count == 6).then(prices));
        assert_eq!(triangles.map(|grid| grid.prices().to_vec()), (count == 6).then(prices));
    }
    let terrain = open(16, 16, Moves::Four);
    let wells = |cells| vec![false; cells];
    assert!(Fuelled::new(&terrain, 5, 1000, wells(256)).is_some());
    assert!(Fuelled::new(&terrain, 5, 0, wells(256)).is_none(), "a unit burns at no cost");
    assert!(Fuelled::new(&terrain, 5, 1000, wells(255)).is_none(), "a cell has no flag");
    let nodes = |tank| Fuelled::by_steps(&terrain, tank).map(|graph| graph.node_count());
    assert_eq!([(1 << 23) - 1, 1 << 23, u32::MAX].map(nodes), [Some(NODE_COUNT_MAX), None, None]);
    let reserved = Reservations::default();
    let timed = |layers, goal| {
        TimeExpanded::new(&terrain, &reserved, layers, goal, true).map(|graph| graph.node_count())
    };
    assert_eq!([timed(0, 0), timed(1, 256), timed(1 << 24, 0)], [None; 3]);
    assert_eq!([timed(1, 255), timed(1 << 23, 0)], [Some(256), Some(NODE_COUNT_MAX)]);
    let turns = |cost| std::panic::catch_unwind(|| Headed::new(&terrain, cost, Headed::ANY).node_count());
    assert!(turns(Headed::TURN_COST_MAX).is_ok() && turns(Headed::TURN_COST_MAX + 1).is_err());
}

/// Hexagons: a search on open ground finds the distance of the three axes.
#[test]
fn hexagons_are_as_far_as_their_axes_say() {
    let size = Size::new(13, 11);
    let grid = HexGrid::new(size, vec![1000; size.area()]).unwrap();
    for start in [Cell::new(0, 0), Cell::new(6, 5), Cell::new(12, 10), Cell::new(3, 4)] {
        let node = size.index(start) as NodeId;
        let mut flood = Search::new(grid.node_count(), node, Rank::UniformCost, &NoTarget, u32::MAX);
        run(&mut flood, &grid, &NoTarget, u32::MAX, &mut NoObserver);
        for cell in size.cells() {
            let cost = flood.cost_of(size.index(cell) as NodeId).unwrap();
            assert_eq!(cost, u64::from(1000 * HexGrid::steps(start, cell)), "{start:?} to {cell:?}");
        }
    }
}
