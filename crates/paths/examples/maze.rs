//! Finds the cheapest path through a maze drawn in a string, and draws it into the maze.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use wayworn_paths::graph::{Moves, Terrain};
use wayworn_paths::grid::Cell;
use wayworn_paths::search::{Step, Tally, catalogue};

const MAZE: &str = "
#############################
..#.......#...#.....#.......#
#.#.#####.#.#.#.###.#.###.#.#
#...#...#...#...#.#...#...#.#
#####.#.#########.#####.###.#
#.....#.....#...........#...#
#.#########.#.#########.#.###
#.#.......#.#.#.......#.#.#.#
#.#.#####.#.#.#.#####.#.#.#.#
#...#.....#...#.#.....#.#...#
#.###.#########.#.#####.###.#
#...#...........#.......#....
#############################
";

fn main() -> Result<(), Box<dyn Error>> {
    let maze = Terrain::from_text(MAZE, Moves::Four)?;
    let [start, goal] = [Cell::new(0, 1), Cell::new(28, 11)].map(|cell| maze.node(cell));
    let mut astar = catalogue::find("astar").ok_or("astar is not in the catalogue")?.solver(&maze);
    let mut tally = Tally::default();
    astar.begin(start, goal);
    if astar.run(u32::MAX, &mut tally) == Step::Exhausted {
        return Err("the maze has no path".into());
    }

    let path = astar.path();
    let glyph = |cell| match maze.node(cell) {
        node if path.contains(&node) => '*',
        node if maze.is_wall(node) => '█',
        _ => ' ',
    };
    for y in 0..maze.size().height {
        println!("{}", (0..maze.size().width).map(|x| glyph(Cell::new(x, y))).collect::<String>());
    }
    println!("{} steps, {} cells expanded", path.len() - 1, tally.expanded);
    Ok(())
}
