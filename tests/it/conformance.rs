//! Conformance: every row of the catalogue keeps its promise on every map of the suite, on all maps of nine cells,
//! and on a sample of the public benchmarks; rotated, mirrored, with scaled prices, and in slices of any size.
//!
//! The rules of movement are implemented a second time here, and the reference costs come from another library.

use crate::kit::{self, Dice};
use std::collections::HashMap;
use std::path::PathBuf;
use wayworn::benchmark::{PublicMap, parse_costs, parse_scenarios};
use wayworn::graph::shapes::Footprint;
use wayworn::graph::{Corner, Headed, Moves, NodeId, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::search::any_angle::ThetaStar;
use wayworn::search::catalogue::{CatalogueRow, Promise, ROWS};
use wayworn::search::{Solver, Step, Tally};

const RULES: [Moves; 3] = [Moves::Eight(Corner::BothFree), Moves::Eight(Corner::Cut), Moves::Four];

/// A terrain judged by independent rules.
struct Oracle<'a> {
    terrain: &'a Terrain,
}

impl Oracle<'_> {
    fn price(&self, cell: Cell, dx: i32, dy: i32) -> u32 {
        let size = self.terrain.size();
        size.offset(cell, dx, dy).map_or(0, |cell| u32::from(self.terrain.price(size.index(cell) as NodeId)))
    }

    fn edges(&self, node: NodeId) -> Vec<(NodeId, u32)> {
        let here = self.terrain.cell(node);
        let mut edges = Vec::new();
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let diagonal = dx != 0 && dy != 0;
            let allowed = match self.terrain.moves() {
                Moves::Four => !diagonal,
                Moves::Eight(Corner::Cut) => true,
                Moves::Eight(Corner::BothFree) => {
                    !diagonal || (self.price(here, dx, 0) > 0 && self.price(here, 0, dy) > 0)
                }
            };
            let price = self.price(here, dx, dy);
            if (dx, dy) != (0, 0) && allowed && price > 0 {
                let to =
                    i64::from(node) + i64::from(dy) * i64::from(self.terrain.size().width) + i64::from(dx);
                edges.push((to as NodeId, if diagonal { price * 1393 / 985 } else { price }));
            }
        }
        edges
    }

    fn costs_from(&self, start: NodeId) -> HashMap<NodeId, u32> {
        let all = pathfinding::directed::dijkstra::dijkstra_all(&start, |node| self.edges(*node));
        all.into_iter().map(|(node, (_, cost))| (node, cost)).chain([(start, 0)]).collect()
    }

    fn fewest_steps(&self, start: NodeId, goal: NodeId) -> usize {
        let edges = |node: &NodeId| self.edges(*node).into_iter().map(|(to, _)| to);
        pathfinding::directed::bfs::bfs(&start, edges, |node| *node == goal).unwrap().len() - 1
    }

    /// Cost of the cheapest path of at most this many steps, step by step.
    fn cheapest_in(&self, steps: usize, start: NodeId, goal: NodeId) -> u32 {
        let edges: Vec<_> = (0..self.terrain.size().area() as NodeId).map(|node| self.edges(node)).collect();
        let mut costs = vec![u32::MAX; edges.len()];
        costs[start as usize] = 0;
        for _ in 0..steps {
            let mut longer = costs.clone();
            for (edges, cost) in edges.iter().zip(&costs).filter(|(_, cost)| **cost < u32::MAX) {
                for (to, more) in edges {
                    longer[*to as usize] = longer[*to as usize].min(cost + more);
                }
            }
            costs = longer;
        }
        costs[goal as usize]
    }

    /// Turns and cost of the path with the fewest turns.
    fn fewest_turns(&self, start: NodeId, goal: NodeId) -> (u32, u32) {
        let edges = |(node, dir): &(NodeId, Option<(i32, i32)>)| {
            let (node, dir, here) = (*node, *dir, self.terrain.cell(*node));
            let step = move |(to, cost): (NodeId, u32), there: Cell| {
                let new = (i32::from(there.x) - i32::from(here.x), i32::from(there.y) - i32::from(here.y));
                let turn = u64::from(dir.is_some_and(|dir| dir != new));
                ((to, Some(new)), turn << 32 | u64::from(cost))
            };
            let all = self.edges(node).into_iter();
            all.map(|edge| step(edge, self.terrain.cell(edge.0))).collect::<Vec<_>>()
        };
        let found =
            pathfinding::directed::dijkstra::dijkstra(&(start, None), edges, |(node, _)| *node == goal);
        let cost = found.unwrap().1;
        ((cost >> 32) as u32, cost as u32)
    }

    /// Cost of the cheapest path on which no step turns by more than an eighth of a circle, if there is one.
    fn gentlest(&self, start: NodeId, goal: NodeId) -> Option<u32> {
        let offset = |from: NodeId, to: NodeId| {
            let (a, b) = (self.terrain.cell(from), self.terrain.cell(to));
            (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y))
        };
        let edges = |(node, dir): &(NodeId, Option<(i32, i32)>)| {
            let (node, dir) = (*node, *dir);
            let steps = self.edges(node).into_iter().map(|(to, cost)| ((to, Some(offset(node, to))), cost));
            let is_gentle =
                |new: (i32, i32)| dir.is_none_or(|old| (old.0 - new.0).abs() + (old.1 - new.1).abs() < 2);
            steps.filter(|((_, new), _)| new.is_none_or(is_gentle)).collect::<Vec<_>>()
        };
        let is_goal = |(node, _): &(NodeId, _)| *node == goal;
        pathfinding::directed::dijkstra::dijkstra(&(start, None), edges, is_goal).map(|found| found.1)
    }

    /// Whether all cells of a walker's footprint are on the map and free.
    fn fits(&self, walker: Footprint, node: NodeId) -> bool {
        let range = || -i32::from(walker.before)..=i32::from(walker.after);
        let here = self.terrain.cell(node);
        range().all(|dy| range().all(|dx| self.price(here, dx, dy) > 0))
    }

    /// Cost of the cheapest path on which a walker fits at each cell, and beside each diagonal step as the rule of
    /// movement says.
    fn cheapest_fitting(&self, walker: Footprint, start: NodeId, goal: NodeId) -> Option<u32> {
        let both_corners = self.terrain.moves() == Moves::Eight(Corner::BothFree);
        let may_step = |from: NodeId, to: NodeId| {
            let [a, b] = [from, to].map(|node| self.terrain.cell(node));
            let beside = [Cell::new(a.x, b.y), Cell::new(b.x, a.y)].map(|cell| self.terrain.node(cell));
            self.fits(walker, to) && (!both_corners || beside.iter().all(|node| self.fits(walker, *node)))
        };
        let edges = |from: &NodeId| {
            let from = *from;
            self.edges(from).into_iter().filter(move |(to, _)| may_step(from, *to)).collect::<Vec<_>>()
        };
        let found = pathfinding::directed::dijkstra::dijkstra(&start, edges, |node| *node == goal);
        found.map(|found| found.1).filter(|_| self.fits(walker, start))
    }

    fn walked(&self, path: &[NodeId]) -> u32 {
        let step = |two: &[NodeId]| {
            let edge = self.edges(two[0]).into_iter().find(|(to, _)| *to == two[1]);
            edge.unwrap_or_else(|| panic!("no step from {} to {}", two[0], two[1])).1
        };
        path.windows(2).map(step).sum()
    }

    /// Cost of the straight line over the cheapest ground; on ground of one price that of the line itself.
    fn least_line_cost(&self, from: NodeId, to: NodeId) -> u64 {
        if self.terrain.is_uniform() {
            return ThetaStar::line_cost(self.terrain, from, to);
        }
        let (a, b) = (self.terrain.cell(from), self.terrain.cell(to));
        let squares = u64::from(a.x.abs_diff(b.x)).pow(2) + u64::from(a.y.abs_diff(b.y)).pow(2);
        (squares * u64::from(self.terrain.cheapest()).pow(2)).isqrt()
    }

    /// Whether a straight line between the centres of two cells stays off the open square, two cells wide, around the
    /// centre of every wall.
    fn is_clear_of_wide_walls(&self, from: NodeId, to: NodeId) -> bool {
        let [a, b] = [from, to].map(|node| self.terrain.cell(node));
        let [(ax, ay), (bx, by)] = [a, b].map(|cell| (i32::from(cell.x), i32::from(cell.y)));
        let enters = |cell: Cell| {
            let (x, y) = (i32::from(cell.x), i32::from(cell.y));
            let is_near =
                x + 1 > ax.min(bx) && x - 1 < ax.max(bx) && y + 1 > ay.min(by) && y - 1 < ay.max(by);
            let (dx, dy) = (bx - ax, by - ay);
            is_near && (dx * (y - ay) - dy * (x - ax)).abs() < dx.abs() + dy.abs()
        };
        let size = self.terrain.size();
        size.cells().all(|cell| !self.terrain.is_wall(size.index(cell) as NodeId) || !enters(cell))
    }

    /// Length of the shortest lines over the centres of any cells, for a walker one cell wide.
    fn shortest_wide_lines(&self, start: NodeId, goal: NodeId) -> u64 {
        let edges = |from: &NodeId| {
            let from = *from;
            let others = free(self.terrain).into_iter().filter(move |to| *to != from);
            let seen = others.filter(|to| self.is_clear_of_wide_walls(from, *to));
            seen.map(|to| (to, ThetaStar::line_cost(self.terrain, from, to))).collect::<Vec<_>>()
        };
        pathfinding::directed::dijkstra::dijkstra(&start, edges, |node| *node == goal).unwrap().1
    }

    /// Whether a straight line between the centres of two cells stays off the closed square of every wall.
    fn is_clear(&self, from: NodeId, to: NodeId) -> bool {
        let middle = |cell: Cell| (2 * i32::from(cell.x), 2 * i32::from(cell.y));
        let ((ax, ay), (bx, by)) = (middle(self.terrain.cell(from)), middle(self.terrain.cell(to)));
        let touches = |cell: Cell| {
            let (x, y) = middle(cell);
            let beside = x + 1 < ax.min(bx) || x - 1 > ax.max(bx) || y + 1 < ay.min(by) || y - 1 > ay.max(by);
            let (dx, dy) = (bx - ax, by - ay);
            !beside && (dx * (y - ay) - dy * (x - ax)).abs() <= dx.abs() + dy.abs()
        };
        let size = self.terrain.size();
        size.cells().all(|cell| !self.terrain.is_wall(size.index(cell) as NodeId) || !touches(cell))
    }
}

