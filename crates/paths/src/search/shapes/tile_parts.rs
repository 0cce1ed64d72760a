//! Movement from edge to edge, and from corner to corner, of tiles (Patel, "Amit's thoughts on pathfinding").
//!
//! The idea: a node need not be the centre of a tile. From edge to edge, a turn is cut short: across a tile it is half
//! a diagonal instead of two half steps. From corner to corner, a walker keeps to the lines between tiles.
//! Promise: edge to edge, some path of cells, the ones that it crosses, and the shortest of its kind; corner to corner
//! the same, or none: a walker as wide as a tile fits only through corners between four free tiles.
//! Needs: for edges eight neighbours with both corners free, so that no gap between two walls is passed diagonally.
//! Units: milli-steps; a path's own length is that of its lines, not that of its cells. Ties: the total order.
//! Cost: as A*, with two edges or one corner a tile.
//! Differs from the page in the price of a line between two tiles: their mean.

use super::super::smoothing::fill_in;
use super::super::{
    Algorithm, Drawing, Goal, HalfCell, HeapFrontier, Heuristic, Observer, Rank, Search, StampedLabels, Step,
};
use crate::graph::shapes::is_open_square;
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit, diagonal_cost};
use crate::grid::Cell;

/// The parts of tiles that are nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TilePart {
    /// The middles of edges.
    Edges,
    /// The corners.
    Corners,
}

/// Nodes per tile: its centre; its eastern edge or its south-eastern corner; its southern edge.
const STATES: u32 = 3;

/// A point of a map in half tiles: a tile's centre is at odd coordinates.
type HalfTile = (i32, i32);

/// The parts of tiles as a graph, between the centres of two tiles.
#[derive(Clone, Debug)]
struct TileParts<'a> {
    terrain: &'a Terrain,
    part: TilePart,
    start: Cell,
    goal: Cell,
}

impl TileParts<'_> {
    /// The place of a node.
    fn place(&self, node: NodeId) -> HalfTile {
        let cell = self.terrain.cell(node / STATES);
        let (x, y) = (2 * i32::from(cell.x) + 1, 2 * i32::from(cell.y) + 1);
        match (node % STATES, self.part) {
            (0, _) => (x, y),
            (1, TilePart::Edges) => (x + 1, y),
            (1, TilePart::Corners) => (x + 1, y + 1),
            _ => (x, y + 1),
        }
    }

    /// The node at a place on the map.
    fn node(&self, (x, y): HalfTile) -> Option<NodeId> {
        let cell = self.free_cell((x - 1).div_euclid(2), (y - 1).div_euclid(2))?;
        let state = match (x % 2, y % 2) {
            (1, 1) => 0,
            (0, _) => 1,
            _ => 2,
        };
        Some(self.terrain.node(cell) * STATES + state)
    }

    fn free_cell(&self, x: i32, y: i32) -> Option<Cell> {
        let cell = Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        let is_free = self.terrain.size().contains(cell) && !self.terrain.is_wall(self.terrain.node(cell));
        is_free.then_some(cell)
    }

    /// The free tiles around a place.
    fn tiles(&self, (x, y): HalfTile) -> Vec<Cell> {
        let sides = |at: i32| if at % 2 == 0 { vec![at / 2 - 1, at / 2] } else { vec![at / 2] };
        let all = sides(y).into_iter().flat_map(|y| sides(x).into_iter().map(move |x| (x, y)));
        all.filter_map(|(x, y)| self.free_cell(x, y)).collect()
    }

    /// Whether a walker may pass this place.
    fn is_passable(&self, (x, y): HalfTile) -> bool {
        match self.part {
            TilePart::Edges => self.tiles((x, y)).len() == 2,
            TilePart::Corners => is_open_square(self.terrain, x / 2 - 1, y / 2 - 1),
        }
    }

    /// The places of a tile's part.
    fn parts_of(&self, tile: Cell) -> impl Iterator<Item = HalfTile> {
        let (x, y) = (2 * i32::from(tile.x) + 1, 2 * i32::from(tile.y) + 1);
        let around = match self.part {
            TilePart::Edges => [(0, -1), (1, 0), (0, 1), (-1, 0)],
            TilePart::Corners => [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        };
        around.into_iter().map(move |(dx, dy)| (x + dx, y + dy)).filter(|place| self.is_passable(*place))
    }

    /// Cost of a straight line of at most a tile between two places, over the tiles that both are on.
    fn line_cost(&self, from: HalfTile, to: HalfTile) -> Cost {
        let others = self.tiles(to);
        let shared: Vec<Cell> = self.tiles(from).into_iter().filter(|tile| others.contains(tile)).collect();
        let price = |tile: &Cell| u32::from(self.terrain.price(self.terrain.node(*tile)));
        let mean = shared.iter().map(price).sum::<u32>().div_ceil(shared.len().max(1) as u32);
        let (dx, dy) = ((from.0 - to.0).unsigned_abs(), (from.1 - to.1).unsigned_abs());
        let cost = if dx == dy { diagonal_cost(mean * dx) / 2 } else { mean * dx.max(dy) / 2 };
        Cost::from(cost.max(1))
    }

    /// A tile that a line between two places crosses, or touches.
    fn tile_between(&self, from: NodeId, to: NodeId) -> Option<NodeId> {
        let others = self.tiles(self.place(to));
        let shared = self.tiles(self.place(from)).into_iter().find(|tile| others.contains(tile));
        shared.map(|tile| self.terrain.node(tile))
    }
}

