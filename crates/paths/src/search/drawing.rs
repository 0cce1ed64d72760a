//! What was prepared for a map, as a picture: outlines, edges and nodes.

use crate::graph::{NodeId, Terrain};
use crate::grid::{Cell, Size};

/// A point in half cells: the north-west corner of cell (x, y) is at (2x, 2y), its centre at (2x + 1, 2y + 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HalfCell {
    /// Half cells from the western edge of the map.
    pub x: i32,
    /// Half cells from the northern edge.
    pub y: i32,
}

impl HalfCell {
    /// The centre of a cell.
    pub fn centre(cell: Cell) -> HalfCell {
        HalfCell { x: 2 * i32::from(cell.x) + 1, y: 2 * i32::from(cell.y) + 1 }
    }
}

/// A representation of a map as lines and points, and the size of its graph. Empty for algorithms on the cells
/// themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// Straight lines, each once.
    pub lines: Vec<[HalfCell; 2]>,
    /// Nodes.
    pub points: Vec<HalfCell>,
    /// Number of nodes of the graph.
    pub node_count: u64,
    /// Number of its edges; both directions count as one. Edges that are computed during the search count, too.
    pub edge_count: u64,
}

impl Drawing {
    /// Adds the outline of a rectangle of cells, both corners included, along the borders of the cells.
    pub fn add_outline(&mut self, from: Cell, to: Cell) {
        let (left, top) = (2 * i32::from(from.x), 2 * i32::from(from.y));
        let (right, bottom) = (2 * i32::from(to.x) + 2, 2 * i32::from(to.y) + 2);
        let corner = |x, y| HalfCell { x, y };
        let corners = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
        self.lines.extend((0..4).map(|i| [corners[i], corners[(i + 1) % 4]]));
    }

    /// Adds a line between the centres of two cells.
    pub fn add_line(&mut self, from: Cell, to: Cell) {
        self.lines.push([HalfCell::centre(from), HalfCell::centre(to)]);
    }

    /// Adds points at the centres of cells, and counts them as nodes.
    pub fn add_nodes(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.points.extend(cells.into_iter().map(HalfCell::centre));
        self.node_count = self.points.len() as u64;
    }
}

impl Drawing {
    /// Adds the outline of a region of cells.
    pub fn add_region(&mut self, size: Size, is_inside: impl Fn(Cell) -> bool) {
        for cell in size.cells() {
            for (dx, dy, from, to) in [
                (1, 0, (1, 0), (1, 1)),
                (0, 1, (0, 1), (1, 1)),
                (-1, 0, (0, 0), (0, 1)),
                (0, -1, (0, 0), (1, 0)),
            ] {
                let other = size.offset(cell, dx, dy);
                // A border between two cells is drawn from the western or northern one.
                let is_border = match other {
                    Some(other) => dx + dy > 0 && is_inside(cell) != is_inside(other),
                    None => is_inside(cell),
                };
                if is_border {
                    let corner = |(x, y): (i32, i32)| HalfCell {
                        x: 2 * (i32::from(cell.x) + x),
                        y: 2 * (i32::from(cell.y) + y),
                    };
                    self.lines.push([corner(from), corner(to)]);
                }
            }
        }
    }

    /// Counts the cells of a terrain as nodes, and its steps as edges.
    pub fn count_cells(&mut self, terrain: &Terrain) {
        let nodes = (0..terrain.prices().len() as NodeId).filter(|node| !terrain.is_wall(*node));
        let dirs: u64 = nodes.clone().map(|node| u64::from(terrain.legal_dirs(node).count_ones())).sum();
        (self.node_count, self.edge_count) = (nodes.count() as u64, dirs / 2);
    }
}
