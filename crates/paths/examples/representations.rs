//! Map representations side by side on a town: size, work, and length of paths against the shortest lines.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use wayworn_paths::graph::{Corner, Moves, Terrain};
use wayworn_paths::grid::{Cell, Size};
use wayworn_paths::search::comparison::compare_representations;

/// `#` wall.
const MAP: [&str; 20] = [
    "................................",
    "................................",
    "..############.....###########..",
    "..#.........................##..",
    "..#..#####..######..######..##..",
    "..#..#####..######..######...#..",
    "..#..#####..######..######...#..",
    "..#..........................#..",
    "..#..####............#####...#..",
    ".....####....####....#####......",
    ".....####....####....#####......",
    "..#..........####............#..",
    "..#..######..........#####...#..",
    "..#..######..#####...#####...#..",
    "..#..######..#####...#####...#..",
    "..#..........#####...........#..",
    "..#..........................#..",
    "..############.....###########..",
    "................................",
    "................................",
];

fn main() -> Result<(), Box<dyn Error>> {
    let size = Size::new(MAP[0].len() as u16, MAP.len() as u16);
    let prices = MAP.concat().bytes().map(|glyph| if glyph == b'#' { 0 } else { 1000 }).collect();
    let terrain =
        Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).ok_or("the map is not a rectangle")?;
    let places: Vec<Cell> =
        size.cells().filter(|cell| !terrain.is_wall(terrain.node(*cell))).step_by(37).collect();
    let ends = places.iter().zip(places.iter().rev());
    let questions: Vec<(u32, u32)> =
        ends.map(|(from, to)| (terrain.node(*from), terrain.node(*to))).collect();
    println!(
        "{:20} {:>6} {:>6} {:>7} {:>6} {:>9} {:>7}",
        "", "nodes", "edges", "bytes", "found", "expanded", "length"
    );
    for row in compare_representations(&terrain, &questions) {
        let length = row
            .cost_permille()
            .map_or("-".to_owned(), |permille| format!("{}.{:03}", permille / 1000, permille % 1000));
        println!(
            "{:20} {:>6} {:>6} {:>7} {:>6} {:>9} {:>7}",
            row.id, row.node_count, row.edge_count, row.bytes, row.found, row.expanded, length
        );
    }
    println!("{} questions; length against the shortest lines of a walker one cell wide", questions.len());
    Ok(())
}
