//! A triangulation of the space of a walker one cell wide (see the folder's head), in whole numbers.
//!
//! The squares between four free cells are divided into triangles that share whole edges: Delaunay's, with the border of
//! the squares for edges. Where the walker has no room to either side, in corridors one cell wide, the space is a line;
//! and where lines or squares meet in a point, it is a point. So the elements are triangles, lines and points.

use super::super::{NodeId, Terrain};
use super::wide_line::is_open_square;
use crate::grid::{Cell, Dir8, Layer, Size};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};
use std::collections::BTreeMap;

/// A part of the space: a triangle, a line or a point, by its one to three corners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// The corners, clockwise on screen.
    pub corners: Vec<Cell>,
}

impl Element {
    /// The cell nearest to its middle, to the north and west. It is free.
    pub fn middle(&self) -> Cell {
        let mean = |at: fn(&Cell) -> u16| {
            let sum: usize = self.corners.iter().map(|corner| usize::from(at(corner))).sum();
            (sum / self.corners.len()) as u16
        };
        Cell::new(mean(|corner| corner.x), mean(|corner| corner.y))
    }

    /// Whether the centre of a cell is in it, or on its border.
    pub fn contains(&self, cell: Cell) -> bool {
        let corner = |i: usize| self.corners[i % self.corners.len()];
        let range = |at: fn(&Cell) -> u16| {
            let all = || self.corners.iter().map(at);
            all().min().unwrap_or(0)..=all().max().unwrap_or(0)
        };
        let is_near =
            range(|corner| corner.x).contains(&cell.x) && range(|corner| corner.y).contains(&cell.y);
        is_near && (0..self.corners.len()).all(|i| turn(corner(i), corner(i + 1), cell) >= 0)
    }
}

/// Twice the area of a triangle: more than 0 if its corners are clockwise on screen, 0 if they are on one line.
fn turn(a: Cell, b: Cell, c: Cell) -> i64 {
    let from_a = |to: Cell| (i64::from(to.x) - i64::from(a.x), i64::from(to.y) - i64::from(a.y));
    let ((bx, by), (cx, cy)) = (from_a(b), from_a(c));
    bx * cy - by * cx
}

/// The elements of a terrain and which of them touch.
#[derive(Clone, Debug)]
pub struct Triangulation {
    elements: Vec<Element>,
    /// The elements that each one touches, in ascending order.
    neighbours: Vec<Vec<u32>>,
    /// An element that contains each free cell; `u32::MAX` at walls.
    element_of: Vec<u32>,
}

impl Triangulation {
    /// Triangulates a terrain.
    pub fn of(terrain: &Terrain) -> Self {
        let lines = Lines::of(terrain);
        let triangles = triangles(terrain, &lines.ends).into_iter();
        let mut elements: Vec<Element> =
            triangles.map(|corners| Element { corners: corners.to_vec() }).collect();
        let triangle_count = elements.len();
        elements.extend(lines.lines.iter().map(|line| Element { corners: line.to_vec() }));
        let points = terrain.size().cells().filter(|cell| lines.ends[*cell] || is_pinched(terrain, *cell));
        elements.extend(points.map(|point| Element { corners: vec![point] }));
        let neighbours = neighbours(&elements, triangle_count);
        let element_of = element_of(terrain.size(), &elements);
        Self { elements, neighbours, element_of }
    }

    /// All elements: triangles, then lines, then points.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The elements that one touches.
    pub fn neighbours(&self, element: u32) -> &[u32] {
        &self.neighbours[element as usize]
    }

    /// An element that contains a free cell.
    pub fn element_of(&self, cell: NodeId) -> u32 {
        self.element_of[cell as usize]
    }

    /// What two neighbouring elements share, as the left and right end for a walker that goes from one to the other.
    pub fn gate(&self, from: u32, to: u32) -> Option<[Cell; 2]> {
        let [from, to] = [from, to].map(|element| &self.elements[element as usize].corners);
        let shared: Vec<Cell> = from.iter().copied().filter(|corner| to.contains(corner)).collect();
        match shared[..] {
            [point] => Some([point, point]),
            [a, b] => {
                let other = from.iter().copied().find(|corner| !shared.contains(corner))?;
                Some(if turn(other, a, b) > 0 { [a, b] } else { [b, a] })
            }
            _ => None,
        }
    }

    /// Bytes that the triangulation takes.
    pub fn bytes(&self) -> usize {
        let corners: usize = self.elements.iter().map(|element| size_of_val(&element.corners[..])).sum();
        let links: usize = self.neighbours.iter().map(|list| size_of_val(&list[..])).sum();
        corners + links + size_of_val(&self.element_of[..])
    }
}

/// The lines along which the walker has no room to either side.
struct Lines {
    /// Straight ones, from end to end.
    lines: Vec<[Cell; 2]>,
    /// Where they end, or meet anything; and free cells on their own.
    ends: Layer<bool>,
}

impl Lines {
    fn of(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let mut found = Self { lines: Vec::new(), ends: Layer::new(size, false) };
        for cell in size.cells().filter(|cell| !terrain.is_wall(terrain.node(*cell))) {
            let dirs: Vec<Dir8> = [Dir8::North, Dir8::East, Dir8::South, Dir8::West]
                .into_iter()
                .filter(|dir| is_line(terrain, cell, *dir))
                .collect();
            let is_straight = matches!(dirs[..], [a, b] if a.turn_to(b) == 4);
            let has_room = squares_at(cell).into_iter().any(|(x, y)| is_open_square(terrain, x, y));
            found.ends[cell] = if has_room { !dirs.is_empty() } else { !is_straight };
        }
        for cell in size.cells().filter(|cell| found.ends[*cell]) {
            for dir in [Dir8::East, Dir8::South].into_iter().filter(|dir| is_line(terrain, cell, *dir)) {
                let mut end = cell;
                while let Some(next) = size.step(end, dir).filter(|_| end == cell || !found.ends[end]) {
                    end = next;
                }
                found.lines.push([cell, end]);
            }
        }
        found
    }
}

