//! Jump point search (Harabor & Grastien 2011; bit rows and pruned turns as in their 2014 paper).
//!
//! The idea: on plain ground very many ways cost the same, and A* looks at all of them. Keep only those that go
//! diagonally first and straight afterwards. Then a straight run need not be expanded cell by cell: it goes on until a
//! wall beside it ends, because only there a turn can be worth it. Such cells are the jump points, and A* over them
//! is all. Here a row of cells is a row of bits, so that 64 cells are looked over at once.
//! Promise: optimal. Needs: eight neighbours, both corners free, one price everywhere.
//! Units: milli-steps. Ties: newest first among equal f.
//! Cost: a scan of words a jump; two bits a cell, prepared once a map, and the labels of jump points.
//! Differs from the papers in being a graph, not a search: the best-first loop runs over it unchanged. A diagonal run
//! is not a successor itself; what its straight runs find is, so a step is a diagonal leg and then a straight one.

use super::frontiers::Buckets;
use super::{Aim, Algorithm, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Graph, NodeId, Terrain, Visit, diagonal};
use crate::grid::{Cell, Dir8};
use std::cmp::Ordering;

/// Rows of bits, one a cell, set where there is a wall; all around the map lies a border of wall.
#[derive(Clone, Debug)]
struct BitRows {
    words: Vec<u64>,
    /// Words a row.
    stride: usize,
}

impl BitRows {
    /// Bits of `rows` rows of `columns` cells; `is_wall(row, column)` fills them.
    fn new(rows: usize, columns: usize, is_wall: impl Fn(usize, usize) -> bool) -> Self {
        let stride = (columns + 2).div_ceil(64);
        let mut words = vec![u64::MAX; stride * (rows + 2)];
        for row in 0..rows {
            for column in (0..columns).filter(|column| !is_wall(row, *column)) {
                words[(row + 1) * stride + (column + 1) / 64] &= !(1 << ((column + 1) % 64));
            }
        }
        Self { words, stride }
    }

    /// Whether there is a wall, also one cell off the map.
    fn is_wall(&self, row: i32, column: i32) -> bool {
        let (row, column) = ((row + 1) as usize, (column + 1) as usize);
        self.words[row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    /// Runs along a row to higher columns. Returns the first cell where the run must stop: a wall, or the first free
    /// cell after a wall beside the run has ended.
    fn run_up(&self, row: usize, column: usize) -> (usize, bool) {
        let from = column + 2;
        let rows = [row * self.stride, (row + 1) * self.stride, (row + 2) * self.stride];
        let mut word = from / 64;
        let mut mask = u64::MAX << (from % 64);
        // Whether the cell before this word's first is a wall, in the rows beside.
        let carry = |row: usize, word: usize| if word == 0 { 1 } else { self.words[row + word - 1] >> 63 };
        loop {
            let [above, here, below] =
                [self.words[rows[0] + word], self.words[rows[1] + word], self.words[rows[2] + word]];
            let opened = |bits: u64, carry: u64| (bits << 1 | carry) & !bits;
            let ends = opened(above, carry(rows[0], word)) | opened(below, carry(rows[2], word));
            let stops = (here | ends) & mask;
            if stops != 0 {
                let bit = stops.trailing_zeros() as usize;
                return (word * 64 + bit - 1, here >> bit & 1 == 1);
            }
            (word, mask) = (word + 1, u64::MAX);
        }
    }

    /// The same to lower columns. The border column is returned as column −1, wrapped.
    fn run_down(&self, row: usize, column: usize) -> (usize, bool) {
        let from = column;
        let rows = [row * self.stride, (row + 1) * self.stride, (row + 2) * self.stride];
        let mut word = from / 64;
        let mut mask = u64::MAX >> (63 - from % 64);
        let carry = |row: usize, word: usize| {
            if word + 1 == self.stride { 1 } else { self.words[row + word + 1] << 63 }
        };
        loop {
            let [above, here, below] =
                [self.words[rows[0] + word], self.words[rows[1] + word], self.words[rows[2] + word]];
            let opened = |bits: u64, carry: u64| (bits >> 1 | carry) & !bits;
            let ends = opened(above, carry(rows[0], word)) | opened(below, carry(rows[2], word));
            let stops = (here | ends) & mask;
            if stops != 0 {
                let bit = 63 - stops.leading_zeros() as usize;
                return ((word * 64 + bit).wrapping_sub(1), here >> bit & 1 == 1);
            }
            (word, mask) = (word.wrapping_sub(1), u64::MAX);
        }
    }

    fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }
}

/// The jump points of a terrain as a graph.
#[derive(Clone, Debug)]
struct JumpPoints<'a> {
    terrain: &'a Terrain,
    /// Bits by rows, and by columns.
    rows: BitRows,
    columns: BitRows,
    goal: Cell,
    price: u32,
}

