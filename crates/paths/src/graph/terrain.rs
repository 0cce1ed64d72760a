//! A grid of priced cells with the legal moves of each cell precomputed: the map of the catalogue, the test suite and
//! the public benchmarks. Entering a cell costs its price; walls cannot be entered.
//!
//! Not here: the map of the game, whose prices depend on the unit and on what it knows.

use super::{Corner, Cost, CostModel, Graph, GridGraph, Layout, NodeId, Visit};
use crate::grid::{Cell, Dir8, SIDE_MAX, STRAIGHT, Size};

/// Price of plain ground: a straight step onto it costs as much as it is long.
pub const PLAIN: u16 = 1000;

/// Cost of a diagonal step where a straight one costs `straight`: √2 times as much, rounded down. 1393 ÷ 985 is √2 to
/// six decimals.
pub const fn diagonal_cost(straight: u32) -> u32 {
    straight * 1393 / 985
}

/// The neighbours of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// North, east, south and west.
    Four,
    /// Diagonals, too, under a corner rule.
    Eight(Corner),
}

/// A grid of priced cells. Node ids are row-major cell indices.
#[derive(Clone, Debug)]
pub struct Terrain {
    size: Size,
    prices: Vec<u16>,
    moves: Moves,
    /// A bit for each direction (see [`Dir8`]) of a legal step.
    legal_dirs: Vec<u8>,
    /// What to add to a node to get its neighbour in each direction.
    offsets: [i32; 8],
    cheapest: u32,
    dearest: u32,
    /// Cost of a straight and of a diagonal step onto the cheapest ground.
    cheapest_steps: [u32; 2],
}

impl Terrain {
    /// A terrain with these prices, row by row: the cost in milli-steps of a straight step onto the cell, 0 for a wall.
    ///
    /// Returns `None` if their number is not the area of the map, or if a side has more than [`SIDE_MAX`] cells.
    pub fn new(size: Size, prices: Vec<u16>, rule: Moves) -> Option<Self> {
        if prices.len() != size.area() || size.width.max(size.height) > SIDE_MAX {
            return None;
        }
        let width = i32::from(size.width);
        let offsets = Dir8::ALL.map(|dir| dir.offset().0 + dir.offset().1 * width);
        let (cheapest, dearest) = price_bounds(&prices);
        let (legal, steps) = (vec![0; prices.len()], [cheapest, diagonal_cost(cheapest)]);
        let mut terrain = Self {
            size,
            prices,
            moves: rule,
            legal_dirs: legal,
            offsets,
            cheapest,
            dearest,
            cheapest_steps: steps,
        };
        for node in 0..terrain.node_count() {
            terrain.legal_dirs[node as usize] = terrain.compute_legal_dirs(node);
        }
        Some(terrain)
    }

    /// Sets the price of one cell in milli-steps (0 for a wall) and updates the legal moves around it. The bounds
    /// [`cheapest`](Self::cheapest) and [`dearest`](Self::dearest) only ever widen.
    pub fn set_price(&mut self, node: NodeId, price: u16) {
        self.prices[node as usize] = price;
        if price > 0 {
            self.cheapest = self.cheapest.min(u32::from(price));
            self.dearest = self.dearest.max(u32::from(price));
            self.cheapest_steps = [self.cheapest, diagonal_cost(self.cheapest)];
        }
        for near in self.neighbourhood(node) {
            self.legal_dirs[near as usize] = self.compute_legal_dirs(near);
        }
    }

    /// The same cells at other prices, which must not be 0; walls stay walls.
    pub(super) fn map_prices(&self, change: impl Fn(u16) -> u16) -> Terrain {
        let mut terrain = self.clone();
        for price in terrain.prices.iter_mut().filter(|price| **price > 0) {
            *price = change(*price);
        }
        (terrain.cheapest, terrain.dearest) = price_bounds(&terrain.prices);
        terrain
    }

    /// The nodes of the 3×3 square around a node, at most nine: those whose edges depend on its price.
    pub fn neighbourhood(&self, node: NodeId) -> Vec<NodeId> {
        let cells = self.size.square(self.cell(node), 1);
        cells.map(|cell| self.node(cell)).collect()
    }

