//! The structure that an algorithm prepared, under the marks of its search: as Braille dots in the close zoom, else as
//! tinted ground.

use super::line::BrailleDots;
use crate::grid::{Cell, Size, line};
use crate::lab::{Drawing, HalfCell, LabMap, LinePoint};
use crate::tui::map::camera::Window;

/// Of more lines than this only the nodes are drawn: so many cannot be told apart.
const LINES_MAX: usize = 3000;
/// Lines that cover more than this part of the cells are not drawn as tinted ground.
const LINES_PART: usize = 2;
/// The same for nodes.
const NODES_PART: usize = 8;
/// Half a cell, in thousandths of a cell.
const HALF: i32 = 500;

fn lines(drawing: &Drawing) -> &[[HalfCell; 2]] {
    if drawing.lines.len() > LINES_MAX { &[] } else { &drawing.lines }
}

/// The dots of a drawing over a ground in a window of the close zoom.
pub(super) fn dots(drawing: &Drawing, ground: &LabMap, window: Window) -> BrailleDots {
    let mut dots = BrailleDots::none(window);
    let point = |at: HalfCell| LinePoint { x: at.x * HALF, y: at.y * HALF };
    for ends in lines(drawing) {
        dots.add(&ends.map(point), ground, window);
    }
    for node in &drawing.points {
        dots.add_node(point(*node), window);
    }
    dots
}

/// The cells under the lines of a drawing, and those under its nodes; none of a kind that would cover too many. A line
/// along the border of two cells lies on the eastern or southern one.
pub(super) fn cells(drawing: &Drawing, size: Size) -> [Vec<Cell>; 2] {
    let side = |at: i32, cells: u16| (at / 2).clamp(0, i32::from(cells) - 1) as u16;
    let cell = |at: HalfCell| Cell::new(side(at.x, size.width), side(at.y, size.height));
    let under = lines(drawing).iter().flat_map(|[from, to]| line(cell(*from), cell(*to)));
    let nodes = drawing.points.iter().map(|node| cell(*node));
    let mut both = [under.collect::<Vec<_>>(), nodes.collect()];
    for (cells, part) in both.iter_mut().zip([LINES_PART, NODES_PART]) {
        cells.sort_unstable();
        cells.dedup();
        if cells.len() > size.area() / part {
            cells.clear();
        }
    }
    both
}
