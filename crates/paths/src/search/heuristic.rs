//! Estimates: how far it still is, guessed from coordinates alone. Right ones, blunt ones, and two mistakes that are
//! kept as exhibits.
//!
//! An estimate is admissible if it never exceeds the true cost. All numbers are milli-steps, like costs: an
//! estimate in other units is a weight in disguise ([`Measure::WrongUnits`]).

use super::{Goal, Heuristic};
use crate::graph::{Board, Cost, HexGrid, Layout, NodeId, TriangleGrid, diagonal};
use crate::grid::{Cell, DIAGONAL, STRAIGHT, Size};

/// A distance between two cells on open ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Measure {
    /// Nothing at all: with it A* is Dijkstra's search.
    Zero,
    /// dx + dy straight steps: exact where nobody may step diagonally, too much where one may.
    Manhattan,
    /// The larger of dx and dy, in straight steps: admissible for eight neighbours, blunt.
    Chebyshev,
    /// Diagonal steps as long as both differ, then straight ones: exact for eight neighbours.
    Octile,
    /// Fewest steps over hexagons: exact there, and meant for nothing else.
    Hexagons,
    /// Fewest steps over triangles: exact there, and meant for nothing else.
    Triangles,
    /// The straight line: admissible for every way of moving, blunter than octile on a grid.
    Euclidean,
    /// Mistake: the straight line's square, which is not a length. Greedy from far, blind from near.
    Squared,
    /// Mistake: octile distance in cells where costs are in milli-steps. Nearly Dijkstra's search.
    WrongUnits,
}

impl Measure {
    /// The exact one on open ground.
    pub fn for_layout(layout: Layout) -> Measure {
        match layout {
            Layout::Four => Measure::Manhattan,
            Layout::Eight | Layout::Around => Measure::Octile,
            Layout::Six => Measure::Hexagons,
            Layout::Three => Measure::Triangles,
        }
    }

    /// Distance between two cells, in milli-steps, where a straight step costs `straight` milli-steps at least.
    pub fn between(self, a: Cell, b: Cell, straight: u32) -> Cost {
        match self {
            Measure::Hexagons => Cost::from(straight) * Cost::from(HexGrid::steps(a, b)),
            Measure::Triangles => Cost::from(straight) * Cost::from(TriangleGrid::steps(a, b)),
            _ => self.over(a.x.abs_diff(b.x), a.y.abs_diff(b.y), straight),
        }
    }

    /// The same for cells so many columns and rows apart. Hexagons and triangles cannot be told apart so,
    /// and count as squares.
    fn over(self, dx: u16, dy: u16, straight: u32) -> Cost {
        let (dx, dy, price) = (u32::from(dx), u32::from(dy), Cost::from(straight));
        match self {
            Measure::Zero => 0,
            Measure::Manhattan => price * Cost::from(dx + dy),
            Measure::Chebyshev | Measure::Hexagons | Measure::Triangles => price * Cost::from(dx.max(dy)),
            Measure::Octile => octile(dx, dy, (straight, diagonal(straight))).into(),
            Measure::Euclidean => euclid(dx, dy, straight),
            Measure::Squared => price * Cost::from(dx * dx + dy * dy),
            Measure::WrongUnits => (dx.abs_diff(dy) + DIAGONAL * dx.min(dy) / STRAIGHT).into(),
        }
    }
}

/// Octile distance for the costs of a straight step and of a diagonal one. These are rounded step by step, as prices
/// are: rounded as a whole it would exceed what the steps cost. Maps have at most 2¹² cells a side and prices are below
/// 2¹⁶, so nothing can wrap.
#[inline]
fn octile(dx: u32, dy: u32, (straight, diagonal): (u32, u32)) -> u32 {
    let (short, long) = (dx.min(dy), dx.max(dy));
    straight.wrapping_mul(long - short).wrapping_add(diagonal.wrapping_mul(short))
}

/// Length of the straight line in milli-steps, rounded down, and by a step in 1000 more: a diagonal step is priced
/// at a little less than √2, up to a thousandth where prices are small.
fn euclid(dx: u32, dy: u32, straight: u32) -> Cost {
    let squares = u64::from(dx * dx + dy * dy) * u64::from(straight) * u64::from(straight);
    let length = squares.isqrt();
    length - length.div_ceil(1000).min(length)
}

/// What is added to an estimate so that ties fall to one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Nudge {
    /// Nothing.
    None,
    /// One part in so many of the estimate; a thousandth makes ways shorter than a thousand steps stay optimal in
    /// whole steps.
    Part(u32),
    /// As many milli-steps as the cross product of (here to goal) and (start to goal) has cells², so that what lies
    /// on the straight line goes first; at most this much.
    Cross(u32),
    /// Up to this many milli-steps by a fixed hash of the cell.
    Hash(u32),
    /// A weight on what is far: the way is exact near the start, where it will be walked soon, and found fast beyond,
    /// where it may be planned again.
    Far {
        /// How far from the start "near" goes, in king's moves.
        radius: u16,
        /// What is added to the estimate beyond, in percent of it.
        percent: u16,
    },
}

