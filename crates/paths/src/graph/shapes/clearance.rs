//! Clearance annotation (Harabor & Botea 2008): how large a walker fits at each cell. The edge of the map counts as a
//! wall.

use super::super::{Graph, NodeId, Terrain};
use crate::grid::{Cell, Layer};

/// The cells that a walker covers besides the one it is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// Columns to the west and rows to the north.
    pub before: u16,
    /// Columns to the east and rows to the south.
    pub after: u16,
}

/// For each cell, the side in cells of the largest free square with its north-west corner there; 0 at walls.
pub fn clearance(terrain: &Terrain) -> Layer<u16> {
    let size = terrain.size();
    let mut sides = Layer::new(size, 0);
    for node in (0..terrain.node_count()).rev().filter(|node| !terrain.is_wall(*node)) {
        let cell = terrain.cell(node);
        let beyond = [(1, 0), (0, 1), (1, 1)].map(|(dx, dy)| size.offset(cell, dx, dy));
        let least = beyond.map(|cell| cell.map_or(0, |cell| sides[cell])).into_iter().min();
        sides[cell] = 1 + least.unwrap_or(0);
    }
    sides
}

/// For each cell, the steps of a king from it to the nearest wall or off the map; 0 at walls.
pub fn distance_to_walls(terrain: &Terrain) -> Layer<u16> {
    let size = terrain.size();
    let mut distances = Layer::new(size, 0);
    // Once from the north-west, once from the south-east.
    let mut sweep = |node: NodeId, near: [(i32, i32); 4]| {
        let cell = terrain.cell(node);
        let beside = near.map(|(dx, dy)| size.offset(cell, dx, dy).map_or(0, |cell| distances[cell]));
        let least = 1 + beside.into_iter().min().unwrap_or(0);
        if distances[cell] == 0 || least < distances[cell] {
            distances[cell] = least;
        }
    };
    let free: Vec<NodeId> = (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).collect();
    for node in &free {
        sweep(*node, [(-1, 0), (-1, -1), (0, -1), (1, -1)]);
    }
    for node in free.iter().rev() {
        sweep(*node, [(1, 0), (1, 1), (0, 1), (-1, 1)]);
    }
    distances
}

/// The same ground with walls wherever a walker does not fit.
pub fn where_it_fits(terrain: &Terrain, walker: Footprint) -> Option<Terrain> {
    let (size, sides) = (terrain.size(), clearance(terrain));
    let back = -i32::from(walker.before);
    let fits = |cell: Cell| {
        let corner = size.offset(cell, back, back);
        corner.is_some_and(|corner| sides[corner] > walker.before + walker.after)
    };
    let price = |cell: Cell| if fits(cell) { terrain.price(terrain.node(cell)) } else { 0 };
    Terrain::new(size, size.cells().map(price).collect(), terrain.moves())
}
