//! Watches searches step by step: Dijkstra's search and A*, recorded, played back side by side and drawn after every slice
//! of expansions. `:` is expanded, `+` is in the frontier.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use wayworn_paths::graph::{Graph, Moves, NodeId, Terrain};
use wayworn_paths::grid::Cell;
use wayworn_paths::search::catalogue;
use wayworn_paths::trace::{CellMark, Playback, Trace};

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

/// Runs a search and records it.
fn record(id: &str, terrain: &Terrain, [start, goal]: [NodeId; 2]) -> Result<Playback, Box<dyn Error>> {
    let mut solver = catalogue::find(id).ok_or("not in the catalogue")?.solver(terrain);
    let mut trace = Trace::new(solver.states_per_cell(), usize::MAX);
    solver.begin(start, goal);
    solver.run_observed(u32::MAX, &mut trace);
    Ok(Playback::new(trace, start, terrain.size().area()))
}

/// Every cell as a glyph, and the path once the recording is at its end.
fn picture(playback: &Playback, terrain: &Terrain, goal: NodeId) -> Vec<char> {
    let path = if playback.is_done() { playback.parent_chain(goal as usize) } else { Vec::new() };
    let glyph = |node: NodeId| match playback.mark(node as usize) {
        _ if terrain.is_wall(node) => '█',
        _ if path.contains(&node) => '*',
        CellMark::Unreached => ' ',
        CellMark::Open => '+',
        CellMark::Expanded => ':',
    };
    (0..terrain.node_count()).map(glyph).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let terrain = Terrain::from_text(MAP, Moves::Four)?;
    let ends = [Cell::new(7, 3), Cell::new(24, 4)].map(|cell| terrain.node(cell));
    let mut both = [record("dijkstra", &terrain, ends)?, record("astar", &terrain, ends)?];
    let width = usize::from(terrain.size().width);
    while both.iter().any(|playback| !playback.is_done()) {
        for playback in &mut both {
            playback.seek(playback.position() + SLICE);
        }
        let [left, right] = both.each_ref().map(Playback::position);
        println!("{:width$}   A*, {right} expansions", format!("Dijkstra, {left} expansions"));
        let pictures = both.each_ref().map(|playback| picture(playback, &terrain, ends[1]));
        for (left, right) in pictures[0].chunks(width).zip(pictures[1].chunks(width)) {
            println!("{} │ {}", left.iter().collect::<String>(), right.iter().collect::<String>());
        }
    }
    Ok(())
}
