//! The cells at which shortest lines turn: those diagonal to a convex corner of a wall.

use super::super::{Graph, NodeId, Terrain};
use crate::grid::{Cell, Dir8};

/// The corner cells of a terrain.
#[derive(Clone, Debug)]
pub struct Corners {
    /// In ascending order.
    cells: Vec<NodeId>,
    /// For each, the directions of the corners of walls beside it: bit `dir as u8` of a [`Dir8`].
    walls: Vec<u8>,
}

impl Corners {
    /// Finds the corner cells of a terrain: both cells beside the diagonal are free, and the cell beyond is a wall.
    pub fn of(terrain: &Terrain) -> Self {
        let (mut cells, mut walls) = (Vec::new(), Vec::new());
        for node in 0..terrain.node_count() {
            let dirs = wall_corners(terrain, node);
            if dirs != 0 {
                cells.push(node);
                walls.push(dirs);
            }
        }
        Self { cells, walls }
    }

    /// The corner cells in ascending order.
    pub fn cells(&self) -> &[NodeId] {
        &self.cells
    }

    /// Whether a line between the corner cell with this index and another cell is tangent to a wall there: it passes a
    /// corner instead of running into it, so that a shortest line can turn around the corner.
    pub fn is_tangent(&self, terrain: &Terrain, index: usize, other: NodeId) -> bool {
        let (here, there) = (terrain.cell(self.cells[index]), terrain.cell(other));
        let (dx, dy) = (i32::from(there.x) - i32::from(here.x), i32::from(there.y) - i32::from(here.y));
        let dirs = Dir8::ALL.into_iter().filter(|dir| self.walls[index] & (1 << *dir as u8) != 0);
        dirs.map(Dir8::offset).any(|(sx, sy)| sx * dx.signum() * sy * dy.signum() <= 0)
    }

    /// Bytes that the corners take.
    pub fn bytes(&self) -> usize {
        self.cells.len() * size_of::<NodeId>() + self.walls.len()
    }
}

/// The diagonal directions in which a free cell has the corner of a wall.
fn wall_corners(terrain: &Terrain, node: NodeId) -> u8 {
    let here = terrain.cell(node);
    let is_wall = |dx: i32, dy: i32| {
        terrain.size().offset(here, dx, dy).map(|cell: Cell| terrain.is_wall(terrain.node(cell)))
    };
    let is_corner = |dir: &Dir8| {
        let (dx, dy) = dir.offset();
        let is_beside_free = is_wall(dx, 0) == Some(false) && is_wall(0, dy) == Some(false);
        dir.is_diagonal() && is_beside_free && is_wall(dx, dy) == Some(true)
    };
    if terrain.is_wall(node) {
        return 0;
    }
    Dir8::ALL.iter().filter(|dir| is_corner(dir)).fold(0, |bits, dir| bits | 1 << *dir as u8)
}
