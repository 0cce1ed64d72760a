//! Estimates of the remaining cost from coordinates alone: admissible ones, weak ones, and two mistakes for
//! demonstration.
//!
//! An estimate is admissible if it never exceeds the true cost. All are in milli-steps, like costs: an estimate in
//! another unit is a weight in disguise ([`Metric::WrongUnits`]).

use super::{Goal, Heuristic};
use crate::graph::{Cost, GridGraph, HexGrid, Layout, NodeId, TriangleGrid, diagonal_cost};
use crate::grid::{Cell, DIAGONAL, STRAIGHT, Size};

/// A distance metric between two cells on open ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Metric {
    /// Always 0: with it A* is Dijkstra's search.
    Zero,
    /// dx + dy straight steps: exact without diagonal steps, an overestimate with them.
    Manhattan,
    /// The larger of dx and dy, in straight steps: admissible for eight neighbours, but weak.
    Chebyshev,
    /// Diagonal steps while both differ, then straight ones: exact for eight neighbours.
    Octile,
    /// Fewest steps over hexagons: exact on a hexagonal grid, and meant for nothing else.
    Hexagons,
    /// Fewest steps over triangles: exact on a triangular grid, and meant for nothing else.
    Triangles,
    /// The straight line: admissible for every kind of movement, weaker than octile on a grid.
    Euclidean,
    /// A mistake: the square of the straight line, which is not a length. Greedy when far, blind when near.
    Squared,
    /// A mistake: octile distance in cells where costs are in milli-steps. Nearly Dijkstra's search.
    WrongUnits,
}

impl Metric {
    /// The metric that is exact on open ground.
    pub fn for_layout(layout: Layout) -> Metric {
        match layout {
            Layout::Four => Metric::Manhattan,
            Layout::Eight | Layout::Torus => Metric::Octile,
            Layout::Hex => Metric::Hexagons,
            Layout::Triangle => Metric::Triangles,
        }
    }

    /// Distance between two cells in milli-steps, where a straight step costs at least `straight` milli-steps.
    pub fn distance(self, a: Cell, b: Cell, straight: u32) -> Cost {
        match self {
            Metric::Hexagons => Cost::from(straight) * Cost::from(HexGrid::steps(a, b)),
            Metric::Triangles => Cost::from(straight) * Cost::from(TriangleGrid::steps(a, b)),
            _ => self.distance_over(a.x.abs_diff(b.x), a.y.abs_diff(b.y), straight),
        }
    }

    /// The same for cells so many columns and rows apart. Hexagons and triangles need coordinates, and count as squares
    /// here.
    fn distance_over(self, dx: u16, dy: u16, straight: u32) -> Cost {
        let (dx, dy, price) = (u32::from(dx), u32::from(dy), Cost::from(straight));
        match self {
            Metric::Zero => 0,
            Metric::Manhattan => price * Cost::from(dx + dy),
            Metric::Chebyshev | Metric::Hexagons | Metric::Triangles => price * Cost::from(dx.max(dy)),
            Metric::Octile => octile(dx, dy, (straight, diagonal_cost(straight))).into(),
            Metric::Euclidean => euclidean(dx, dy, straight),
            Metric::Squared => price * Cost::from(dx * dx + dy * dy),
            Metric::WrongUnits => (dx.abs_diff(dy) + DIAGONAL * dx.min(dy) / STRAIGHT).into(),
        }
    }
}

/// Octile distance from the costs of a straight and of a diagonal step. These are rounded step by step, as prices are:
/// rounded as a whole it could exceed the cost of the steps. Maps have at most 2¹² cells a side and prices are below
/// 2¹⁶, so that nothing wraps.
#[inline]
fn octile(dx: u32, dy: u32, (straight, diagonal): (u32, u32)) -> u32 {
    let (short, long) = (dx.min(dy), dx.max(dy));
    straight.wrapping_mul(long - short).wrapping_add(diagonal.wrapping_mul(short))
}

/// Length of the straight line in milli-steps, rounded down and reduced by a thousandth: a diagonal step costs a little
/// less than √2, by up to a thousandth where prices are small.
fn euclidean(dx: u32, dy: u32, straight: u32) -> Cost {
    let squares = u64::from(dx * dx + dy * dy) * u64::from(straight) * u64::from(straight);
    let length = squares.isqrt();
    length - length.div_ceil(1000).min(length)
}

/// What is added to an estimate to break ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TieBreak {
    /// Nothing.
    None,
    /// This fraction of the estimate (1 ÷ n). A thousandth keeps paths shorter than a thousand steps optimal in whole
    /// steps.
    Part(u32),
    /// The cross product of (here → goal) and (start → goal) in cells², taken as milli-steps and capped at this many,
    /// so that nodes on the straight line come first.
    Cross(u32),
    /// Up to this many milli-steps from a fixed hash of the cell.
    Hash(u32),
    /// A weight far from the start: the path is exact near the start, where it is walked soon, and found fast beyond,
    /// where it may be replanned.
    Far {
        /// Radius of "near" around the start, in king's moves.
        radius: u16,
        /// What is added to the estimate beyond it, in percent.
        percent: u16,
    },
}

/// One goal cell, or all cells near it, with the estimate that leads there.
#[derive(Clone, Debug)]
pub struct GridTarget {
    size: Size,
    /// Nodes per cell.
    states_per_cell: u32,
    /// Whether the map is a torus.
    is_torus: bool,
    start: Cell,
    goal: Cell,
    /// Lower bounds of the cost of a straight and of a diagonal step in milli-steps, which scale every estimate.
    step_costs: (u32, u32),
    /// The distance metric of the estimate.
    pub metric: Metric,
    /// The tie breaker.
    pub tie_break: TieBreak,
    /// Every cell within this many king's moves of the goal is a goal. The estimate still leads to the centre, so the
    /// search is the same and only ends earlier, at a cell that need not be the cheapest of the goals.
    pub goal_radius: u32,
}

