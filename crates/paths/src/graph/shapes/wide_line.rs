//! Lines of sight of a walker one cell wide.

use super::super::{NodeId, Terrain};
use crate::grid::Cell;

/// Whether the square between the centres of four cells is open to the walker: all four are free. `(x, y)` is the
/// north-west one of them.
pub fn is_open_square(terrain: &Terrain, x: i32, y: i32) -> bool {
    [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().all(|(dx, dy)| is_free(terrain, x + dx, y + dy))
}

/// Whether a cell is on the map and free.
fn is_free(terrain: &Terrain, x: i32, y: i32) -> bool {
    let size = terrain.size();
    let is_inside = x >= 0 && y >= 0 && x < i32::from(size.width) && y < i32::from(size.height);
    is_inside && !terrain.is_wall(terrain.node(Cell::new(x as u16, y as u16)))
}

/// Whether a walker one cell wide gets straight from the centre of one cell to that of another. It may brush along
/// walls. Such a line never touches a wall with its middle, so that [`Terrain::has_line_of_sight`] holds, too.
pub fn has_wide_line_of_sight(terrain: &Terrain, from: NodeId, to: NodeId) -> bool {
    let (a, b) = (terrain.cell(from), terrain.cell(to));
    let (x, y) = (i32::from(a.x), i32::from(a.y));
    let (dx, dy) = (i32::from(b.x) - x, i32::from(b.y) - y);
    if dx == 0 || dy == 0 {
        let steps = dx.abs().max(dy.abs());
        return (0..=steps).all(|i| is_free(terrain, x + dx.signum() * i, y + dy.signum() * i));
    }
    // Column by column, the squares that the line crosses.
    let width = dx.abs();
    (0..width).all(|i| {
        let (first, second) = (y * width + dy * i, y * width + dy * (i + 1));
        let rows = first.min(second).div_euclid(width)..-(-first.max(second)).div_euclid(width);
        let column = if dx > 0 { x + i } else { x - i - 1 };
        rows.into_iter().all(|row| is_open_square(terrain, column, row))
    })
}
