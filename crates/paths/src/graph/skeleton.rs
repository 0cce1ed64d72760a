//! Thinning: from cells of road to lines one cell wide. A road trodden two cells wide is one road, and so are roads
//! that run side by side.
//!
//! The cells are dilated by one, so that near roads touch; small holes between them are filled; then cells are peeled
//! off from the four sides in turn as long as that keeps the topology (simple points by Yokoi's connectivity number).
//! The result has exactly the loops that go around something.

use crate::grid::{Cell, Dir8, Layer, Size};

/// Holes of at most this many cells, after dilation, are filled: about five by five cells between roads.
const HOLE_CELLS_MAX: usize = 9;
/// The four sides to peel from, opposite ones in turn.
const SIDES: [Dir8; 4] = [Dir8::North, Dir8::South, Dir8::West, Dir8::East];

/// The centre lines of these cells.
pub fn skeleton(cells: &Layer<bool>) -> Layer<bool> {
    let mut mask = dilated(cells);
    fill_holes(&mut mask);
    thin(&mut mask, Connectivity::Eight);
    mask
}

/// Which cells of a mask count as connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connectivity {
    /// Those that share an edge.
    Four,
    /// Those that share a corner, too.
    Eight,
}

/// Peels a mask down to lines one cell wide that are connected in the same way.
pub fn thin(mask: &mut Layer<bool>, connectivity: Connectivity) {
    let mut left: Vec<Cell> = mask.iter().filter(|(_, is_in)| **is_in).map(|(cell, _)| cell).collect();
    while SIDES.map(|side| peel(mask, &mut left, side, connectivity)).contains(&true) {}
}

/// These cells and all their neighbours.
pub fn dilated(cells: &Layer<bool>) -> Layer<bool> {
    let size = cells.size();
    let mut mask = cells.clone();
    for (cell, _) in cells.iter().filter(|(_, is_in)| **is_in) {
        size.neighbours(cell).for_each(|(_, next)| mask[next] = true);
    }
    mask
}

/// Fills small enclosed holes; one that touches the edge of the map is not enclosed.
fn fill_holes(mask: &mut Layer<bool>) {
    let size = mask.size();
    let border: Vec<Cell> = mask.iter().filter(|(_, is_in)| **is_in).map(|(cell, _)| cell).collect();
    for cell in border {
        for start in SIDES.into_iter().filter_map(|side| size.step(cell, side)) {
            for within in hole_at(mask, start).unwrap_or_default() {
                mask[within] = true;
            }
        }
    }
}

/// The empty region around a cell, if it is small and enclosed.
fn hole_at(mask: &Layer<bool>, start: Cell) -> Option<Vec<Cell>> {
    if mask[start] {
        return None;
    }
    let mut hole = vec![start];
    let mut next = 0;
    while let Some(cell) = hole.get(next).copied() {
        next += 1;
        for side in SIDES {
            let other = mask.size().step(cell, side)?;
            if !mask[other] && !hole.contains(&other) {
                hole.push(other);
            }
        }
        if hole.len() > HOLE_CELLS_MAX {
            return None;
        }
    }
    Some(hole)
}

/// Removes the cells that are open to one side and not needed; true if there were any. `left` holds the cells of the
/// mask.
fn peel(mask: &mut Layer<bool>, left: &mut Vec<Cell>, side: Dir8, connectivity: Connectivity) -> bool {
    let size = mask.size();
    let is_open = |mask: &Layer<bool>, cell: Cell| !size.step(cell, side).is_some_and(|next| mask[next]);
    let border: Vec<Cell> = left.iter().copied().filter(|cell| is_open(mask, *cell)).collect();
    for cell in border {
        let around = surroundings(mask, size, cell);
        let is_needless = match connectivity {
            Connectivity::Four => is_needless_for_four(around),
            Connectivity::Eight => !is_end(around) && yokoi_number(around) == 1,
        };
        if is_needless {
            mask[cell] = false;
        }
    }
    let before = left.len();
    left.retain(|cell| mask[*cell]);
    left.len() < before
}

fn surroundings(mask: &Layer<bool>, size: Size, cell: Cell) -> [bool; 8] {
    Dir8::ALL.map(|dir| size.step(cell, dir).is_some_and(|next| mask[next]))
}

/// Whether a line ends in a cell with these surroundings: one neighbour, or two side by side.
fn is_end(around: [bool; 8]) -> bool {
    let joined = around.iter().filter(|is_in| **is_in).count();
    joined < 2 || joined == 2 && (0..8).any(|at| around[at] && around[(at + 1) % 8])
}

/// Number of pieces the surroundings fall into without the cell (Yokoi's number for eight neighbours), clockwise from
/// north.
fn yokoi_number(around: [bool; 8]) -> usize {
    let pieces = [0, 2, 4, 6].into_iter().filter(|side| {
        let [here, corner, next] = [*side, side + 1, (side + 2) % 8].map(|at| around[at]);
        !here && (corner || next)
    });
    pieces.count()
}

/// Whether a cell with these surroundings is no end of a line, and its neighbours across edges stay connected without
/// it (Yokoi's number for four neighbours).
fn is_needless_for_four(around: [bool; 8]) -> bool {
    let sides = [0, 2, 4, 6].into_iter().filter(|side| around[*side]);
    let pieces = sides.clone().filter(|side| !(around[side + 1] && around[(side + 2) % 8]));
    sides.count() > 1 && pieces.count() == 1
}

/// The edges between cells of a skeleton: a diagonal counts only if no cell beside it connects the two anyway.
pub fn skeleton_edges(mask: &Layer<bool>) -> Vec<(Cell, Cell)> {
    let size = mask.size();
    let mut steps = Vec::new();
    for (cell, _) in mask.iter().filter(|(_, is_in)| **is_in) {
        for dir in [Dir8::East, Dir8::SouthEast, Dir8::South, Dir8::SouthWest] {
            let Some(next) = size.step(cell, dir).filter(|next| mask[*next]) else { continue };
            let beside = [dir.rotated(1), dir.rotated(7)].map(|dir| size.step(cell, dir));
            let is_joined = beside.into_iter().flatten().any(|other| mask[other]);
            if !dir.is_diagonal() || !is_joined {
                steps.push((cell, next));
            }
        }
    }
    steps
}
