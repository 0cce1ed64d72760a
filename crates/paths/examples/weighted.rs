//! Fewest steps against least cost on ground of several prices: the cheapest path goes round the swamp and along the road.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use wayworn_paths::graph::{Corner, Moves, Terrain};
use wayworn_paths::grid::{Cell, Size};
use wayworn_paths::search::{Tally, catalogue};

/// `=` road, `.` meadow, `~` swamp, `#` water.
const MAP: [&str; 11] = [
    "........................................",
    "...==================================...",
    "...=..............##.................=..",
    "...=....~~~~~~~~..##...~~~~~~~~......=..",
    "..=...~~~~~~~~~~~~..~~~~~~~~~~~~~~....=.",
    "..=..~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~...=.",
    "..=...~~~~~~~~~~~~~~~~~~~~~~~~~~~~....=.",
    "..=.....~~~~~~~~..##...~~~~~~~~......=..",
    "...=..............##................=...",
    "....=.............##...............=....",
    "........................................",
];

/// Milli-steps for a straight step onto this ground; 0 cannot be entered.
fn price(glyph: u8) -> u16 {
    match glyph {
        b'=' => 500,
        b'.' => 1000,
        b'~' => 4000,
        _ => 0,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let size = Size::new(MAP[0].len() as u16, MAP.len() as u16);
    let prices = MAP.iter().flat_map(|row| row.bytes()).map(price).collect();
    let terrain = Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).ok_or("a row is too short")?;
    let [start, goal] = [Cell::new(4, 5), Cell::new(36, 5)].map(|cell| terrain.node(cell));
    for id in ["bfs", "greedy", "astar"] {
        let row = catalogue::find(id).ok_or("not in the catalogue")?;
        let (mut solver, mut tally) = (row.solver(&terrain), Tally::default());
        solver.begin(start, goal);
        solver.run(u32::MAX, &mut tally);
        let path = solver.path();
        let cost = row.path_cost(&terrain, &path).ok_or("the path takes a step that is not legal")?;
        println!("{} ({})", row.name, row.promise.description());
        println!(
            "{} steps, cost {}.{:03}, {} cells expanded",
            path.len() - 1,
            cost / 1000,
            cost % 1000,
            tally.expanded
        );
        for (y, glyphs) in MAP.iter().enumerate() {
            let is_on_path = |x: usize| path.contains(&terrain.node(Cell::new(x as u16, y as u16)));
            let drawn = glyphs.chars().enumerate().map(|(x, glyph)| if is_on_path(x) { '*' } else { glyph });
            println!("  {}", drawn.collect::<String>());
        }
    }
    Ok(())
}