impl GridTarget {
    /// A target for searches over this board, with the metric that is exact on its open ground. Set it with
    /// [`set`](Self::set).
    pub fn new(board: &impl GridGraph) -> GridTarget {
        let corner = Cell::new(0, 0);
        GridTarget {
            size: board.size(),
            states_per_cell: board.states_per_cell(),
            is_torus: board.layout() == Layout::Torus,
            start: corner,
            goal: corner,
            step_costs: (board.cheapest(), diagonal_cost(board.cheapest())),
            metric: Metric::for_layout(board.layout()),
            tie_break: TieBreak::None,
            goal_radius: 0,
        }
    }

    /// Sets start and goal, both as row-major indices of cells.
    pub fn set(&mut self, start: u32, goal: u32) {
        (self.start, self.goal) = (self.size.cell(start as usize), self.size.cell(goal as usize));
    }

    /// Row-major index of the goal cell.
    #[inline]
    pub fn goal(&self) -> u32 {
        self.size.index(self.goal) as u32
    }

    /// Row-major index of a node's cell.
    fn cell_of(&self, node: NodeId) -> u32 {
        if self.states_per_cell == 1 { node } else { node / self.states_per_cell }
    }

    /// Distance between a cell and the goal.
    #[cold]
    fn distance_to_goal(&self, here: Cell) -> Cost {
        let (goal, straight) = (self.goal, self.step_costs.0);
        if !self.is_torus {
            return self.metric.distance(here, goal, straight);
        }
        // On a torus there are two directions to go round.
        let wrapped_distance = |a: u16, b: u16, side: u16| a.abs_diff(b).min(side - a.abs_diff(b));
        let (dx, dy) = (
            wrapped_distance(here.x, goal.x, self.size.width),
            wrapped_distance(here.y, goal.y, self.size.height),
        );
        self.metric.distance_over(dx, dy, straight)
    }

    /// Scales the estimate by the expected price of a straight step in milli-steps, instead of the lower bound: fewer
    /// nodes are expanded, and a path cheaper than expected may be missed.
    pub fn set_expected_price(&mut self, straight: u32) {
        self.step_costs = (straight, diagonal_cost(straight));
    }

    #[cold]
    fn with_tie_break(&self, here: Cell, h: Cost) -> Cost {
        match self.tie_break {
            TieBreak::None => h,
            TieBreak::Far { radius, .. } if here.chebyshev(self.start) <= u32::from(radius) => h,
            TieBreak::Far { percent, .. } => h + h / 100 * Cost::from(percent),
            TieBreak::Part(parts) => h + h / Cost::from(parts),
            TieBreak::Cross(most) => h + Cost::from(cross(here, self.start, self.goal).min(most)),
            TieBreak::Hash(most) => {
                let hash = (u32::from(here.x) << 16 | u32::from(here.y)).wrapping_mul(2_654_435_761);
                // At the goal itself the estimate stays 0.
                if h == 0 { 0 } else { h + Cost::from((hash >> 16) % most.saturating_add(1)) }
            }
        }
    }
}

/// |(here → goal) × (start → goal)|, in cells².
fn cross(here: Cell, start: Cell, goal: Cell) -> u32 {
    let towards = |from: Cell| (i64::from(goal.x) - i64::from(from.x), i64::from(goal.y) - i64::from(from.y));
    let ((ax, ay), (bx, by)) = (towards(here), towards(start));
    u32::try_from((ax * by - ay * bx).unsigned_abs()).unwrap_or(u32::MAX)
}

impl Goal for GridTarget {
    fn contains(&self, node: NodeId) -> bool {
        let cell = self.cell_of(node);
        if self.goal_radius == 0 {
            return cell == self.goal();
        }
        self.size.cell(cell as usize).chebyshev(self.goal) <= self.goal_radius
    }
}

impl Heuristic for GridTarget {
    #[expect(
        clippy::inline_always,
        reason = "called once a reached node, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        // A 32-bit division is much faster than a 64-bit one.
        let width = u32::from(self.size.width);
        let cell = self.cell_of(node);
        let here = Cell::new((cell % width) as u16, (cell / width) as u16);
        // Nearly all searches use this metric and no tie breaker.
        let h = if self.metric == Metric::Octile && !self.is_torus {
            let (dx, dy) = (here.x.abs_diff(self.goal.x), here.y.abs_diff(self.goal.y));
            octile(u32::from(dx), u32::from(dy), self.step_costs).into()
        } else {
            self.distance_to_goal(here)
        };
        if matches!(self.tie_break, TieBreak::None) { h } else { self.with_tie_break(here, h) }
    }
}

/// Any of several goals. The smallest of their estimates is admissible if each is.
#[derive(Clone, Debug)]
pub struct AnyTarget(pub Vec<GridTarget>);

impl Goal for AnyTarget {
    fn contains(&self, node: NodeId) -> bool {
        self.0.iter().any(|aim| aim.contains(node))
    }
}

impl Heuristic for AnyTarget {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.iter().map(|aim| aim.estimate(node)).min().unwrap_or(0)
    }
}

/// No goal: the search expands every node it can reach. Its costs are a distance field.
#[derive(Clone, Copy, Debug)]
pub struct NoTarget;

impl Goal for NoTarget {
    fn contains(&self, _node: NodeId) -> bool {
        false
    }
}

impl Heuristic for NoTarget {
    fn estimate(&self, _node: NodeId) -> Cost {
        0
    }
}