/// Runs a search in slices of at most this budget.
fn ask(solver: &mut dyn Solver, start: NodeId, goal: NodeId) -> Option<Vec<NodeId>> {
    solver.begin(start, goal);
    loop {
        match solver.run(u32::MAX, &mut Tally::default()) {
            Step::Working => {}
            Step::Found(_) => return Some(solver.path()),
            Step::Exhausted => return None,
        }
    }
}

/// Checks one result against the promise of its row.
fn check(
    row: &CatalogueRow,
    oracle: &Oracle,
    (start, goal): (NodeId, NodeId),
    best: Option<u32>,
    path: Option<&[NodeId]>,
) {
    let id = row.id;
    let (Some(best), Some(path)) = (best, path) else {
        let may_miss = match row.promise {
            Promise::Maybe | Promise::MaybeLines => true,
            Promise::Gentle => oracle.gentlest(start, goal).is_none(),
            Promise::Fitting(walker) => oracle.cheapest_fitting(walker, start, goal).is_none(),
            _ => false,
        };
        let is_right = path.is_none() && (best.is_none() || may_miss);
        assert!(is_right, "{id}: from {start} to {goal}: best is {best:?}, found {path:?}");
        return;
    };
    assert_eq!((path.first(), path.last()), (Some(&start), Some(&goal)), "{id}");
    if row.promise.leaves_grid() {
        assert!(path.windows(2).all(|two| oracle.is_clear(two[0], two[1])), "{id}: through a wall: {path:?}");
        let length: u64 =
            path.windows(2).map(|two| ThetaStar::line_cost(oracle.terrain, two[0], two[1])).sum();
        let straight = oracle.least_line_cost(start, goal);
        assert!(length + path.len() as u64 >= straight, "{id}: {length} is shorter than the straight line");
        if row.promise == Promise::ShortestLines && oracle.terrain.size().area() <= 16 {
            assert_eq!(
                length,
                oracle.shortest_wide_lines(start, goal),
                "{id}: from {start} to {goal}: {path:?}"
            );
        }
        return;
    }
    let cost = oracle.walked(path);
    let place = format!("{id}: from {start} to {goal}: {cost}, best is {best}");
    assert!(cost >= best, "{place}");
    match row.promise {
        Promise::Optimal => assert_eq!(cost, best, "{place}"),
        Promise::Within(percent) => {
            assert!(u64::from(cost) * 100 <= u64::from(best) * u64::from(percent), "{place}");
        }
        Promise::Plus(more) => assert!(cost <= best + more, "{place}"),
        Promise::FewestSteps => assert_eq!(path.len() - 1, oracle.fewest_steps(start, goal), "{place}"),
        Promise::FewestTurns => {
            let cells: Vec<Cell> = path.iter().map(|node| oracle.terrain.cell(*node)).collect();
            assert_eq!((Headed::count_turns(&cells), cost), oracle.fewest_turns(start, goal), "{place}");
        }
        Promise::Gentle => {
            let turns = |three: &[NodeId]| {
                let [a, b, c] = [three[0], three[1], three[2]].map(|node| oracle.terrain.cell(node));
                let (before, after) = (a.dir_to(b).unwrap() as u8, b.dir_to(c).unwrap() as u8);
                [1, 7].contains(&((after + 8 - before) % 8)) || after == before
            };
            assert!(path.windows(3).all(turns), "{place}: {path:?}");
            assert_eq!(Some(cost), oracle.gentlest(start, goal), "{place}");
        }
        Promise::Bounded(percent) => {
            let most = oracle.fewest_steps(start, goal) * usize::from(percent) / 100;
            assert!(path.len() - 1 <= most, "{place}");
            assert_eq!(cost, oracle.cheapest_in(most, start, goal), "{place}");
        }
        Promise::Fitting(walker) => {
            assert!(path.iter().all(|node| oracle.fits(walker, *node)), "{place}");
            assert_eq!(Some(cost), oracle.cheapest_fitting(walker, start, goal), "{place}");
        }
        Promise::Complete | Promise::Maybe => {}
        other => panic!("no test for {other:?}"),
    }
}

