//! Costs beyond 32 bits: on a serpentine of the most expensive ground the only path costs more than 2³² milli-steps,
//! and every search, the planner and the game state exactly that cost.

use crate::orders::{self, level, order};
use wayworn::graph::{COST_MAX, Corner, Cost, Moves, NodeId, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::plan::PLANNER;
use wayworn::search::catalogue::{CatalogueRow, Promise, ROWS};
use wayworn::search::{HeapFrontier, Labels, Step, Tally};
use wayworn::world::{Order, Path, Queue, UnitIx, World};

const SIZE: Size = Size::new(601, 227);

/// Walls along every second row, open at alternate ends: one path, through every free cell.
fn serpentine(size: Size, price: u16) -> Terrain {
    let is_open = |cell: Cell| {
        let end = if cell.y % 4 == 1 { size.width - 1 } else { 0 };
        cell.y.is_multiple_of(2) || cell.x == end
    };
    let prices = size.cells().map(|cell| if is_open(cell) { price } else { 0 }).collect();
    Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).unwrap()
}

/// Its two ends, and the cost between them: all steps are straight.
fn ends(terrain: &Terrain) -> (NodeId, NodeId, Cost) {
    let size = terrain.size();
    let rows = Cost::from(size.height / 2);
    let last = if (size.height / 2).is_multiple_of(2) { size.width - 1 } else { 0 };
    let steps = (rows + 1) * Cost::from(size.width - 1) + 2 * rows;
    (0, terrain.node(Cell::new(last, size.height - 1)), steps)
}

/// Rows that restart or walk back and forth as often as the path is long: too slow for such a path.
const SLOW: [&str; 1] = ["lrtastar"];

fn answer(row: &CatalogueRow, terrain: &Terrain, (start, goal): (NodeId, NodeId)) -> Option<Vec<NodeId>> {
    let mut solver = row.solver(terrain);
    solver.begin(start, goal);
    match solver.run(40 * terrain.prices().len() as u32, &mut Tally::default()) {
        Step::Found(_) => Some(solver.path()),
        Step::Exhausted => panic!("{} says that there is no path", row.id),
        Step::Working => None,
    }
}

#[test]
fn every_row_tells_costs_beyond_32_bits() {
    let terrain = serpentine(SIZE, u16::MAX);
    let (start, goal, steps) = ends(&terrain);
    let cost = steps * Cost::from(u16::MAX);
    assert!(
        cost > Cost::from(u32::MAX)
            && terrain.prices().iter().filter(|p| **p > 0).count() as Cost == steps + 1
    );
    let mut slow = Vec::new();
    // Rows that may miss a path may miss this one, and there is no room for wide turns.
    let is_left_out = |row: &CatalogueRow| !row.promise.finds_any();
    for row in
        ROWS.iter().chain([&PLANNER]).filter(|row| row.unmet_need(&terrain).is_none() && !is_left_out(row))
    {
        match answer(row, &terrain, (start, goal)) {
            None => slow.push(row.id),
            // A row that only promises to arrive may walk back and forth.
            Some(path) if matches!(row.promise, Promise::Complete | Promise::SomeLines) => {
                assert!(row.path_cost(&terrain, &path) >= Some(cost), "{}", row.id);
            }
            Some(path) => assert_eq!(row.path_cost(&terrain, &path), Some(cost), "{}", row.id),
        }
    }
    assert_eq!(slow, SLOW);
}

/// A land whose only path is longer than 32 bits can hold, a porter at one end, and an order to go to the other.
#[test]
fn a_trip_beyond_32_bits_is_planned_explained_and_saved() {
    let side = 1200;
    let row = |y: usize| match y % 4 {
        1 => "#".repeat(side - 1) + "^",
        3 => "^".to_owned() + &"#".repeat(side - 1),
        _ => "^".repeat(side),
    };
    let rows: Vec<String> = (0..side - 1).map(row).collect();
    let mut game = level(&rows, false, &[("porter", 0, 0)]);
    let (unit, goal) = (game.world.units[UnitIx(0)].id, Cell::new(side as u16 - 1, side as u16 - 2));
    order(&mut game, unit, vec![Order::Go(goal)], Queue::Replace);
    let path_of = |game: &wayworn::sim::Game| game.world.unit(unit).and_then(|unit| unit.path.clone());
    assert!((0..40).any(|_| {
        game.tick();
        path_of(&game).is_some()
    }));
    game.world.check().unwrap();
    let path = path_of(&game).unwrap();
    assert!(
        path.reaches && path.whole_price() > Cost::from(u32::MAX) && path.whole_time() <= path.whole_price()
    );
    let saved = postcard::to_stdvec(&game.world).unwrap();
    let loaded: World = postcard::from_bytes(&saved).unwrap();
    loaded.check().unwrap();
    assert_eq!(loaded.unit(unit).unwrap().path, Some(path));
}

/// Costs in a save are limited to those of real paths, so that their sums cannot overflow.
#[test]
fn a_save_with_costs_beyond_all_paths_is_refused() {
    let mut game = level(&orders::meadow(60, 60), false, &[("porter", 1, 1)]);
    let unit = game.world.units[UnitIx(0)].id;
    order(&mut game, unit, vec![Order::Go(Cell::new(50, 50))], Queue::Replace);
    assert!(orders::until(&mut game, 40, |game| orders::unit(game, unit).path.is_some()));
    let refused = |change: &dyn Fn(&mut Path)| {
        let mut world = game.world.clone();
        change(world.units[UnitIx(0)].path.as_mut().unwrap());
        world.check().is_err()
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|path| path.time = COST_MAX + 1));
    assert!(refused(&|path| {
        path.terms[0] += COST_MAX as i64 + 1;
        path.price += COST_MAX + 1;
    }));
    assert!(refused(&|path| {
        path.terms[0] += i64::MAX / 2;
        path.terms[1] -= i64::MAX / 2;
    }));
    for g in [COST_MAX + 1, Cost::MAX] {
        let labels = postcard::to_stdvec(&(4u32, [(0u32, (g, 0u32))].to_vec())).unwrap();
        assert!(postcard::from_bytes::<Labels>(&labels).is_err());
        let frontier = postcard::to_stdvec(&[(g, g, 0u32)].to_vec()).unwrap();
        assert!(postcard::from_bytes::<HeapFrontier>(&frontier).is_err());
    }
}