    /// Size of the map in cells.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Which neighbours a cell has.
    pub fn moves(&self) -> Moves {
        self.moves
    }

    /// The cell of a node.
    pub fn cell(&self, node: NodeId) -> Cell {
        self.size.cell(node as usize)
    }

    /// The node of a cell on the map.
    pub fn node(&self, cell: Cell) -> NodeId {
        self.size.index(cell) as NodeId
    }

    /// Price of entering a node straight on, in milli-steps; 0 for a wall.
    pub fn price(&self, node: NodeId) -> u16 {
        self.prices[node as usize]
    }

    /// The prices of all cells, row by row, in milli-steps; 0 for a wall.
    pub fn prices(&self) -> &[u16] {
        &self.prices
    }

    /// Whether the node is a wall.
    pub fn is_wall(&self, node: NodeId) -> bool {
        self.prices[node as usize] == 0
    }

    /// A lower bound of the prices of the free cells, in milli-steps.
    pub fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// An upper bound of the prices, in milli-steps.
    pub fn dearest(&self) -> u32 {
        self.dearest
    }

    /// Cost of a straight and of a diagonal step onto the cheapest ground.
    #[inline]
    pub(super) fn cheapest_steps(&self) -> [u32; 2] {
        self.cheapest_steps
    }

    /// Whether all cells cost the same.
    #[inline]
    pub fn is_uniform(&self) -> bool {
        self.cheapest == self.dearest
    }

    /// Bit set of the directions of legal steps: bit `dir as u8` of a [`Dir8`].
    pub fn legal_dirs(&self, node: NodeId) -> u8 {
        self.legal_dirs[node as usize]
    }

    /// Cost in milli-steps of a step between neighbours, or `None` if it is not legal.
    pub fn step_cost(&self, from: NodeId, to: NodeId) -> Option<u32> {
        let dir = self.cell(from).dir_to(self.cell(to))?;
        let is_legal = self.legal_dirs(from) & (1 << dir as u8) != 0;
        is_legal.then(|| self.cost_of_entering(to, dir as usize))
    }

    /// Cost in milli-steps of a path of neighbouring cells, or `None` if a step of it is not legal.
    pub fn path_cost(&self, path: &[NodeId]) -> Option<Cost> {
        path.windows(2).map(|two| self.step_cost(two[0], two[1]).map(Cost::from)).sum()
    }

    /// The neighbour in the direction with this index, taken modulo 8. It must be on the map.
    #[inline]
    pub(super) fn neighbour(&self, node: NodeId, dir: u8) -> NodeId {
        node.wrapping_add_signed(self.offsets[usize::from(dir & 7)])
    }

    /// Calls `emit(previous, cost)` for each edge into a node, in the order of the directions that lead back.
    pub fn predecessors(&self, node: NodeId, emit: &mut impl FnMut(NodeId, Cost)) {
        self.for_each_move(node, &mut |before, dir| emit(before, self.cost_of_entering(node, dir).into()));
    }

    /// Whether the straight line between the centres of two cells touches no wall, not even at a corner.
    pub fn has_line_of_sight(&self, from: NodeId, to: NodeId) -> bool {
        let (a, b) = (self.cell(from), self.cell(to));
        let (dx, dy) = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
        let (across, down) = (dx.abs(), dy.abs());
        let (mut x, mut y) = (i32::from(a.x), i32::from(a.y));
        let is_free = |x: i32, y: i32| self.prices[(y * i32::from(self.size.width) + x) as usize] != 0;
        let mut error = across - down;
        for _ in 0..across + down {
            if error == 0 && across > 0 {
                // Through a corner: both cells beside it count as touched.
                if !is_free(x + dx.signum(), y) || !is_free(x, y + dy.signum()) {
                    return false;
                }
                x += dx.signum();
                y += dy.signum();
                error += 2 * (across - down);
            } else if error > 0 {
                x += dx.signum();
                error -= 2 * down;
            } else {
                y += dy.signum();
                error += 2 * across;
            }
            if !is_free(x, y) {
                return false;
            }
            if (x, y) == (i32::from(b.x), i32::from(b.y)) {
                break;
            }
        }
        is_free(i32::from(a.x), i32::from(a.y))
    }