impl<'a> JumpPoints<'a> {
    fn new(terrain: &'a Terrain) -> Self {
        let (width, height) = (usize::from(terrain.size().width), usize::from(terrain.size().height));
        let is_wall = |x: usize, y: usize| terrain.is_wall((y * width + x) as NodeId);
        Self {
            terrain,
            rows: BitRows::new(height, width, |row, column| is_wall(column, row)),
            columns: BitRows::new(width, height, is_wall),
            goal: Cell::new(0, 0),
            price: terrain.cheapest(),
        }
    }

    /// The jump point that a straight run finds, and its length in cells.
    fn straight(&self, from: Cell, dir: Dir8) -> Option<(Cell, u32)> {
        let (x, y) = (usize::from(from.x), usize::from(from.y));
        let (gx, gy) = (usize::from(self.goal.x), usize::from(self.goal.y));
        // Lines go along x or along y; so do the numbers of cells along them.
        let (bits, line, at, goal_line, goal_at) = match dir {
            Dir8::East | Dir8::West => (&self.rows, y, x, gy, gx),
            _ => (&self.columns, x, y, gx, gy),
        };
        let is_up = matches!(dir, Dir8::East | Dir8::South);
        let (stop, is_wall) = if is_up { bits.run_up(line, at) } else { bits.run_down(line, at) };
        let length = if is_up { stop - at } else { at.wrapping_sub(stop) };
        let to_goal = if is_up { goal_at.wrapping_sub(at) } else { at.wrapping_sub(goal_at) };
        // A goal that lies behind is as far as numbers go, and a run of no cells leads to none.
        let meets_goal = line == goal_line && to_goal > 0 && to_goal <= length;
        let length = if meets_goal { to_goal } else { length };
        if is_wall && !meets_goal {
            return None;
        }
        let (dx, dy) = dir.offset();
        let end = self.terrain.size().offset(from, dx * length as i32, dy * length as i32)?;
        Some((end, length as u32))
    }

    /// Emits what a diagonal run and the straight runs from each of its cells find.
    fn diagonal(&self, from: Cell, dir: Dir8, emit: &mut impl FnMut(NodeId, u32)) {
        let sides = [dir.turned(7), dir.turned(1)];
        let bit = 1u8 << dir as u8;
        let (dx, dy) = dir.offset();
        let mut here = from;
        let mut cost = 0;
        while self.terrain.legal(self.terrain.node(here)) & bit != 0 {
            here = Cell::new((i32::from(here.x) + dx) as u16, (i32::from(here.y) + dy) as u16);
            cost += diagonal(self.price);
            if here == self.goal {
                emit(self.terrain.node(here), cost);
                return;
            }
            for side in sides {
                if let Some((point, length)) = self.straight(here, side) {
                    emit(self.terrain.node(point), cost + length * self.price);
                }
            }
        }
    }

