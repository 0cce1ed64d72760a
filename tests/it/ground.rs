//! Helpers for tests of searches: maps of the suite and drawn ones, and complete runs of searches.

use crate::kit;
use wayworn::benchmark::{PublicMap, parse_costs};
use wayworn::graph::{Corner, Moves, NodeId, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::search::catalogue::find;
use wayworn::search::{Algorithm, NoObserver, Step, Tally};

/// The default rule: eight neighbours, no cut corners.
pub(crate) const EIGHT: Moves = Moves::Eight(Corner::BothFree);
/// All rules of movement.
pub(crate) const RULES: [Moves; 3] = [EIGHT, Moves::Eight(Corner::Cut), Moves::Four];

/// Plain ground without a wall.
pub(crate) fn open(width: u16, height: u16, rule: Moves) -> Terrain {
    let size = Size::new(width, height);
    Terrain::new(size, vec![1000; size.area()], rule).unwrap()
}

/// A map of the suite.
pub(crate) fn suite(name: &str) -> Terrain {
    let path = kit::home().join(format!("levels/suite/{name}.map"));
    let map = PublicMap::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    map.terrain(&parse_costs("S=3,W=5").unwrap())
}

/// A map from rows of letters: `@` is a wall, a digit the price in steps, all else plain.
pub(crate) fn drawn(rows: &[&str], rule: Moves) -> Terrain {
    let price = |letter: char| match letter {
        '@' => 0,
        '1'..='9' => 1000 * letter.to_digit(10).unwrap() as u16,
        _ => 1000,
    };
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    Terrain::new(size, rows.concat().chars().map(price).collect(), rule).unwrap()
}

/// The same ground under another rule.
pub(crate) fn under(terrain: &Terrain, rule: Moves) -> Terrain {
    let prices = (0..terrain.size().area() as NodeId).map(|node| terrain.price(node));
    Terrain::new(terrain.size(), prices.collect(), rule).unwrap()
}

/// The same ground with each cell enlarged to a square of this side.
pub(crate) fn enlarged(terrain: &Terrain, times: u16) -> Terrain {
    let Size { width, height } = terrain.size();
    let size = Size::new(width * times, height * times);
    let price = |cell: Cell| terrain.price(at(terrain, cell.x / times, cell.y / times));
    Terrain::new(size, size.cells().map(price).collect(), terrain.moves()).unwrap()
}

/// The node of a cell.
pub(crate) fn at(terrain: &Terrain, x: u16, y: u16) -> NodeId {
    terrain.node(Cell::new(x, y))
}

/// All free cells.
pub(crate) fn free(terrain: &Terrain) -> Vec<NodeId> {
    (0..terrain.size().area() as NodeId).filter(|node| !terrain.is_wall(*node)).collect()
}

/// Runs a search to its end; returns the path, if there is one, and the effort.
pub(crate) fn way_of(
    algorithm: &mut impl Algorithm,
    start: NodeId,
    goal: NodeId,
) -> (Option<Vec<NodeId>>, Tally) {
    algorithm.begin(start, goal);
    rest_of(algorithm)
}

/// Runs a search that has begun to its end; the way, if there is one, and what was left to do.
pub(crate) fn rest_of(algorithm: &mut impl Algorithm) -> (Option<Vec<NodeId>>, Tally) {
    let mut tally = Tally::default();
    loop {
        match algorithm.step(&mut tally) {
            Step::Working => {}
            Step::Found(_) => return (Some(algorithm.path()), tally),
            Step::Exhausted => return (None, tally),
        }
    }
}

/// Runs a search to its end; returns the path's cost and the effort.
pub(crate) fn solve(
    algorithm: &mut impl Algorithm,
    terrain: &Terrain,
    start: NodeId,
    goal: NodeId,
) -> (Option<u64>, Tally) {
    let (path, tally) = way_of(algorithm, start, goal);
    (path.map(|path| terrain.path_cost(&path).unwrap()), tally)
}

/// The way that a row of the catalogue finds, and what it took.
pub(crate) fn row(id: &str, terrain: &Terrain, start: NodeId, goal: NodeId) -> (Option<Vec<NodeId>>, Tally) {
    let mut solver = find(id).unwrap().solver(terrain);
    solver.begin(start, goal);
    let mut tally = Tally::default();
    let end = solver.run(u32::MAX, &mut tally);
    (matches!(end, Step::Found(_)).then(|| solver.path()), tally)
}

/// Runs a search to its end, unobserved.
pub(crate) fn finish(algorithm: &mut impl Algorithm) -> Step {
    loop {
        match algorithm.step(&mut NoObserver) {
            Step::Working => {}
            end => return end,
        }
    }
}