    /// Bytes that the prices and moves take.
    pub fn bytes(&self) -> usize {
        self.prices.len() * size_of::<u16>() + self.legal_dirs.len()
    }

    fn compute_legal_dirs(&self, node: NodeId) -> u8 {
        let here = self.cell(node);
        let is_free = |dx: i32, dy: i32| {
            self.size.offset(here, dx, dy).is_some_and(|cell| self.prices[self.size.index(cell)] != 0)
        };
        if !is_free(0, 0) {
            return 0;
        }
        let is_legal = |dir: &Dir8| {
            let (dx, dy) = dir.offset();
            let corner_is_free = match self.moves {
                Moves::Four => false,
                Moves::Eight(Corner::Cut) => true,
                Moves::Eight(Corner::BothFree) => is_free(dx, 0) && is_free(0, dy),
            };
            is_free(dx, dy) && (!dir.is_diagonal() || corner_is_free)
        };
        Dir8::ALL.iter().filter(|dir| is_legal(dir)).fold(0, |bits, dir| bits | 1 << *dir as u8)
    }

    #[inline]
    pub(super) fn cost_of_entering(&self, node: NodeId, dir: usize) -> u32 {
        let price = u32::from(self.prices[node as usize]);
        if dir & 1 == 0 { price } else { diagonal_cost(price) }
    }

    /// Calls `emit(next, cost)` for the successors in some of the legal directions, given as bits of
    /// [`legal`](Self::legal_dirs).
    #[inline]
    pub fn successors_in(&self, node: NodeId, dirs: u8, emit: &mut impl FnMut(NodeId, Cost)) {
        // With one price everywhere no price has to be looked up, and the lookup would cost more than all the rest.
        let (is_uniform, steps) = (self.is_uniform(), self.cheapest_steps);
        self.for_each_move_in(node, dirs, &mut |next, dir| {
            let cost = if is_uniform { steps[dir & 1] } else { self.cost_of_entering(next, dir) };
            emit(next, cost.into());
        });
    }

    #[inline]
    pub(super) fn for_each_move(&self, node: NodeId, emit: &mut impl FnMut(NodeId, usize)) {
        self.for_each_move_in(node, self.legal_dirs[node as usize], emit);
    }

    #[inline]
    fn for_each_move_in(&self, node: NodeId, dirs: u8, emit: &mut impl FnMut(NodeId, usize)) {
        let mut left = dirs;
        while left != 0 {
            let dir = left.trailing_zeros() as usize;
            left &= left - 1;
            emit(node.wrapping_add_signed(self.offsets[dir]), dir);
        }
    }
}

impl Graph for Terrain {
    fn node_count(&self) -> u32 {
        self.prices.len() as u32
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        self.successors_in(visit.node, self.legal_dirs(visit.node), emit);
    }
}

impl CostModel for Terrain {
    #[inline]
    fn step_cost(&self, _from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let price = self.prices[to as usize];
        (price > 0).then(|| if length == STRAIGHT { price.into() } else { diagonal_cost(price.into()) })
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.is_wall(node)
    }
    fn cheapest(&self) -> u32 {
        self.cheapest
    }
}

impl GridGraph for Terrain {
    fn size(&self) -> Size {
        self.size
    }
    fn layout(&self) -> Layout {
        match self.moves {
            Moves::Four => Layout::Four,
            Moves::Eight(_) => Layout::Eight,
        }
    }
    fn cheapest(&self) -> u32 {
        self.cheapest
    }
    fn dearest(&self) -> u32 {
        diagonal_cost(self.dearest)
    }
}

/// A terrain with every edge reversed, for searches that start at the goal.
#[derive(Clone, Copy, Debug)]
pub struct Reversed<'a>(pub &'a Terrain);

impl Graph for Reversed<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        self.0.predecessors(visit.node, emit);
    }
}

/// The least and the largest price of the free cells, in milli-steps; [`PLAIN`] if there are none.
pub(super) fn price_bounds(prices: &[u16]) -> (u32, u32) {
    let free = || prices.iter().copied().filter(|price| *price > 0);
    let [least, most] = [free().min(), free().max()].map(|price| u32::from(price.unwrap_or(PLAIN)));
    (least, most)
}