    /// Bits of the directions worth trying at a cell that was reached in direction `dir`.
    fn worthwhile(&self, here: Cell, dir: Dir8) -> u8 {
        let bit = |dir: Dir8| 1u8 << dir as u8;
        if dir.is_diagonal() {
            return bit(dir) | bit(dir.turned(1)) | bit(dir.turned(7));
        }
        // A wall behind on either side has ended here: only through this cell is that side best reached.
        let mut dirs = bit(dir);
        for side in [2, 6] {
            let behind = dir.turned(4).offset();
            let beside = dir.turned(side).offset();
            let is_wall =
                |dx: i32, dy: i32| self.rows.is_wall(i32::from(here.y) + dy, i32::from(here.x) + dx);
            if is_wall(behind.0 + beside.0, behind.1 + beside.1) && !is_wall(beside.0, beside.1) {
                dirs |= bit(dir.turned(side)) | bit(dir.turned(if side == 2 { 1 } else { 7 }));
            }
        }
        dirs
    }
}

/// The direction in which a jump from one cell arrives at another: a diagonal leg first, then a straight one.
fn arrival(from: Cell, to: Cell) -> Option<Dir8> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let (east, south) = (dx > 0, dy > 0);
    Some(match dx.abs().cmp(&dy.abs()) {
        Ordering::Greater => {
            if east {
                Dir8::East
            } else {
                Dir8::West
            }
        }
        Ordering::Less => {
            if south {
                Dir8::South
            } else {
                Dir8::North
            }
        }
        Ordering::Equal => match (east, south) {
            _ if dx == 0 => return None,
            (true, true) => Dir8::SouthEast,
            (true, false) => Dir8::NorthEast,
            (false, true) => Dir8::SouthWest,
            (false, false) => Dir8::NorthWest,
        },
    })
}

impl Graph for JumpPoints<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count()
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, u32)) {
        let here = self.terrain.cell(visit.node);
        let dirs =
            arrival(self.terrain.cell(visit.parent), here).map_or(0xff, |dir| self.worthwhile(here, dir));
        let mut left = dirs;
        while left != 0 {
            let dir = Dir8::from_index(left.trailing_zeros() as u8);
            left &= left - 1;
            if dir.is_diagonal() {
                self.diagonal(here, dir, emit);
            } else if let Some((point, length)) = self.straight(here, dir) {
                emit(self.terrain.node(point), length * self.price);
            }
        }
    }
}

/// A* over jump points.
#[derive(Clone, Debug)]
pub struct JumpPointSearch<'a> {
    graph: JumpPoints<'a>,
    aim: Aim,
    search: Search<Buckets, Stamped>,
}

impl<'a> JumpPointSearch<'a> {
    /// A search over a terrain of one price with eight neighbours and both corners free.
    pub fn new(terrain: &'a Terrain) -> Self {
        let search =
            Search::of_parts(Buckets::for_steps(4 * terrain.dearest()), Stamped::new(terrain.node_count()));
        Self { graph: JumpPoints::new(terrain), aim: Aim::new(terrain), search }
    }
}

impl Algorithm for JumpPointSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.graph.goal = self.graph.terrain.cell(goal);
        self.aim.at(start, goal);
        self.search.restart(start, Rank::AStar, &self.aim);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(&self.graph, &self.aim, observer)
    }

    /// Every cell of the legs between the jump points.
    fn way(&self) -> Vec<NodeId> {
        let terrain = self.graph.terrain;
        let points = self.search.way_to(self.search.closest());
        let mut way: Vec<NodeId> = points.first().copied().into_iter().collect();
        for two in points.windows(2) {
            let (mut here, to) = (terrain.cell(two[0]), terrain.cell(two[1]));
            while here != to {
                let toward = |at: u16, to: u16| (i32::from(to) - i32::from(at)).signum();
                let (dx, dy) = (toward(here.x, to.x), toward(here.y, to.y));
                here = Cell::new((i32::from(here.x) + dx) as u16, (i32::from(here.y) + dy) as u16);
                way.push(terrain.node(here));
            }
        }
        way
    }

    fn prepared_bytes(&self) -> usize {
        self.graph.rows.bytes() + self.graph.columns.bytes()
    }
}
