//! Checks the planner's abstraction against exact searches, floods and a fresh build, on lands of noise, walls, mazes
//! and slopes, of odd sizes, that keep changing.

use crate::kit::{self, Dice};
use wayworn::graph::{Corner, CostModel, Graph, Grid8, NodeId, Visit};
use wayworn::grid::{Cell, Size};
use wayworn::land::mix;
use wayworn::plan::{Abstraction, PLANNER_COST_PERCENT_MAX, Scratch, StepPrices};
use wayworn::search::{Labels, NoObserver, NoTarget, Rank, Search, Step, run};
use wayworn::world::Route;

/// A land with heights: ground has a price, climbing costs much and descending little.
struct Hills {
    size: Size,
    /// 0 is a wall.
    ground: Vec<u16>,
    height: Vec<u16>,
}

impl CostModel for Hills {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let ground = u32::from(self.ground[to as usize]);
        let (low, high) = (self.height[from as usize], self.height[to as usize]);
        let slope = if high > low { 300 * (high - low) } else { 20 * (low - high) };
        (ground > 0).then(|| ground * length / 1000 + u32::from(slope))
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.ground[node as usize] == 0
    }
    fn cheapest(&self) -> u32 {
        500
    }
}

impl StepPrices for Hills {
    fn step_time(&self, from: NodeId, to: NodeId, length: u32) -> u32 {
        // Half of every price counts as judgement.
        self.step_cost(from, to, length).unwrap_or(0) / 2
    }
}

const KINDS: usize = 6;

impl Hills {
    /// A land of one of several kinds.
    fn new(kind: usize, size: Size, seed: u64) -> Hills {
        let chance = |cell: Cell, grain: u16, salt: u64| {
            mix(&[u64::from(cell.x / grain), u64::from(cell.y / grain), seed, salt])
        };
        let ground = |cell: Cell| {
            let price = [1000, 2000, 3000, 5000, 7000][(chance(cell, 5, 1) % 5) as usize];
            let is_wall = match kind {
                0 => false,
                1 => chance(cell, 1, 2) % 100 < 30,
                2 => {
                    cell.x % 2 == 1 && cell.y % 2 == 1
                        || (cell.x + cell.y) % 2 == 1 && chance(cell, 1, 3) % 2 == 0
                }
                3 => chance(cell, 7, 4) % 100 < 35,
                4 => cell.x % 24 == 11 && chance(cell, 1, 5) % 20 > 0,
                _ => false,
            };
            if is_wall { 0 } else { price.min(if kind == 5 { 1000 } else { 7000 }) }
        };
        let height = |cell: Cell| if kind >= 4 { (chance(cell, 3, 6) % 30) as u16 } else { 0 };
        Hills { size, ground: size.cells().map(ground).collect(), height: size.cells().map(height).collect() }
    }

    /// Changes the ground of one cell.
    fn edit(&mut self, dice: &mut Dice) -> Cell {
        let node = dice.below(self.size.area());
        self.ground[node] = [0, 500, 1000, 4000, 7000][dice.below(5)];
        self.size.cell(node)
    }

    fn node(&self, cell: Cell) -> NodeId {
        self.size.index(cell) as NodeId
    }

    fn graph(&self) -> Grid8<'_, Hills> {
        Grid8 { size: self.size, cost: self, corner: Corner::BothFree }
    }

    /// Costs from a cell to every reachable one.
    fn flood(&self, from: Cell) -> Labels {
        let count = self.size.area() as u32;
        let mut search = Search::new(count, self.node(from), Rank::UniformCost, &NoTarget, u32::MAX);
        while run(&mut search, &self.graph(), &NoTarget, u32::MAX, &mut NoObserver) == Step::Working {}
        search.labels().clone()
    }

    /// Cost of a path if all of its steps are legal, corners included.
    fn walk(&self, path: &[Cell]) -> Option<u64> {
        path.windows(2).try_fold(0, |sum, two| {
            let (from, to) = (self.node(two[0]), self.node(two[1]));
            let mut price = None;
            let visit = Visit { node: from, parent: from };
            self.graph().successors(visit, &mut |next, cost| price = price.or((next == to).then_some(cost)));
            Some(sum + price?)
        })
    }

    fn cell(&self, dice: &mut Dice) -> Cell {
        self.size.cell(dice.below(self.size.area()))
    }

    fn path(
        &self,
        known: &Abstraction,
        from: Cell,
        route: &Route,
        scratch: &mut Scratch,
    ) -> Option<Vec<Cell>> {
        known.refine_all(self, self, from, route, scratch)
    }
}

