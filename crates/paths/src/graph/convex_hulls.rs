//! Convex hulls of obstacles (Andrew's monotone chain, 1979). A path that stays out of them meets no concave obstacle,
//! and only in those does a walker without a plan get lost.
//!
//! An obstacle is a set of walls connected by sides or corners. A free cell lies in its hull if its centre lies between
//! the centres of the walls.

use super::{NodeId, Terrain};
use crate::grid::Cell;

/// The free cells inside the hull of each obstacle.
#[derive(Clone, Debug)]
pub struct Hulls(Vec<Vec<NodeId>>);

/// A corner in cells, signed.
type CornerPoint = (i32, i32);

impl Hulls {
    /// The hulls of all obstacles of a terrain.
    pub fn of(terrain: &Terrain) -> Self {
        let mut visited = vec![false; terrain.size().area()];
        let mut hulls = Vec::new();
        for cell in terrain.size().cells() {
            if terrain.is_wall(terrain.node(cell)) && !visited[terrain.size().index(cell)] {
                let obstacle = connected_walls(terrain, cell, &mut visited);
                hulls.push(free_cells_inside(terrain, &hull(obstacle)));
            }
        }
        hulls.retain(|hull| !hull.is_empty());
        Self(hulls)
    }

    /// The cells of all hulls except those that contain one of these two nodes.
    pub fn cells_outside_hulls_of(&self, ends: [NodeId; 2]) -> impl Iterator<Item = NodeId> {
        let contains_none = move |hull: &&Vec<NodeId>| !ends.iter().any(|end| hull.contains(end));
        self.0.iter().filter(contains_none).flatten().copied()
    }

    /// Bytes that the hulls take.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|hull| hull.len() * size_of::<NodeId>()).sum()
    }
}

/// All walls connected to this one.
fn connected_walls(terrain: &Terrain, seed: Cell, visited: &mut [bool]) -> Vec<CornerPoint> {
    let size = terrain.size();
    let mut walls = Vec::new();
    let mut stack = vec![seed];
    visited[size.index(seed)] = true;
    while let Some(cell) = stack.pop() {
        walls.push((i32::from(cell.x), i32::from(cell.y)));
        for (_, near) in size.neighbours(cell) {
            if terrain.is_wall(terrain.node(near)) && !visited[size.index(near)] {
                visited[size.index(near)] = true;
                stack.push(near);
            }
        }
    }
    walls
}

/// Positive if c lies on one side of the line from a to b, negative on the other, 0 on it.
fn side(a: CornerPoint, b: CornerPoint, c: CornerPoint) -> i32 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The corners of the convex hull in order, the first one repeated at the end (Andrew's monotone chain).
fn hull(mut points: Vec<CornerPoint>) -> Vec<CornerPoint> {
    points.sort_unstable();
    let mut corners = half_hull(points.iter());
    corners.pop();
    corners.extend(half_hull(points.iter().rev()));
    corners
}

/// One half of the hull: those of the sorted points at which a string pulled tight along one side would bend.
fn half_hull<'a>(points: impl Iterator<Item = &'a CornerPoint>) -> Vec<CornerPoint> {
    let mut corners: Vec<CornerPoint> = Vec::new();
    for point in points {
        while let [.., a, b] = corners[..]
            && side(a, b, *point) <= 0
        {
            corners.pop();
        }
        corners.push(*point);
    }
    corners
}

/// The free cells inside a hull with these corners.
fn free_cells_inside(terrain: &Terrain, corners: &[CornerPoint]) -> Vec<NodeId> {
    let bounds = |part: fn(&CornerPoint) -> i32| {
        let (low, high) = (corners.iter().map(part).min(), corners.iter().map(part).max());
        low.unwrap_or(0)..=high.unwrap_or(-1)
    };
    let is_inside = |point: CornerPoint| corners.windows(2).all(|two| side(two[0], two[1], point) >= 0);
    let columns = bounds(|point| point.0);
    let all = bounds(|point| point.1).flat_map(|y| columns.clone().map(move |x| (x, y)));
    let nodes = all.filter(|point| is_inside(*point));
    let nodes = nodes.map(|(x, y)| terrain.node(Cell::new(x as u16, y as u16)));
    nodes.filter(|node| !terrain.is_wall(*node)).collect()
}