/// Every row that works on a terrain, built once.
fn solvers(terrain: &Terrain) -> Vec<(&'static CatalogueRow, Box<dyn Solver + '_>)> {
    let fits = ROWS.iter().filter(|row| row.unmet_need(terrain).is_none());
    fits.map(|row| (row, row.solver(terrain))).collect()
}

fn free(terrain: &Terrain) -> Vec<NodeId> {
    (0..terrain.size().area() as NodeId).filter(|node| !terrain.is_wall(*node)).collect()
}

/// Queries every row for paths between these ends.
fn conforms(terrain: &Terrain, starts: &[NodeId], goals: &[NodeId]) {
    let oracle = Oracle { terrain };
    let mut solvers = solvers(terrain);
    for start in starts {
        let costs = oracle.costs_from(*start);
        for goal in goals {
            for (row, solver) in &mut solvers {
                let path = ask(solver.as_mut(), *start, *goal);
                check(row, &oracle, (*start, *goal), costs.get(goal).copied(), path.as_deref());
            }
        }
    }
}

/// The maps of the suite, by name.
fn suite() -> Vec<(String, PublicMap)> {
    let mut maps = Vec::new();
    for entry in std::fs::read_dir(kit::home().join("levels/suite")).unwrap() {
        let path = entry.unwrap().path();
        let map = PublicMap::parse(&std::fs::read_to_string(&path).unwrap());
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        maps.push((name, map.unwrap_or_else(|error| panic!("{}: {error}", path.display()))));
    }
    maps.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(maps.len() >= 12);
    maps
}