/// Lands of all kinds, of odd sizes.
fn lands(dice: &mut Dice, count: usize) -> Vec<Hills> {
    let side = |dice: &mut Dice| 1 + (dice.below(18) * dice.below(18)) as u16;
    (0..count)
        .map(|i| {
            let size = Size::new(side(dice) + 20 * (i % 4) as u16, side(dice));
            Hills::new(i % KINDS, size, dice.roll())
        })
        .collect()
}

/// Excess over the optimum that is tolerated, in milli-steps: on short paths a percentage says little.
const FEW_STEPS: u64 = 8000;

#[test]
fn paths_are_found_legal_and_nearly_cheapest_while_the_land_changes() {
    let mut dice = Dice(5);
    let (mut found, mut missing, mut excess, mut worst) = (0u32, 0, 0.0, 1.0f64);
    for mut land in lands(&mut dice, 48) {
        let mut known = Abstraction::new(land.size);
        let mut scratch = Scratch::default();
        for _ in 0..6 {
            let from = land.cell(&mut dice);
            let costs = land.flood(from);
            for _ in 0..6 {
                let goal = land.cell(&mut dice);
                let best = costs.get(land.node(goal)).map(|label| label.g);
                let is_joined = best.is_some() && !land.is_blocked(land.node(goal));
                assert_eq!(
                    known.is_connected(&land, from, goal),
                    is_joined,
                    "{from:?} {goal:?} {:?}",
                    land.size
                );
                let route = known.route(&land, from, goal, &mut scratch);
                let Some(best) = best.filter(|_| is_joined) else {
                    assert!(route.is_none());
                    missing += 1;
                    continue;
                };
                let route = route.expect("a path is found where there is one");
                let path = land.path(&known, from, &route, &mut scratch).expect("it unfolds");
                assert_eq!((path[0], path[path.len() - 1]), (from, goal));
                let cost = land.walk(&path).expect("every step is legal");
                assert!(cost >= best && cost <= route.price.max(best), "{cost} {best} {}", route.price);
                assert!(
                    cost <= best * u64::from(PLANNER_COST_PERCENT_MAX) / 100 + FEW_STEPS,
                    "{cost} {best} {from:?} {goal:?}"
                );
                let ratio = (cost.max(1) as f64) / (best.max(1) as f64);
                (found, excess, worst) = (found + 1, excess + ratio - 1.0, worst.max(ratio));
            }
            for _ in 0..dice.below(30) {
                known.invalidate_cell(land.edit(&mut dice));
            }
        }
    }
    assert!(found > 700 && missing > 200, "{found} paths, {missing} queries without one");
    assert!(excess / f64::from(found) < 0.01, "{excess} over {found} paths, at worst {worst}");
}

/// Compares the nearest reachable cell with all of them.
#[test]
fn without_a_path_the_nearest_reachable_cell_is_returned() {
    let mut dice = Dice(6);
    let mut elsewhere = 0;
    for land in lands(&mut dice, 24) {
        let known = Abstraction::new(land.size);
        for _ in 0..4 {
            let from = land.cell(&mut dice);
            let costs = land.flood(from);
            // A walker that stands in a wall can leave it but not come back.
            let is_reached =
                |cell: &Cell| costs.get(land.node(*cell)).is_some() && !land.is_blocked(land.node(*cell));
            for _ in 0..4 {
                let goal = land.cell(&mut dice);
                let reached = land.size.cells().filter(is_reached);
                let nearest = reached.min_by_key(|cell| (cell.octile(goal), *cell));
                assert_eq!(known.nearest_reachable(&land, from, goal), nearest);
                elsewhere += u32::from(nearest.is_some_and(|nearest| nearest != goal));
            }
        }
    }
    assert!(elsewhere > 50, "{elsewhere}");
}