/// Whether the step from a cell in a straight direction is free, and both squares beside it are closed.
fn is_line(terrain: &Terrain, cell: Cell, dir: Dir8) -> bool {
    let Some(next) = terrain.size().step(cell, dir) else { return false };
    let (x, y) = (i32::from(cell.x.min(next.x)), i32::from(cell.y.min(next.y)));
    let beside = if cell.y == next.y { [(x, y - 1), (x, y)] } else { [(x - 1, y), (x, y)] };
    let is_free = |cell: Cell| !terrain.is_wall(terrain.node(cell));
    is_free(cell) && is_free(next) && !beside.into_iter().any(|(x, y)| is_open_square(terrain, x, y))
}

/// The squares around the centre of a cell, clockwise from north-west.
fn squares_at(cell: Cell) -> [(i32, i32); 4] {
    let (x, y) = (i32::from(cell.x), i32::from(cell.y));
    [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]
}

/// Whether two open squares meet only in the centre of a cell.
fn is_pinched(terrain: &Terrain, cell: Cell) -> bool {
    let open = squares_at(cell).map(|(x, y)| is_open_square(terrain, x, y));
    open == [true, false, true, false] || open == [false, true, false, true]
}

/// The open squares as triangles, clockwise on screen: Delaunay's among those that have the border for edges. Its
/// corners, and `points` on it, are theirs.
fn triangles(terrain: &Terrain, points: &Layer<bool>) -> Vec<[Cell; 3]> {
    let size = terrain.size();
    let open_at = |cell: Cell| squares_at(cell).map(|(x, y)| is_open_square(terrain, x, y));
    let is_corner = |cell: Cell| {
        let open = open_at(cell);
        let is_straight = (0..2).any(|i| open[i] == open[i + 1] && open[i + 2] == open[(i + 3) % 4]);
        open.contains(&true) && (points[cell] || !is_straight)
    };
    let mut all = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
    let mut vertices = Layer::new(size, None);
    for cell in size.cells().filter(|cell| is_corner(*cell)) {
        // Whole numbers below 2^16 are exact, and so are the predicates.
        vertices[cell] = all.insert(Point2::new(cell.x.into(), cell.y.into())).ok();
    }
    for cell in size.cells() {
        let [_, northeast, southeast, southwest] = open_at(cell);
        for (dir, beside) in [(Dir8::East, northeast), (Dir8::South, southwest)] {
            let Some(from) = vertices[cell].filter(|_| southeast != beside) else { continue };
            let mut along = std::iter::successors(size.step(cell, dir), |cell| size.step(*cell, dir));
            if let Some(to) = along.find_map(|cell| vertices[cell]) {
                all.add_constraint(from, to);
            }
        }
    }
    let cell = |at: Point2<f64>| Cell::new(at.x as u16, at.y as u16);
    let corners = all.inner_faces().map(|face| face.positions().map(cell));
    // A triangle lies on one side of the border as a whole.
    let third = |sum: [u16; 3]| sum.map(i32::from).into_iter().sum::<i32>() / 3;
    let is_inside = |of: &[Cell; 3]| {
        is_open_square(terrain, third(of.map(|corner| corner.x)), third(of.map(|corner| corner.y)))
    };
    corners.filter(is_inside).collect()
}

/// The elements that each one touches: triangles across edges, all others at points.
fn neighbours(elements: &[Element], triangle_count: usize) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); elements.len()];
    let mut link = |a: u32, b: u32| {
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    };
    let mut by_edge: BTreeMap<[Cell; 2], u32> = BTreeMap::new();
    let mut by_corner: BTreeMap<Cell, Vec<u32>> = BTreeMap::new();
    for (index, Element { corners }) in elements.iter().enumerate() {
        for i in (0..corners.len()).filter(|_| index < triangle_count) {
            let [a, b] = [corners[i], corners[(i + 1) % corners.len()]];
            if let Some(other) = by_edge.insert([a.min(b), a.max(b)], index as u32) {
                link(other, index as u32);
            }
        }
        match corners[..] {
            [point] => {
                for other in by_corner.get(&point).into_iter().flatten() {
                    link(*other, index as u32);
                }
            }
            _ => {
                for corner in corners {
                    by_corner.entry(*corner).or_default().push(index as u32);
                }
            }
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
    }
    neighbours
}

/// An element that contains each cell.
fn element_of(size: Size, elements: &[Element]) -> Vec<u32> {
    let mut element_of = vec![u32::MAX; size.area()];
    for (index, element) in elements.iter().enumerate() {
        let all = |at: fn(&Cell) -> u16| element.corners.iter().map(at);
        let rows = all(|corner| corner.y).min().unwrap_or(0)..=all(|corner| corner.y).max().unwrap_or(0);
        for y in rows {
            let columns =
                all(|corner| corner.x).min().unwrap_or(0)..=all(|corner| corner.x).max().unwrap_or(0);
            for cell in columns.map(|x| Cell::new(x, y)).filter(|cell| element.contains(*cell)) {
                let place = &mut element_of[size.index(cell)];
                *place = (*place).min(index as u32);
            }
        }
    }
    element_of
}