/// The map under every rule of movement, with `S` and `W` at their price.
fn terrains(map: &PublicMap) -> Vec<Terrain> {
    let plain = map.terrain(&parse_costs("S=3,W=5").unwrap());
    let prices = || (0..map.size().area() as NodeId).map(|node| plain.price(node)).collect();
    RULES.into_iter().map(|rule| Terrain::new(map.size(), prices(), rule).unwrap()).collect()
}

fn some(nodes: &[NodeId], count: usize, dice: &mut Dice) -> Vec<NodeId> {
    (0..count).map(|_| nodes[dice.below(nodes.len())]).collect()
}

#[test]
fn every_row_keeps_its_promise_on_the_suite() {
    let mut dice = Dice(11);
    for (_, map) in suite() {
        for terrain in terrains(&map) {
            let nodes = free(&terrain);
            conforms(&terrain, &some(&nodes, 3, &mut dice), &some(&nodes, 5, &mut dice));
        }
    }
}

/// Every run takes each map by one of the rules, every night by all.
#[test]
fn every_row_keeps_its_promise_on_all_maps_of_nine_cells() {
    let rules_apart = kit::many(RULES.len(), 1, 1);
    for (first, rule) in (0..).zip(RULES) {
        for walls in (0..512u32).skip(first % rules_apart).step_by(rules_apart) {
            let prices = (0..9).map(|i| if walls >> i & 1 == 1 { 0 } else { 1000 }).collect();
            let terrain = Terrain::new(Size::new(3, 3), prices, rule).unwrap();
            let nodes = free(&terrain);
            conforms(&terrain, &nodes, &nodes);
        }
    }
}

