//! D* Lite in a changing world: a robot that sees only the cells around it learns of each wall when it comes near, and
//! repairs its path instead of searching anew.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use wayworn_paths::graph::{Moves, NodeId, Terrain};
use wayworn_paths::grid::Cell;
use wayworn_paths::search::lifelong::{Lifelong, Root};
use wayworn_paths::search::{Solver, Step, Tally, catalogue};

const WORLD: &str = "
..............................
........#.........#...........
........#.........#...........
..###########.....#...........
........#...#.....#....#####..
........#...#.....#....#......
............#..........#......
............#..........#......
..............................
";
/// How far the robot sees, in cells.
const SIGHT: u16 = 2;

/// Tells the search about every wall in sight that it does not know yet, and returns their number.
fn look(search: &mut Lifelong, world: &Terrain, robot: NodeId) -> usize {
    let in_sight = world.size().square(world.cell(robot), SIGHT).map(|cell| world.node(cell));
    let is_new = |node: &NodeId| world.is_wall(*node) && !search.terrain().is_wall(*node);
    let walls: Vec<NodeId> = in_sight.filter(is_new).collect();
    for wall in &walls {
        search.set_price(*wall, 0);
    }
    walls.len()
}

fn draw(search: &Lifelong, trail: &[NodeId], path: &[NodeId]) {
    let known = search.terrain();
    let glyph = |node: NodeId| match node {
        _ if trail.last() == Some(&node) => '@',
        _ if trail.contains(&node) => 'o',
        _ if path.contains(&node) => '*',
        _ if known.is_wall(node) => '#',
        _ => '.',
    };
    for y in 0..known.size().height {
        let row = (0..known.size().width).map(|x| glyph(known.node(Cell::new(x, y))));
        println!("  {}", row.collect::<String>());
    }
}

/// Number of cells that a new A* search from here would expand.
fn expanded_anew(known: &Terrain, robot: NodeId, goal: NodeId) -> u64 {
    let mut tally = Tally::default();
    if let Some(row) = catalogue::find("astar") {
        let mut astar = row.solver(known);
        astar.begin(robot, goal);
        astar.run(u32::MAX, &mut tally);
    }
    tally.expanded
}

fn main() -> Result<(), Box<dyn Error>> {
    let world = Terrain::from_text(WORLD, Moves::Four)?;
    let empty = WORLD.replace('#', ".");
    let mut search = Lifelong::new(&Terrain::from_text(&empty, Moves::Four)?, Root::Goal);
    let (mut robot, goal) = (world.node(Cell::new(0, 4)), world.node(Cell::new(29, 5)));
    let (mut trail, mut planned, mut anew) = (vec![robot], Vec::new(), 0);
    let mut tally = Tally::default();
    search.begin(robot, goal);
    while robot != goal {
        if look(&mut search, &world, robot) > 0 || trail.len() == 1 {
            anew += expanded_anew(search.terrain(), robot, goal);
        }
        if search.run(u32::MAX, &mut tally) == Step::Exhausted {
            return Err("the goal cannot be reached".into());
        }
        let path = search.path();
        if path != planned {
            println!("step {}: a new path, {} cells expanded so far", trail.len() - 1, tally.expanded);
            draw(&search, &trail, &path);
        }
        robot = path[1];
        planned = path[1..].to_vec();
        trail.push(robot);
        search.move_start(robot);
    }
    println!("step {}: at the goal", trail.len() - 1);
    draw(&search, &trail, &[]);
    println!("D* Lite expanded {} cells; A* after every new wall would have expanded {anew}", tally.expanded);
    Ok(())
}