/// One goal, or all cells near it, with the estimate that leads there.
#[derive(Clone, Debug)]
pub struct Aim {
    size: Size,
    /// Nodes a cell.
    states: u32,
    /// Whether the world has no edges.
    is_around: bool,
    start: Cell,
    goal: Cell,
    /// What a straight step costs at least, which every estimate is scaled by, and a diagonal one.
    step: (u32, u32),
    /// How the distance is guessed.
    pub measure: Measure,
    /// What breaks ties.
    pub nudge: Nudge,
    /// Cells at most so many king's moves from the goal are good enough. The estimate still leads to the middle, so
    /// the search is the same and only ends earlier, at a cell that need not be the cheapest of all good ones.
    pub within: u32,
}

impl Aim {
    /// An aim for searches over this board, with the measure that is exact on its open ground.
    pub fn new(board: &impl Board) -> Aim {
        let corner = Cell::new(0, 0);
        Aim {
            size: board.size(),
            states: board.states(),
            is_around: board.layout() == Layout::Around,
            start: corner,
            goal: corner,
            step: (board.cheapest(), diagonal(board.cheapest())),
            measure: Measure::for_layout(board.layout()),
            nudge: Nudge::None,
            within: 0,
        }
    }

    /// Takes aim. Both are cells, by their row-major index.
    pub fn at(&mut self, start: u32, goal: u32) {
        (self.start, self.goal) = (self.size.cell(start as usize), self.size.cell(goal as usize));
    }

    /// The cell in the middle of the goal, by its row-major index.
    #[inline]
    pub fn goal(&self) -> u32 {
        self.size.index(self.goal) as u32
    }

    /// Row-major index of a node's cell.
    fn cell_of(&self, node: NodeId) -> u32 {
        if self.states == 1 { node } else { node / self.states }
    }

    /// The measure between a cell and the goal.
    #[cold]
    fn measured(&self, here: Cell) -> Cost {
        let (goal, straight) = (self.goal, self.step.0);
        if !self.is_around {
            return self.measure.between(here, goal, straight);
        }
        // On a world without edges there are two ways round.
        let apart = |a: u16, b: u16, side: u16| a.abs_diff(b).min(side - a.abs_diff(b));
        let (dx, dy) = (apart(here.x, goal.x, self.size.width), apart(here.y, goal.y, self.size.height));
        self.measure.over(dx, dy, straight)
    }

    /// Scales the estimate by the price that is to be expected for a straight step, in milli-steps, instead of the
    /// least there is: fewer cells are looked at, and what is cheaper than expected may be missed.
    pub fn expect(&mut self, straight: u32) {
        self.step = (straight, diagonal(straight));
    }

    #[cold]
    fn nudged(&self, here: Cell, h: Cost) -> Cost {
        match self.nudge {
            Nudge::None => h,
            Nudge::Far { radius, .. } if here.steps_to(self.start) <= u32::from(radius) => h,
            Nudge::Far { percent, .. } => h + h / 100 * Cost::from(percent),
            Nudge::Part(parts) => h + h / Cost::from(parts),
            Nudge::Cross(most) => h + Cost::from(cross(here, self.start, self.goal).min(most)),
            Nudge::Hash(most) => {
                let mixed = (u32::from(here.x) << 16 | u32::from(here.y)).wrapping_mul(2_654_435_761);
                // At the goal itself nothing is left to go.
                if h == 0 { 0 } else { h + Cost::from((mixed >> 16) % most.saturating_add(1)) }
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

impl Goal for Aim {
    fn contains(&self, node: NodeId) -> bool {
        let cell = self.cell_of(node);
        if self.within == 0 {
            return cell == self.goal();
        }
        self.size.cell(cell as usize).steps_to(self.goal) <= self.within
    }
}

impl Heuristic for Aim {
    #[expect(
        clippy::inline_always,
        reason = "called once a reached node, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        // A division of 32 bits is much faster than one of 64.
        let width = u32::from(self.size.width);
        let cell = self.cell_of(node);
        let here = Cell::new((cell % width) as u16, (cell / width) as u16);
        // Nearly all searches use this measure and no nudge.
        let h = if self.measure == Measure::Octile && !self.is_around {
            let (dx, dy) = (here.x.abs_diff(self.goal.x), here.y.abs_diff(self.goal.y));
            octile(u32::from(dx), u32::from(dy), self.step).into()
        } else {
            self.measured(here)
        };
        if matches!(self.nudge, Nudge::None) { h } else { self.nudged(here, h) }
    }
}

/// Any of several goals: the smallest of their estimates is admissible if each is.
#[derive(Clone, Debug)]
pub struct AnyOf(pub Vec<Aim>);

impl Goal for AnyOf {
    fn contains(&self, node: NodeId) -> bool {
        self.0.iter().any(|aim| aim.contains(node))
    }
}

impl Heuristic for AnyOf {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.iter().map(|aim| aim.estimate(node)).min().unwrap_or(0)
    }
}

/// No goal at all: the search floods whatever it can reach. Its costs are a distance field.
#[derive(Clone, Copy, Debug)]
pub struct Everywhere;

impl Goal for Everywhere {
    fn contains(&self, _node: NodeId) -> bool {
        false
    }
}

impl Heuristic for Everywhere {
    fn estimate(&self, _node: NodeId) -> Cost {
        0
    }
}