#[test]
fn every_row_keeps_its_promise_on_small_weighted_maps() {
    let mut dice = Dice(12);
    for round in 0..15 {
        let mut price = || if dice.below(5) == 0 { 0 } else { 300 + 700 * dice.below(6) as u16 };
        let prices = (0..16).map(|_| price()).collect();
        let terrain = Terrain::new(Size::new(4, 4), prices, RULES[round % 3]).unwrap();
        let nodes = free(&terrain);
        conforms(&terrain, &some(&nodes, 3, &mut dice), &some(&nodes, 3, &mut dice));
    }
}

/// A view of a map: its size, the position of each cell in it, and a factor for prices.
type View = (Size, Box<dyn Fn(Cell) -> Cell>, u16);

/// Rotated, mirrored or at twice the price, a land has the same best paths at the matching price. Every run looks at
/// each map in one of these ways, every night in all.
#[test]
fn best_costs_do_not_depend_on_how_one_looks_at_the_map() {
    let mut dice = Dice(13);
    for (number, (name, map)) in suite().into_iter().enumerate() {
        let plain = map.terrain(&parse_costs("S=3,W=5").unwrap());
        let Size { width, height } = plain.size();
        let views: [View; 4] = [
            (plain.size(), Box::new(move |cell| Cell::new(width - 1 - cell.x, cell.y)), 1),
            (plain.size(), Box::new(move |cell| Cell::new(cell.x, height - 1 - cell.y)), 1),
            (Size::new(height, width), Box::new(move |cell| Cell::new(height - 1 - cell.y, cell.x)), 1),
            (plain.size(), Box::new(|cell| cell), 2),
        ];
        let nodes = free(&plain);
        let ends = [some(&nodes, 3, &mut dice), some(&nodes, 3, &mut dice)];
        let apart = kit::many(views.len(), 1, 1);
        for (size, view, times) in views.into_iter().skip(number % apart).step_by(apart) {
            let mut prices = vec![0; size.area()];
            for cell in plain.size().cells() {
                prices[size.index(view(cell))] = plain.price(plain.node(cell)) * times;
            }
            let other = Terrain::new(size, prices, plain.moves()).unwrap();
            for row in
                ROWS.iter().filter(|row| row.promise == Promise::Optimal && row.unmet_need(&plain).is_none())
            {
                let (mut here, mut there) = (row.solver(&plain), row.solver(&other));
                for (start, goal) in ends[0].iter().zip(&ends[1]) {
                    let seen = |node: &NodeId| other.node(view(plain.cell(*node)));
                    let cost = ask(here.as_mut(), *start, *goal).map(|path| plain.path_cost(&path).unwrap());
                    let again = ask(there.as_mut(), seen(start), seen(goal))
                        .map(|path| other.path_cost(&path).unwrap());
                    assert_eq!(cost.map(|cost| cost * u64::from(times)), again, "{} on {name}", row.id);
                }
            }
        }
    }
}