impl Graph for TileParts<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count() * STATES
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.place(visit.node);
        let mut seen = vec![here];
        for tile in self.tiles(here) {
            let centre = (2 * i32::from(tile.x) + 1, 2 * i32::from(tile.y) + 1);
            for place in self.parts_of(tile).chain((tile == self.goal).then_some(centre)) {
                if let Some(node) = self.node(place).filter(|_| !seen.contains(&place)) {
                    seen.push(place);
                    emit(node, self.line_cost(here, place));
                }
            }
        }
    }
}

impl Goal for TileParts<'_> {
    fn contains(&self, node: NodeId) -> bool {
        node == self.terrain.node(self.goal) * STATES
    }
}

impl Heuristic for TileParts<'_> {
    /// The straight line, a little less: diagonals are rounded down.
    fn estimate(&self, node: NodeId) -> Cost {
        let ((x, y), goal) = (self.place(node), self.place(self.terrain.node(self.goal) * STATES));
        let squares = Cost::from(x.abs_diff(goal.0)).pow(2) + Cost::from(y.abs_diff(goal.1)).pow(2);
        let length = (squares * Cost::from(self.terrain.cheapest()).pow(2) / 4).isqrt();
        length - length.div_ceil(100).min(length)
    }
}

/// A search over the parts of tiles.
#[derive(Clone, Debug)]
pub struct TilePartSearch<'a> {
    parts: TileParts<'a>,
    search: Search<HeapFrontier, StampedLabels>,
}

impl<'a> TilePartSearch<'a> {
    /// A search on this terrain from part to part; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain, part: TilePart) -> Self {
        let corner = Cell::new(0, 0);
        let parts = TileParts { terrain, part, start: corner, goal: corner };
        let labels = StampedLabels::new(parts.node_count());
        Self { parts, search: Search::from_parts(HeapFrontier::default(), labels) }
    }

    /// Length in milli-steps of the path found, from part to part.
    pub fn length(&self) -> Option<Cost> {
        self.search.cost_of(self.search.closest())
    }
}

impl Algorithm for TilePartSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        let terrain = self.parts.terrain;
        (self.parts.start, self.parts.goal) = (terrain.cell(start), terrain.cell(goal));
        self.search.restart(start * STATES, Rank::AStar, &self.parts);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        match self.search.step(&self.parts, &self.parts, observer) {
            Step::Found(node) => Step::Found(node / STATES),
            step => step,
        }
    }

    /// The tiles that the path crosses.
    fn path(&self) -> Vec<NodeId> {
        let nodes = self.search.path_to(self.search.closest());
        let ends = [self.parts.start, self.parts.goal].map(|cell| self.parts.terrain.node(cell));
        let tiles = nodes.windows(2).filter_map(|two| self.parts.tile_between(two[0], two[1]));
        let mut path: Vec<NodeId> = [ends[0]].into_iter().chain(tiles).chain([ends[1]]).collect();
        path.dedup();
        fill_in(self.parts.terrain, &path)
    }

    /// The parts that a walker may pass; nothing is stored of them.
    fn drawing(&self) -> Drawing {
        let (mut drawing, parts) = (Drawing::default(), &self.parts);
        let is_part = |node: &NodeId| {
            let place = parts.place(*node);
            !node.is_multiple_of(STATES) && parts.node(place) == Some(*node) && parts.is_passable(place)
        };
        for node in (0..parts.node_count()).filter(is_part) {
            let (x, y) = parts.place(node);
            drawing.points.push(HalfCell { x, y });
            parts.successors(Visit { node, parent: node }, &mut |next, _| {
                drawing.edge_count += u64::from(next > node && !next.is_multiple_of(STATES));
            });
        }
        drawing.node_count = drawing.points.len() as u64;
        drawing
    }

    fn states_per_cell(&self) -> u32 {
        STATES
    }
}