#[test]
fn repaired_is_rebuilt_after_ten_thousand_edits() {
    let mut dice = Dice(7);
    for kind in [0, 1, 4] {
        let mut land = Hills::new(kind, Size::new(300, 139), 9);
        let mut known = Abstraction::new(land.size);
        known.build(&land);
        let mut scratch = Scratch::default();
        for round in 0..34 {
            let cells: Vec<Cell> = (0..100).map(|_| land.edit(&mut dice)).collect();
            for cell in &cells {
                known.invalidate_cell(*cell);
            }
            match round % 3 {
                // Recomputed at once, recomputed as far as queries need it, or not at all before the next edits.
                0 => known.repair(&land, &cells),
                1 => {
                    let (from, goal) = (land.cell(&mut dice), land.cell(&mut dice));
                    known.route(&land, from, goal, &mut scratch);
                }
                _ => {}
            }
        }
        known.build(&land);
        let anew = Abstraction::new(land.size);
        anew.build(&land);
        let (agree, chunks) = known.agrees_with(&anew);
        assert!(agree && chunks == 19 * 9 + 5 * 3 + 2, "kind {kind}, {chunks} chunks");
        assert!(known.counters().built > anew.counters().built);
    }
}

#[test]
fn neither_order_nor_threads_leave_a_trace() {
    let land = Hills::new(4, Size::new(410, 390), 3);
    let mut dice = Dice(8);
    let questions: Vec<(Cell, Cell)> =
        (0..60).map(|_| (land.cell(&mut dice), land.cell(&mut dice))).collect();
    let answer = |known: &Abstraction, (from, goal): (Cell, Cell)| {
        let mut scratch = Scratch::default();
        let route = known.route(&land, from, goal, &mut scratch)?;
        let path = land.path(known, from, &route, &mut scratch);
        Some((route, path))
    };
    let lazily = Abstraction::new(land.size);
    let answers: Vec<_> = questions.iter().map(|ends| answer(&lazily, *ends)).collect();
    assert!(answers.iter().flatten().count() > 20);
    let at_once = Abstraction::new(land.size);
    kit::on_threads(8, || at_once.build(&land));
    let backwards = Abstraction::new(land.size);
    let mut others: Vec<_> = questions.iter().rev().map(|ends| answer(&backwards, *ends)).collect();
    others.reverse();
    assert_eq!(answers, others);
    let parallel = Abstraction::new(land.size);
    let others: Vec<_> = kit::on_threads(8, || {
        use rayon::prelude::*;
        questions.par_iter().map(|ends| answer(&parallel, *ends)).collect()
    });
    assert_eq!(answers, others);
    for other in [&at_once, &backwards, &parallel] {
        let (agree, chunks) = lazily.agrees_with(other);
        assert!(agree && chunks > 100, "{chunks}");
    }
}

/// Evicting pages all the time, before and between the parts of a path, changes nothing but time.
#[test]
fn dropped_pages_change_no_path() {
    let land = Hills::new(1, Size::new(330, 290), 5);
    let (kept, mut tight) = (Abstraction::new(land.size), Abstraction::new(land.size));
    kept.build(&land);
    tight.build(&land);
    let mut scratch = Scratch::default();
    let (mut dice, mut paths) = (Dice(11), 0);
    for _ in 0..40 {
        let (from, goal) = (land.cell(&mut dice), land.cell(&mut dice));
        Abstraction::trim(&mut [&mut tight], 4);
        assert!(tight.bytes() < kept.bytes());
        let route = kept.route(&land, from, goal, &mut scratch);
        assert_eq!(route, tight.route(&land, from, goal, &mut scratch));
        let Some(route) = route else { continue };
        Abstraction::trim(&mut [&mut tight], dice.below(9));
        let path = land.path(&kept, from, &route, &mut scratch);
        assert_eq!(path, land.path(&tight, from, &route, &mut scratch));
        paths += 1;
    }
    assert!(paths > 10 && tight.counters().built > kept.counters().built, "{paths}");
}