/// Any slicing of the work gives the same path at the same effort.
#[test]
fn slices_leave_no_trace() {
    let mut dice = Dice(14);
    for (name, map) in suite() {
        let terrain = map.terrain(&parse_costs("S=3,W=5").unwrap());
        let nodes = free(&terrain);
        for (row, mut solver) in solvers(&terrain) {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            let mut whole = Tally::default();
            solver.begin(start, goal);
            let end = solver.run(u32::MAX, &mut whole);
            let path = solver.path();
            let mut sliced = Tally::default();
            solver.begin(start, goal);
            let mut step = Step::Working;
            while step == Step::Working {
                let budget = dice.below(40) as u32;
                let before = sliced.expanded;
                step = if dice.below(2) == 0 {
                    solver.run(budget, &mut sliced)
                } else {
                    solver.run_observed(budget, &mut sliced)
                };
                assert!(sliced.expanded - before <= u64::from(budget), "{} overspent", row.id);
            }
            assert_eq!((step, sliced), (end, whole), "{} on {name}", row.id);
            if end != Step::Exhausted {
                assert_eq!(solver.path(), path, "{} on {name}", row.id);
            }
        }
    }
}

/// The optimal lengths of the public benchmarks (Sturtevant 2012) are met on a sample of all maps in `MOVINGAI_DIR`,
/// where that is set, by the rows that are fast enough.
#[test]
fn public_benchmarks_are_met() {
    let Some(dir) = std::env::var_os("MOVINGAI_DIR") else { return };
    let files = std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path());
    let maps: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "map")).collect();
    assert!(!maps.is_empty());
    for path in &maps {
        let map = PublicMap::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
        let text = std::fs::read_to_string(path.with_extension("map.scen")).unwrap();
        let scenarios = parse_scenarios(&text, map.size()).unwrap();
        let terrain = map.exact_terrain();
        for (id, quick, nightly) in [
            ("jps", 20, 60),
            ("astar", 3, 8),
            ("fringe", 1, 2),
            ("bidirectional-astar", 1, 3),
            ("flow-field", 1, 2),
        ] {
            let count = kit::many(quick, nightly, nightly);
            let row = ROWS.iter().find(|row| row.id == id).unwrap();
            let mut solver = row.solver(&terrain);
            for scenario in scenarios.iter().rev().step_by((scenarios.len() / count).max(1)) {
                let (start, goal) = (terrain.node(scenario.start), terrain.node(scenario.goal));
                let nodes = ask(solver.as_mut(), start, goal).unwrap();
                assert!(terrain.path_cost(&nodes).is_some());
                let cells: Vec<Cell> = nodes.iter().map(|node| terrain.cell(*node)).collect();
                assert!(scenario.matches_length(&cells), "{id}: {}:{}", path.display(), scenario.line);
            }
        }
    }
}
