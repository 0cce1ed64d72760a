//! A navigation mesh of rectangles: convex regions that cover the free cells without overlap, and the portals through
//! which a walker gets from one to the next.

use super::super::{NodeId, Rectangle, Rectangles, Terrain};
use crate::grid::Cell;

/// The cells along which two rectangles touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeshPortal {
    /// Indices of the western or northern rectangle, and of the other.
    pub sides: [u32; 2],
    /// First and last cell of the portal in the first rectangle, from north or west.
    pub near: [Cell; 2],
    /// The same in the second rectangle.
    pub far: [Cell; 2],
}

impl MeshPortal {
    /// Its first and last cell in a rectangle.
    pub fn ends_in(&self, rectangle: u32) -> [Cell; 2] {
        if rectangle == self.sides[0] { self.near } else { self.far }
    }

    /// Its middle cell in a rectangle, the one nearer to the first of two.
    pub fn middle_in(&self, rectangle: u32) -> Cell {
        let [first, last] = self.ends_in(rectangle);
        Cell::new(first.x.midpoint(last.x), first.y.midpoint(last.y))
    }

    /// The rectangle on the other side.
    pub fn other_side(&self, rectangle: u32) -> u32 {
        if rectangle == self.sides[0] { self.sides[1] } else { self.sides[0] }
    }

    /// Its left and right end, first before and then behind the border, for a walker that leaves a rectangle.
    pub fn gates_from(&self, rectangle: u32) -> [[Cell; 2]; 2] {
        let is_forward = rectangle == self.sides[0];
        let is_eastward = self.near[0].x != self.far[0].x;
        // Eastward and northward the first end is on the left.
        let turned = |[first, last]: [Cell; 2]| {
            if is_forward == is_eastward { [first, last] } else { [last, first] }
        };
        let gates = [turned(self.near), turned(self.far)];
        if is_forward { gates } else { [gates[1], gates[0]] }
    }
}

/// Rectangles and their portals.
#[derive(Clone, Debug)]
pub struct Mesh {
    rectangles: Rectangles,
    portals: Vec<MeshPortal>,
    /// Indices of the portals of each rectangle.
    portals_of: Vec<Vec<u32>>,
}

impl Mesh {
    /// The mesh of these rectangles of a terrain.
    pub fn new(terrain: &Terrain, rectangles: Rectangles) -> Self {
        let mut portals = Vec::new();
        for (index, rectangle) in rectangles.all().iter().enumerate() {
            for pairs in sides(terrain, *rectangle) {
                push_portals(terrain, &rectangles, index as u32, &pairs, &mut portals);
            }
        }
        let mut portals_of = vec![Vec::new(); rectangles.all().len()];
        for (number, portal) in portals.iter().enumerate() {
            portal.sides.iter().for_each(|side| portals_of[*side as usize].push(number as u32));
        }
        Self { rectangles, portals, portals_of }
    }

    /// The rectangles.
    pub fn rectangles(&self) -> &[Rectangle] {
        self.rectangles.all()
    }

    /// Index of the rectangle of a free cell.
    pub fn rectangle_of(&self, node: NodeId) -> u32 {
        self.rectangles.rectangle_of(node)
    }

    /// All portals.
    pub fn portals(&self) -> &[MeshPortal] {
        &self.portals
    }

    /// The portals of a rectangle.
    pub fn portals_of(&self, rectangle: u32) -> impl Iterator<Item = &MeshPortal> {
        self.portals_of[rectangle as usize].iter().map(|portal| &self.portals[*portal as usize])
    }

    /// The portal between two rectangles, if they touch.
    pub fn portal_between(&self, from: u32, to: u32) -> Option<&MeshPortal> {
        self.portals_of(from).find(|portal| portal.other_side(from) == to)
    }

    /// Bytes that the mesh takes.
    pub fn bytes(&self) -> usize {
        let ids = 2 * self.portals.len() * size_of::<u32>();
        self.rectangles.bytes() + self.portals.len() * size_of::<MeshPortal>() + ids
    }
}

/// The pairs of cells across the eastern and across the southern side of a rectangle.
fn sides(terrain: &Terrain, Rectangle { from, to }: Rectangle) -> [Vec<[Cell; 2]>; 2] {
    let (size, mut east, mut south) = (terrain.size(), Vec::new(), Vec::new());
    if to.x + 1 < size.width {
        east.extend((from.y..=to.y).map(|y| [Cell::new(to.x, y), Cell::new(to.x + 1, y)]));
    }
    if to.y + 1 < size.height {
        south.extend((from.x..=to.x).map(|x| [Cell::new(x, to.y), Cell::new(x, to.y + 1)]));
    }
    [east, south]
}

/// Adds a portal for each run of pairs that lead to one rectangle.
fn push_portals(
    terrain: &Terrain,
    rectangles: &Rectangles,
    index: u32,
    pairs: &[[Cell; 2]],
    portals: &mut Vec<MeshPortal>,
) {
    let beyond = |pair: &[Cell; 2]| rectangles.rectangle_of(terrain.node(pair[1]));
    for run in pairs.chunk_by(|a, b| beyond(a) == beyond(b)) {
        let ends = [run[0], run[run.len() - 1]];
        if !terrain.is_wall(terrain.node(ends[0][1])) {
            let [near, far] = [0, 1].map(|side| ends.map(|pair| pair[side]));
            portals.push(MeshPortal { sides: [index, beyond(&run[0])], near, far });
        }
    }
}