/// Of several abstractions that share a limit those pages go first that were used longest ago; of equals only as many as
/// must.
#[test]
fn pages_used_of_late_are_kept() {
    let land = Hills::new(1, Size::new(330, 290), 5);
    let (mut old, mut young) = (Abstraction::new(land.size), Abstraction::new(land.size));
    old.build(&land);
    let page = old.bytes();
    Abstraction::trim(&mut [&mut old, &mut young], usize::MAX);
    young.build(&land);
    assert_eq!(old.bytes(), young.bytes());
    // 399 chunks each: of 798 pages 600 are left, then 300.
    Abstraction::trim(&mut [&mut old, &mut young], 797);
    assert!(young.bytes() == page && old.bytes() < page);
    Abstraction::trim(&mut [&mut old, &mut young], 400);
    let bare = page - old.bytes();
    Abstraction::trim(&mut [&mut old], 0);
    assert_eq!(page - old.bytes(), bare, "it had none left");
    assert!(young.bytes() < page && page - young.bytes() < bare, "it kept most");
}

/// A route that leaves the chunk of both of its ends and comes back, all across a large land of winding passages.
#[test]
fn a_route_has_a_bound_however_long_it_winds() {
    let size = Size::new(1040, 1040);
    let mut land = Hills { size, ground: vec![1000; size.area()], height: vec![0; size.area()] };
    for cell in size.cells() {
        // Every third row is a wall, with one gap at alternating ends; only the westernmost lane has no walls.
        let is_wall = cell.y % 3 == 2 && cell.x != if cell.y / 3 % 2 == 0 { 1039 } else { 2 };
        let is_lane = cell.x == 1;
        if (is_wall && cell.x > 1) || is_lane {
            land.ground[size.index(cell)] = 0;
        }
    }
    // The lane is entered at the far end only.
    land.ground[size.index(Cell::new(1, 1039))] = 1000;
    let known = Abstraction::new(size);
    let mut scratch = Scratch::default();
    let (from, goal) = (Cell::new(0, 0), Cell::new(3, 0));
    let route = known.route(&land, from, goal, &mut scratch).expect("a path");
    // Both limits: one entrance for every two cells of the borders of the largest chunks, and the entrances inside
    // one chunk.
    let borders = 2 * 4 * 1040 / 2;
    let inside = 2 * 16 * 256 / 2;
    let near = 96 * 256 * 2;
    let spent = scratch.expansions();
    assert!(spent > 4096, "{spent}: it was short");
    assert!(spent <= 4096 + 16_384 + borders + inside + near, "{spent}");
    let path = land.path(&known, from, &route, &mut scratch).expect("it unfolds");
    let cost = land.walk(&path).expect("every step is legal");
    let best = land.flood(from).get(land.node(goal)).expect("reached").g;
    assert!(cost >= best && cost <= best / 100 * u64::from(PLANNER_COST_PERCENT_MAX), "{cost} {best}");
}

#[test]
fn parts_join_and_come_to_the_whole() {
    let mut dice = Dice(9);
    let (mut parts, mut paths) = (0, 0);
    for kind in 0..KINDS {
        let land = Hills::new(kind, Size::new(600, 333), 4);
        let known = Abstraction::new(land.size);
        let mut scratch = Scratch::default();
        for _ in 0..5 {
            let (from, goal) = (land.cell(&mut dice), land.cell(&mut dice));
            let Some(mut route) = known.route(&land, from, goal, &mut scratch) else { continue };
            let whole = land.path(&known, from, &route, &mut scratch).unwrap();
            let mut path = vec![from];
            while *path.last().unwrap() != goal {
                // The rest of the route is saved and loaded between any two parts.
                route = postcard::from_bytes(&postcard::to_stdvec(&route).unwrap()).unwrap();
                let here = *path.last().unwrap();
                let part = known.refine(&land, &land, here, &mut route, &mut scratch).unwrap();
                assert!(part[0] == here && (part.len() > 1 || route.is_refined()));
                path.extend(&part[1..]);
                parts += 1;
            }
            assert!(route.is_refined() && route.crossings().next().is_none());
            assert_eq!(path, whole);
            paths += 1;
        }
    }
    assert!(paths > 15 && parts > 3 * paths, "{paths} paths in {parts} parts");
}

