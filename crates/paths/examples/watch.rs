//! Watches searches step by step with an observer: Dijkstra's search and A* side by side, stopped and drawn after every
//! slice of expansions. `:` is expanded, `+` is in the frontier.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use wayworn_paths::graph::{Cost, Moves, NodeId, Terrain};
use wayworn_paths::grid::Cell;
use wayworn_paths::search::{Observer, Solver, Step, catalogue};

const MAP: &str = "
..............................
..............................
..............#...............
..............#...............
..............#...............
..........#####...............
..............................
..............................
..............................
";
/// Expansions between two pictures.
const SLICE: u32 = 45;

/// What a search did to each cell, as a glyph.
struct Picture(Vec<char>);

impl Observer for Picture {
    fn expanded(&mut self, node: NodeId, _g: Cost, _f: Cost) {
        self.0[node as usize] = ':';
    }
    fn generated(&mut self, node: NodeId, _g: Cost) {
        self.0[node as usize] = '+';
    }
}

/// A search with its picture.
struct Watched<'a> {
    solver: Box<dyn Solver + 'a>,
    picture: Picture,
    is_working: bool,
}

impl<'a> Watched<'a> {
    fn new(id: &str, terrain: &'a Terrain, [start, goal]: [NodeId; 2]) -> Result<Self, Box<dyn Error>> {
        let mut solver = catalogue::find(id).ok_or("not in the catalogue")?.solver(terrain);
        solver.begin(start, goal);
        let glyph = |price: &u16| if *price == 0 { '█' } else { ' ' };
        let picture = Picture(terrain.prices().iter().map(glyph).collect());
        Ok(Watched { solver, picture, is_working: true })
    }

    /// Runs the next slice, and draws the path once it is found.
    fn run(&mut self) {
        if self.is_working {
            self.is_working = self.solver.run_observed(SLICE, &mut self.picture) == Step::Working;
        }
        if !self.is_working {
            self.solver.path().into_iter().for_each(|node| self.picture.0[node as usize] = '*');
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let terrain = Terrain::from_text(MAP, Moves::Four)?;
    let ends = [Cell::new(7, 3), Cell::new(24, 4)].map(|cell| terrain.node(cell));
    let mut both = [Watched::new("dijkstra", &terrain, ends)?, Watched::new("astar", &terrain, ends)?];
    let width = usize::from(terrain.size().width);
    let mut slices = 0;
    while both.iter().any(|watched| watched.is_working) {
        both.iter_mut().for_each(Watched::run);
        slices += 1;
        println!("{:width$}   A*, after {} expansions at most", "Dijkstra", slices * SLICE);
        for (left, right) in both[0].picture.0.chunks(width).zip(both[1].picture.0.chunks(width)) {
            println!("{} │ {}", left.iter().collect::<String>(), right.iter().collect::<String>());
        }
    }
    Ok(())
}