/// Routes planned before an edit still lead to the goal, or report that they do not.
#[test]
fn routes_outlive_changes_or_say_so() {
    let mut dice = Dice(10);
    let (mut arrived, mut given_up) = (0, 0);
    for round in 0..60 {
        let mut land = Hills::new([0, 1, 3, 4][round % 4], Size::new(230, 210), round as u64);
        let mut known = Abstraction::new(land.size);
        let mut scratch = Scratch::default();
        let (from, goal) = (land.cell(&mut dice), land.cell(&mut dice));
        let Some(mut route) = known.route(&land, from, goal, &mut scratch) else { continue };
        let mut here = from;
        let mut parts = 0;
        while here != goal {
            parts += 1;
            assert!(parts < 1000, "every part makes the route shorter");
            for _ in 0..1000 {
                known.invalidate_cell(land.edit(&mut dice));
            }
            let Some(part) = known.refine(&land, &land, here, &mut route, &mut scratch) else {
                given_up += 1;
                break;
            };
            assert!(part[0] == here && land.walk(&part).is_some(), "illegal after a change");
            here = part[part.len() - 1];
        }
        arrived += u32::from(here == goal);
    }
    assert!(arrived > 10 && given_up > 0, "{arrived} arrived, {given_up} gave up");
    // A nonsensical route does no harm either.
    let land = Hills::new(0, Size::new(50, 50), 1);
    let known = Abstraction::new(land.size);
    for seed in 0..300 {
        let mut dice = Dice(seed);
        let mut word = |bound: u64| dice.roll() % bound;
        let goal = Cell::new(word(50) as u16, word(50) as u16);
        let mut list = || (0..word(7)).map(|_| word(6000) as u32).collect::<Vec<_>>();
        let nonsense = postcard::to_stdvec(&(goal, [list(), list(), list()], 1u32, 1u32, 1u32)).unwrap();
        let mut route: Route = postcard::from_bytes(&nonsense).unwrap();
        let from = Cell::new(25, 25);
        if let Some(part) = known.refine(&land, &land, from, &mut route, &mut Scratch::default()) {
            assert!(part[0] == from && land.walk(&part).is_some());
        }
    }
}

/// Costs that concern only one walker are respected near by, and blocked cells are never entered.
#[test]
fn crowds_are_gone_round_near_by() {
    const EXTRA: u32 = 60_000;
    struct Crowded<'a>(&'a Hills, Cell);
    impl CostModel for Crowded<'_> {
        fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
            let is_taken = self.0.size.cell(to as usize) == self.1;
            self.0.step_cost(from, to, length).map(|price| price + if is_taken { EXTRA } else { 0 })
        }
        fn is_blocked(&self, node: NodeId) -> bool {
            self.0.is_blocked(node)
        }
        fn cheapest(&self) -> u32 {
            self.0.cheapest()
        }
    }
    impl StepPrices for Crowded<'_> {
        fn step_time(&self, from: NodeId, to: NodeId, length: u32) -> u32 {
            self.0.step_time(from, to, length)
        }
        fn price_without_crowd(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
            self.0.step_cost(from, to, length)
        }
        fn crowd(&self, low: Cell, high: Cell) -> (Vec<Cell>, u32) {
            let is_near = (low.x..=high.x).contains(&self.1.x) && (low.y..=high.y).contains(&self.1.y);
            (if is_near { vec![self.1] } else { Vec::new() }, EXTRA)
        }
    }
    let land = Hills::new(5, Size::new(200, 90), 2);
    let known = Abstraction::new(land.size);
    let mut scratch = Scratch::default();
    let (from, goal) = (Cell::new(3, 40), Cell::new(190, 50));
    let route = known.route(&land, from, goal, &mut scratch).unwrap();
    let path = land.path(&known, from, &route, &mut scratch).unwrap();
    let crowded = Crowded(&land, path[9]);
    let part = known.refine(&land, &crowded, from, &mut route.clone(), &mut scratch).unwrap();
    assert!(land.walk(&part).is_some() && part.len() > 16 && !part.contains(&path[9]));
}
